"""The writers' board: accepted texts, systems that they fool, people that they do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from zellig.games.writing.blind import difficulty
from zellig.games.writing.events import QuestionHandedIn
from zellig.games.writing.standing import Standing, Text
from zellig.measures.intervals import Estimate, share_interval


class Fooled(msgspec.Struct, frozen=True):
    """How many of a writer's accepted texts a system got wrong when they were handed in."""

    asked: int
    at_end: int  # questions at which its best guess is wrong when all is read; pairs that it breaks at
    at_bell: int  # questions at which it buzzes with a wrong answer, or not at all


class Row(msgspec.Struct, frozen=True):
    """A writer on the board."""

    account: str
    accepted: int
    waiting: int  # texts that an editor has not read yet
    systems: dict[str, Fooled]
    answered: int  # blind, by people
    right: int
    not_fooled: Estimate | None  # the share of right ones


def rows(standing: Standing) -> list[Row]:
    """All who have handed in something, those first who have most accepted texts."""
    systems = standing.rules.systems if standing.rules else ()
    writers: dict[str, list[Text]] = {}
    for text in standing.texts.values():
        writers.setdefault(text.writer, []).append(text)
    found = [_row(writer, texts, systems) for writer, texts in writers.items()]
    return sorted(found, key=lambda row: (-row.accepted, row.account))


def _row(writer: str, texts: Sequence[Text], systems: Sequence[str]) -> Row:
    taken = [text for text in texts if text.state == "taken"]
    answers = [difficulty(text) for text in taken]
    answered, right = sum(each.answered for each in answers), sum(each.right for each in answers)
    return Row(
        writer,
        len(taken),
        sum(text.state == "handed in" for text in texts),
        {system: _fooled(system, taken) for system in systems},
        answered,
        right,
        _share([each.right for each in answers], [each.answered for each in answers]),
    )


def _fooled(system: str, texts: Sequence[Text]) -> Fooled:
    found = list(_outcomes(system, texts))
    return Fooled(len(found), sum(end for end, _ in found), sum(bell for _, bell in found))


def _outcomes(system: str, texts: Sequence[Text]) -> Iterator[tuple[bool, bool]]:
    """For each text that a system was asked: is it fooled at the end, and at the bell?"""
    for text in texts:
        event = text.event
        if isinstance(event, QuestionHandedIn):
            if (heard := event.machines.get(system)) is not None:
                yield heard.fooled_at_end, heard.fooled_at_bell
        elif (asked := event.machines.get(system)) is not None:
            yield asked.broken, False


def _share(hits: Sequence[int], trials: Sequence[int]) -> Estimate | None:
    """Answers to one question go together."""
    every = sum(trials)
    if not every:
        return None
    ends = share_interval(hits, trials, np.arange(len(trials)))
    return Estimate(sum(hits) / every, ends)
