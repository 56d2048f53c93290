"""`season.toml`: the rules of a season, and its entrants in the order in which they came."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from zellig.decoding import fault
from zellig.errors import ZelligError
from zellig.games.arena.rules import Conditions, Tables, read_tables
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.records import REMEDY, Entrant, Kind, Property, Season
from zellig.performers import ROLES, Role
from zellig.seats.seating import COMMAND, Seating, seating_of

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


class _Table(msgspec.Struct, frozen=True):
    """What the table of an entrant says beside what any performer's table does."""

    id: str = ""
    owner: str = ""
    properties: dict[str, Property] = {}
    withdrawn: bool = False


class _Corpus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class _Written(Conditions, frozen=True, kw_only=True):
    """The file as it is written."""

    name: str
    corpus: _Corpus
    quarantine: int = 100
    held_out: float = 0.5
    candidates: int = 8
    permutations: int = 9_999
    curator: tuple[dict[str, object], ...] = ()
    breaker: tuple[dict[str, object], ...]
    chooser: tuple[dict[str, object], ...]


def read_season(path: Path) -> tuple[Season, list[Entrant]]:
    """The season of a file and its entrants; refuses what cannot be played."""
    return season_of(read_tables(path), path)


def season_of(written: Tables, path: Path | None = None) -> tuple[Season, list[Entrant]]:
    """The season in plain values as TOML has them; refuses what cannot be played."""
    try:
        found = msgspec.convert(written, _Written)
        entrants = [
            _entrant(role, table, path)
            for role in ROLES
            for table in (getattr(found, role) or [{"name": "uniform"}])
        ]
    except msgspec.ValidationError as error:
        raise ZelligError(fault(error), path=path, remedy=REMEDY) from None
    own = {name: getattr(found, name) for name in Season.__struct_fields__ if name != "corpus"}
    season = Season(**own, corpus=found.corpus.name)
    if not plan(season, entrants):
        raise ZelligError("no two of these may play with each other", path=path, remedy=REMEDY)
    return season, entrants


def _entrant(role: Role, table: dict[str, object], path: Path | None) -> Entrant:
    own = msgspec.convert({key: table[key] for key in _Table.__struct_fields__ if key in table}, _Table)
    rest = {key: value for key, value in table.items() if key not in _Table.__struct_fields__}
    seating = seating_of(rest, role, path, REMEDY)
    id = own.id or _NOT_PLAIN.sub("-", seating.name.lower()).strip("-")[:40]
    return Entrant(
        id,
        role,
        own.id or seating.name,
        seating,
        own.owner,
        kind=_kind(seating),
        properties=own.properties,
        withdrawn=own.withdrawn,
    )


def _kind(seating: Seating) -> Kind:
    if seating.is_person:
        return "person"
    if seating.address:
        return "address"
    isolated = seating.isolated or seating.name.startswith(COMMAND)
    return "process" if isolated else "here"
