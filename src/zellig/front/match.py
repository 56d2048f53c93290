"""Matches among programs: `zellig match`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zellig.errors import ZelligError
from zellig.front.options import checked, path_of
from zellig.front.places import InFolder, Output
from zellig.front.players import Data, Players
from zellig.front.programs import bonuses_of, seated
from zellig.front.quiz_given import quiz_corpus
from zellig.front.saying import saying
from zellig.games.match.folder import opened, read_match, write_match
from zellig.games.match.packet import Packet
from zellig.games.match.playing import Match
from zellig.games.match.programs import SeatedProgram
from zellig.games.match.rules import Rules, read_rules
from zellig.games.match.setting import Player, Setting, Team, check_setting
from zellig.games.match.simulated import play
from zellig.games.quiz.questions import questions_of
from zellig.oracle import Progress
from zellig.outputs import is_begun
from zellig.report.match import match_in_words, team_rows
from zellig.seats.seat import Seat

if TYPE_CHECKING:
    from zellig.front.frames import Table

Teams = Mapping[str, Any]  # by name: a program or a list of them, SYSTEM or SYSTEM+BUZZER, or an object


@dataclass(frozen=True)
class PlayedMatch(InFolder):
    """A match that was played; `match` has its setting, its events and its score."""

    match: Match

    def table(self) -> Table:
        """One row a team, the best first."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(row._asdict() for row in team_rows(self.match))

    def __repr__(self) -> str:
        rows = (f"{row.team}: {row.points}" for row in team_rows(self.match))
        return "\n".join([*rows, *match_in_words(self.match)])


@checked()
def play_match(
    packet: Data,
    *,
    teams: Teams,
    rules: str | PathLike[str] | Rules = "acf",
    seed: int = 2017,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> PlayedMatch:
    """Play a whole match among programs, on a clock that runs as fast as they do.

    The packet is the name of a corpus of questions, or items; `packets:` has bonuses, too. A program is
    `SYSTEM` or `SYSTEM+BUZZER`, a `py:`, `cmd:` or `http:` name of a player, or an object with `spec` and
    `play`. Refuses a guesser that has learnt from these questions. The folder `out` has to be new; without it
    nothing is kept.
    """
    output = Output(out)
    if output.kept is not None:
        is_begun(output.kept, [], "a new folder for a match")
    with saying() as said:
        corpus = quiz_corpus(Players(), packet)
        items = questions_of(corpus, None)
        given = rules if isinstance(rules, Rules) else read_rules(fspath(path_of(rules, "a set of rules")))
        named, bonuses = list(_named(teams)), bonuses_of(corpus)
        with seated([program for _, program in named], Packet(tuple(items), bonuses), given.tossups) as seats:
            players = _players(named, seats)
            sides = tuple(Team(name, name) for name in teams)
            setting = Setting(given, sides, tuple(players), tuple(items), bonuses, seed=seed)
            check_setting(setting)
            programs = [SeatedProgram(*each) for each in zip(players, seats, strict=True)]
            match = play(setting, programs, lambda done, total: progress("tossups", done, total))
            if output.kept is not None:
                specs = {each.player.id: each.seat.player.spec for each in programs}
                write_match(output.kept, match, specs)
    return PlayedMatch(tuple(said), output, match)


@checked()
def replay_match(folder: str | PathLike[str]) -> PlayedMatch:
    """The match in a folder, or in a zip of it, from its transcript; refuses one that does not give the score
    that is there."""
    with opened(Path(folder)) as place:
        return PlayedMatch((), Output(folder), read_match(place))


def _named(teams: object) -> Iterator[tuple[str, Any]]:
    """Every program with the name of its team."""
    if not isinstance(teams, Mapping) or len(teams) < 2:
        raise ZelligError(
            "a match has two teams or more", field="teams", remedy="Name each with its program."
        )
    for name, programs in teams.items():
        every = list(programs) if isinstance(programs, list | tuple) else [programs]
        if not every or not isinstance(name, str) or not name.strip():
            raise ZelligError(
                f"the team {name!r} has no name, or no program", field="teams", remedy="Give it both."
            )
        for each in every:
            yield name, each


def _players(named: Sequence[tuple[str, Any]], seats: Sequence[Seat]) -> list[Player]:
    """A player for each program; those of one name are numbered."""
    found: list[Player] = []
    for (team, _), seat in zip(named, seats, strict=True):
        name = seat.player.spec.name
        before = sum(each.name.partition(" #")[0] == name for each in found)
        called = f"{name} #{before + 1}" if before else name
        found.append(Player(called, called, team, "program"))
    return found
