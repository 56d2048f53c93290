"""The arena: its events, the texts that are played on, games with their rounds in portions, and the mail of
performers that cannot be called."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint

from zellig.store.database.tables.columns import TABLES, Moment, Words, name, number, refers

ARENAS = Table(
    "arenas",
    TABLES,
    name(),  # as it stands in addresses
    Column("created_at", Moment, nullable=False),
)

ARENA_EVENTS = Table(
    "arena_events",
    TABLES,
    number(),
    refers("arena", "arenas"),
    Column("at", Moment, nullable=False),
    refers("actor", "accounts", optional=True),
    Column("body", Text, nullable=False),  # JSON, see games/arena/events.py
    Index(None, "arena", "number"),
)

# What an organiser brought to be played on. A row is written once.
ARENA_TEXTS = Table(
    "arena_texts",
    TABLES,
    name(),
    refers("arena", "arenas", index=True),
    refers("account", "accounts"),
    Column("filename", Words(200), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("at", Moment, nullable=False),
)

# A season is its own job: whoever leases it plays what is to be played.
ARENA_SEASONS = Table(
    "arena_seasons",
    TABLES,
    name(),
    refers("arena", "arenas"),
    Column("season", Words(64), nullable=False),
    Column("leased_by", Words(64)),
    Column("leased_until", Moment),
    Column("ended_at", Moment, index=True),
    UniqueConstraint("arena", "season"),
)

# How an entrant is reached. What it is stands in the events, and its token nowhere else.
ARENA_SEATS = Table(
    "arena_seats",
    TABLES,
    name(),  # a random name: those of entrants are of their season
    refers("arena", "arenas"),
    Column("season", Words(64), nullable=False),
    Column("entrant", Words(64), nullable=False),
    refers("account", "accounts", index=True),
    Column("address", Words(500), nullable=False, default=""),  # empty: it comes and asks for its messages
    Column("token", Words(500)),  # that is sent to the address and shown to nobody; gone with the entrant
    Column("status", Text),  # JSON: what a client says that it is
    Column("heard_at", Moment),  # until when a client that was heard of waits for its messages
    Column("tried", Boolean, nullable=False, default=False),
    Column("leased_until", Moment),  # by whoever tries it out
    UniqueConstraint("arena", "season", "entrant"),
)

# The message that a client has to answer; there is one at a time.
ARENA_MAIL = Table(
    "arena_mail",
    TABLES,
    Column("seat", Words(64), primary_key=True),
    Column("game", Words(64), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the envelope, as it is sent
    Column("taken_at", Moment),
    Column("reply", LargeBinary),
)

ARENA_GAMES = Table(
    "arena_games",
    TABLES,
    name(),
    refers("arena", "arenas"),
    Column("season", Words(64), nullable=False),
    Column("curator", Words(64), nullable=False),
    Column("breaker", Words(64), nullable=False),
    Column("chooser", Words(64), nullable=False),
    Column("head", LargeBinary, nullable=False),  # the first line of its transcript
    UniqueConstraint("arena", "season", "curator", "breaker", "chooser"),
)

# Rounds of a game, many in one row; rows are only ever added.
ROUND_PORTIONS = Table(
    "round_portions",
    TABLES,
    number(),
    refers("game", "arena_games"),
    Column("first", Integer, nullable=False),  # the number of the first round
    Column("rounds", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),  # lines of a transcript
    UniqueConstraint("game", "first"),
)

# What a person did in a round of a game of theirs; the game is played as far as they have come.
ARENA_MOVES = Table(
    "arena_moves",
    TABLES,
    number(),
    Column("game", Words(64), nullable=False),
    refers("account", "accounts", index=True),
    Column("round", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("body", Text, nullable=False),  # JSON, see games/arena/moves.py
    UniqueConstraint("game", "round"),
)
