"""What LIT's edits do wrong, refused or mended: the conditions of grammar they do not look at.

Seen in its output: *may be eaten* for *was eaten*; *will approve the budget yesterday*; *is* in clefts of
past clauses; *All dogs do not bark*, *never does not eat*; passives in which quantifiers exchange scope;
*will be being played*.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from zellig.language.clause import RefusedError
from zellig.language.erg.mrs import (
    EP,
    MRS,
    changed,
    entities,
    handles,
    head_of,
    kind_of,
    lemma_of,
    predication_of,
    quantifier_of,
    scopal_over,
)
from zellig.language.erg.mrs_edits import INDEFINITE, TENSES, Step, apply, tense_and_aspect
from zellig.language.erg.target import Target, find_target


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of faults.toml."""

    times: dict[str, frozenset[str]]
    words: dict[str, frozenset[str]]


@cache
def _lists() -> _Words:
    content = files("zellig.language.erg").joinpath("faults.toml").read_bytes()
    return msgspec.toml.decode(content, type=_Words)


class Clause(NamedTuple):
    """The clause an edit works on."""

    mrs: MRS
    target: Target

    @property
    def verb(self) -> EP:
        return self.target.predication

    @property
    def properties(self) -> dict[str, str]:
        """Tense and aspect of its event."""
        found: dict[str, str] = self.mrs.variables.get(self.verb.iv, {})
        return found

    def is_one_of(self, list_name: str) -> bool:
        """Whether its verb is in a list."""
        return lemma_of(self.verb) in _lists().words[list_name]

    def is_modified_by(self, list_name: str) -> bool:
        """Whether a word of a list modifies its event or stands over it."""
        over = scopal_over(self.mrs, self.verb)
        beside = [each for each in self.mrs.rels if each.args.get("ARG1") == self.verb.iv]
        return any(lemma_of(each) in _lists().words[list_name] for each in [*over, *beside])

    def determiners(self, role: str) -> set[str]:
        """What quantifies or counts an argument, such as `every`, `pronoun`, `card` (a number), `few`."""
        entity = self.verb.args.get(role)
        quantifier = quantifier_of(self.mrs, entity)
        names = {lemma_of(quantifier)} if quantifier is not None else set()
        return names | {
            lemma_of(each)
            for each in self.mrs.rels
            if each.args.get("ARG1") == entity and (kind_of(each) == "a" or each.predicate == "card")
        }


def apply_carefully(mrs: MRS, step: Step) -> MRS:
    """LIT's edit where its result can be trusted, mended where it can be; refuses the rest with a reason."""
    clause = Clause(mrs, find_target(mrs))
    if "it-cleft" in clause.target.findings and step.kind != "polar question":
        raise RefusedError("it-cleft")  # *It was Alice by whom the car is driven*
    CHECKS[step.kind](clause, step.value)
    edited = apply(mrs, step)
    if edited == mrs:
        raise RefusedError("unchanged")  # another sentence that means the same is no contrast
    return _mended(clause, step, edited)


def _mended(clause: Clause, step: Step, edited: MRS) -> MRS:
    """What can be set right in an edited meaning: tenses."""
    if step.kind == "modality" and clause.properties.get("TENSE") == "past":
        event = clause.verb.iv  # the past of *may eat* is *may have eaten*
        return changed(edited, properties={event: {**edited.variables[event], "PERF": "+"}})
    if step.kind == "it-cleft":
        copula = edited.index  # *It was Alice who drove*
        tense = clause.properties.get("TENSE", "pres")
        return changed(edited, properties={copula: {**edited.variables[copula], "TENSE": tense}})
    return edited


def _question(clause: Clause, value: str) -> None:
    """Nothing to look at: ACE inverts, and selection keeps what is inverted."""


def _negation(clause: Clause, value: str) -> None:
    words, subject = _lists().words, clause.determiners("ARG1")
    if clause.is_modified_by("negative") or subject & words["negative"]:
        raise RefusedError("negated")
    if subject & words["universal"]:
        raise RefusedError("universal subject")
    if "card" in subject or subject & words["proportional"]:
        raise RefusedError("numeral scope")
    if any(each.predicate == "_because_x" for each in scopal_over(clause.mrs, clause.verb)):
        raise RefusedError("because")
    coordination = predication_of(clause.mrs, clause.verb.args.get("ARG1"))
    if coordination is not None and "L-INDEX" in coordination.args:
        parts = (quantifier_of(clause.mrs, coordination.args.get(role)) for role in ("L-INDEX", "R-INDEX"))
        if any(each is not None and each.predicate in INDEFINITE for each in parts):
            raise RefusedError("coordinated indefinites")


def _tense(clause: Clause, value: str) -> None:
    wanted = {**clause.properties, **tense_and_aspect(value)}
    tense = wanted.get("TENSE")
    lemmas = {lemma_of(each) for each in clause.mrs.rels if kind_of(each) in ("a", "p", "x")}
    if any(lemmas & words for time, words in _lists().times.items() if time != tense):
        raise RefusedError("time adverb")
    if tense != clause.properties.get("TENSE") and _has_tensed_neighbours(clause):
        raise RefusedError("other clause")  # its tense would have to follow
    progressive, perfect = (wanted.get(name) == "+" for name in ("PROG", "PERF"))
    if progressive and (kind_of(clause.verb) != "v" or clause.is_one_of("states")):
        raise RefusedError("state")
    if progressive and "passive" in clause.target.findings and (perfect or tense == "fut"):
        raise RefusedError("unnatural")


def _modality(clause: Clause, value: str) -> None:
    if clause.properties.get("TENSE") == "fut":
        raise RefusedError("future")
    if "negated" in clause.target.findings or clause.is_modified_by("negative"):
        raise RefusedError("negated")  # the modal would stand below the negation


def _passive(clause: Clause, value: str) -> None:
    roles = [role for role in entities(clause.verb) if role != "ARG1"]
    role = value or next(iter(roles), "ARG2")
    if kind_of(clause.verb) != "v" or clause.is_one_of("no_passive"):
        raise RefusedError("no passive verb")
    if clause.properties.get("PROG") == "+" and (
        clause.properties.get("PERF") == "+" or clause.properties.get("TENSE") == "fut"
    ):
        raise RefusedError("unnatural")
    if _bound_possessive(clause, role):
        raise RefusedError("bound possessive")
    if "no" in clause.determiners("ARG1"):
        raise RefusedError("scope conflict")
    if _bears_scope(clause, "ARG1") and _bears_scope(clause, role) and not _both_indefinite(clause, role):
        raise RefusedError("scope conflict")


def _it_cleft(clause: Clause, value: str) -> None:
    words, role = _lists().words, value or "ARG1"
    determiners = clause.determiners(role)
    if clause.verb.predicate == "_be_v_there":
        raise RefusedError("existential")
    if any(kind_of(each) != "x" for each in scopal_over(clause.mrs, clause.verb)):
        raise RefusedError("operator above")  # *It is not Alice who ...* denies something else
    if "pronoun" in determiners:
        raise RefusedError("pronoun")
    if determiners & (words["universal"] | {"no"}):
        raise RefusedError("quantified phrase")
    if role != "ARG1":
        _passive(clause, role)


def _swap(clause: Clause, value: str) -> None:
    if kind_of(clause.verb) != "v" or not {"ARG1", "ARG2"} <= set(entities(clause.verb)):
        raise RefusedError("no two noun phrases")
    if clause.is_one_of("symmetric"):
        raise RefusedError("symmetric verb")


CHECKS = {
    "polar question": _question,
    "negation": _negation,
    "tense": _tense,
    "modality": _modality,
    "passive": _passive,
    "it-cleft": _it_cleft,
    "swap": _swap,
}


def _has_tensed_neighbours(clause: Clause) -> bool:
    """*because it was late*, *thinks that he knows*: a finite clause around this one or in it."""
    around = [each for each in scopal_over(clause.mrs, clause.verb) if kind_of(each) == "x"]
    inside = [head_of(clause.mrs, clause.verb.args[role]) for role in handles(clause.verb)]
    tenses = [clause.mrs.variables.get(each.iv, {}).get("TENSE") for each in inside if each is not None]
    return bool(around) or any(tense in TENSES.values() for tense in tenses)


def _bound_possessive(clause: Clause, role: str) -> bool:
    """*her car* after *the woman*: it may mean her."""
    owners = [
        predication_of(clause.mrs, each.args.get("ARG2"))
        for each in clause.mrs.rels
        if each.predicate == "poss" and each.args.get("ARG1") == clause.verb.args.get(role)
    ]
    return any(each is not None and each.predicate == "pron" for each in owners)


def _bears_scope(clause: Clause, role: str) -> bool:
    words = _lists().words
    bearing = words["universal"] | words["proportional"] | {"a", "some", "no", "card"}
    return bool(clause.determiners(role) & bearing)


def _both_indefinite(clause: Clause, role: str) -> bool:
    return clause.determiners("ARG1") | clause.determiners(role) <= {"a", "some", "udef"}
