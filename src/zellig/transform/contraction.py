"""Contraction and expansion: *is not* and *isn't*, *he is* and *he's*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zellig.language.clause import Clause, Predicate, RefusedError
from zellig.language.phrases import PRONOUNS
from zellig.transform.change import Change, is_plain, refuse_if

_ALL = frozenset({"is", "are", "am", "has", "have", "will", "had", "would"})
# What is shortened behind what: *it'd* and *who're* are hardly written.
_SHORT_AFTER = {
    **dict.fromkeys(PRONOUNS, _ALL),
    "it": frozenset({"is", "has", "will"}),
    "that": frozenset({"is"}),
    "there": frozenset({"is"}),
    "who": frozenset({"is"}),
    "what": frozenset({"is"}),
}
_STIFF = ("shall", "might", "must")  # *shan't*, *mightn't* belong to another style


def contract(clause: Clause) -> Change:
    """The clause with its *not* or, behind a pronoun, its auxiliary shortened; or another of the sentence."""
    return _first(clause, _contracted)


def expand(clause: Clause) -> Change:
    """The clause with its shortened words in full; or another of the sentence."""
    return _first(clause, _expanded)


def _first(clause: Clause, change: Callable[[Clause], Clause]) -> Change:
    """The sentence with the first verb group changed that can be, if they are known, else the main one."""
    is_plain(clause)
    reasons = []
    main = () if (clause.asides and clause.kind != "imperative") or not clause.predicates else (clause,)
    for each in (*main, *clause.asides):
        try:
            return Change(replace(change(each), asides=()), "equivalent")
        except RefusedError as refused:
            reasons.append(refused)
    raise reasons[0] if reasons else RefusedError(clause.unread)


def _contracted(clause: Clause) -> Clause:
    verb = clause.verb
    refuse_if(verb.short_not or verb.short_first, "already so")
    first = verb.words(clause.agreement)[0]
    if verb.negative and (clause.kind == "imperative" or verb.short_negation(first) is not None):
        refuse_if(first in _STIFF, "no short form")
        return clause.with_verb(short_not=True)
    subject = "" if clause.subject is None else clause.subject.text.lower()
    refuse_if(subject not in _SHORT_AFTER, "no pronoun")
    # *He has a dog*: only an auxiliary, or *be*, is shortened.
    refuse_if(first not in _SHORT_AFTER[subject] or not verb.has_auxiliary, "no short form")
    return clause.with_verb(short_first=True)


def _expanded(clause: Clause) -> Clause:
    refuse_if(not (clause.verb.short_not or clause.verb.short_first), "no short form to expand")
    inner = [word.text.lower() for each in clause.predicate.inner for word in each.words]
    refuse_if(inner[:1] in (["better"], ["best"]), "ambiguous clitic")  # *You'd better call*: had
    predicate = clause.with_verb(short_not=False, short_first=False).predicate
    return clause.with_predicate(_spaced(predicate))


def _spaced(predicate: Predicate) -> Predicate:
    """Shortened words may stand close to the word before them; whole ones do not."""
    return replace(predicate, spaces=tuple(space or " " for space in predicate.spaces))
