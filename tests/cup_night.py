"""Tournaments on a server, for tests: two sets of questions, programs at addresses, people who play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from contest_night import Person
from room_night import Chair
from tournament_night import THINGS, questions
from zellig.items import Item

RULES = {
    "name": "quick",
    "tossups": 4,
    "power": 15,
    "words_a_minute": 1000,
    "seconds_to_buzz": 2.0,  # others may keep the machine busy
    "seconds_between": 0.1,
    "seconds_to_answer": 5.0,
}
PATIENCE = 60  # seconds for games to be over


def as_packet(items: list[Item]) -> dict[str, Any]:
    """Questions as they are pasted."""
    return {
        "tossups": [
            {
                "id": item.id,
                "question": item.fields["text"],
                "answer": f"<b><u>{item.accepted[0]}</u></b>",
                "category": item.metadata["category"],
                **({"phenomenon": item.metadata["phenomenon"]} if "phenomenon" in item.metadata else {}),
            }
            for item in items
        ]
    }


def matched_sets(number: int = 12) -> dict[str, Any]:
    return {side: [{"packet": as_packet(questions(side, number))}] for side in ("control", "challenge")}


def planned(name: str, teams: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """What an organiser sends."""
    body = {"tournament": name, "title": f"The {name}", "teams": teams, "rules": RULES}
    return {**body, "questions": matched_sets(), **more}


def team(name: str, address: str = "", **more: Any) -> dict[str, Any]:
    programs = [{"name": f"{name} program", "address": address}] if address else []
    return {"name": name, "programs": programs, **more}


def joined(organiser: Person, person: Person, tournament: str, team: str) -> None:
    link = organiser.post(f"/tournaments/{tournament}/invitations", {"team": team})["link"]
    reply = person.send("POST", "/invitations/accept", json={"link": link})
    person.client.headers["x-csrf-token"] = reply.json()["csrf"]  # a session goes on with a new cookie


def until(held: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < limit
        time.sleep(0.1)


def play(address: str, person: Person, room: str, begin: Callable[[], object], after: int = 8) -> None:
    """Somebody sits in a room until its match is over, buzzes after so many words, and knows the answer."""

    async def sit() -> None:
        cookies = "; ".join(f"{key}={value}" for key, value in person.client.cookies.items())
        chair = await Chair(address, room, {"cookie": cookies, "origin": address}).open()
        await asyncio.to_thread(begin)
        buzzed: set[int] = set()
        answered: set[int] = set()
        while chair.seen.get("stage") != "over":
            await chair.until(lambda: _acts(chair, buzzed, answered, after))
            number, own = chair.seen["number"], chair.told[0]["room"]["player"]
            if chair.seen["stage"] == "answering" and chair.seen.get("player") == own:
                answered.add(number)
                thing = THINGS[int(chair.text.split()[3]) % len(THINGS)]
                await chair.do("answer", number=number, text=thing)
            elif chair.seen["stage"] == "reading":
                buzzed.add(number)
                await chair.do("buzz", number=number)
        await chair.close()

    asyncio.run(sit())


def _acts(chair: Chair, buzzed: set[int], answered: set[int], after: int) -> bool:
    """Is there something to do, or nothing any more?"""
    stage, number = chair.seen.get("stage"), chair.seen.get("number", 0)
    if stage == "over":
        return True
    if stage == "answering":
        return chair.seen.get("player") == chair.told[0]["room"]["player"] and number not in answered
    return stage == "reading" and number not in buzzed and len(chair.text.split()) >= after
