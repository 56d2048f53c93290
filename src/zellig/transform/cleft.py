"""It-clefts of the subject, the object, or an adjunct of place or time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zellig.language.clause import Clause, Focus, Part, Phrase
from zellig.language.phrases import HUMAN_PRONOUNS, SUBJECT_FORMS
from zellig.language.wordnet import ACT, ARTIFACT, EVENT, LOCATION, OBJECT, TIME, name_kind, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    is_gapped,
    lows,
    may_move,
    needs_subject,
    one_plain_clause,
    refuse_headline,
    refuse_if,
)
from zellig.transform.weight import (
    begins_vaguely,
    head_of,
    is_bare,
    is_concrete,
    refuse_heavy,
    refuse_long,
    refuse_second_statement,
    refuse_split_title,
    refuse_stressing,
    refuse_unsure_name,
    size,
)

LONGEST = 24  # words of a sentence that is made a cleft
HEAVIEST_SUBJECT, HEAVIEST_OBJECT, HEAVIEST_FRONT = 10, 6, 8  # words

_PLACES = frozenset({ARTIFACT, LOCATION, OBJECT, TIME})
_AFTER_ADJUNCT = frozenset({"prep", "advmod", "npadvmod", "advcl", "agent"})
_BARRED = frozenset({"expletive", "negative", "universal", "pronoun"})


def of_subject(clause: Clause) -> Change:
    """*It is two nurses who are helping a boy.*"""
    one_plain_clause(clause)
    subject = needs_subject(clause)
    _check(subject)
    _check_rest(clause, subject)
    refuse_if(not all(_may_stay_first(part) for part in clause.front), "fronted adjunct")
    refuse_heavy(subject, HEAVIEST_SUBJECT)
    refuse_if(is_bare(subject) and _is_general(clause, subject), "generic")
    refuse_if(_describes(clause, subject), "description")
    # *It was the court that held that ...*, *It is the offer that is good, but dear*
    refuse_if(any(part.dep == "ccomp" for part in clause.predicate.parts), "clausal object")
    refuse_if(any(is_gapped(part) for part in clause.predicate.parts), "gapping")
    joiners = [word for predicate in clause.predicates for word in predicate.joiner]
    refuse_if(any(word.tag == "," or word.text.lower() in ("but", "yet") for word in joiners), "loose end")
    return Change(replace(clause, focus=Focus("subject", _pronoun(clause, subject))), "equivalent")


def of_object(clause: Clause) -> Change:
    """*It is a car that Alice is driving.*"""
    one_plain_clause(clause)
    _only_event(clause, HEAVIEST_OBJECT)
    parts = clause.predicate.parts
    place = next((i for i, part in enumerate(parts) if part.role == "object"), None)
    refuse_if(place is None, "no object")
    refuse_if(any(part.role in ("complement", "indirect") for part in parts), "clausal object")
    split = any(part.role in ("particle", "predicative") for part in parts)
    refuse_if(split or sum(part.role == "object" for part in parts) > 1, "split verb")
    refuse_if(any(is_gapped(part) for part in parts), "gapping")
    part = parts[place or 0]
    refuse_if(part.phrase is None or part.words[0].tag == ",", "no object")
    phrase = part.phrase
    if phrase is None:
        raise AssertionError
    _check(phrase)
    refuse_if(len(phrase.words) != len(part.words), "no object")
    may_move(phrase)
    refuse_heavy(phrase, HEAVIEST_OBJECT)
    refuse_split_title(phrase, tuple(word for each in parts[(place or 0) + 1 :] for word in each.words))
    refuse_if(any(each.dep in ("prep", "advcl", "dative") for each in parts), "unsure attachment")
    named = phrase.determiner in ("definite", "proper") or (
        phrase.determiner in ("indefinite", "numeral") and is_concrete(phrase)
    )
    measure = noun_kind(head_of(phrase)) == TIME or head_of(phrase) == "way"  # *cried the whole way home*
    light = clause.verb.lemma in word_list("light-verbs")
    acts = needs_subject(clause).animate or needs_subject(clause).determiner == "pronoun"
    refuse_if(not named or measure or light or not acts, "cannot be in focus")
    return Change(replace(clause, focus=Focus("object", _pronoun(clause, phrase), place or 0)), "equivalent")


def of_adjunct(clause: Clause) -> Change:
    """*It is on the grass that the girl is lying.*"""
    one_plain_clause(clause)
    _only_event(clause, HEAVIEST_OBJECT)
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
    named = part.phrase is not None and part.phrase.determiner == "proper"
    refuse_if(named and part.preposition == "on", "no adjunct")  # *checks on London*
    refuse_if(following and following[0].words[0].tag == ",", "loose adjunct")
    refuse_if(any(each.dep not in _AFTER_ADJUNCT for each in following), "unsure attachment")
    refuse_if(any(word.tag in (",", "VB", "VBG") for word in part.words), "heavy adjunct")
    refuse_if(sum(each.dep == "prep" for each in parts) > 1 or _has_preposition(parts), "unsure attachment")
    refuse_if("+".join(lows(part.words)) in word_list("set-phrases"), "idiom")
    if part.phrase is not None:
        refuse_heavy(part.phrase, HEAVIEST_OBJECT)
        refuse_if(not _is_place_or_time(part, part.phrase), "no adjunct")
        refuse_if(clause.verb.lemma in word_list("needs-a-place"), "no adjunct")
        refuse_if(any(each.dep == "advcl" or each.marker for each in parts), "unsure attachment")
        head = part.phrase.words[part.phrase.head]
        describing = (head.lemma or head.text).lower() in word_list("garments")
        refuse_if(describing or (part.phrase.animate and part.preposition == "after"), "unsure attachment")
        refuse_if(part.phrase.determiner in ("negative", "universal"), part.phrase.determiner)
    return Change(replace(clause, focus=Focus("adjunct", "that", places[-1])), "equivalent")


def _is_place_or_time(part: Part, phrase: Phrase) -> bool:
    """*in the park*, *in 1980*, *after the war*; but *in a panic*, *checks on London*."""
    kind = noun_kind(head_of(phrase))
    if phrase.determiner == "proper" or phrase.words[phrase.head].tag == "CD":
        return part.preposition in ("in", "at", "near", "during", "after", "before", "on", "by", "since")
    if phrase.determiner not in ("definite", "indefinite"):
        return False
    events = part.preposition in ("during", "after", "before", "at") and kind in (ACT, EVENT)
    return events or kind in _PLACES


def _only_event(clause: Clause, heaviest: int) -> None:
    """What a cleft of anything but the subject needs: a short subject, and something that happens."""
    subject = needs_subject(clause)
    refuse_if(subject.determiner == "expletive" or lows(subject.words) == ["it"], "expletive")
    _check_rest(clause, subject)
    refuse_if(clause.front, "fronted adjunct")
    refuse_heavy(subject, heaviest)
    refuse_if(len(clause.predicates) > 1, "coordinated verbs")
    refuse_if(clause.negated_determiner or subject.determiner == "negative", "negative")
    refuse_if(clause.verb.lemma in ("be", "have") or clause.verb.modal, "no event")
    refuse_if(subject.determiner not in ("definite", "proper", "pronoun", "indefinite"), "generic")


def _check_rest(clause: Clause, subject: Phrase) -> None:
    """What every cleft needs of the sentence."""
    refuse_headline(clause)  # *It is man who*
    refuse_if(clause.verb.negative, "negative")
    refuse_if(clause.verb.modal == "would", "would")
    refuse_long(clause, LONGEST)
    refuse_unsure_name(clause, subject)
    refuse_stressing(clause)
    refuse_second_statement(clause)


def _may_stay_first(part: Part) -> bool:
    """*In May, it was the cook who left.*, *But it was ...*"""
    if part.dep == "cc":
        return True
    paused = part.words[-1].tag == ","
    known = part.dep in ("prep", "npadvmod", "advmod") and not part.controlled
    before = word_list("bound") | HUMAN_PRONOUNS | {"it"}  # *To its credit, it is the town that*
    vague = part.dep == "prep" and (part.phrase is None or not _is_place_or_time(part, part.phrase))
    light = size(part.words) <= HEAVIEST_FRONT and not set(lows(part.words)) & before
    return paused and known and light and not vague


def _is_general(clause: Clause, subject: Phrase) -> bool:
    """*Wool is best*, *Donations can be made*; but *Software crashed my phone*, *Dogs are barking*."""
    acts = clause.verb.progressive or (clause.predicate.part("object") and not clause.verb.passive)
    return not subject.animate and not acts


def _describes(clause: Clause, subject: Phrase) -> bool:
    """*The result is a mess*, *The problem is that it broke*: says what the subject is, of no one else."""
    if clause.verb.lemma != "be":
        return False
    pivot = clause.predicate.part("predicative")
    identity = pivot is not None and lows(pivot.words)[0] == "the"  # *The owner is the one who left*
    known = subject.person and subject.determiner in ("definite", "proper") and not identity
    noun = pivot is not None and pivot.phrase is not None and not known
    clausal = any(part.role in ("complement", "clause") for part in clause.predicate.parts)
    return noun or clausal or (pivot is None and not clause.verb.passive and not clause.verb.progressive)


def _has_preposition(parts: Sequence[Part]) -> bool:
    """Does an object have one of its own, so that the adjunct may belong to it, too?"""
    objects = [part for part in parts if part.role == "object"]
    return any(word.tag == "IN" and word.text.lower() != "of" for part in objects for word in part.words)


def _check(phrase: Phrase) -> None:
    refuse_if(phrase.determiner in _BARRED, phrase.determiner)
    refuse_if(phrase.text.lower() in SUBJECT_FORMS, "pronoun")
    words = lows(phrase.words)
    refuse_if(
        words[0] in ("even", "only", "just", "any", "someone", "somebody", "something", "anyone", "anything"),
        "cannot be in focus",
    )
    vague = phrase.determiner == "proportional" or begins_vaguely(phrase.words)
    refuse_if(vague or words[0] == "some", "bare quantifier")
    open_comma = words[-1] == "," or phrase.determiner == "proper"  # *Miller, our cook who*
    open_dash = phrase.words[-1].tag == ":" and words.count(words[-1]) == 1
    refuse_if(open_dash or (open_comma and words.count(",") % 2), "loose end")


def _pronoun(clause: Clause, phrase: Phrase) -> str:
    """*that* is right for anything, so it is taken where a player may be a machine."""
    unsure = head_of(phrase) in word_list("people-or-things")
    # An unknown name may be that of a town, unless it does something.
    named = phrase.determiner == "proper" and not phrase.coordinated and name_kind(head_of(phrase)) is None
    titled = not word_list("titles").isdisjoint(lows(phrase.words))
    unsure |= named and not titled and (clause.verb.passive or clause.verb.lemma == "be")
    return "who" if phrase.person and not phrase.collective and not unsure else "that"
