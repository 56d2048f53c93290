"""Who plays a match, and what is read to them: all that stands before it begins."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from zellig.errors import ZelligError
from zellig.games.match.rules import Rules
from zellig.items import Item
from zellig.tasks.quiz.task import line_of

Kind = Literal["person", "program"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with a buzzer."""

    id: str
    name: str
    team: str  # its id
    kind: Kind = "person"


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those who score together."""

    id: str
    name: str


class BonusQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several questions on one subject, for one team."""

    id: str
    lead_in: str
    parts: tuple[Item, ...]


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match before it begins."""

    rules: Rules
    teams: tuple[Team, ...]
    players: tuple[Player, ...]
    tossups: tuple[Item, ...]
    bonuses: tuple[BonusQuestion, ...] = ()
    moderator: bool = False  # is there one, who says when to go on?
    seed: int = 0  # of the lots that decide between simultaneous buzzes

    def team_of(self, player: str) -> str:
        return next(each.team for each in self.players if each.id == player)


def check_setting(setting: Setting) -> None:
    """Refuse what cannot be played."""
    _refuse_twice("player", [each.id for each in setting.players])
    _refuse_twice("team", [each.id for each in setting.teams])
    _refuse_twice("question", [each.id for each in setting.tossups])
    teams = {each.id for each in setting.teams}
    for each in setting.players:
        if each.team not in teams:
            raise ZelligError(
                f"{each.name!r} plays for {each.team!r}, which is no team", remedy="Name a team of the match."
            )
    if not setting.tossups:
        raise ZelligError("there is no question to read", remedy="Choose a packet with tossups in it.")
    for item in setting.tossups:
        if not item.fields.get("text", "").strip():
            raise ZelligError(f"the question {item.id!r} has no text", remedy="Take it out of the packet.")
    for item in (*setting.tossups, *(part for each in setting.bonuses for part in each.parts)):
        if not item.accepted and not line_of(item):
            raise ZelligError(f"the question {item.id!r} has no answer", remedy="Take it out of the packet.")


def _refuse_twice(what: str, names: list[str]) -> None:
    if twice := sorted(name for name, times in Counter(names).items() if times > 1):
        raise ZelligError(f"the {what} {twice[0]!r} is named twice", remedy="Give each one an id of its own.")
