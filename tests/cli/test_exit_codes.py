"""What a command's exit code means, and what is said where somebody stops it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from zellig import demo
from zellig.cli import main
from zellig.front import pairs

GOOD = "id\ttext\tlabel\n1_a\tWarm soup.\t1\n1_b\tCold soup.\t-1\n"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """The exit code."""
    handler = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(sys, "argv", ["zellig", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    signal.signal(signal.SIGTERM, handler)
    return stopped.value.code or 0


def stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("rows", "words", "code"),
    [
        ("", ["--task", "sentiment"], 0),
        ("2_a\tTea.\t1\n", ["--task", "sentiment"], 1),
        ("2_a\tTea.\t1\n", ["--task", "sentimental"], 2),
        ("", ["--task", "sentiment", "--originals", "nowhere.tsv"], 2),
        ("", ["--task", "sentiment", "--no-such-option"], 2),
    ],
)
def test_pairs_that_are_rejected_are_told_from_those_that_were_not_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rows: str, words: list[str], code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.tsv").write_text(GOOD + rows)
    assert run(monkeypatch, "pairs", "check", "pairs.tsv", *words) == code


def test_a_file_of_pairs_that_is_not_there_is_not_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "pairs", "check", "nowhere.jsonl", "--task", "sentiment") == 2


def test_who_stops_a_command_hears_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pairs, "check_file", stop)
    assert run(monkeypatch, "pairs", "check", "pairs.tsv", "--task", "sentiment") == 130
    assert capsys.readouterr().err == "zellig: stopped.\n"


def test_who_stops_a_run_hears_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "run_demo", stop)
    assert run(monkeypatch, "demo", "--out", str(tmp_path / "run")) == 130
    assert capsys.readouterr().err == "zellig: stopped; run the same command again to go on.\n"
