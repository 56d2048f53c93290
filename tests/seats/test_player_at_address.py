"""A program that plays from afar: it is sent what everybody has heard, over HTTP, and answers as one here."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from match_night import PLAYERS, TOSSUPS, new_match, tossup
from match_programs import Knowing, Player, Sure
from served import perform
from zellig.buzzers.program import Program
from zellig.errors import ZelligError
from zellig.games.match.programs import SeatedProgram
from zellig.games.match.simulated import play
from zellig.seats.address import Address
from zellig.seats.seat import Here, Seat

ANN, _, BEA, _ = PLAYERS


@pytest.mark.usefixtures("token_set")
def test_a_match_against_a_program_at_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = msgspec.structs.replace(new_match().setting, players=(ANN, BEA))
    notes = tmp_path / "notes"

    def played(seat: Seat) -> object:
        other = Here(Program(Knowing(from_word=99), Sure(at=2)))
        return play(setting, [SeatedProgram(ANN, seat), SeatedProgram(BEA, other)]).events

    here = played(Here(Player()))
    monkeypatch.setenv("MATCH_NOTES", str(notes))
    with perform("player", "py:match_programs:PLAYER", notes) as server:
        seat = Address("player", server.address, {}, ())
        assert (seat.player.spec.name, seat.player.spec.version) == ("own-player", "1")
        assert played(seat) == here
        seat.close()
        with pytest.raises(ZelligError, match="this is a player, and a system is needed"):
            Address("system", server.address, {}, ())
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    assert {key for each in told for key in each} == {"id", "text", "over", "turn"}
    for each in told:
        name = list(TOSSUPS)[int(each["id"]) - 1]
        assert tossup(name).fields["text"].startswith(each["text"])
        assert each["over"] == (tossup(name).fields["text"] == each["text"])
