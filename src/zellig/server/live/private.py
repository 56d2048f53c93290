"""A draft that becomes private is its writer's alone from that stroke on: whatever stands of it is taken back
in the transaction that keeps the stroke, and so is in no set, no queue and no history any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from zellig.errors import ZelligError
from zellig.games.writing import events
from zellig.games.writing.standing import withdrawable
from zellig.games.writing.strokes import Noted, decode
from zellig.server.live.keeping import Piece, write_pieces
from zellig.server.workshops import WORKSHOP, Workshops
from zellig.store.database.tables.writing import DRAFTS


def keep_pieces(
    connection: Connection, workshops: Workshops, pieces: Sequence[Piece]
) -> dict[int, ZelligError]:
    """Write pieces in their order, and take back what stands of drafts that they make private; gives, by
    their place, why some were refused."""
    private = {at: piece for at, piece in enumerate(pieces) if any(map(_is_private, piece.strokes))}
    rows = _drafts(connection, {piece.opening.draft for piece in private.values()})
    # Before any draft is held: whoever else holds both does it in this order.
    standings = {name: workshops.held(connection, name) for name in sorted({row[0] for row in rows.values()})}
    refused = write_pieces(connection, pieces)
    for at, piece in private.items():
        draft = piece.opening.draft
        if at in refused or draft not in rows:
            continue
        workshop, account = rows.pop(draft)
        if taken_back := [events.Withdrawn(name) for name in withdrawable(standings[workshop], draft)]:
            WORKSHOP.append(connection, piece.at, workshop, account, *taken_back)
    return refused


def _is_private(body: str) -> bool:
    # Nearly all strokes are keys: those are not taken apart.
    return '"private":true' in body and isinstance(stroke := decode(body), Noted) and stroke.notes.private


def _drafts(connection: Connection, drafts: Iterable[str]) -> dict[str, tuple[str, str]]:
    """By draft the workshop that it is of, and its writer."""
    if not (wanted := sorted(drafts)):
        return {}
    query = select(DRAFTS.c.id, DRAFTS.c.workshop, DRAFTS.c.account).where(DRAFTS.c.id.in_(wanted))
    return {row.id: (row.workshop, row.account) for row in connection.execute(query)}
