"""What a season is made of: its rules, who takes part, and the games that are to be played."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from zellig.errors import ZelligError
from zellig.games.arena.rules import MOST_ROUNDS, Canary, Conditions, Rules, refuse_nonsense
from zellig.performers import ROLES, Role
from zellig.seats.seating import Seating

Kind = Literal["here", "process", "address", "joined", "person"]
Property = str | int | float | bool  # what an entrant declares about itself

MOST_ENTRANTS = 200  # of a role
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # it is a folder's name, too
REMEDY = "See docs/reference/arena.md#seasons."


class Season(Conditions, frozen=True, kw_only=True):
    """The rules of a season; `rounds` are those of each of its games.

    The held-out corpus is never sent in full: whatever is handed out as candidates in the whole season, to
    all curators together, is at most a `held_out` share of it, `candidates` texts a round.
    """

    name: str
    corpus: str
    quarantine: int = 100  # rounds in which an entrant may give no answer that counts; then it is not asked
    held_out: float = 0.5
    candidates: int = 8
    permutations: int = 9_999  # of the test for collusion


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who takes part, in one role."""

    id: str
    role: Role
    name: str  # for people to read
    seating: Seating  # what the rules of its games call it; of one that has joined: `joined:ID`
    owner: str = ""
    kind: Kind = "process"  # its seat
    properties: dict[str, Property] = {}  # declared, not checked
    withdrawn: bool = False  # what it has played counts; it plays no more


class Planned(NamedTuple):
    """A game of a season, by the ids of its entrants.

    All games of a curator have its texts, and all of a curator and a breaker the same fakes: those are the
    common samples on which the others are compared.
    """

    curator: str
    breaker: str
    chooser: str

    @property
    def id(self) -> str:
        """A name that no other game of the season has."""
        return "/".join(self)

    @property
    def sample(self) -> tuple[str, str]:
        """Games with the same one have the same fakes of the same texts."""
        return self.curator, self.breaker

    def by(self, role: Role) -> str:
        """Who plays a role."""
        return str(getattr(self, role))


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a person, who is given the texts, or the fakes, of rounds that performers have played."""

    game: str
    entrant: str
    planned: Planned
    source: str = ""  # the game that they were played in
    rounds: tuple[int, ...] = ()  # their numbers in it, in the order of the rounds of this one


def for_people(season: Season, rounds: int) -> Season:
    """The rules of games in which a person plays: shorter, and nothing is repeated to see who remembers.

    With 0 rounds, as in a folder, people play what all others play.
    """
    return msgspec.structs.replace(season, rounds=rounds, canary=Canary()) if rounds else season


def refuse_season(season: Season, entrants: tuple[Entrant, ...] = ()) -> None:
    """Refuse a season that cannot be played, and entrants that cannot be told apart."""
    nonsense = {
        f"quarantine must be 1 to {MOST_ROUNDS:,}": not 1 <= season.quarantine <= MOST_ROUNDS,
        "held_out must be a share above 0, up to 1": not 0 < season.held_out <= 1,
        "candidates must be 2 to 100": not 2 <= season.candidates <= 100,
        "permutations must be 1,000 to 999,999": not 1_000 <= season.permutations <= 999_999,
        "a season has no pipeline: all games of a breaker have its fakes in common": season.pipeline,
    }
    for what, wrong in nonsense.items():
        if wrong:
            raise ZelligError(what, remedy=REMEDY)
    ids = [entrant.id for entrant in entrants]
    for entrant in entrants:
        if not _ID.fullmatch(entrant.id):
            raise ZelligError(
                f"{entrant.id!r} is not an id of an entrant",
                remedy="Take up to 40 small letters, digits and hyphens, the first of them no hyphen.",
            )
        if ids.count(entrant.id) > 1:
            raise ZelligError(f"two entrants have the id {entrant.id!r}", remedy="Give them different ones.")
    for role in ROLES:
        if sum(entrant.role == role for entrant in entrants) > MOST_ENTRANTS:
            raise ZelligError(f"there are more than {MOST_ENTRANTS} {role}s", remedy="Make two seasons.")


def rules_for(season: Season, entrants: dict[Role, Entrant]) -> Rules:
    """The rules of one game; refuses one in which two could agree though the season does not allow it."""
    conditions = {name: getattr(season, name) for name in Conditions.__struct_fields__}
    rules = Rules(
        **conditions,
        corpus=season.corpus,
        curator=entrants["curator"].seating,
        breaker=entrants["breaker"].seating,
        chooser=entrants["chooser"].seating,
    )
    refuse_nonsense(rules, None)
    return rules
