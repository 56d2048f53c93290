"""The rounds of a season as columns: a row for each round that was played, in the order of the plan."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zellig.games.arena.rounds import Round, groups_of, is_tie
from zellig.games.arena.rules import Guards
from zellig.games.arena.scores import MOST_VALUES
from zellig.games.arena.season.records import Entrant, Planned
from zellig.performers import ROLES, Role

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Columns:
    """All rounds that were played; who played is told by places in `ids`."""

    ids: dict[Role, list[str]]
    who: dict[Role, Ints]
    n: Ints  # number in its game
    text: Ints  # the same for the same real text
    fake: Ints  # the same for the same fake of the same text by the same breaker; -1 without one
    point: Bools  # the chooser's
    counts: Bools  # scored, no canary, and somebody's point
    answered: Bools  # it has a fake, and the chooser has chosen: what tells about both of them
    groups: dict[str, tuple[list[str], Ints]] = field(default_factory=dict)  # values, and places in them

    def __len__(self) -> int:
        return len(self.n)

    @cached_property
    def texts(self) -> int:
        """How many different ones."""
        return int(self.text.max(initial=-1)) + 1

    def of(self, role: Role, id: str) -> Bools:
        """The rounds in which somebody plays."""
        return np.asarray(self.who[role] == self.ids[role].index(id))


def columns(
    entrants: Sequence[Entrant],
    rounds: Iterable[tuple[Planned, Iterable[Round]]],
    guards: Guards,
) -> Columns:
    """The columns of all rounds of the games."""
    ids: dict[Role, list[str]] = {role: [each.id for each in entrants if each.role == role] for role in ROLES}
    places = {role: {id: place for place, id in enumerate(ids[role])} for role in ROLES}
    who: dict[Role, list[int]] = {role: [] for role in ROLES}
    n, text, fake = [], [], []
    point, counts, answered = bytearray(), bytearray(), bytearray()
    texts: dict[bytes, int] = {}
    fakes: dict[bytes, int] = {}
    groups = _Groups()
    for game, of_game in rounds:
        seat = {role: places[role][game.by(role)] for role in ROLES}
        for played in of_game:
            for role in ROLES:
                who[role].append(seat[role])
            n.append(played.n)
            text.append(_place(texts, played.real))
            faked = "breaker" not in played.missing and not is_tie(played, guards)
            made = f"{game.breaker}\0{played.made}"
            fake.append(_place(fakes, f"{played.real}\0{made}") if faked else -1)
            scored = played.phase == "scored" and played.repeats is None and played.point is not None
            point.append(bool(played.point))
            counts.append(scored)
            answered.append(scored and faked and "chooser" not in played.missing)
            groups.add(groups_of(played))
    return Columns(
        ids,
        {role: np.array(who[role], np.int64) for role in ROLES},
        np.array(n, np.int64),
        np.array(text, np.int64),
        np.array(fake, np.int64),
        _bools(point),
        _bools(counts),
        _bools(answered),
        groups.columns(),
    )


def _bools(marks: bytearray) -> Bools:
    return np.frombuffer(bytes(marks), np.uint8).astype(bool)


def _place(seen: dict[bytes, int], text: str) -> int:
    """A number for a text: the same for the same one. A hash is kept of it, whatever its length."""
    return seen.setdefault(hashlib.blake2b(text.encode(), digest_size=16).digest(), len(seen))


class _Groups:
    """Metadata as columns: values in the order of appearance; what has too many values is dropped."""

    def __init__(self) -> None:
        self._values: dict[str, dict[str, int]] = {}
        self._places: dict[str, list[int]] = {}
        self._rows = 0

    def add(self, known: Mapping[str, str]) -> None:
        """The metadata of one more round."""
        for name, value in known.items():
            values = self._values.setdefault(name, {})
            if len(values) <= MOST_VALUES:
                column = self._places.setdefault(name, [])
                column.extend([-1] * (self._rows - len(column)))
                column.append(values.setdefault(value, len(values)))
        self._rows += 1

    def columns(self) -> dict[str, tuple[list[str], Ints]]:
        """By name; a round without a value has -1."""
        found = {}
        for name, values in sorted(self._values.items()):
            if len(values) <= MOST_VALUES:
                column = self._places[name]
                found[name] = list(values), np.array(column + [-1] * (self._rows - len(column)), np.int64)
        return found
