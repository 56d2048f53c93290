"""What the round-trip tests share."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from zellig.corpora import Reader, open_corpus
from zellig.items import Item
from zellig.registry import lookup

# Everything that UTF-8 can hold except NUL, which no text file may hold; with separators and quotes often.
texts = st.text(
    st.one_of(
        st.sampled_from("a,;\"'\t\r\n é\u2028\x85"), st.characters(exclude_characters="\0", codec="utf-8")
    ),
    min_size=1,
    max_size=40,
)
# What a cell of a TSV can hold.
cells = texts.map(lambda text: text.translate({9: " ", 10: " ", 13: " "}).strip() or "x")


def written_and_read(
    name: str, items: Sequence[Item], form: str, task: str = "", options: str = ""
) -> list[Item]:
    """The items after writing and reading again in one format."""
    reader: Reader = lookup("corpora", name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"some.{form}"
        with path.open("wb") as file:
            reader.write(items, file, form, task)
        return list(open_corpus(f"{name}:{path}{options}"))
