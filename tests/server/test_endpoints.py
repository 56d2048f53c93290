"""Live endpoints: registered, and tried out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from threading import Event
from typing import Any

import httpx
import pytest

from databases import KINDS, Databases
from endpoints import E, asked_quickly, happened_in, illegal, register, with_pairs
from live_endpoint import LiveEndpoint, Reply, live_endpoint, positive, reply
from small_contest import C, Small
from zellig.games.contest import events
from zellig.server import asker


@pytest.fixture(scope="module")
def endpoint() -> Iterator[LiveEndpoint]:
    with live_endpoint() as made:
        yield made


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    yield from with_pairs(new_databases.new(request.param), tmp_path_factory.mktemp("endpoints"))


@pytest.fixture(autouse=True)
def _quick(endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_quickly(endpoint, monkeypatch)


def test_what_came_of_trying_it_out_is_said(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break")
    found = register(small, endpoint)
    assert (found["works"], found["words"]) == (True, "It works: kettle 7 answered 3 development items.")
    assert [item.keys() for item in endpoint.asked[0]] == [{"id", "fields"}] * 3
    assert found["askings"] == []
    assert any(isinstance(each, events.EndpointRegistered) for each in happened_in(small))


def _redirect(endpoint: LiveEndpoint) -> None:
    endpoint.status = (302, {"Location": f"{endpoint.address}/elsewhere"}, b"")


def _wrong_task(endpoint: LiveEndpoint) -> None:
    endpoint.status = {"name": "kettle", "task": "nli"}


def _no_system(endpoint: LiveEndpoint) -> None:
    endpoint.status = {"name": "kettle", "role": "breaker"}


def _no_json(endpoint: LiveEndpoint) -> None:
    endpoint.status = (200, {"Content-Type": "text/html"}, b"<h1>Hello</h1>")


def _silent(endpoint: LiveEndpoint) -> None:
    endpoint.acts = [lambda items: reply({"predictions": []})]


def _endless(endpoint: LiveEndpoint) -> None:
    endpoint.acts = [lambda items: reply({"predictions": ["x" * 2**20] * 5})]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_redirect, "replied 302"),
        (_wrong_task, "is for the task nli, and the items are of the task sentiment"),
        (_no_system, "this is a breaker, and a system is needed"),
        (_no_json, "not JSON"),
        (illegal, "'soup' is not an answer of the task sentiment"),
        (_silent, "it did not answer the item"),
        (_endless, "larger than 4 MB"),
    ],
)
def test_what_does_not_work_is_said(small: Small, endpoint: LiveEndpoint, spoil: Any, told: str) -> None:
    if not small.night.house.database.is_sqlite:
        pytest.skip("what an endpoint says does not depend on the database")
    small.night.clock.now += timedelta(minutes=20)
    spoil(endpoint)
    found = register(small, endpoint)
    assert found["works"] is False
    assert found["words"].startswith("It does not work: ")
    assert told in found["words"]
    assert len([each for each in endpoint.headers if "Content-Length" not in each]) <= 2  # and nowhere else


def test_one_that_hangs_is_given_up(
    small: Small, endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Event()

    def hang(items: list[dict[str, Any]]) -> Reply:
        gone.wait(30)
        return positive(items)

    endpoint.acts = [hang]
    monkeypatch.setattr(asker, "SECONDS_OF_TRY", 0.2)
    small.night.clock.to("break", hours=5)
    found = register(small, endpoint)
    gone.set()
    assert "no whole reply came within 0.2 s" in found["words"]


def test_a_token_is_sent_and_never_shown(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break", hours=7)
    secret = "a-secret-of-the-larks"
    endpoint.acts = [lambda items: reply({"said": f"You sent {secret}"}, 400)]
    found = register(small, endpoint, token=secret)
    assert {each["Authorization"] for each in endpoint.headers} == {f"Bearer {secret}"}
    assert (found["token"], "You sent ***" in found["words"]) == (True, True)
    builder = small.people["builder"]
    with httpx.Client(base_url=small.night.address, cookies=dict(builder.client.cookies)) as client:
        page = client.get(C).text
    shown = [json.dumps(found), page, *map(str, happened_in(small))]
    shown += [small.organiser.send("GET", f"{C}/{what}").text for what in ("events", "submissions")]
    assert not any(secret in each for each in shown)
    builder.send("DELETE", E)
    builder.send("GET", E, status=404)
    with small.night.house.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT token FROM endpoints").scalars().all().count(secret) == 0
    small.people["both"].send(
        "PUT", E, json={"address": "http://system.example.org", "token": "x"}, status=400
    )


def test_it_is_the_teams_own(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break", hours=9)
    register(small, endpoint)
    for who, status in (("breaker", 403), ("judge", 403), ("organiser", 403), ("nobody", 401)):
        for method, path in (("GET", E), ("DELETE", E), ("POST", f"{E}/askings")):
            small.people[who].send(method, path, status=status)
    small.people["both"].send("GET", E, status=404)
    assert small.people["builder"].get(E)["address"] == endpoint.address


def test_too_many_registrations_are_refused(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break", hours=11)
    for _ in range(20):
        small.people["both"].put(E, {"address": endpoint.address})
    reply = small.people["both"].send("PUT", E, json={"address": endpoint.address}, status=429)
    assert reply.headers["retry-after"] == "3600"
    small.people["both"].send("DELETE", E)
