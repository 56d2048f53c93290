"""Everything that is kept about an account, as one zip: `account.json`, and the files that it uploaded."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, Select, select

from zellig.server.accounts import Account, folded_name
from zellig.server.contests import Standings, contests_of
from zellig.store.database.tables.accounts import ACCOUNTS, ATTEMPTS, LINKS, SESSIONS, TOKENS
from zellig.store.database.tables.arenas import ARENA_EVENTS, ARENA_MOVES, ARENA_SEATS
from zellig.store.database.tables.contests import EVENTS, STATES, SUBMISSIONS
from zellig.store.database.tables.endpoints import ASKINGS, ENDPOINTS
from zellig.store.database.tables.judging import VERDICTS
from zellig.store.database.tables.mails import MAILS, SENDINGS
from zellig.store.database.tables.rooms import ROOM_EVENTS, ROOMS
from zellig.store.database.tables.tournaments import TOURNAMENT_EVENTS
from zellig.store.database.tables.uploads import UPLOADS
from zellig.store.database.tables.writing import DRAFTS, STROKES, WORKSHOP_EVENTS

FORMAT = 1


def export(
    connection: Connection, now: datetime, standings: Standings, account: Account, file: IO[bytes]
) -> None:
    """Write the zip; of secrets and of what others did there is nothing in it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        kept: dict[str, Any] = {"zellig_account": FORMAT, "at": now}
        kept |= {name: list(_rows(connection, query)) for name, query in _queries(account).items()}
        kept["contests"] = [
            {
                "contest": contest,
                "title": standing.title,
                "roles": sorted(standing.roles_of(account.id)),
                "team": team.name if (team := standing.team_of(account.id)) else None,
                "licences": sorted(standing.consents.get(account.id, ())),
            }
            for contest, standing in contests_of(connection, standings, account.id).items()
        ]
        for each in kept["submissions"]:
            each["file"] = f"submissions/{each['id']}"
            content = select(SUBMISSIONS.c.content).where(SUBMISSIONS.c.id == each["id"])
            archive.writestr(each["file"], connection.execute(content).scalar_one())
        archive.writestr("account.json", msgspec.json.format(msgspec.json.encode(kept)))


def _queries(account: Account) -> dict[str, Select[Any]]:
    """By name, the rows that are about an account, without secrets and what they are kept as."""
    me = account.id
    mine = SUBMISSIONS.c.account == me
    plain = [each for each in SUBMISSIONS.c if each.name not in ("content", "account", "leased_by")]
    return {
        "account": select(*(each for each in ACCOUNTS.c if each.name != "password")).where(
            ACCOUNTS.c.id == me
        ),
        "sessions": select(SESSIONS.c.created_at, SESSIONS.c.expires_at).where(SESSIONS.c.account == me),
        "tokens": select(*(each for each in TOKENS.c if each.name != "key")).where(TOKENS.c.account == me),
        "links": select(*(each for each in LINKS.c if each.name != "key")).where(
            (LINKS.c.made_by == me) | (LINKS.c.used_by == me) | LINKS.c.body.contains(me)
        ),
        "tries": select(ATTEMPTS).where(ATTEMPTS.c.folded.in_((me, folded_name(account.name)))),
        "mails": select(MAILS).where(MAILS.c.account == me),
        "sendings": select(SENDINGS).join(MAILS, MAILS.c.id == SENDINGS.c.mail).where(MAILS.c.account == me),
        "events": select(EVENTS)
        .where((EVENTS.c.actor == me) | EVENTS.c.body.contains(me))
        .order_by(EVENTS.c.number),
        "submissions": select(*plain).where(mine).order_by(SUBMISSIONS.c.received_at, SUBMISSIONS.c.id),
        "states": select(STATES)
        .join(SUBMISSIONS, SUBMISSIONS.c.id == STATES.c.submission)
        .where(mine)
        .order_by(STATES.c.number),
        "uploads": select(*(each for each in UPLOADS.c if each.name != "account")).where(
            UPLOADS.c.account == me
        ),
        "endpoints": select(*(each for each in ENDPOINTS.c if each.name not in ("account", "token"))).where(
            ENDPOINTS.c.account == me
        ),
        "askings": select(ASKINGS).where(ASKINGS.c.account == me),
        "drafts": select(*(each for each in DRAFTS.c if each.name != "account")).where(
            DRAFTS.c.account == me
        ),
        "strokes": select(STROKES)
        .join(DRAFTS, DRAFTS.c.id == STROKES.c.draft)
        .where(DRAFTS.c.account == me)
        .order_by(STROKES.c.number),
        "workshop_events": select(WORKSHOP_EVENTS)
        .where((WORKSHOP_EVENTS.c.actor == me) | WORKSHOP_EVENTS.c.body.contains(me))
        .order_by(WORKSHOP_EVENTS.c.number),
        "arena_events": select(ARENA_EVENTS)
        .where(
            (ARENA_EVENTS.c.actor == me) | ARENA_EVENTS.c.body.contains(me),
            # which holds the secret that decides the order of the texts
            ARENA_EVENTS.c.body.not_like('{"event":"season-opened"%'),
        )
        .order_by(ARENA_EVENTS.c.number),
        "arena_seats": select(
            *(each for each in ARENA_SEATS.c if each.name not in ("account", "token"))
        ).where(ARENA_SEATS.c.account == me),
        "arena_moves": select(*(each for each in ARENA_MOVES.c if each.name != "account"))
        .where(ARENA_MOVES.c.account == me)
        .order_by(ARENA_MOVES.c.number),
        "room_events": select(ROOM_EVENTS)
        .join(ROOMS, ROOMS.c.id == ROOM_EVENTS.c.room)
        .where(
            (ROOM_EVENTS.c.actor == me) | ROOM_EVENTS.c.body.contains(me),
            # which names all who play in a tournament
            (ROOM_EVENTS.c.actor == me) | ROOM_EVENTS.c.body.not_like('{"event":"founded"%'),
            ROOMS.c.seen_at.is_(None),  # why an answer was wrong is nobody's to know while it is played
        )
        .order_by(ROOM_EVENTS.c.number),
        "tournament_events": select(TOURNAMENT_EVENTS)
        .where((TOURNAMENT_EVENTS.c.actor == me) | TOURNAMENT_EVENTS.c.body.contains(me))
        .order_by(TOURNAMENT_EVENTS.c.number),
        "verdicts": select(VERDICTS).where(VERDICTS.c.judge == me).order_by(VERDICTS.c.number),
    }


def _rows(connection: Connection, query: Select[Any]) -> Iterator[dict[str, Any]]:
    """Rows as they are written: what is kept as JSON is JSON."""
    for row in connection.execute(query).mappings():
        yield {
            name: msgspec.json.decode(value) if name in ("body", "findings") else value
            for name, value in row.items()
        }
