"""What an organiser should look at before scores are published."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from zellig.games.contest.standing import Standing
from zellig.server.appeals import count_waiting
from zellig.server.outdated import is_outdated
from zellig.server.reviewing import count_undecided, undecided_in_words
from zellig.server.unresolved import unresolved, unresolved_in_words


def warnings_about(
    connection: Connection, now: datetime, contest: str, standing: Standing, number: int
) -> list[str]:
    """What is open in a round, and what happens with it in its scores."""
    found = unresolved_in_words(unresolved(connection, now, contest, standing, number))
    found += undecided_in_words(count_undecided(connection, contest, standing, number))
    if waiting := count_waiting(connection, contest, standing, number):
        appeals = "1 appeal waits" if waiting == 1 else f"{waiting:,} appeals wait"
        found.append(f"{appeals} for a ruling: until then what was promised is scored.")
    if standing.scored.get(number) and is_outdated(connection, contest, standing, number):
        found.append("Something else counts by now than when the scores were computed: compute them again.")
    if standing.public.get(number) and standing.scored[number][-1] not in standing.public[number]:
        found.append("Everybody sees the scores that were published before; publish again to show these.")
    return found
