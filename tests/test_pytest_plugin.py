"""The gate in somebody's own tests: three lines, and a failure says what the command line says."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gates import OPPOSITE, changed, hundred, write_run
from helpers import ROOT
from zellig.front import gate  # noqa: F401  (loaded here: pytester forgets what its tests load)
from zellig.games.breaking.gate import check_run
from zellig.items import Prediction, write_records

pytest_plugins = ["pytester"]

# The plugin comes from this tree, whatever is installed; that of hypothesis takes seconds to load.
PLUGIN = ("-p", "no:zellig", "-p", "zellig.pytest_plugin", "-p", "no:hypothesispytest")


@pytest.fixture
def place(pytester: pytest.Pytester) -> Path:
    """A run, two files of answers and the stored result of one."""
    write_run(pytester.path / "run", hundred())
    gold = {item.id: item.accepted[0] for pair in hundred() for item in (pair.original, pair.modified)}
    wrong = changed("negation", range(20))
    for name, ids in (("right", set[str]()), ("worse", wrong)):
        rows = [Prediction(id, OPPOSITE[label] if id in ids else label) for id, label in gold.items()]
        write_records(pytester.path / f"{name}.jsonl", Prediction, rows, "sentiment")
    check_run(pytester.path / "run", f"file:{pytester.path}/right.jsonl", store=pytester.path / "old.json")
    return pytester.path


def test_a_system_that_passes(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        def test_my_model(zellig_check):
            decision = zellig_check("run", system="file:worse.jsonl", min_passed=90, min_accuracy=100)
            assert decision.passed.hits == 180
    """)
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=1)


def test_models_with_labels_of_their_own(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        def test_my_model(zellig_check):
            zellig_check(
                "run",
                system=lambda texts: ["yes" if int(text.split()[1]) % 2 else "no" for text in texts],
                labels={"yes": "+1", "no": "-1"},
                baseline=lambda texts: ["A"] * len(texts),
                baseline_labels={"A": "+1", "B": "-1"},
                limits={"negation": 0},
                task="sentiment",
                store="new.json",
            )
    """)
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=1)
    assert (place / "new.json").is_file()


def test_a_regression_fails_the_test_and_is_named(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        def test_my_model(zellig_check):
            zellig_check("run", system="file:worse.jsonl", baseline="old.json")
    """)
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "file:worse.jsonl does not pass: regression (negation), regression (all pairs).",
            "negation: 20 no longer passed and 0 newly passed of 40 pairs, beside file:*right.jsonl*",
            "  Dish 0 was served{+ with negation+}.",
            "  answered -1 right, -1 WRONG",
        ]
    )
    result.stdout.no_fnmatch_line("*def test_my_model*")  # no traceback
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_objects_that_know_nothing_fail(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        import pytest
        from gates import Knowing, by_chance, constant, hundred, inverted

        @pytest.mark.parametrize("answer", [constant, inverted, by_chance])
        def test_my_model(zellig_check, answer):
            zellig_check("run", system=Knowing(hundred(), answer), min_passed=40)
    """)
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(failed=3)
    reasons = ("reading (constant), passed", "reading (exchanged), passed", "reading (chance), passed")
    result.stdout.fnmatch_lines([f"knowing does not pass: {reason} (all pairs)." for reason in reasons])


def test_what_keeps_it_from_deciding_is_one_sentence(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        def test_my_model(zellig_check):
            zellig_check("nowhere", system="file:right.jsonl", min_passed=40)
    """)
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E * zellig.errors.ZelligError: nowhere: there is no such file or folder. Check the path."]
    )
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")
    result.stdout.no_fnmatch_line("*files.py*")


def test_what_may_mislead_is_a_warning_of_the_test(pytester: pytest.Pytester, place: Path) -> None:
    pytester.makepyfile("""
        def test_my_model(zellig_check):
            zellig_check("run", system="file:right.jsonl", min_passed=0.4)
    """)
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["* min_passed: 0.4 means 0.4 percent; did you mean 40?"])


def test_the_wheel_tells_pytest_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"zellig": "zellig.pytest_plugin"}


def test_it_costs_nothing_until_it_is_used() -> None:
    """pytest loads it in every test run: nothing beside pytest itself comes with it."""
    code = (
        "import sys, pytest; before = set(sys.modules); import zellig.pytest_plugin; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["zellig", "zellig.pytest_plugin"]
