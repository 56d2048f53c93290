"""People in the arena play games of their own, round by round, and no machine waits for them.

Who sits down is given the texts, or the fakes, of a game that performers have played already; what they do is
kept move by move, and whoever plays the season plays their game as far as they have come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from zellig.errors import ZelligError
from zellig.games.arena.moves import Chosen, Move, Picked, Written, decode, encode
from zellig.games.arena.rounds import LONG, Round, guarded, known_of, lineup, point, too_long_or_short
from zellig.games.arena.season.plan import candidates
from zellig.games.arena.season.records import Entrant, Season, Sitting
from zellig.games.arena.standing import SeasonStanding
from zellig.items import Item
from zellig.performers import Role, Which
from zellig.seats.schedule import Phase, phase_at, shows
from zellig.server.accounts import Account
from zellig.server.arena.games import given_in, moves_of, rounds_of
from zellig.server.arena.keeping import corpus_in, refuse_closed
from zellig.server.arena.knowing import refuse_informed
from zellig.server.limits import spend
from zellig.server.problems import ConflictError, NotFoundError
from zellig.store.database.tables.arenas import ARENA_MOVES

MOST_KEYS, LONGEST_VALUE = 8, 200  # metadata of a text that a person picks
WHY = "why"  # among them: why this text


class Told(msgspec.Struct, frozen=True):
    """What somebody is told of a round that is over, where the rules allow it."""

    round: int
    right: bool  # the chooser was


class Candidate(msgspec.Struct, frozen=True):
    """A text that a curator may pick."""

    place: int
    text: str


class Turn(msgspec.Struct, frozen=True):
    """What a person is asked now, and all that they may know of it."""

    game: str
    role: Role
    round: int | None  # None: the game is over
    done: int
    total: int
    phase: Phase
    texts: tuple[str, ...] = ()  # a chooser's two, or the one of a breaker
    metadata: dict[str, object] = {}
    candidates: tuple[Candidate, ...] = ()  # a curator's
    told: tuple[Told, ...] = ()


class Said(msgspec.Struct, frozen=True):
    """What guards say about a fake before it is given."""

    code: str
    refused: bool
    words: str


class Moving(NamedTuple):
    """Somebody moves: in which round of which of their games."""

    connection: Connection
    now: datetime
    season: SeasonStanding
    account: Account
    game: str
    n: int


def find_sitting(season: SeasonStanding, account: Account, game: str) -> tuple[Sitting, Entrant]:
    """A game of one's own; refuses any other."""
    sitting = season.sittings.get(game)
    entrant = season.entered[sitting.entrant].entrant if sitting else None
    if sitting is None or entrant is None or entrant.owner != account.id:
        raise NotFoundError("there is no such game of yours", remedy="Sit down to one.")
    return sitting, entrant


def turn_of(connection: Connection, season: SeasonStanding, sitting: Sitting, role: Role) -> Turn:
    """What a person is asked now. Nothing else of the round is handed over."""
    rules = season.of_people
    moves = {n: decode(body) for n, body in moves_of(connection, sitting.game).items()}
    given = given_in(connection, season, sitting)
    n = next((each for each in range(rules.total) if each not in moves), None)
    shown: dict[str, object] = {}
    if n is not None and role == "chooser":
        seen = lineup(given[n], rules)
        shown = {"texts": seen.texts, "metadata": seen.metadata}
    elif n is not None and role == "breaker":
        known = known_of(given[n]) if rules.metadata.breaker else {}
        shown = {"texts": (given[n].real,), "metadata": known}
    elif n is not None:
        shown = {"candidates": tuple(_candidates(connection, season, n))}
    return Turn(
        sitting.game,
        role,
        n,
        len(moves),
        rules.total,
        phase_at(rules.schedule, n or 0),
        told=tuple(_told(connection, rules, sitting, role, given, moves)),
        **shown,  # type: ignore[arg-type]
    )


def _candidates(connection: Connection, season: SeasonStanding, n: int) -> Iterator[Candidate]:
    items = list(corpus_in(connection, season.texts))
    for place in candidates(season.season, len(items), [n])[0]:
        yield Candidate(place, next(iter(items[place].fields.values())))


def _told(
    connection: Connection,
    rules: Season,
    sitting: Sitting,
    role: Role,
    given: Sequence[Round],
    moves: dict[int, Move],
) -> Iterator[Told]:
    """What came of rounds that are transparent to the role; a chooser is told at once."""
    if role == "chooser":
        for n, move in sorted(moves.items()):
            if isinstance(move, Chosen) and shows(rules.schedule, given[n].phase, role) == "transparent":
                given[n].choice = move.fake
                yield Told(n, bool(point(given[n], rules.tie_rule, rules.guards)))
        return
    if not any(shows(rules.schedule, phase, role) == "transparent" for phase in ("transparent", "scored")):
        return
    for played in rounds_of(connection, sitting.game):
        if shows(rules.schedule, played.phase, role) == "transparent" and played.point is not None:
            yield Told(played.n, played.point)


def choose(at: Moving, fake: Which) -> None:
    """A chooser names the fake of the round that is asked."""
    refuse_informed(at.season, at.account)
    _move(at, "chooser", Chosen(fake))


def break_text(at: Moving, text: str) -> None:
    """A breaker gives a fake; refuses one that the guards refuse, so that it can be corrected."""
    for said in look_at(at.connection, at.season, at.account, at.game, text):
        if said.refused:
            raise ZelligError(said.words, field="text", remedy="Change less of it, or more.")
    _move(at, "breaker", Written(text))


def pick(at: Moving, place: int, metadata: dict[str, str], why: str) -> None:
    """A curator picks one of the texts that are offered, says what it shows, and why."""
    if place not in {each.place for each in _candidates(at.connection, at.season, at.n)}:
        raise ZelligError("this text is not offered in this round", field="place", remedy="Pick another.")
    if len(metadata) > MOST_KEYS or any(len(k) > 60 or len(v) > LONGEST_VALUE for k, v in metadata.items()):
        raise ZelligError(
            f"at most {MOST_KEYS} metadata, each of {LONGEST_VALUE} characters",
            field="metadata",
            remedy="Say less.",
        )
    item: Item = list(corpus_in(at.connection, at.season.texts))[place]
    known = {**metadata, **({WHY: why} if why else {})}
    _move(at, "curator", Picked(msgspec.structs.replace(item, metadata=known)))


def look_at(
    connection: Connection, season: SeasonStanding, account: Account, game: str, text: str
) -> list[Said]:
    """What the guards say about a fake of the round that is asked."""
    sitting, entrant = find_sitting(season, account, game)
    turn = turn_of(connection, season, sitting, entrant.role)
    if entrant.role != "breaker" or turn.round is None:
        raise ConflictError("no fake is asked for here", remedy="Look at the page of the season.")
    real, guards, found = turn.texts[0], season.season.guards, []
    if guarded(text, guards) == guarded(real, guards):
        words = "Both texts look the same: as it is, you decline this round"
        found.append(Said("same", False, words))
    if not text.strip() or len(text) > max(LONG, 10 * len(real)):
        found.append(Said("length", True, "a fake has some words, and not too many"))
    elif too_long_or_short(real, text, guards):
        times = f"{guards.length:g} times"
        words = f"it has {len(text.split())} words, and the text {len(real.split())}: at most {times} as many"
        found.append(Said("length", True, f"{words}, or as few"))
    if text.lower() == real.lower() and text != real and guards.casing:
        found.append(Said("casing", False, "Capitals are not shown to the chooser"))
    return found


def _move(at: Moving, role: Role, move: Move) -> None:
    refuse_closed(at.season)
    sitting, entrant = find_sitting(at.season, at.account, at.game)
    spend(at.connection, at.now, "turn", at.account.id)
    if entrant.role != role or turn_of(at.connection, at.season, sitting, role).round != at.n:
        raise ConflictError("this is not what is asked now", remedy="Load the page again.")
    row = {"game": at.game, "account": at.account.id, "round": at.n, "at": at.now}
    try:
        with at.connection.begin_nested():
            at.connection.execute(ARENA_MOVES.insert().values(row | {"body": encode(move).decode()}))
    except IntegrityError:
        raise ConflictError("this round was played already", remedy="Load the page again.") from None
