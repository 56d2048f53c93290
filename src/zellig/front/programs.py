"""Programs that play matches: each in its seat, apart from the questions that it will hear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Any

from zellig.buzzers.loading import load_buzzer
from zellig.buzzers.program import BUZZER, Program, names_of
from zellig.corpora import Corpus
from zellig.corpora.packets import PACKETS
from zellig.errors import ZelligError
from zellig.games.match.packet import Packet, bonuses_in
from zellig.games.match.setting import BonusQuestion
from zellig.notices import warn
from zellig.own_objects import is_own
from zellig.seats.loading import load_performer
from zellig.seats.seat import Here, Seat
from zellig.seats.seating import COMMAND, WEB, Seating, take_seat
from zellig.systems.evaluation import admit
from zellig.tasks.quiz import QUIZ


def bonuses_of(corpus: Corpus) -> tuple[BonusQuestion, ...]:
    """Those of packets; other corpora have none."""
    if corpus.reader is not PACKETS:
        return ()
    return bonuses_in(corpus.source.place)


@contextmanager
def seated(programs: Sequence[Any], packet: Packet, with_bonuses: int) -> Iterator[list[Seat]]:
    """All programs in their seats; whatever happens, they are let go. So many tossups may have a bonus: none
    is asked in overtime."""
    seats: list[Seat] = []
    try:
        for program in programs:
            seats.append(_seat(program, packet, with_bonuses))
        yield seats
    finally:
        for seat in seats:
            seat.close()


def _seat(program: Any, packet: Packet, with_bonuses: int) -> Seat:
    if not isinstance(program, str | PathLike):
        if not callable(getattr(program, "play", None)) or not hasattr(program, "spec"):
            raise ZelligError(
                f"{type(program).__name__} is no program that plays matches",
                field="teams",
                remedy="Give SYSTEM, SYSTEM+BUZZER, or an object with spec and play.",
            )
        return Here(program)
    name = fspath(program)
    system, buzzer = names_of(name)
    if not buzzer and name.startswith((COMMAND, *WEB)):
        return take_seat("player", Seating(name), "")
    if not buzzer and is_own(name):
        return Here(load_performer("player", name, {}, ""))
    guesser = admit(system, packet.questions(), QUIZ, allow_overlap=False).system
    apart, copies = Program(guesser, load_buzzer(buzzer or BUZZER)).apart_from(packet.as_heard(with_bonuses))
    if copies:
        what = f"{copies:,} of the questions are among the texts that {system} looks up"
        warn(f"{what}: none of them is evidence for itself")
    return Here(apart)
