"""How long a game waits for a performer that is not in its process."""

from __future__ import annotations

import pytest

from zellig.messages import Choose, Envelope, Observe, Reply, Start
from zellig.performers import Spec
from zellig.seats.player import Player
from zellig.seats.seat import FAILURES, PATIENCE, TOO_LARGE, UNHURRIED, Distant, Missed

LEARN, ANSWER = Observe([]), Choose([], [])


class Scripted(Distant):
    """Fails in the turns that are named, and says how long it was waited for."""

    def __init__(self, **fails: str) -> None:
        self.fails, self.waited = fails, list[tuple[str, float]]()
        self.turns: list[int] = []
        super().__init__()

    def close(self) -> None:
        """Nothing to be done."""

    def _connect(self) -> Player:
        return Player(Spec("scripted"), adapts=True)

    def _exchange(self, envelope: Envelope, limit: float) -> Reply:
        kind = type(envelope.message).__name__
        self.waited.append((kind, limit))
        self.turns.append(envelope.turn)
        if why := self.fails.pop(kind, ""):
            raise Missed(why)
        return Reply(envelope.turn)


def begun(**fails: str) -> Scripted:
    seat = Scripted(**fails)
    seat.join("game", lambda: [[]])
    seat.ask(Start(0), None)
    assert seat.waited.pop() == ("Start", PATIENCE)  # it may have a great deal to load
    return seat


@pytest.mark.parametrize(
    ("limit", "patience"), [(None, PATIENCE), (0.2, UNHURRIED), (5.0, 50.0), (100.0, 1000.0)]
)
def test_learning_is_not_on_the_clock_but_does_not_last_for_ever(
    limit: float | None, patience: float
) -> None:
    seat = begun()
    seat.ask(LEARN, limit)
    assert seat.waited == [("Observe", patience)]


def test_a_second_start_may_take_much_longer_than_the_first_but_not_for_ever() -> None:
    seat = begun(Choose="crashed")
    with pytest.raises(Missed):
        seat.ask(ANSWER, 2.0)
    seat.ask(ANSWER, 2.0)
    assert seat.waited[1:] == [("Start", UNHURRIED), ("Observe", UNHURRIED), ("Choose", 2.0)]


def test_who_hangs_while_it_is_called_again_is_stopped_and_told_everything_the_next_time() -> None:
    seat = begun(Choose="crashed", Observe="late")
    for _ in range(2):
        with pytest.raises(Missed):
            seat.ask(ANSWER, 2.0)
    seat.ask(ANSWER, 2.0)
    assert [kind for kind, _ in seat.waited[1:]] == ["Start", "Observe", "Start", "Observe", "Choose"]
    assert seat.turns == list(range(1, 8))  # no turn comes twice: a late reply is never taken for another


def test_what_is_told_of_a_failure_can_be_written_into_a_log() -> None:
    assert Missed("crashed", "tea \ud800 é").details.encode() == "tea \\ud800 é".encode()


def test_a_message_that_is_too_large_does_not_stop_anybody() -> None:
    seat = begun()
    for _ in range(FAILURES):
        seat.fails["Choose"] = TOO_LARGE
        with pytest.raises(Missed, match=TOO_LARGE):
            seat.ask(ANSWER, 2.0)
    seat.ask(ANSWER, 2.0)
    assert {kind for kind, _ in seat.waited} == {"Choose"}  # it was not called again
