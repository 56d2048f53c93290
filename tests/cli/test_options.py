"""One word for one thing in all commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from zellig.cli import app


def commands(command: Any, *words: str) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for name, each in command.commands.items():
            yield from commands(each, *words, name)
    else:
        yield " ".join(words), command


def test_at_most_so_many_is_the_limit() -> None:
    found = {
        name: {option for each in command.params for option in each.opts}
        for name, command in commands(typer.main.get_command(app))
    }
    limited = {name for name, options in found.items() if "--limit" in options}
    assert limited >= {"break", "explain", "pairs show", "corpora show", "contrast make", "augment"}
    assert set().union(*found.values()).isdisjoint({"--n", "-n", "--first", "--most", "--count"})
