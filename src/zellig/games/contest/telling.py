"""Events of a contest as sentences, for people who look into what happened."""

from __future__ import annotations

from collections.abc import Mapping

from zellig.games.contest import events
from zellig.games.contest.events import Happened
from zellig.games.contest.rules import in_zone
from zellig.texts import counted


def tell(happened: Happened, names: Mapping[str, str]) -> str:  # noqa: PLR0912 -- one branch for each event
    """What an event says, after the name of who did it; `names` are those of accounts and teams by id."""
    event = happened.event

    def called(name: str) -> str:
        return names.get(name, "somebody who has left")

    match event:
        case events.Created():
            return f"began the contest “{event.title}”"
        case events.RulesGiven():
            return f"wrote the rules: {counted(len(event.rules.timeline), 'phase')} of {event.rules.task}"
        case events.Opened():
            return "opened the contest"
        case events.Extended():
            closes = f"{in_zone(event.closes):%Y-%m-%d %H:%M} UTC"
            return f"extended {event.phase} of round {event.round} until {closes}: {event.reason}"
        case events.TeamFounded():
            return f"founded the team {event.name}, for others {event.alias}"
        case events.RoleGiven():
            team = f" for {called(event.team)}" if event.team else ""
            joins = "joined as" if event.account == happened.actor else f"made {called(event.account)}"
            return f"{joins} {event.role}{team}"
        case events.RoleTaken():
            return f"made {called(event.account)} {event.role} no more"
        case events.PasswordLinked():
            return f"made a link by which {called(event.account)} chooses a new password"
        case events.EndpointRegistered():
            return f"said for {called(event.team)} that its system answers at {event.address}"
        case events.EndpointRemoved():
            return f"took back where the system of {called(event.team)} answers"
        case events.EndpointAsked():
            return f"had the system of {called(event.team)} asked about round {event.round}"
        case events.AskingEnded():
            return f"asked the system of {called(event.team)}: {event.reason}"
        case events.QuestionsDrawn():
            return f"drew what is judged in round {event.round}, by the number {event.seed}"
        case events.Consented():
            return f"agreed to {event.licence}"
        case events.Refused():
            return f"was refused: {event.sentence}"
        case events.Appealed():
            return (
                f"appealed for {called(event.team)} against {_side(event.pair, event.side)}: {event.reason}"
            )
        case events.Ruled():
            right = f"right is {' or '.join(event.accepted)}" if event.accepted else "it does not count"
            return f"ruled about {_side(event.pair, event.side)} that {right}: {event.reason}"
        case events.Reviewed():
            pair = event.pair.partition("/")[2] or event.pair
            because = f": {event.reason}" if event.reason else ""
            return f"looked at {pair}, which {'counts' if event.counts else 'does not count'}{because}"
        case events.Scored():
            return f"computed the scores of round {event.round}"
        case events.Published():
            known = "names" if event.names else "aliases"
            why = "though the scores were outdated" if event.outdated else "before all appeals were ruled on"
            early = f", {why}: {event.reason}" if event.reason else ""
            return f"published round {event.round} with the {known} of the teams{early}"


def _side(pair: str, side: str) -> str:
    return f"the {side} side of {pair.partition('/')[2] or pair}"
