"""Uploads in parts: gone on with after a lost connection, once a submission, and only what is allowed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from contest_night import Person, night
from databases import KINDS, Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.games.contest.events import Refused
from zellig.items import Pair
from zellig.server.contests import read_events
from zellig.server.limits import LIMITS
from zellig.server.uploading import AT_ONCE, KEPT, PART, clear
from zellig.store.database.tables.uploads import PARTS, UPLOADS

CONTENT = b"".join(records(Pair, PAIRS[:3]))


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("parts")) as served:
        yield Small(served, quotas={"uploads": 4, "megabytes": 10})


@pytest.fixture
def breaker(small: Small) -> Person:
    small.night.clock.to("break")
    return small.people["breaker"]


def _about(content: bytes = CONTENT, **other: Any) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    return {"kind": "pairs", "filename": "pairs.jsonl", "bytes": len(content), "sha256": digest, **other}


def _send(who: Person, key: str, content: bytes = CONTENT, parts: int = 3) -> dict[str, Any]:
    """Begin an upload and send all parts; how it stands then."""
    there: dict[str, Any] = who.put(f"{C}/uploads/{key}", _about(content))
    size = -(-len(content) // parts)
    for start in range(0, len(content), size):
        there = _part(who, key, start, content[start : start + size]).json()
    return there


def _part(who: Person, key: str, start: int, content: bytes, status: int = 200) -> httpx.Response:
    return who.send("PATCH", f"{C}/uploads/{key}", params={"offset": start}, content=content, status=status)


def _rows(small: Small) -> tuple[int, int]:
    with small.night.house.database.reading() as connection:
        found = [connection.execute(select(func.count()).select_from(each)) for each in (UPLOADS, PARTS)]
        return found[0].scalar_one(), found[1].scalar_one()


def test_parts_become_one_submission_whatever_comes_twice(small: Small, breaker: Person) -> None:
    path = f"{C}/uploads/one"
    assert breaker.put(path, _about())["received"] == 0
    _part(breaker, "one", 0, CONTENT[:100])
    breaker.send("POST", f"{path}/submission", status=409)  # not all of it is there
    with ThreadPoolExecutor(8) as pool:  # acknowledgements that were lost, and sent again at once
        again = set(pool.map(lambda _: _part(breaker, "one", 100, CONTENT[100:250]).text, range(8)))
    assert len(again) == 1
    (shown,) = breaker.get(f"{C}/uploads")
    assert (shown["key"], shown["received"], shown["sha256"]) == ("one", 250, _about()["sha256"])
    for start, content in ((0, CONTENT[:99]), (99, CONTENT[99:100]), (300, CONTENT[300:301])):
        reply = _part(breaker, "one", start, content, status=409)
        assert "250 bytes are there" in reply.json()["detail"]
    assert breaker.put(path, _about())["received"] == 250  # begun again: it goes on
    breaker.send("PUT", path, json=_about(CONTENT + b"\n"), status=409)
    _part(breaker, "one", 250, CONTENT[250:])

    submission = breaker.post(f"{path}/submission")["submission"]
    assert breaker.post(f"{path}/submission")["submission"] == submission
    whole = breaker.upload(NAME, "pairs", [CONTENT], headers={"Idempotency-Key": "one"})
    assert whole["submission"] == submission
    for other in ({"kind": "predictions"}, {"round": 2}):  # the same key and bytes, for something else
        query = {"kind": "pairs", "filename": "pairs.jsonl", **other}
        headers = {"Idempotency-Key": "one"}
        reply = breaker.send(
            "POST", f"{C}/submissions", params=query, content=CONTENT, headers=headers, status=409
        )
        assert "key was used for another upload" in reply.json()["detail"]
        breaker.send("PUT", path, json={**_about(), **other}, status=409)
    for done in (breaker.get(path), breaker.put(path, _about())):
        assert (done["submission"], done["received"], done["expires_at"]) == (submission, len(CONTENT), None)
    breaker.send("PUT", path, json=_about(CONTENT + b"\n"), status=409)
    assert breaker.send("GET", f"{C}/submissions/{submission}/content").content == CONTENT
    small.night.work()
    assert breaker.get(f"{C}/submissions/{submission}")["reason"] == "3 pairs taken."
    assert _rows(small) == (0, 0)


def test_only_the_owner_goes_on(small: Small, breaker: Person) -> None:
    breaker.put(f"{C}/uploads/mine", _about())
    for who, status in (("breaking judge", 404), ("organiser", 404), ("stranger", 403), ("nobody", 401)):
        other = small.people[who]
        _part(other, "mine", 0, CONTENT, status=status)
        other.send("GET", f"{C}/uploads/mine", status=status)
        other.send("POST", f"{C}/uploads/mine/submission", status=status)
        if status == 404:
            assert other.get(f"{C}/uploads") == []
    theirs = small.people["breaking judge"].put(f"{C}/uploads/mine", _about(b"x"))  # a key of their own
    assert (theirs["received"], theirs["bytes"]) == (0, 1)
    assert breaker.get(f"{C}/uploads/mine")["bytes"] == len(CONTENT)


def test_what_is_too_large_is_refused_before_anything_is_kept(small: Small, breaker: Person) -> None:
    before = _rows(small)
    breaker.send("PUT", f"{C}/uploads/big", json=_about(bytes=10 * 2**20 + 1), status=413)
    breaker.send("PUT", f"{C}/uploads/big", json=_about(bytes=0), status=400)
    assert _rows(small) == before
    breaker.put(f"{C}/uploads/big", _about(bytes=10 * 2**20))
    _part(breaker, "big", 0, b"x" * (PART + 1), status=413)
    _part(breaker, "big", 0, b"x" * 100)
    _part(breaker, "big", 10 * 2**20, b"x", status=413)
    assert breaker.get(f"{C}/uploads/big")["received"] == 100


def test_other_bytes_than_were_announced_are_no_submission(small: Small, breaker: Person) -> None:
    breaker.put(f"{C}/uploads/other", _about())
    _part(breaker, "other", 0, b"x" * len(CONTENT))
    reply = breaker.send("POST", f"{C}/uploads/other/submission", status=409)
    assert "their hash is another" in reply.json()["detail"]
    breaker.send("GET", f"{C}/uploads/other", status=404)


def test_begun_in_time_and_complete_too_late_is_too_late(small: Small, breaker: Person) -> None:
    clock = small.night.clock
    _send(breaker, "late")
    clock.to("predict")
    reply = breaker.send("POST", f"{C}/uploads/late/submission", status=409).json()
    assert reply["type"] == "out-of-phase"
    assert "could be brought until 2026-03-03 00:00 UTC, when break closed" in reply["detail"]
    assert "begun in time, at 2026-03-02 01:00 UTC, and is complete too late" in reply["detail"]
    with small.night.house.database.reading() as connection:
        last = read_events(connection, NAME)[-1].event
    assert isinstance(last, Refused)
    assert (last.act, last.cause) == ("put-pairs", "late")
    reply = breaker.send("PUT", f"{C}/uploads/never", json=_about(), status=409).json()
    assert "begun" not in reply["detail"]
    most = LIMITS["refused"].number
    for _ in range(most):  # all are answered, and not all are written down
        breaker.send("PUT", f"{C}/uploads/never", json=_about(), status=409)
    with small.night.house.database.reading() as connection:
        refused = [each for each in read_events(connection, NAME) if isinstance(each.event, Refused)]
    assert sum(each.at == clock() for each in refused) == most
    clock.to("break")  # as if the phase had been extended: nothing of it was lost
    breaker.post(f"{C}/uploads/late/submission")


def test_the_quota_holds_at_the_beginning_and_at_the_end(small: Small) -> None:
    small.night.clock.to("break")
    both = small.people["both"]
    for number in range(4):
        _send(both, f"quota{number}")
    for number in range(3):
        both.post(f"{C}/uploads/quota{number}/submission")
    both.upload(NAME, "pairs", [CONTENT])
    both.send("POST", f"{C}/uploads/quota3/submission", status=429)
    both.send("PUT", f"{C}/uploads/quota4", json=_about(), status=429)


def test_what_is_not_completed_expires_and_is_cleared(small: Small, breaker: Person) -> None:
    clock = small.night.clock
    keys = [f"old{number}" for number in range(AT_ONCE + 1)]
    for key in keys:
        clock.now += timedelta(seconds=1)
        breaker.put(f"{C}/uploads/{key}", _about())
        _part(breaker, key, 0, CONTENT[:10])
    assert [each["key"] for each in breaker.get(f"{C}/uploads")] == keys[1:]  # the oldest was given up
    clock.now = clock.now - timedelta(seconds=AT_ONCE - 1) + KEPT
    assert [each["key"] for each in breaker.get(f"{C}/uploads")] == keys[2:]
    _part(breaker, keys[1], 10, CONTENT[10:20], status=404)
    before = _rows(small)
    with small.night.house.database.writing() as connection:
        cleared = clear(connection, clock())
    assert cleared > 0
    after = _rows(small)
    assert after[0] == before[0] - cleared
    assert after[1] < before[1]
    clock.to("break")
    assert breaker.put(f"{C}/uploads/{keys[1]}", _about())["received"] == 0
