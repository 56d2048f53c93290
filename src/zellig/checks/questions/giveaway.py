"""Does a question name its own answer, or a part of it?

An answer that counts only until it is read is meant to be read. A word of a name tells more than one of a
description: of "Nile" nothing else is called so, and "river" is in every question about one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from zellig.checks.questions.findings import Fault, place
from zellig.checks.questions.policy import Giveaway
from zellig.checks.questions.pool import Compared
from zellig.checks.questions.sentences import Place
from zellig.language.words import word_lists
from zellig.systems.question_words import telling, word_places, words
from zellig.tasks.quiz.lines import AnswerLine, Choice
from zellig.tasks.quiz.tables import known

Words = Sequence[tuple[str, Place]]
Endings = Sequence[tuple[str, str]]

_ARTICLES = ("the", "a", "an")
_BEHIND_A_NAME = re.compile(r"(?:\s(?:by|from|in|on|at)|,)\s.*")  # whose it is, and where

SHORTEST_STEM = 3  # letters that two forms of one word have in common


def giveaway(text: str, line: AnswerLine, pool: Compared, policy: Giveaway) -> Iterator[Fault]:
    """The first of these that is found: the main answer, another name of it, a rare word of the main one."""
    heard = word_places(text)
    # "or X" is another name; what a line accepts besides may be an example, or a part of the answer.
    for choice in (*line.main, *(each for each in line.accept if each.synonym)):
        if choice.condition is not None:
            continue
        for form in dict.fromkeys((choice.whole, choice.text)):
            named = _without_article(words(form))
            if len("".join(named)) < policy.letters or known().kinds.issuperset(named):
                continue
            if (at := _sequence(named, heard)) is not None:
                yield _named(text, form, at, main=choice is line.main[0])
                return
    if (word := _word(text, heard, line.main[0], pool, policy)) is not None:
        yield word


def _named(text: str, form: str, at: Place, *, main: bool) -> Fault:
    """A common noun may mean something else ("the fourth power"), so it takes a person to refuse it."""
    here = place(text, *at)
    if main and (len(words(form)) > 1 or any(map(str.isupper, form))):
        return Fault("giveaway", f"the answer is in the question: {form!r}", here)
    what = "the answer" if main else "another name of the answer"
    return Fault("giveaway-form", f"{what} is in the question: {form!r}", here)


def _word(text: str, heard: Words, choice: Choice, pool: Compared, policy: Giveaway) -> Fault | None:
    """A word of the answer, or one made of it, where that gives it away."""
    common = known()
    names = _names(choice)
    nouns = _without_article(words(choice.text))
    for word, (start, end) in heard:
        here = place(text, start, end)
        if len(nouns) == 1 and not names and _is_form(word, nouns[0], common.plural_endings, policy.letters):
            return Fault("giveaway-form", f"{text[start:end]!r} is a form of the answer {nouns[0]!r}", here)
        if not text[start].isupper() or word in common.kinds | common.titles | common.little:
            continue
        for name in names:
            if word == name and len(word) >= policy.letters and pool.share(word) <= policy.rare:
                return Fault("giveaway-word", f"{text[start:end]!r} is a word of the answer", here)
            if _is_form(word, name, _of_names(), policy.letters):
                what = f"{text[start:end]!r} may be made of {name.title()!r}, a word of the answer"
                return Fault("giveaway-word", what, here)
    return None


def _names(choice: Choice) -> list[str]:
    """The words of an answer that is a name: what is in capital letters, if it begins so."""
    said = " ".join(choice.required) or _BEHIND_A_NAME.sub("", choice.text)
    found = [(word, said[start]) for word, (start, _) in word_places(said) if word not in _ARTICLES]
    if not found or not found[0][1].isupper():
        return []
    common = known()
    said_often = common.kinds | common.titles | common.little | (common.first_names if found[1:] else set())
    telling_words = set(telling([word for word, _ in found])) - said_often
    return [word for word, first in found if first.isupper() and word in telling_words]


def _is_form(one: str, other: str, endings: Endings, letters: int) -> bool:
    """Is one word made of the other, or the other of it?"""
    if one == other or min(len(one), len(other)) < letters:
        return False
    return _made_of(one, other, endings) or _made_of(other, one, endings)


def _made_of(longer: str, word: str, endings: Endings) -> bool:
    """Is this that word with another ending?"""
    return any(
        word.endswith(old)
        and len(word) - len(old) >= SHORTEST_STEM
        and longer == f"{word.removesuffix(old)}{new}"
        for old, new in endings
    )


@cache
def _of_names() -> Endings:
    """Endings of a name, and those that take their place in a word that is made of it."""
    lists = word_lists("zellig.checks.questions", "endings")
    return tuple((old, new) for old in ("", *sorted(lists["give_way"])) for new in sorted(lists["of_names"]))


def _without_article(found: list[str]) -> list[str]:
    """Titles are often said without their article; but "A minor" is not "minor"."""
    return found[1:] if len(found) > 2 - (found[:1] == ["the"]) and found[0] in _ARTICLES else found


def _sequence(named: Sequence[str], heard: Words) -> Place | None:
    """Where the words follow each other."""
    for start in range(len(heard) - len(named) + 1):
        if all(heard[start + number][0] == word for number, word in enumerate(named)):
            return heard[start][1][0], heard[start + len(named) - 1][1][1]
    return None
