"""Programs among the players: what one of them is told of a match, and what it says.

A program is told what was made for the viewer that it is, as a person's page is, and of that the question
alone: nothing here is given the match itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zellig.games.match.playing import LONGEST_ANSWER
from zellig.games.match.seeing import Seen
from zellig.games.match.setting import Player
from zellig.messages import Buzz, Start
from zellig.notices import warn
from zellig.performers import Hearing, Said, derive_seed
from zellig.seats.seat import Missed, Seat

PATIENCE = 30.0  # seconds for a program that does not reply, where no clock of the room runs


class SeatedProgram(NamedTuple):
    """A program in its seat."""

    player: Player
    seat: Seat


def hearing(seen: Seen, player: Player) -> Hearing | None:
    """What a program is asked about now, of what it sees; None: it can do nothing."""
    if seen.paused:
        return None
    number = str(seen.number)
    match seen.stage:
        case "reading" if player.team not in seen.out:
            return Hearing(number, seen.text, seen.read)
        case "answering" if seen.player == player.id:
            given = tuple(each.text for each in seen.answers if each.player == player.id and each.text)
            return Hearing(number, seen.text, seen.read, turn=True, given=given)
        case "bonus" if seen.team == player.team:
            part = seen.parts[-1]
            text = f"{seen.lead_in} {part.question}".strip()
            return Hearing(f"{number}-{part.part}", text, over=True, turn=True)
    return None


def begin(program: SeatedProgram, game: str, seed: int) -> None:
    """Tell a program that a match begins; one that fails is asked all the same."""
    player, seat = program
    seat.join(game)
    try:
        seat.ask(Start(derive_seed(seed, player.id, game)), None)
    except Missed as missed:
        warn(f"{player.name} did not begin: {missed}")


def said(program: SeatedProgram, heard: Hearing, seed: int, limit: float = PATIENCE) -> Said | None:
    """What a program says to this, within so many seconds; None: nothing that counts."""
    try:
        return asked(program, heard, seed, limit)
    except Missed as missed:
        warn(f"{program.player.name} said nothing that counts to question {heard.id}: {missed}")
        return None


def asked(program: SeatedProgram, heard: Hearing, seed: int, limit: float) -> Said:
    """What a program says to this, within so many seconds; raises Missed."""
    player, seat = program
    one = derive_seed(seed, player.id, f"{heard.id}\0{len(heard.text)}")
    found = next(iter(seat.ask(Buzz([heard], [one]), limit).said or ()), None)
    if found is None:
        raise Missed("garbled", "nothing was said")
    if len(found.guess) > LONGEST_ANSWER:
        raise Missed("garbled", f"a guess of more than {LONGEST_ANSWER} characters")
    return found


def speaker(programs: Sequence[SeatedProgram], team: str) -> SeatedProgram | None:
    """Who answers the parts of a bonus for a team of programs: the first of them."""
    return next((each for each in programs if each.player.team == team), None)
