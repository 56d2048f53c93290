"""Repeats: the same answer however it is spelt, a shared phrase, a sentence that is nearly the same."""

from __future__ import annotations

from written_questions import written
from zellig.games.writing.repeats import Repeat, find_repeats, same_clues
from zellig.items import Item


def test_answers_by_their_names_and_clues() -> None:
    found = find_repeats(written())
    assert [(each.what, each.questions) for each in found if each.kind == "answer"] == [
        ("Danube", ("q3", "q28")),
        ("J. S. Bach", ("q7", "q29")),
        ("Lead", ("q20", "q30")),
    ]
    (clue,) = (each for each in found if each.kind == "clue")
    assert clue == Repeat("clue", "Pipes of this heavy metal poisoned drinkers in", ("q20", "q30"))


def questions(*texts: str) -> list[Item]:
    return [Item(str(number), {"text": text}, ("a",)) for number, text in enumerate(texts)]


def test_phrases_that_overlap_are_one_and_formulas_are_none() -> None:
    found = same_clues(
        questions(
            "He said: the cold clear water runs under seven bridges at night. For 10 points, name this poet.",
            "The Cold clear water runs under seven bridges at dawn. For ten points, name this poet of Kiel.",
            "Something else was on the table. For 10 points, name this poet of Oslo.",
        )
    )
    assert found == [Repeat("clue", "the cold clear water runs under seven bridges at", ("0", "1"))]


def test_a_sentence_in_nearly_the_same_words() -> None:
    found = same_clues(
        questions(
            "Green glass bottles were blown here by monks from Prague.",
            "By monks from Prague, green glass bottles were also blown here.",
            "Monks from Ghent brewed beer here.",
        )
    )
    assert [each.questions for each in found] == [("0", "1")]


def test_every_clue_that_two_questions_share_is_told() -> None:
    ship = "A ship called Patient Heron lay across it for six days in spring."
    opera = "A composer was asked for a hymn and sent an opera instead."
    other = "Instead of a hymn, asked for, a composer sent an opera."
    found = same_clues(questions(f"{ship} {opera}", f"{opera} Nothing else is known here. {ship}"))
    assert sorted(each.what for each in found) == [
        "A composer was asked for a hymn and sent an opera instead",
        "A ship called Patient Heron lay across it for six days in spring",
    ]
    found = same_clues(questions(f"{ship} {opera}", f"{other} {ship}"))
    assert [each.what for each in found] == [ship.rstrip("."), opera]


def test_a_question_does_not_repeat_itself() -> None:
    text = "The old miller counted nine white geese."
    assert same_clues(questions(f"{text} {text}", "Another thing.")) == []
