"""Where a live endpoint may be: outside, by whatever name it goes."""

from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Event

import pytest

from contest_night import night
from cup_night import RULES, as_packet, planned, team
from databases import KINDS, Databases
from endpoints import E, asked_quickly, with_pairs
from live_endpoint import LiveEndpoint, live_endpoint
from small_contest import C, Small
from tournament_night import questions
from zellig.server import addresses, asker
from zellig.server.addresses import is_outside
from zellig.server.limits import LIMITS
from zellig.tasks import get_task

PATIENCE = 30.0  # seconds that a slow name takes, if nobody says that it is over


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


def test_no_program_inside_is_seated_or_planned(strict: Small) -> None:
    organiser, inside = strict.organiser, "http://127.0.0.1:9"
    founded = planned("cup", [team("Ink", inside), team("Fox")])
    assert "not open to everybody" in organiser.post("/tournaments", founded, status=400)["detail"]
    packet = as_packet(questions("control", 4))
    room = {"room": "r", "title": "R", "rules": RULES, "teams": ["Ink", "Fox"], "packet": packet}
    organiser.post("/rooms", room)
    for address, words in ((inside, "not open to everybody"), ("http://no.such.invalid", "is not known")):
        program = {"team": "Ink", "address": address}
        assert words in organiser.post("/rooms/r/programs", program, status=400)["detail"]
    assert organiser.get("/rooms/r")["players"] == []
    strict.people["builder"].post("/rooms/r/programs", {"team": "Ink", "address": inside}, status=403)


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
        answered.wait(PATIENCE)
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(addresses, "numbers_of", slow)
    monkeypatch.setattr(addresses, "SECONDS", PATIENCE)
    strict.night.clock.now += timedelta(hours=2)
    client = strict.people["builder"].client
    with ThreadPoolExecutor(LIMITS["name"].number) as many:
        waiting = [many.submit(client.put, E, json=address) for _ in range(LIMITS["name"].number)]
        assert strict.people["both"].send("GET", C, timeout=PATIENCE).is_success
        assert not any(each.done() for each in waiting)
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
