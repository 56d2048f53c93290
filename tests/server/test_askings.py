"""Live endpoints are asked once for a round, and whose fault it is if that does not work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from contest_night import night
from databases import KINDS, Databases
from endpoints import ITEMS, E, asked_quickly, asking_of, happened_in, illegal, register, with_pairs
from live_endpoint import LiveEndpoint, Reply, live_endpoint, positive, reply
from small_contest import C, Small
from zellig.games.contest import events
from zellig.server import asker
from zellig.server.askings import BACK_OFF, keep_answers
from zellig.server.leasing import LEASE, TRIES


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


def test_it_is_asked_once_when_the_phase_opens_and_again_when_the_team_wants_it(
    small: Small, endpoint: LiveEndpoint
) -> None:
    clock, builder = small.night.clock, small.people["builder"]
    clock.to("break", hours=13)
    register(small, endpoint)
    small.night.ask()
    assert builder.get(E)["askings"] == []
    builder.send("POST", f"{E}/askings", status=409)  # too early
    endpoint.reset()

    clock.to("predict", hours=0)
    askers, ready = [small.night.asker() for _ in range(4)], Barrier(4)

    def work(one: asker.Asker) -> int:
        ready.wait()
        return sum(iter(one.work, False))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, askers))
    small.night.ask()
    asking = asking_of(small)
    assert (asking["state"], asking["answered"], asking["asked"]) == ("brought", ITEMS, ITEMS)
    assert len(builder.get(E)["askings"]) == 1
    assert [len(batch) for batch in endpoint.asked] == [4, 4, 2]
    assert all(item.keys() == {"id", "fields"} for batch in endpoint.asked for item in batch)
    assert {item["id"] for batch in endpoint.asked for item in batch} == _blind(small)
    small.night.work()
    brought = builder.get(f"{C}/submissions/{asking['submission']}")
    assert (brought["state"], brought["reason"]) == ("accepted", f"Answers to {ITEMS} items.")
    assert brought["system"] == asking["system"] == {"name": "kettle", "version": "7"}
    assert (brought["kind"], brought["filename"]) == ("predictions", "kettle.jsonl")
    *_, asked, ended = happened_in(small)
    assert isinstance(asked, events.EndpointAsked)
    assert isinstance(ended, events.AskingEnded)
    assert (ended.state, ended.answered, ended.submission) == ("brought", ITEMS, brought["id"])

    clock.now += timedelta(minutes=1)
    key = {"Idempotency-Key": "once more"}
    wanted = [builder.post(f"{E}/askings", headers=key)["id"] for _ in range(2)]
    assert wanted[0] == wanted[1]
    builder.send("POST", f"{E}/askings", status=409)  # it is being asked
    small.night.ask()
    assert (asking_of(small)["id"], asking_of(small)["state"]) == (wanted[0], "brought")
    assert len(builder.get(E)["askings"]) == 2


def _blind(small: Small) -> set[str]:
    _, *lines = small.people["builder"].send("GET", f"{C}/data/pairs").text.splitlines()
    return {json.loads(line)["id"] for line in lines}


def _want(small: Small) -> None:
    small.people["builder"].post(f"{E}/askings")


def _down(items: list[dict[str, Any]]) -> Reply:
    return reply({"said": "closed"}, 503)


def test_one_that_fails_is_asked_again_and_goes_on_where_it_stopped(
    small: Small, endpoint: LiveEndpoint
) -> None:
    clock = small.night.clock
    clock.to("predict")
    _want(small)
    endpoint.acts = [positive, *[_down] * asker.TRIES, positive]
    small.night.ask()
    asking = asking_of(small)
    assert (asking["state"], asking["answered"]) == ("waiting", 4)
    assert asking["words"].startswith("4 of 10 items were answered: the server replied 503")
    assert (
        "This is a fault of the endpoint. It is asked again 1 minute later, for the second" in asking["words"]
    )
    small.night.ask()
    assert asking_of(small)["state"] == "waiting"  # not before it is time
    clock.now += BACK_OFF[0] + timedelta(seconds=1)
    small.night.ask()
    assert asking_of(small)["state"] == "brought"
    asked = [
        item["id"] for batch in [endpoint.asked[0], *endpoint.asked[1 + asker.TRIES :]] for item in batch
    ]
    assert sorted(asked) == sorted(_blind(small))  # each once


def test_another_version_begins_anew(small: Small, endpoint: LiveEndpoint) -> None:
    clock = small.night.clock
    clock.to("predict", hours=2)
    _want(small)
    endpoint.acts = [positive, *[_down] * asker.TRIES, positive]
    small.night.ask()
    endpoint.status = {"name": "kettle", "version": "8"}
    clock.now += BACK_OFF[0] + timedelta(seconds=1)
    small.night.ask()
    asking = asking_of(small)
    assert (asking["system"]["version"], asking["answered"]) == ("8", ITEMS)
    assert sum(len(batch) for batch in endpoint.asked[1 + asker.TRIES :]) == ITEMS


def test_one_that_never_answers_ends_with_its_own_fault_and_costs_nothing(
    small: Small, endpoint: LiveEndpoint
) -> None:
    clock, builder = small.night.clock, small.people["builder"]
    clock.to("predict", hours=4)
    before = len(builder.get(f"{C}/submissions"))
    _want(small)
    endpoint.acts = [positive, positive, _down]
    for wait in (*BACK_OFF, timedelta()):
        small.night.ask()
        clock.now += wait + timedelta(seconds=1)
    asking = asking_of(small)
    assert (asking["state"], asking["answered"], asking["submission"]) == ("unanswered", 8, None)
    assert asking["words"].startswith("8 of 10 items were answered: the server replied 503")
    assert asking["words"].endswith("This is a fault of the endpoint. It was tried 4 times.")
    assert len(builder.get(f"{C}/submissions")) == before
    ended = happened_in(small)[-1]
    assert isinstance(ended, events.AskingEnded)
    assert (ended.state, ended.answered) == ("unanswered", 8)


def test_illegal_answers_are_a_rejected_submission(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("predict", hours=6)
    _want(small)
    illegal(endpoint)
    small.night.ask()
    small.night.work()
    brought = small.people["builder"].get(f"{C}/submissions/{asking_of(small)['submission']}")
    assert brought["state"] == "rejected"
    assert "'soup' is not an answer" in brought["reason"]


def test_what_the_platform_spoils_is_tried_again_and_not_charged(
    small: Small, endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = small.night.clock
    clock.to("predict", hours=8)
    _want(small)

    def spoil(*_: object) -> str:
        raise MemoryError

    monkeypatch.setattr(asker, "blind_round", spoil)
    for _ in range(TRIES):
        with pytest.raises(MemoryError):
            small.night.ask()
        small.night.ask()  # it is leased until then
        clock.now += LEASE * 1.1
    small.night.ask()
    asking = asking_of(small)
    assert (asking["state"], "a fault of the platform and not charged" in asking["words"]) == ("failed", True)
    monkeypatch.undo()
    _want(small)
    small.night.ask()
    assert asking_of(small)["state"] == "brought"


def test_a_worker_that_was_lost_is_followed_by_another(
    small: Small, endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = small.night.clock
    clock.to("predict", hours=10)
    _want(small)
    kept = keep_answers
    lost = iter([False, True, *[False] * 9])

    def lose(*given: Any) -> None:
        if next(lost):
            raise ConnectionError
        kept(*given)

    monkeypatch.setattr(asker, "keep_answers", lose)
    with pytest.raises(ConnectionError):
        small.night.ask()
    assert (asking_of(small)["state"], asking_of(small)["answered"]) == ("asking", 4)
    clock.now += LEASE * 1.1
    small.night.ask()
    assert (asking_of(small)["state"], asking_of(small)["answered"]) == ("brought", ITEMS)
    assert [len(batch) for batch in endpoint.asked] == [4, 4, 4, 2]  # what was not kept is asked again


def test_a_worker_that_is_stopped_leaves_it_to_another(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("predict", hours=11)
    _want(small)
    one, stopped = small.night.asker(), Event()

    def stop(items: list[dict[str, Any]]) -> Reply:
        stopped.set()
        return positive(items)

    endpoint.acts = [stop, positive]
    one.run(stopped)
    assert (asking_of(small)["state"], asking_of(small)["answered"]) == ("waiting", 4)
    small.night.ask()
    assert asking_of(small)["state"] == "brought"


def test_who_takes_long_lets_others_go_first(
    small: Small, endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = small.night.clock
    clock.to("predict", hours=11.5)
    monkeypatch.setattr(asker, "TURN", 0.0)
    for who in ("builder", "both"):
        register(small, endpoint, who, token=who)
    endpoint.reset()
    for who in ("builder", "both"):
        small.people[who].post(f"{E}/askings")

    def slow(items: list[dict[str, Any]]) -> Reply:
        clock.now += timedelta(seconds=1)
        return positive(items)

    endpoint.acts = [slow]
    small.night.ask()
    turns = [who for who, _ in groupby(each["Authorization"] for each in endpoint.headers)]
    assert len(turns) == 6  # three batches for each, one after the other
    assert {asking_of(small, who)["state"] for who in ("builder", "both")} == {"brought"}
    small.people["both"].send("DELETE", E)


def test_it_is_not_asked_any_more_when_its_team_removes_it(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("predict", hours=12)
    builder = small.people["builder"]
    _want(small)

    def removed(items: list[dict[str, Any]]) -> Reply:
        builder.send("DELETE", E)
        return positive(items)

    endpoint.acts = [positive, removed, positive]
    small.night.ask()
    assert len(endpoint.asked) == 2
    ended = happened_in(small)[-1]
    assert isinstance(ended, events.AskingEnded)
    assert ended.state == "refused"
    assert "the team has removed the endpoint" in ended.reason
    register(small, endpoint)
    small.night.ask()  # another address of a team that was asked in this round: it says when
    assert len(endpoint.asked) == 3


def test_what_comes_after_the_phase_is_too_late(small: Small, endpoint: LiveEndpoint) -> None:
    clock = small.night.clock
    clock.to("predict", hours=23.99)
    _want(small)

    def late(items: list[dict[str, Any]]) -> Reply:
        clock.to("judge")
        return positive(items)

    endpoint.acts = [positive, late, positive]
    small.night.ask()
    asking = asking_of(small)
    assert (asking["state"], asking["answered"]) == ("refused", 4)
    assert "4 of 10 items were answered: answers to the pairs could be brought until" in asking["words"]
    assert not any(isinstance(each, events.Refused) for each in happened_in(small)[-2:])
    small.people["builder"].send("POST", f"{E}/askings", status=409)


def test_a_team_with_an_endpoint_alone_is_asked_about_development_items_too(
    new_databases: Databases, tmp_path: Path, endpoint: LiveEndpoint
) -> None:
    """Without them the breaks of its system would be worth nothing, and no breaker had a score."""
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        small = Small(served)
        small.break_()
        served.clock.to("predict")
        builder = small.people["builder"]
        register(small, endpoint)
        served.ask()
        served.work()
        asking = asking_of(small)
        assert (asking["state"], asking["answered"]) == ("brought", ITEMS + 3)
        assert asking["words"] == f"Answers to {ITEMS + 3} items came, 3 of them to development items."
        found = [(each["kind"], each["state"]) for each in builder.all(f"{C}/submissions")]
        assert found == [("predictions", "accepted"), ("dev-predictions", "accepted")]
        served.clock.to("predict", hours=2)
        builder.post(f"{E}/askings")  # once more: the development items are answered
        served.ask()
        served.work()
        assert asking_of(small)["answered"] == ITEMS
        served.clock.to("score")
        small.organiser.post(f"{C}/scores")
        scores = small.organiser.all(f"{C}/boards")[-1]["scores"]
        assert [each["dev_accuracy"] for each in scores["systems"].values()] == [pytest.approx(2 / 3)]
        assert all(each["score"] is not None for each in scores["breakers"].values())
