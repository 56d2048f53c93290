"""Live endpoints: tried out, asked once for a round, and whose fault it is if that does not work."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address
from itertools import groupby
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import httpx
import pytest

from contest_night import night
from databases import KINDS, Databases
from live_endpoint import LiveEndpoint, Reply, live_endpoint, positive, reply
from small_contest import NAME, C, Small
from zellig.games.contest import events
from zellig.server import addresses, asker
from zellig.server.addresses import is_outside
from zellig.server.askings import BACK_OFF, keep_answers
from zellig.server.contests import read_events
from zellig.server.leasing import LEASE, TRIES
from zellig.server.limits import LIMITS
from zellig.systems import http
from zellig.tasks import get_task

E = f"{C}/endpoint"
ITEMS = 10  # texts of the pairs of both teams, the ones that both brought twice


@pytest.fixture(scope="module")
def endpoint() -> Iterator[LiveEndpoint]:
    with live_endpoint() as made:
        yield made


@pytest.fixture(scope="module", params=KINDS)
def small(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Small]:
    folder = tmp_path_factory.mktemp("endpoints")
    with night(new_databases.new(request.param), folder, private_endpoints=True) as served:
        found = Small(served)
        found.build()
        found.break_()
        yield found


@pytest.fixture(autouse=True)
def _quick(endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint.reset()
    monkeypatch.setattr(http, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(asker, "BATCH", 4)


def _register(small: Small, endpoint: LiveEndpoint, who: str = "builder", **given: str) -> dict[str, Any]:
    """Register, and try it out; what the team sees then."""
    person = small.people[who]
    person.put(E, {"address": endpoint.address, **given})
    one = small.night.asker()
    assert one._try_out() is True
    found: dict[str, Any] = person.get(E)
    return found


def _asking(small: Small, who: str = "builder") -> dict[str, Any]:
    """The newest asking of a team."""
    found: dict[str, Any] = small.people[who].get(E)["askings"][-1]
    return found


def _happened(small: Small) -> list[events.Event]:
    with small.night.house.database.reading() as connection:
        return [each.event for each in read_events(connection, NAME)]


# Registering


def test_what_came_of_trying_it_out_is_said(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break")
    found = _register(small, endpoint)
    assert (found["works"], found["words"]) == (True, "It works: kettle 7 answered 3 development items.")
    assert [item.keys() for item in endpoint.asked[0]] == [{"id", "fields"}] * 3
    assert found["askings"] == []
    assert any(isinstance(each, events.EndpointRegistered) for each in _happened(small))


def _redirect(endpoint: LiveEndpoint) -> None:
    endpoint.status = (302, {"Location": f"{endpoint.address}/elsewhere"}, b"")


def _wrong_task(endpoint: LiveEndpoint) -> None:
    endpoint.status = {"name": "kettle", "task": "nli"}


def _no_system(endpoint: LiveEndpoint) -> None:
    endpoint.status = {"name": "kettle", "role": "breaker"}


def _no_json(endpoint: LiveEndpoint) -> None:
    endpoint.status = (200, {"Content-Type": "text/html"}, b"<h1>Hello</h1>")


def _illegal(endpoint: LiveEndpoint) -> None:
    endpoint.acts = [lambda items: reply({"predictions": [{"id": i["id"], "answer": "soup"} for i in items]})]


def _silent(endpoint: LiveEndpoint) -> None:
    endpoint.acts = [lambda items: reply({"predictions": []})]


def _endless(endpoint: LiveEndpoint) -> None:
    endpoint.acts = [lambda items: reply({"predictions": ["x" * 2**20] * 5})]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_redirect, "replied 302"),
        (_wrong_task, "it says that it is for nli"),
        (_no_system, "this is a breaker, and a system is needed"),
        (_no_json, "not JSON"),
        (_illegal, "'soup' is not an answer of the task sentiment"),
        (_silent, "it did not answer the item"),
        (_endless, "larger than 4 MB"),
    ],
)
def test_what_does_not_work_is_said(small: Small, endpoint: LiveEndpoint, spoil: Any, told: str) -> None:
    if not small.night.house.database.is_sqlite:
        pytest.skip("what an endpoint says does not depend on the database")
    small.night.clock.now += timedelta(minutes=20)
    spoil(endpoint)
    found = _register(small, endpoint)
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
    found = _register(small, endpoint)
    gone.set()
    assert "no whole reply came within 0.2 s" in found["words"]


def test_a_token_is_sent_and_never_shown(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("break", hours=7)
    secret = "a-secret-of-the-larks"
    endpoint.acts = [lambda items: reply({"said": f"You sent {secret}"}, 400)]
    found = _register(small, endpoint, token=secret)
    assert {each["Authorization"] for each in endpoint.headers} == {f"Bearer {secret}"}
    assert (found["token"], "You sent ***" in found["words"]) == (True, True)
    builder = small.people["builder"]
    with httpx.Client(base_url=small.night.address, cookies=dict(builder.client.cookies)) as client:
        page = client.get(C).text
    shown = [json.dumps(found), page, *map(str, _happened(small))]
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
    _register(small, endpoint)
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


# Asking


def test_it_is_asked_once_when_the_phase_opens_and_again_when_the_team_wants_it(
    small: Small, endpoint: LiveEndpoint
) -> None:
    clock, builder = small.night.clock, small.people["builder"]
    clock.to("break", hours=13)
    _register(small, endpoint)
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
    asking = _asking(small)
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
    *_, asked, ended = _happened(small)
    assert isinstance(asked, events.EndpointAsked)
    assert isinstance(ended, events.AskingEnded)
    assert (ended.state, ended.answered, ended.submission) == ("brought", ITEMS, brought["id"])

    clock.now += timedelta(minutes=1)
    key = {"Idempotency-Key": "once more"}
    wanted = [builder.post(f"{E}/askings", headers=key)["id"] for _ in range(2)]
    assert wanted[0] == wanted[1]
    builder.send("POST", f"{E}/askings", status=409)  # it is being asked
    small.night.ask()
    assert (_asking(small)["id"], _asking(small)["state"]) == (wanted[0], "brought")
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
    asking = _asking(small)
    assert (asking["state"], asking["answered"]) == ("waiting", 4)
    assert asking["words"].startswith("4 of 10 items were answered: the server replied 503")
    assert (
        "This is a fault of the endpoint. It is asked again 1 minute later, for the second" in asking["words"]
    )
    small.night.ask()
    assert _asking(small)["state"] == "waiting"  # not before it is time
    clock.now += BACK_OFF[0] + timedelta(seconds=1)
    small.night.ask()
    assert _asking(small)["state"] == "brought"
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
    asking = _asking(small)
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
    asking = _asking(small)
    assert (asking["state"], asking["answered"], asking["submission"]) == ("unanswered", 8, None)
    assert asking["words"].startswith("8 of 10 items were answered: the server replied 503")
    assert asking["words"].endswith("This is a fault of the endpoint. It was tried 4 times.")
    assert len(builder.get(f"{C}/submissions")) == before
    ended = _happened(small)[-1]
    assert isinstance(ended, events.AskingEnded)
    assert (ended.state, ended.answered) == ("unanswered", 8)


def test_illegal_answers_are_a_rejected_submission(small: Small, endpoint: LiveEndpoint) -> None:
    small.night.clock.to("predict", hours=6)
    _want(small)
    _illegal(endpoint)
    small.night.ask()
    small.night.work()
    brought = small.people["builder"].get(f"{C}/submissions/{_asking(small)['submission']}")
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
    asking = _asking(small)
    assert (asking["state"], "a fault of the platform and not charged" in asking["words"]) == ("failed", True)
    monkeypatch.undo()
    _want(small)
    small.night.ask()
    assert _asking(small)["state"] == "brought"


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
    assert (_asking(small)["state"], _asking(small)["answered"]) == ("asking", 4)
    clock.now += LEASE * 1.1
    small.night.ask()
    assert (_asking(small)["state"], _asking(small)["answered"]) == ("brought", ITEMS)
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
    assert (_asking(small)["state"], _asking(small)["answered"]) == ("waiting", 4)
    small.night.ask()
    assert _asking(small)["state"] == "brought"


def test_who_takes_long_lets_others_go_first(
    small: Small, endpoint: LiveEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = small.night.clock
    clock.to("predict", hours=11.5)
    monkeypatch.setattr(asker, "TURN", 0.0)
    for who in ("builder", "both"):
        _register(small, endpoint, who, token=who)
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
    assert {_asking(small, who)["state"] for who in ("builder", "both")} == {"brought"}
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
    ended = _happened(small)[-1]
    assert isinstance(ended, events.AskingEnded)
    assert ended.state == "refused"
    assert "the team has removed the endpoint" in ended.reason
    _register(small, endpoint)
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
    asking = _asking(small)
    assert (asking["state"], asking["answered"]) == ("refused", 4)
    assert "4 of 10 items were answered: answers to the pairs could be brought until" in asking["words"]
    assert not any(isinstance(each, events.Refused) for each in _happened(small)[-2:])
    small.people["builder"].send("POST", f"{E}/askings", status=409)


# Where it may be


@pytest.mark.parametrize(
    ("number", "outside"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        *(
            (each, False)
            for each in (
                "127.0.0.1",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1",
                "255.255.255.255",
                "192.0.0.8",
                "::",
                "::1",
                "fe80::1",
                "fc00::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "::ffff:8.8.8.8",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001::1",
            )
        ),
    ],
)
def test_what_is_open_to_everybody(number: str, outside: bool) -> None:
    assert is_outside(ip_address(number)) is outside


@pytest.fixture(scope="module")
def strict(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """A server whose operator allows nothing."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("strict")) as served:
        found = Small(served)
        served.clock.to("build")
        yield found


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "LOCALHOST", "2130706433", "0x7f.1", "10.0.0.1", "169.254.169.254"),
        *("0.0.0.0", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]", "user:word@127.0.0.1", "127.0.0.1%2eorg"),
    ],
)
def test_nothing_inside_is_registered(strict: Small, endpoint: LiveEndpoint, host: str) -> None:
    address = f"http://{host}:{endpoint.server_port}"
    strict.people["builder"].send("PUT", E, json={"address": address}, status=400)
    assert endpoint.headers == []


@pytest.mark.parametrize(
    "address",
    ["", "ftp://example.org", "file:///etc/passwd", "py:os:system", "https://", "https://a b", "//x"],
)
def test_an_address_is_one_of_the_web(strict: Small, address: str) -> None:
    strict.people["builder"].send("PUT", E, json={"address": address}, status=400)


Names = dict[str, list[list[str]]]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """What names lead to, look after look, and the last one for ever; others are not known."""
    known: Names = {}

    def look(host: str, port: int | None) -> list[str]:
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "not known")
        return known[host].pop(0) if len(known[host]) > 1 else known[host][0]

    monkeypatch.setattr(addresses, "numbers_of", look)
    return known


def test_slow_names_stop_nobody_else_and_are_counted(strict: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, address = Event(), {"address": "http://slow.example"}

    def slow(host: str, port: int | None) -> list[str]:
        answered.wait(60)
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(addresses, "numbers_of", slow)
    strict.night.clock.now += timedelta(hours=2)
    client = strict.people["builder"].client
    with ThreadPoolExecutor(LIMITS["name"].number) as many:
        waiting = [many.submit(client.put, E, json=address) for _ in range(LIMITS["name"].number)]
        assert strict.people["both"].send("GET", C, timeout=4).is_success
        answered.set()
        assert {each.result().status_code for each in waiting} == {400}
    assert client.put(E, json=address).status_code == 429
    strict.night.clock.now += timedelta(hours=2)


def test_a_name_that_leads_inside_later_is_not_followed(
    strict: Small, endpoint: LiveEndpoint, names: Names
) -> None:
    builder = strict.people["builder"]
    address = f"http://kettle.example:{endpoint.server_port}"
    builder.send("PUT", E, json={"address": address}, status=400)  # not known
    names["kettle.example"] = [["8.8.8.8", "127.0.0.1"]]  # one of them is enough to be refused
    builder.send("PUT", E, json={"address": address}, status=400)
    names["kettle.example"] = [["8.8.8.8"], ["127.0.0.1"]]
    builder.put(E, {"address": address})
    strict.night.ask()
    found = builder.get(E)
    assert (found["works"], "leads into a network that is not open to everybody" in found["words"]) == (
        False,
        True,
    )
    assert endpoint.headers == []


def test_the_connection_goes_to_what_was_looked_at_under_the_name_that_was_given(
    small: Small, endpoint: LiveEndpoint, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # which is not asked
    small.night.clock.to("build", hours=20)
    names["kettle.example"] = [["127.0.0.1"]]
    address = f"http://kettle.example:{endpoint.server_port}"
    small.people["builder"].put(E, {"address": address})
    small.night.ask()
    assert small.people["builder"].get(E)["works"] is True
    assert {each["Host"] for each in endpoint.headers} == {f"kettle.example:{endpoint.server_port}"}


def _certificate(folder: Path, name: str) -> Path:
    """A certificate for a name, with its key, that nobody has signed but itself."""
    path = folder / f"{name}.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    words += ["-keyout", str(path), "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    words += ["-days", "2", "-out", "-"]
    made = subprocess.run(words, check=True, capture_output=True, text=True)
    path.write_text(path.read_text() + made.stdout)
    return path


@pytest.mark.parametrize(("name", "works"), [("kettle.example", True), ("kitchen.example", False)])
def test_a_certificate_is_that_of_the_name(
    names: Names, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, works: bool
) -> None:
    certificate = _certificate(tmp_path, name)
    monkeypatch.setattr(addresses, "tls", lambda: ssl.create_default_context(cafile=str(certificate)))
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate)
    names["kettle.example"] = [["127.0.0.1"]]
    with live_endpoint() as secure:
        secure.socket = served.wrap_socket(secure.socket, server_side=True)
        address = f"https://kettle.example:{secure.server_port}"
        line = addresses.GuardedLine(address, timeout=20, tries=1, inside=True)
        found, words = asker.try_out(line, [], get_task("sentiment"))
    assert found is works, words
    assert works or "certificate verify failed" in words


def test_a_team_with_an_endpoint_alone_is_asked_about_development_items_too(
    new_databases: Databases, tmp_path: Path, endpoint: LiveEndpoint
) -> None:
    """Without them the breaks of its system would be worth nothing, and no breaker had a score."""
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        small = Small(served)
        small.break_()
        served.clock.to("predict")
        builder = small.people["builder"]
        _register(small, endpoint)
        served.ask()
        served.work()
        asking = _asking(small)
        assert (asking["state"], asking["answered"]) == ("brought", ITEMS + 3)
        assert asking["words"] == f"Answers to {ITEMS + 3} items came, 3 of them to development items."
        found = [(each["kind"], each["state"]) for each in builder.all(f"{C}/submissions")]
        assert found == [("predictions", "accepted"), ("dev-predictions", "accepted")]
        served.clock.to("predict", hours=2)
        builder.post(f"{E}/askings")  # once more: the development items are answered
        served.ask()
        served.work()
        assert _asking(small)["answered"] == ITEMS
        served.clock.to("score")
        small.organiser.post(f"{C}/scores")
        scores = small.organiser.all(f"{C}/boards")[-1]["scores"]
        assert [each["dev_accuracy"] for each in scores["systems"].values()] == [pytest.approx(2 / 3)]
        assert all(each["score"] is not None for each in scores["breakers"].values())
