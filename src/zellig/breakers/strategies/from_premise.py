"""Inference: hypotheses made from the premise alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from zellig.breakers.strategies.from_premise_forms import FORMS, with_subject
from zellig.breakers.strategies.inference import Inference, is_being, words_for
from zellig.breakers.strategies.opinion import words
from zellig.breakers.strategies.scenes import Scene, Who, doings, scene_of, untold, who
from zellig.breakers.strategies.version import Version, choose
from zellig.language.clause import Clause, RefusedError
from zellig.language.inflection import singular, with_article
from zellig.language.realise import realise
from zellig.language.wordnet import PERSON, noun_kind
from zellig.transform.change import needs_subject, refuse_if
from zellig.transform.hypotheses import MAKERS

INTRODUCED = ("indefinite", "bare singular", "numeral", "bare plural", "some")
REASONS = {
    "entailment": "The premise says as much, and more.",
    "contradiction": "The premise speaks of one.",
}


def made(code: str) -> Callable[[Inference, random.Random], Version]:
    """The strategy that makes this hypothesis of a premise, in one of the forms that it can have."""
    label, make = MAKERS[code]

    def strategy(inference: Inference, chance: random.Random) -> Version:
        premise = with_subject(_premise(inference))
        clause = make(premise)
        parts = clause.predicate.parts
        refuse_if(parts and parts[-1].words[-1].tag in ("IN", "TO"), "dangling preposition")
        text = FORMS[code](inference, premise, clause, chance) if code in FORMS else realise(clause)
        return Version(text, text, REASONS[label])

    return strategy


def unseen(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *The man is training for a marathon.*"""
    clause = _premise(inference)
    # *A runner finished the race*: nobody hopes to win it any more.
    refuse_if(clause.verb.tense == "past" or clause.verb.perfect, "past")
    subject = needs_subject(clause)
    head = subject.words[subject.head]
    plural = subject.agreement.plural
    refuse_if(not subject.person or subject.coordinated or subject.collective, "no person")
    refuse_if(subject.determiner not in INTRODUCED, "no person")
    refuse_if(head.tag != ("NNS" if plural else "NN") and head.text.lower() != "people", "no person")
    refuse_if(head.text.lower() in ("someone", "somebody", "one", "others"), "no person")
    same = [token for token in inference.premise.tokens if is_being(token) and token.lemma == head.lemma]
    refuse_if(len(same) != 1, "several persons")
    one = who(inference, head.text.lower(), plural=plural)
    anybody = {*words_for("unseen", "adult-nouns"), *words_for("unseen", "child-nouns")}
    known = head.text.lower() not in words("anybody")  # what the person does for a living
    # of a waiter in a restaurant is not said what fits its guests
    scene = scene_of(inference.given if head.text.lower() in anybody else {head.lemma.lower()})
    options = [one.fitted(each) for each in _said_of(one, scene) if untold(inference.given, each)]
    fitting = [each for each in options if each and not (known and _names_a_person(each))]
    trait = choose(chance, fitting, "all may be told")
    stop = " ." if clause.tokenised else "."
    event = trait.startswith("is ") and trait.split()[1].endswith("ing")
    article = with_article(head.text.lower()).split()[0]
    introduced = chance.choice(["the", article]) if event else "the"
    text = f"{introduced} {head.text.lower()} {trait}{stop if clause.end else ''}"
    text = text[:1].upper() + text[1:] if clause.capital else text
    return Version(text, trait, "Nothing in the premise speaks for it or against it.")


def _said_of(one: Who, scene: Scene) -> list[str]:
    if one.plural:
        return scene.unseen_several if one.kind == "adults" else doings().together[one.kind]
    return scene.unseen if one.kind == "adults" else scene.unseen_children


def _names_a_person(trait: str) -> bool:
    """*is a teacher*, *are tourists*: not said of a waiter."""
    be, *said = trait.split()
    named = be in ("is", "are") and noun_kind(singular(said[-1])) == PERSON
    return named and (be == "are" or said[0] in ("a", "an"))


def _premise(inference: Inference) -> Clause:
    if inference.premise.clause is None:
        raise RefusedError(f"premise: {inference.premise.refusal}")
    return inference.premise.clause
