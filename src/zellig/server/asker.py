"""Who asks live endpoints: tries new ones out, and brings their answers to the pairs when it is time.

This is not done where uploads are checked, so that these need not wait for a slow endpoint; several may work
at once, in any number of processes.
"""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Event

import msgspec
from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.contest.phases import open_window, refuse_act
from zellig.games.contest.rules import Rules
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind
from zellig.items import Item, Prediction, encode_record, header_of
from zellig.server.accounts import Account, find_account
from zellig.server.addresses import GuardedLine
from zellig.server.askings import (
    BY_ITSELF,
    Job,
    answers_so_far,
    askings_of,
    begin_asking,
    end_asking,
    is_waiting,
    keep_answers,
    lease_asking,
    let_go,
    note_system,
    put_off,
    refused_words,
    renew_asking,
)
from zellig.server.contests import Standings, lock
from zellig.server.endpoints import endpoints_now, is_untried, lease_untried, note_tried
from zellig.server.gathering import blind_round, brought_pairs, organisers_items, rules_of
from zellig.server.holding import holding
from zellig.server.problems import ConflictError, RefusedError
from zellig.server.receiving import CHARGED, admit, receive
from zellig.server.submissions import (
    ENDED,
    Answerer,
    refuse_unfinished,
    submissions_of,
    submissions_that_count,
)
from zellig.server.transactions import turn
from zellig.server.worker import Clock, own_name, utc_now
from zellig.store.database import Database
from zellig.systems.declared import refuse_other_task
from zellig.systems.http import HttpSystem, system_at
from zellig.systems.predictions_file import batches
from zellig.tasks import Task, get_task
from zellig.texts import counted

IDLE = 1.0  # seconds between two looks for work
LOOK = 5.0  # seconds between two looks at what phases have opened
SECONDS, TRIES = 30.0, 3  # that one request may take, and how often it is sent
SECONDS_OF_TRY, TRIES_OF_TRY = 10.0, 2  # the same when it is tried out
TURN = 120.0  # seconds after which an asking lets others go first
LARGEST = 4 * 2**20  # bytes of a reply
BATCH = 64  # items of a request, unless the endpoint wants fewer
TRIED = 3  # development items that a new endpoint is asked about

log = logging.getLogger(__name__)


class EndpointError(ZelligError):
    """Who answers at an endpoint does not do so as agreed."""


class Asker:
    """One who asks endpoints; `inside`: also those in the server's own network."""

    def __init__(self, database: Database, clock: Clock = utc_now, *, inside: bool = False) -> None:
        self._database, self._clock, self._inside = database, clock, inside
        self._standings, self._stopped = Standings(), Event()
        self._looked = -LOOK  # whether a phase has opened
        self.name = own_name()

    def run(self, stopped: Event) -> None:
        """Work until somebody says to stop; what has been begun is gone on with by another."""
        self._stopped = stopped
        while not stopped.is_set():
            try:
                worked = self.work()
            except Exception:  # a lease runs out, and it is tried again
                log.exception("an endpoint could not be asked")
                worked = False
            if not worked:
                stopped.wait(IDLE)

    def work(self) -> bool:
        """Do one thing that waits; says whether there was one."""
        return self._try_out() or self._ask() or self._begin()

    # Trying out

    def _try_out(self) -> bool:
        with self._database.reading() as connection:
            if not is_untried(connection, self._clock()):
                return False
        with self._database.writing() as connection:
            found = lease_untried(connection, self._clock())
        if found is None:
            return False
        line = self._line(found.address, found.token, SECONDS_OF_TRY, TRIES_OF_TRY)
        with self._database.reading() as connection:
            rules = rules_of(self._standings.of(connection, found.contest))
            items = organisers_items(connection, found.contest, rules, "dev")[:TRIED]
        works, words = try_out(line, items, get_task(rules.task))
        with self._database.writing() as connection:
            note_tried(connection, self._clock(), found.id, works, words)
        log.info("endpoint %s of %s: %s", found.id, found.contest, words)
        return True

    # Beginning to ask

    def _begin(self) -> bool:
        """Have every endpoint asked that it is time for, and that nobody has asked in this round."""
        if time.monotonic() < self._looked + LOOK:
            return False
        self._looked = time.monotonic()
        with self._database.reading() as connection:
            due = [
                (contest, team, endpoint, number)
                for contest, places in endpoints_now(connection).items()
                if (number := self._predicting(self._standings.of(connection, contest))) is not None
                for team, endpoint in places.items()
                if not askings_of(connection, contest, team, number)
            ]
        return sum(self._begin_one(*each) for each in due) > 0

    def _predicting(self, standing: Standing) -> int | None:
        """The round whose pairs are to be answered now."""
        window = open_window(standing.timeline, self._clock())
        return window.round if window is not None and window.phase == "predict" else None

    def _begin_one(self, contest: str, team: str, endpoint: str, number: int) -> bool:
        with self._database.writing() as connection:
            self._standings.held(connection, contest)  # nobody else begins until it is written
            if askings_of(connection, contest, team, number):
                return False
            try:
                refuse_unfinished(connection, contest, number, "pairs")
            except ConflictError:  # it is time when all pairs have been checked
                return False
            if not submissions_that_count(connection, contest, "pairs", number):
                return False
            begin_asking(connection, self._clock(), contest, team, endpoint, number, BY_ITSELF, None)
        return True

    # Asking

    def _ask(self) -> bool:
        with self._database.reading() as connection:
            if not is_waiting(connection, self._clock()):
                return False
        with self._database.writing() as connection:
            job = lease_asking(connection, self._clock(), self.name)
        if job is None:
            return False
        with holding(
            self._database, lambda connection: renew_asking(connection, self._clock(), self.name, job.id)
        ):
            try:
                self._answer(job)
            except RefusedError as error:
                with self._database.writing() as connection:
                    words = refused_words(connection, job.id, error.what)
                    end_asking(connection, self._clock(), self.name, job.id, "refused", words)
            except EndpointError as error:
                with self._database.writing() as connection:
                    put_off(connection, self._clock(), self.name, job, error.what.rstrip("."))
        return True

    def _answer(self, job: Job) -> None:
        """Ask for what is not answered yet, and bring it all."""
        if job.removed:
            raise ConflictError("the team has removed the endpoint")
        with turn(self._database) as connection:
            now, standing = self._clock(), self._standings.held(connection, job.contest)
            _refuse_late(standing, now, job)
            account = find_account(connection, job.account)
            if account is None:
                raise ConflictError("who registered the endpoint has left")
            admit(connection, now, job.contest, standing, account, "predictions", job.round, 0)
        with self._database.reading() as connection:
            rules = rules_of(standing)
            items = blind_round(brought_pairs(connection, job.contest, rules, job.round), standing, job.round)
            if _wants_dev(connection, job, rules):
                items += _dev_items(connection, job, rules)
        with _theirs():
            line = self._line(job.address, job.token, SECONDS, TRIES)
            system = _system_for(get_task(rules.task), line)
        who = Answerer(system.spec.name, system.spec.version)
        with self._database.writing() as connection:
            note_system(connection, job.id, who, len(items))
            there = {each.id for each in _read(answers_so_far(connection, job.id))}
        left = [item for item in items if item.id not in there]
        until = time.monotonic() + TURN
        for number, batch in enumerate(batches(left, int(system.spec.params["batch"]))):
            if self._stopped.is_set() or (number and self._others_wait(until)):
                with self._database.writing() as connection:
                    let_go(connection, self._clock(), self.name, job.id)
                return
            with _theirs():
                found = system.predict(batch)
            with self._database.writing() as connection:
                self._go_on(connection, job)
                keep_answers(connection, job.id, found)
        self._bring(job, who, rules.task, account)

    def _others_wait(self, until: float) -> bool:
        """Has one endpoint been asked for so long that it is the turn of another?"""
        if time.monotonic() < until:
            return False
        with self._database.reading() as connection:
            return is_waiting(connection, self._clock())

    def _go_on(self, connection: Connection, job: Job) -> Standing:
        """Hold an asking for longer; refuses if it is not wanted any more, or too late."""
        now = self._clock()
        if not renew_asking(connection, now, self.name, job.id):
            raise ConflictError(
                "the team has removed the endpoint"
            )  # or another has it, who says how it ends
        standing = self._standings.of(connection, job.contest)
        _refuse_late(standing, now, job)
        return standing

    def _bring(self, job: Job, who: Answerer, task: str, account: Account) -> None:
        """Make submissions of the answers, on the way that uploads go: of those to the pairs, and of those to
        development items, without which breaks of the system would be worth nothing."""
        with self._database.reading() as connection:
            rules = rules_of(self._standings.of(connection, job.contest))
            dev = {item.id for item in _dev_items(connection, job, rules)}
        with turn(self._database) as connection:
            lock(connection, job.contest)
            now, standing = self._clock(), self._go_on(connection, job)
            answers = _read(answers_so_far(connection, job.id))

            def bring(kind: Kind, found: Sequence[Prediction], key: str) -> str:
                content = header_of(Prediction, task) + b"".join(map(encode_record, found))
                return receive(
                    connection,
                    now,
                    job.contest,
                    standing,
                    account,
                    kind,
                    job.round,
                    f"{who.name}.jsonl",
                    content,
                    key,
                    who,
                    "put-predictions",
                )

            to_pairs = [each for each in answers if each.id not in dev]
            submission = bring("predictions", to_pairs, f"asking {job.id}")
            words = f"Answers to {counted(len(answers), 'item')} came"
            to_dev = [each for each in answers if each.id in dev]
            if to_dev and _wants_dev(connection, job, rules):
                bring("dev-predictions", to_dev, f"asking {job.id} dev")
                words += f", {len(to_dev):,} of them to development items"
            end_asking(connection, now, self.name, job.id, "brought", f"{words}.", submission)

    def _line(self, address: str, token: str | None, seconds: float, tries: int) -> GuardedLine:
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
        return GuardedLine(
            address, seconds, tries, headers=headers, secret=token or "", largest=LARGEST, inside=self._inside
        )


def _system_for(task: Task, line: GuardedLine) -> HttpSystem:
    """The system at the end of a line that is to answer items of a task; refuses one that is for another."""
    system = system_at(line, BATCH)
    refuse_other_task(None, system, task)
    return system


def try_out(line: GuardedLine, items: Sequence[Item], task: Task) -> tuple[bool, str]:
    """Does a system answer there? Whether it does, and in words what was found."""
    try:
        system = _system_for(task, line)
        answers = system.predict([Item(item.id, item.fields) for item in items])
        for each in answers:
            task.given(each.answer)
    except ZelligError as error:
        return False, f"It does not work: {error.what.rstrip('.')}."
    except Exception:
        log.exception("an endpoint could not be tried out")
        return False, "It could not be tried out, which is a fault of the platform. Register it again."
    tried = (
        f"answered {counted(len(answers), 'development item')}"
        if answers
        else "was asked nothing: there are no development items"
    )
    return True, f"It works: {_called(system)} {tried}."


def _wants_dev(connection: Connection, job: Job, rules: Rules) -> bool:
    """Does nothing of the team answer the development items in this round, and may something yet?"""
    brought = submissions_of(connection, job.contest, kind="dev-predictions", number=job.round, team=job.team)
    charged = sum(each.state in CHARGED for each in brought)
    waiting = any(each.state == "accepted" or each.state not in ENDED for each in brought)
    return not waiting and charged < rules.quotas.uploads


def _dev_items(connection: Connection, job: Job, rules: Rules) -> list[Item]:
    """The development items, without their answers."""
    return [Item(item.id, item.fields) for item in organisers_items(connection, job.contest, rules, "dev")]


@contextmanager
def _theirs() -> Iterator[None]:
    """What goes wrong here is a fault of the endpoint."""
    try:
        yield
    except ZelligError as error:
        raise EndpointError(error.what) from None


def _refuse_late(standing: Standing, now: datetime, job: Job) -> None:
    refused = refuse_act("put-predictions", {"builder"}, standing.timeline, now, job.round)
    if refused is not None:
        raise ConflictError(refused.sentence)


def _called(system: HttpSystem) -> str:
    return f"{system.spec.name} {system.spec.version}".strip()


def _read(lines: bytes) -> list[Prediction]:
    return [msgspec.json.decode(line, type=Prediction) for line in io.BytesIO(lines)]
