"""Modality: may, might, must, should, can, will before the verb."""

from __future__ import annotations

from dataclasses import replace

from zellig.language.clause import Clause
from zellig.transform.change import Change, beside_verb, one_plain_clause, refuse_headline, refuse_if

MODALS = ("may", "might", "must", "should", "can", "will")


def with_modal(clause: Clause, modal: str) -> Change:
    """The clause under a modal; a past event needs the perfect (*may have been eaten*)."""
    one_plain_clause(clause)
    refuse_headline(clause)
    refuse_if(clause.kind == "imperative", "imperative")
    verb = clause.verb
    refuse_if(verb.modal, "modal")
    # *Nobody may swim* forbids.
    refuse_if(clause.subject is not None and clause.subject.determiner == "negative", "negative")
    # *can have burned* is said in questions and denials only, and then of what is not believed.
    refuse_if(modal in ("will", "can") and (verb.tense == "past" or verb.perfect), f"past under {modal}")
    refuse_if(verb.progressive and verb.passive, "may be being")
    past = verb.tense == "past"
    predicates = []
    for number, predicate in enumerate(clause.predicates):
        under = replace(
            predicate.verb,
            modal=modal,
            tense="present",
            perfect=predicate.verb.perfect or past,
            emphatic=False,
        )
        bare = predicate.bare
        if number and not bare:
            own = predicate.verb
            refuse_if(own.perfect or own.progressive or own.passive or own.lemma == "be", "coordinated verbs")
            bare = "VBN" if past else "VB"
        inner = tuple(map(beside_verb, predicate.inner))
        predicates.append(replace(predicate, verb=under, bare=bare, inner=inner, before_not=None))
    return Change(replace(clause, predicates=tuple(predicates)), "unsettled")
