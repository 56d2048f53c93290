"""How a text came to be: what was written when, what the machine said to it, and which edits moved it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from zellig.games.writing.listening import Bell, Guess
from zellig.games.writing.looks import Look
from zellig.games.writing.strokes import Draft, Looked, Stroke, write
from zellig.pairs.diff import Segment, segments

PAUSE = 2.0  # seconds after which who has stopped within a word looks at what the machine says

Move = Literal["found", "lost", "nearer", "farther", "other guess", "other answer"]
WORDS = 30  # that are told


class Kept(NamedTuple):
    """A stroke as it is kept."""

    tab: str
    sequence: int
    at: datetime
    stroke: Stroke


class Seen(NamedTuple):
    """What was shown after a stroke, as it is kept."""

    tab: str
    sequence: int
    look: Look


class Said(msgspec.Struct, frozen=True):
    """What a system said at a moment."""

    guesses: tuple[Guess, ...] = ()
    rank: int | None = None
    bell: Bell | None = None
    answer: str = ""  # to the changed side of a pair


class Frame(msgspec.Struct, frozen=True):
    """A moment of the writing at which the machine was heard."""

    seconds: float  # since the first stroke
    stroke: int
    draft: Draft
    said: dict[str, Said]  # by system


class Edit(msgspec.Struct, frozen=True):
    """A change of the text between two moments, and how it moved a system."""

    seconds: float
    stroke: int  # of the moment after it: several may have come at the same time
    system: str
    field: str
    diff: list[Segment]
    moves: tuple[Move, ...]
    before: int | None  # the rank of the truth
    after: int | None


class Moved(msgspec.Struct, frozen=True):
    """What edits did to a system."""

    edits: int
    moves: dict[str, int]
    words: dict[str, int]  # that came in with edits by which the system lost the truth or got farther from it


class Effects(msgspec.Struct):
    """The same as it is counted: those of several texts can be added up."""

    edits: int = 0
    moves: Counter[str] = msgspec.field(default_factory=Counter)
    words: Counter[str] = msgspec.field(default_factory=Counter)


def frames(strokes: Sequence[Kept], seen: Iterable[Seen]) -> Iterator[Frame]:
    """The moments in their order; several strokes may lie between two of them."""
    looks: dict[tuple[str, int], list[Look]] = {}
    for each in seen:
        looks.setdefault((each.tab, each.sequence), []).append(each.look)
    draft = Draft()
    for number, kept in enumerate(strokes, 1):
        draft = write(draft, kept.stroke)
        found = looks.get((kept.tab, kept.sequence), [])
        if found and not isinstance(kept.stroke, Looked):
            seconds = (kept.at - strokes[0].at).total_seconds()
            yield Frame(seconds, number, draft, {look.system: _said(look) for look in found})


def _said(look: Look) -> Said:
    changed = look.answers.get("modified") if look.answers else None
    guesses, rank = (look.guesses.guesses, look.guesses.rank) if look.guesses else ((), None)
    return Said(guesses, rank, look.bell, str(changed.answer) if changed else "")


def edits(found: Sequence[Frame]) -> Iterator[Edit]:
    """The changes of words between two moments, for every system that was heard at both; a word that is half
    typed, or half deleted, is no moment, unless its writer paused there."""
    begun = [Draft(), *(each.draft for each in found)]
    settled = [
        now
        for before, (now, after) in zip(begun, pairwise(found), strict=False)
        if not _goes_on(before, now, after)
    ]
    for before, after in pairwise([*settled, *found[-1:]]):
        for field, text in after.draft.fields.items():
            if (earlier := before.draft.fields.get(field, "")).split() == text.split():
                continue
            diff = segments(earlier, text)
            for system, said in after.said.items():
                if (one := before.said.get(system)) is not None:
                    moves = tuple(_moves(one, said))
                    yield Edit(after.seconds, after.stroke, system, field, diff, moves, one.rank, said.rank)


def _goes_on(before: Draft, now: Frame, after: Frame) -> bool:
    """Does the next moment go on, without a pause, with the word that was being changed?"""
    if after.seconds - now.seconds >= PAUSE:
        return False
    texts, later = now.draft.fields, after.draft.fields
    changed = [name for name in later if later[name] != texts.get(name, "")]
    if len(changed) != 1:  # none, or an item was chosen
        return False
    [name] = changed
    earlier, text = before.fields.get(name, ""), texts.get(name, "")
    pen = len(text) - _shared(earlier[::-1], text[::-1])  # where it was left
    at = _shared(text, later[name])  # and where it goes on
    within = text[at - 1 : at].isalnum() and any(each[at : at + 1].isalnum() for each in (text, later[name]))
    gone = text[at : at + len(text) - len(later[name])]
    deletes = gone.isalnum() and text[:at] + text[at + len(gone) :] == later[name]  # to its first letter
    return (within or deletes) and all(each.isalnum() for each in text[min(pen, at) : max(pen, at)])


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with."""
    differ = (at for at, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1])
    return next(differ, min(len(one), len(other)))


def _moves(before: Said, after: Said) -> Iterator[Move]:
    if before.rank != 1 and after.rank == 1:
        yield "found"
    elif before.rank == 1 and after.rank != 1:
        yield "lost"
    elif before.rank != after.rank:
        far = 10**6  # no rank at all
        yield "nearer" if (after.rank or far) < (before.rank or far) else "farther"
    if before.guesses[:1] and after.guesses[:1] and before.guesses[0].answer != after.guesses[0].answer:
        yield "other guess"
    if before.answer != after.answer:
        yield "other answer"


def effects(found: Iterable[Edit]) -> dict[str, Effects]:
    """By system, how often edits moved it, and all words that came in where it lost its way."""
    told: dict[str, Effects] = {}
    for edit in found:
        its = told.setdefault(edit.system, Effects())
        its.edits += 1
        its.moves.update(edit.moves)
        if {"lost", "farther"} & set(edit.moves):
            its.words.update(
                word for kind, text in edit.diff if kind == "inserted" for word in text.lower().split()
            )
    return told


def summed_up(found: Iterable[Mapping[str, Effects]]) -> dict[str, Moved]:
    """What the edits of several texts did to each system, with the words that came in most often."""
    told: dict[str, Effects] = {}
    for each in found:
        for system, its in each.items():
            every = told.setdefault(system, Effects())
            every.edits += its.edits
            every.moves.update(its.moves)
            every.words.update(its.words)
    return {
        system: Moved(every.edits, dict(every.moves), dict(every.words.most_common(WORDS)))
        for system, every in told.items()
    }


def moved(found: Iterable[Edit]) -> dict[str, Moved]:
    """What edits did to each system."""
    return summed_up([effects(found)])
