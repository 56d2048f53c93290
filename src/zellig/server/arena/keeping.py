"""Arenas in the database: founded, given texts; seasons that are opened and closed."""

from __future__ import annotations

from datetime import datetime

import msgspec
from jinja2.utils import LRUCache
from sqlalchemy import Connection, select

from zellig.corpora import Corpus
from zellig.corpora.own_data import corpus_of
from zellig.errors import ZelligError
from zellig.games.arena import events
from zellig.games.arena.events import Event, decode, encode
from zellig.games.arena.season.records import Season, refuse_season
from zellig.games.arena.standing import ArenaStanding, SeasonStanding, stand
from zellig.games.contest.uploads import MEGABYTE, items_in
from zellig.items import Item
from zellig.own_objects import HERE
from zellig.server.accounts import Account
from zellig.server.logbook import SLUG, Kind, Logbook, title_of
from zellig.server.problems import ConflictError, ForbiddenError, NotFoundError
from zellig.server.secrets import new_id, new_secret
from zellig.store.database.tables.arenas import ARENA_EVENTS, ARENA_SEASONS, ARENA_TEXTS, ARENAS
from zellig.tasks import get_task

ARENA: Kind[Event, ArenaStanding] = Kind(
    "arena", ARENAS, ARENA_EVENTS, encode=encode, decode=decode, stand=stand
)

TASK = "sentiment"  # of what is brought: one text, and an answer that need not be there
PLAIN = ".txt"  # how a file of nothing but texts ends, one a line
LARGEST = 20 * MEGABYTE
FEWEST = 8  # texts
LONGEST_LIMIT = 60.0  # seconds for a round: others wait for whoever is late
MOST_ROUNDS = 100_000  # of a game
KEPT = 4  # corpora that a process remembers

_kept = LRUCache(KEPT)  # texts are written once, so whoever has read them need not again


class Arenas(Logbook[Event, ArenaStanding]):
    """What the arenas are."""

    def __init__(self) -> None:
        super().__init__(ARENA)


def found_arena(connection: Connection, now: datetime, account: Account, arena: str, title: str) -> None:
    """Found an arena; who does organises it. Refuses a name that is taken, or fits into no address."""
    if not account.operator:
        raise ForbiddenError("only an operator founds arenas", remedy="Ask the operator of this server.")
    ARENA.begin(connection, now, arena, account.id, events.Founded(title_of(title)))


def only_organisers(standing: ArenaStanding, account: Account) -> None:
    """Refuse who neither founded the arena nor operates the server."""
    if not organises(standing, account):
        raise ForbiddenError("this is for the organiser of this arena", remedy="Ask who founded it.")


def organises(standing: ArenaStanding, account: Account | None) -> bool:
    """Does somebody look after this arena?"""
    return account is not None and (account.operator or account.id == standing.organiser)


def bring_texts(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    filename: str,
    content: bytes,
    items: int,
) -> str:
    """Keep texts to play on, after they were counted; gives their name."""
    only_organisers(standing, account)
    name = new_id()
    row = {
        "id": name,
        "arena": arena,
        "account": account.id,
        "filename": filename[-200:],
        "content": content,
        "at": now,
    }
    connection.execute(ARENA_TEXTS.insert().values(row))
    ARENA.append(connection, now, arena, account.id, events.TextsBrought(name, filename[-200:], items))
    return name


def read_texts(filename: str, content: bytes) -> list[Item]:
    """What an organiser brings, as items with one text; refuses what cannot be read, and too few."""
    if filename.lower().endswith(PLAIN):
        try:
            lines = [line.strip() for line in content.decode().splitlines()]
        except UnicodeDecodeError:
            raise ZelligError("this is no text in UTF-8", remedy="Save it as UTF-8.") from None
        items = [Item(str(number), {"text": line}) for number, line in enumerate(filter(None, lines), 1)]
    else:
        items = items_in(filename, content, get_task(TASK), LARGEST)
    if len(items) < FEWEST:
        raise ZelligError(
            f"there are {len(items)} texts in it, and {FEWEST} are the fewest",
            remedy="Bring a file with one text a line (.txt), or items of sentiment.",
        )
    return items


def open_season(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    season: Season,
    texts: str,
    people: int,
) -> None:
    """Open a season to entrants. The order of its texts hangs on a secret that is told when it has ended."""
    only_organisers(standing, account)
    if not SLUG.fullmatch(season.name) or season.name in standing.seasons:
        raise ConflictError(
            f"the season {season.name!r} is there already, or fits into no address",
            field="name",
            remedy="Choose another name, of a to z, 0 to 9 and -.",
        )
    if texts not in standing.texts:
        raise NotFoundError("there are no such texts", field="texts", remedy="Bring them first.")
    if any(not each.ended for each in standing.seasons.values()):
        raise ConflictError("the last season has not ended", remedy="Close it, and wait until it has.")
    made = msgspec.structs.replace(season, corpus=f"{HERE}{texts}", secret=new_secret())
    _refuse(made, people)
    connection.execute(
        ARENA_SEASONS.insert().values(id=new_id(), arena=arena, season=season.name, ended_at=None)
    )
    ARENA.append(connection, now, arena, account.id, events.SeasonOpened(made, texts, people))


def _refuse(season: Season, people: int) -> None:
    refuse_season(season)
    wrong = {
        "time_limit": season.time_limit is None or not 0 < season.time_limit <= LONGEST_LIMIT,
        "rounds": not 1 <= season.rounds <= MOST_ROUNDS,
        "schedule": season.schedule.transparent + season.schedule.opaque > MOST_ROUNDS,
        "canary": not 0 <= season.canary.share <= 0.5,
        "people": not 0 <= people <= 200,
        "collusion": len(set(season.collusion)) == 1,
        "guards": season.guards.length != 0 and not 1 <= season.guards.length < 1000,
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise ZelligError(
                f"a season cannot be played with this {field}",
                field=field,
                remedy=f"A season on a server has a time_limit of up to {LONGEST_LIMIT:g} seconds, up to "
                f"{MOST_ROUNDS:,} rounds; see docs/reference/arena-online.md.",
            )


def close_season(
    connection: Connection,
    now: datetime,
    arena: str,
    standing: ArenaStanding,
    account: Account,
    name: str,
) -> None:
    """Let nobody enter any more; the season ends when all that is planned has been played."""
    only_organisers(standing, account)
    if season_of(standing, name).closed:
        raise ConflictError("the season is closed already", remedy="Look at its ladder.")
    ARENA.append(connection, now, arena, account.id, events.SeasonClosed(name))


def season_of(standing: ArenaStanding, name: str) -> SeasonStanding:
    """A season of an arena; refuses one that is not there."""
    if name not in standing.seasons:
        raise NotFoundError(f"there is no season {name!r}", remedy="Look at the page of the arena.")
    return standing.seasons[name]


def refuse_closed(season: SeasonStanding) -> None:
    """Refuse to enter a season that is closed."""
    if season.closed:
        raise ConflictError("the season is closed", remedy="Wait for the next one.")


def corpus_in(connection: Connection, texts: str) -> Corpus:
    """The texts of a season as a corpus in hand; they are read once by a process."""
    found: Corpus | None = _kept.get(texts)
    if found is None:
        query = select(ARENA_TEXTS.c.filename, ARENA_TEXTS.c.content).where(ARENA_TEXTS.c.id == texts)
        row = connection.execute(query).one()
        items = read_texts(row.filename, row.content)
        found = _kept[texts] = corpus_of(items, task=TASK, mapping=None, name=texts)
    return found
