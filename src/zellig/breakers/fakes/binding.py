"""Binding violated: a reflexive without an antecedent that matches it, *She hurt himself*."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.breakers.fakes.editing import replaced, sticks
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.fakes.word_lists import pronouns, words
from zellig.language.agreement import SUBJECTS
from zellig.language.tokens import VERBS, Sentence, Token
from zellig.language.wordnet import GROUP, PERSON, noun_kind
from zellig.language.words import word_list
from zellig.tasks import Task

PHENOMENON = "binding"


def make(task: Task) -> Violator:
    """The breaker that violates binding."""
    return Violator("violate-binding", task, {PHENOMENON: violations})


def violations(sentence: Sentence) -> Iterator[str]:
    """Every reflexive as one that does not match, every object pronoun as a reflexive that cannot match."""
    others, reflexives = pronouns("mismatched"), pronouns("reflexive-of")
    for token in sentence.tokens:
        if sticks(sentence, token.i):
            continue
        for other in others.get(token.low, "").split():
            yield replaced(sentence, token.i, other)
        if token.low in reflexives and _is_free(sentence, token):
            yield replaced(sentence, token.i, reflexives[token.low])


def _is_free(sentence: Sentence, token: Token) -> bool:
    """Is it an object whose subject it does not match?"""
    verb = _governor(sentence, token)
    if token.tag != "PRP" or verb is None or verb.i > token.i or sentence.children[token.i]:
        return False
    subject = sentence.child(verb.i, *SUBJECTS)
    if subject is None:  # *Makes you laugh*: it, the film
        alone = verb.dep == "ROOT" and verb.tag == "VBZ"
        return alone and token.low != "it"
    return _differ(sentence, subject, token)


def _governor(sentence: Sentence, token: Token) -> Token | None:
    """The verb whose subject a reflexive in this place would have to match."""
    head = sentence.tokens[token.head]
    above = sentence.tokens[head.head]
    if token.dep in ("dobj", "dative"):
        return head if head.tag in VERBS else None
    if token.dep == "nsubj":  # *makes them laugh*
        bare = (
            head.tag in ("VB", "JJ") and head.dep == "ccomp" and sentence.child(head.i, "aux", "mark") is None
        )
        return above if bare else None
    # *laughs at him*; not *told her about him*, nor *people like me*
    under = token.dep == "pobj" and head.dep == "prep" and above.tag in VERBS and above.lemma != "be"
    alone = under and sentence.child(above.i, "dobj", "dative", "auxpass") is None
    return above if alone and token.low in ("him", "her", "it", "them") else None


def _differ(sentence: Sentence, subject: Token, token: Token) -> bool:
    """Does the pronoun have another person, number or gender than the subject, beyond doubt?"""
    persons = pronouns("person-of")
    mine = persons[token.low]
    company = any(sentence.tokens[child].dep in ("conj", "cc") for child in sentence.children[subject.i])
    if subject.tag in ("WDT", "WP"):  # who or what it stands for is not looked up
        return mine[0] != "3"
    if subject.low in persons:
        return persons[subject.low] != mine and not company
    if subject.tag not in ("NN", "NNS") or subject.low in words("either-number"):
        return subject.tag in ("NNP", "NN", "NNS") and mine[0] != "3"
    if mine[0] != "3":
        return True
    if company or subject.tag == "NNS":
        return mine != "3p"
    kind = noun_kind(subject.low)
    if subject.low in word_list("people") or kind == PERSON:
        return mine == "3n"
    return mine in ("3m", "3f") and kind != GROUP
