"""Checks of a question's text by itself: its length, its characters, its language, words that may offend."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.checks.characters import character_faults
from zellig.checks.questions.findings import Fault, place
from zellig.checks.questions.policy import Length
from zellig.language.english import is_not_english
from zellig.language.words import word_lists
from zellig.systems.question_words import word_places, words


def wording(text: str, policy: Length) -> Iterator[Fault]:
    """Everything wrong with a question's text; a broken one is not looked at further."""
    faults = list(character_faults(text))
    for code, what, at in faults:
        yield Fault(code, what, place(text, *at))
    if any(code == "broken-text" for code, _, _ in faults):
        return
    yield from _length(text, policy)
    if is_not_english(text):
        yield Fault("language", "its words are hardly those of English", place(text, 0, len(text)))
    yield from _vulgar(text)


def _length(text: str, policy: Length) -> Iterator[Fault]:
    whole = place(text, 0, len(text))
    if len(text) < policy.least:
        yield Fault("too-short", f"it has {len(text)} characters, and {policy.least} are the least", whole)
    elif (different := len(set(words(text)))) < policy.different_words:
        yield Fault(
            "few-words", f"it has {different} different words, and {policy.different_words} are the least"
        )
    if len(text) > policy.most:
        beyond = place(text, policy.most, len(text))
        yield Fault("too-long", f"it has {len(text):,} characters, and {policy.most:,} are the most", beyond)


def _vulgar(text: str) -> Iterator[Fault]:
    listed = frozenset().union(*word_lists("zellig.checks.questions", "vulgar").values())
    for word, (start, end) in word_places(text):
        if word in listed:
            yield Fault("vulgar", f"{text[start:end]!r} may offend", place(text, start, end))
