"""Operations: numbers of requests, logs, metrics, readiness, an orderly end."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from contest_night import Night, night
from post_office import Mailbox, mailbox
from zellig.errors import ZelligError
from zellig.server import running
from zellig.server.logs import REQUEST, _Json, _Plain
from zellig.server.metrics import BUCKETS, Metrics


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("operations")
    with night(folder / "zellig.sqlite", folder) as found:
        yield found


def test_every_answer_has_the_number_of_its_request(
    served: Night, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with httpx.Client(base_url=served.address) as client, caplog.at_level(logging.INFO):
        first, second = (client.get("/health").headers["x-request-id"] for _ in range(2))
        assert first != second
        own = {"X-Request-Id": "proxy-17"}
        assert client.get("/health", headers=own).headers["x-request-id"] == "proxy-17"
        strange = client.get("/health", headers={"X-Request-Id": 'x" 500 forged'}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{20}", strange)
        for path in ("/api/v1/contests/none", "/api/v1/nowhere", "/api/v1/account"):
            refused = client.get(path)
            assert refused.json()["request"] == refused.headers["x-request-id"]

        def fall(*words: object, **more: object) -> None:
            raise RuntimeError("of our making")

        monkeypatch.setattr(served.house.standings, "of", fall)
        failed = client.get("/api/v1/contests/none")
        assert failed.status_code == 500
        assert "of our making" not in failed.text
        assert failed.json()["request"] == failed.headers["x-request-id"]
    assert any(isinstance((record.exc_info or (None, None))[1], RuntimeError) for record in caplog.records)


def test_a_line_of_the_log_says_in_which_request() -> None:
    record = logging.LogRecord("house", logging.INFO, "", 1, "so %s", ("it goes",), None)
    record.status = 200
    token = REQUEST.set("r17")
    try:
        said = json.loads(_Json().format(record))
        assert (said["message"], said["request"], said["status"], said["level"]) == (
            "so it goes",
            "r17",
            200,
            "info",
        )
        assert _Plain().format(record).endswith("so it goes [r17]")
    finally:
        REQUEST.reset(token)
    assert "request" not in json.loads(_Json().format(record))


def test_metrics_are_for_operators_and_add_up(served: Night) -> None:
    operator = served.operator()
    operator.post("/contests", {"contest": "counted", "title": "Counted"})
    operator.upload("counted", "starter", [b"{}\n"], status=409)  # no rules yet
    root = httpx.Client(base_url=served.address, cookies=operator.client.cookies)
    assert httpx.get(f"{served.address}/metrics").status_code == 401
    for _ in range(3):
        root.get("/nowhere/at/all")
    text = root.get("/metrics").text
    samples = dict(re.findall(r"^(\w+\{.*\}) (\S+)$", text, re.MULTILINE))
    assert samples['zellig_requests_total{method="POST",route="/api/v1/contests",status="201"}'] == "1"
    route = "/api/v1/contests/{contest}/submissions"
    assert samples[f'zellig_requests_total{{method="POST",route="{route}",status="409"}}'] == "1"
    assert samples[f'zellig_request_seconds_bucket{{route="{route}",le="+Inf"}}'] == "1"
    assert int(samples['zellig_requests_total{method="GET",route="none",status="404"}']) >= 3
    assert samples['zellig_submissions{state="received"}'] == "0"
    assert samples['zellig_leases{lease="held"}'] == "0"
    assert "nowhere" not in text
    root.close()


def test_buckets_hold_all_that_took_no_longer() -> None:
    metrics = Metrics()
    for seconds in (0.001, BUCKETS[0], 0.3, 99):
        metrics.count("GET", "/", 200, seconds)
    lines = list(metrics._timed())
    found = [int(line.rpartition(" ")[2]) for line in lines if "_bucket" in line]
    assert found[0] == 2
    assert found == sorted(found)
    assert found[-2:] == [3, 4]


def test_a_server_without_its_database_is_healthy_and_not_ready(
    served: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    def away(*words: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    assert httpx.get(f"{served.address}/ready").status_code == 200
    monkeypatch.setattr(served.house.database.engine, "connect", away)
    assert httpx.get(f"{served.address}/ready").status_code == 503
    assert httpx.get(f"{served.address}/health").status_code == 200


def test_what_is_under_way_is_finished_before_the_end_and_mails_go_out(tmp_path: Path) -> None:
    with mailbox() as box:
        _serve_and_end(tmp_path, box)


def _serve_and_end(tmp_path: Path, box: Mailbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "zellig", "serve", "--data", str(tmp_path / "data")]
    command += ["--port", str(port), "--log-format", "json"]
    command += ["--smtp", f"smtp://127.0.0.1:{box.port}", "--sender", "contests@example.org"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as server:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.get(f"http://127.0.0.1:{port}/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        assert server.stdout is not None
        told = next(line for line in server.stdout if "Become the organiser" in line)
        link = told.strip().rpartition("/")[2]
        account = {
            "name": "Olga",
            "password": "four words for nobody",
            "email": "olga@example.org",
            "link": link,
        }
        api = f"http://127.0.0.1:{port}/api/v1"
        assert httpx.post(f"{api}/accounts", json=account).status_code == 201
        assert httpx.post(f"{api}/password/forgotten", json={"name": "Olga"}).is_success
        assert box.arrived.wait(60)
        assert [letter["To"] for letter in box.letters] == ["olga@example.org"]
        body = json.dumps({"name": "Nobody", "password": "four words for nobody"}).encode()
        head = (
            "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"X-Request-Id: last\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", port), timeout=30) as slow:
            slow.sendall(head.encode() + body[:10])
            time.sleep(0.5)
            server.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            slow.sendall(body[10:])
            reply = slow.recv(65536)
        assert reply.startswith(b"HTTP/1.1 401")
        _, errors = server.communicate(timeout=60)
    assert server.returncode == 0
    logged = [json.loads(line) for line in errors.splitlines()]
    assert any(each.get("request") == "last" and each.get("status") == 401 for each in logged)


@pytest.mark.parametrize(
    ("proxy", "comes_from", "known_as"),
    [
        ("10.0.0.2", "10.0.0.2", "192.0.2.7"),
        ("10.0.0.2", "10.0.0.3", "10.0.0.3"),
        ("10.0.0.2", "127.0.0.1", "127.0.0.1"),
        (None, "127.0.0.1", "192.0.2.7"),
        (None, "10.0.0.2", "10.0.0.2"),
    ],
)
def test_only_the_proxy_that_was_named_says_who_asks(
    tmp_path: Path, proxy: str | None, comes_from: str, known_as: str
) -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    config = running.listening(app, "127.0.0.1", 0, running.settings_of(tmp_path, None, proxy=proxy).proxy)
    config.load()
    headers = [(b"x-forwarded-for", b"192.0.2.7")]
    scope = {"type": "http", "client": (comes_from, 1), "headers": headers, "scheme": "http"}
    asyncio.run(config.loaded_app(scope, None, None))
    assert seen == [known_as]


@pytest.mark.parametrize("proxy", ["*", "10.0.0.0/8", "proxy.example.org"])
def test_a_proxy_is_one_number(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(ZelligError, match="is not the address of a proxy"):
        running.settings_of(tmp_path, None, proxy=proxy)
