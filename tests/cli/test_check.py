"""`zellig check` as it is run: exit codes, what it prints and writes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gates import OPPOSITE, changed, hundred, write_run
from zellig.cli import main
from zellig.front import gate
from zellig.items import Prediction, write_records

REGRESSED = changed("negation", range(20))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run and two files of answers in the current folder: `right` and `worse`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    write_run(Path("run"), hundred())
    write_run(Path("killed"), hundred()[:100])
    Path("killed/run.toml").write_text('game = "breaking"\n')
    gold = {item.id: item.accepted[0] for pair in hundred() for item in (pair.original, pair.modified)}
    for name, wrong in (("right", set[str]()), ("worse", REGRESSED)):
        rows = [Prediction(id, OPPOSITE[label] if id in wrong else label) for id, label in gold.items()]
        write_records(Path(f"{name}.jsonl"), Prediction, rows, "sentiment")
    return tmp_path


def check(words: str) -> object:
    """The exit code."""
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["zellig", "check", *words.split()])
        with pytest.raises(SystemExit) as stopped:
            main()
    signal.signal(signal.SIGTERM, handler)
    return stopped.value.code or 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("run --system file:right.jsonl --min-passed 90", 0),
        ("run --system file:worse.jsonl --min-passed 90", 0),
        ("run --system file:worse.jsonl --min-passed 91", 1),
        ("run --system file:worse.jsonl --min-accuracy 100", 0),
        ("run --system file:worse.jsonl --baseline file:right.jsonl", 1),
        ("run --system file:right.jsonl --baseline file:worse.jsonl", 0),
    ],
)
def test_a_decision(words: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(words) == code
    said = capsys.readouterr()
    assert said.err == ""
    assert ("does not pass" in said.out) == bool(code)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("killed --system file:right.jsonl --min-passed 40", "Run `zellig break` to its end"),
        ("nowhere --system file:right.jsonl --min-passed 40", "nowhere: there is no such file or folder"),
        ("run/pairs --system file:right.jsonl --min-passed 40", "run/pairs/pairs: there is no such"),
        ("run --system file:wrong.jsonl --min-passed 40", "wrong.jsonl: there is no such file"),
        ("run --system py:nowhere:system --min-passed 40", "could not be loaded"),
        ("run --system file:right.jsonl", "there is nothing to decide by"),
        ("run --system file:right.jsonl --min-passed 140", "--min-passed"),
        ("run --system file:right.jsonl --min-passed nan", "--min-passed"),
        ("run --system file:right.jsonl --max-broken 10", "--max-broken"),
        ("run --system file:right.jsonl --limits run", "run: "),
        ("run --system file:right.jsonl --baseline nowhere", "there is no trained system in 'nowhere'"),
        ("run --system file:right.jsonl --baseline olld.json", "olld.json: there is no such file. Check"),
        ("run --system file:right.jsonl --baseline right.jsonl", "it is not a result of zellig check"),
        ("run --system file:right.jsonl --min-passed 1 --task nli", "this holds sentiment, not nli"),
        ("run --system file:right.jsonl --min-passed 1 --junit run", "a file is to be written"),
        ("run --system file:right.jsonl --min-passed 1 --junit right.jsonl", "this is what is read"),
        ("run --system file:right.jsonl --min-passed 1 --store caf\udce9", "cannot be written as UTF-8"),
    ],
)
def test_what_keeps_it_from_deciding_is_another_code(
    words: str, told: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name for path in place.iterdir()}
    assert check(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert told in line
    assert {path.name for path in place.iterdir()} == before


def test_a_mistake_of_ours_is_no_decision(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def confused(*_: object, **__: object) -> None:
        raise RuntimeError("confused")

    monkeypatch.setattr(gate, "check_run", confused)
    assert check("run --system file:right.jsonl --min-passed 1") == 2
    assert "RuntimeError: confused" in capsys.readouterr().err


def test_a_system_that_ends_the_program_decides_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(place))
    (place / "leaving.py").write_text("raise SystemExit(1)\n")
    assert check("run --system py:leaving:system --min-passed 1") == 2
    assert "could not be loaded (SystemExit: 1)" in capsys.readouterr().err


def test_an_interruption_stays_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(gate, "check_run", interrupted)
    assert check("run --system file:right.jsonl --min-passed 1") == 130
    assert capsys.readouterr().err == "zellig: stopped.\n"


def test_a_regression_is_named_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    check("run --system file:worse.jsonl --baseline file:right.jsonl")
    said = capsys.readouterr().out
    assert "negation: 20 no longer passed and 0 newly passed of 40 pairs, beside file:right.jsonl" in said
    assert "Dish 0 was served{+ with negation+}." in said
    assert said.splitlines()[-1] == (
        "file:worse.jsonl does not pass: regression (negation), regression (all pairs)."
    )


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("run --system file:worse.jsonl --min-passed 95 --format json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["passes"], found["passed"]["percent"]) == (2, False, 90.0)
    assert found["limits"][0]["examples"][0]["pair"]["id"] == "negation 0"


def test_github_lines_are_whole_at_any_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert check("run --system file:worse.jsonl --min-passed 95 --format github") == 1
    errors = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::error ")]
    assert len(errors) == 1
    assert "95%25 are asked for: too few.%0Anegation 0 " in errors[0]


def test_junit_is_written_whether_it_passes_or_not_and_a_result_stored_if_it_does(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for percent, failures in ((95, "1"), (5, "0")):
        words = f"run --system file:worse.jsonl --min-passed {percent} --junit gate.xml --store now.json"
        assert check(words) == int(failures)
        assert ElementTree.parse(place / "gate.xml").getroot().get("failures") == failures
        assert (place / "now.json").is_file() == (failures == "0")
        printed = capsys.readouterr()
        assert ("The result is stored in now.json." in printed.out) == (failures == "0")
        assert ("nothing is stored in now.json" in printed.err) == (failures == "1")
    assert check("run --system file:right.jsonl --baseline now.json") == 0


def test_a_first_result_is_stored_without_a_decision(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("run --system file:right.jsonl --store old.json") == 0
    *_, undecided, stored = capsys.readouterr().out.splitlines()
    assert "nothing was decided about file:right.jsonl" in undecided
    assert stored == "The result is stored in old.json."
    assert (place / "old.json").is_file()


def test_an_old_junit_file_does_not_outlive_a_check_that_could_not_be_made(place: Path) -> None:
    words = "run --system file:right.jsonl --min-passed 5 --junit gate.xml"
    assert check(words) == 0
    assert check(f"{words} --limits missing.toml") == 2
    top = ElementTree.parse(place / "gate.xml").getroot()
    assert (top.get("errors"), top.get("failures")) == ("1", "0")


def test_limits_without_a_limit_decide_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "none.toml").write_text("[phenomena]\n")
    assert check("run --system file:right.jsonl --limits none.toml") == 2
    assert "there is no limit in it" in capsys.readouterr().err


@pytest.mark.parametrize(("percent", "code"), [(5, 0), (95, 1)])
def test_the_exit_code_is_the_decision_s_also_if_nobody_reads_it(
    place: Path, percent: int, code: int
) -> None:
    command = [sys.executable, "-m", "zellig", "check", "run", "--system", "file:worse.jsonl"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*command, "--min-passed", str(percent)], cwd=place, stdout=writer, check=False)
    os.close(writer)
    assert done.returncode == code
