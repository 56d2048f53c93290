"""Case violated: a pronoun has the other form than its place asks for, *Him sees she*."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.breakers.fakes.editing import replaced, sticks
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.fakes.word_lists import pronouns, words
from zellig.language.agreement import parts_of
from zellig.language.main_verb import is_finite
from zellig.language.tokens import FINITE, VERBS, Sentence, Token
from zellig.tasks import Task

PHENOMENON = "case"


def make(task: Task) -> Violator:
    """The breaker that violates case."""
    return Violator("violate-case", task, {PHENOMENON: violations})


def violations(sentence: Sentence) -> Iterator[str]:
    """Every subject of a finite verb as an object, every object as a subject, where the two differ."""
    objects, subjects = pronouns("object-of"), pronouns("subject-of")
    for token in sentence.tokens:
        if token.tag != "PRP" or _joined(sentence, token) or token.text in ("US", "ME"):
            continue
        if token.low in objects and _is_subject(sentence, token):
            yield replaced(sentence, token.i, objects[token.low])
        elif token.low in subjects and _is_object(sentence, token):
            yield replaced(sentence, token.i, subjects[token.low])


def _joined(sentence: Sentence, token: Token) -> bool:
    """Is it in company (*him and me*), described (*he who ...*), or is something hung on it (*he's*)?"""
    return token.dep == "conj" or bool(sentence.children[token.i]) or sticks(sentence, token.i)


def _is_subject(sentence: Sentence, token: Token) -> bool:
    verb = sentence.tokens[token.head]
    if token.dep not in ("nsubj", "nsubjpass") or verb.i < token.i or not is_finite(sentence, verb):
        return False
    # *as she works*: *her works* would be fine
    after = sentence.tokens[token.i + 1]
    return token.low != "she" or (after.tag in FINITE and "noun" not in parts_of(after.low))


def _is_object(sentence: Sentence, token: Token) -> bool:
    head = sentence.tokens[token.head]
    behind = token.dep == "dobj" and head.tag in VERBS and head.i < token.i
    under = token.dep == "pobj" and head.low not in words("like-conjunctions") and head.i < token.i
    # *We see them run*: *We see they run* would be fine
    follows = sentence.tokens[token.i + 1 : token.i + 2]
    return (behind or under) and not any(each.tag in VERBS for each in follows)
