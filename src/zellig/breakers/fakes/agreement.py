"""Agreement violated: the verb takes the other number than its subject, *The dogs barks*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zellig.breakers.fakes.editing import replaced
from zellig.breakers.fakes.violator import Violator
from zellig.breakers.fakes.word_lists import words
from zellig.language.agreement import SUBJECTS, disagreements
from zellig.language.inflection import forms, inflect
from zellig.language.tokens import Sentence, Token
from zellig.tasks import Task

PHENOMENON = "agreement"
_BE = {"is": "are", "are": "is", "was": "were", "were": "was"}


def make(task: Task) -> Violator:
    """The breaker that violates agreement."""
    return Violator("violate-agreement", task, {PHENOMENON: violations})


def violations(sentence: Sentence) -> Iterator[str]:
    """Every finite verb that shows a number, in the other one."""
    known = disagreements(sentence)
    for verb in sentence.tokens:
        form = _other(sentence, verb)
        subject = _subject(sentence, verb)
        if form is None or subject is None or not _counts(sentence, subject):
            continue
        tag = "VBZ" if form == "was" or verb.tag == "VBP" else "VBP"
        tokens = [*sentence.tokens]
        tokens[verb.i] = replace(verb, text=form, low=form, tag=tag)
        if disagreements(Sentence(tokens)) - known:
            yield replaced(sentence, verb.i, form)


def _other(sentence: Sentence, verb: Token) -> str | None:
    """The form of the other number, if the verb shows one."""
    if not verb.text.isalpha():
        return None
    if verb.low in ("was", "were"):
        # *If it was, were*: both are said
        unreal = any(token.low in words("unreal") for token in sentence.tokens[: verb.i])
        return None if unreal else _BE[verb.low]
    if verb.tag == "VBZ":
        past = verb.lemma in forms(verb.lemma, "past")  # *The boy puts, put*
        return None if past else _BE.get(verb.low) or verb.lemma
    if verb.tag == "VBP" and verb.low != "am":
        return _BE.get(verb.low) or inflect(verb.lemma, "third")
    return None


def _subject(sentence: Sentence, verb: Token) -> Token | None:
    """The subject of a verb, or of the one that it helps."""
    whole = verb.head if verb.dep in ("aux", "auxpass") else verb.i
    return sentence.child(whole, *SUBJECTS)


def _counts(sentence: Sentence, subject: Token) -> bool:
    """Is the number of the subject beyond doubt?"""
    tokens = sentence.tokens
    if subject.low in words("either-number"):
        return False
    if subject.tag == "WDT":  # *the one film that is*, but *one of the films that are*
        return False
    of = [child for child in sentence.children[subject.i] if tokens[child].low == "of"]
    parts = [tokens[part] for child in of for part in sentence.children[child]]
    # *A string of jokes are told*: many people say so
    return not any(part.tag in ("NNS", "NNPS") for part in parts)
