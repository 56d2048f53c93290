"""The demo as a user runs it, and as a user kills it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import warm

KILLS = 5  # in each of four chains: twenty in all


def demo(folder: Path, *more: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "zellig", "demo", "--out", str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def finish(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return out


def data_files(folder: Path) -> dict[str, bytes]:
    """Everything a run left behind but its log of times; its plan names the folder that it is in."""
    return {
        str(path.relative_to(folder)): path.read_bytes().replace(str(folder).encode(), b"HERE")
        for path in folder.rglob("*")
        if path.is_file() and path.name != "log.jsonl"
    }


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An uninterrupted run and what it printed."""
    folder = tmp_path_factory.mktemp("demo") / "run"
    return folder, finish(demo(folder))


def test_demo_says_what_broke(finished: tuple[Path, str]) -> None:
    folder, said = finished
    scores = json.loads((folder / "run/scores.json").read_text())
    assert set(scores["systems"]) == {"bag-of-ngrams", "bag-of-words"}
    assert scores["pairs"] > 1000
    assert scores["breakers"]["not-add"]["pairs"] >= 20
    assert scores["breakers"]["not-add"]["break_rate"] > scores["breakers"]["synonym"]["break_rate"]
    assert 0.75 < scores["systems"]["bag-of-ngrams"]["dev_accuracy"] < 0.9
    first, second = said.splitlines()[:2]
    assert first.startswith("bag-of-ngrams answers 8")
    assert second.startswith("• bag-of-ngrams does not read *not*: ")
    assert str(folder / "run/report.html") in said


def test_demo_scores_are_those_of_the_folder(finished: tuple[Path, str]) -> None:
    folder, _ = finished
    command = [sys.executable, "-m", "zellig", "contest", "score", str(folder / "run"), "--format", "json"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == json.loads((folder / "run/scores.json").read_text())


def test_another_run_is_not_overwritten(finished: tuple[Path, str], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from zellig.items import Prediction\nfrom zellig.performers import Spec\n"
        "class Mine:\n    spec = Spec('mine')\n"
        "    def predict(self, items):\n        return [Prediction(i.id, 1) for i in items]\n"
    )
    folder, _ = finished
    before = data_files(folder)
    process = demo(folder, "--system", "py:mine:Mine", cwd=tmp_path)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 1
    assert "this folder holds another run" in errors
    assert data_files(folder) == before


# The same program with less to do: most of its time goes by between one file and the next. It says how much
# time it took, which does not depend on what else the machine does.
SMALL = """
import sys, time
from zellig import demo
from zellig.cli import main
demo.ITEMS, demo.TRAIN, demo.DEV = 20, demo.DEV, demo.TRAIN
sys.argv = ["zellig", "demo", "--out", sys.argv[1]]
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demo, in a process of its own: strings have other hashes there."""
    folder = tmp_path_factory.mktemp("small") / "run"
    subprocess.run([sys.executable, "-c", SMALL, str(folder)], capture_output=True, check=True)
    return folder


@pytest.fixture(scope="module")
def seconds(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How much time the small demo takes."""
    done = small_demo(tmp_path_factory.mktemp("timed") / "run")
    return float(done.stderr.splitlines()[-1])


@pytest.mark.parametrize("chain", range(4))
def test_killed_at_any_moment_it_ends_the_same(
    chain: int, uninterrupted: Path, seconds: float, tmp_path: Path
) -> None:
    """Killed at five random moments; a run that got away is compared, and a new one is begun."""
    moments = random.Random(chain)
    killed = runs = 0
    while killed < KILLS:
        done = small_demo(tmp_path / f"run{runs}", killed_after=moments.uniform(0.01, seconds))
        if done.returncode == -signal.SIGPROF:
            killed += 1
        else:
            assert done.returncode == 0, done.stderr
            assert data_files(tmp_path / f"run{runs}") == data_files(uninterrupted)
            runs += 1
    assert small_demo(tmp_path / f"run{runs}").returncode == 0
    assert data_files(tmp_path / f"run{runs}") == data_files(uninterrupted)


def small_demo(folder: Path, killed_after: float = 0.0) -> subprocess.CompletedProcess[str]:
    return warm.run(["-c", SMALL, folder], folder.parent, os.environ, killed_after=killed_after)
