"""Label rules of inference: what becomes of the label when one side or both are transformed.

The rules are data (`data/rules.toml`); here are the conditions they name. A rule that cannot be sure gives no
label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.items import Relation as Promise
from zellig.language.clause import Clause
from zellig.language.words import word_list
from zellig.transform.change import Relation, all_words
from zellig.transform.tense import tense_of

LOWEST = 0.90  # estimate below which a rule is off

Label = Literal["entailment", "neutral", "contradiction"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """One row of the data file."""

    code: str
    from_: tuple[Label, ...]
    to: str
    premise: str = ""
    hypothesis: str = ""
    when: tuple[str, ...] = ()
    estimate: float | None = None

    @property
    def on(self) -> bool:
        """Is it sure enough to be used unasked?"""
        return self.estimate is not None and self.estimate >= LOWEST

    def promise(self) -> tuple[Promise, tuple[str, ...]]:
        """The relation to the old label, and the new one where it is named."""
        if self.to == "same":
            return "same", ()
        return ("not", ()) if self.to.startswith("not ") else ("becomes", (self.to,))


@dataclass(frozen=True)
class Sides:
    """Both clauses as they were, and how those that were changed relate to what they were."""

    premise: Clause
    hypothesis: Clause
    relations: tuple[Relation, ...]


@cache
def rules_of(name: str) -> tuple[Rule, ...]:
    """The rules of a set: zellig, lit-paper or lit-code."""
    raw = files("zellig.transform").joinpath("data/rules.toml").read_bytes()
    sets = msgspec.toml.decode(raw, type=dict[str, tuple[Rule, ...]])
    if name not in sets:
        raise ZelligError(f"there are no rules called {name!r}", remedy=f"Use one of {', '.join(sets)}.")
    return sets[name]


def holds(rule: Rule, sides: Sides) -> bool:
    """Do all conditions of the rule hold?"""
    return all(CONDITIONS[name](sides) for name in rule.when)


def _relation(wanted: str) -> Callable[[Sides], bool]:
    return lambda sides: all(relation == wanted for relation in sides.relations)


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
    return sides.premise.verb.lemma in word_list("telic")


CONDITIONS: dict[str, Callable[[Sides], bool]] = {
    "equivalent": _relation("equivalent"),
    "contradictory": _relation("contradictory"),
    "support": _support,
    "present events": _present_events,
    "both present": _both_present,
    "new verb": _new_verb,
    "definite subject": _definite_subject,
    "telic": _telic,
}
