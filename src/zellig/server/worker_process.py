"""A worker beside the server, in a process of its own: whoever sends a request does not wait for a check, nor
for a season of the arena."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import time
from multiprocessing.process import BaseProcess
from threading import Event, Thread

from zellig.server.arena.player import EntrantChecker, SeasonPlayer
from zellig.server.leasing import CHECK
from zellig.server.logs import Format, format_in_use, log_to_stderr
from zellig.server.settings import Settings
from zellig.server.worker import Begun, Worker
from zellig.store.database import open_database

PAUSE = 1.0  # seconds before one that has died is started again
ENDING = 8  # seconds that it has to finish what it has begun
NICE = 5  # requests go before checks

log = logging.getLogger(__name__)


class WorkerProcess:
    """Starts a worker; and starts another one if an upload was too much for it, or took it too long."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def run(self, stopped: Event) -> None:
        """Have submissions checked until somebody says to stop."""
        context = multiprocessing.get_context("spawn")
        while not stopped.is_set():
            begun = context.Value("d", 0.0, lock=False)
            arguments = (self._settings, format_in_use(), begun)
            process = context.Process(target=_work, args=arguments, name="worker", daemon=True)
            process.start()
            _wait(process, stopped, begun)
            if process.is_alive():
                process.terminate()
                process.join(ENDING)
                process.kill()
            else:
                log.error("the worker has ended (%s), and is started again", process.exitcode)
                stopped.wait(PAUSE)


def _wait(process: BaseProcess, stopped: Event, begun: Begun) -> None:
    """Until the process has ended, or is to; one that hangs in a check is ended."""
    while process.is_alive() and not stopped.wait(0.2):
        since = begun.value
        if since and time.monotonic() - since > CHECK.total_seconds():
            log.error("a check takes longer than %s, and its worker is ended", CHECK)
            process.kill()  # it may not hear of anything milder
            process.join()


def _work(settings: Settings, how: Format, begun: Begun) -> None:
    """What the process does; it ends with the server, also with one that was killed."""
    log_to_stderr(how)
    if hasattr(os, "nice"):
        os.nice(NICE)
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_after, args=(parent, stopped), name="parent", daemon=True).start()
    database = open_database(settings.where)
    inside = settings.private_endpoints
    arena = [each(database, inside=inside).run for each in (EntrantChecker, SeasonPlayer)]
    beside = [Thread(target=run, args=(stopped,), name="arena", daemon=True) for run in arena]
    try:
        for thread in beside:
            thread.start()
        Worker(database, begun=begun).run(stopped)
    finally:
        for thread in beside:
            thread.join(ENDING / 2)
        database.close()


def _after(parent: BaseProcess, stopped: Event) -> None:
    parent.join()
    stopped.set()
