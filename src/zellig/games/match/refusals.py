"""Why something cannot be done in a match now, in a sentence that is true then; an empty one if it can."""

from __future__ import annotations

from zellig.games.match.setting import Setting
from zellig.games.match.standing import Situation

_PAUSED = "the match is paused"
_TURN_OVER = "your team has had its turn on this tossup"  # it was wrong, or its time was over


def no_buzz(setting: Setting, now: Situation, player: str) -> str:
    """Why a player cannot buzz."""
    if now.paused is not None:
        return _PAUSED
    if now.stage not in ("reading", "racing"):
        return "it is your turn already" if now.player == player else _stage(setting, now)
    if setting.team_of(player) in now.out:
        return _TURN_OVER
    return "you have buzzed already" if _races(now, player) else ""


def no_answer(setting: Setting, now: Situation, player: str) -> str:
    """Why a player cannot answer."""
    team = setting.team_of(player)
    if now.paused is not None:
        return _PAUSED
    if (now.stage == "answering" and now.player == player) or (now.stage == "bonus" and now.team == team):
        return ""
    match now.stage:
        case "reading" | "racing" if team in now.out:
            return _TURN_OVER
        case "reading":
            return "you have not buzzed"
        case "racing":
            return "it is not decided yet who was first" if _races(now, player) else "you have not buzzed"
        case "bonus":
            return f"the bonus is for {next(each.name for each in setting.teams if each.id == now.team)}"
    return _stage(setting, now)


def no_pause(setting: Setting, now: Situation) -> str:
    """Why the match cannot be paused."""
    if now.paused is not None:
        return f"{_PAUSED} already"
    if now.number and now.stage in ("reading", "waiting"):
        return ""
    return f"{_stage(setting, now)}: there is nothing to pause now"


def no_skip(setting: Setting, now: Situation) -> str:
    """Why the tossup cannot be skipped."""
    if now.paused is not None:
        return f"{_PAUSED}: go on first"
    if now.stage == "reading":
        return ""
    return f"{_stage(setting, now)}: a tossup can be skipped while it is read"


def other_question(now: Situation, number: int, part: int = 0) -> str:
    """Why something that is meant for this tossup, or for a part of its bonus, does not count for the one
    that is played."""
    if number != now.number:
        return f"tossup {number} {'is over' if number < now.number else 'has not been read yet'}"
    asked = now.part if now.stage == "bonus" else 0
    if part == asked:
        return ""
    if not asked:
        return f"no part of a bonus is asked now: tossup {number} is {'over' if now.controls else 'played'}"
    if not part:
        return f"tossup {number} is over, and its bonus is played"
    return f"part {part} of the bonus {'is over' if part < asked else 'has not been asked yet'}"


def _races(now: Situation, player: str) -> bool:
    return any(each.player == player for each in now.race)


def _stage(setting: Setting, now: Situation) -> str:
    """Where the match is, for who wanted something else."""
    match now.stage:
        case "over":
            return "the match is over"
        case "answering":
            return f"{next(each.name for each in setting.players if each.id == now.player)} answers"
        case "bonus":
            return f"tossup {now.number} is over, and its bonus is played"
        case "waiting":
            return f"tossup {now.number} is over" if now.number else "no tossup has been read yet"
        case "racing":
            return "somebody has buzzed"
    return f"tossup {now.number} is being read"
