"""Games of a season in the database: the first line of a transcript, and its rounds in portions.

A game is played on a transcript in a scratch folder, and what was played is kept portion by portion: whoever
takes the season up again goes on after the last of them, to the same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import Connection, func, select

from zellig.games.arena.moves import as_given
from zellig.games.arena.rounds import TEXT, Round
from zellig.games.arena.season.records import Planned, Sitting
from zellig.games.arena.standing import SeasonStanding
from zellig.games.arena.transcript import Head, Transcript
from zellig.performers import ROLES
from zellig.server.secrets import new_id
from zellig.store.database.tables.arenas import ARENA_GAMES, ARENA_MOVES, ROUND_PORTIONS

PORTION = 256  # rounds after which they are kept
PAUSE = 2.0  # seconds after which fewer are

Keep = Callable[[int, Sequence[bytes]], None]  # the number of the first round, and their lines

_round = msgspec.json.Decoder(Round).decode
_head = msgspec.json.Decoder(Head).decode


class KeptGame(msgspec.Struct, frozen=True):
    """A game that has begun."""

    id: str
    planned: Planned
    head: bytes
    played: int  # rounds

    @property
    def rules_head(self) -> Head:
        return _head(self.head)


class _Original(msgspec.Struct):
    fields: dict[str, str]


class _Pair(msgspec.Struct):
    original: _Original


class _Texts(msgspec.Struct):
    """A round of which nothing but the real text is read."""

    pair: _Pair


_texts = msgspec.json.Decoder(_Texts).decode


class KeptTranscript(Transcript):
    """A transcript whose rounds are kept elsewhere, too, many at a time."""

    def __init__(self, path: Path, head: Head, keep: Keep) -> None:
        super().__init__(path, head)
        self._keep, self._since = keep, time.monotonic()
        self._waiting: list[bytes] = []

    def add(self, rounds: Sequence[Round]) -> None:
        """Write rounds behind the others; what has gathered is kept after so many, or after a while."""
        new = [msgspec.json.encode(played) for played in rounds if played.n >= self.played]
        super().add(rounds)
        self._waiting += new
        if len(self._waiting) >= PORTION or time.monotonic() - self._since > PAUSE:
            self.keep()

    def keep(self) -> None:
        """Keep what has gathered."""
        if self._waiting:
            self._keep(self.played - len(self._waiting), self._waiting)
        self._waiting, self._since = [], time.monotonic()


def begin_game(
    connection: Connection, arena: str, season: str, planned: Planned, head: Head, game: str = ""
) -> KeptGame:
    """Write down that a game begins, and who plays it."""
    first = msgspec.json.encode(head)
    name = game or new_id()
    row = {"id": name, "arena": arena, "season": season, "head": first, **planned._asdict()}
    connection.execute(ARENA_GAMES.insert().values(row))
    return KeptGame(name, planned, first, 0)


def games_of(connection: Connection, arena: str, season: str) -> dict[Planned, KeptGame]:
    """All games of a season that have begun, and how many rounds of each were played."""
    played = (
        select(func.coalesce(func.sum(ROUND_PORTIONS.c.rounds), 0))
        .where(ROUND_PORTIONS.c.game == ARENA_GAMES.c.id)
        .scalar_subquery()
    )
    query = select(ARENA_GAMES, played.label("played")).where(
        ARENA_GAMES.c.arena == arena, ARENA_GAMES.c.season == season
    )
    found = {}
    for row in connection.execute(query).mappings():
        planned = Planned(*(row[role] for role in ROLES))
        found[planned] = KeptGame(row["id"], planned, bytes(row["head"]), int(row["played"]))
    return found


def keep_rounds(connection: Connection, game: str, first: int, lines: Sequence[bytes]) -> None:
    """Add a portion to a game; one that another has added before is refused by the database."""
    content = b"".join(line + b"\n" for line in lines)
    row = {"game": game, "first": first, "rounds": len(lines), "content": content}
    connection.execute(ROUND_PORTIONS.insert().values(row))


def lines_of(connection: Connection, game: str) -> bytes:
    """The rounds of a game, as lines of its transcript."""
    query = select(ROUND_PORTIONS.c.content).where(ROUND_PORTIONS.c.game == game)
    return b"".join(map(bytes, connection.execute(query.order_by(ROUND_PORTIONS.c.first)).scalars()))


def rounds_of(connection: Connection, game: str) -> Iterator[Round]:
    """The rounds of a game, read as far as they are wanted."""
    query = select(ROUND_PORTIONS.c.content).where(ROUND_PORTIONS.c.game == game)
    portions = connection.execute(query.order_by(ROUND_PORTIONS.c.first).execution_options(yield_per=2))
    with portions:
        for content in portions.scalars():
            yield from rounds_in(bytes(content))


def texts_of(connection: Connection, game: str) -> set[str]:
    """The real texts of a game; all else in its lines is passed over."""
    lines = lines_of(connection, game).splitlines()
    return {_texts(line).pair.original.fields[TEXT] for line in lines}


def given_in(connection: Connection, standing: SeasonStanding, sitting: Sitting) -> list[Round]:
    """The rounds that a person is given, as those of their own game; none if they curate."""
    found = _rounds_at(connection, sitting.source, sitting.rounds)
    return [as_given(played, n, standing.of_people) for n, played in enumerate(found)]


def _rounds_at(connection: Connection, game: str, numbers: Sequence[int]) -> list[Round]:
    """Some rounds of a game, in this order; portions that have none of them are not read."""
    if not numbers:
        return []
    columns = ROUND_PORTIONS.c
    around = (columns.first <= max(numbers), columns.first + columns.rounds > min(numbers))
    query = select(columns.content).where(columns.game == game, *around).order_by(columns.first)
    found: dict[int, Round] = {}
    for content in connection.execute(query).scalars():
        found |= {played.n: played for played in rounds_in(bytes(content))}
    return [found[n] for n in numbers]


def rounds_in(lines: bytes) -> Iterator[Round]:
    """The rounds of some lines."""
    return map(_round, lines.splitlines())


def moves_of(connection: Connection, game: str) -> dict[int, str]:
    """What a person has done in a game, by round."""
    query = select(ARENA_MOVES.c.round, ARENA_MOVES.c.body).where(ARENA_MOVES.c.game == game)
    return {row.round: row.body for row in connection.execute(query)}


def reached(connection: Connection, games: Sequence[str]) -> dict[str, int]:
    """How many rounds people have come through, by game."""
    query = select(ARENA_MOVES.c.game, func.max(ARENA_MOVES.c.round)).where(ARENA_MOVES.c.game.in_(games))
    return {row[0]: row[1] + 1 for row in connection.execute(query.group_by(ARENA_MOVES.c.game))}
