"""Visitors for tests, signed in or not, and how they are refused."""

from __future__ import annotations

import re
from typing import Any

import httpx

from contest_night import PASSWORD, Night
from zellig.server.app import HEADERS


def visitor_of(served: Night, **options: Any) -> httpx.Client:
    return httpx.Client(base_url=f"{served.address}/api/v1", timeout=60, **options)


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
