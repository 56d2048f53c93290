"""What WordNet has a name for: people, places, events, each with the sentence that explains it.

An entity is an instance of something (of a president, a city), as WordNet says it. The text is its gloss; the
answer is its name, in full where WordNet has it, and the other names are alternatives of the answer line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from zellig.corpora.corpus import Reader, Source
from zellig.corpora.questions import ANSWER_LINE
from zellig.errors import ZelligError
from zellig.files import read_lines
from zellig.items import Item
from zellig.resources import resource_path

FILE = "data.noun"
INSTANCE = " @i "  # the pointer from an entity to what it is an instance of


class _Entities(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        path = resource_path("wordnet") / FILE
        for line, text in read_lines(path):
            if INSTANCE in text and not text.startswith(" "):  # those are of the licence
                yield _entity(path, line, text)


def _entity(path: Path, line: int, text: str) -> Item:
    """number, file, kind, how many words (hexadecimal), each word with a digit, pointers, and the gloss."""
    record, bar, gloss = text.partition(" | ")
    fields = record.split(" ")
    try:
        words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
    except (IndexError, ValueError):
        words = []
    names = list(dict.fromkeys(" ".join(word.split("_")).strip() for word in words))
    explained = " ".join(gloss.split())
    if not all(names) or not names or not bar or not explained:
        raise ZelligError(
            "this is not an entry of WordNet",
            path=path,
            line=line,
            remedy="Fetch it again: zellig resources fetch wordnet --again",
        )
    main = full_name(names)
    others = [name for name in names if name != main]
    answer_line = f"{main} [{'; '.join(f'or {name}' for name in others)}]" if others else main
    return Item(f"wordnet-{fields[0]}", {"text": explained}, (main,), {ANSWER_LINE: answer_line})


def full_name(names: list[str]) -> str:
    """The first name, or the first that has it as its last word: *Lincoln* is in full *Abraham Lincoln*."""
    return next((name for name in names if name.endswith(f" {names[0]}")), names[0])


WORDNET_ENTITIES = _Entities(
    name="wordnet-entities",
    description="People, places and events that WordNet names, each with what it says about them",
    licence="WordNet 3.0",
    citation="Christiane Fellbaum, editor. 1998. WordNet: An Electronic Lexical Database. MIT Press.",
    task="quiz",
    resource="wordnet",
)
