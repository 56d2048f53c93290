"""What requests may say, and what is refused; against a served contest that has been played."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from contest_night import PASSWORD, START
from databases import KINDS, Databases
from small_contest import NAME, TRAINING, C, Small, records
from visitors import not_published, problem_in
from zellig.items import Item
from zellig.server.app import HEADERS


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    yield from not_published(new_databases.new(request.param), tmp_path_factory.mktemp("security"))


def test_nobody_says_who_they_are_in_a_body(small: Small) -> None:
    me = small.organiser.get("/account")["id"]
    side = {"pair": "p", "side": "modified", "reason": "x"}
    bodies: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/session", {"name": "observer", "password": PASSWORD}),
        ("POST", "/accounts", {"name": "new", "password": PASSWORD}),
        ("PUT", "/account", {"reminders": True}),
        ("PUT", "/account/password", {"old": "x", "password": PASSWORD}),
        ("POST", "/password/links", {"name": "x"}),
        ("POST", "/password/forgotten", {"name": "x"}),
        ("POST", "/tokens", {"title": "x"}),
        ("POST", "/contests", {"contest": "x", "title": "x"}),
        ("PUT", f"{C}/rules", {"task": "sentiment", "timeline": []}),
        ("POST", f"{C}/teams", {"name": "x"}),
        ("POST", f"{C}/invitations", {"roles": ["judge"]}),
        ("POST", f"{C}/extensions", {"phase": "build", "closes": START.isoformat(), "reason": "x"}),
        ("POST", f"{C}/questions/x/verdicts", {"answer": "+1"}),
        ("POST", f"{C}/appeals", side),
        ("POST", f"{C}/rulings", {**side, "accepted": []}),
        ("POST", f"{C}/publication", {"names": True}),
        ("PUT", f"{C}/uploads/x", {"kind": "dev", "filename": "x", "bytes": 1, "sha256": "0" * 64}),
        ("PUT", f"{C}/endpoint", {"address": "https://example.org"}),
    ]
    for method, path, body in bodies:
        for field in ("account", "user", "user_id", "actor", "judge", "operator"):
            reply = small.organiser.client.request(method, path, json={**body, field: me})
            assert field in problem_in(reply, 400)["detail"], path


NASTY = [
    "' OR 1=1 --",
    "'; DROP TABLE accounts; --",
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "/etc/hostname.toml",
    "{{7*7}}${7*7}",
    "<script>alert(1)</script>",
    "a\0b",
    "\u202e\u0000\ufeff",
    "x" * 5000,
    "py:os:system",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
]


def test_no_text_in_any_place_is_more_than_a_text(small: Small) -> None:
    """Every answer is a 2xx or a problem that is the sender's, on both databases."""
    sent = 0
    for text in NASTY:
        part = quote(text, safe="")
        requests: list[tuple[str, str, dict[str, Any]]] = [
            *[("GET", f"/contests/{part}{tail}", {}) for tail in ("", "/submissions", "/events", "/boards")],
            ("GET", f"{C}/submissions/{part}", {}),
            ("GET", f"{C}/submissions/{part}/content", {}),
            ("POST", f"{C}/submissions/{part}/withdraw", {}),
            ("GET", f"{C}/data/{part}", {}),
            ("DELETE", f"/tokens/{part}", {}),
            ("GET", f"{C}/uploads/{part}", {}),
            ("PATCH", f"{C}/uploads/{part}", {"params": {"offset": 0}, "content": b"x"}),
            ("POST", f"{C}/uploads/{part}/submission", {}),
            (
                "PUT",
                f"{C}/uploads/nasty",
                {"json": {"kind": "training", "filename": text[:200], "bytes": 1, "sha256": "0" * 64}},
            ),
            ("PUT", f"{C}/endpoint", {"json": {"address": text[:500], "token": text[:500]}}),
            ("POST", f"{C}/questions/{part}/verdicts", {"json": {"answer": "+1"}}),
            ("GET", f"{C}/boards", {"params": {"round": text}}),
            ("GET", f"{C}/boards", {"params": {"as_of": text}}),
            ("GET", f"{C}/events", {"params": {"cursor": text}}),
            ("POST", "/session", {"json": {"name": text[:60], "password": text[:200]}}),
            ("POST", "/password", {"json": {"link": text[:100], "password": PASSWORD}}),
            ("POST", "/password/links", {"json": {"name": text[:60]}}),
            ("PUT", "/account", {"json": {"email": text[:320], "password": PASSWORD}}),
            ("GET", f"{C}/judged", {"headers": {"If-None-Match": text.encode("utf-8", "replace")[:100]}}),
            ("POST", "/invitations/accept", {"json": {"link": text[:100]}}),
            ("POST", "/tokens", {"json": {"title": text[:100], "contest": text[:64]}}),
            ("POST", "/contests", {"json": {"contest": text[:50], "title": text[:200]}}),
            ("POST", f"{C}/teams", {"json": {"name": text[:60]}}),
            ("POST", f"{C}/invitations", {"json": {"roles": ["builder"], "team": text}}),
            ("PUT", "/contests/other/rules", {"json": {"task": text, "timeline": []}}),
            ("POST", f"{C}/appeals", {"json": {"pair": text, "side": "modified", "reason": text}}),
            (
                "POST",
                f"{C}/rulings",
                {"json": {"pair": text[:300], "side": "modified", "reason": text, "accepted": [text]}},
            ),
            (
                "POST",
                f"{C}/submissions",
                {"params": {"kind": "training", "filename": text}, "content": b"x"},
            ),
            (
                "POST",
                f"{C}/submissions",
                {
                    "params": {"kind": "training", "filename": "x.jsonl"},
                    "content": b"x",
                    "headers": {"Idempotency-Key": text.encode("utf-8", "replace")[:100]},
                },
            ),
        ]
        for method, path, options in requests:
            try:
                reply = small.organiser.client.request(method, path, **options)
            except (httpx.LocalProtocolError, httpx.InvalidURL):  # the client itself refuses to send it
                continue
            sent += 1
            if not reply.is_success:
                assert 400 <= reply.status_code < 500, (method, path, options, reply.text)
                problem_in(reply, reply.status_code)
    assert sent > 200
    small.night.work()
    states = {each["state"] for each in small.organiser.get(f"{C}/submissions")}
    assert states <= {"accepted", "rejected"}
    assert small.organiser.get("/contests/other")["rules"] is None


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe{",
        b'{"name": "\xe9"}',
        "{}".encode("utf-16"),
        b"",
        b"[" * 100_000,
        b'{"name":' * 3000,
        b'{"name": "\\ud800", "password": "x"}',
        b'{"name": 1e999}',
        b"null",
        b"\0",
    ],
)
def test_a_body_that_is_no_json_is_a_mistake(small: Small, body: bytes) -> None:
    for path in ("/session", "/accounts", f"{C}/appeals"):
        reply = small.organiser.client.post(path, content=body)
        problem_in(reply, 400)


def test_a_body_that_is_missing_is_said_to_be(small: Small) -> None:
    found = problem_in(small.organiser.client.post(f"{C}/publication"), 400)
    assert (found["detail"], found["where"]) == ("it has no body", "the body of the request")


def test_more_bytes_than_are_taken_are_refused_before_they_are_kept(small: Small) -> None:
    large = b"x" * (21 * 2**20)
    query = {"kind": "training", "filename": "x.jsonl"}
    path = f"{C}/submissions"
    problem_in(small.organiser.client.post(path, params=query, content=large), 413)
    problem_in(small.people["stranger"].client.post(path, params=query, content=large[:1000]), 403)
    problem_in(small.organiser.client.post(f"{C}/teams", content=b'{"name":"' + large[: 2**21]), 413)


def test_every_answer_has_the_headers_and_every_error_is_a_problem(small: Small) -> None:
    address = small.night.address
    with httpx.Client(base_url=address, timeout=60) as visitor:
        for path in ("/health", "/ready", "/schema/openapi.json", "/api/v1/contests"):
            reply = visitor.get(path)
            assert reply.status_code == 200, path
            assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS, path
        for path in ("/api/v1/nothing", "/schema/nothing", "/api/v1/contests/none"):
            problem_in(visitor.get(path), 404)
        for method, path in (
            ("PATCH", "/api/v1/account"),
            ("POST", "/health"),
            ("PUT", "/api/v1/contests"),
        ):
            reply = visitor.request(method, path)
            problem_in(reply, 405)
            assert "GET" in reply.headers["allow"]
        for number in ("0", "-1", "1001", "x", "9" * 30):
            problem_in(visitor.get(f"/api/v1{C}/boards", params={"round": number}), 400)
    organiser = small.organiser
    for wrong in ({"cursor": "x"}, {"cursor": "bnVsbA=="}, {"limit": "0"}, {"limit": "501"}, {"limit": "x"}):
        organiser.send("GET", f"{C}/events", params=wrong, status=400)
    for moment in ("2026-03-01", "2026-03-01T00:00:00", "x", "0000-00-00T00:00:00Z"):
        organiser.send("GET", f"{C}/boards", params={"as_of": moment}, status=400)
    long_ago = {"phase": "publish", "opens": "0001-01-01T00:00:00+14:00"}
    rules = {"task": "sentiment", "timeline": [long_ago]}
    organiser.send("PUT", "/contests/other/rules", json=rules, status=400)


def test_one_key_gives_one_submission_also_at_once(small: Small) -> None:
    path, key = f"{C}/submissions", {"Idempotency-Key": "the same"}
    query = {"kind": "training", "filename": "s.jsonl"}
    body = b"".join(records(Item, [Item("x", {"text": "One more."}, ("+1",))]))
    before = len(small.organiser.get(path))

    def send(_: int) -> tuple[int, str]:
        reply = small.organiser.client.post(path, params=query, content=body, headers=key)
        return reply.status_code, reply.json()["submission"]

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(send, range(8)))
    assert len(found) == 1
    assert len(small.organiser.get(path)) == before + 1
    other = small.organiser.client.post(path, params=query, content=b"{}", headers=key)
    assert problem_in(other, 409)["type"] == "conflict"
    small.organiser.upload(NAME, "training", records(Item, TRAINING))
    small.night.work()
