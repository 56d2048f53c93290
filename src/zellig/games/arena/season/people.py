"""People in a season: each one's S beside what performers of the role did in the very same place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from zellig.games.arena.season.columns import Bools, Columns
from zellig.games.arena.season.figures import Person
from zellig.games.arena.season.ladder import share
from zellig.games.arena.season.records import Entrant, Sitting
from zellig.performers import ROLES


def people_beside(
    people: Sequence[Entrant], sittings: Sequence[Sitting], theirs: Columns, performers: Columns
) -> Iterator[Person]:
    """All who have played a round that counts, in the order in which they came: a few rounds rank nobody."""
    for each in people:
        own = [sitting for sitting in sittings if sitting.planned.by(each.role) == each.id]
        whole = share(theirs, theirs.of(each.role, each.id))
        if not whole.rounds:
            continue
        beside = np.zeros(len(performers), bool)
        for sitting in own:
            beside |= _same_place(each, sitting, theirs, performers)
        yield Person(
            whole.rounds,
            whole.S,
            whole.interval,
            id=each.id,
            role=each.role,
            name=each.name,
            owner=each.owner,
            games=len(own),
            performers=share(performers, beside),
        )


def _same_place(person: Entrant, sitting: Sitting, theirs: Columns, performers: Columns) -> Bools:
    """The rounds of performers in which all else is what it was in somebody's game.

    Common samples have the same texts in the rounds of the same number. A curator has texts of their own:
    all rounds of the others, with the same opponents, stand beside theirs.
    """
    others = [role for role in ROLES if role != person.role]
    rows = np.ones(len(performers), bool)
    for role in others:
        if sitting.planned.by(role) not in performers.ids[role]:  # another person: nobody played there
            return np.zeros(len(performers), bool)
        rows &= performers.of(role, sitting.planned.by(role))
    if person.role == "curator":
        return rows
    game = theirs.counts.copy()
    for role in ROLES:
        game &= theirs.of(role, sitting.planned.by(role))
    numbers = np.array(sitting.rounds or range(theirs.n.max(initial=-1) + 1))[theirs.n[game]]
    return rows & np.isin(performers.n, numbers)
