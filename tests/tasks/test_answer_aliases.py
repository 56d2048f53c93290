"""The answer that somebody means, by whatever name."""

from __future__ import annotations

import pytest

from zellig.tasks.quiz.aliases import Aliases

LINES = [
    "_Venice_ [or _Venezia_]",
    "the _Danube_ River [or _Donau_; or _Dunaj_; prompt on river]",
    "Johann Sebastian _Bach_",
    "_mitochondrion_ [accept _powerhouse_ of the cell]",
    "_Athens_",
    "Marie _Curie_ [or Maria _Skłodowska_]",
    "The _Raven_",
    "The _Raven_",
    "_raven_s [accept crows]",
    "_Istanbul_ [accept _Constantinople_ until it is read; accept _Byzantion_]",
]
NAMES = [
    "Venice",
    "Danube River",
    "Johann Sebastian Bach",
    "mitochondrion",
    "Athens",
    "Marie Curie",
    "The Raven",
    "ravens",
    "Istanbul",
    "Vienna",
]


@pytest.fixture(scope="module")
def known() -> Aliases:
    return Aliases(NAMES, LINES)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Venice", "Venice"),
        ("_Venice_", "Venice"),
        ("_Venice_ [or _Venezia_]", "Venice"),
        ("venice", "Venice"),
        ("venezia", "Venice"),
        ("_La Serenissima_ [or _Venice_]", "Venice"),
        ("the Danube River", "Danube River"),
        ("The Danube", "Danube River"),
        ("Donau", "Danube River"),
        ("J. S. Bach", "Johann Sebastian Bach"),
        ("mitochondria", "mitochondrion"),
        ("athens", "Athens"),
        ("Maria Sklodowska", "Marie Curie"),
        ('"The Raven"', "The Raven"),
        ("ravens", "ravens"),
        ("crow", "ravens"),
        ("Byzantion", "Istanbul"),
        ("VIENNA", "Vienna"),  # no question is about it
    ],
)
def test_an_answer_is_found_by_any_of_its_names(known: Aliases, said: str, meant: str) -> None:
    assert known.meant(said) == (meant,)


@pytest.mark.parametrize("said", ["Genoa", "river", "[prompt on Venice]", "", "_", "Constantinople"])
def test_what_is_not_known_is_not_found(known: Aliases, said: str) -> None:
    assert known.meant(said) == ()


def test_one_thing_that_is_known_by_two_names_is_found_by_both() -> None:
    known = Aliases(
        ["Danube", "Danube River", "Danube School"], ["_Danube_", "_Danube_ River", "_Danube School_"]
    )
    assert known.meant("the Danube") == ("Danube", "Danube River")
    assert known.meant("_Danube_ [or _Donau_]") == ("Danube", "Danube River")


def test_names_that_lines_tell_lead_to_the_one_that_is_known(known: Aliases) -> None:
    told = dict(known.told)
    assert told["Donau"] == "Danube River"
    assert told["Maria Skłodowska"] == "Marie Curie"
    assert not told.keys() & set(NAMES)


def test_what_a_guesser_calls_otherwise_than_its_lines_is_found() -> None:
    known = Aliases(["Venice (city)", "Donau"], ["_Venice_", "_Danube_ [or _Donau_]"])
    assert known.meant("_Danube_") == ("Donau",)
