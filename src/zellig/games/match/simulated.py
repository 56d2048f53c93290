"""A whole match among programs, on a clock that runs as fast as they do.

Words are due when they would be in a room. A program that thinks longer is not later for it, and programs
that buzz at the same word are simultaneous: a lot decides, as the rules say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from zellig.errors import ZelligError
from zellig.games.match.playing import Match, answer, ask, buzz, due, passing
from zellig.games.match.programs import SeatedProgram, begin, hearing, said, speaker
from zellig.games.match.reading import Moment
from zellig.games.match.seeing import Seen, Viewer, seen
from zellig.games.match.setting import Setting, check_setting
from zellig.games.match.standing import heard, words_now

Progress = Callable[[int, int], None]


def play(
    setting: Setting,
    programs: Sequence[SeatedProgram],
    progress: Progress = lambda done, total: None,
) -> Match:
    """Play the match to its end; refuses one that waits for a moderator."""
    check_setting(setting)
    if setting.moderator:
        raise ZelligError("nobody would say when to go on", remedy="Play it without a moderator.")
    for each in programs:
        begin(each, game_of(setting), setting.seed)
    match, moment = Match(setting), 0
    match = match.with_events(ask(match, moment))
    while match.now.stage != "over":
        match = _moved(match, programs, moment)
        progress(match.now.number, min(setting.rules.tossups, len(setting.tossups)))
        if match.now.stage != "over":
            moment = _next(match, moment)
    for each in programs:
        each.seat.leave()
    return match


def game_of(setting: Setting) -> str:
    """What a match is called to programs: another match has another name, and the same one has it again."""
    return f"match-{hashlib.sha256(msgspec.json.encode(setting, order='sorted')).hexdigest()[:32]}"


def _moved(match: Match, programs: Sequence[SeatedProgram], moment: Moment) -> Match:
    """The match when everybody who can do something now has done so."""
    while True:
        before = match
        while events := passing(match, moment, {}):
            match = match.with_events(events)
        now = match.now
        match now.stage:
            case "reading":
                match = _buzzed(match, programs, moment)
            case "answering":
                whose = next(each for each in programs if each.player.id == now.player)
                match = _answered(match, whose, moment)
            case "bonus":
                match = _answered(match, speaker(programs, now.team), moment)
        if match is before:
            return match


def _buzzed(match: Match, programs: Sequence[SeatedProgram], moment: Moment) -> Match:
    """Everybody hears the same before anybody is known to have buzzed."""
    ready = []
    for each in programs:
        told = hearing(_seen(match, each, moment), each.player)
        found = said(each, told, match.setting.seed) if told else None
        if found and found.buzz:
            ready.append(each.player.id)
    for player in ready:
        match = match.with_events(buzz(match, player, moment, 0))
    return match


def _answered(match: Match, program: SeatedProgram | None, moment: Moment) -> Match:
    told = hearing(_seen(match, program, moment), program.player) if program else None
    if program is None or told is None:
        return match
    found = said(program, told, match.setting.seed)
    if found is None:
        return match
    return match.with_events(answer(match, program.player.id, found.guess, moment, found.confidence))


def _seen(match: Match, program: SeatedProgram, moment: Moment) -> Seen:
    return seen(match, Viewer("player", program.player.id), moment, {})


def _next(match: Match, moment: Moment) -> Moment:
    """When the next word is read, or something happens by itself."""
    now = match.now
    if now.stage == "reading":
        words = words_now(match.setting, now)
        read = heard(match.setting, now, moment)
        if read < len(words):
            return words.moment(now.since, now.word, read)
    at = due(match, {})
    assert at is not None  # noqa: S101 -- nobody pauses, and there is no moderator
    return at
