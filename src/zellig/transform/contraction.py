"""Contraction and expansion: *is not* and *isn't*, *he is* and *he's*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zellig.language.asides import ASIDE
from zellig.language.clause import Clause, Part, Predicate, RefusedError
from zellig.language.phrases import PRONOUNS
from zellig.language.words import word_list
from zellig.transform.change import Change, is_plain, lows, refuse_if

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
_ASKING = ("WP", "WP$", "WDT", "WRB")
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
    refuse_if(clause.unread != ASIDE and _is_stranded(clause), "stranded")  # asides are looked at when found
    return clause.with_verb(short_first=True)


def _is_stranded(clause: Clause) -> bool:
    """Does nothing lean on the first word: *how nice it is*, *She is, as I am, a fan*, *He is too*?"""
    verb, predicate = clause.verb, clause.predicate
    behind = [each.words for each in predicate.inner if each.gap == 1]
    behind += [part.words for part in predicate.parts] if len(verb.words(clause.agreement)) == 1 else []
    if behind and not any(map(str.isalnum, behind[0][0].text)):
        return True
    if verb.lemma != "be" or verb.perfect or verb.progressive or verb.modal:
        return False
    asked = any(word.tag in _ASKING for part in clause.front for word in part.words)
    return asked or not any(map(_completes, predicate.parts))


def _completes(part: Part) -> bool:
    """*is good*, *is in town*, *is here*; but *He is too*, *She is now* leave out what was said before."""
    adverb = part.dep in ("advmod", "npadvmod", "advcl", "neg", "cc")
    places = word_list("directions") | word_list("here")
    return not adverb or (part.dep != "advcl" and not places.isdisjoint(lows(part.words)))


def _expanded(clause: Clause) -> Clause:
    refuse_if(not (clause.verb.short_not or clause.verb.short_first), "no short form to expand")
    inner = [word.text.lower() for each in clause.predicate.inner for word in each.words]
    refuse_if(inner[:1] in (["better"], ["best"]), "ambiguous clitic")  # *You'd better call*: had
    predicate = clause.with_verb(short_not=False, short_first=False).predicate
    return clause.with_predicate(_spaced(predicate))


def _spaced(predicate: Predicate) -> Predicate:
    """Shortened words may stand close to the word before them; whole ones do not."""
    return replace(predicate, spaces=tuple(space or " " for space in predicate.spaces))
