"""What anybody does in a match, and what comes of it: events, or a refusal in a sentence.

Nothing here looks at a clock: whoever calls hands the moment in, and asks `due` when something happens by
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.games.match.events import (
    Buzzed,
    Ended,
    Event,
    Finished,
    Given,
    HalfOver,
    Outcome,
    Overtime,
    PartAsked,
    PartGiven,
    Paused,
    Protested,
    RaceWon,
    ReadOn,
    Ruled,
    Skipped,
    TossupAsked,
    WentOn,
)
from zellig.games.match.races import closes, winner
from zellig.games.match.reading import Moment, words_of_item
from zellig.games.match.refusals import no_answer, no_buzz, no_pause, no_skip
from zellig.games.match.scoring import Score, score
from zellig.games.match.setting import BonusQuestion, Setting
from zellig.games.match.standing import Situation, after, heard, words_now
from zellig.items import Item
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.beginnings import beginning
from zellig.tasks.task import Judgement

LONGEST_ANSWER = 500  # characters
MINUTE = 60_000

Lines = Mapping[str, int]  # by player: how long the line takes, there and back


class Match(NamedTuple):
    """A match: what it began with, what has happened, and where it stands."""

    setting: Setting
    events: tuple[Event, ...] = ()
    now: Situation = Situation()

    def with_events(self, events: Iterable[Event]) -> Match:
        found, now = [*self.events], self.now
        for event in events:
            found.append(event)
            now = after(self.setting, now, event)
        return Match(self.setting, tuple(found), now)

    @property
    def score(self) -> Score:
        return score(self.setting, self.events)


def due(match: Match, lines: Lines) -> Moment | None:
    """When something happens by itself, besides the next word; None: not before somebody does something."""
    setting, now, rules = match.setting, match.now, match.setting.rules
    if now.paused is not None:
        return None
    match now.stage:
        case "reading":
            words = words_now(setting, now)
            over = words.moment(now.since, now.word, len(words))
            return over + _ms(rules.seconds_to_buzz) + _latest(lines, may_buzz(match))
        case "racing":
            racing = {each.player for each in now.race}
            others = {player: lines.get(player, 0) for player in may_buzz(match) if player not in racing}
            # Not before the server was back, if it was away: the time to answer runs from the decision on.
            return max(match.events[-1].at, closes(now.race, others))
        case "answering":
            seconds = rules.seconds_after_prompt if now.prompts else rules.seconds_to_answer
            return now.since + _ms(seconds) + lines.get(now.player, 0)
        case "bonus":
            team = [each.id for each in setting.players if each.team == now.team]
            return now.since + _ms(rules.bonus.seconds) + _latest(lines, team)
        case "waiting" if now.number and not setting.moderator:
            return now.since + _ms(rules.seconds_between)
    return None


def passing(match: Match, moment: Moment, lines: Lines) -> list[Event]:
    """What has happened by itself by this moment; one thing at a time, so ask again."""
    at = due(match, lines)
    if at is None or moment < at:
        return []
    if match.events:  # a line that was waited for may be gone since: nothing happens before what has happened
        at = max(at, match.events[-1].at)
    now = match.now
    match now.stage:
        case "reading":
            return _closed(match, [Finished(at)])
        case "racing":
            return [race_won(match, at)]
        case "answering":
            return _given(match, at, "")
        case "bonus":
            return _part_given(match, at, "")
    return ask(match, at)


def ask(match: Match, moment: Moment) -> list[Event]:
    """Read the next tossup."""
    now = match.now
    if now.stage != "waiting":
        raise _refused("the match is over" if now.stage == "over" else "a question is being played")
    if now.paused is not None:
        raise _refused("the match is paused")
    return [TossupAsked(moment, now.number + 1)]


def may_buzz(match: Match) -> list[str]:
    """The players who may buzz on this tossup, if they have not."""
    return [each.id for each in match.setting.players if each.team not in match.now.out]


def buzz(match: Match, player: str, moment: Moment, allowance: int) -> list[Event]:
    """A buzz was received; `allowance` is what the player's line takes there and back."""
    _known(match.setting, player)
    _refuse(no_buzz(match.setting, match.now, player))
    return [Buzzed(moment, player, allowance)]


def answer(
    match: Match, player: str, text: str, moment: Moment, confidence: float | None = None
) -> list[Event]:
    """The answer to a tossup of whoever won the race, or to a part of a bonus of anybody of the team; of a
    program, how sure it is."""
    _known(match.setting, player)
    if len(text) > LONGEST_ANSWER:
        raise _refused(f"an answer has at most {LONGEST_ANSWER} characters")
    _refuse(no_answer(match.setting, match.now, player))
    if match.now.stage == "bonus":
        return _part_given(match, moment, text)
    return _given(match, moment, text, confidence)


def pause(match: Match, moment: Moment, reason: str = "") -> list[Event]:
    """Stop until somebody goes on; not while somebody has buzzed."""
    _refuse(no_pause(match.setting, match.now))
    return [Paused(moment, reason)]


def taken_up(match: Match, last_seen: Moment, moment: Moment) -> list[Event]:
    """The server was away since `last_seen`: nobody was read anything, and nobody's time ran."""
    if match.now.paused is not None or match.now.stage == "over" or not match.now.number:
        return []
    last = max(last_seen, match.events[-1].at)
    return [Paused(last, "the server was away"), WentOn(max(moment, last))]


def go_on(match: Match, moment: Moment) -> list[Event]:
    """End a pause."""
    if match.now.paused is None:
        raise _refused("the match is not paused")
    return [WentOn(moment)]


def skip(match: Match, moment: Moment, reason: str) -> list[Event]:
    """Leave the tossup out: nothing of it counts."""
    _refuse(no_skip(match.setting, match.now))
    if not reason.strip():
        raise _refused("a question is skipped for a reason")
    return _closed(match, [Skipped(moment, reason.strip())])


def protest(
    match: Match, name: str, by: str, number: int, player: str, reason: str, moment: Moment
) -> list[Event]:
    """A player of the match disagrees with the verdict on an answer."""
    _known(match.setting, by)
    _judged_answer(match, number, player)
    if not reason.strip():
        raise _refused("a protest needs a reason")
    return [Protested(moment, name, by, number, player, reason.strip())]


def rule(
    match: Match,
    by: str,
    number: int,
    player: str,
    outcome: Outcome,
    reason: str,
    moment: Moment,
    protested: str = "",
) -> list[Event]:
    """Say what an answer was, for everybody to read: on a protest, or because the verdict was wrong."""
    _judged_answer(match, number, player)
    about = [each for each in match.events if isinstance(each, Protested) and each.protest == protested]
    if protested and not about:
        raise _refused("there is no such protest")
    if protested and (about[0].number, about[0].player) != (number, player):
        whose = next(each.name for each in match.setting.players if each.id == about[0].player)
        raise _refused(f"that protest is about {whose}'s answer to tossup {about[0].number}")
    if not reason.strip():
        raise _refused("a ruling needs a reason")
    if _is_played(match, number):
        # Its points would tell where the power ends, and others would go on answering what is decided.
        raise _refused("the tossup is still being played: rule on it afterwards")
    return [Ruled(moment, number, player, outcome, by, reason.strip(), protested)]


def judged(item: Item, text: str, words: int, words_a_minute: int) -> Judgement:
    """The verdict on an answer to a question of which so many words had been heard."""
    ends = words_of_item(item, words_a_minute).ends
    return QUIZ.rule(QUIZ.given(text), beginning(item, ends[words - 1] if words else 0))


def bonus_now(match: Match) -> BonusQuestion:
    """The bonus that is being asked."""
    return match.setting.bonuses[match.now.bonuses - 1]


def _given(match: Match, at: Moment, text: str, confidence: float | None = None) -> list[Event]:
    setting, now, rules = match.setting, match.now, match.setting.rules
    item = setting.tossups[now.number - 1]
    verdict = judged(item, text, now.words, rules.words_a_minute)
    if verdict.outcome == "prompt" and now.prompts < rules.prompts:
        return [Given(at, now.player, text, "prompt", verdict.because, verdict.ask, confidence)]
    right = verdict.outcome == "right"
    outcome: Outcome = "right" if right else "wrong"
    given = Given(at, now.player, text, outcome, verdict.because, confidence=confidence)
    team = setting.team_of(now.player)
    if right:
        more = now.regulation is None and now.bonuses < len(setting.bonuses)
        return [given, PartAsked(at, team, 1)] if more else _closed(match, [given, Finished(at)])
    left = {each.team for each in setting.players} - now.out - {team}
    return [given, ReadOn(at)] if left else _closed(match, [given, Finished(at)])


def _part_given(match: Match, at: Moment, text: str) -> list[Event]:
    setting, now = match.setting, match.now
    parts = bonus_now(match).parts
    item = parts[now.part - 1]
    verdict = QUIZ.rule(QUIZ.given(text), item)
    outcome: Outcome = "right" if verdict.outcome == "right" else "wrong"
    given = PartGiven(at, now.team, now.part, text, outcome, verdict.because)
    if outcome == "wrong" and now.team == now.controls and setting.rules.bonus.bounces_back:
        others = [team.id for team in setting.teams if team.id != now.team]
        if others:
            return [given, PartAsked(at, others[0], now.part)]
    if now.part < len(parts):
        return [given, PartAsked(at, now.controls, now.part + 1)]
    return _closed(match, [given, Finished(at)])


def _closed(match: Match, events: Sequence[Event]) -> list[Event]:
    """These events, which end a tossup, and the end of a half or of the match if that is due."""
    done = match.with_events(events)
    now, rules, at = done.now, done.setting.rules, events[-1].at
    questions = len(done.setting.tossups)
    timed_out = (
        rules.minutes_of_a_half is not None
        and now.half_begun is not None
        and at - now.half_begun >= rules.minutes_of_a_half * MINUTE
    )
    none_left = now.number >= questions
    if now.regulation is not None:
        played = now.number - now.regulation
        over = none_left or (played >= rules.overtime and not done.score.tied)
        return [*events, Ended(at)] if over else [*events]
    if timed_out and now.half == 1 and not none_left and now.number < rules.tossups:
        return [*events, HalfOver(at)]
    if none_left or now.number >= rules.tossups or timed_out:
        tied = done.score.tied and not none_left
        return [*events, Overtime(at) if tied else Ended(at)]
    return [*events]


def race_won(match: Match, at: Moment) -> RaceWon:
    """Who won the race that is decided now, and after how many words."""
    setting, now = match.setting, match.now
    question = setting.tossups[now.number - 1].id
    won = winner(now.race, setting.rules.fairness, setting.seed, question)
    words = words_now(setting, now).heard(now.since, now.word, won.pressed)
    return RaceWon(at, won.player, min(words, heard(setting, now, at)), won.by_lot)


def _judged_answer(match: Match, number: int, player: str) -> None:
    found = next((each for each in match.score.tossups if each.number == number), None)
    if found is not None and any(answer.player == player for answer in found.answers):
        return
    if found is not None and not found.counts and not _is_played(match, number):
        raise _refused(f"tossup {number} was skipped, and nothing of it counts")
    raise _refused("that player gave no answer to that question")


def _is_played(match: Match, number: int) -> bool:
    """Is this tossup, without its bonus, still being played?"""
    return number == match.now.number and match.now.stage in ("reading", "racing", "answering")


def _known(setting: Setting, player: str) -> None:
    if player not in {each.id for each in setting.players}:
        raise _refused("that is no player of this match")


def _latest(lines: Lines, players: Iterable[str]) -> int:
    return max((lines.get(player, 0) for player in players), default=0)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _refuse(why: str) -> None:
    """Refuse, if there is a reason to."""
    if why:
        raise _refused(why)


def _refused(what: str) -> ZelligError:
    return ZelligError(what)
