"""Advice is spelt as whoever came in would write it: at the command line, or in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import zellig as zl
from helpers import sentiment_pair, zellig
from zellig.doors import by_door, command_line, option
from zellig.engine import open_engine
from zellig.items import Pair, write_records

SOURCE = Path(zl.__file__).parent
# Files that speak to one door only, or to programs that have such options themselves.
OF_ONE_DOOR = {"cli", "doors.py", "demo.py", "doctor.py", "server"}  # one starts a server at a command line
COMMANDS_OF_OTHERS = {"systems/bag_of_ngrams.py", "language/erg/ace.py", "seats/serving.py", "checks/show.py"}


def test_an_option_in_both_spellings() -> None:
    asked: list[tuple[str, str | bool | None]] = [
        ("task", "nli"),
        ("allow_overlap", True),
        ("data", None),
        ("mapping", 'label = "stars"'),
    ]
    assert [option(*each) for each in asked] == [
        'task="nli"',
        "allow_overlap=True",
        "data=",
        "mapping='label = \"stars\"'",
    ]
    with command_line():
        assert [option(*each) for each in asked] == [
            "--task nli",
            "--allow-overlap",
            "--corpus",
            "--mapping 'label = \"stars\"'",
        ]
    assert (option("task"), option("exclude", "mine")) == ("task=", 'exclude=["mine"]')


def spoken(number: int) -> str:
    return by_door("at the command line", "in Python")


def test_a_worker_speaks_to_whom_its_parent_speaks() -> None:
    with command_line(), open_engine(workers=2) as engine:
        assert set(engine.in_order(spoken, range(2))) == {"at the command line"}


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """What a file may say: its texts but for documentation, and those that `by_door` chooses from."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    chosen = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "by_door"
        for part in ast.walk(call)
    }
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in chosen | documents:
            yield node.lineno, str(node.value)


def test_no_sentence_has_the_options_of_one_door() -> None:
    at_command_line = re.compile(r"(?<![\w-])--(?!again\b|upgrade\b|hash\b|version\b|from FILE)[a-z]")
    in_python = re.compile(r"\b(mapping|task|columns|allow_overlap|domain)=")
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in OF_ONE_DOOR
        and str(path.relative_to(SOURCE)) not in COMMANDS_OF_OTHERS
        for line, text in strings(path)
        if (at_command_line.search(text) and " " in text.strip("- "))
        or (in_python.search(text) and not re.search(r"[?&](mapping|task)=", text))
    ]
    assert found == []


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doors") / "odd.csv"
    rows = [f"The dish {n} was fine.,{('red', 'blue')[n % 2]}" for n in range(30)]
    path.write_text("\n".join(["text,label", *rows]) + "\n")
    write_records(path.with_name("pairs.jsonl"), Pair, [sentiment_pair("1")], "sentiment")
    return path


def test_one_mistake_by_two_doors(table: Path) -> None:
    done = zellig("evaluate", "bag", "--task", "sentiment", "--corpus", table)
    assert "--mapping 'labels = {" in done.stderr
    assert "mapping=" not in done.stderr
    with pytest.raises(zl.ZelligError, match="mapping='labels = ") as refused:
        zl.evaluate("bag", data=table, task="sentiment")
    assert "--" not in str(refused.value)


def test_a_gate_that_has_nothing_to_decide_by(table: Path) -> None:
    pairs = table.with_name("pairs.jsonl")
    done = zellig("check", pairs, "--system", "bag")
    assert "Give --min-passed, --min-accuracy, --limits or --baseline; or --store" in done.stderr
    in_python = "Give min_passed=, min_accuracy=, limits= or baseline=; or store="
    with pytest.raises(zl.ZelligError, match=in_python):
        zl.gate(pairs, system="bag")


def test_labels_that_are_not_understood(table: Path) -> None:
    model = table.with_name("model.py")
    model.write_text("def model(texts):\n    return ['left' if '1' in text else 'right' for text in texts]\n")
    words = ("--system", f"py:{model}:model?task=sentiment", "--min-passed", 10)
    done = zellig("check", table.with_name("pairs.jsonl"), *words)
    assert "behind its name, in the order of its classes (?task=sentiment&labels=-1,0,+1)" in done.stderr
    with pytest.raises(zl.ZelligError, match=r"labels=\{'left': \.\.\., "):
        zl.gate(table.with_name("pairs.jsonl"), system=lambda texts: ["left"] * len(texts), min_passed=10)
