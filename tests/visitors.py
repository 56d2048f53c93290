"""Visitors for tests, signed in or not, and how they are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from contest_night import PASSWORD, Night, client_of, night
from small_contest import Small
from zellig.server.app import HEADERS


def visitor_of(served: Night, **options: Any) -> httpx.Client:
    return client_of(f"{served.address}/api/v1", **options)


def sign_in(served: Night, name: str, password: str = PASSWORD, **options: Any) -> httpx.Client:
    visitor = visitor_of(served, **options)
    reply = visitor.post("/session", json={"name": name, "password": password})
    assert reply.status_code == 201, reply.text
    visitor.headers["x-csrf-token"] = reply.json()["csrf"]
    return visitor


def problem_in(reply: httpx.Response, status: int) -> dict[str, Any]:
    """A refusal: problem+json with all headers, and nothing about how we are built."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"].startswith("application/problem+json")
    for name, value in HEADERS.items():
        assert reply.headers[name] == value
    assert not re.search(r"Traceback|\.py\b|sqlalchemy|psycopg|litestar|SELECT ", reply.text)
    found: dict[str, Any] = reply.json()
    assert {"type", "title", "status", "detail"} <= found.keys()
    return found


def not_published(database: Path | str, folder: Path) -> Iterator[Small]:
    """For a fixture: a contest whose scores are there, and not published."""
    with night(database, folder) as served:
        found = Small(served)
        found.play(publish=False)
        yield found
