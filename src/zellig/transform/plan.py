"""What is to be made of the items of a corpus."""

from __future__ import annotations

from dataclasses import dataclass

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.notices import warn
from zellig.tasks import Task, get_task
from zellig.tasks.finding import name_of
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.composition import JOIN, names_up_to
from zellig.transform.erg import Erg
from zellig.transform.label_rules import ALL_OURS, OURS, LabelRule, rules_of
from zellig.transform.ranker import load_ranker
from zellig.transform.sentences import check_names


@dataclass(frozen=True)
class ContrastPlan:
    """Which transformations may be used, by which label rules, and who looks at the results."""

    task: str
    phenomena: tuple[str, ...] = tuple(TRANSFORMATIONS)
    compose: int = 1  # steps on one sentence, in a survey
    label_rules: str = OURS
    filtered: bool = True
    hypotheses: bool = False  # also those made from the premise alone
    erg: Erg | None = None  # None: our own grammar of the clause
    ranker: str = "cheap"  # one of the filters: off without them
    survey: bool = (
        False  # also do and count what no label rule can use: the pairs are the same, and it is slow
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "task", name_of(self.task))  # it may be given as a file

    @property
    def names(self) -> tuple[str, ...]:
        """Every step and composition that is tried: those that the label rules name, and all in a survey."""
        steps = [name for name in self.phenomena if JOIN not in name]
        named = [name for rule in self.rule_set for name in rule.steps]
        composed = [name for name in named if set(name.split(JOIN)) <= set(steps)]
        singles = names_up_to(steps, self.compose if self.survey else 1)
        every = dict.fromkeys([*singles, *self.phenomena, *composed])
        return tuple(name for name in every if self.survey or name in named)

    @property
    def stilted(self) -> list[str]:
        """The steps among those named that only rules use which are stilted, and therefore left out."""
        left_out = {step for rule in self._rules if rule.stilted for step in rule.steps}
        used = {part for rule in self.rule_set for step in rule.steps for part in step.split(JOIN)}
        return [step for step in self.phenomena if step in left_out - used] if self._named else []

    @property
    def unused(self) -> list[str]:
        """The steps among those named that no label rule of the task uses: they are counted, and no more."""
        used = {part for rule in self._rules for step in rule.steps for part in step.split(JOIN)}
        return [step for step in self.phenomena if not set(step.split(JOIN)) <= used] if self._named else []

    @property
    def rule_set(self) -> tuple[LabelRule, ...]:
        """The label rules that are sure enough; what is stilted only where all are asked for.

        A rule without a step, which exchanges two sides, is not there where steps are named.
        """
        every = self.label_rules == ALL_OURS
        return tuple(
            rule for rule in self._rules if (every or not rule.stilted) and (rule.steps or not self._named)
        )

    @property
    def _rules(self) -> list[LabelRule]:
        return [rule for rule in rules_of(self.label_rules, self.task) if rule.on]

    @property
    def _named(self) -> bool:
        """Are some steps asked for, and others not?"""
        return not set(TRANSFORMATIONS) <= set(self.phenomena)

    def check(self) -> None:
        """Refuse what cannot be done, before anything is."""
        check_names(self.phenomena, self.erg)
        check_rules(get_task(self.task))
        rules_of(self.label_rules, self.task)
        if self.hypotheses and self.task != "nli":
            raise ZelligError(
                f"the task {self.task} has no hypotheses", remedy=f"Leave {option('hypotheses')} out."
            )
        if self.filtered:
            load_ranker(self.ranker)
        if self.stilted:
            steps, ask = ", ".join(self.stilted), f"{option('label_rules')} {ALL_OURS}"
            warn(f"no pairs are made by {steps}: hardly anybody writes so; {ask} has them")


def check_rules(task: Task) -> None:
    """Refuse a task whose rules name transformations that there are not."""
    for number, rule in enumerate(task.rules, 1):
        try:
            check_names((rule.transform,) if rule.transform else (), None)
        except ZelligError as error:
            place = f"rules[{number}].transform"
            raise ZelligError(error.what, path=task.file, field=place, remedy=error.remedy) from None
