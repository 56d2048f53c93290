"""What is meant for the reader of a question, and what belongs to the question. The words are our own."""

from __future__ import annotations

import pytest

from zellig.corpora.reader_marks import spans_for_the_reader

FILLER = "The cook salted the soup."


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.kind) for span in spans_for_the_reader(text)]


KEPT = [
    "it was called “[this city] by the sea”",
    "the film [his name]’s Kitchen",
    "a novel titled for [this dish]",
    "she “bake[s] bread” and “salt[ed] it”",
    "“we ate […] and left [...] at once”",
    "the group SO(3) and the function f(x)",
    "iron(III) oxide and lead (IV) oxide",
    "the song “Bread (Is All We Have)”",
    "the (self-made) cook",
    "the (two-part) dinner",
    "a [4+2] table",
    "the International Soup Organization (ISO)",
    "the [THIS] of Reason",
    "it was (of course) cold",
    "a moderator (moderators slow neutrons)",
    "a compound named (+)-soupene",
    "he had “[read] the menu”",
    "the cook (1810-1872)",
    "a novel about “the (DNA-binding) spoon”",
    "the letters (a,b,c)",
    "an open (bracket and a closed] one",
]


@pytest.mark.parametrize("text", KEPT)
def test_other_brackets_belong_to_the_question(text: str) -> None:
    assert found(f"In one book, {text}. {FILLER}") == []


@pytest.mark.parametrize("guide", ["(“ranss”)", "[RANSS-uh]", "[[“ranss”]]", "(pronounced SOOP)"])
def test_guides(guide: str) -> None:
    assert found(f"We ate at Reims {guide}, and had bread.") == [(guide, "guide")]


@pytest.mark.parametrize("mark", ["(*)", "[*]", "(+)", "(**)", "*"])
def test_power_marks(mark: str) -> None:
    assert found(f"The soup {mark} was hot.") == [(mark, "power")]


def test_a_lone_star_is_no_mark_where_there_is_another_or_a_second_one() -> None:
    assert found("The soup (*) was * hot.") == [("(*)", "power")]
    assert found("Two * three * four.") == []
    assert found("The star A* (“A-star”) is hot.") == [("(“A-star”)", "guide")]


@pytest.mark.parametrize(
    "words",
    [
        "read slowly",
        "Read Slowly, with pauses",
        "emphasize",
        "emphasise",
        "pause",
        "short pause",
        "spell it out",
        "not a typo",
        "stress this word",
        "Moderator: pause here",
        "note to moderator: smile",
        "read letters individually",
    ],
)
def test_directives_in_brackets(words: str) -> None:
    for mark in (f"[{words}]", f"({words})"):
        assert found(f"The soup {mark} was hot.") == [(mark, "directive")]


BEFORE = {
    "Description acceptable.": "directive",
    "DESCRIPTION ACCEPTABLE": "directive",
    "Two answers required:": "directive",
    "[Two answers required]": "directive",
    "(Cook and kind of soup required)": "directive",
    "Note to players: we want a dish, not a kitchen.": "directive",
    "Note to moderator: Read the answer line carefully.": "directive",
    "NOTE TO MODERATOR (do not read): be kind!": "directive",
    "[Note to moderator (not for teams): be kind]": "directive",
    "(Note to moderator: be kind [to all] today)": "directive",
    "Moderator Note: Read the recipe slowly": "directive",  # the full stop is forgotten
    "The answer to this question is a dish, e.g. a stew.": "directive",
    "12.": "stray",
    "TB.": "stray",
    ".": "stray",
    "**": "stray",
    "ANSWER: goulash [accept stew] <Soups, AB> 7.": "stray",
    "[AB]": "credit",
    "(AB/CD)": "credit",
}


@pytest.mark.parametrize("before", BEFORE)
def test_what_stands_before_a_question(before: str) -> None:
    blank = "" if before == "**" else " "
    assert found(f"{before}{blank}{FILLER}") == [(before, BEFORE[before])]


def test_several_stand_before_a_question() -> None:
    text = (
        "3. Note to moderators: You are doing well! Thank you. Description acceptable. "
        "Note to players: name a dish. The soup was required by law."
    )
    parts = ["3.", "Note to moderators: You are doing well!", "Thank you.", "Description acceptable."]
    assert [part for part, _ in found(text)] == [*parts, "Note to players: name a dish."]


def test_a_forgotten_full_stop_before_a_capital() -> None:
    assert found(f"Description acceptable{FILLER}") == [("Description acceptable", "directive")]


@pytest.mark.parametrize(
    "text",
    [
        "This soup is required.",
        "A spoon was required to eat this dish.",
        "Notes of salt and pepper fill this soup.",
        "1984 spoons were in it.",
        "Players of this game need a spoon.",
        "Note to moderator: that is all.",  # of nothing else
        "Description acceptable.",
        "",
        "12.",
    ],
)
def test_a_question_is_not_taken_for_what_stands_before_it(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("credit", ["[Maria]", "[AB]", "(AB)", "<Soups, Maria Rossi>"])
def test_who_wrote_it_stands_at_the_end(credit: str) -> None:
    assert found(f"{FILLER} {credit}") == [(f" {credit}", "credit")]


def test_a_bracket_at_the_end_is_a_credit_only_after_the_last_sentence() -> None:
    assert found("Name this kitchen in [Paris]") == []
