"""Questions: polar ones by inversion; who, what, where and when about a part of the clause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zellig.language.clause import Clause, Part
from zellig.language.words import word_list
from zellig.transform.change import (
    Change,
    may_move,
    needs_subject,
    one_plain_clause,
    one_plain_verb,
    refuse_if,
    some_to_any,
)


def polar(clause: Clause) -> Change:
    """*Is the girl lying on the grass?*"""
    one_plain_clause(clause)
    subject = needs_subject(clause)
    refuse_if(
        subject.determiner == "negative" or clause.negated_determiner or clause.verb.negative, "negative"
    )
    first = subject.words[0]  # *Baker runs a shop*: a name that may be none
    refuse_if(first.tag == "NNP" and first.text.islower(), "unsure name")
    clause = _without_front(clause)
    predicates = []
    for number, predicate in enumerate(clause.predicates):
        bare = predicate.bare
        if number and not bare and not clause.verb.has_auxiliary:
            own = predicate.verb
            refuse_if(own.has_auxiliary, "coordinated verbs")
            bare = "VB"
        parts = tuple(
            replace(part, words=some_to_any(part.words)) if part.role in ("object", "predicative") else part
            for part in predicate.parts
        )
        predicates.append(replace(predicate, bare=bare, parts=parts))
    verb = replace(clause.verb, emphatic=False)
    predicates[0] = replace(predicates[0], verb=verb)
    return Change(replace(clause, kind="question", predicates=tuple(predicates)), "none")


def about_subject(clause: Clause) -> Change:
    """*Who cut the bread?*"""
    one_plain_clause(clause)
    subject = needs_subject(clause)
    refuse_if(subject.determiner in ("expletive", "negative", "universal", "pronoun"), subject.determiner)
    refuse_if(clause.front, "fronted adjunct")
    refuse_if(clause.verb.negative, "negative")
    single = replace(subject.agreement, person=3, plural=False)
    word = "who" if subject.person or (subject.collective and subject.animate) else "what"
    asked = replace(subject, agreement=single)
    return Change(replace(clause, kind="question", wh=word, wh_role="subject", subject=asked), "none")


def about_object(clause: Clause) -> Change:
    """*What is the man wearing?*"""
    place = _askable(clause, lambda part: part.role == "object" and part.phrase is not None)
    part = clause.predicate.parts[place]
    phrase = part.phrase
    refuse_if(phrase is None or len(phrase.words) != len(part.words), "no object")
    refuse_if(
        any(other.role in ("indirect", "complement") for other in clause.predicate.parts), "clausal object"
    )
    if phrase is None:
        raise AssertionError
    may_move(phrase)
    person = phrase.person
    return _about(clause, place, "who" if person else "what", "object")


def about_place(clause: Clause) -> Change:
    """*Where is the girl lying?*"""
    place = _askable(
        clause,
        lambda part: part.preposition in ("in", "on", "at", "near", "behind", "under") and _names_place(part),
    )
    others = [part for part in clause.predicate.parts if _names_place(part)]
    refuse_if(len(others) > 1, "several places")
    return _about(clause, place, "where", "place")


def about_time(clause: Clause) -> Change:
    """*When did the team win?*"""
    place = _askable(clause, lambda part: bool(part.time) and part.dep in ("npadvmod", "advmod", "prep"))
    return _about(clause, place, "when", "time")


def _askable(clause: Clause, wanted: Callable[[Part], bool]) -> int:
    """The place of the last part that is wanted, in a clause that can be asked about."""
    one_plain_verb(clause)
    subject = needs_subject(clause)
    refuse_if(subject.determiner in ("negative", "expletive"), subject.determiner)
    refuse_if(clause.front, "fronted adjunct")
    refuse_if(clause.verb.negative, "negative")
    parts = clause.predicate.parts
    places = [place for place, part in enumerate(parts) if wanted(part)]
    refuse_if(not places or any(part.words[0].tag == "," for part in parts), "nothing to ask about")
    return places[-1]


def _names_place(part: Part) -> bool:
    """Something that has a place: not a person, not a time, not *in a hat*."""
    phrase = part.phrase
    if part.dep != "prep" or part.time or phrase is None or phrase.animate:
        return False
    head = phrase.words[phrase.head]
    return (head.lemma or head.text).lower() in word_list("places")


def _about(clause: Clause, place: int, word: str, role: str) -> Change:
    parts = clause.predicate.parts
    rest = replace(clause.predicate, parts=parts[:place] + parts[place + 1 :])
    verb = replace(rest.verb, emphatic=False)
    asked = clause.with_predicate(replace(rest, verb=verb))
    return Change(replace(asked, kind="question", wh=word, wh_role=role), "none")


def _without_front(clause: Clause) -> Clause:
    """A fronted adverb of time goes to the end; anything longer is refused."""
    if not clause.front:
        return clause
    (*others, part) = clause.front
    refuse_if(
        others or len(part.words) > 2 or part.dep not in ("npadvmod", "advmod") or not part.time,
        "fronted adjunct",
    )
    words = tuple(word for word in part.words if word.tag != ",")
    words = (replace(words[0], space=" "), *words[1:])
    last = clause.predicates[-1]
    moved = replace(last, parts=(*last.parts, replace(part, words=words)))
    return replace(clause, front=(), predicates=(*clause.predicates[:-1], moved))
