"""What is asked twice in a set: the same answer, the same clue in the same words or in nearly the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.pairs.near_duplicates import near_duplicates, token_set
from zellig.systems.question_words import sentences, telling
from zellig.tasks.quiz.answers import Answers, main_answer
from zellig.tasks.quiz.task import LINE

PHRASE = 6  # words in a row that are a phrase
TELLING = 4  # of them that have to say something
ALIKE = 0.6  # sentences that share so much of their words are one clue
SHORT = 6  # words of a sentence that is none

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_FORMULA = re.compile(r"\b(?:for \w+ points?(?: each)?|ftp)\b,?\s*(?:(?:name|identify|give|what)\b)?", re.I)


class Repeat(msgspec.Struct, frozen=True):
    """Something that several questions have in common."""

    kind: Literal["answer", "clue"]
    what: str  # the answer, or the words of the clue
    questions: tuple[str, ...]  # their ids, in order


def answer_names(items: Sequence[Item]) -> list[str]:
    """One name for each answer, however the lines spell it."""
    lines = [_line(item) for item in items]
    names = Answers.of(lines)
    return [names[line] for line in lines]


def find_repeats(items: Sequence[Item], names: Sequence[str] | None = None) -> list[Repeat]:
    """All repeats among questions, answers first; `names` are those of their answers, if they are known."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for item, name in zip(items, names or answer_names(items), strict=True):
        found[name].append(item.id)
    answers = [Repeat("answer", name, tuple(ids)) for name, ids in found.items() if len(ids) > 1]
    return [*answers, *same_clues(items)]


def same_clues(items: Sequence[Item]) -> list[Repeat]:
    """Phrases that several questions share, and sentences that are nearly the same."""
    texts = [_FORMULA.sub(" ", item.fields["text"]) for item in items]
    phrases = list(_phrases(items, texts))
    known: defaultdict[frozenset[str], set[tuple[str, ...]]] = defaultdict(set)
    for repeat in phrases:
        known[frozenset(repeat.questions)] |= _in_a_row_of(repeat)
    return phrases + [
        each
        for each in _sentences(items, texts)
        if known[frozenset(each.questions)].isdisjoint(_in_a_row_of(each))
    ]


def _phrases(items: Sequence[Item], texts: Sequence[str]) -> Iterator[Repeat]:
    words = [_WORD.findall(text) for text in texts]
    plain = [[word.casefold() for word in each] for each in words]
    where: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for number, found in enumerate(plain):
        for phrase in _in_a_row(found):
            where[phrase].add(number)
    told: set[tuple[str, ...]] = set()
    for number, found in enumerate(plain):
        shared = [tuple(sorted(where[phrase])) for phrase in _in_a_row(found)]
        # Phrases that overlap and are in the same questions are one.
        for owners, places in groupby(range(len(shared)), key=shared.__getitem__):
            first, *rest = places
            stretch = slice(first, (rest[-1] if rest else first) + PHRASE)
            if len(owners) < 2 or len(list(telling(found[stretch]))) < TELLING:
                continue
            if told.issuperset(new := set(_in_a_row(found[stretch]))):
                continue
            told |= new
            yield Repeat("clue", " ".join(words[number][stretch]), tuple(items[each].id for each in owners))


def _in_a_row_of(repeat: Repeat) -> set[tuple[str, ...]]:
    return set(_in_a_row(_WORD.findall(repeat.what.casefold())))


def _in_a_row(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[place : place + PHRASE]) for place in range(len(words) - PHRASE + 1))


def _sentences(items: Sequence[Item], texts: Sequence[str]) -> Iterator[Repeat]:
    said = [
        (number, sentence.strip())
        for number, text in enumerate(texts)
        for sentence in sentences(text)
        if len(_WORD.findall(sentence)) > SHORT
    ]
    told: set[tuple[int, int, int]] = set()
    for later, earlier, _ in near_duplicates([token_set(sentence) for _, sentence in said], ALIKE):
        two = said[earlier][0], said[later][0]
        if two[0] != two[1] and (*two, earlier) not in told:
            told.add((*two, earlier))
            yield Repeat("clue", said[earlier][1], (items[two[0]].id, items[two[1]].id))


def _line(item: Item) -> str:
    """The answer line; where there is none that names an answer, the accepted answer."""
    line = item.metadata.get(LINE)
    with suppress(ZelligError):
        if isinstance(line, str) and main_answer(line):
            return line
    return "".join(item.accepted[:1])
