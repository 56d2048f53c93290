"""The arena from Python: performers in hand, with a table and a report of what was played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import zellig as zl
from restaurant import reviews
from served import Server
from zellig.front.arena import PlayedArena
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.performers import Choice


class FirstOne:
    """Takes the first text for the fake."""

    spec = zl.Spec("first-one")

    def choose(self, lineups: list[object], seeds: list[int]) -> list[Choice]:
        return [Choice(lineup.id, 0) for lineup in lineups]  # type: ignore[attr-defined]


def test_a_game_is_played_with_a_chooser_in_hand(tmp_path: Path) -> None:
    game = zl.arena(reviews(), breaker="word-shuffle", chooser=FirstOne(), rounds=30)
    played = game.play()
    assert "text = review" in " ".join(played.said)
    assert len(played.table()) == 30
    assert played.figures.rounds == 30
    assert set(played.table()["choice"]) == {0}
    assert "<html" in played.report(tmp_path / "game.html").read_text(encoding="utf-8")


def test_a_game_in_a_running_event_loop(served_chooser: Server, ended: None) -> None:
    async def cell() -> PlayedArena:
        return zl.arena(reviews(), breaker="word-shuffle", chooser=served_chooser.address, rounds=5).play()

    assert asyncio.run(cell()).figures.rounds == 5


def test_a_chooser_in_hand_that_is_not_asked_again_is_told(tmp_path: Path) -> None:
    first, again = (
        zl.arena(reviews(), breaker="word-shuffle", chooser=FirstOne(), rounds=5).play(out=tmp_path / "game")
        for _ in range(2)
    )
    assert "not asked again" not in " ".join(first.said)
    assert any(
        "was not asked again: this game was complete already" in each and "data" not in each
        for each in again.said
    )


@pytest.mark.parametrize("choice", [("a", None), (2, None), (0, "very")])
def test_a_choice_that_is_none_costs_the_round(choice: tuple[object, object], tmp_path: Path) -> None:
    class Babbler(FirstOne):
        def choose(self, lineups: list[object], seeds: list[int]) -> list[Choice]:
            return [Choice(lineup.id, *choice) for lineup in lineups]  # type: ignore

    game = zl.arena(reviews(), breaker="word-shuffle", chooser=Babbler(), rounds=5)
    played = game.play(out=tmp_path / "game")
    assert played.table()["confidence"].is_null().all()
    assert [each.missing for each in rounds_of(tmp_path / "game" / FILE)] == [{"chooser": "garbled"}] * 5
