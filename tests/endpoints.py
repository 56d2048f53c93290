"""Live endpoints for tests: registered, tried out, and what came of asking them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contest_night import night
from live_endpoint import LiveEndpoint, reply
from small_contest import NAME, C, Small
from zellig.games.contest import events
from zellig.server import asker
from zellig.server.contests import read_events
from zellig.systems import http

E = f"{C}/endpoint"


ITEMS = 10  # texts of the pairs of both teams, the ones that both brought twice


def with_pairs(database: Path | str, folder: Path) -> Iterator[Small]:
    """For a fixture: a contest after breaking, in which endpoints of this machine may be asked."""
    with night(database, folder, private_endpoints=True) as served:
        found = Small(served)
        found.build()
        found.break_()
        yield found


def asked_quickly(endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endpoint as if nobody had asked it, askers that hardly wait, and batches so small that there are
    several."""
    endpoint.reset()
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(asker, "BATCH", 4)


def register(small: Small, endpoint: LiveEndpoint, who: str = "builder", **given: str) -> dict[str, Any]:
    """Register, and try it out; what the team sees then."""
    person = small.people[who]
    person.put(E, {"address": endpoint.address, **given})
    one = small.night.asker()
    assert one._try_out() is True
    found: dict[str, Any] = person.get(E)
    return found


def asking_of(small: Small, who: str = "builder") -> dict[str, Any]:
    """The newest asking of a team."""
    found: dict[str, Any] = small.people[who].get(E)["askings"][-1]
    return found


def happened_in(small: Small) -> list[events.Event]:
    with small.night.house.database.reading() as connection:
        return [each.event for each in read_events(connection, NAME)]


def illegal(endpoint: LiveEndpoint) -> None:
    """Let it give an answer that the task does not have."""
    endpoint.acts = [lambda items: reply({"predictions": [{"id": i["id"], "answer": "soup"} for i in items]})]
