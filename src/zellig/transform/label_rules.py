"""Label rules: what becomes of the answer when a text is transformed, or one side of an inference, or both.

The rules are data (`data/label_rules.toml`); here are the conditions they name. A rule that cannot be sure
gives no label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec

from zellig.errors import ZelligError
from zellig.items import Pair, Relation
from zellig.language.clause import Clause
from zellig.language.words import word_list
from zellig.tasks import Task, get_task
from zellig.tasks.rule import Rule
from zellig.transform.change import Meaning, all_words
from zellig.transform.composition import JOIN
from zellig.transform.negation import negate
from zellig.transform.tense import tense_of
from zellig.transform.weight import size

LOWEST = 0.90  # estimate below which a rule is off
SHORT = 8  # words beside the verb of a sentence that is denied
FOUND = "found"  # the answer is a part of the text, and is looked for in the new one
OURS, ALL_OURS = "zellig", "zellig-all"  # rule sets: what people write; that and what is stilted
ANY_TEXT = "any text"  # in place of a task: whatever is asked about what a text says
EXCHANGED = "exchanged"  # in the lineage of a pair whose premise and hypothesis changed places
COMPARING = frozenset({"support", "present events", "both present", "new verb"})  # conditions on two sides
MADE_BY = "rules: "  # begins the last entry of the lineage of a pair that a rule made


class LabelRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """One row of the data file, which explains its columns."""

    code: str
    to: str
    from_: tuple[str, ...] = ()
    premise: str = ""
    hypothesis: str = ""
    text: str = ""
    real: str = ""
    exchanged: bool = False  # premise and hypothesis change places, and then the steps are done
    when: tuple[str, ...] = ()
    estimate: float | None = None
    stilted: bool = False  # grammatical, and nobody would write it: in the set that has all
    unread: bool = False  # the estimate is that of its parts: nobody has judged what it makes
    rationale: str = ""
    value: str = ""  # what the answer becomes, where `to` is "becomes": a label may be called as it likes
    field: str = ""  # the only field that it is about; empty: all that may be edited

    @property
    def on(self) -> bool:
        """Is it sure enough to be used unasked?"""
        return self.estimate is not None and self.estimate >= LOWEST

    @property
    def steps(self) -> tuple[str, ...]:
        """What it does to texts, by name."""
        return tuple(step for step in (self.premise, self.hypothesis, self.text, self.real) if step)

    @property
    def compares(self) -> bool:
        """Do its conditions look at both sides? If not, one that stays as it is need not be understood."""
        return not COMPARING.isdisjoint(self.when)

    def step(self, field: str) -> str:
        """What it does for this field of an item; empty: nothing."""
        if self.field:
            return self.text
        return {"premise": self.premise, "hypothesis": self.hypothesis}.get(field, self.text or self.real)

    def speaks_of(self, *answers: str) -> bool:
        """Does it say what becomes of these answers?"""
        return not self.from_ or (len(answers) == 1 and answers[0] in self.from_)

    def promise(self) -> tuple[Relation, tuple[str, ...]]:
        """The relation to the old answer, and the new one where it is named."""
        if self.to in ("same", FOUND):
            return "same", ()
        if self.to == "flip":
            return "flip", ()
        if self.value:
            return "becomes", (self.value,)
        return ("not", ()) if self.to.startswith("not ") else ("becomes", (self.to,))


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a rule set for some tasks."""

    tasks: tuple[str, ...]
    rows: tuple[LabelRule, ...]


@dataclass(frozen=True)
class Sides:
    """The clauses as they were, and what those that were changed mean beside what they were.

    They are a premise and a hypothesis, as they stand after an exchange, or the only one that is looked at.
    """

    clauses: tuple[Clause, ...]
    meanings: tuple[Meaning, ...]

    @property
    def premise(self) -> Clause:
        """What is given."""
        return self.clauses[0]

    @property
    def hypothesis(self) -> Clause:
        """What may follow from it."""
        return self.clauses[-1]


@cache
def rule_sets() -> dict[str, tuple[Rows, ...]]:
    """All rule sets by name: zellig, zellig-all, lit-paper and lit-code."""
    raw = files("zellig.transform").joinpath("data/label_rules.toml").read_bytes()
    sets = msgspec.toml.decode(raw, type=dict[str, tuple[Rows, ...]])
    return {OURS: sets[OURS], ALL_OURS: sets[OURS]} | sets


def rules_of(name: str, task: str) -> tuple[LabelRule, ...]:
    """The rules of a set for a task, those that are off or stilted too; refuses a set that has none for it.

    A task that no row names has those for any text, and what its own file says.
    """
    sets = rule_sets()
    if name not in sets:
        raise ZelligError(f"there are no rules called {name!r}", remedy=f"Use one of {', '.join(sets)}.")
    found = _rows(name, task) or _general(_rows(name, ANY_TEXT), get_task(task))
    if not found:
        known = ", ".join(each for some in sets[name] for each in some.tasks if each != ANY_TEXT)
        remedy = f"They are about {known}."
        raise ZelligError(f"the rules {name!r} say nothing about the task {task}", remedy=remedy)
    return found


def in_words(code: str) -> str:
    """What the rule with this code does: `past / future + cleft`; a code that is no rule's stays as it is."""
    return _names().get(code, code)


@cache
def _names() -> dict[str, str]:
    """Of rules about two sides; a code means the same in every rule set."""
    rules = (rule for parts in rule_sets().values() for some in parts for rule in some.rows)
    return {
        rule.code: ": ".join(filter(None, (EXCHANGED * rule.exchanged, _sides_in_words(rule))))
        for rule in rules
        if rule.premise or rule.hypothesis or rule.exchanged
    }


def _sides_in_words(rule: LabelRule) -> str:
    """What becomes of premise and hypothesis; nothing, if no step is done."""
    return " / ".join(_step_in_words(step) for step in (rule.premise, rule.hypothesis)) if rule.steps else ""


def _step_in_words(step: str) -> str:
    return step.replace("cleft-subject", "cleft").replace(JOIN, f" {JOIN} ") or "unchanged"


@cache
def _rows(name: str, task: str) -> tuple[LabelRule, ...]:
    return tuple(rule for some in rule_sets()[name] if task in some.tasks for rule in some.rows)


def _general(rows: tuple[LabelRule, ...], task: Task) -> tuple[LabelRule, ...]:
    """The rules of a task of which we know nothing but what its file says, for every field that is edited."""
    if not rows or not task.labels or not task.about_meaning:
        return ()
    rules = [*rows, *(_own(rule, task) for rule in task.rules if rule.transform)]
    several = len(task.editable) > 1
    return tuple(
        msgspec.structs.replace(rule, field=name, code=f"{name}:{rule.code}" if several else rule.code)
        for name in task.editable
        for rule in rules
        if rule.field in ("", name)
    )


def _own(rule: Rule, task: Task) -> LabelRule:
    """A rule of a task's file; the user vouches for it, as far as the sentence has a finite verb."""
    return LabelRule(
        code=rule.phenomenon,
        to="not same" if rule.promise == "not" else rule.promise,
        from_=task.spoken_of(rule),
        text=rule.transform,
        when=("finite",),
        estimate=1.0,
        rationale=rule.because,
        value=rule.value,
        field=rule.field,
    )


def made_by(pair: Pair) -> str:
    """The name of the rule set that made a pair; empty if no rule made it."""
    last = pair.lineage[-1] if pair.lineage else ""
    return last.removeprefix(MADE_BY) if last.startswith(MADE_BY) else ""


def holds(rule: LabelRule, sides: Sides) -> bool:
    """Do all conditions of the rule hold?"""
    return all(CONDITIONS[name](sides) for name in rule.when)


def _meaning(wanted: str) -> Callable[[Sides], bool]:
    return lambda sides: all(meaning == wanted for meaning in sides.meanings)


def _deniable(sides: Sides) -> bool:
    """Is the denial of the hypothesis its contradictory, whatever else is done to it?"""
    return negate(sides.hypothesis).meaning == "contradictory"


def _nobody(sides: Sides) -> bool:
    """Does the denial of the premise say that nobody does it? *He does not sing* leaves all the others."""
    subject = sides.premise.subject
    known = subject is None or subject.determiner in ("definite", "proper", "pronoun")
    return not known and negate(sides.premise).meaning == "contradictory"


def _same_scopes(sides: Sides) -> bool:
    """Does no step exchange scopes, as a passive may? That leaves a changed sentence without a meaning."""
    return "none" not in sides.meanings


def _finite(sides: Sides) -> bool:
    """Has every sentence a finite verb? Captions leave *is* out; elsewhere such a text is a noun phrase."""
    return not any(clause.restored for clause in sides.clauses)


def _short_denial(sides: Sides) -> bool:
    """Is what is denied soon said? Nobody says that *no man in a coat and a hat is carrying ...*."""
    return size(all_words(sides.hypothesis)) <= SHORT


def _ongoing(sides: Sides) -> bool:
    """Is it going on? *A boy may walk* allows it, *A boy may be walking* leaves it open."""
    return sides.premise.verb.progressive


def _both_ongoing(sides: Sides) -> bool:
    return sides.premise.verb.progressive and sides.hypothesis.verb.progressive


def _support(sides: Sides) -> bool:
    """Does the hypothesis say what the changed verb of the premise says?"""
    premise, hypothesis = sides.premise, sides.hypothesis
    if hypothesis.subject is None or premise.subject is None or hypothesis.subject.determiner == "expletive":
        return False
    if len(premise.predicates) > 1 or len(hypothesis.predicates) > 1:
        return False
    if hypothesis.verb.lemma != premise.verb.lemma or hypothesis.verb.negative or premise.verb.negative:
        return False
    if hypothesis.verb.lemma in ("be", "have"):
        return False
    one, two = premise.subject, hypothesis.subject
    return one.agreement.plural == two.agreement.plural and not _other_gender(one.text, two.text)


def _other_gender(one: str, two: str) -> bool:
    first, second = set(one.lower().split()), set(two.lower().split())
    male, female = word_list("male"), word_list("female")
    return bool(first & male and second & female) or bool(first & female and second & male)


def _present_events(sides: Sides) -> bool:
    return _both_present(sides) and all(_is_event(clause) for clause in (sides.premise, sides.hypothesis))


def _is_event(clause: Clause) -> bool:
    words = {word.text.lower() for word in all_words(clause)}
    return (
        clause.verb.lemma not in word_list("stative")
        and not words & word_list("aspectual")
        and not any(part.time for predicate in clause.predicates for part in predicate.parts)
        and clause.verb.lemma not in word_list("ending")
    )


def _both_present(sides: Sides) -> bool:
    return all(tense_of(clause) == "present" for clause in (sides.premise, sides.hypothesis))


def _new_verb(sides: Sides) -> bool:
    """Is the hypothesis's verb nowhere in the premise? Then its denial is as open as it was itself."""
    verb = sides.hypothesis.verb.lemma
    known = {word.lemma for word in all_words(sides.premise)} | {
        p.verb.lemma for p in sides.premise.predicates
    }
    return verb not in known and verb not in ("be", "have")


def _definite_subject(sides: Sides) -> bool:
    subject = sides.hypothesis.subject
    return subject is not None and subject.determiner in ("definite", "proper", "pronoun")


def _telic(sides: Sides) -> bool:
    """Has the event an end, which somebody reaches? *Only one runner failed* says that others did not."""
    premise = sides.premise
    inner = (word for each in premise.predicate.inner for word in each.words)
    before = [*(word for part in premise.front for word in part.words), *inner]
    before += [] if premise.subject is None else premise.subject.words
    focused = any(word.text.lower() in word_list("focusing") for word in before)
    return premise.verb.lemma in word_list("telic") and not focused


CONDITIONS: dict[str, Callable[[Sides], bool]] = {
    "equivalent": _meaning("equivalent"),
    "contradictory": _meaning("contradictory"),
    "deniable": _deniable,
    "nobody": _nobody,
    "same scopes": _same_scopes,
    "finite": _finite,
    "short denial": _short_denial,
    "ongoing": _ongoing,
    "both ongoing": _both_ongoing,
    "support": _support,
    "present events": _present_events,
    "both present": _both_present,
    "new verb": _new_verb,
    "definite subject": _definite_subject,
    "telic": _telic,
}
