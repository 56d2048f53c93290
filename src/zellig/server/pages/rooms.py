"""The pages of matches: the rooms there are, founding one, the room itself, and what was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from litestar import Response, get

from zellig.games.match.rules import SETS, rule_set
from zellig.games.match.seeing import SPECTATOR, all_ended, seen
from zellig.report.packets import as_markup
from zellig.server.caller import Caller
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, elsewhere, page
from zellig.server.state import House
from zellig.server.tournaments.keeping import tournament_of
from zellig.server.tournaments.questions import may_bring_any
from zellig.server.views.played import pieces, players_of, score_sheet
from zellig.server.views.question_sets import known_sets
from zellig.server.views.rooms import rooms_shown, shown_room, visible_room
from zellig.server.views.workshops import known_workshops
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.printing import line_runs

# What can be changed of a set of rules: how it is called, the least and the most, and whether it is counted.
RULES: dict[str, tuple[str, float, float, bool]] = {
    "tossups": ("Tossups", 1, 1000, True),
    "right": ("Points of a right answer", -1000, 1000, True),
    "power": ("Points before the power mark; empty: marks mean nothing", -1000, 1000, True),
    "neg": ("Points of a wrong answer before the end", -1000, 1000, True),
    "words_a_minute": ("Words a minute", 20, 1000, True),
    "seconds_to_buzz": ("Seconds to buzz after the last word", 0.1, 3600, False),
    "seconds_to_answer": ("Seconds to answer", 0.1, 3600, False),
    "seconds_after_prompt": ("Seconds after a prompt", 0.1, 3600, False),
    "prompts": ("Prompts for one player on one question", 1, 1000, True),
    "seconds_between": ("Seconds before the next question, without a moderator", 0.1, 3600, False),
    "overtime": ("Tossups of a tied match", 0, 20, True),
    "minutes_of_a_half": ("Minutes of a half; empty: no clock", 1, 60, False),
    "bonus.value": ("Points of a part of a bonus", -1000, 1000, True),
    "bonus.seconds": ("Seconds for a part of a bonus", 0.1, 3600, False),
    "fairness.most": ("Most milliseconds that are allowed for a line", 0, 1000, True),
    "fairness.tie": ("Milliseconds within which buzzes are simultaneous", 0, 1000, True),
}


class PacketListed(NamedTuple):
    """A packet of a set that somebody edits."""

    workshop: str
    set: str
    title: str
    number: int
    of: str  # the title of the workshop


@get("/rooms", sync_to_thread=True)
def show_rooms_page(house: InHouse, caller: By) -> Page:
    """The rooms that the caller may see, by their state."""
    return page("rooms.html", caller, rooms=rooms_shown(house, caller), founds=founds(house, caller))


@get("/new-room", sync_to_thread=True)
def show_new_room(house: InHouse, caller: By) -> Page:
    """Found a room; refuses who may take neither a packet of their own nor one of a set."""
    return page(
        "new_room.html",
        caller,
        host=caller.account.name,
        **founding(house, caller),
    )


@get("/rooms/{room:str}", sync_to_thread=True)
def show_room_page(room: Name, house: InHouse, caller: By) -> Page:
    """A room: before the match who takes part, then the match, which comes over the connection."""
    with house.database.reading() as connection:
        found = shown_room(house, connection, room, caller.account)
        cup = tournament_of(connection, room)
    guessers = [each for each in house.systems.values() if each.task is QUIZ]
    systems = sorted(guessers, key=lambda each: each.title)
    return page("room.html", caller, room=found, cup=cup, api=f"/api/v1/rooms/{room}", systems=systems)


@get("/rooms/{room:str}/played", sync_to_thread=True)
def show_played(room: Name, house: InHouse, caller: By) -> Response[str] | Response[None]:
    """What was played: the score sheet, buzzes over the texts, protests, files; before the end the room."""
    with house.database.reading() as connection:
        found = shown_room(house, connection, room, caller.account)
        if "download" not in found.you:
            return elsewhere(f"/rooms/{room}")
        match = house.matches.of(connection, room, visible_room(house, connection, room, caller.account))
    last = seen(match, SPECTATOR, match.events[-1].at, {})
    return page(
        "played.html",
        caller,
        room=found,
        api=f"/api/v1/rooms/{room}",
        scores=match.score.teams,
        teams={each.id: each.name for each in found.teams},
        names={each.id: each.name for each in match.setting.players},
        players=players_of(match),
        sheet=score_sheet(match),
        ends=all_ended(match),
        pieces=pieces,
        protests=last.protests,
        printed=lambda line: as_markup(line_runs(line)),
    )


def founding(house: House, caller: Caller) -> dict[str, Any]:
    """What a form needs that brings questions and chooses rules."""
    known = {name: rule_set(name) for name in SETS}
    return {
        "any_packet": may_bring_any(house, caller.account),
        "known": known,
        "rule_sets": msgspec.json.encode(known).decode(),
        "fields": RULES,
        "sets": list(set_packets(house, caller)),
    }


def founds(house: House, caller: Caller) -> bool:
    """Is there anything with which the caller may found a room or a tournament?"""
    return may_bring_any(house, caller.account) or any(set_packets(house, caller))


def set_packets(house: House, caller: Caller) -> Iterator[PacketListed]:
    """The packets of all sets that the caller edits."""
    for workshop in known_workshops(house, caller):
        if workshop.rules.task != "quiz" or "editor" not in workshop.roles:
            continue
        for each in known_sets(house, caller, workshop.workshop):
            for number in range(1, each.packets + 1):
                yield PacketListed(workshop.workshop, each.set, each.title, number, workshop.title)


HANDLERS = [show_rooms_page, show_new_room, show_room_page, show_played]
