"""Which tossups a program missed, by the events of a room."""

from __future__ import annotations

from datetime import UTC, datetime

from zellig.games.events import Happened
from zellig.games.match.events import Buzzed, Finished, Given, RaceWon, Skipped, TossupAsked
from zellig.games.match.rooms import Event, ProgramMissed, ProgramSeated, Standing, stand

AT = datetime(2027, 1, 1, tzinfo=UTC)
LATE = "it was late"
AWAY = "it cannot take its seat"


def _room(*events: Event) -> Standing:
    return stand([Happened(number, AT, None, each) for number, each in enumerate(events, start=1)], None)


def test_a_tossup_is_missed_when_it_is_finished_and_once() -> None:
    late = ProgramMissed("p1", 1, LATE)
    assert _room(TossupAsked(0, 1), late).misses == {}
    assert _room(TossupAsked(0, 1), late, late, Finished(1)).misses == {"p1": 1}
    assert _room(TossupAsked(0, 1), Finished(1), late).misses == {"p1": 1}  # it was asked until then
    assert _room(TossupAsked(0, 1), late, Skipped(1, "read wrongly")).misses == {}


def test_a_miss_is_dropped_when_the_program_answers_that_tossup() -> None:
    asked, late = TossupAsked(0, 1), ProgramMissed("p1", 1, LATE)
    buzzed = Buzzed(1, "p1"), RaceWon(1, "p1", 3)
    answered = Given(2, "p1", "snow", "wrong", "")
    assert _room(asked, late, *buzzed, answered, Finished(3)).misses == {}
    assert _room(asked, late, *buzzed, Given(2, "p1", "", "wrong", ""), Finished(3)).misses == {"p1": 1}
    others = _room(asked, ProgramMissed("p2", 1, LATE), *buzzed, answered, Finished(3))
    assert others.misses == {"p2": 1}
    next_one = TossupAsked(4, 2), ProgramMissed("p1", 2, LATE), Finished(5)
    assert _room(asked, late, *buzzed, answered, Finished(3), *next_one).misses == {"p1": 1}


def test_a_program_that_is_not_there_misses_every_tossup_until_it_is() -> None:
    away = ProgramMissed("p1", 0, AWAY)
    first, second, third = ((TossupAsked(n, n), Finished(n)) for n in (1, 2, 3))
    assert _room(away).misses == {}
    assert _room(away, *first, *second).misses == {"p1": 2}
    assert _room(*first, away, *second, ProgramSeated("p1"), *third).misses == {"p1": 1}
    told = _room(away, *first).missed
    assert told == (away, ProgramMissed("p1", 1, AWAY))
    events: tuple[Event, ...] = (away, *first, *second)
    one_by_one = None
    for number, each in enumerate(events, start=1):
        one_by_one = stand([Happened(number, AT, None, each)], one_by_one)
    assert one_by_one == _room(*events)
