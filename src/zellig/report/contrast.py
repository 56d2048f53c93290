"""The report of a contrast run: how many pairs of which phenomenon, examples, and why there are no more."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from zellig import __version__
from zellig.corpora.as_written import as_written
from zellig.files import write_text
from zellig.items import Pair, pair_hash, read_records
from zellig.report.cards import Field, fields_of
from zellig.report.page import template
from zellig.tasks import Task, get_task
from zellig.transform.counts import Counts
from zellig.transform.label_rules import MADE_BY, in_words
from zellig.transform.plan import ContrastPlan

EACH = 3  # examples of a phenomenon


class Example(NamedTuple):
    """A pair as it is shown: its fields as diffs, and its answers."""

    id: str
    fields: list[Field]
    before: str
    after: str


@dataclass
class Group:
    """The pairs of one phenomenon."""

    done: str  # to which field
    pairs: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    chosen: list[tuple[str, Pair]] = field(
        default_factory=list
    )  # by their hashes: a fair choice, always the same

    def add(self, pair: Pair, task: Task) -> None:
        """Count a pair, and keep it if it is among the first."""
        self.pairs += 1
        # Where answers are free texts, nobody wants to see them counted.
        self.answers[_became(*_answers(pair)) if task.labels else pair.promise] += 1
        insort(self.chosen, (pair_hash(pair), pair), key=lambda entry: entry[0])
        del self.chosen[EACH:]

    def examples(self) -> list[Example]:
        """The pairs that were kept."""
        return [Example(pair.id, fields_of(pair), *_answers(pair)) for _, pair in self.chosen]


class Row(NamedTuple):
    """A line of a table: how often something was done or refused."""

    name: str
    about: str
    times: int


def write_contrast_report(path: Path, counts: Counts, pairs: Path, plan: ContrastPlan, corpus: str) -> None:
    """Write the report on a file of pairs, whole or not at all."""
    write_text(path, contrast_html(counts, read_records(pairs, Pair), plan, corpus))


def contrast_html(counts: Counts, pairs: Iterable[Pair], plan: ContrastPlan, corpus: str) -> str:
    """The report as one string of HTML; the same pairs and counts give the same bytes."""
    task, groups = get_task(plan.task), dict[str, Group]()
    for pair in pairs:
        groups.setdefault(pair.phenomenon, Group(_done(pair))).add(pair, task)
    return template("contrast.html").render(
        corpus=as_written(corpus, mapping=False),
        plan=plan,
        counts=counts,
        groups={name: groups[name] for name in counts.phenomena if name in groups},
        transformations=_transformations(counts, plan),
        refusals=[_refused(reason, times) for reason, times in counts.refusals.items()],
        version=__version__,
    )


def _done(pair: Pair) -> str:
    """What the rule does, as tables have it, or the steps of a pair that no rule made."""
    steps = ", ".join(step for step in pair.lineage if not step.startswith(MADE_BY))
    said = in_words(pair.phenomenon)
    return steps if said == pair.phenomenon else said


def _became(before: str, after: str) -> str:
    return f"{before} stays" if before == after else f"{before} → {after}"


def _answers(pair: Pair) -> tuple[str, str]:
    before, after = (" or ".join(item.accepted) for item in (pair.original, pair.modified))
    return before, after


def _transformations(counts: Counts, plan: ContrastPlan) -> list[Row]:
    """What was done to how many sentences, and which label rules can use it."""
    done = counts.survey.transformations if counts.survey else {}
    users = {name: [rule.code for rule in plan.rule_set if name in rule.steps] for name in done}
    return [Row(name, ", ".join(dict.fromkeys(users[name])), times) for name, times in done.items()]


def _refused(reason: str, times: int) -> Row:
    what, colon, why = reason.rpartition(": ")
    return Row(what if colon else "the sentence or item", why, times)
