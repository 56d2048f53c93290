"""Edit histories for others to study: every stroke with the state of the machine, and without names.

One history is about one text that was handed in. Times are seconds since its first stroke; its writer goes
by an alias, which stays the same as the workshop grows, and the text by a name that no packet has.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec

from zellig.games.writing import events
from zellig.games.writing.looks import Look
from zellig.games.writing.replay import (
    Edit,
    Effects,
    Frame,
    Kept,
    Moved,
    Seen,
    edits,
    effects,
    frames,
    summed_up,
)
from zellig.games.writing.rewriting import REWRITES
from zellig.games.writing.standing import Standing, Text
from zellig.games.writing.strokes import Draft, Stroke, replayed

VERSION = 2  # since 2 a guess says whether a reader would prompt it


class Written(msgspec.Struct, frozen=True):
    """A stroke and when it came, in seconds since the first one."""

    seconds: float
    stroke: Stroke


class Shown(msgspec.Struct, frozen=True):
    """What was shown to the writer after so many strokes."""

    after: int
    look: Look


class History(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a text came to be."""

    text: str  # a name of its own: that of a packet would lead to the name of its author
    writer: str  # an alias
    state: str  # what has become of it
    final: Draft  # what the strokes come to
    strokes: tuple[Written, ...]
    shown: tuple[Shown, ...]
    phenomena: tuple[str, ...] = ()
    rewrites: str = ""  # the id of the question that it was made from


class HistoriesHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a file of histories."""

    zellig: str = "histories"
    version: int = VERSION
    task: str
    licence: str


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(History).decode


def header_line(task: str, licence: str) -> bytes:
    """The first line, with its end."""
    return encode(HistoriesHeader(task=task, licence=licence)) + b"\n"


def aliases(standing: Standing) -> dict[str, str]:
    """A name for each writer, in the order of their first texts: later ones change none."""
    writers = dict.fromkeys(text.writer for text in standing.texts.values())
    return {account: f"writer-{number}" for number, account in enumerate(writers, 1)}


def exported(standing: Standing, own: str = "") -> list[Text]:
    """The texts whose histories are given: those that stand, of one account or of all; of a draft the newest,
    since what came before is a part of its history."""
    newest = {
        text.event.draft: text
        for text in standing.texts.values()
        if text.state in ("handed in", "taken") and (not own or text.writer == own)
    }
    return sorted(newest.values(), key=lambda text: text.number)


def taken(standing: Standing, own: str = "") -> list[Text]:
    """The texts that an editor has accepted, of one account or of all."""
    return [
        text for text in standing.texts.values() if text.state == "taken" and (not own or text.writer == own)
    ]


def history(text: Text, writer: str, strokes: Sequence[Kept], seen: Iterable[Seen]) -> History:
    """The history of a text up to when it was handed in."""
    event = text.event
    counted = strokes[: event.strokes]
    numbers = {(each.tab, each.sequence): number for number, each in enumerate(counted, 1)}
    if isinstance(event, events.QuestionHandedIn):
        phenomena, rewrites = event.phenomena, str(event.question.metadata.get(REWRITES, ""))
    else:
        phenomena, rewrites = tuple(filter(None, [event.pair.phenomenon])), ""
    return History(
        _renamed(event),
        writer,
        text.state,
        replayed([each.stroke for each in counted]),
        tuple(Written((each.at - counted[0].at).total_seconds(), each.stroke) for each in counted),
        tuple(
            Shown(numbers[each.tab, each.sequence], each.look)
            for each in seen
            if (each.tab, each.sequence) in numbers
        ),
        phenomena,
        rewrites,
    )


def _renamed(event: events.HandedIn) -> str:
    """A name that nobody can make of that of the text: the key is the id of its draft, which is told
    to its writer and the editors alone."""
    return hmac.new(event.draft.encode(), event.text.encode(), "sha256").hexdigest()[:20]


def moments(found: History) -> list[Frame]:
    """The moments of a history at which the machine was heard."""
    start = datetime(1970, 1, 1, tzinfo=UTC)
    kept = [
        Kept("", number, start + timedelta(seconds=each.seconds), each.stroke)
        for number, each in enumerate(found.strokes, 1)
    ]
    return list(frames(kept, (Seen("", each.after, each.look) for each in found.shown)))


def edits_of(found: History) -> Iterator[Edit]:
    """The edits of a history."""
    return edits(moments(found))


class Told(NamedTuple):
    """What the edits of a text did to each system, and what the text is about."""

    phenomena: tuple[str, ...]
    effects: Mapping[str, Effects]


def told_by(found: History) -> Told:
    """What the edits of a history did."""
    return Told(found.phenomena, effects(edits_of(found)))


def moved_by_phenomenon(found: Iterable[Told]) -> Mapping[str, Mapping[str, Moved]]:
    """What the edits of texts did to each system: in all (by the name "") and in texts of each phenomenon."""
    of: dict[str, list[Mapping[str, Effects]]] = {}
    for each in found:
        for name in ("", *each.phenomena):
            of.setdefault(name, []).append(each.effects)
    summed = {name: summed_up(some) for name, some in of.items()}
    return {name: systems for name, systems in summed.items() if systems}
