"""Common samples in the database: a game has the texts and the fakes that earlier games of the same had."""

from __future__ import annotations

from sqlalchemy import Connection

from zellig.games.arena.game import Seats
from zellig.games.arena.season.kept import Kept, fakes_of, texts_of
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.records import Planned
from zellig.games.arena.standing import SeasonStanding
from zellig.server.arena.games import games_of, lines_of, rounds_in


def on_common_sample(
    connection: Connection, arena: str, standing: SeasonStanding, planned: Planned, seats: Seats
) -> Seats:
    """The seats of a game, of which curator and breaker are asked only for what is not known yet.

    Those who learn in a game are asked: what they give depends on whom they play with. A fake is taken again
    only of the very text that it was made of.
    """
    season = standing.season
    began = games_of(connection, arena, season.name)
    order = plan(season, standing.performers)
    earlier = order[: order.index(planned)]
    complete = [each for each in earlier if each in began and began[each].played >= season.total]
    texts = next((each for each in complete if each.curator == planned.curator), None)
    if texts is None or seats["curator"].player.adapts:
        return seats
    found = dict(seats)
    items = texts_of(rounds_in(lines_of(connection, began[texts].id)))
    found["curator"] = Kept(seats["curator"], items=items)
    fakes = next((each for each in complete if each.sample == planned.sample), None)
    if fakes is not None and not seats["breaker"].player.adapts:
        made = fakes_of(rounds_in(lines_of(connection, began[fakes].id)))
        found["breaker"] = Kept(seats["breaker"], fakes=made)
    return found
