"""The edge to the terminal: what passes it is text, and nothing passes beside it."""

from __future__ import annotations

import ast
import io
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zellig
from zellig.cli import output
from zellig.terminal import visible

SOURCE = Path(zellig.__file__).parent
EDGE = SOURCE / "cli/output.py"
HOSTILE = "[bold]x[/bold][/nope]:smile:\x1b[2J\x9b31m\u202e"
SEEN = "[bold]x[/bold][/nope]:smile:␛[2J\ufffd31m\ufffd"

texts = st.text(st.one_of(st.characters(), st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"])))


def names_in(path: Path) -> Iterator[str]:
    """The modules that a file imports, and the functions that it calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module)):
                yield module.partition(".")[0]
            case ast.Call(func):
                yield ast.unparse(func)


def test_rich_is_known_at_the_edge_alone() -> None:
    assert [path for path in SOURCE.rglob("*.py") if "rich" in names_in(path)] == [EDGE]


@pytest.mark.parametrize("path", sorted((SOURCE / "cli").glob("*.py")), ids=lambda path: path.stem)
def test_commands_print_through_the_edge(path: Path) -> None:
    direct = {"print", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"}
    assert path == EDGE or not direct & set(names_in(path))


def test_lines_and_tables_are_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    output.say(f"{HOSTILE}\n:smile:")
    output.say_styled([(HOSTILE, "bold"), ("\n:smile:", "")])
    output.show_table((HOSTILE,), [[f"{HOSTILE}\n:smile:"]], title=HOSTILE, boxed=False)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [f"{SEEN} :smile:", SEEN, ":smile:", SEEN, SEEN, f"{SEEN} :smile:"]


def test_a_narrow_table_keeps_its_names_and_cuts_no_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    cells = [f"{number} (0.25–0.75)" for number in range(3)]
    output.show_table(("", "a", "b", "c"), [["upper third", *cells]], boxed=False, numbers=True)
    shown = capsys.readouterr().out.split()
    assert sorted(shown) == sorted(" ".join(["a b c upper third", *cells]).split())


def test_a_line_for_a_program_is_one_at_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setenv("COLUMNS", "20")
    output.print_line(f"{HOSTILE}\n" + "soup " * 20)
    assert shown.getvalue() == f"{SEEN} " + "soup " * 20 + "\n"


def test_warnings_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    output.warn(f"{HOSTILE}\nzellig: all is well")
    assert capsys.readouterr().err == f"zellig: warning: {SEEN} zellig: all is well\n"


def test_styles_are_not_taken_from_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    output.say_styled([("[red]hot", "red strike"), ("[/]cold", "green bold"), (" soup", "")])
    assert shown.getvalue() == "\x1b[9;31m[red]hot\x1b[0m\x1b[1;32m[/]cold\x1b[0m soup\n"


def test_bars_are_named_in_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", "200")
    with output.progress_of() as told:
        told(HOSTILE, 1, 2)
    with output.counting(HOSTILE, 2) as advance:
        advance(1)
    with output.watching() as watch:
        assert list(watch([1, 2], description=HOSTILE)) == [1, 2]
    assert shown.getvalue().count(SEEN) >= 3
    assert HOSTILE not in shown.getvalue()


@given(st.recursive(texts | st.integers() | st.none(), lambda values: st.dictionaries(texts, values)))
def test_json_is_the_same_value_and_steers_nothing(value: object) -> None:
    shown, before = io.StringIO(), sys.stdout
    sys.stdout = shown
    try:
        output.print_json(value)
    finally:
        sys.stdout = before
    assert json.loads(shown.getvalue()) == value
    assert visible(shown.getvalue()) == shown.getvalue()


def test_json_has_null_where_a_number_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    class Figures(msgspec.Struct):
        found: tuple[float, ...]

    output.print_json({"rows": [Figures((math.nan, 0.5, math.inf))], 1: "é"})
    shown = capsys.readouterr().out
    assert shown.startswith('{\n  "rows": [\n    {\n')
    assert json.loads(shown) == {"rows": [{"found": [None, 0.5, None]}], "1": "é"}
