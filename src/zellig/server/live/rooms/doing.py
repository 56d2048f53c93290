"""What is asked in a room, as it is done: who may, and which move of the match it is."""

from __future__ import annotations

from collections.abc import Sequence

from zellig.games.match import playing
from zellig.games.match.events import Event as MatchEvent
from zellig.games.match.playing import Lines, Match
from zellig.games.match.reading import Moment
from zellig.games.match.refusals import other_question
from zellig.games.match.rooms import Right, Standing
from zellig.server.accounts import Account
from zellig.server.live.rooms.matches import Doing
from zellig.server.live.rooms.messages import (
    Answer,
    AskNext,
    Buzz,
    GoOn,
    Pause,
    Protest,
    Rule,
    Skip,
)
from zellig.server.problems import ConflictError, ForbiddenError
from zellig.server.rooms import allow
from zellig.server.secrets import new_id

Move = Buzz | Answer | AskNext | Pause | GoOn | Skip | Protest | Rule

_RIGHTS: dict[type, Right] = {
    AskNext: "moderate",
    Pause: "direct",
    GoOn: "direct",
    Skip: "direct",
    Protest: "protest",
    Rule: "rule",
}


def refuse_move(standing: Standing, account: Account, player: str, asked: Move) -> None:
    """Refuse who may not ask this here: buzzes and answers are for players, as the player that they are; and
    what is asked before the match, or would change what is published."""
    if standing.state == "waiting":
        raise ConflictError("the match has not begun", remedy="Wait for it.")
    if standing.published and isinstance(asked, Protest | Rule):
        raise ConflictError(
            "the end of the tournament is published, and its scores stay as they are",
            remedy="Look at its board.",
        )
    right = _RIGHTS.get(type(asked))
    if right is not None:
        allow(standing, account, right)
    if isinstance(asked, Buzz | Answer | Protest):
        place = standing.place_of(player)
        if place is None or place.account != account.id:
            raise ForbiddenError("this is for players", remedy="Take a seat before the match begins.")


def doing_of(asked: Move, player: str, by: str) -> Doing:
    """What comes of a move of somebody, who is this player, or called this."""

    def doing(match: Match, at: Moment, lines: Lines) -> Sequence[MatchEvent]:
        match asked:
            case Buzz():
                _refuse_other(match, asked.number)
                return playing.buzz(match, player, at, lines.get(player, 0))
            case Answer():
                _refuse_other(match, asked.number, asked.part)
                return playing.answer(match, player, asked.text, at)
            case AskNext():
                _refuse_other_next(match, asked.number)
                return playing.ask(match, at)
            case Pause():
                return playing.pause(match, at, asked.reason)
            case GoOn():
                return playing.go_on(match, at)
            case Skip():
                _refuse_other(match, asked.number)
                return playing.skip(match, at, asked.reason)
            case Protest():
                return playing.protest(match, new_id(), player, asked.number, asked.player, asked.reason, at)
            case Rule():
                return playing.rule(
                    match,
                    by,
                    asked.number,
                    asked.player,
                    asked.outcome,
                    asked.reason,
                    at,
                    asked.protest,
                )

    return doing


def _refuse_other(match: Match, number: int, part: int = 0) -> None:
    """What was meant for another question does not count for this one."""
    if why := other_question(match.now, number, part):
        raise ConflictError(why, remedy="Look at the match.")


def _refuse_other_next(match: Match, number: int) -> None:
    """The next tossup is that after the one which was read last."""
    if number != match.now.number:
        asked = f"tossup {number + 1} was asked already"
        why = asked if number < match.now.number else f"tossup {number} has not been read yet"
        raise ConflictError(why, remedy="Look at the match.")
