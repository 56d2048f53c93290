"""`zellig perform`: serve a performer to games elsewhere."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from zellig.cli.output import say, show_logs
from zellig.messages import Serves


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
) -> None:
    """Serve a performer to games elsewhere, over HTTP.

    The token that they must show is in the environment variable ZELLIG_HTTP_KEY.
    """
    from zellig.seats.loading import load_performer, parameters, rehearse
    from zellig.seats.serving import serve, status_of
    from zellig.systems.http import KEY

    loaded = load_performer(role, performer, parameters(param or []), corpus)
    rehearse(loaded, role, performer)
    show_logs()
    serve(loaded, status_of(loaded, role, performer), host, port, os.environ.get(KEY, ""), told=say)
