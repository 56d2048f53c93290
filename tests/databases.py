"""Databases for tests and benchmarks: SQLite files, and a PostgreSQL of Debian's that is started for them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

KINDS = ("sqlite", "postgresql")
MEMORY = Path("/dev/shm")  # what is written there waits for no disk
_INSTALLED = Path("/usr/lib/postgresql")


@dataclass
class Databases:
    """Empty databases, as many as are wanted; PostgreSQL is started when the first one is."""

    folder: Path
    lasting: bool = False
    _started: list[Cluster] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)

    def new(self, kind: str) -> Path | str:
        """Where an empty database is."""
        if kind == "sqlite":
            return self.folder / f"{next(self._numbers)}.sqlite"
        if not self._started:
            self._started.append(start_cluster(self.folder / "postgresql", self.lasting))
        return self._started[0].new(f"zellig{next(self._numbers)}")

    def close(self) -> None:
        for cluster in self._started:
            cluster.stop()


@contextmanager
def databases(*, lasting: bool = False) -> Iterator[Databases]:
    """Databases that are gone in the end; `lasting`: what they write waits for the disk, as in earnest."""
    memory = MEMORY if MEMORY.is_dir() and not lasting else None
    with tempfile.TemporaryDirectory(prefix="zellig-db-", dir=memory, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # for the user that PostgreSQL runs as
        found = Databases(Path(folder), lasting)
        try:
            yield found
        finally:
            found.close()


@dataclass
class Cluster:
    """A PostgreSQL on loopback."""

    programs: Path
    folder: Path
    port: int

    def new(self, name: str) -> str:
        """The address of an empty database."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        _run([self.programs / "pg_ctl", "-D", self.folder, "-m", "immediate", "-w", "stop"])


def start_cluster(folder: Path, lasting: bool = False) -> Cluster:
    """A new cluster in a folder; where PostgreSQL is not installed, a skipped test, which CI takes ill."""
    found = sorted(_INSTALLED.glob("*/bin/initdb"))
    if not found:
        message = "needs PostgreSQL: scripts/install-debian pg_ctlcluster postgresql"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    with socket.create_server(("127.0.0.1", 0)) as free:
        cluster = Cluster(found[-1].parent, folder, free.getsockname()[1])
    words = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
    _run([cluster.programs / "initdb", "-D", folder, *words])
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": cluster.port,
        "unix_socket_directories": "",
        "fsync": "on" if lasting else "off",  # the machine is not what fails in tests
        "max_connections": 200,
    }
    with (folder / "postgresql.conf").open("a") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
    _run([cluster.programs / "pg_ctl", "-D", folder, "-w", "-l", folder / "log", "start"])
    return cluster


def _run(command: list[str | Path]) -> None:
    """Run a program of PostgreSQL, which refuses to be root's."""
    as_user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []}
    subprocess.run(
        [str(word) for word in command],
        check=True,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        **(as_user if os.geteuid() == 0 else {}),
    )
