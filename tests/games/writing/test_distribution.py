"""Distributions: read, refused, and which questions a slot takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.games.writing.distribution import kind_of, read_distribution, shipped
from zellig.items import Item


def question(category: str, subcategory: str = "") -> Item:
    return Item("q", {"text": "?"}, ("a",), {"category": category, "subcategory": subcategory})


def test_every_shipped_one_can_be_read() -> None:
    assert shipped() == ["acf-like"]
    assert read_distribution("acf-like").size == 20


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        "[tossups]\nany = 1\nGeography = 2\n[tossups.Science]\nChemistry = 1\nany = 3\nMath = 0\n"
    )
    found = read_distribution(path)
    assert (found.title, found.size) == ("own", 7)
    assert [(slot.name, slot.number) for slot in found.slots] == [
        ("of any category", 1),
        ("Geography", 2),
        ("Science > Chemistry", 1),
        ("Science of any kind", 3),
    ]


@pytest.mark.parametrize(
    ("category", "subcategory", "taken"),
    [
        ("Literature", "British Literature", [True, True, True]),
        ("literature", "Literature British", [True, True, True]),
        ("Literature - British", "", [True, True, True]),
        ("Literature", "World Literature", [False, True, True]),
        ("Literature", "", [False, True, True]),
        ("History", "British History", [False, False, True]),
        ("", "", [False, False, True]),
    ],
)
def test_what_a_slot_takes(category: str, subcategory: str, taken: list[bool]) -> None:
    slots = read_distribution({"Literature": {"British": 1, "any": 1}, "any": 1}).slots
    assert [slot.takes(kind_of(question(category, subcategory))) for slot in slots] == taken


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"Science": "two"}, "it is not a distribution"),
        ({"Science": -1}, "a packet cannot have -1 of Science"),
        ({"Science": 0}, "a packet would have 0 tossups"),
        ({"Science": 2000}, "a packet would have 2,000 tossups"),
        ({"Science": {"Chemistry": 1, "chemistry": 1}}, "Science > chemistry is there twice"),
        ("nobody", "there is no distribution called 'nobody'. There are: acf-like."),
        ("none.toml", "none.toml: there is no such file"),
    ],
)
def test_what_is_none(given: str | dict[str, object], said: str) -> None:
    with pytest.raises(ZelligError) as refused:
        read_distribution(given)
    assert said in str(refused.value)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[tosups]\nScience = 1\n")
    with pytest.raises(ZelligError, match=r"own.toml: it is not a distribution"):
        read_distribution(path)
