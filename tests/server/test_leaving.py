"""The end of an account: all that is kept about it can be had, and then nothing of the person is left."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread, main_thread
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select

from contest_night import PASSWORD, START, Person, night
from databases import KINDS, Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.games.contest.events import RoleGiven
from zellig.items import Pair
from zellig.server.accounts import folded_name, make_account
from zellig.server.arena.keeping import Arenas
from zellig.server.contests import Standings, append, create_contest, found_team
from zellig.server.leaving import close_account
from zellig.server.mails import ask_for_password, note_sending
from zellig.server.workshops import Workshops
from zellig.store.database import open_database
from zellig.store.database.migrating import migrate
from zellig.store.database.tables import TABLES
from zellig.store.database.tables.mails import MAILS

WHO = "Ada Leaving"
ADDRESS = "ada.leaving@example.org"
CLOSING = {"password": PASSWORD}


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("leaving")) as served:
        yield Small(served)


@pytest.fixture(scope="module")
def ada(small: Small) -> Person:
    """Somebody who breaks and judges, and has left traces everywhere."""
    invitation = {"roles": ["breaker", "judge"], "team": small.teams["Owls"]}
    link = small.organiser.post(f"{C}/invitations", invitation)["link"]
    person = small.night.person(WHO, link, ADDRESS)
    person.put(f"{C}/consent")
    person.post("/tokens", {"title": "Ada's laptop"})
    small.night.clock.to("break")
    query = {"kind": "pairs", "filename": "ada leaving's pairs.JSONL"}
    content = b"".join(records(Pair, PAIRS[:2]))
    key = {"Idempotency-Key": "ada-leaving-1"}
    person.send("POST", f"{C}/submissions", params=query, content=content, headers=key)
    small.night.work()
    small.organiser.post("/password/links", {"name": WHO})
    small.night.clock.to("build")
    person.send(  # which is refused, and written down
        "POST", f"{C}/submissions", params=query, content=content, status=409
    )
    with small.night.house.database.writing() as connection:
        ask_for_password(connection, small.night.clock(), folded_name(WHO))
        mail = connection.execute(select(MAILS.c.id)).scalar_one()
        note_sending(connection, small.night.clock(), mail, "failed", f"450 {ADDRESS} is full")
    small.night.clock.to("judge")
    for asked in person.post(f"{C}/questions"):
        person.post(f"{C}/questions/{asked['question']}/verdicts", {"answer": "-1"})
    person.send("POST", "/session", json={"name": WHO, "password": "wrong"}, status=401)
    packet = {"tossups": [{"question": "Name what is white and cold.", "answer": "snow"}]}
    room = {"room": "friday", "title": "Friday", "teams": ["A", "B"], "about": {"open": True}}
    small.organiser.post("/rooms", {**room, "packet": packet})
    person.post("/rooms/friday/players", {"team": "t1", "kind": "person"})
    small.organiser.get("/rooms/friday")  # so that the server remembers who plays
    return person


def _export(person: Person) -> tuple[dict[str, Any], zipfile.ZipFile]:
    archive = zipfile.ZipFile(io.BytesIO(person.send("GET", "/account/export").content))
    return json.loads(archive.read("account.json")), archive


def _everything(small: Small) -> dict[str, str]:
    """All rows of each table as one text."""
    with small.night.house.database.reading() as connection:
        return {
            table.name: "\n".join(
                str([value for name, value in row.items() if name != "content"])
                for row in connection.execute(select(table)).mappings()
            )
            for table in TABLES.sorted_tables
        }


def test_all_that_is_kept_about_an_account_is_in_one_file(small: Small, ada: Person) -> None:
    found, archive = _export(ada)
    me = ada.get("/account")["id"]
    assert (found["account"][0]["name"], found["account"][0]["email"]) == (WHO, ADDRESS)
    assert found["contests"] == [
        {
            "contest": NAME,
            "title": "A small one",
            "roles": ["breaker", "judge"],
            "team": "Owls",
            "licences": ["CC BY 4.0"],
        }
    ]
    assert [each["title"] for each in found["tokens"]] == ["Ada's laptop"]
    (brought,) = found["submissions"]
    assert archive.read(brought["file"]) == b"".join(records(Pair, PAIRS[:2]))
    assert [each["state"] for each in found["states"]] == ["received", "checking", "accepted"]
    kinds = [each["body"]["event"] for each in found["events"]]
    assert kinds == ["role-given", "role-given", "consented", "password-linked", "refused"]
    assert {each["answer"] for each in found["verdicts"]} == {"-1"}
    assert [each["body"]["player"]["name"] for each in found["room_events"]] == [WHO]
    assert [each["kind"] for each in found["mails"]] == ["password"]
    assert {each["what"] for each in found["tries"]} >= {"sign-in", "upload", "token", "export"}
    assert len(found["sessions"]) == 1
    assert {each["purpose"] for each in found["links"]} == {"invitation", "password"}
    with small.night.house.database.reading() as connection:  # every table that knows accounts was looked at
        knows = {
            table.name
            for table in TABLES.sorted_tables
            for key in table.foreign_keys
            if key.column.table.name == "accounts"
            for row in connection.execute(select(table).where(key.parent == me))
        }
    assert knows <= found.keys()
    assert not any(word in json.dumps(found) for word in ("argon2", "csrf", "builder"))
    assert not any("key" in each for name in ("tokens", "links", "sessions") for each in found[name])


def test_nothing_about_the_person_is_left_and_all_records_are(small: Small, ada: Person) -> None:
    me = ada.get("/account")["id"]
    before = _everything(small)
    judged = small.organiser.get(f"{C}/progress")["judges"]
    assert sum(text.lower().count("ada") for text in before.values()) > 5  # the test would see it
    ada.post("/account/closing", CLOSING)
    ada.send("GET", "/account", status=401)
    after = _everything(small)
    for table, text in after.items():
        for trace in ("leaving", "ada's", "ada-", "Ada "):
            assert trace.lower() not in text.lower(), table
    assert me not in after["tokens"] + after["sessions"] + after["mails"] + after["attempts"]
    for table in ("events", "submissions", "states", "verdicts", "questions"):
        assert after[table].count("\n") >= before[table].count("\n"), table
    person = next(each for each in small.organiser.all(f"{C}/events") if each["actor"] == me)
    assert person["event"]["event"] == "role-given"
    assert me not in {each["account"] for each in small.organiser.all(f"{C}/people")}
    assert [each["name"] for each in small.organiser.get("/rooms/friday")["players"]] == [
        "closed account (p1)"
    ]
    shown = small.organiser.get(f"{C}/progress")["judges"]
    assert {each["name"] for each in shown} == ({each["name"] for each in judged} - {WHO}) | {
        "closed account"
    }
    submission = small.organiser.all(f"{C}/submissions")[-1]  # its pairs still count, and can be read
    assert (submission["filename"], submission["state"]) == ("pairs.jsonl", "accepted")
    assert len(small.people["breaker"].all(f"{C}/pairs")) == 2
    page = httpx.get(
        f"{small.night.address}{C}/organise", cookies=dict(small.organiser.client.cookies), timeout=60
    ).text
    assert WHO not in page
    assert "closed account" in page
    reply = httpx.post(f"{small.night.address}/api/v1/session", json={"name": WHO, "password": PASSWORD})
    assert reply.status_code == 401


def test_a_token_closes_no_account(small: Small) -> None:
    token = small.people["observer"].post("/tokens", {"title": "x"})["secret"]
    reply = httpx.post(
        f"{small.night.address}/api/v1/account/closing",
        json=CLOSING,
        headers={"authorization": f"Bearer {token}"},
    )
    assert reply.status_code == 403


def test_who_leaves_takes_the_endpoint_along_and_it_is_written_down(small: Small) -> None:
    invitation = {"roles": ["builder"], "team": small.teams["Larks"]}
    link = small.organiser.post(f"{C}/invitations", invitation)["link"]
    person = small.night.person("Has an endpoint", link)
    person.put(f"{C}/consent")
    small.night.clock.to("build")
    found = person.put(f"{C}/endpoint", {"address": "https://93.184.216.34"})
    person.post("/account/closing", CLOSING)
    *_, removed, taken = (each["event"] for each in small.organiser.all(f"{C}/events"))
    assert removed == {
        "event": "endpoint-removed",
        "team": small.teams["Larks"],
        "endpoint": found["id"],
    }
    assert (taken["event"], taken["role"]) == ("role-taken", "builder")
    small.people["builder"].send("GET", f"{C}/endpoint", status=404)


@pytest.mark.parametrize(
    "name", ["closed account", "Closed  Account", "CLOSED-ACCOUNT", "the platform", "Nobody"]
)
def test_what_pages_call_nobody_is_nobodys_name(small: Small, name: str) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["judge"]})["link"]
    body = {"name": name, "password": PASSWORD, "link": link}
    reply = httpx.post(f"{small.night.address}/api/v1/accounts", json=body)
    assert (reply.status_code, reply.json()["detail"]) == (400, "this name is taken")


def test_the_last_organiser_of_a_contest_that_goes_on_stays(small: Small) -> None:
    organiser, clock = small.organiser, small.night.clock
    operator = small.night.person("Second operator", organiser.post("/operators")["link"])
    operator.post("/contests", {"contest": "short", "title": "A short one"})
    windows = [
        {"phase": "judge", "opens": "2026-03-01T00:00:00Z", "closes": "2026-03-09T00:00:00Z"},
    ]
    operator.put("/contests/short/rules", {"task": "sentiment", "timeline": windows})
    operator.post("/contests/short/open")
    clock.to("judge")
    refused = operator.post("/account/closing", CLOSING, status=409)
    assert "last organiser of A short one" in refused["detail"]
    assert "Invite another organiser first" in refused["remedy"]
    link = operator.post("/contests/short/invitations", {"roles": ["organiser"]})["link"]
    organiser.client.headers["x-csrf-token"] = organiser.post("/invitations/accept", {"link": link})["csrf"]
    operator.post("/account/closing", CLOSING)
    assert organiser.get("/contests/short")["roles"] == ["organiser"]


def _closes(who: Person) -> int:
    return who.client.post("/account/closing", json=CLOSING).status_code


def test_the_last_operator_stays_also_if_two_leave_at_once(small: Small) -> None:
    clock, organiser = small.night.clock, small.organiser
    people = [small.night.person(f"Operator {n}", organiser.post("/operators")["link"]) for n in range(2)]
    for contest in (NAME, "short"):
        successor = organiser.post(f"/contests/{contest}/invitations", {"roles": ["organiser"]})["link"]
        observer = small.people["observer"]
        observer.client.headers["x-csrf-token"] = observer.post("/invitations/accept", {"link": successor})[
            "csrf"
        ]
    clock.to("publish", hours=72)  # the short one is over
    everybody = [organiser, people[1]]
    with ThreadPoolExecutor(2) as pool:  # of three operators two leave
        assert list(pool.map(_closes, everybody)) == [204, 204]
    refused = people[0].post("/account/closing", CLOSING, status=409)
    assert "last operator" in refused["detail"]


def test_who_leaves_does_not_keep_those_who_act_from_going_on(new_databases: Databases) -> None:
    """An operator acts in a contest while another one leaves it: each has what the other could wait for."""
    database = open_database(new_databases.new("postgresql"))
    migrate(database)
    now, standings, leaving = START, Standings(), Event()
    with database.writing() as connection:
        stays, leaves = (make_account(connection, now, name, None, operator=True) for name in ("A", "B"))
        create_contest(connection, now, stays, NAME, "A contest")
        for role in ("judge", "observer"):
            append(connection, now, NAME, stays.id, RoleGiven(leaves.id, role))

    @event.listens_for(database.engine, "before_cursor_execute")
    def look(_c: object, _u: object, statement: str, *_: object) -> None:
        if current_thread() is not main_thread() and "contests" in statement and "FOR UPDATE" in statement:
            leaving.set()

    def leave() -> None:
        with database.writing() as connection:
            close_account(connection, now, standings, Workshops(), Arenas(), leaves)

    with ThreadPoolExecutor(1) as pool:
        with database.writing() as connection:
            standings.held(connection, NAME)
            left = pool.submit(leave)
            assert leaving.wait(60)
            found_team(connection, now, NAME, standings.of(connection, NAME), stays.id, "Larks")
        left.result(60)
    with database.reading() as connection:
        standing = standings.of(connection, NAME)
        assert (standing.roles_of(leaves.id), len(standing.teams)) == (frozenset(), 1)
    database.close()
