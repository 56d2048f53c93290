"""Starting a server or a worker: the database brought up to date, the first link, an orderly end."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import uvicorn
from litestar.types import ASGIApp

from zellig.errors import ZelligError
from zellig.files import unwritable
from zellig.server.app import make_app
from zellig.server.asker import Asker
from zellig.server.demo import PASSWORD, furnish
from zellig.server.invitations import first_link
from zellig.server.live.rooms.lines import Known
from zellig.server.postman import Postman
from zellig.server.settings import Settings
from zellig.server.smtp import PASSWORD as MAIL_PASSWORD
from zellig.server.smtp import mail_server
from zellig.server.state import House
from zellig.server.worker_process import WorkerProcess
from zellig.store.database import open_database
from zellig.store.database.backup import back_up, restore
from zellig.store.database.migrating import migrate
from zellig.systems.http import is_loopback

TURN = 0.0005  # seconds that a thread has while others wait: a request ends many waits for the database
GRACE = 10  # seconds that requests under way have when the server is stopped
ASKERS = 3  # of endpoints, in one process


@contextmanager
def open_house(settings: Settings) -> Iterator[House]:
    """The database of a server, brought to the newest schema, and closed in the end."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(settings.data, error) from None
    database = open_database(settings.where)
    try:
        migrate(database)
        house = House(settings, database)
        try:
            yield house
        finally:
            house.close()
    finally:
        database.close()


@contextmanager
def working(house: House) -> Iterator[None]:
    """A worker beside the server, those who ask live endpoints, and one who sends mails, if any are sent."""
    with beside(WorkerProcess(house.settings).run, *_askers(house), *_postmen(house)):
        yield


@contextmanager
def beside(*runs: Callable[[Event], None]) -> Iterator[None]:
    """Those who work until they are stopped, each in a thread of its own."""
    stopped = Event()
    threads = [Thread(target=run, args=(stopped,), name="worker", daemon=True) for run in runs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        until = time.monotonic() + GRACE
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))


def _askers(house: House) -> list[Callable[[Event], None]]:
    """So many that one slow endpoint does not keep the others waiting."""
    inside = house.settings.private_endpoints
    return [Asker(house.database, house.clock, inside=inside).run for _ in range(ASKERS)]


def _postmen(house: House) -> list[Callable[[Event], None]]:
    """One who sends mails, where a mail server was named: it may be slow, and nothing waits for it."""
    mail = house.settings.mail
    return [Postman(house.database, mail, house.settings.address, house.clock).run] if mail else []


def serve_demo(
    settings: Callable[[Path], Settings],
    kept: str,
    host: str,
    port: int,
    *,
    workers: bool = True,
    told: Callable[[str], None],
) -> None:
    """Serve contests to look at, one in each phase, by settings for a folder that nobody keeps. Refuses to do
    so for other machines, and where an option (`kept`) says to keep something."""
    if kept:
        raise ZelligError("the demo keeps nothing", remedy=f"Leave out {kept}, or --demo.")
    if not is_loopback(f"http://{host}:{port}"):
        raise ZelligError(
            "everybody knows the passwords of the demo", remedy="Leave out --host: it is for this machine."
        )
    with TemporaryDirectory(prefix="zellig-demo-") as folder:
        serve(settings(Path(folder)), host, port, workers=workers, demo=True, told=told)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    workers: bool = True,
    demo: bool = False,
    told: Callable[[str], None],
) -> None:
    """Serve until somebody stops it; `workers`: a worker beside it checks submissions."""
    sys.setswitchinterval(TURN)
    with open_house(settings) as house:
        with house.database.writing() as connection:
            if demo:
                names = furnish(connection, house.clock())
                told(f"Sign in as {', '.join(names)}, all with the password: {PASSWORD}")
            link = first_link(connection, house.clock())
        if house.systems:
            told(f"People can write against {', '.join(house.systems)}.")
            Thread(target=house.systems.prepare, name="systems", daemon=True).start()
        told(f"Zellig is at {settings.address}")
        if link is not None:
            told(f"Become the organiser here (this link is good once): {settings.address}/join/{link}")
        server = uvicorn.Server(listening(make_app(house), host, port, settings.proxy))
        _on_signals(lambda: None)  # uvicorn ends in order, and then sends itself the signal once more
        try:
            if workers:
                with working(house):
                    server.run()
            else:
                server.run()
        except KeyboardInterrupt:  # after the requests under way were answered
            told("Stopped.")
        except SystemExit:
            raise ZelligError(
                f"nothing can listen at {host}:{port}", remedy="Choose another --port, or stop what is there."
            ) from None


def listening(app: ASGIApp, host: str, port: int, proxy: str) -> uvicorn.Config:
    """How an application is served; who asks through the proxy is known by the header that it sends."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,  # every request is logged with its number
        server_header=False,
        forwarded_allow_ips=proxy,
        ws=Known,  # how long its line is, counts in matches
        timeout_graceful_shutdown=GRACE,
    )


def work(settings: Settings, told: Callable[[str], None]) -> None:
    """Check submissions until somebody stops it; in a process of its own, which is ended if a check hangs."""
    stopped = Event()
    _on_signals(stopped.set)
    with open_house(settings) as house, beside(*_askers(house), *_postmen(house)):
        told("A worker checks submissions.")
        WorkerProcess(house.settings).run(stopped)


def _on_signals(act: Callable[[], None]) -> None:
    """What is done when somebody stops the process."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: act())


def save(settings: Settings, path: Path, told: Callable[[str], None]) -> None:
    """Write a backup of everything that a server keeps, while it runs or not."""
    if isinstance(settings.where, Path) and not settings.where.is_file():
        raise ZelligError(
            "there is no database", path=settings.where, remedy="Name the folder of a server with --data."
        )
    database = open_database(settings.where)
    try:
        contents = back_up(database, path)
    finally:
        database.close()
    told(f"{path} written: {sum(contents.rows.values()):,} rows of {len(contents.rows)} tables.")


def bring_back(settings: Settings, path: Path, told: Callable[[str], None]) -> None:
    """Write a backup into a database that is new or empty."""
    with open_house(settings) as house:
        contents = restore(house.database, path)
    told(f"{sum(contents.rows.values()):,} rows of {len(contents.rows)} tables restored.")


def settings_of(
    data: Path,
    database: str | None,
    address: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    everybody: bool = False,
    smtp: str | None = None,
    sender: str | None = None,
    *,
    private_endpoints: bool = False,
    systems: Path | None = None,
    proxy: str | None = None,
    rooms: bool = False,
) -> Settings:
    """Settings from what was said on a command line, and the password of the mail server from where it is."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104
    mail = mail_server(smtp, sender, os.environ.get(MAIL_PASSWORD))
    reached = (address or f"http://{shown}:{port}").rstrip("/")
    try:
        believed = str(ip_address(proxy or Settings.proxy))
    except ValueError:
        raise ZelligError(
            f"{proxy!r} is not the address of a proxy",
            field="proxy",
            remedy="Give the one number that its requests come from, as --proxy 10.0.0.2.",
        ) from None
    return Settings(data, database, reached, everybody, mail, private_endpoints, systems, believed, rooms)
