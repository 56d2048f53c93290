"""Backups: taken while people upload, restored after everything was destroyed."""

from __future__ import annotations

import os
import shutil
import threading
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from contest_night import START, Night, client_of, night, whole
from helpers import zellig
from zellig.errors import ZelligError
from zellig.server import demo
from zellig.server.running import open_house, save, settings_of
from zellig.store.database import open_database
from zellig.store.database.backup import back_up, restore
from zellig.store.database.tables import TABLES

UPLOADERS = 4


def _signed_in(served: Night, name: str) -> httpx.Client:
    client = client_of(f"{served.address}/api/v1")
    reply = client.post("/session", json={"name": name, "password": demo.PASSWORD})
    client.headers["x-csrf-token"] = reply.json()["csrf"]
    return client


def _tables(where: Path | str) -> dict[str, list[Any]]:
    database = open_database(where)
    with database.reading() as connection:
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in TABLES.sorted_tables
        }
    database.close()
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


def _upload_until(stopped: threading.Event, served: Night, acknowledged: list[str]) -> None:
    """The organiser uploads one file after the other, and writes down what the server has acknowledged."""
    with client_of(f"{served.address}/api/v1") as client:
        reply = client.post("/session", json={"name": "Olga", "password": demo.PASSWORD})
        client.headers["x-csrf-token"] = reply.json()["csrf"]
        query = {"kind": "training", "filename": "more.jsonl"}
        while not stopped.is_set():
            sent = client.post("/contests/demo-break/submissions", params=query, content=demo._data("dev"))
            assert sent.status_code == 201, sent.text
            acknowledged.append(sent.json()["submission"])
            stopped.wait(0.1)  # all of them together bring more than one worker checks


def test_under_load_destroyed_and_restored(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    zellig("--version")  # commands are quick from here on: nobody uploads while the first one is loaded
    with night(first / "zellig.sqlite", first) as served:
        with served.house.database.writing() as connection:
            demo.furnish(connection, START)
        acknowledged: list[str] = []
        stopped = threading.Event()
        people = [
            threading.Thread(target=_upload_until, args=(stopped, served, acknowledged))
            for _ in range(UPLOADERS)
        ]
        for each in people:
            each.start()
        while len(acknowledged) < 10:
            stopped.wait(0.05)
        before = list(acknowledged)
        done = zellig("backup", tmp_path / "night.zip", "--data", first)
        during = len(acknowledged)
        stopped.set()
        for each in people:
            each.join()
        assert done.returncode == 0, done.stderr
        assert during > len(before)  # people went on while it was written
        boards = _signed_in(served, "Sam").get("/contests/demo-publish/boards").json()
    shutil.rmtree(first)

    done = zellig("restore", tmp_path / "night.zip", "--data", second)
    assert (done.returncode, "restored" in done.stdout) == (0, True), done.stderr
    with night(second / "zellig.sqlite", second) as served:
        with served.house.database.reading() as connection:
            kept = set(connection.execute(select(TABLES.tables["submissions"].c.id)).scalars())
        assert set(before) <= kept
        assert _signed_in(served, "Sam").get("/contests/demo-publish/boards").json() == boards
        served.work()  # and what waited is checked
        olga = _signed_in(served, "Olga")
        found = whole(olga, "/contests/demo-break/submissions")
        assert {each["state"] for each in found} <= {"accepted", "rejected"}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the demo, beside its database."""
    folder = tmp_path_factory.mktemp("saved")
    with night(folder / "zellig.sqlite", folder) as served:
        with served.house.database.writing() as connection:
            demo.furnish(connection, START)
        back_up(served.house.database, folder / "saved.zip")
    return folder / "saved.zip"


def test_every_cell_comes_back(saved: Path, tmp_path: Path) -> None:
    database = open_database(tmp_path / "new.sqlite")
    contents = restore(database, saved)
    assert contents.rows["submissions"] > 20
    assert all(contents.rows[name] for name in ("accounts", "events", "states", "questions", "verdicts"))
    assert _tables(tmp_path / "new.sqlite") == _tables(saved.parent / "zellig.sqlite")
    with pytest.raises(ZelligError, match="the database is not empty"):
        restore(database, saved)
    database.close()


def test_what_is_no_backup_or_damaged_is_refused_whole(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_text("no zip")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("readme.txt", "something else")
    with zipfile.ZipFile(saved) as whole, zipfile.ZipFile(tmp_path / "short.zip", "w") as short:
        for name in whole.namelist():
            raw = whole.read(name)
            short.writestr(name, raw[: raw.rindex(b"\n", 0, -1) + 1] if name == "states.jsonl" else raw)
    database = open_database(tmp_path / "new.sqlite")
    for name, told in (
        ("no", "no backup"),
        ("other", "no backup"),
        ("short", "states has"),
        ("none", "no such"),
    ):
        with pytest.raises(ZelligError, match=told):
            restore(database, tmp_path / f"{name}.zip")
    database.close()
    assert not any(_tables(tmp_path / "new.sqlite").values())


def test_a_folder_without_a_server_is_no_backup(tmp_path: Path) -> None:
    done = zellig("backup", tmp_path / "night.zip", "--data", tmp_path)
    assert (done.returncode, "there is no database" in done.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_from_sqlite_to_postgresql_and_back(saved: Path, tmp_path: Path) -> None:
    clusters = pytest.importorskip("databases")
    with clusters.databases() as found:
        address = found.new("postgresql")
        database = open_database(address)
        restore(database, saved)
        assert _tables(address) == _tables(saved.parent / "zellig.sqlite")
        with database.writing() as connection:  # numbers go on after those that were restored
            events = TABLES.tables["events"]
            newest = connection.execute(select(events.c.number).order_by(events.c.number.desc())).scalar()
            row = {"contest": "demo-build", "at": START, "body": '{"event":"opened"}'}
            added = connection.execute(events.insert().values(row)).inserted_primary_key
            assert added is not None
            assert added[0] == (newest or 0) + 1
        back_up(database, tmp_path / "again.zip")
        expected = _tables(address)
        database.close()
    lite = open_database(tmp_path / "again.sqlite")
    restore(lite, tmp_path / "again.zip")
    lite.close()
    assert _tables(tmp_path / "again.sqlite") == expected


def test_nobody_else_reads_the_database_and_its_backup(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        settings = settings_of(tmp_path / "made" / "data", None)
        with open_house(settings) as house, house.database.writing() as connection:
            demo.furnish(connection, START)
            written = sorted(path.name for path in settings.data.iterdir())
            modes = {path.stat().st_mode & 0o777 for path in settings.data.iterdir()}
        back_up_to = tmp_path / "night.zip"
        back_up_to.write_bytes(b"an older one, which everybody could read")
        save(settings, back_up_to, lambda sentence: None)
    finally:
        os.umask(before)
    assert [name.rpartition(".")[2] for name in written] == ["sqlite", "sqlite-shm", "sqlite-wal"]
    assert modes == {0o600}
    assert settings.data.stat().st_mode & 0o777 == 0o700
    assert back_up_to.stat().st_mode & 0o777 == 0o600


def test_a_database_that_was_there_keeps_the_mode_that_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "zellig.sqlite"
    open_database(path).close()
    path.chmod(0o640)  # for the group of a worker
    open_database(path).close()
    assert path.stat().st_mode & 0o777 == 0o640
