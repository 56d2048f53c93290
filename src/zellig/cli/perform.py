"""`zellig perform`: serve a performer to games elsewhere, or let it join a season of the arena."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from zellig.cli.output import say, show_logs
from zellig.messages import Serves

TOKEN = "ZELLIG_TOKEN"  # noqa: S105 -- the name of the variable


def perform(
    role: Annotated[Serves, typer.Option(help="The role that it plays.")],
    performer: Annotated[str, typer.Option("--with", help="Its name, or py:package.module:object.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    corpus: Annotated[
        str, typer.Option(help="The corpus of the game, for a curator or a strategy.")
    ] = "rotten-tomatoes:test",
    param: Annotated[
        list[str] | None, typer.Option(help="A parameter of the performer, NAME=VALUE; may be repeated.")
    ] = None,
    join: Annotated[
        str,
        typer.Option(help="Join a season of the arena here, an address of https or wss; nothing listens."),
    ] = "",
    token: Annotated[
        str, typer.Option(help="The token to join with.", envvar=TOKEN, show_default=False)
    ] = "",
) -> None:
    """Serve a performer to games elsewhere, over HTTP; or let it join a season of the arena.

    The token that games must show is in the environment variable ZELLIG_HTTP_KEY.
    """
    from zellig.seats.joining import join as join_season
    from zellig.seats.loading import load_performer, parameters, rehearse
    from zellig.seats.serving import serve, status_of
    from zellig.systems.http import KEY

    loaded = load_performer(role, performer, parameters(param or []), corpus)
    rehearse(loaded, role, performer)
    show_logs()
    if join:
        join_season(loaded, status_of(loaded, role, performer), join, token, told=say)
        return
    serve(loaded, status_of(loaded, role, performer), host, port, os.environ.get(KEY, ""), told=say)
