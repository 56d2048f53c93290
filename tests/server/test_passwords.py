"""New passwords: who makes a link for whom, what it does, by mail; and nothing tells who has an account."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from contest_night import PASSWORD, Night, Person, client_of, night
from databases import KINDS, Databases
from post_office import Mailbox, mailbox
from small_contest import C, Small
from zellig.server.limits import LIMITS, TRIES_OF_ADDRESS
from zellig.server.postman import Postman
from zellig.server.sessions import IDLE, LONGEST
from zellig.server.smtp import MailServer

NEW = "quite another one"


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mailbox(("contests", "secret")) as found:
        yield found


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest,
    new_databases: Databases,
    tmp_path_factory: pytest.TempPathFactory,
    box: Mailbox,
) -> Iterator[Small]:
    server = MailServer("127.0.0.1", box.port, "contests@example.org", "contests", "secret")
    folder = tmp_path_factory.mktemp("passwords")
    with night(new_databases.new(request.param), folder, mail=server) as served:
        yield Small(served)


def _joins(small: Small, name: str, email: str | None = None, **invitation: Any) -> Person:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"], **invitation})["link"]
    return small.night.person(name, link, email)


def _visitor(served: Night, **options: Any) -> httpx.Client:
    return client_of(f"{served.address}/api/v1", **options)


def _choose(small: Small, link: str, password: str = NEW) -> httpx.Response:
    with _visitor(small.night) as visitor:
        return visitor.post("/password", json={"link": link, "password": password})


def _is_good(small: Small, token: str) -> bool:
    with _visitor(small.night, headers={"authorization": f"Bearer {token}"}) as program:
        return program.get("/account").status_code == 200


def _deliver(small: Small) -> None:
    house = small.night.house
    assert house.settings.mail is not None
    postman = Postman(house.database, house.settings.mail, house.settings.address, house.clock)
    while postman.work():
        pass


def test_a_link_of_an_organiser_is_good_once_ends_sessions_and_tokens_and_is_in_the_audit(
    small: Small,
) -> None:
    person = _joins(small, "Forgetting")
    made = small.organiser.post("/password/links", {"name": "forgetting"})
    unused = small.organiser.post("/password/links", {"name": "Forgetting"})["link"]
    token = person.post("/tokens", {"title": "x"})["secret"]
    assert made["address"] == f"{small.night.address}/join/{made['link']}"
    assert "Choose a new password" in httpx.get(made["address"]).text
    assert _choose(small, made["link"], "short").status_code == 400
    reply = _choose(small, made["link"])
    assert reply.status_code == 201
    assert reply.json()["account"]["name"] == "Forgetting"
    person.send("GET", "/account", status=401)
    assert not _is_good(small, token)
    assert _choose(small, made["link"]).status_code == 404
    assert _choose(small, unused).status_code == 404  # with the password all other links are gone
    event = small.organiser.all(f"{C}/events")[-1]
    assert event["event"] == {"event": "password-linked", "account": reply.json()["account"]["id"]}
    assert event["actor"] == small.organiser.get("/account")["id"]


def test_a_link_runs_out(small: Small) -> None:
    _joins(small, "Hesitating")
    link = small.organiser.post("/password/links", {"name": "Hesitating"})["link"]
    small.night.clock.now += timedelta(days=1)
    assert _choose(small, link).status_code == 404
    small.night.clock.now -= timedelta(days=1)


def test_who_may_make_a_link_for_whom(small: Small) -> None:
    """Nobody becomes somebody who may do more than they."""
    second = _joins(small, "Second organiser", roles=["organiser"])
    elsewhere = small.organiser.post("/contests/other/invitations", {"roles": ["organiser"]})["link"]
    third = small.night.person("Third organiser", elsewhere)
    _joins(small, "Mere observer")

    def ask(who: Person, name: str, status: int) -> None:
        who.send("POST", "/password/links", json={"name": name}, status=status)

    ask(second, "Mere observer", 201)
    ask(second, "Olga", 403)  # an operator, who organises both
    ask(second, "stranger", 404)  # takes part in another contest
    ask(second, "Nobody at all", 404)
    ask(third, "Mere observer", 404)
    ask(third, "stranger", 201)
    ask(small.people["builder"], "Mere observer", 404)
    ask(small.people["nobody"], "Mere observer", 401)
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    third.client.headers["x-csrf-token"] = third.post("/invitations/accept", {"link": link})["csrf"]
    ask(second, "Third organiser", 403)  # observes here, and organises elsewhere
    ask(small.organiser, "Third organiser", 201)
    token = small.organiser.post("/tokens", {"title": "x"})["secret"]
    with _visitor(small.night, headers={"authorization": f"Bearer {token}"}) as program:
        assert program.post("/password/links", json={"name": "Mere observer"}).status_code == 403


def test_wrong_links_are_counted(small: Small) -> None:
    codes = [_choose(small, f"guessed {number}").status_code for number in range(TRIES_OF_ADDRESS + 1)]
    assert set(codes[:40]) == {404}
    assert codes[-1] == 429
    small.night.clock.now += timedelta(minutes=16)


def test_a_link_by_mail_and_an_answer_that_tells_nothing(small: Small, box: Mailbox) -> None:
    _joins(small, "Mailed", "mailed@example.org")
    _joins(small, "Without address")
    with _visitor(small.night) as visitor:
        answers = [
            visitor.post("/password/forgotten", json={"name": name})
            for name in ("MAILED", "Without address", "No such person")
        ]
    assert {(each.status_code, each.content) for each in answers} == {(204, b"")}
    before = len(box.letters)
    _deliver(small)
    assert len(box.letters) == before + 1
    letter = box.to("mailed@example.org")[-1]
    assert (letter["From"], letter.get_content_type()) == ("contests@example.org", "text/plain")
    (link,) = re.findall(r"https?://\S+", letter.get_content())
    with small.night.house.database.reading() as connection:  # the link is kept nowhere
        secret = link.rpartition("/")[2]
        for table in ("mails", "sendings", "links"):
            rows = connection.exec_driver_sql(f"SELECT * FROM {table}").all()
            assert not any(secret in str(row) for row in rows)
    assert _choose(small, secret).status_code == 201
    _deliver(small)
    assert len(box.letters) == before + 1


def test_one_name_gets_few_mails(small: Small) -> None:
    with _visitor(small.night) as visitor:
        for name in ("Mailed too often", "builder"):  # whether there is somebody of the name or not
            most = LIMITS["forgotten"].number
            codes = [visitor.post("/password/forgotten", json={"name": name}) for _ in range(most + 1)]
            assert [each.status_code for each in codes] == [204] * most + [429]
            assert codes[-1].headers["retry-after"] == "3600"


def test_where_no_mails_are_sent_it_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("silent")
    with night(folder / "zellig.sqlite", folder) as served:
        reply = httpx.post(f"{served.address}/api/v1/password/forgotten", json={"name": "x"})
        assert (reply.status_code, "sends no mails" in reply.text) == (403, True)
        assert "Forgot the password?" not in httpx.get(f"{served.address}/sign-in").text


def test_the_old_password_gives_a_new_one_and_ends_other_sessions_and_tokens(small: Small) -> None:
    person = _joins(small, "Changing mind")
    token = person.post("/tokens", {"title": "x"})["secret"]
    with _visitor(small.night) as other:
        reply = other.post("/session", json={"name": "Changing mind", "password": PASSWORD})
        assert reply.status_code == 201
        before = person.client.cookies["zellig_session"]
        change = {"old": "not this one", "password": NEW}
        person.send("PUT", "/account/password", json=change, status=401)
        assert _is_good(small, token)
        csrf = person.send("PUT", "/account/password", json={**change, "old": PASSWORD}).json()["csrf"]
        assert other.get("/account").status_code == 401
    assert not _is_good(small, token)
    assert person.client.cookies["zellig_session"] != before
    person.client.headers["x-csrf-token"] = csrf
    person.put("/account", {"reminders": False})


def test_another_address_needs_the_password(small: Small) -> None:
    person = _joins(small, "Moving", "moving@example.org")
    person.send("PUT", "/account", json={"email": "thief@example.org"}, status=401)
    person.send("PUT", "/account", json={"email": "no address", "password": PASSWORD}, status=400)
    assert person.get("/account")["email"] == "moving@example.org"
    person.put("/account", {"email": "moving@example.org", "reminders": False})
    assert person.get("/account")["reminders"] is False
    assert person.put("/account", {"password": PASSWORD})["email"] is None


def test_gaining_a_right_changes_the_session(small: Small) -> None:
    person = _joins(small, "Rising")
    before = person.client.cookies["zellig_session"]
    link = small.organiser.post(f"{C}/invitations", {"roles": ["organiser"]})["link"]
    reply = person.post("/invitations/accept", {"link": link})
    assert person.client.cookies["zellig_session"] != before
    with _visitor(small.night, cookies={"zellig_session": before}) as thief:
        assert thief.get("/account").status_code == 401
    person.client.headers["x-csrf-token"] = reply["csrf"]
    person.post(f"{C}/teams", {"name": "Of the risen"})


def test_a_session_ends_when_it_is_not_used_and_at_last_in_any_case(small: Small) -> None:
    clock, begun = small.night.clock, small.night.clock.now
    idle, busy = _joins(small, "Idle"), _joins(small, "Busy")
    while clock.now < begun + LONGEST - IDLE / 2:
        busy.get("/account")
        clock.now += IDLE / 2
        if clock.now == begun + IDLE:
            idle.send("GET", "/account", status=401)
    busy.get("/account")
    clock.now = begun + LONGEST
    busy.send("GET", "/account", status=401)
    clock.now = begun


def test_what_costs_much_is_limited_for_each_account(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    person, other = _joins(small, "Eager"), _joins(small, "Another")
    breaker, begun = small.people["breaker"], small.night.clock.now
    small.night.clock.to("break")
    few = {what: limit._replace(number=2) for what, limit in LIMITS.items()}
    monkeypatch.setattr("zellig.server.limits.LIMITS", few)
    draft = {"original": "s0", "fields": {}, "promise": "same"}
    query = {"kind": "pairs", "filename": "x.jsonl"}
    requests: list[tuple[Person, str, str, dict[str, Any]]] = [
        (person, "POST", "/tokens", {"json": {"title": "x"}}),
        (person, "GET", "/account/export", {}),
        (breaker, "POST", f"{C}/pairs/check", {"json": draft}),
        (breaker, "POST", f"{C}/submissions", {"params": query, "content": b"x"}),
    ]
    for who, method, path, sent in requests:
        for _ in range(2):
            who.send(method, path, **sent)
        refused = who.send(method, path, **sent, status=429)
        assert int(refused.headers["retry-after"]) in (600, 3600)
    other.post("/tokens", {"title": "x"})  # counted for each
    small.night.clock.now += timedelta(hours=1)
    for who, method, path, sent in requests:
        who.send(method, path, **sent)
    small.night.clock.now = begun
