"""`zellig serve`, `zellig worker`, `zellig backup` and `zellig restore`: contests online."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zellig.cli.output import say
from zellig.cli.paths import Names

if TYPE_CHECKING:
    from zellig.server.settings import Settings

DATA = Path("zellig-server")
Data = Annotated[Path, typer.Option(help="Folder for the SQLite file and caches."), Names.folder]
Address = Annotated[
    str | None, typer.Option(help="A PostgreSQL database instead of the SQLite file: postgresql://...")
]

Url = Annotated[
    str | None, typer.Option(help="The address under which people reach it, if a proxy stands before it.")
]
Smtp = Annotated[
    str | None,
    typer.Option(help="The mail server for links and reminders: smtp://USER@HOST:PORT, or smtps://..."),
]
Sender = Annotated[str | None, typer.Option(help="The address that mails come from.")]
Inside = Annotated[
    bool, typer.Option("--private-endpoints", help="Ask endpoints in this machine's own network, too.")
]

LogFormat = Annotated[Literal["plain", "json"], typer.Option(help="Lines of the log for people, or as JSON.")]


def serve(
    data: Data = DATA,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8000,
    host: Annotated[
        str, typer.Option(help="The address to listen at; only this machine, unless said.")
    ] = "127.0.0.1",
    database: Address = None,
    url: Url = None,
    everybody: Annotated[
        bool, typer.Option("--open", help="Let anybody make an account, not only who is invited.")
    ] = False,
    open_rooms: Annotated[
        bool, typer.Option("--open-rooms", help="Let whoever has an account found rooms for matches.")
    ] = False,
    systems: Annotated[
        Path | None,
        typer.Option(help="A table (TOML) of the systems that people write against."),
        Names.path,
    ] = None,
    worker: Annotated[
        bool, typer.Option(help="Start a worker that checks submissions, too; else run `zellig worker`.")
    ] = True,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="Serve contests in each phase, matches and an arena to look at; nothing is kept.",
        ),
    ] = False,
    smtp: Smtp = None,
    sender: Sender = None,
    private_endpoints: Inside = False,
    proxy: Annotated[
        str | None,
        typer.Option(help="The number that a proxy asks from, and says for whom; this machine, unless said."),
    ] = None,
    log_format: LogFormat = "plain",
) -> None:
    """Serve contests: accounts, phases, submissions, blind judging, boards."""
    from zellig.extras import require

    require("server", "zellig serve")
    from zellig.server import running
    from zellig.server.logs import log_to_stderr

    log_to_stderr(log_format)

    def settings(data: Path) -> Settings:
        return running.settings_of(
            data,
            database,
            url,
            host,
            port,
            everybody,
            smtp,
            sender,
            private_endpoints=private_endpoints,
            systems=systems,
            proxy=proxy,
            rooms=open_rooms,
        )

    if demo:
        kept = "--database" if database is not None else "--data" if data != DATA else ""
        running.serve_demo(settings, kept, host, port, workers=worker, told=say)
    else:
        running.serve(settings(data), host, port, workers=worker, told=say)


def worker(
    data: Data = DATA,
    database: Address = None,
    url: Url = None,
    smtp: Smtp = None,
    sender: Sender = None,
    private_endpoints: Inside = False,
    log_format: LogFormat = "plain",
) -> None:
    """Check what is uploaded to a server, ask live endpoints and send mails, also from another machine."""
    from zellig.extras import require

    require("server", "zellig worker")
    from zellig.server import running
    from zellig.server.logs import log_to_stderr

    log_to_stderr(log_format)
    settings = running.settings_of(
        data, database, url, smtp=smtp, sender=sender, private_endpoints=private_endpoints
    )
    running.work(settings, say)


def backup(
    file: Annotated[Path, typer.Argument(help="The zip file to write."), Names.file],
    data: Annotated[Path, typer.Option(help="Folder with the SQLite file."), Names.path] = DATA,
    database: Address = None,
) -> None:
    """Write everything that a server keeps into one file, while it runs."""
    from zellig.extras import require

    require("server", "zellig backup")
    from zellig.server import running

    running.save(running.settings_of(data, database), file, say)


def restore(
    file: Annotated[Path, typer.Argument(help="A file of `zellig backup`."), Names.path],
    data: Data = DATA,
    database: Address = None,
) -> None:
    """Bring back what a backup holds, into a folder or a PostgreSQL database that is new or empty."""
    from zellig.extras import require

    require("server", "zellig restore")
    from zellig.server import running

    running.bring_back(running.settings_of(data, database), file, say)
