"""What somebody knows of the texts of a season, who is to tell a fake from a real one.

They must not know the real text from elsewhere: from a game of their own in any role, nor from a performer.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from zellig.games.arena.season.plan import candidates
from zellig.games.arena.season.records import Entrant, Planned
from zellig.games.arena.standing import SeasonStanding
from zellig.seats.schedule import shows
from zellig.server.accounts import Account
from zellig.server.arena.games import KeptGame, given_in, texts_of
from zellig.server.arena.keeping import corpus_in
from zellig.server.problems import ConflictError


def refuse_informed(season: SeasonStanding, account: Account) -> None:
    """Refuse a chooser with a performer that is handed real texts as such, or is told which was the fake."""
    schedule = season.season.schedule
    told = schedule.scored == "transparent" or (
        schedule.transparent > 0 and shows(schedule, "transparent", "chooser") == "transparent"
    )
    for each in _own_performers(season, account.id):
        if each.role == "breaker" or (each.role == "chooser" and told):
            raise ConflictError(
                f"your {each.role} {each.name!r} is told which texts are real, so you are not asked",
                remedy="Play another role, or in a season that it is not in.",
            )


def _own_performers(season: SeasonStanding, account: str) -> Iterator[Entrant]:
    """Those that may have told their owner of a text; one that plays on the server tells nobody."""
    for name, each in season.entered.items():
        from_outside = each.entrant.kind not in ("here", "person")
        handed_texts = name in season.passed or each.state == "waits"
        if each.entrant.owner == account and from_outside and handed_texts:
            yield each.entrant


def known_texts(
    connection: Connection, season: SeasonStanding, me: Entrant, games: dict[Planned, KeptGame]
) -> set[str]:
    """The real texts that somebody may have seen: in games of their own, and what their curators gave."""
    known: set[str] = set()
    for sitting in season.sittings.values():
        person = season.entered[sitting.entrant].entrant
        if person.owner == me.owner and person.role == "curator":
            items = list(corpus_in(connection, season.texts))
            offered = candidates(season.season, len(items), range(season.of_people.total))
            known |= {next(iter(items[place].fields.values())) for places in offered for place in places}
        elif person.owner == me.owner:
            known |= {played.real for played in given_in(connection, season, sitting)}
    own = {each.id for each in _own_performers(season, me.owner)}
    for planned, kept in games.items():
        if planned.curator in own:
            known |= texts_of(connection, kept.id)
    return known
