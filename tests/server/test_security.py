"""Who comes in, what is refused, and what no answer tells; against a served contest that has been played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from contest_night import DAY, PASSWORD, START, Night, night
from databases import KINDS, Databases
from small_contest import DEV, NAME, PAIRS, TEAMS, TRAINING, C, Small, records
from zellig.items import Item, content_hash
from zellig.server.app import HEADERS
from zellig.server.links import Gift, make_link

ALL_DAYS = [START + (day - 0.5) * DAY for day in range(9)]


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    """A contest whose scores are there, and not published."""
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("security")) as served:
        found = Small(served)
        found.play(publish=False)
        yield found


def _visitor(served: Night, **options: Any) -> httpx.Client:
    return httpx.Client(base_url=f"{served.address}/api/v1", timeout=60, **options)


def _sign_in(served: Night, name: str, password: str = PASSWORD, **options: Any) -> httpx.Client:
    visitor = _visitor(served, **options)
    reply = visitor.post("/session", json={"name": name, "password": password})
    assert reply.status_code == 201, reply.text
    visitor.headers["x-csrf-token"] = reply.json()["csrf"]
    return visitor


def _problem(reply: httpx.Response, status: int) -> dict[str, Any]:
    """A refusal: problem+json with all headers, and nothing about how we are built."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"].startswith("application/problem+json")
    for name, value in HEADERS.items():
        assert reply.headers[name] == value
    assert not re.search(r"Traceback|\.py\b|sqlalchemy|psycopg|litestar|SELECT ", reply.text)
    found: dict[str, Any] = reply.json()
    assert {"type", "title", "status", "detail"} <= found.keys()
    return found


# Sessions


def test_a_session_has_a_new_secret_whatever_the_browser_brings(small: Small) -> None:
    with _visitor(small.night, cookies={"zellig_session": "chosen-by-somebody-else"}) as visitor:
        reply = visitor.post("/session", json={"name": "observer", "password": PASSWORD})
        cookie = reply.headers["set-cookie"]
        first = reply.cookies["zellig_session"]
        assert first != "chosen-by-somebody-else"
        assert len(first) >= 40
        assert {"httponly", "path=/", "samesite=lax"} <= {word.lower() for word in cookie.split("; ")}
        assert "secure" not in cookie.lower()  # loopback is not encrypted; with an https address it is
    with _visitor(small.night, cookies={"zellig_session": first}) as visitor:
        csrf = {"x-csrf-token": reply.json()["csrf"]}
        again = visitor.post("/session", json={"name": "observer", "password": PASSWORD}, headers=csrf)
        assert again.cookies["zellig_session"] != first
    with _visitor(small.night, cookies={"zellig_session": first}) as visitor:  # it is over
        _problem(visitor.get("/account"), 401)


def test_signing_out_ends_a_session_and_a_session_runs_out(small: Small) -> None:
    with closing(_sign_in(small.night, "observer")) as visitor:
        secret = visitor.cookies["zellig_session"]
        reply = visitor.delete("/session")
        assert reply.status_code == 204
        assert "max-age=0" in reply.headers["set-cookie"].lower()
    with _visitor(small.night, cookies={"zellig_session": secret}) as visitor:
        _problem(visitor.get("/account"), 401)
    with closing(_sign_in(small.night, "observer")) as visitor:
        now = small.night.clock.now
        small.night.clock.now = now + timedelta(days=15)
        _problem(visitor.get("/account"), 401)
        small.night.clock.now = now


def test_a_change_without_the_word_of_the_session_is_refused(small: Small) -> None:
    one, other = _sign_in(small.night, "observer"), _sign_in(small.night, "judge")
    with closing(one), closing(other):
        for wrong in ("", "x", other.headers["x-csrf-token"], "\u00e9"):
            headers = {"x-csrf-token": wrong.encode("latin-1")}
            _problem(one.put(f"{C}/consent", headers=headers), 403)  # type: ignore[arg-type]
        del one.headers["x-csrf-token"]
        _problem(one.post("/tokens", json={"title": "x"}), 403)


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}],
)
def test_a_page_of_another_site_signs_nobody_in(small: Small, headers: dict[str, str]) -> None:
    body = json.dumps({"name": "observer", "password": PASSWORD})
    with _visitor(small.night) as visitor:
        _problem(visitor.post("/session", content=body, headers=headers), 403)
        own = {"origin": small.night.address, "sec-fetch-site": "same-origin"}
        assert visitor.post("/session", content=body, headers=own).status_code == 201


def test_a_name_is_locked_for_a_while_after_too_many_wrong_passwords(small: Small) -> None:
    night = small.night
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    night.person("Forgetful", link)
    with _visitor(night) as visitor:
        wrong = [visitor.post("/session", json={"name": "Forgetful", "password": "x"}) for _ in range(10)]
        assert {reply.status_code for reply in wrong} == {401}
        unknown = visitor.post("/session", json={"name": "No such person", "password": "x"})
        assert unknown.json()["detail"] == wrong[0].json()["detail"]
        right = {"name": "FORGETFUL", "password": PASSWORD}
        reply = visitor.post("/session", json=right)
        assert _problem(reply, 429)["type"] == "too-many"
        assert reply.headers["retry-after"] == "900"
        night.clock.now += timedelta(minutes=16)
        assert visitor.post("/session", json=right).status_code == 201


# Tokens


def _token(small: Small, who: str, **asked: Any) -> tuple[str, httpx.Client]:
    made = small.people[who].post("/tokens", {"title": "of a test", **asked})
    return made["id"], _visitor(small.night, headers={"authorization": f"Bearer {made['secret']}"})


def test_a_token_does_what_it_is_for_and_nothing_else(small: Small) -> None:
    number, reader = _token(small, "builder", scope="read")
    _, elsewhere = _token(small, "builder", contest="other")
    _, here = _token(small, "builder", contest=NAME, days=1)
    assert reader.get("/account").status_code == here.put(f"{C}/consent").status_code == 200
    _problem(reader.put(f"{C}/consent"), 403)
    _problem(reader.post("/tokens", json={"title": "wider"}), 403)
    for path in (C, f"{C}/submissions", "/contests", "/account", "/tokens"):
        _problem(elsewhere.get(path), 403)
    _problem(here.post("/tokens", json={"title": "another"}), 403)
    _problem(here.post("/account/closing", json={"password": PASSWORD}), 403)
    small.people["judge"].send("DELETE", f"/tokens/{number}", status=403)  # another's
    small.people["builder"].send("DELETE", f"/tokens/{number}")
    _problem(reader.get("/account"), 401)
    small.night.clock.now += DAY
    _problem(here.get(C), 401)
    small.night.clock.now -= DAY
    for wrong in ("Bearer", "Bearer x", "Basic b2xnYTp4", "Bearer " + "\u00e9" * 50, "x"):
        with _visitor(small.night, headers={"authorization": wrong.encode("latin-1")}) as visitor:
            _problem(visitor.get("/account"), 401)
    for client in (reader, elsewhere, here):
        client.close()


def test_secrets_are_shown_once(small: Small) -> None:
    _, client = _token(small, "judge")
    client.close()
    assert all(each["secret"] is None for each in small.people["judge"].get("/tokens"))


# Links and accounts


def test_a_link_is_good_once_also_for_two_at_once(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]

    def join(number: int) -> int:
        with _visitor(small.night) as visitor:
            body = {"name": f"runner {number}", "password": PASSWORD, "link": link}
            return visitor.post("/accounts", json=body).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(join, range(8))) == [201] + [404] * 7
    there = []
    for number in range(8):  # whose link was no good has no account
        with _visitor(small.night) as visitor:
            body = {"name": f"runner {number}", "password": PASSWORD}
            there.append(visitor.post("/session", json=body).status_code)
    assert sorted(there) == [201] + [401] * 7
    with _visitor(small.night) as visitor:
        _problem(visitor.post("/accounts", json={"name": "uninvited", "password": PASSWORD}), 403)


def test_a_link_for_a_password_ends_all_sessions(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    person = small.night.person("Changing", link)
    with small.night.house.database.writing() as connection:
        gift = Gift("password", account=person.get("/account")["id"])
        secret = make_link(connection, small.night.clock(), gift, None)
    with _visitor(small.night) as visitor:
        _problem(visitor.post("/invitations/accept", json={"link": secret}), 401)
        short = visitor.post("/password", json={"link": secret, "password": "short"})
        assert _problem(short, 400)["where"] == "field password"
        new = {"link": secret, "password": "quite another one"}
        assert visitor.post("/password", json=new).status_code == 201
        _problem(visitor.post("/password", json=new, headers={"x-csrf-token": "x"}), 403)
    with _visitor(small.night) as visitor:
        _problem(visitor.post("/password", json=new), 404)
    person.send("GET", "/account", status=401)
    _sign_in(small.night, "Changing", "quite another one").close()


def test_a_closed_account_is_nobody_and_leaves_no_name(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["judge"]})["link"]
    person = small.night.person("Leaving Soon", link)
    token = person.post("/tokens", {"title": "left behind"})["secret"]
    person.send("POST", "/session", json={"name": "Leaving Soon", "password": "wrong"}, status=401)
    refused = person.post("/account/closing", {"password": "not the one"}, status=401)
    assert "do not go together" in refused["detail"]
    person.post("/account/closing", {}, status=400)
    person.get("/account")  # it is still there
    person.post("/account/closing", {"password": PASSWORD})
    person.send("GET", "/account", status=401)
    with small.night.house.database.reading() as connection:
        for table, column in (("accounts", "name"), ("accounts", "folded"), ("attempts", "folded")):
            kept = connection.exec_driver_sql(f"SELECT {column} FROM {table}").scalars().all()
            assert not any("leaving" in each.lower() for each in kept), table
    with _visitor(small.night) as visitor:
        _problem(visitor.get("/account", headers={"authorization": f"Bearer {token}"}), 401)
        _problem(visitor.post("/session", json={"name": "Leaving Soon", "password": PASSWORD}), 401)


# What requests may say


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
            assert field in _problem(reply, 400)["detail"], path


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
                _problem(reply, reply.status_code)
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
        _problem(reply, 400)


def test_more_bytes_than_are_taken_are_refused_before_they_are_kept(small: Small) -> None:
    large = b"x" * (21 * 2**20)
    query = {"kind": "training", "filename": "x.jsonl"}
    path = f"{C}/submissions"
    _problem(small.organiser.client.post(path, params=query, content=large), 413)
    _problem(small.people["stranger"].client.post(path, params=query, content=large[:1000]), 403)
    _problem(small.organiser.client.post(f"{C}/teams", content=b'{"name":"' + large[: 2**21]), 413)


def test_every_answer_has_the_headers_and_every_error_is_a_problem(small: Small) -> None:
    address = small.night.address
    with httpx.Client(base_url=address, timeout=60) as visitor:
        for path in ("/health", "/ready", "/schema/openapi.json", "/api/v1/contests"):
            reply = visitor.get(path)
            assert reply.status_code == 200, path
            assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS, path
        for path in ("/api/v1/nothing", "/schema/nothing", "/api/v1/contests/none"):
            _problem(visitor.get(path), 404)
        for method, path in (
            ("PATCH", "/api/v1/account"),
            ("POST", "/health"),
            ("PUT", "/api/v1/contests"),
        ):
            reply = visitor.request(method, path)
            _problem(reply, 405)
            assert "GET" in reply.headers["allow"]
        for number in ("0", "-1", "1001", "x", "9" * 30):
            _problem(visitor.get(f"/api/v1{C}/boards", params={"round": number}), 400)
    organiser = small.organiser
    for wrong in ({"cursor": "x"}, {"cursor": "bnVsbA=="}, {"limit": "0"}, {"limit": "501"}, {"limit": "x"}):
        organiser.send("GET", f"{C}/events", params=wrong, status=400)
    for moment in ("2026-03-01", "2026-03-01T00:00:00", "x", "0000-00-00T00:00:00Z"):
        organiser.send("GET", f"{C}/boards", params={"as_of": moment}, status=400)
    long_ago = {"phase": "publish", "opens": "0001-01-01T00:00:00+14:00"}
    rules = {"task": "sentiment", "timeline": [long_ago]}
    organiser.send("PUT", "/contests/other/rules", json=rules, status=400)


# What no answer tells


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
    assert _problem(other, 409)["type"] == "conflict"
    small.organiser.upload(NAME, "training", records(Item, TRAINING))
    small.night.work()


def _everything(small: Small, who: str) -> Iterator[tuple[str, str]]:
    """Every text that somebody can get at any time of the contest."""
    paths = ["/contests", C, f"{C}/submissions", f"{C}/judged", f"{C}/appeals", f"{C}/boards", f"{C}/bundle"]
    paths += [f"{C}/data/{what}" for what in ("training", "dev", "starter", "dev-predictions", "pairs")]
    paths += [f"{C}/events", "/account", "/tokens"]
    client = small.people[who].client
    now = small.night.clock.now
    for moment in ALL_DAYS:
        small.night.clock.now = moment
        for path in paths:
            yield path, client.get(path).text
        for each in client.get(f"{C}/submissions").json() if who in ("builder", "breaker", "both") else ():
            for tail in ("", "/content"):
                yield "submission", client.get(f"{C}/submissions/{each['id']}{tail}").text
        yield "questions", client.post(f"{C}/questions").text
    small.night.clock.now = now


@pytest.mark.parametrize("who", ["builder", "breaker", "judge", "observer", "stranger", "nobody"])
def test_before_publication_nothing_tells_other_teams_names_or_the_answers(small: Small, who: str) -> None:
    if not small.night.house.database.is_sqlite:
        pytest.skip("what is told does not depend on the database")
    own = {"builder": "Larks", "breaker": "Owls"}.get(who)
    others = [name for name in TEAMS if name != own]
    people = [name for name in ("second judge", "breaking judge", "Olga") if name != who]
    for path, text in _everything(small, who):
        for name in [*others, *people]:
            assert name not in text, (path, name)
        for item in DEV:
            gold = re.search(rf'"{item.id}"[^\n]*accepted', text)
            assert gold is None, path
        if path != f"{C}/data/dev" and who != "judge":
            assert not any(item.fields["text"] in text for item in DEV), path


def test_blind_pairs_tell_nothing_but_their_texts(small: Small) -> None:
    builder = small.people["builder"]
    _, *lines = builder.send("GET", f"{C}/data/pairs").text.splitlines()
    items = [json.loads(line) for line in lines]
    assert all(item.keys() == {"id", "fields", "metadata"} for item in items)
    assert all(item["metadata"].keys() == {"entry"} for item in items)
    assert {item["metadata"]["entry"] for item in items} == {"Team 2", "Team 3"}
    known = {side.id for pair in PAIRS for side in (pair.original, pair.modified)} | {p.id for p in PAIRS}
    hashes = {content_hash(side) for pair in PAIRS for side in (pair.original, pair.modified)}
    assert not {item["id"] for item in items} & (known | hashes)
    for entry in ("Team 2", "Team 3"):  # in an order that the ids make, and ids are hashes
        ids = [item["id"] for item in items if item["metadata"]["entry"] == entry]
        assert ids == sorted(ids)
    for line in builder.send("GET", f"{C}/data/dev").text.splitlines()[1:]:
        assert json.loads(line).keys() == {"id", "fields"}


def test_judges_see_texts_alone_and_never_their_own_teams(small: Small) -> None:
    asked = small.asked
    assert all(each.keys() == {"question", "fields"} for found in asked.values() for each in found)
    brought = {pair.modified.fields["text"] for pair in PAIRS}
    seen = {who: {each["fields"]["text"] for each in found} & brought for who, found in asked.items()}
    assert seen["judge"] == brought
    own = {pair.modified.fields["text"] for pair in PAIRS[:3]}
    assert seen["breaking judge"] <= {pair.modified.fields["text"] for pair in PAIRS[2:]}
    small.night.clock.to("judge", hours=20)
    mine = [
        each["question"]
        for each in asked["judge"]
        if each["fields"]["text"] in own - {PAIRS[2].modified.fields["text"]}
    ]
    assert len(mine) == 2
    for question in mine:
        path = f"{C}/questions/{question}/verdicts"
        small.people["breaking judge"].send("POST", path, json={"answer": "+1"}, status=403)
    small.night.clock.to("score")


def test_another_teams_submissions_are_not_to_be_had(small: Small) -> None:
    theirs = small.submission("breaker", "pairs")
    organisers = next(each["id"] for each in small.organiser.get(f"{C}/submissions") if each["kind"] == "dev")
    for who in ("builder", "both", "judge", "observer", "stranger", "nobody"):
        for submission in (theirs, organisers):
            for tail in ("", "/content"):
                reply = small.people[who].client.get(f"{C}/submissions/{submission}{tail}")
                _problem(reply, 401 if who == "nobody" else 403)
            _problem(
                small.people[who].client.post(f"{C}/submissions/{submission}/withdraw"),
                401 if who == "nobody" else 403,
            )
    small.people["breaker"].send("GET", f"{C}/submissions/{organisers}/content", status=403)
    shown = small.people["breaker"].get(f"{C}/submissions/{theirs}")
    assert shown["kind"] == "pairs"
