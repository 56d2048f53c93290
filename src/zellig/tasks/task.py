"""What every task declares, and the rules all tasks share."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item, Pair, Relation
from zellig.tasks.rule import Rule

Outcome = Literal["right", "wrong", "prompt"]


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a task says of an answer to an item, and why in a sentence; `prompt` asks for more, in quizzes."""

    outcome: Outcome
    because: str
    ask: str = ""  # what to ask who is prompted, if the answer line says it

    @property
    def right(self) -> bool:
        return self.outcome == "right"


@dataclass(frozen=True)
class Task:
    """A kind of question to a system. Tasks with open answers (spans, pages) have no `labels`."""

    name: str
    question: str  # in plain words, for reports and prompts
    fields: tuple[str, ...]
    editable: tuple[str, ...]
    labels: tuple[str, ...] = ()
    flips: Mapping[str, str] = field(default_factory=dict)  # empty: this task has no flip
    words: Mapping[str, str] = field(default_factory=dict)  # for labels that are not words themselves
    also: Mapping[str, str] = field(default_factory=dict)  # other spellings of an answer: 1 for +1
    # Other names that a label goes by, in data of others: they make no other task.
    spellings: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    ordered: bool = False  # the labels are a scale, the lowest first
    # The two of a longer scale that others mostly stop at: their 0 and 1. Empty: nothing is known of that.
    ends: tuple[str, ...] = ()
    partial: bool = False  # an answer may be right in part: `credit` says how much
    about_meaning: bool = True  # what says the same has the same answer; not so where a text may be a fake
    domain: str = ""  # what its texts are about, in a word; empty: that differs from corpus to corpus
    rules: tuple[Rule, ...] = ()  # what changes or keeps answers in this task alone
    file: str = field(default="", compare=False)  # where somebody's own task was read; ours have none

    def answer(self, raw: str | int) -> str:
        """The canonical spelling of an answer; refuses one that the task does not have."""
        text = self.also.get(said := str(raw).strip(), said)
        if self.labels and text not in self.labels:
            named = (f"{each} ({self.words[each]})" if each in self.words else each for each in self.labels)
            raise ZelligError(
                f"{raw!r} is not an answer of the task {self.name}", remedy=f"Use one of {', '.join(named)}."
            )
        return text

    def given(self, raw: str | int) -> str:
        """The canonical spelling of what a system answered, which may be the word for a label; `unparsed`
        stays, and is always wrong."""
        if raw == UNPARSED:
            return UNPARSED
        said = str(raw).strip().lower()
        return self.answer(next((label for label, word in self.words.items() if word == said), raw))

    def right(self, answer: str, accepted: Sequence[str]) -> bool:
        """Is this canonical answer among the accepted ones?"""
        return answer != UNPARSED and answer in accepted

    def rule(self, answer: str, item: Item) -> Judgement:
        """Judge a canonical answer to an item, and say why; whatever counts answers asks this."""
        if self.right(answer, item.accepted):
            return Judgement("right", "it is among the accepted answers")
        return Judgement("wrong", "it is not among the accepted answers")

    def judged_by(self, item: Item) -> Hashable:
        """All of an item that a judgement depends on: items that share it need to be judged once."""
        return item.accepted

    def credit(self, answer: str, accepted: Sequence[str]) -> float:
        """Credit from 0 to 1; all or nothing unless the task says otherwise, and is `partial`."""
        return float(self.right(answer, accepted))

    def promised(
        self, relation: Relation, accepted: Sequence[str], value: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """What the modified item's accepted answers come to, given the original's.

        `becomes` needs the new value; `not` gives every other label, or `value` if one is given.
        """
        if relation == "same":
            return tuple(accepted)
        if relation in ("becomes", "not"):
            others = (
                tuple(label for label in self.labels if label not in accepted) if relation == "not" else ()
            )
            if not value and not others:
                raise ZelligError(
                    f"'{relation}' needs the new answers", remedy="Say what the answer becomes."
                )
            return tuple(value) or others
        if not self.flips or any(answer not in self.flips for answer in accepted):
            raise ZelligError(
                f"the task {self.name} has no flip of {', '.join(accepted)}",
                remedy="Promise 'becomes' with the new answer, or 'not'.",
            )
        return tuple(self.flips[answer] for answer in accepted)

    def spoken_of(self, rule: Rule) -> tuple[str, ...]:
        """The answers of which a rule says what becomes of them."""
        named = (label for label in self.labels if not rule.only_if or label in rule.only_if)
        return tuple(
            each for each in named if each != rule.value and (rule.promise != "flip" or each in self.flips)
        )

    def promise_between(self, original: Item, modified: Item) -> Relation:
        """The promise that two answered items amount to, for pairs that come without one."""
        if set(original.accepted) == set(modified.accepted):
            return "same"
        if all(self.flips.get(answer) in modified.accepted for answer in original.accepted) and len(
            original.accepted
        ) == len(modified.accepted):
            return "flip"
        return "becomes"

    def text(self, item: Item) -> str:
        """All the language of an item in one string."""
        return "\n".join(item.fields[name] for name in self.fields if item.fields.get(name))

    def faults_of_item(self, item: Item) -> Iterator[str]:
        """Sentences about what is wrong with an item's fields or answers."""
        for name in self.fields:
            if not item.fields.get(name, "").strip():
                yield f"the field '{name}' is missing or empty"
        for name in item.fields:
            if name not in self.fields:
                yield f"the field '{name}' is not a field of {self.name} ({', '.join(self.fields)})"
        if len(set(item.accepted)) < len(item.accepted):
            yield "an accepted answer is given twice"
        for answer in item.accepted:
            try:
                canonical = self.answer(answer)
            except ZelligError as error:
                yield str(error)
            else:
                if canonical != answer:
                    yield f"the answer {answer!r} must be spelt {canonical!r}"

    def faults_of_pair(self, pair: Pair) -> Iterator[str]:
        """Sentences about what the task forbids in a pair, beyond the faults of its items."""
        for name in self.fields:
            if name not in self.editable and pair.original.fields.get(name) != pair.modified.fields.get(name):
                yield f"the field '{name}' must not be changed in {self.name}"
