"""Questions: polar ones by inversion, and who or what about the subject."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause
from zellig.transform.change import Change, is_plain, needs_subject, one_clause, refuse_if, some_to_any


def polar(clause: Clause) -> Change:
    """*Is the girl lying on the grass?*"""
    is_plain(clause)
    one_clause(clause)
    subject = needs_subject(clause)
    refuse_if(subject.determiner in ("negative",) or clause.negated_determiner, "negative")
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
    is_plain(clause)
    one_clause(clause)
    subject = needs_subject(clause)
    refuse_if(subject.determiner in ("expletive", "negative", "universal", "pronoun"), subject.determiner)
    refuse_if(clause.front, "fronted adjunct")
    refuse_if(clause.verb.negative, "negative")
    single = replace(subject.agreement, person=3, plural=False)
    word = "who" if subject.person or (subject.collective and subject.animate) else "what"
    asked = replace(subject, agreement=single)
    return Change(replace(clause, kind="question", wh=word, wh_role="subject", subject=asked), "none")


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
