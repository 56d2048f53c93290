"""QA-SRL: a question about a predicate, answered by a span of the sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zellig.items import UNPARSED, Pair
from zellig.tasks.task import Task


def character_f1(answer: str, gold: str) -> float:
    """Harmonic mean of precision and recall over the characters two spans share (as multisets)."""
    if not answer or not gold:
        return float(answer == gold)
    shared = (Counter(answer) & Counter(gold)).total()
    return 2 * shared / (len(answer) + len(gold))


@dataclass(frozen=True)
class _QaSrl(Task):
    lenient_from: float | None = None  # an answer counts as right from this character F1 on

    def answer(self, raw: str | int) -> str:
        return " ".join(str(raw).split())

    def right(self, answer: str, accepted: Sequence[str]) -> bool:
        if self.lenient_from is None:
            return super().right(answer, accepted)
        return self.credit(answer, accepted) >= self.lenient_from

    def credit(self, answer: str, accepted: Sequence[str]) -> float:
        if answer == UNPARSED:
            return 0.0
        return max((character_f1(answer, gold) for gold in accepted), default=0.0)

    def faults_of_pair(self, pair: Pair) -> Iterator[str]:
        yield from super().faults_of_pair(pair)
        if not pair.modified.accepted:
            yield "the modified sentence has no answer to the question"
        sentence = self.answer(pair.modified.fields.get("sentence", ""))
        for gold in pair.modified.accepted:
            if self.answer(gold) not in sentence:
                yield f"the answer {gold!r} is not a part of the modified sentence"


QASRL = _QaSrl(
    name="qasrl",
    question="Which part of the sentence answers the question?",
    fields=("sentence", "predicate", "question"),
    editable=("sentence",),
    partial=True,
)

QASRL_F1 = _QaSrl(
    name="qasrl-f1",
    question=QASRL.question,
    fields=QASRL.fields,
    editable=QASRL.editable,
    partial=QASRL.partial,
    lenient_from=0.8,  # the cut the contrast-set authors use for spans
)
