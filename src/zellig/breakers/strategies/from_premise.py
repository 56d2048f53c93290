"""Inference: hypotheses made from the premise alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from zellig.breakers.strategies.inference import Inference, is_being, words_for
from zellig.breakers.strategies.version import Version
from zellig.language.clause import Clause, RefusedError
from zellig.language.realise import realise
from zellig.language.words import word_list
from zellig.transform.change import needs_subject, refuse_if
from zellig.transform.hypotheses import MAKERS

MORE_THAN_ONE_N = ("more", "than", "one", "man")
REASONS = {
    "entailment": "The premise says as much, and more.",
    "contradiction": "The premise speaks of one.",
}


def made(code: str) -> Callable[[Inference, random.Random], Version]:
    """The strategy that makes this hypothesis of a premise."""
    label, make = MAKERS[code]

    def strategy(inference: Inference, chance: random.Random) -> Version:
        clause = make(_premise(inference))
        parts = clause.predicate.parts
        refuse_if(parts and parts[-1].words[-1].tag in ("IN", "TO"), "dangling preposition")
        if code == "more-than-one":  # *more than one man in hats* is no man's English
            refuse_if(len(needs_subject(clause).words) > len(MORE_THAN_ONE_N), "heavy subject")
            refuse_if(clause.verb.lemma in word_list("symmetric"), "done to each other")
        text = realise(clause)
        return Version(text, text, REASONS[label])

    return strategy


def unseen(inference: Inference, chance: random.Random) -> Version:
    """*A man is running.* -> *The man has two brothers.*"""
    clause = _premise(inference)
    subject = needs_subject(clause)
    head = subject.words[subject.head]
    refuse_if(not subject.person or subject.coordinated or subject.agreement.plural, "no person")
    refuse_if(subject.determiner not in ("indefinite", "bare singular"), "no person")
    refuse_if(head.tag != "NN" or head.text.lower() in ("someone", "somebody", "one", "baby"), "no person")
    same = [token for token in inference.premise.tokens if is_being(token) and token.lemma == head.lemma]
    refuse_if(len(same) != 1, "several persons")
    trait = chance.choice(words_for("unseen", "traits"))
    stop = " ." if clause.tokenised else "."
    text = f"the {head.text.lower()} {trait}{stop if clause.end else ''}"
    text = text[:1].upper() + text[1:] if clause.capital else text
    return Version(text, trait, "Nothing in the premise speaks for it or against it.")


def _premise(inference: Inference) -> Clause:
    if inference.premise.clause is None:
        raise RefusedError(f"premise: {inference.premise.refusal}")
    return inference.premise.clause
