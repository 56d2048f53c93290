"""A contest on a server, from where one works: `zellig contest push`, `pull`, `status` and `watch`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from zellig.checks.findings import Finding
from zellig.errors import ZelligError
from zellig.files import reading, write_whole
from zellig.front.line import ServerLine, line_to
from zellig.front.options import checked
from zellig.front.transfers import Pulled, Pushed
from zellig.front.uploading import upload
from zellig.games.contest.rules import Window, name_of
from zellig.outputs import keep_inputs

if TYPE_CHECKING:
    from zellig.front.frames import Table

ENDED = ("accepted", "rejected", "withdrawn", "failed")
LOOK = 1.0  # seconds between two looks at a submission
PATIENCE = 20 * 60  # seconds after which a submission has ended by the server's own rule, and some


class Submission(msgspec.Struct, frozen=True):
    """An upload, and what has become of it."""

    id: str
    kind: str
    round: int
    filename: str
    received_at: datetime
    state: str
    reason: str
    findings: list[Finding] = []

    @property
    def accepted(self) -> bool:
        """Does it count?"""
        return self.state == "accepted"

    def table(self) -> Table:
        """One row for each thing that was found in a line."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(msgspec.structs.asdict(each) for each in self.findings)

    def __repr__(self) -> str:
        return f"{self.kind} {self.filename}: {self.state}. {self.reason}"


class _Team(msgspec.Struct, frozen=True):
    name: str


class _Contest(msgspec.Struct, frozen=True):
    title: str
    now: datetime
    open: Window | None
    timeline: tuple[Window, ...]
    roles: list[str]
    team: _Team | None


class OnlineStatus(msgspec.Struct, frozen=True):
    """A contest at a moment, as the owner of the token sees it."""

    title: str
    now: datetime
    open: Window | None
    timeline: tuple[Window, ...]
    roles: list[str]
    team: str | None
    submissions: list[Submission]

    def table(self) -> Table:
        """One row for each submission of one's own team."""
        from zellig.front.frames import rows_to_table

        left_out = ("findings",)
        rows = (msgspec.structs.asdict(each) for each in self.submissions)
        return rows_to_table({k: v for k, v in row.items() if k not in left_out} for row in rows)

    def __repr__(self) -> str:
        return f"{self.title}: {self.phase}"

    @property
    def phase(self) -> str:
        """What is open, and until when."""
        if self.open is not None:
            until = f" until {shown_time(self.open.closes)}" if self.open.closes else ""
            return f"{name_of(self.open)} is open{until}"
        coming = next((each for each in self.timeline if each.opens > self.now), None)
        if coming is not None:
            return f"nothing is open; {name_of(coming)} opens at {shown_time(coming.opens)}"
        return "the contest is over" if self.timeline else "the contest has not been opened"

    def since(self, before: OnlineStatus) -> list[str]:
        """What has changed since an earlier moment, in words."""
        found = []
        if self.open != before.open:
            found.append(f"{self.phase}.")
        if self.timeline != before.timeline:
            found.append("The timeline was changed.")
        known = {each.id: each.state for each in before.submissions}
        for each in self.submissions:
            if known.get(each.id) != each.state:
                found.append(f"{each.kind} {each.filename}: {each.state}. {each.reason}")
        return found


def shown_time(moment: datetime) -> str:
    """A time as it is told."""
    return moment.strftime("%Y-%m-%d %H:%M UTC")


@dataclass(frozen=True)
class OnlineContest:
    """A contest on a server."""

    line: ServerLine
    contest: str

    @checked(kind=Pushed)
    def push(
        self,
        path: str | PathLike[str],
        *,
        kind: Pushed,
        number: int = 1,
        sleep: Callable[[float], None] = time.sleep,
    ) -> Submission:
        """Upload a file, and wait until it was checked; `number` is the round.

        A large file goes in parts: pushed again after the line was lost, it goes on where it stopped.
        """
        place = Path(path)
        with reading(place):
            content = place.read_bytes()
        name = upload(self.line, self._path, kind, number, place.name, content)
        until = time.monotonic() + PATIENCE
        while (found := self.submission(name)).state not in ENDED:
            if time.monotonic() > until:
                raise ZelligError(
                    f"the submission {name} is still {found.state}",
                    remedy="It was received: look again with `zellig contest status`, or tell the organiser.",
                )
            sleep(LOOK)
        return found

    def submission(self, name: str) -> Submission:
        """One submission with all that was found in its lines."""
        found: Submission = self.line.read(self.line.get(f"{self._path}/submissions/{name}"), Submission)
        return found

    @checked(what=Pulled)
    def pull(self, what: Pulled, out: str | PathLike[str], *, number: int = 1) -> Path:
        """Download data of the contest, or all of it in a zip, into a file; gives its path.

        `bundle` is a contest folder, and `datasets` one for `datasets.load_dataset` of Hugging Face; both
        need no token where they are for everybody.
        """
        keep_inputs([], files=[Path(out)])
        if what in ("bundle", "datasets"):
            form = "folder" if what == "bundle" else what
            content = self.line.get_public(f"{self._path}/bundle", round=number, format=form).content
        else:
            where = what if what == "verdicts" else f"data/{what}"
            content = self.line.get(f"{self._path}/{where}", round=number).content
        with write_whole(Path(out)) as file:
            file.write(content)
        return Path(out)

    def status(self) -> OnlineStatus:
        """What is open, what closes when, and what became of one's own submissions."""
        found: _Contest = self.line.read(self.line.get(self._path), _Contest)
        mine: list[Submission] = []
        if found.team is not None or "organiser" in found.roles:
            mine = self.line.get_all(f"{self._path}/submissions", Submission)
        team = found.team.name if found.team else None
        return OnlineStatus(found.title, found.now, found.open, found.timeline, found.roles, team, mine)

    def watch(
        self, every: float = 5.0, sleep: Callable[[float], None] = time.sleep
    ) -> Iterator[tuple[OnlineStatus, list[str]]]:
        """The contest now, and then each time that something has changed, with what it is."""
        before = self.status()
        yield before, []
        while True:
            sleep(every)
            now = self.status()
            if changed := now.since(before):
                yield now, changed
            before = now

    @property
    def _path(self) -> str:
        return f"/contests/{self.contest}"

    def __repr__(self) -> str:
        return f"the contest {self.contest} at {self.line.address}"


def online_contest(server: str, contest: str) -> OnlineContest:
    """A contest on a server; the token is that of the environment variable ZELLIG_TOKEN, if there is one."""
    if not contest or not contest.replace("-", "").isalnum():
        raise ZelligError(
            f"{contest!r} is not the name of a contest",
            remedy="It is the end of the address of its page, e.g. breaking-2027.",
        )
    return OnlineContest(line_to(server), contest)
