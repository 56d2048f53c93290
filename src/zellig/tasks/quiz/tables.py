"""What is known about words: the tables of `data/words.toml`, ready to be looked up."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Known(NamedTuple):
    """Words by what they do; the file explains each table."""

    little: frozenset[str]
    in_no_name: frozenset[str]
    negations: frozenset[str]
    contrary: Mapping[str, frozenset[str]]
    titles: frozenset[str]
    generations: frozenset[str]
    roles: tuple[str, ...]
    kinds: frozenset[str]
    said_besides: frozenset[str]
    said_behind: frozenset[str]
    tells_apart: frozenset[str]
    states: frozenset[str]
    asks_for: frozenset[str]  # all by which a question may tell what it asks for
    not_telling: frozenset[str]
    ends_a_noun: frozenset[str]
    called_alike: Mapping[str, frozenset[str]]
    ends_titles: frozenset[str]
    goes_without: frozenset[str]
    one_of_two: frozenset[str]
    patronymics: tuple[str, ...]
    only_patronymics: tuple[str, ...]
    abbreviations: Mapping[str, str]
    spellings: Mapping[str, str]  # from another spelling to the one we compare by
    short_names: Mapping[str, frozenset[str]]  # to the full names that it may stand for
    apart: Mapping[str, frozenset[str]]  # words that are never one another's slip
    endings: tuple[frozenset[str], ...]
    word_endings: tuple[str, ...]
    beginnings: tuple[frozenset[str], ...]
    first_names: frozenset[str]
    family_first: frozenset[str]
    particles: frozenset[str]
    by_first_name: frozenset[str]
    shared_names: frozenset[tuple[str, str]]  # first name and surname
    other_people: Mapping[str, frozenset[str]]  # from a name to those that look like it
    regions: frozenset[str]
    called_after_places: frozenset[str]
    kinds_of_places: frozenset[str]
    countries: frozenset[str]
    in_several_countries: frozenset[str]
    in_several_states: frozenset[str]
    of_other_things: frozenset[str]
    forms: frozenset[str]
    plural_endings: tuple[tuple[str, str], ...]
    plurals: frozenset[frozenset[str]]
    below_twenty: Mapping[str, int]
    tens: Mapping[str, int]
    greek: Mapping[str, str]


def table_of(name: str) -> dict[str, Any]:
    """A data file of this package."""
    return tomllib.loads(files("zellig.tasks.quiz").joinpath(f"data/{name}.toml").read_text(encoding="utf-8"))


@cache
def known() -> Known:
    """The tables, read once."""
    table = table_of("words")
    different, numbers = table["different"], table["numbers"]
    return Known(
        little=frozenset(table["little"].split()),
        in_no_name=frozenset(table["in_no_name"].split()),
        negations=frozenset(table["negations"].split()),
        contrary=_grouped(table["contrary"]),
        titles=frozenset(table["titles"].split()),
        roles=tuple(table["roles"].split()),
        generations=frozenset(table["generations"].split()),
        kinds=frozenset(table["kinds"].split()),
        said_besides=frozenset(table["said_besides"].split()),
        said_behind=frozenset(table["said_behind"].split()),
        tells_apart=frozenset(table["tells_apart"].split()),
        states=frozenset(table["states"].split()),
        asks_for=frozenset(
            word for name in ("asked_for", "kinds", "titles", "roles") for word in table[name].split()
        ),
        not_telling=frozenset(table["not_telling"].split()),
        ends_a_noun=frozenset(f"{table['ends_a_noun']} {table['little']}".split()),
        called_alike=_grouped(table["called_alike"]),
        ends_titles=frozenset(table["ends_titles"].split()),
        goes_without=frozenset(table["goes_without"].split()),
        one_of_two=frozenset(table["one_of_two"].split()),
        patronymics=tuple(table["patronymics"].split()),
        only_patronymics=tuple(table["only_patronymics"].split()),
        abbreviations=table["abbreviations"],
        spellings={other: word for word, others in table["spellings"].items() for other in others.split()},
        short_names=_turned(table["short_names"]),
        apart=_grouped(different["words"]),
        endings=tuple(frozenset(group.split()) for group in different["endings"]),
        word_endings=tuple(different["word_endings"].split()),
        beginnings=tuple(frozenset(group.split()) for group in different["beginnings"]),
        first_names=frozenset(table["people"]["first"].split()),
        family_first=frozenset(table["people"]["family_first"].split()),
        particles=frozenset(table["people"]["particles"].split()),
        by_first_name=frozenset(table["people"]["by_first_name"].split()),
        shared_names=frozenset(_pair(row) for row in table["people"]["shared"]),
        other_people=_grouped(table["people"]["apart"], "|"),
        regions=frozenset(table["places"]["regions"]),
        called_after_places=frozenset(table["places"]["called_after"].split()),
        kinds_of_places=frozenset(table["places"]["kinds"].split()),
        countries=frozenset(table["places"]["countries"]),
        in_several_countries=frozenset(table["places"]["in_several_countries"]),
        in_several_states=frozenset(table["places"]["in_several_states"]),
        of_other_things=frozenset(table["places"]["of_other_things"].split()),
        forms=frozenset(table["forms"]["endings"].split()),
        plural_endings=tuple(_pair(row) for row in table["plurals"]["endings"]),
        plurals=frozenset(frozenset(row.split()) for row in table["plurals"]["words"]),
        below_twenty=_counted(numbers["below_twenty"]) | _counted(numbers["ordinals"]),
        tens=_counted(numbers["tens"], 20, 10)
        | _counted(numbers["tenths"], 20, 10)
        | _counted(numbers["decades"], 20, 10),
        greek=dict(zip("αβγδεζηθικλμνξοπρστυφχψω", table["greek"].split(), strict=True)),
    )


def _counted(names: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * number for number, word in enumerate(names.split())}


def _pair(row: str) -> tuple[str, str]:
    one, many = row.replace("-", "").split(" ")
    return one, many


def _turned(table: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """From each of the words of a row to the names of the rows that have it."""
    found: dict[str, frozenset[str]] = {}
    for name, others in table.items():
        for other in others.split():
            found[other] = found.get(other, frozenset()) | {name}
    return found


def _grouped(groups: Iterable[str], between: str | None = None) -> dict[str, frozenset[str]]:
    """From each word of a group to all of its group."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        for word in group.split(between):
            found[word] = found.get(word, frozenset()) | frozenset(group.split(between))
    return found
