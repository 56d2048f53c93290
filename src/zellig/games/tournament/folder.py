"""The folder of a tournament: what it began with, a folder for every match, and who forfeited.

What lies in `rounds` may be handed to readers and players: nothing in it tells the questions from one
another. `plan.json`, `key.json` and `replaced.json` are for organisers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from zellig.corpora.packet_json import PublishedBonus, packet_json
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json, write_text
from zellig.games.match.folder import (
    LARGEST,
    SCORE,
    SETTING,
    opened,
    read_beginning,
    read_match,
    write_beginning,
    write_match,
)
from zellig.games.match.playing import Match
from zellig.games.match.rules import Rules
from zellig.games.tournament.plan import Plan
from zellig.games.tournament.questions import Pool
from zellig.games.tournament.rounds import Paired
from zellig.games.tournament.tournament import (
    Beginning,
    Forfeit,
    Game,
    Tournament,
    advanced,
    forfeit_of,
    refuse_another,
)
from zellig.outputs import is_begun
from zellig.performers import Spec

PLAN, KEY, FORFEITS, RESULTS = "plan.json", "key.json", "forfeits.json", "results.json"
PACKET, REPLACED = "packet.json", "replaced.json"
ROUNDS = "rounds.json"  # only of a tournament whose rounds somebody made, one after the other
SCHEMA = 1
_REMEDY = "Give the folder of a tournament."


class PlanFile(msgspec.Struct, frozen=True):
    """What was agreed on."""

    schema: int
    plan: Plan
    rules: Rules


class KeyFile(msgspec.Struct, frozen=True):
    """The questions under their own names, and their sides."""

    schema: int
    pool: Pool


def begin(folder: Path, beginning: Beginning) -> None:
    """Write what a tournament begins with; refuses a folder in which another one was begun."""
    if not is_begun(folder, [PLAN], "a folder for a tournament"):
        write_json(folder / KEY, KeyFile(SCHEMA, beginning.pool))
        write_json(folder / PLAN, PlanFile(SCHEMA, beginning.plan, beginning.rules))
        return
    kept = read_begun(folder)
    for name in ("plan", "rules", "pool"):
        if msgspec.to_builtins(getattr(kept, name)) != msgspec.to_builtins(getattr(beginning, name)):
            what = {"plan": "its plan is another", "rules": "its rules are others"}
            raise ZelligError(
                f"a tournament was begun here, and {what.get(name, 'its questions are others')}",
                path=folder,
                remedy="Go on with what it began with, or choose another folder.",
            )


def read_begun(folder: Path) -> Beginning:
    """What the tournament in a folder began with."""
    plan = decode_json(
        read_whole(folder / PLAN, LARGEST),
        PlanFile,
        path=folder / PLAN,
        what="the plan of a tournament",
        remedy=_REMEDY,
    )
    key = decode_json(
        read_whole(folder / KEY, LARGEST),
        KeyFile,
        path=folder / KEY,
        what="the key of a tournament",
        remedy=_REMEDY,
    )
    for name, schema in ((PLAN, plan.schema), (KEY, key.schema)):
        if schema != SCHEMA:
            what = f"it is of schema {schema}, and this is {SCHEMA}"
            raise ZelligError(what, path=folder / name, remedy="Use that version.")
    return Beginning(plan.plan, plan.rules, key.pool)


def read_tournament(folder: Path) -> Tournament:
    """The tournament in a folder as far as it was played, every match from its transcript."""
    beginning = read_begun(folder)
    made = _read_rounds(folder / ROUNDS, beginning.plan)
    return advanced(beginning, read_forfeits(folder), lambda game: played_in(folder, game), made)


def write_tournament(folder: Path, found: Tournament, programs: Mapping[str, Spec]) -> None:
    """Write a tournament that was played elsewhere, all of it; `programs` are by the names of players."""
    begin(folder, found.beginning)
    write_json(folder / ROUNDS, found.rounds)
    write_json(folder / FORFEITS, found.forfeits)
    for game in found.games:
        match = found.matches.get((game.round, game.number))
        if match is not None:
            players = match.setting.players
            specs = {each.id: programs[each.name] for each in players if each.name in programs}
            write_match(place_of(folder, game), match, specs)
    write_outcome(folder, found)


def place_of(folder: Path, game: Game) -> Path:
    """The folder of a match."""
    return folder / "rounds" / str(game.round) / str(game.number)


def played_in(folder: Path, game: Game) -> Match | None:
    """The match of a game, if it was played to its end; refuses one that is not of this game."""
    place = place_of(folder, game)
    if not (place / SCORE).exists():
        return None
    match = read_match(place)
    _refuse(game, match, place)
    return match


def prepare(folder: Path, game: Game) -> None:
    """Write what those need who play and read a game elsewhere: the match before it begins, and the packet,
    neither of which tells what kind of question is which."""
    place = place_of(folder, game)
    if not (place / SETTING).exists():
        setting = game.setting
        bonuses = [PublishedBonus(each.id, each.lead_in, each.parts) for each in setting.bonuses]
        write_text(place / PACKET, packet_json(setting.tossups, bonuses=bonuses).decode())
        write_beginning(place, game.setting)


def write_outcome(folder: Path, found: Tournament) -> None:
    """Write what came of it so far, and for organisers what is read in place of what a team has seen."""
    write_json(folder / RESULTS, found.results)
    replaced = [
        {"round": game.round, "game": game.number, **msgspec.to_builtins(each)}
        for game in found.games
        for each in game.replaced
    ]
    write_json(folder / REPLACED, replaced)


def take(folder: Path, source: Path) -> Game:
    """Take a match that was played elsewhere, its folder or a zip of it, as one of the games that are waited
    for; refuses any other."""
    waiting = read_tournament(folder).waiting
    with opened(source) as place:
        match, programs = read_match(place), read_beginning(place).programs
    names = {team.name for team in match.setting.teams}
    for game in waiting:
        if set(game.teams) == names:
            _refuse(game, match, source)
            write_match(place_of(folder, game), match, programs)
            return game
    raise ZelligError(
        f"nobody waits for a match of {' and '.join(sorted(names))}",
        path=source,
        remedy="`zellig tournament show` says which games are to be played.",
    )


def forfeit(folder: Path, team: str, reason: str) -> Game:
    """Write down that a team does not play the game that waits for it, for a reason; refuses if none does,
    and where the tournament could not go on after it."""
    found = read_tournament(folder)
    given = forfeit_of(found, team, reason)
    write_json(folder / FORFEITS, [*found.forfeits, given])
    try:
        read_tournament(folder)
    except ZelligError:
        write_json(folder / FORFEITS, found.forfeits)
        raise
    return next(each for each in found.waiting if team in each.teams)


def read_forfeits(folder: Path) -> tuple[Forfeit, ...]:
    """Who did not play."""
    path = folder / FORFEITS
    if not path.exists():
        return ()
    return decode_json(
        read_whole(path), tuple[Forfeit, ...], path=path, what="a list of forfeits", remedy=_REMEDY
    )


def _read_rounds(path: Path, plan: Plan) -> tuple[Paired, ...] | None:
    """The rounds as somebody made them; None where they follow from the plan."""
    if not path.exists():
        return None
    made = decode_json(
        read_whole(path), tuple[Paired, ...], path=path, what="a list of rounds", remedy=_REMEDY
    )
    teams = {each.name for each in plan.teams}
    for number, each in enumerate(made, start=1):
        fits = each.number == number <= plan.rounds and 0 <= each.phase < len(plan.phases)
        if not fits or len(set(each.teams)) < len(each.teams) or not set(each.teams) <= teams:
            raise ZelligError(f"round {number} is none of this tournament", path=path, remedy=_REMEDY)
    return made


def _refuse(game: Game, match: Match, place: Path) -> None:
    try:
        refuse_another(game, match)
    except ZelligError as error:
        raise ZelligError(error.what, path=place, remedy=error.remedy) from None
