from __future__ import annotations

from pathlib import Path

import pytest

from zellig.corpora import open_corpus, wordnet_entities
from zellig.errors import ZelligError
from zellig.items import Item

ENTRIES = [
    "  1 This is a licence | @i ",
    "00000100 18 n 03 Rossi 0 Maria_Rossi 0 Soup_Queen 1 001 @i 00000200 n 0000 | of ours;  she cooks  ",
    "00000200 18 n 01 cook 0 000 | one who cooks  ",
    "00000300 15 n 0a Aa 0 Bb 0 Cc 0 Dd 0 Ee 0 Ff 0 Gg 0 Hh 0 Ii 0 Aa 0 001 @i 00000400 n 0000 | a town",
]


@pytest.fixture
def resource(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "data.noun").write_text("\r\n".join(ENTRIES))
    monkeypatch.setattr(wordnet_entities, "resource_path", lambda name: tmp_path)
    return tmp_path / "data.noun"


def test_entities(resource: Path) -> None:
    cook, town = open_corpus("wordnet-entities")
    assert cook == Item(
        *("wordnet-00000100", {"text": "of ours; she cooks"}, ("Maria Rossi",)),
        metadata={"gold_answer_line": "Maria Rossi [or Rossi; or Soup Queen]"},
    )
    assert town.accepted == ("Aa",)
    assert town.metadata["gold_answer_line"].count("or ") == 8


@pytest.mark.parametrize(
    "entry",
    [
        "00000100 @i ",
        "00000100 18 n zz Rossi 0 001 @i 00000200 n 0000 | a cook",
        "00000100 18 n 01 _ 0 001 @i 00000200 n 0000 | a cook",
        "00000100 18 n 01 Rossi 0 001 @i 00000200 n 0000 |  ",
        "00000100 18 n 00 Rossi 0 001 @i 00000200 n 0000 | a cook",
    ],
)
def test_a_bad_entry_is_named(resource: Path, entry: str) -> None:
    resource.write_text(f"{ENTRIES[1]}\n{entry}\n")
    with pytest.raises(ZelligError, match="not an entry of WordNet") as refused:
        list(open_corpus("wordnet-entities"))
    assert refused.value.line == 2


def test_the_real_entities(shared: Path) -> None:
    """Needs the resource: it is fetched once and cached."""
    items = list(open_corpus("wordnet-entities"))
    assert len(items) == 7730
    assert len({item.id for item in items}) == len(items)
    answers = {item.accepted[0] for item in items}
    assert {"Abraham Lincoln", "Paris", "Charles Dickens"} <= answers
