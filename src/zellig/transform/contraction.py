"""Contraction and expansion: *is not* and *isn't*, *he is* and *he's*."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Predicate
from zellig.language.phrases import PRONOUNS
from zellig.transform.change import Change, one_plain_verb, refuse_if

_SHORT_AFTER_PRONOUNS = frozenset({"is", "are", "am", "has", "have", "will", "had", "would"})


def contract(clause: Clause) -> Change:
    """The clause with its *not* or, behind a pronoun, its auxiliary shortened."""
    one_plain_verb(clause)
    verb = clause.verb
    refuse_if(verb.short_not or verb.short_first, "already so")
    first = verb.words(clause.agreement)[0]
    if verb.negative:
        refuse_if(verb.short_negation(first) is None or clause.kind == "imperative", "no short form")
        return Change(clause.with_verb(short_not=True), "equivalent")
    subject = clause.subject
    known = subject is not None and subject.text.lower() in (*PRONOUNS, "that", "there")
    refuse_if(not known, "no pronoun")
    refuse_if(subject is not None and subject.text.lower() == "there" and first == "are", "no short form")
    # *He has a dog*: only an auxiliary, or *be*, is shortened.
    refuse_if(first not in _SHORT_AFTER_PRONOUNS or not verb.has_auxiliary, "no short form")
    return Change(clause.with_verb(short_first=True), "equivalent")


def expand(clause: Clause) -> Change:
    """The clause with its shortened words in full."""
    one_plain_verb(clause)
    refuse_if(not (clause.verb.short_not or clause.verb.short_first), "no short form to expand")
    predicate = clause.with_verb(short_not=False, short_first=False).predicate
    return Change(clause.with_predicate(_spaced(predicate)), "equivalent")


def _spaced(predicate: Predicate) -> Predicate:
    """Shortened words may stand close to the word before them; whole ones do not."""
    return replace(predicate, spaces=tuple(space or " " for space in predicate.spaces))
