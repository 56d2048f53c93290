"""Wrong command lines, made from the commands' own signatures: each ends in one sentence, not a traceback.

A line starts from a command with all that it needs, so that only what is made wrong is wrong; the names in it
name nothing, so that no command gets to work.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

import typer
from typer.models import ArgumentInfo

from fuzz.mutations import Files
from fuzz.target import SEEDS, place, stored, target, write_files
from fuzz.values import NUMBERS, TEXTS

WORDS = "words.json"
WORK = ("--all",)  # options with which a line is right, and fetches everything there is

# What is written where a file, a folder, a corpus, a system, a breaker or a task is wanted. No name outside:
# if it is that of an output, that is where it goes, and nothing has escaped.
INSIDE = [text for text in TEXTS if not text.endswith("escaped")]
NAMES = (*INSIDE, "\udcff", *Path(__file__).with_name("wrong_names.txt").read_text("utf-8").splitlines())
# What is right there, so that a line may be wrong in one point only; nothing that would make long work.
RIGHT = {
    "--task": "sentiment",
    "--corpus": "items:items.jsonl",
    "--system": "py:fuzz.records:Stuck",
    "--to": "items",
    "--out": "made",
    "file": "pairs.jsonl",
    "pairs": "pairs.jsonl",
    "run": "contest",
    "folder": "contest",
    "spec": "items:items.jsonl",
    "system": "py:fuzz.records:Stuck",
    "sentence": "The cook stirs the soup.",
}


@dataclass(frozen=True)
class Parameter:
    """What a command takes."""

    name: str  # of an option with its dashes
    kind: type
    legal: tuple[str, ...]  # the values of a choice
    required: bool

    def plain(self, chance: Random) -> str:
        """A value of the right type; half of the names name nothing."""
        if self.legal:
            return self.legal[0]
        right = RIGHT.get(self.name, "nowhere") if chance.random() < 0.5 else "nowhere"
        return {int: "100", float: "1"}.get(self.kind, right)

    def wrong(self, chance: Random) -> str:
        """A value that is most likely wrong."""
        if self.kind in (int, float) and chance.random() < 0.8:
            return chance.choice((*NUMBERS, "nan", "inf", "", "x", "1.5", "٣", "1e5", " 1"))
        return chance.choice(NAMES)

    def said(self, value: str) -> list[str]:
        """How it is written; a flag takes no value, so that giving one is wrong."""
        if not self.name.startswith("-"):
            return [value]
        if self.kind is bool:
            return [self.name if len(value) % 2 else f"{self.name}={value}"]
        return [self.name, value]


Command = tuple[tuple[str, ...], tuple[Parameter, ...]]  # the words that name it, and what it takes


@cache
def commands() -> list[Command]:
    """Every command."""
    from zellig.cli import app

    return sorted(_below(app, ()), key=lambda command: command[0])


def _below(app: typer.Typer, words: tuple[str, ...]) -> Iterator[Command]:
    for command in app.registered_commands:
        assert command.callback
        name = command.name or command.callback.__name__
        takes = (each for each in _parameters(command.callback) if each.name not in WORK)
        yield (*words, name), tuple(takes)
    for group in app.registered_groups:
        assert group.typer_instance
        assert isinstance(group.name, str)
        yield from _below(group.typer_instance, (*words, group.name))


def _parameters(callback: Callable[..., Any]) -> Iterator[Parameter]:
    hints = get_type_hints(callback, include_extras=True)
    for name, parameter in inspect.signature(callback).parameters.items():
        hint, info = get_args(hints[name])[:2]
        while get_origin(hint) in (list, Union, UnionType):  # list[str] | None
            hint = get_args(hint)[0]
        chosen = get_origin(hint) is Literal
        legal = get_args(hint) if chosen else tuple(hint) if issubclass(hint, Enum) else ()
        stated = [info.default] if isinstance(info.default, str) else info.param_decls or []
        option = [*stated, f"--{name.replace('_', '-')}"][0].partition("/")[0]
        yield Parameter(
            name if isinstance(info, ArgumentInfo) else option,
            str if chosen else hint,
            tuple(map(str, legal)),
            parameter.default is inspect.Parameter.empty,
        )


def command_line(seeds: Sequence[Files], chance: Random) -> Files:
    """One wrong line."""
    words, takes = chance.choice(commands())
    given = {parameter: [parameter.plain(chance)] for parameter in takes if parameter.required}
    rest: list[str] = []
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        match chance.randrange(8):
            case 0 if given:
                del given[chance.choice(list(given))]
            case 0 | 1:
                rest.append(chance.choice(("--nope", "--nope=1", "-z", "-", "--out", "--help=1", "--fromat")))
            case _ if not takes:
                rest.append(chance.choice(NAMES))
            case 2:
                parameter = chance.choice(takes)
                given[parameter] = [parameter.wrong(chance) for _ in range(chance.choice((2, 3)))]
            case _:
                parameter = chance.choice(takes)
                given[parameter] = [parameter.wrong(chance)]
    if words == ("demo",):  # all that it takes has a default, and it works for minutes
        rest += ["--system", "nowhere"]
    if words in (("serve",), ("worker",)):  # they work until somebody stops them
        rest += ["--database", "nowhere"]
    parts = [parameter.said(value) for parameter, values in given.items() for value in values]
    chance.shuffle(parts)
    return {WORDS: json.dumps([*words, *chain.from_iterable(parts), *rest]).encode()}


def _sound_lines(scratch: Path) -> list[Files]:
    """Lines that load what other lines need."""
    lines = (
        ["corpora", "list"],
        ["systems", "list", "--format", "json"],
        ["doctor"],
        ["contest", "score", "contest"],
        ["explain", RIGHT["system"], "--text", "Soup .", "--task", "sentiment"],
        ["augment", "--task", "sentiment", "--corpus", "items:items.jsonl", "--out", "made"],
    )
    return [{WORDS: json.dumps(line).encode()} for line in lines]


@target("command-lines", seeds=_sound_lines, inputs=command_line)
def _run(folder: Path, out: Path) -> None:
    """Run a line in a folder with a few files, a folder, and one that may not be entered."""
    words = json.loads(place(folder).read_bytes())
    cwd = out / "cwd"
    write_files(stored("contest-zellig", out)[0], cwd / "contest")
    (cwd / "items.jsonl").write_bytes((SEEDS / "corpus-items" / "soup.jsonl").read_bytes())
    (cwd / "pairs.jsonl").write_bytes((SEEDS / "records-pairs" / "soup.jsonl").read_bytes())
    (cwd / "file.txt").write_text("The soup was hot.\n")
    (cwd / "folder").mkdir()
    (cwd / "locked").mkdir(mode=0)
    here = os.getcwd()
    os.chdir(cwd)
    try:
        code, said, complaint = _captured(words, out)
    finally:
        os.chdir(here)
    check(words, code, said, complaint)


def _captured(words: Sequence[str], out: Path) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a line in this process."""
    from zellig.cli import main

    code: Any = 0
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "argv", ["zellig", *words]))
        for number, name in ((1, "stdout"), (2, "stderr")):
            stack.callback(os.close, kept := os.dup(number))
            stack.callback(os.dup2, kept, number)
            stream = stack.enter_context((out / name).open("w", encoding="utf-8"))
            os.dup2(stream.fileno(), number)
            stack.enter_context(patch.object(sys, name, stream))
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    return code, (out / "stdout").read_text("utf-8"), (out / "stderr").read_text("utf-8")


def check(words: Sequence[str], code: int, said: str, complaint: str) -> None:
    """What holds of every line, however wrong."""
    what = f"{words}\n  exit code {code}\n  {said!r}\n  {complaint!r}"
    assert code in (0, 1, 2, 130), what
    assert "Traceback" not in complaint, what
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", said + complaint), (
        f"it steers the terminal: {what}"
    )
    lines = [line for line in complaint.splitlines() if not line.startswith("zellig: warning: ")]
    if code == 2 and not complaint:
        assert "─ Commands ─" in said, f"no sentence: {what}"  # a group without a command shows its help
    elif code == 2 or (code == 1 and not _says_no(words, said)):
        assert not said, f"something was printed: {what}"
        assert len(lines) == 1, f"not one line: {what}"
        assert lines[0].startswith("zellig: "), what
        assert re.search(r"[.?!…)] [A-Z`'\"]", lines[0]), f"no remedy: {what}"


def _says_no(words: Sequence[str], said: str) -> bool:
    """Did a command do its work, and is its answer no?"""
    if words[:1] == ["check"]:
        return "does not pass: " in said or '"passes": false' in said
    if words[:2] == ["pairs", "check"]:
        return "REJECTED" in said or '"rejected"' in said
    return words[:2] == ["systems", "check"] and said.endswith("are wrong.\n")
