"""A listener: every prefix is asked once, ranks and the bell go by the writer's own answer line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from zellig.buzzers.threshold import Threshold
from zellig.games.writing.listening import Listener, question_of
from zellig.games.writing.strokes import Draft, Notes
from zellig.items import Item, Prediction
from zellig.performers import Spec

SURE = {  # what is guessed after so many words, and how sure it is
    1: {"Stew": 0.2, "Gazpacho": 0.1},
    2: {"Stew": 0.6, "Gazpacho": 0.3},
    3: {"Gazpacho": 0.7, "Stew": 0.2},
    4: {"Stew": 0.5, "Gazpacho": 0.4},
}


class Counting:
    """A guesser that goes by the number of words, and counts how often it is asked."""

    spec = Spec("counting")

    def __init__(self) -> None:
        self.asked: list[str] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += [item.fields["text"] for item in items]
        said = [SURE.get(len(item.fields["text"].split()), {"Bread": 0.1}) for item in items]
        return [
            Prediction(item.id, next(iter(each)), dict(each)) for item, each in zip(items, said, strict=True)
        ]


def listener(at: float = 0.55) -> tuple[Listener, Counting]:
    guesser = Counting()
    return Listener(guesser, Threshold(Spec("threshold", {"at": at}), at)), guesser


def question(text: str, line: str = "Gazpacho") -> Item:
    return question_of(Draft({"text": text}, Notes(answer=line)))


def test_guesses_and_the_rank_of_the_truth() -> None:
    heard, _ = listener()
    found = heard.guess(question("Cold red"))
    assert [guess.answer for guess in found.guesses] == ["Stew", "Gazpacho"]
    assert [guess.right for guess in found.guesses] == [False, True]
    assert found.rank == 2
    assert heard.guess(question("Cold red", "Borscht")).rank is None
    assert heard.guess(question("Cold red", "")).rank is None  # nobody has said what is right


def test_the_bell_is_at_the_first_word_that_is_enough_and_minds_change_after_it() -> None:
    heard, _ = listener()
    bell = heard.bell(question("Cold red soup eaten"))
    assert bell is not None
    assert (bell.word, bell.position, bell.answer, bell.right) == (2, len("Cold red"), "Stew", False)
    assert bell.changes == (3, 4)
    assert bell.becomes == ("Gazpacho", "Stew")
    assert listener(0.99)[0].bell(question("Cold red soup eaten")) is None


def test_another_name_of_its_guess_is_no_change_of_mind() -> None:
    names = {"Gazpacho": "soup", "Stew": "soup"}
    heard = Listener(
        Counting(), Threshold(Spec("threshold", {"at": 0.55}), 0.55), lambda answer: names.get(answer, answer)
    )
    bell = heard.bell(question("Cold red soup eaten in"))
    assert bell is not None
    assert (bell.word, bell.changes, bell.becomes) == (2, (5,), ("Bread",))


def test_guides_and_the_power_mark_are_not_heard_and_the_bell_stands_in_what_was_written() -> None:
    heard, guesser = listener()
    written = 'Cold ("KOHLD") (*) red soup'
    bell = heard.bell(question(written))
    assert bell is not None
    assert set(guesser.asked) == {"Cold", "Cold red", "Cold red soup"}
    assert written[: bell.place] == 'Cold ("KOHLD") (*) red'
    assert [written[:turn] for turn in bell.turns] == [written]  # where it changes its mind
    assert heard.guess(question(written)).unheard == len(' ("KOHLD") (*)')


def test_only_what_is_new_is_asked() -> None:
    heard, guesser = listener()
    while not heard.catch_up(question("Cold red")):
        assert guesser.asked == ["Cold"]  # one at a time
    assert guesser.asked == ["Cold", "Cold red"]
    heard.bell(question("Cold red soup"))
    heard.guess(question("Cold red soup"))
    assert guesser.asked == ["Cold", "Cold red", "Cold red soup"]
    while not heard.catch_up(question("Cold green soup")):  # changed in the middle
        pass
    assert guesser.asked[3:] == ["Cold green", "Cold green soup"]


def test_how_far_it_has_listened_is_told_and_of_a_chapter_it_hears_the_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zellig.games.writing.listening.HEARD", 3)
    heard, guesser = listener()
    text = question("Cold red soup eaten in summer")
    assert heard.waiting(text) == (0, 3)
    heard.catch_up(text)
    assert heard.waiting(text) == (1, 3)
    while not heard.catch_up(text):
        pass
    assert heard.waiting(text) == (3, 3)
    bell = heard.bell(text)
    assert bell is not None
    assert (bell.word, bell.changes) == (2, (3,))
    assert guesser.asked == ["Cold", "Cold red", "Cold red soup"]


def test_what_older_texts_began_with_is_forgotten_and_the_text_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zellig.games.writing.listening.REMEMBERED", 4)
    heard, guesser = listener()
    heard.bell(question("Cold red soup"))
    for word in ("eaten", "eatable", "in"):
        heard.bell(question(f"Cold red soup {word}"))
    assert len(guesser.asked) == len(set(guesser.asked)) == 6
    heard.bell(question("Cold red soup eaten"))  # undone: only the last word is heard again
    assert guesser.asked[6:] == ["Cold red soup eaten"]
    long = " ".join(["Cold"] * 20)
    bell = heard.bell(question(long))
    before = len(guesser.asked)
    assert heard.bell(question(long)) == bell
    assert len(guesser.asked) == before


def test_an_answer_is_ruled_anew_when_the_line_changes() -> None:
    heard, _ = listener()
    assert [heard.guess(question("Cold red", line)).rank for line in ("Gazpacho", "Stew", "Gazpacho")] == [
        2,
        1,
        2,
    ]


def test_a_guess_that_the_line_prompts_on_is_no_right_one_and_is_told() -> None:
    heard, _ = listener()
    found = heard.guess(question("Cold red", "_Gazpacho_ [prompt on stew]"))
    assert [(each.answer, each.right, each.prompt) for each in found.guesses] == [
        ("Stew", False, True),
        ("Gazpacho", True, False),
    ]
    assert (found.rank, found.prompted) == (2, 1)  # the rank is that of the first right answer
    bell = heard.bell(question("Cold red", "_Gazpacho_ [prompt on stew]"))
    assert bell is not None
    assert (bell.answer, bell.right, bell.prompt) == ("Stew", False, True)
    none = heard.guess(question("Cold red", "_Borscht_ [prompt on stew]"))
    assert (none.rank, none.prompted) == (None, 1)
    assert heard.guess(question("Cold red")).prompted is None


class Naming:
    """A guesser that has several names for one answer."""

    spec = Spec("naming")

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        said = {"Stew": 0.4, "cold tomato soup": 0.3, "Gazpacho": 0.25, "Bread": 0.05}
        return [Prediction(item.id, "Stew", said) for item in items]


def test_several_names_of_one_answer_are_one_guess() -> None:
    called = {"cold tomato soup": "Gazpacho"}
    buzzer = Threshold(Spec("threshold", {"at": 0.35}), 0.35)
    heard = Listener(Naming(), buzzer, lambda name: called.get(name, name))
    found = heard.guess(question("Cold red", "Bread"))
    assert [(each.answer, round(each.probability, 6)) for each in found.guesses] == [
        ("cold tomato soup", 0.55),  # as the guesser calls it: it is asked why by this name
        ("Stew", 0.4),
        ("Bread", 0.05),
    ]
    assert found.rank == 3
    bell = heard.bell(question("Cold red", "Bread"))
    assert bell is not None
    assert bell.answer == "Stew"  # the buzzer hears what the guesser says
    assert [each.answer for each in Listener(Naming(), buzzer).guess(question("Cold red")).guesses] == [
        "Stew",
        "cold tomato soup",
        "Gazpacho",
        "Bread",
    ]
