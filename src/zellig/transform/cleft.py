"""It-clefts of the subject, the object, or an adjunct of place or time."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause, Focus, Phrase
from zellig.language.wordnet import ARTIFACT, GROUP, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    is_gapped,
    lows,
    may_move,
    needs_subject,
    one_plain_clause,
    refuse_if,
)

_AFTER_ADJUNCT = frozenset({"prep", "advmod", "npadvmod", "advcl", "agent"})
_BARRED = frozenset({"expletive", "negative", "universal", "pronoun"})


def of_subject(clause: Clause) -> Change:
    """*It is two nurses who are helping a boy.*"""
    one_plain_clause(clause)
    subject = needs_subject(clause)
    _check(subject)
    _refuse_bare(clause, subject)
    refuse_if(clause.front, "fronted adjunct")
    return Change(replace(clause, focus=Focus("subject", _pronoun(subject))), "equivalent")


def of_object(clause: Clause) -> Change:
    """*It is a car that Alice is driving.*"""
    one_plain_clause(clause)
    _only_positive(clause)
    parts = clause.predicate.parts
    place = next((i for i, part in enumerate(parts) if part.role == "object"), None)
    refuse_if(place is None, "no object")
    refuse_if(any(part.role in ("complement", "indirect") for part in parts), "clausal object")
    refuse_if(any(is_gapped(part) for part in parts), "gapping")
    part = parts[place or 0]
    refuse_if(part.phrase is None or part.words[0].tag == ",", "no object")
    phrase = part.phrase
    if phrase is None:
        raise AssertionError
    _check(phrase)
    refuse_if(len(phrase.words) != len(part.words), "no object")
    may_move(phrase)
    return Change(replace(clause, focus=Focus("object", _pronoun(phrase), place or 0)), "equivalent")


def of_adjunct(clause: Clause) -> Change:
    """*It is on the grass that the girl is lying.*"""
    one_plain_clause(clause)
    _only_positive(clause)
    parts = clause.predicate.parts
    places = [
        i
        for i, part in enumerate(parts)
        if part.dep == "prep" and part.preposition in word_list("place-and-time") and part.phrase is not None
    ]
    refuse_if(not places, "no adjunct")
    part = parts[places[-1]]
    following = parts[places[-1] + 1 :]
    refuse_if(part.words[0].tag == "," or part.controlled, "no adjunct")
    refuse_if(following and following[0].words[0].tag == ",", "loose adjunct")
    refuse_if(any(each.dep not in _AFTER_ADJUNCT for each in following), "unsure attachment")
    refuse_if(any(word.tag in (",", "VB", "VBG") for word in part.words), "heavy adjunct")
    if part.phrase is not None:
        head = part.phrase.words[part.phrase.head]
        describing = (head.lemma or head.text).lower() in word_list("garments")
        refuse_if(describing or (part.phrase.animate and part.preposition == "after"), "unsure attachment")
        refuse_if(part.phrase.determiner in ("negative", "universal"), part.phrase.determiner)
    return Change(replace(clause, focus=Focus("adjunct", "that", places[-1])), "equivalent")


def _only_positive(clause: Clause) -> None:
    """What a cleft of anything but the subject needs of the rest."""
    subject = needs_subject(clause)
    _refuse_bare(clause, subject)
    refuse_if(clause.front, "fronted adjunct")
    refuse_if(len(clause.predicates) > 1, "coordinated verbs")
    denied = clause.verb.negative or clause.negated_determiner or subject.determiner == "negative"
    refuse_if(denied, "negative")


def _check(phrase: Phrase) -> None:
    refuse_if(phrase.determiner in _BARRED, phrase.determiner)
    words = lows(phrase.words)
    refuse_if(
        words[0] in ("even", "only", "just", "any", "someone", "somebody", "something", "anyone", "anything"),
        "cannot be in focus",
    )
    refuse_if(
        words[0] in ("few", "many", "most", "several", "some", "much") or words[:2] == ["a", "few"],
        "bare quantifier",
    )
    open_comma = words[-1] == "," or phrase.determiner == "proper"  # *Miller, our cook who*
    open_dash = phrase.words[-1].tag == ":" and words.count(words[-1]) == 1
    refuse_if(open_dash or (open_comma and words.count(",") % 2), "loose end")


def _refuse_bare(clause: Clause, subject: Phrase) -> None:
    """*Man riding a horse*, *Kitchen is clean* is how notes speak; *It is man who* is how nobody does."""
    head = subject.words[subject.head]
    counted = noun_kind((head.lemma or head.text).lower()) in (ARTIFACT, GROUP)
    bare = subject.determiner == "bare singular" and (subject.animate or counted or clause.restored)
    refuse_if(bare, "bare singular")


def _pronoun(phrase: Phrase) -> str:
    return "who" if phrase.person and not phrase.collective else "that"
