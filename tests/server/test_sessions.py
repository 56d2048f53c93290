"""Who comes in: sessions, tokens, links and accounts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from typing import Any

import httpx
import pytest

from contest_night import DAY, PASSWORD
from databases import KINDS, Databases
from small_contest import NAME, C, Small
from visitors import not_published, problem_in, sign_in, visitor_of
from zellig.server.links import Gift, make_link


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    yield from not_published(new_databases.new(request.param), tmp_path_factory.mktemp("security"))


def test_a_session_has_a_new_secret_whatever_the_browser_brings(small: Small) -> None:
    with visitor_of(small.night, cookies={"zellig_session": "chosen-by-somebody-else"}) as visitor:
        reply = visitor.post("/session", json={"name": "observer", "password": PASSWORD})
        cookie = reply.headers["set-cookie"]
        first = reply.cookies["zellig_session"]
        assert first != "chosen-by-somebody-else"
        assert len(first) >= 40
        assert {"httponly", "path=/", "samesite=lax"} <= {word.lower() for word in cookie.split("; ")}
        assert "secure" not in cookie.lower()  # loopback is not encrypted; with an https address it is
    with visitor_of(small.night, cookies={"zellig_session": first}) as visitor:
        csrf = {"x-csrf-token": reply.json()["csrf"]}
        again = visitor.post("/session", json={"name": "observer", "password": PASSWORD}, headers=csrf)
        assert again.cookies["zellig_session"] != first
    with visitor_of(small.night, cookies={"zellig_session": first}) as visitor:  # it is over
        problem_in(visitor.get("/account"), 401)


def test_signing_out_ends_a_session_and_a_session_runs_out(small: Small) -> None:
    with closing(sign_in(small.night, "observer")) as visitor:
        secret = visitor.cookies["zellig_session"]
        reply = visitor.delete("/session")
        assert reply.status_code == 204
        assert "max-age=0" in reply.headers["set-cookie"].lower()
    with visitor_of(small.night, cookies={"zellig_session": secret}) as visitor:
        problem_in(visitor.get("/account"), 401)
    with closing(sign_in(small.night, "observer")) as visitor:
        now = small.night.clock.now
        small.night.clock.now = now + timedelta(days=15)
        problem_in(visitor.get("/account"), 401)
        small.night.clock.now = now


def test_a_change_without_the_word_of_the_session_is_refused(small: Small) -> None:
    one, other = sign_in(small.night, "observer"), sign_in(small.night, "judge")
    with closing(one), closing(other):
        for wrong in ("", "x", other.headers["x-csrf-token"], "\u00e9"):
            headers = {"x-csrf-token": wrong.encode("latin-1")}
            problem_in(one.put(f"{C}/consent", headers=headers), 403)  # type: ignore[arg-type]
        del one.headers["x-csrf-token"]
        problem_in(one.post("/tokens", json={"title": "x"}), 403)


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}],
)
def test_a_page_of_another_site_signs_nobody_in(small: Small, headers: dict[str, str]) -> None:
    body = json.dumps({"name": "observer", "password": PASSWORD})
    with visitor_of(small.night) as visitor:
        problem_in(visitor.post("/session", content=body, headers=headers), 403)
        own = {"origin": small.night.address, "sec-fetch-site": "same-origin"}
        assert visitor.post("/session", content=body, headers=own).status_code == 201


def test_a_name_is_locked_for_a_while_after_too_many_wrong_passwords(small: Small) -> None:
    night = small.night
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    night.person("Forgetful", link)
    with visitor_of(night) as visitor:
        wrong = [visitor.post("/session", json={"name": "Forgetful", "password": "x"}) for _ in range(10)]
        assert {reply.status_code for reply in wrong} == {401}
        unknown = visitor.post("/session", json={"name": "No such person", "password": "x"})
        assert unknown.json()["detail"] == wrong[0].json()["detail"]
        right = {"name": "FORGETFUL", "password": PASSWORD}
        reply = visitor.post("/session", json=right)
        assert problem_in(reply, 429)["type"] == "too-many"
        assert reply.headers["retry-after"] == "900"
        night.clock.now += timedelta(minutes=16)
        assert visitor.post("/session", json=right).status_code == 201


def _token(small: Small, who: str, **asked: Any) -> tuple[str, httpx.Client]:
    made = small.people[who].post("/tokens", {"title": "of a test", **asked})
    return made["id"], visitor_of(small.night, headers={"authorization": f"Bearer {made['secret']}"})


def test_a_token_does_what_it_is_for_and_nothing_else(small: Small) -> None:
    number, reader = _token(small, "builder", scope="read")
    _, elsewhere = _token(small, "builder", contest="other")
    _, here = _token(small, "builder", contest=NAME, days=1)
    assert reader.get("/account").status_code == here.put(f"{C}/consent").status_code == 200
    problem_in(reader.put(f"{C}/consent"), 403)
    problem_in(reader.post("/tokens", json={"title": "wider"}), 403)
    for path in (C, f"{C}/submissions", "/contests", "/account", "/tokens"):
        problem_in(elsewhere.get(path), 403)
    problem_in(here.post("/tokens", json={"title": "another"}), 403)
    problem_in(here.post("/account/closing", json={"password": PASSWORD}), 403)
    small.people["judge"].send("DELETE", f"/tokens/{number}", status=403)  # another's
    small.people["builder"].send("DELETE", f"/tokens/{number}")
    problem_in(reader.get("/account"), 401)
    small.night.clock.now += DAY
    problem_in(here.get(C), 401)
    small.night.clock.now -= DAY
    for wrong in ("Bearer", "Bearer x", "Basic b2xnYTp4", "Bearer " + "\u00e9" * 50, "x"):
        with visitor_of(small.night, headers={"authorization": wrong.encode("latin-1")}) as visitor:
            problem_in(visitor.get("/account"), 401)
    for client in (reader, elsewhere, here):
        client.close()


def test_secrets_are_shown_once(small: Small) -> None:
    _, client = _token(small, "judge")
    client.close()
    assert all(each["secret"] is None for each in small.people["judge"].get("/tokens"))


def test_a_link_is_good_once_also_for_two_at_once(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]

    def join(number: int) -> int:
        with visitor_of(small.night) as visitor:
            body = {"name": f"runner {number}", "password": PASSWORD, "link": link}
            return visitor.post("/accounts", json=body).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(join, range(8))) == [201] + [404] * 7
    there = []
    for number in range(8):  # whose link was no good has no account
        with visitor_of(small.night) as visitor:
            body = {"name": f"runner {number}", "password": PASSWORD}
            there.append(visitor.post("/session", json=body).status_code)
    assert sorted(there) == [201] + [401] * 7
    with visitor_of(small.night) as visitor:
        problem_in(visitor.post("/accounts", json={"name": "uninvited", "password": PASSWORD}), 403)


def test_a_link_for_a_password_ends_all_sessions(small: Small) -> None:
    link = small.organiser.post(f"{C}/invitations", {"roles": ["observer"]})["link"]
    person = small.night.person("Changing", link)
    with small.night.house.database.writing() as connection:
        gift = Gift("password", account=person.get("/account")["id"])
        secret = make_link(connection, small.night.clock(), gift, None)
    with visitor_of(small.night) as visitor:
        problem_in(visitor.post("/invitations/accept", json={"link": secret}), 401)
        short = visitor.post("/password", json={"link": secret, "password": "short"})
        assert problem_in(short, 400)["where"] == "field password"
        new = {"link": secret, "password": "quite another one"}
        assert visitor.post("/password", json=new).status_code == 201
        problem_in(visitor.post("/password", json=new, headers={"x-csrf-token": "x"}), 403)
    with visitor_of(small.night) as visitor:
        problem_in(visitor.post("/password", json=new), 404)
    person.send("GET", "/account", status=401)
    sign_in(small.night, "Changing", "quite another one").close()


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
    with visitor_of(small.night) as visitor:
        problem_in(visitor.get("/account", headers={"authorization": f"Bearer {token}"}), 401)
        problem_in(visitor.post("/session", json={"name": "Leaving Soon", "password": PASSWORD}), 401)
