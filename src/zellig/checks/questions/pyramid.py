"""Does a question get easier in time? A guesser should not find the answer in the first sentence."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.checks.questions.findings import Fault, place
from zellig.checks.questions.policy import Pyramid
from zellig.checks.questions.sentences import sentence_places
from zellig.items import Item, Prediction
from zellig.oracle import Oracle, ask_all
from zellig.performers import System
from zellig.systems.evaluation import refuse_two_texts
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.beginnings import beginning


def pyramid(item: Item, guesser: System, policy: Pyramid, called: str = "") -> Iterator[Fault]:
    """Where the guesser is right, if that is after the first sentence, only after the last, or nowhere."""
    text, name = item.fields["text"], called or guesser.spec.name
    places = sentence_places(text)
    if not places:
        return
    heard = [beginning(item, end) for _, end in places]
    refuse_two_texts(guesser, heard)
    said = ask_all(Oracle(guesser, ""), heard, QUIZ, lambda what, done, total: None, name)
    right = [QUIZ.rule(QUIZ.given(each.answer), part).right for each, part in zip(said, heard, strict=True)]
    sure = _probability(said[0])
    if right[0] and (sure is None or sure >= policy.probability):
        by = "" if sure is None else f" (probability {sure:.2f})"
        what = f"{name} answers {said[0].answer!r} after the first sentence{by}"
        yield Fault("early-answer", what, place(text, *places[0]))
    elif not any(right):
        what = f"{name} answers {said[-1].answer!r} when all is read, which is not right"
        yield Fault("unanswered", what, place(text, 0, len(text)))
    elif not any(right[:-1]):
        yield Fault("late-answer", f"{name} is right only when all is read", place(text, *places[-1]))


def _probability(prediction: Prediction) -> float | None:
    return (prediction.probabilities or {}).get(str(prediction.answer))
