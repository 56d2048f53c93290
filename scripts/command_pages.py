"""Hook of mkdocs: the page of the command line is made from the commands, each time it is built."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from zellig.cli import app

MARK = "<!-- every command -->"


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put all commands where the page asks for them."""
    return markdown.replace(MARK, "\n".join(commands_page())) if MARK in markdown else markdown


def commands_page() -> Iterator[str]:
    """A section for each command, in the order of `zellig --help`."""
    for name, command in _walk("zellig", typer.main.get_command(app)):
        context = typer.Context(command, info_name=name)
        arguments, options = _parameters(command, context)
        usage = " ".join([name, *(row[0] for row in arguments), "[OPTIONS]" if options else ""])
        yield f"## {name}\n"
        yield f"{_plain(_text(command.help))}\n"
        yield f"```text\n{usage.strip()}\n```\n"
        if rows := [*arguments, *options]:
            yield "| argument or option | meaning |\n|---|---|"
            yield from (f"| `{what}` | {_cell(_plain(meaning))} |" for what, meaning in rows)
            yield ""


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    below = getattr(command, "commands", None)
    if below is None:
        yield name, command
    else:
        for each, sub in below.items():
            yield from _walk(f"{name} {each}", sub)


def _parameters(command: Any, context: typer.Context) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
    for parameter in command.params:
        if record := parameter.get_help_record(context):
            what, meaning = record
            # Typer names the Python types; "may be repeated" and the bounds are in the help.
            what = re.sub(r"<list\[(\w+)\]>", r"<\1>", what).replace(" range>", ">")
            rows[parameter.param_type_name].append((what, meaning))
    arguments = [(re.sub(r" <.*", "", what).upper(), meaning) for what, meaning in rows["argument"]]
    return arguments, rows["option"]


def _text(help_text: str | None) -> str:
    """The help of a command as paragraphs: single line breaks in it are those of the source."""
    return "\n\n".join(" ".join(part.split()) for part in (help_text or "").split("\n\n"))


def _plain(text: str) -> str:
    """Nothing outside of `backticks` is a link, emphasis or a tag."""
    parts = text.split("`")
    return "`".join(
        part if number % 2 else re.sub(r"([\[\]*_])", r"\\\1", part).replace("<", "&lt;")
        for number, part in enumerate(parts)
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
