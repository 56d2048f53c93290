"""Who may do what in an arena, what nobody may name, and what nobody is shown."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from arena_night import ARENA, SEASON, Capital, Client, Reverser, Table, at_address, player, table
from contest_night import night
from databases import Databases
from zellig.errors import ZelligError
from zellig.messages import Status
from zellig.seats.joining import join
from zellig.seats.serving import status_of

HIDDEN = "a-token-of-the-address"


@pytest.fixture
def spread(new_databases: Databases, tmp_path: Path) -> Iterator[Table]:
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        found = table(served)
        found.open()
        yield found


def test_only_operators_found_arenas_and_only_organisers_open_and_close(spread: Table) -> None:
    ada, _ = player(spread.night, "Ada", spread.organiser)
    ada.post("/arenas", {"arena": "mine", "title": "Mine"}, status=403)
    ada.send("POST", f"{ARENA}/texts", content=b"a\nb", status=403)
    ada.post(f"{ARENA}/seasons", {"season": "x", "texts": spread.texts, "rounds": 1}, status=403)
    ada.post(f"{SEASON}/close", status=403)
    assert ada.get(ARENA)["texts"] == {}
    spread.organiser.post(f"{ARENA}/seasons", {"season": "x", "texts": spread.texts, "rounds": 1}, status=409)


@pytest.mark.parametrize(
    "given",
    [
        {"performer": "uniform"},  # for operators
        {"address": "file:///etc/passwd"},
        {"address": "py:os:system"},
        {"params": {"corpus": "x"}},
    ],
)
def test_nobody_names_what_runs_on_the_server(spread: Table, given: dict[str, Any]) -> None:
    ada, _ = player(spread.night, "Ada", spread.organiser)
    body = {"role": "curator", "name": "x", **given}
    ada.post(f"{SEASON}/entrants", body, status=403 if "performer" in given else 400)


@pytest.mark.parametrize(
    "given",
    [
        {"performer": "generator"},
        {"performer": "py:os:system"},
        {"performer": "copy", "params": {"system": "/etc/passwd"}},
        {"performer": "copy", "params": {"system": "http://127.0.0.1"}},
    ],
)
def test_operators_name_performers_of_ours_alone(spread: Table, given: dict[str, Any]) -> None:
    body = {"role": "breaker", "name": "x", **given}
    spread.organiser.post(f"{SEASON}/entrants", body, status=400)


def test_addresses_inside_are_refused_unless_the_operator_allows_them(
    new_databases: Databases, tmp_path: Path
) -> None:
    with night(new_databases.new("sqlite"), tmp_path) as served:
        found = table(served)
        found.open()
        body = {"role": "breaker", "name": "x", "address": "http://127.0.0.1:9"}
        assert "not open to everybody" in str(found.organiser.post(f"{SEASON}/entrants", body, status=400))


def test_a_token_of_an_address_is_shown_to_nobody(spread: Table) -> None:
    ada, _ = player(spread.night, "Ada", spread.organiser)
    with at_address(Reverser(), "breaker") as address:
        spread.enter(ada, "breaker", "mine", address=address, token=HIDDEN)
        spread.check()
        shown = [person.send("GET", f"{SEASON}/entrants").text for person in (ada, spread.organiser)]
        assert all(HIDDEN not in each and address not in each for each in shown)
        with spread.night.house.database.reading() as connection:
            events = connection.exec_driver_sql("SELECT body FROM arena_events").scalars().all()
        assert not any(HIDDEN in each for each in events)
        ada.send("DELETE", f"{SEASON}/entrants/mine")
        with spread.night.house.database.reading() as connection:
            assert connection.exec_driver_sql("SELECT token FROM arena_seats").scalars().all() == [None]


def test_a_token_of_an_address_is_forgotten_when_the_season_has_ended(spread: Table) -> None:
    with at_address(Reverser(), "breaker") as address:
        spread.enter(spread.organiser, "breaker", "mine", address=address, token=HIDDEN)
        spread.check()
    tokens = "SELECT token FROM arena_seats"
    with spread.night.house.database.reading() as connection:
        assert connection.exec_driver_sql(tokens).scalars().all() == [HIDDEN]
    spread.organiser.post(f"{SEASON}/close")
    spread.play()
    with spread.night.house.database.reading() as connection:
        assert connection.exec_driver_sql(tokens).scalars().all() == [None]


def test_nobody_speaks_for_the_performer_of_another(spread: Table) -> None:
    ada, _ = player(spread.night, "Ada", spread.organiser)
    ben, token = player(spread.night, "Ben", spread.organiser)
    spread.enter(ada, "chooser", "mine")
    path = f"{SEASON}/entrants/mine"
    ben.send("PUT", f"{path}/status", json={"name": "x", "role": "chooser"}, status=404)
    ben.send("GET", f"{path}/next", params={"wait": 0}, status=404)
    ben.post(f"{path}/reply", {"game": "x", "turn": 1}, status=404)
    ben.send("DELETE", path, status=404)
    ada.send("PUT", f"{path}/status", json={"name": "x", "role": "breaker"}, status=409)
    ada.send("PUT", f"{path}/status", json={"name": "x", "role": "chooser"})
    assert ada.get(f"{path}/next", params={"wait": 0}) is None
    ada.post(f"{path}/reply", {"game": "x", "turn": 1}, status=409)
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{spread.night.address}/api/v1/tokens", headers=headers).status_code == 403


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_a_performer_joins_with_a_token_and_is_told_when_it_is_over(spread: Table, scheme: str) -> None:
    ada, token = player(spread.night, "Ada", spread.organiser)
    url = spread.enter(ada, "chooser", "mine")["join"].replace("http", scheme)
    told: list[str] = []
    performer = Capital()
    given = performer, status_of(performer, "chooser", "x"), url, token
    thread = threading.Thread(target=join, args=given, kwargs={"told": told.append}, daemon=True)
    thread.start()
    spread.until(lambda: bool(told))
    spread.check()
    (found,) = ada.get(f"{SEASON}/entrants")
    assert found["state"] == "plays", found
    ada.send("DELETE", f"{SEASON}/entrants/mine")
    thread.join(60)
    assert "plays no more" in told[-1]


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_a_performer_of_another_role_is_refused_where_one_joins(spread: Table, scheme: str) -> None:
    ada, token = player(spread.night, "Ada", spread.organiser)
    url = spread.enter(ada, "chooser", "mine")["join"].replace("http", scheme)
    told: list[str] = []
    join(Capital(), Status("x", role="breaker"), url, token, told=told.append)
    assert "this is a breaker, and a chooser was registered" in told[-1]
    with spread.night.house.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT status FROM arena_seats").scalars().all() == [None]


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_a_token_that_is_no_good_is_refused_where_one_joins(spread: Table, scheme: str) -> None:
    ada, _ = player(spread.night, "Ada", spread.organiser)
    url = spread.enter(ada, "chooser", "mine")["join"].replace("http", scheme)
    status = Status("x", role="chooser")
    with pytest.raises(ZelligError, match="401"):
        join(Capital(), status, url, "wrong", told=lambda words: None)


def test_a_client_that_speaks_without_being_asked_is_told_so(spread: Table) -> None:
    ada, token = player(spread.night, "Ada", spread.organiser)
    url = spread.enter(ada, "chooser", "mine")["join"].replace("http", "ws")
    with connect(f"{url}/live", proxy=None) as line:
        hello = {"token": token, "status": Status("x", role="chooser")}
        line.send(msgspec.json.encode(hello).decode())
        line.send("{}")
        with pytest.raises(ConnectionClosed, match="nothing was asked"):
            line.recv()


def test_a_late_reply_is_refused_and_the_next_message_comes(spread: Table) -> None:
    ada, token = player(spread.night, "Ada", spread.organiser)
    url = spread.enter(ada, "chooser", "mine")["join"]
    client = Client(Capital(), "chooser", url, token)
    thread = client.start()
    spread.until(lambda: spread.organiser.get(f"{SEASON}/entrants")[0]["state"] == "waits")
    spread.until(lambda: _heard(spread))
    spread.check()
    ada.post(f"{SEASON}/entrants/mine/reply", {"game": "try-out", "turn": 1}, status=409)
    client.ended.set()
    thread.join(30)


def _heard(spread: Table) -> bool:
    with spread.night.house.database.reading() as connection:
        return connection.exec_driver_sql("SELECT status FROM arena_seats").scalar() is not None
