"""The matches of the demo: one that is over, played by the same functions as any other, and one to join."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from importlib.resources import files

import msgspec
from sqlalchemy import Connection

from zellig.games.match.events import TossupAsked
from zellig.games.match.playing import Match, answer, ask, buzz, passing, protest, rule
from zellig.games.match.reading import Moment
from zellig.games.match.rooms import RoomRules
from zellig.games.match.rules import Rules, rule_set
from zellig.server.accounts import Account
from zellig.server.live.rooms.matches import Matches, act
from zellig.server.room_packets import packet_in
from zellig.server.rooms import Rooms, begin_match, found_room, take_seat

TEAMS = {"Spoons": ("Sam", "Lea"), "Forks": ("Finn", "Kim")}  # and who plays for each
OVER, TO_JOIN = "demo-match", "demo-open"
AGO = timedelta(hours=2)  # when the one that is over began
SEED = 2012

THINKING = 1200  # milliseconds between a buzz and an answer
BETWEEN = 6000  # and between two questions, which a moderator reads
# By the number of the tossup: who buzzes so many milliseconds after its first word, and says what.
BUZZES: dict[int, tuple[tuple[str, int, str], ...]] = {
    1: (("Finn", 3000, "sea"), ("Sam", 6000, "river")),
    2: (("Kim", 4200, "pot"),),
    3: (("Sam", 5200, "map"),),
    4: (("Lea", 3900, "ants"), ("Kim", 8000, "bees")),
    5: (("Finn", 5000, "snow"),),
    6: (("Sam", 5600, "cheese"), ("Finn", 9500, "sponge")),
    7: (("Lea", 4400, "library"),),
    8: (("Kim", 4000, "clock"),),
    9: (("Sam", 3000, "egg"),),
    10: (("Lea", 7000, "piano keys"),),
    12: (("Finn", 4600, "shadow"),),
    13: (("Kim", 6400, "fog"),),
    14: (("Sam", 5000, "cloud"),),
    15: (("Lea", 3600, "tortoise"), ("Finn", 8000, "snail")),
    16: (("Kim", 3300, "fridge"),),
    17: (("Sam", 4000, "comb"),),
    18: (("Lea", 4600, "envelope"), ("Finn", 7500, "stamp")),
    19: (("Kim", 4100, "umbrella"),),
    20: (("Sam", 6600, "fence"),),
}
AFTER_PROMPT = {2: "kettle"}
PARTS = ("sieve", "", "spatula", "stairs", "door", "roof", "eraser", "ruler", "ruler")  # said to bonuses
PROTEST = (10, "Lea", "The keys of a piano are keys.", "They are.")


def furnish_matches(
    connection: Connection, now: datetime, people: Mapping[str, Account], organiser: Account
) -> None:
    """A match that is over, moderated by the organiser, and a room in which one seat is taken."""
    raw = files(__package__).joinpath("data/match.json").read_bytes()
    packet, rooms, begun = packet_in(msgspec.json.decode(raw)), Rooms(), now - AGO
    for room, title, moderator in (
        (OVER, "Spoons against Forks", True),
        (TO_JOIN, "Who comes, plays", False),
    ):
        about = RoomRules(open=True, chat=True, moderator=moderator)
        found_room(connection, begun, organiser, room, title, _rules(), about, [*TEAMS], packet)
    teams = {each.name: each.id for each in rooms.of(connection, OVER).teams}
    players: dict[str, str] = {}
    for team, names in TEAMS.items():
        for name in names:
            standing, account = rooms.of(connection, OVER), people[name]
            players[name] = take_seat(connection, begun, OVER, standing, account, teams[team], "person")
    at = int(begun.timestamp() * 1000)
    begin_match(connection, begun, OVER, rooms.of(connection, OVER), organiser, SEED, at)
    act(
        connection,
        Matches(),
        OVER,
        rooms.of(connection, OVER),
        begun,
        at,
        organiser.id,
        lambda match, moment, lines: play(match, players, moment, organiser.name).events,
    )
    standing = rooms.of(connection, TO_JOIN)
    take_seat(connection, begun, TO_JOIN, standing, people["Sam"], teams["Spoons"], "person")


def _rules() -> Rules:
    """Those of NAQT without its clock, and with a moment more to answer."""
    return msgspec.structs.replace(
        rule_set("naqt"),
        name="NAQT, without a clock",
        tossups=20,
        minutes_of_a_half=None,
        seconds_to_answer=8.0,
    )


def play(match: Match, players: Mapping[str, str], begun: Moment, moderator: str) -> Match:
    """All of a match that has not begun, from this moment on; `players` are ids by name."""
    match = match.with_events(ask(match, begun))
    parts = iter(PARTS)
    while match.now.stage != "over":
        number, asked = match.now.number, _asked(match)
        for name, after, said in BUZZES.get(number, ()):
            match = _until(match, asked + after)
            match = match.with_events(buzz(match, players[name], asked + after, 0))
            match = _until(match, asked + after)
            for text in (said, AFTER_PROMPT.get(number, "")):
                if match.now.stage == "answering":
                    at = match.now.since + THINKING
                    match = match.with_events(answer(match, players[name], text, at))
            while match.now.stage == "bonus":
                at = match.now.since + THINKING
                speaker = next(each.id for each in match.setting.players if each.team == match.now.team)
                match = match.with_events(answer(match, speaker, next(parts, ""), at))
        match = _until(match, match.now.since + 60_000)
        if match.now.stage == "waiting":
            match = match.with_events(ask(match, match.now.since + BETWEEN))
    number, name, reason, because = PROTEST
    at = match.events[-1].at + THINKING
    given = number, players[name]
    match = match.with_events(protest(match, "keys", players[name], *given, reason, at))
    return match.with_events(rule(match, moderator, *given, "right", because, at + THINKING, "keys"))


def _until(match: Match, moment: Moment) -> Match:
    """What happens by itself until then."""
    while events := passing(match, moment, {}):
        match = match.with_events(events)
    return match


def _asked(match: Match) -> Moment:
    return next(each.at for each in reversed(match.events) if isinstance(each, TossupAsked))
