"""Questions that are read piece by piece: where a guesser is asked, what it is told, how it is judged."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.games.quiz import hearing
from zellig.games.quiz.hearing import Reading, hear
from zellig.items import Item, Prediction
from zellig.performers import Spec

TEXT = "A bell of this town is green. Its tower leans. Name this town on the Ame."
TOLD = {"category": "History", "n_words": 15, "power": 30, "gold_answer_line": "<u>Ashmoor</u> [accept Ash]"}


class Listener:
    """Answers what it is given, by what it has heard, and remembers all of that."""

    spec = Spec("listener")

    def __init__(self, knows_after: int = 0, answer: str = "Ash") -> None:
        self.asked: list[Item] = []
        self._after, self._answer = knows_after, answer

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += items
        return [
            Prediction(item.id, self._answer if len(item.fields["text"]) >= self._after else "soup")
            for item in items
        ]


def one(item: Item, system: Listener, step: int = 25) -> Reading:
    (found,) = hear(system, [item], step=step)
    return found


def test_where_it_is_asked() -> None:
    system = Listener()
    found = one(Item("1", {"text": TEXT}, ("Ashmoor",), TOLD), system)
    length, sentence = len(TEXT), len("A bell of this town is green.")
    quarters = [int(length * share) for share in (0.25, 0.5, 0.75)]
    heard = [len(item.fields["text"]) for item in system.asked]
    assert heard == sorted({25, 50, length, sentence, *quarters})
    assert found.track.positions == [at / length for at in heard]
    # A buzzer learns of the regular steps alone: at a quarter it would know how long the question is.
    assert [each.position for each in found.heard.steps] == [25, 50, length]
    assert found.heard.shares == [25 / length, 50 / length, 1]
    assert found.first_sentence == sentence / length


def test_all_that_it_is_told_is_what_was_heard() -> None:
    """Neither an answer, nor anything that only the whole question tells."""
    system = Listener()
    one(Item("1", {"text": TEXT}, ("Ashmoor",), TOLD), system)
    for item in system.asked:
        assert TEXT.startswith(item.fields["text"])
        assert item == Item("1", item.fields, (), {"position": len(item.fields["text"])})


@settings(max_examples=60)
@given(st.text("ab. ", min_size=1, max_size=60), st.text("cd. ", max_size=60), st.integers(1, 30))
def test_what_follows_changes_nothing(begun: str, after: str, step: int) -> None:
    """At the steps that both have, what is heard, said and ruled is the same, however the question ends."""
    answers = ("Ashmoor",)
    short, long = (
        one(Item("1", {"text": text}, answers), Listener(9, "Ashmoor"), step).heard
        for text in (begun, begun + after)
    )
    own = len(short.steps) - 1  # the last is at the end, which is another place in the longer one
    assert short.steps[:own] == long.steps[:own]
    assert short.right[:own] == long.right[:own]


def test_an_answer_line_rules() -> None:
    item = Item("1", {"text": TEXT}, ("Ashmoor",), TOLD)
    assert one(item, Listener(40)).heard.right == [False, True, True]
    assert one(item, Listener(40)).track.right.count(True) == 3
    line = {"gold_answer_line": '<u>Ashmoor</u> [accept Ash before "tower" is read]'}
    assert one(Item("1", {"text": TEXT}, ("Ashmoor",), line), Listener()).heard.right == [True, False, False]


@pytest.mark.parametrize("text", ["", "?", "Ash", "   ", "この質問"])
def test_very_short_questions(text: str) -> None:
    found = one(Item("1", {"text": text}, ("Ash",)), Listener())
    assert found.heard.shares == [1]
    assert found.heard.right == [True]
    assert found.track.positions[-1] == 1
    assert list(found.track.positions) == sorted(found.track.positions)


def test_a_step_beyond_the_end_is_the_end() -> None:
    assert [each.position for each in one(Item("1", {"text": TEXT}), Listener(), 10**5).heard.steps] == [
        len(TEXT)
    ]


def test_questions_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [Item(str(number), {"text": TEXT[number:]}, ("Ash",)) for number in range(7)]
    whole = list(hear(Listener(30), items))
    monkeypatch.setattr(hearing, "TOGETHER", 3)
    told: list[tuple[int, int]] = []
    parts = list(hear(Listener(30), items, progress=lambda what, done, total: told.append((done, total))))
    assert parts == whole
    assert told == [(3, 7), (6, 7), (7, 7)]


class Muddled(Listener):
    """Forgets an answer."""

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return super().predict(items)[1:]


class Boundless(Listener):
    """Is more than sure."""

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(item.id, "Ash", {"Ash": float("nan")}) for item in items]


@pytest.mark.parametrize(
    ("system", "complaint"),
    [(Muddled(), "do not match them. Give one for each item"), (Boundless(), "not a finite number")],
)
def test_a_guesser_that_does_not_keep_to_the_rules(system: Listener, complaint: str) -> None:
    with pytest.raises(ZelligError, match=complaint):
        one(Item("1", {"text": TEXT}, ("Ash",)), system)
