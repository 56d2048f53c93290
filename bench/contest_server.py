"""A contest server to be measured: its database, its processes, the people who are signed in to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection

from own_server import OwnServer, Process
from zellig.games.contest import events
from zellig.games.contest.rules import Phase, Role, Rules, Window
from zellig.games.contest.uploads import Kind
from zellig.items import encode_record, header_of
from zellig.server.accounts import Account, make_account
from zellig.server.caller import COOKIE, CSRF_HEADER
from zellig.server.contests import Standings, append, create_contest, give_rules, open_contest
from zellig.server.receiving import receive
from zellig.server.secrets import new_id
from zellig.server.sessions import begin_session
from zellig.server.submissions import note_state

TASK = "sentiment"
HOUR = timedelta(hours=1)
_BROUGHT: dict[Kind, Phase] = {"dev-predictions": "build", "pairs": "break", "predictions": "predict"}


class Person(NamedTuple):
    """Somebody with an account, and the headers of a browser in which they have signed in."""

    account: Account
    headers: dict[str, str]


class Setting:
    """Contests that are written into a database before it is served; what is brought counts unchecked."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.now = datetime.now(UTC) - HOUR
        self.organiser = self.person("Olga", operator=True)

    def person(self, name: str, *, operator: bool = False) -> Person:
        account = make_account(self.connection, self.now, name, None, operator=operator)
        session = begin_session(self.connection, self.now, account)
        return Person(account, {"cookie": f"{COOKIE}={session.secret}", CSRF_HEADER: session.csrf})

    def contest(self, name: str, phases: Sequence[Phase], **rules: Any) -> None:
        """A contest that has been opened: an hour for each phase, and the last of them goes on."""
        organiser = self.organiser.account
        opens = [self.now - (len(phases) - place) * HOUR for place in range(len(phases))]
        timeline = tuple(map(Window, phases, opens, [*opens[1:], self.now + 24 * HOUR]))
        create_contest(self.connection, self.now, organiser, name, name.title())
        standing = Standings().of(self.connection, name)
        give_rules(self.connection, self.now, name, standing, organiser, Rules(TASK, timeline, **rules))
        standing = Standings().of(self.connection, name)
        open_contest(self.connection, self.now, name, standing, organiser)

    def joins(self, contest: str, person: Person, role: Role, team: str | None = None) -> None:
        """Somebody takes part, for a team of their own where one is named."""
        account, own = person.account.id, new_id() if team else None
        happened: list[events.Event] = [events.TeamFounded(own, team, team)] if own and team else []
        happened += [events.RoleGiven(account, role, own), events.Consented("CC BY 4.0")]
        append(self.connection, self.now, contest, account, *happened)

    def brings(self, contest: str, person: Person, kind: Kind, content: bytes) -> None:
        """An upload that counts, brought while its phase was open."""
        standing = Standings().of(self.connection, contest)
        opened = {window.phase: window.opens for window in standing.timeline}
        at = opened[_BROUGHT[kind]] if kind in _BROUGHT else self.now
        name = receive(
            self.connection,
            at,
            contest,
            standing,
            person.account,
            kind,
            1,
            f"{kind}.jsonl",
            content,
            new_id(),
        )
        note_state(self.connection, at, name, "accepted", "All of it was taken.")


def lines(kind: type[Any], found: Sequence[Any]) -> bytes:
    """A record file."""
    return b"".join([header_of(kind, TASK), *map(encode_record, found)])


class Spent(NamedTuple):
    """Seconds of processor time: of who answers requests, of who checks uploads, and of PostgreSQL."""

    server: float
    worker: float
    database: float

    def since(self, before: Spent) -> Spent:
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


@dataclass
class Running:
    """`zellig serve`, in processes of its own."""

    process: Process
    address: str
    cluster: Path | None = None  # where its PostgreSQL is, if it has one of its own

    @property
    def processes(self) -> list[int]:
        """The server and all that it has started."""
        assert self.process.running is not None
        found, new = [], [self.process.running.pid]
        while new:
            found += new
            children = (path for one in new for path in Path(f"/proc/{one}/task").glob("*/children"))
            new = [int(word) for path in children for word in path.read_text().split()]
        return found

    def cpu(self) -> float:
        """Seconds of processor time so far, of all processes."""
        return sum(map(_seconds, self.processes))

    def spent(self) -> Spent:
        """The same, by who has spent them."""
        server, *others = self.processes
        return Spent(_seconds(server), sum(map(_seconds, others)), sum(map(_seconds, self._postgresql())))

    def _postgresql(self) -> Iterator[int]:
        """The processes of the PostgreSQL that was started for this."""
        for path in Path("/proc").glob("[0-9]*/comm"):
            try:
                if path.read_text() == "postgres\n" and path.with_name("cwd").resolve() == self.cluster:
                    yield int(path.parent.name)
            except OSError:  # it has ended
                continue

    def megabytes(self) -> float:
        """The most memory that one of the processes has had."""
        return max(_peak(one) for one in self.processes)


def _seconds(process: int) -> float:
    """Those of a process, and of all that it has started and that have ended."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _peak(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@contextmanager
def running(where: Path | str, data: Path) -> Iterator[Running]:
    """Serve a database on loopback."""
    server = OwnServer(where, data)
    server.start()
    try:
        yield Running(server, server.address, data.parent.resolve() / "postgresql")
    finally:
        server.stop()
