from __future__ import annotations

from collections.abc import Sequence

import pytest

from written import SENTENCES, written
from zellig.checks.questions.findings import Fault
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pyramid import pyramid
from zellig.items import Item, Prediction
from zellig.performers import Spec


class Knows:
    """Knows the town when it has heard a word; before that it guesses another."""

    spec = Spec("knows")

    def __init__(self, word: str, probability: float | None = None) -> None:
        self.word, self.probability = word, probability

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [self._answer(item) for item in items]

    def _answer(self, item: Item) -> Prediction:
        assert item.accepted == ()
        assert "gold_answer_line" not in item.metadata
        answer = "Hollowmere" if self.word in item.fields["text"] else "Elmscar"
        return Prediction(item.id, answer, None if self.probability is None else {answer: self.probability})


def found(guesser: Knows) -> list[Fault]:
    return list(pyramid(written(), guesser, default_policy().pyramid))


def test_right_after_the_first_sentence() -> None:
    (fault,) = found(Knows("glaziers", 0.75))
    assert fault.code == "early-answer"
    assert fault.message == "knows answers 'Hollowmere' after the first sentence (probability 0.75)"
    assert fault.place is not None
    assert fault.place.words == SENTENCES[0]
    (certain,) = found(Knows("glaziers"))
    assert certain.message == "knows answers 'Hollowmere' after the first sentence"


@pytest.mark.parametrize("guesser", [Knows("glaziers", 0.25), Knows("clock"), Knows("ribbon")])
def test_right_in_time(guesser: Knows) -> None:
    assert found(guesser) == []


def test_right_late_or_never() -> None:
    (late,) = found(Knows("Brend"))
    (never,) = found(Knows("zeppelin"))
    assert (late.code, never.code) == ("late-answer", "unanswered")
    assert late.place is not None
    assert late.place.words == SENTENCES[-1]
    assert never.message == "knows answers 'Elmscar' when all is read, which is not right"


def test_nothing_is_asked_about_nothing() -> None:
    assert list(pyramid(written(""), Knows("x"), default_policy().pyramid)) == []
