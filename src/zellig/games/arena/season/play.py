"""A season in a folder: a transcript for each game, and the ladder that they come to.

A season that was killed goes on where it stopped, and one to which somebody was added plays the new games
alone. Whatever is told of it is computed from the transcripts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from zellig.decoding import decode_json
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import indented, opened, read_whole, write_json
from zellig.games.arena.play import SCORES, play_seated, run_of, scored, spare_curator
from zellig.games.arena.rounds import Round
from zellig.games.arena.rules import AS_WRITTEN, Rules
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.kept import Kept, fakes_of, texts_of
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.reckoning import Reckoning, may_play, quarantined, reckoning
from zellig.games.arena.season.records import Entrant, Planned, Season, for_people, rules_for
from zellig.games.arena.season.recount import Written, recounted, written
from zellig.games.arena.transcript import FILE, read_head, rounds_of
from zellig.outputs import is_begun
from zellig.performers import ROLES, Role
from zellig.seats.seat import Seat
from zellig.seats.seating import take_seat

SEASON = "season.json"  # the season and its entrants: written before the first game is played
LADDER = "ladder.json"
GAMES = "games"

Progress = Callable[[str, int, int], None]


def play_season(
    season: Season,
    entrants: Sequence[Entrant],
    folder: Path,
    progress: Progress = lambda what, done, total: None,
) -> Ladder:
    """Play all games of a season in folders below one, or what is left of them; gives its ladder.

    Refuses a folder with another season, or with other things. Entrants may be added behind the others.
    """
    entrants = _in_order(folder, season, entrants)
    games = plan(season, entrants)
    by_id = {entrant.id: entrant for entrant in entrants}
    rules = {game: rules_for(season, {role: by_id[game.by(role)] for role in ROLES}) for game in games}
    kept = written(season, entrants, games)
    with _seated(season, entrants) as seats:
        write_json(folder / SEASON, kept)
        spare = spare_curator(season.corpus)
        done: list[Reckoning] = []  # of performers: nobody is sent away for what happened in a person's game
        for number, game in enumerate(games):
            progress("games", number, len(games))
            place = folder / GAMES / game.id
            run = run_of(rules[game], place)
            withdrawn, out = _away(season, entrants, done)
            if not run.has(SCORES) and may_play(game, withdrawn, out):
                sample = _sample(folder, games[:number], game, rules[game], seats)
                play_seated(rules[game], run, sample, spare, lambda n, of: progress("rounds", n, of))
            if game in kept.games:
                done.append(_reckoning(season, folder, game, withdrawn))
        progress("games", len(games), len(games))
    found = recomputed(folder)
    write_json(folder / LADDER, found)
    return found


def recomputed(folder: Path) -> Ladder:
    """The ladder of the transcripts in a folder; refuses one that does not follow the rules of its season."""
    kept = _read(folder, "It must not be edited: play the season again.")
    season, of_people = kept.season, for_people(kept.season, kept.people)
    done: dict[Planned, Reckoning] = {}
    for game in kept.games:
        withdrawn, out = _away(season, kept.entrants, [*done.values()])
        if not _follows(folder, game, season, kept.entrants) and may_play(game, withdrawn, out):
            raise ZelligError(
                f"the game {game.id} was not played",
                path=folder / GAMES / game.id,
                remedy="Play the same season again.",
            )
        done[game] = _reckoning(season, folder, game, withdrawn)
    for sitting in kept.sittings:
        game = sitting.planned
        _follows(folder, game, of_people, kept.entrants, whole=False)  # people may stop when they like
        done[game] = reckoning(of_people, game, _rounds(folder, game), "withdrawn")
    return recounted(kept, lambda game: _rounds(folder, game), done)


def _follows(
    folder: Path, game: Planned, season: Season, entrants: Sequence[Entrant], *, whole: bool = True
) -> bool:
    """Is there a transcript of a game? Refuses one that does not follow the rules of its season."""
    by_id = {entrant.id: entrant for entrant in entrants}
    try:
        players = {role: by_id[game.by(role)] for role in ROLES}
    except KeyError as unknown:
        raise ZelligError(
            f"nobody is called {unknown} who is to play {game.id}",
            path=folder / SEASON,
            remedy="It must not be edited: play the season again.",
        ) from None
    path = folder / GAMES / game.id / FILE
    if not path.is_file():
        return False
    _refuse_other_rules(path, rules_for(season, players))
    scored(path, whole=whole)
    return True


def replay_season(folder: Path) -> Ladder:
    """Recompute every number from the transcripts; refuses a ladder that differs in any digit."""
    found = recomputed(folder)
    expected = indented(found).encode()
    with opened(folder / LADDER) as file:
        there = file.read(len(expected) + 1)
    if there != expected:
        raise ZelligError(
            "this is not the ladder of the transcripts beside it",
            path=folder / LADDER,
            remedy="The transcripts count: delete this file and play the season again.",
        )
    return found


def _rounds(folder: Path, game: Planned) -> Iterator[Round]:
    path = folder / GAMES / game.id / FILE
    return rounds_of(path) if path.is_file() else iter(())


def _away(
    season: Season, entrants: Sequence[Entrant], done: Sequence[Reckoning]
) -> tuple[set[str], set[str]]:
    """Who has withdrawn, and who is in quarantine by what was played so far."""
    return {entrant.id for entrant in entrants if entrant.withdrawn}, quarantined(season, done)


def _reckoning(season: Season, folder: Path, game: Planned, withdrawn: set[str]) -> Reckoning:
    """A game in which nobody has withdrawn is not played to its end only for a quarantine."""
    return reckoning(season, game, _rounds(folder, game), "withdrawn" if withdrawn & set(game) else "void")


def _read(folder: Path, remedy: str) -> Written:
    path = folder / SEASON
    return decode_json(read_whole(path), Written, path=path, what="a season and its entrants", remedy=remedy)


def _refuse_other_rules(path: Path, rules: Rules) -> None:
    if read_head(path).rules != rules:
        raise ZelligError(
            "this transcript has other rules, or other players, than its season",
            path=path,
            line=1,
            remedy="A transcript must not be moved: play the season again.",
        )


def _in_order(folder: Path, season: Season, entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants in the order in which they came: those of the folder first.

    Refuses a folder that holds other things, another season, or entrants that are not there any more.
    """
    if not is_begun(folder, [SEASON], "a season"):
        return list(entrants)
    path = folder / SEASON
    remedy = f"Keep the rules and the entrants, add others, or choose another {option('out')}."
    before = _read(folder, remedy)
    if before.season != season:
        what = "this folder holds another season: its rules are others"
        raise ZelligError(what, path=path, remedy=remedy)
    now = {entrant.id: entrant for entrant in entrants}
    for old in before.entrants:
        new = now.pop(old.id, None)
        if new is None or msgspec.structs.replace(new, withdrawn=old.withdrawn) != old:
            what = f"this folder holds another season: {old.id!r} is missing, or is another one now"
            raise ZelligError(what, path=path, remedy=f"{remedy} Who withdraws has `withdrawn = true`.")
    known = {old.id: place for place, old in enumerate(before.entrants)}
    return sorted(entrants, key=lambda entrant: known.get(entrant.id, len(known)))


@contextmanager
def _seated(season: Season, entrants: Sequence[Entrant]) -> Iterator[dict[str, Seat]]:
    """Everybody in their seats, for the whole season; they are let go at the end, however it comes."""
    with ExitStack() as stack:
        seats = {}
        for entrant in entrants:
            if not entrant.withdrawn:
                seats[entrant.id] = seat = take_seat(entrant.role, entrant.seating, season.corpus)
                stack.callback(seat.close)
                stack.callback(seat.leave)
        yield seats


def _sample(
    folder: Path, earlier: Sequence[Planned], game: Planned, rules: Rules, seats: dict[str, Seat]
) -> dict[Role, Seat]:
    """The seats of a game, with the texts and fakes that earlier games with the same ones had."""
    found: dict[Role, Seat] = {role: seats[game.by(role)] for role in ROLES}
    played = [each for each in earlier if (folder / GAMES / each.id / SCORES).is_file()]
    texts = next((each for each in played if each.curator == game.curator), None)
    fakes = next((each for each in played if each.sample == game.sample), None)
    learns = found["curator"].player.adapts
    if texts and not learns and rules.breaker.name != AS_WRITTEN:
        found["curator"] = Kept(found["curator"], items=texts_of(_rounds(folder, texts)))
    if fakes and not learns and not found["breaker"].player.adapts:
        found["breaker"] = Kept(found["breaker"], fakes=fakes_of(_rounds(folder, fakes)))
    return found
