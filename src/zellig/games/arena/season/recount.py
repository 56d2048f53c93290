"""A season that was written down, and the ladder that its rounds come to, wherever they are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from zellig.games.arena.rounds import Round
from zellig.games.arena.season.columns import columns
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.ladder import ladder
from zellig.games.arena.season.people import people_beside
from zellig.games.arena.season.reckoning import Reckoning, quarantined, total
from zellig.games.arena.season.records import Entrant, Planned, Season, Sitting


class Written(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `season.json` holds: the rules, who takes part, and the games that were planned.

    Which games there are cannot always be told from the entrants again: two at one address do not meet, and
    the address of nobody who came from outside is told.
    """

    season: Season
    entrants: list[Entrant]
    games: list[Planned]  # of performers, in the order in which they are played
    people: int = 0  # scored rounds of a game of a person; 0: as many as all others have
    sittings: list[Sitting] = []  # games of people, in the order in which they sat down


def written(season: Season, entrants: Iterable[Entrant], games: Iterable[Planned]) -> Written:
    """A season whose people play the games that are planned for them as for all others."""
    known = list(entrants)
    people = {entrant.id for entrant in known if entrant.kind == "person"}
    of_performers, sittings = [], []
    for game in games:
        somebody = next((each for each in game if each in people), None)
        if somebody is None:
            of_performers.append(game)
        else:
            sittings.append(Sitting(game.id, somebody, game))
    return Written(season, known, of_performers, sittings=sittings)


def recounted(
    found: Written, rounds: Callable[[Planned], Iterable[Round]], reckonings: Mapping[Planned, Reckoning]
) -> Ladder:
    """The ladder, from the rounds of each game that are to be told and what became of all of its rounds.

    Who is in quarantine, and every number of a performer, hang on the games of performers alone: people come
    when they like, and the order in which they came is no part of what is kept.
    """
    season = found.season
    performers = [entrant for entrant in found.entrants if entrant.kind != "person"]
    people = [entrant for entrant in found.entrants if entrant.kind == "person"]
    played = columns(performers, ((game, rounds(game)) for game in found.games), season.guards)
    done = [reckonings[game] for game in found.games]
    whole = ladder(season, performers, played, total(done), quarantined(season, done))
    if not people:
        return whole
    theirs = columns(
        found.entrants, ((each.planned, rounds(each.planned)) for each in found.sittings), season.guards
    )
    return msgspec.structs.replace(
        whole,
        people=tuple(people_beside(people, found.sittings, theirs, played)),
        reckoning_of_people=total(reckonings[each.planned] for each in found.sittings),
    )
