"""The worker: what the platform spoils is tried again, ends with a name, and is never charged."""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from contest_night import night
from databases import Databases
from small_contest import DEV, NAME, PAIRS, TRAINING, C, Small, records
from zellig.games.contest import uploads
from zellig.items import Item, Pair, Prediction
from zellig.server import holding, running, worker, worker_process
from zellig.server.leasing import CHECK, LEASE, TRIES, finish, lease, renew
from zellig.server.receiving import DUE
from zellig.server.settings import Settings
from zellig.server.worker import Worker


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("worker")) as served:
        found = Small(served, quotas={"uploads": 1})
        served.clock.to("break")
        yield found


def _spoil(*_: object) -> uploads.Checked:
    raise MemoryError


def test_what_cannot_be_checked_fails_and_is_not_charged(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaker, clock = small.people["breaker"], small.night.clock
    submission = breaker.upload(NAME, "pairs", records(Pair, PAIRS[:1]))["submission"]
    monkeypatch.setattr(worker, "check_upload", _spoil)
    one = Worker(small.night.house.database, clock)
    for _ in range(TRIES):
        with pytest.raises(MemoryError):
            one.work()
        assert one.work() is False  # it is leased until then
        clock.now += LEASE * 1.1
    assert one.work() is False
    shown = breaker.get(f"{C}/submissions/{submission}")
    assert (shown["state"], "does not count" in shown["reason"]) == ("failed", True)
    assert shown["changed_at"] < shown["due_at"]
    monkeypatch.undo()
    again = breaker.upload(NAME, "pairs", records(Pair, PAIRS[:1]))["submission"]
    small.night.work()
    assert breaker.get(f"{C}/submissions/{again}")["state"] == "accepted"
    breaker.send(
        "POST", f"{C}/submissions", params={"kind": "pairs", "filename": "x.tsv"}, content=b"", status=429
    )


def test_what_hangs_until_it_was_due_fails_and_what_only_waited_is_checked(
    small: Small,
) -> None:
    assert TRIES * (CHECK + LEASE) < DUE
    organiser, clock, database = small.organiser, small.night.clock, small.night.house.database
    begun = organiser.upload(NAME, "training", records(Pair, PAIRS))["submission"]
    with database.writing() as connection:
        assert lease(connection, clock(), "who hangs") is not None
    waited = organiser.upload(NAME, "training", records(Pair, PAIRS))["submission"]
    clock.now += DUE
    small.night.work()
    shown = organiser.get(f"{C}/submissions/{begun}")
    assert (shown["state"], "does not count" in shown["reason"]) == ("failed", True)
    assert organiser.get(f"{C}/submissions/{waited}")["state"] == "rejected"  # there is no item in it


def _meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen while the next upload is being checked."""
    check = uploads.check_upload

    def checking(kind: uploads.Kind, filename: str, content: bytes, known: uploads.Known) -> uploads.Checked:
        monkeypatch.setattr(worker, "check_upload", check)
        act()
        return check(kind, filename, content, known)

    monkeypatch.setattr(worker, "check_upload", checking)


def test_two_workers_let_no_blind_item_into_the_training_data(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, clock, database = small.organiser, small.night.clock, small.night.house.database
    new = Item("new", {"text": "The soup of the day was gone."}, ("-1",))
    training = organiser.upload(NAME, "training", records(Item, [*TRAINING, new]))["submission"]
    clock.now += timedelta(seconds=1)
    dev = organiser.upload(NAME, "dev", records(Item, [*DEV, new]))["submission"]
    _meanwhile(monkeypatch, Worker(database, clock).work)
    assert Worker(database, clock).work()
    shown = {name: organiser.get(f"{C}/submissions/{name}") for name in (training, dev)}
    assert [each["state"] for each in shown.values()] == ["rejected", "accepted"]
    assert "development items are blind" in shown[training]["reason"]


def test_data_that_teams_have_worked_with_since_they_were_received_are_not_replaced(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, clock = small.organiser, small.night.clock
    items = [json.loads(line)["id"] for line in organiser.send("GET", f"{C}/data/dev").text.splitlines()[1:]]
    answers = records(Prediction, [Prediction(item, "+1") for item in items])
    again = organiser.upload(NAME, "dev", records(Item, DEV[:1]))["submission"]
    clock.to("build")
    _meanwhile(monkeypatch, lambda: small.people["builder"].upload(NAME, "dev-predictions", answers))
    small.night.work()
    shown = organiser.get(f"{C}/submissions/{again}")
    assert (shown["state"], "teams have worked with" in shown["reason"]) == ("rejected", True)
    assert small.people["builder"].all(f"{C}/submissions")[-1]["state"] == "accepted"
    clock.to("break")


def test_a_lease_is_not_renewed_beyond_the_limit(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "LEASE", timedelta(milliseconds=30))
    renewed: list[Event] = [Event(), Event()]
    with holding.holding(small.night.house.database, lambda _: renewed[0].set()):
        assert renewed[0].wait(10)
    with holding.holding(small.night.house.database, lambda _: renewed[1].set(), timedelta(seconds=-1)):
        assert not renewed[1].wait(0.1)


def test_a_worker_that_hangs_is_ended_and_says_when_it_checks(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = multiprocessing.get_context("spawn")
    begun = context.Value("d", 0.0, lock=False)
    process = context.Process(target=time.sleep, args=(600,), daemon=True)
    process.start()
    begun.value = time.monotonic() - CHECK.total_seconds()
    worker_process._wait(process, Event(), begun)
    assert process.exitcode == -signal.SIGKILL

    seen: list[float] = []

    def look(*_: object) -> uploads.Checked:
        seen.append(begun.value)
        return uploads.Checked(False, "")

    begun.value = 0.0
    monkeypatch.setattr(worker, "check_upload", look)
    small.organiser.upload(NAME, "training", records(Pair, PAIRS))
    assert Worker(small.night.house.database, small.night.clock, begun).work()
    assert (seen[0] > 0, begun.value) == (True, 0.0)


def test_a_lease_that_is_renewed_does_not_run_out_and_one_that_was_lost_is_not_renewed(small: Small) -> None:
    both, clock, database = small.people["both"], small.night.clock, small.night.house.database
    submission = both.upload(NAME, "pairs", records(Pair, PAIRS[2:]))["submission"]
    first, second = Worker(database, clock), Worker(database, clock)
    with database.writing() as connection:
        upload = lease(connection, clock(), first.name)
        assert upload is not None
    for _ in range(3):
        clock.now += LEASE * 0.6
        assert second.work() is False
        with database.writing() as connection:
            renew(connection, clock(), first.name, submission)
    clock.now += LEASE * 1.1
    assert second.work() is True
    with database.writing() as connection:
        renew(connection, clock(), first.name, submission)
        finish(connection, clock(), first.name, upload, "rejected", "Too late.", [])
    assert both.get(f"{C}/submissions/{submission}")["state"] == "accepted"


def test_what_is_still_being_checked_is_waited_for(small: Small) -> None:
    """Neither are pairs given out, nor judges asked, nor scores computed, without a team that was in time."""
    organiser, clock = small.organiser, small.night.clock
    clock.to("break", hours=3)
    link = organiser.post(
        f"{C}/invitations",
        {"roles": ["breaker"], "team": organiser.post(f"{C}/teams", {"name": "Late"})["id"]},
    )["link"]
    late = small.night.person("Late", link)
    late.put(f"{C}/consent")
    late.upload(NAME, "pairs", records(Pair, PAIRS[:1]))
    clock.to("predict")
    small.people["builder"].send("GET", f"{C}/data/pairs", status=409)
    clock.to("judge")
    small.people["judge"].send("POST", f"{C}/questions", status=409)
    clock.to("score")
    organiser.send("POST", f"{C}/scores", status=409)
    small.night.work()
    small.predict()
    clock.to("judge")
    assert small.people["judge"].post(f"{C}/questions")
    clock.to("score")
    organiser.post(f"{C}/scores")


def test_a_worker_of_its_own_is_watched_as_that_of_the_server_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What checks is a process that somebody else can end, not the command itself."""
    ran: list[Path] = []
    monkeypatch.setattr(running, "_on_signals", lambda act: None)
    monkeypatch.setattr(
        worker_process.WorkerProcess, "run", lambda self, stopped: ran.append(self._settings.data)
    )
    running.work(Settings(tmp_path), lambda words: None)
    assert ran == [tmp_path]
