"""Argument structure violated: a verb with an object that it cannot have, or without one that it must have.

*The guests arrived them*, *The jar was opened them*, *The jar contains.*
"""

from __future__ import annotations

from collections.abc import Iterator

from zellig.breakers.fakes.editing import begins, inserted, removed, sticks
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.fakes.word_lists import words
from zellig.language.agreement import SUBJECTS
from zellig.language.main_verb import is_finite
from zellig.language.tokens import VERBS, Sentence, Token
from zellig.tasks import Task

PHENOMENON = "argument structure"
OBJECTS = ("him", "them")  # what is added


def make(task: Task) -> Violator:
    """The breaker that violates argument structure."""
    return Violator("violate-argument-structure", task, {PHENOMENON: violations})


def violations(sentence: Sentence) -> Iterator[str]:
    """An object for every verb that cannot have it, none for every verb that must."""
    for token in sentence.tokens:
        if token.tag not in VERBS or token.dep in ("amod", "compound") or sticks(sentence, token.i):
            continue
        if _takes_no_object(sentence, token):
            yield from (inserted(sentence, token.i, word) for word in OBJECTS)
        elif token.lemma in words("transitive"):
            yield from _without_object(sentence, token)


def _takes_no_object(sentence: Sentence, verb: Token) -> bool:
    after = sentence.tokens[verb.i + 1 : verb.i + 2]
    if any(each.dep == "prt" or each.low in words("particles") for each in after):
        return False
    if verb.lemma in words("intransitive"):
        return verb.tag != "VB" or not begins(sentence, verb.i)  # *Go them!*
    return _is_passive(sentence, verb) and verb.lemma not in words("two-objects")


def _is_passive(sentence: Sentence, verb: Token) -> bool:
    """Is it behind a form of *be*? *'s* does not tell: it may be *has*."""
    helper = sentence.child(verb.i, "auxpass")
    return verb.tag == "VBN" and helper is not None and helper.lemma == "be" and helper.low[1:] != "s"


def _without_object(sentence: Sentence, verb: Token) -> Iterator[str]:
    """The sentence without a short object, if nothing else could be taken for it."""
    tokens = sentence.tokens
    thing = sentence.child(verb.i, "dobj")
    span = None if thing is None else sentence.span(thing.i)
    if span is None or span[0] != verb.i + 1 or span[1] - span[0] > 2 or span[1] >= len(tokens):
        return
    told = is_finite(sentence, verb) and verb.dep in ("ROOT", "ccomp", "conj", "advcl")
    told = told and sentence.child(verb.i, *SUBJECTS) is not None
    after = tokens[span[1]]
    if (
        told
        and (after.text in ".,;!" or after.low in words("no-particles"))
        and not sticks(sentence, span[0])
    ):
        yield removed(sentence, span[0], span[1] - 1)
