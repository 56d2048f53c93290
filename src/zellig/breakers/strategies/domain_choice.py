"""Which domain a run is about: the one that was asked for, that of the task, or the one its texts name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from zellig.breakers.strategies.domains import NEUTRAL, domain_names, get_domain
from zellig.doors import option
from zellig.notices import note

MOST = 1000  # texts that are looked at
LEAST = 3  # texts that must name a domain
SHARE = 0.4  # of the texts must name it: what is said of the others must not sound odd
MARGIN = 1.5  # times as many must name it as any other domain
SHOWN = 3  # words that are told

_WORD = re.compile(r"[a-z][a-z'-]*")


@dataclass(frozen=True)
class Vote:
    """How many texts name what a domain is about, and the words by which most of them do."""

    domain: str
    texts: int
    words: tuple[str, ...]


def domain_of(asked: str | None, of_task: str, texts: Sequence[str], *, settable: bool = True) -> str:
    """The domain of a run; says which one was taken, and why, unless it was asked for; and how to ask for
    another, where that is `settable`."""
    if asked is not None:
        return get_domain(asked).name
    if of_task:
        if of_task in domain_names():
            note(f"domain: {of_task} (what the task says its texts are about)")
            return of_task
        note(f"domain: {NEUTRAL} (there are no words for {of_task!r}, which the task's texts are about)")
        return NEUTRAL
    return _voted(texts[:MOST], f"; {option('domain')} decides otherwise" if settable else "")


def _voted(texts: Sequence[str], otherwise: str) -> str:
    first, second = votes(texts)[:2]
    named = f"{first.texts} of {len(texts)} texts name {_listed(first.words)}"
    if first.texts < max(LEAST, SHARE * len(texts)):
        reason = f"only {named}" if first.texts else "the texts name no domain that there are words for"
        note(f"domain: {NEUTRAL} ({reason}{otherwise})")
        return NEUTRAL
    if first.texts < MARGIN * second.texts:
        for_first = f"{_listed(first.words)}, as of {first.domain}"
        against = f"{second.texts} {_listed(second.words)}, as of {second.domain}"
        note(
            f"domain: {NEUTRAL} ({first.texts} of {len(texts)} texts name {for_first}, {against}{otherwise})"
        )
        return NEUTRAL
    note(f"domain: {first.domain} ({named})")
    return first.domain


def votes(texts: Sequence[str]) -> list[Vote]:
    """How often each domain is named, the most frequent one first."""
    found = []
    seen = [set(_WORD.findall(text.lower())) for text in texts]
    for name in domain_names():
        if name == NEUTRAL:
            continue
        naming = _naming(name)
        named = [words for each in seen if (words := {naming[word] for word in each & naming.keys()})]
        counts = Counter(word for words in named for word in words)
        usual = sorted(counts, key=lambda word: (-counts[word], word))[:SHOWN]
        found.append(Vote(name, len(named), tuple(usual)))
    return sorted(found, key=lambda vote: (-vote.texts, vote.domain))


@cache
def _naming(domain: str) -> dict[str, str]:
    """The words that name a domain, by themselves and by their plurals."""
    from zellig.language.inflection import plural

    words = get_domain(domain).named_by.split()
    return {plural(word): word for word in words} | {word: word for word in words}


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
