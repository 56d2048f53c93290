"""`zellig systems list`, `show` and `check`, run as a user would."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from helpers import ROOT, zellig
from zellig import registry
from zellig.items import Item, Prediction, write_records
from zellig.systems.checking import check_system, describe
from zellig.systems.training import train_system

START = """
import json
from zellig.items import Prediction
from zellig.performers import Spec

class Cook:
    spec = Spec("cook")
    calls = 0
    def answer(self, item, place):
        return Prediction(item.id, "+1", {"+1": 0.75, "-1": 0.25})
    def predict(self, items):
        self.calls += 1
        return [self.answer(item, place) for place, item in enumerate(items)]
"""

ANSWER = "def answer(self, item, place):\n        return "

FAULTS = {
    "fails on odd texts": (
        ANSWER + "Prediction(item.id, '+1' if item.fields['text'][0] else '')",
        "an empty text",
    ),
    "changes its mind": (
        ANSWER + "Prediction(item.id, '+1' if self.calls % 2 else '-1')",
        "the same batch again",
    ),
    "goes by the place": (
        ANSWER + "Prediction(item.id, '-1' if place else '+1')",
        "the same answers in any order",
    ),
    "mixes up ids": (
        "def predict(self, items):\n        return [Prediction(item.id, '0') for item in items][::-1]",
        "a batch of 5, ids in order",
    ),
    "has labels of its own": (
        ANSWER + "Prediction(item.id, 'tasty')",
        "answers are answers of the task",
    ),
    "adds up to more than 1": (
        ANSWER + "Prediction(item.id, '0', {'0': 0.9, '+1': 0.9})",
        "probabilities",
    ),
    "does not say the most probable": (
        ANSWER + "Prediction(item.id, '0', {'0': 0.1, '+1': 0.9})",
        "probabilities",
    ),
    "has probabilities of other labels": (
        ANSWER + "Prediction(item.id, '0', {'tasty': 1.0})",
        "probabilities",
    ),
    "reads only what is beside nothing": (
        "def predict(self, items):\n        word = '0' if len(items) > 5 else '+1'\n"
        "        return [Prediction(item.id, word) for item in items]",
        "the same answers beside odd texts",
    ),
}


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which `kitchen.py` holds the user's system."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.delitem(sys.modules, "kitchen", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "kitchen.py").write_text(START)
    return tmp_path


@pytest.mark.usefixtures("kitchen")
def test_a_good_system_passes() -> None:
    findings = list(check_system("py:kitchen:Cook", "sentiment"))
    assert [each for each in findings if not each.good] == []
    assert len(findings) > 12


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(kitchen: Path, fault: str) -> None:
    body, what = FAULTS[fault]
    (kitchen / "kitchen.py").write_text(f"{START}\n    {body}\n")
    findings = list(check_system("py:kitchen:Cook", "sentiment"))
    assert what in [each.what for each in findings if not each.good]


@pytest.mark.usefixtures("kitchen")
def test_a_task_is_needed() -> None:
    *_, last = check_system("py:kitchen:Cook")
    assert (last.what, last.good) == ("its task", False)
    assert "Give it with task=" in last.detail


def trained(folder: Path) -> str:
    items = [Item(str(n), {"text": f"word{n}"}, ("+1" if n % 2 else "-1",)) for n in range(4)]
    write_records(folder / "words.jsonl", Item, items, "sentiment")
    train_system(
        "bag-of-ngrams", f"items:{folder}/words.jsonl", folder / "bag", dev=f"items:{folder}/words.jsonl"
    )
    return str(folder / "bag")


def test_a_trained_system(tmp_path: Path) -> None:
    folder = trained(tmp_path)
    done = zellig("systems", "check", folder)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "All is well."
    assert all(line.startswith("good ") for line in done.stdout.splitlines()[:-1])
    found = json.loads(zellig("systems", "show", folder, "--format", "json").stdout)
    assert (found["trained"], found["task"], found["labels"]) == (True, "sentiment", ["-1", "+1"])
    assert found["corpus"] == f"items:{tmp_path}/words.jsonl"
    assert found["capabilities"] == ["explains", "probabilities"]
    shown = zellig("systems", "show", folder).stdout
    for word in (found["fingerprint"], found["corpus"], "bag-of-ngrams"):
        assert word in shown
    (tmp_path / "bag/weights.safetensors").write_bytes(b"soup")
    done = zellig("systems", "check", folder)
    assert done.returncode == 1
    assert "WRONG it loads" in done.stdout
    assert "weights.safetensors" in done.stdout


def test_a_program_and_one_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "cook.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'answer': '+1'}))\n"
    )
    name = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    done = zellig("systems", "check", name, "--task", "sentiment")
    assert done.returncode == 0, done.stdout
    path.write_text("raise SystemExit('no salt')")
    done = zellig("systems", "check", name, "--task", "sentiment", "--format", "json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["wrong"] == sum(not each["good"] for each in found["findings"]) > 5
    assert "no salt" in done.stdout


def test_the_program_of_the_page_on_adapters(tmp_path: Path) -> None:
    page = (ROOT / "docs/reference/adapters.md").read_text(encoding="utf-8")
    (body,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ((system, task),) = re.findall(r'^\$ zellig systems check "(.*)" --task (\w+)$', page, re.MULTILINE)
    (tmp_path / "cook.py").write_text(body, encoding="utf-8")
    done = zellig("systems", "check", system, "--task", task, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_is_checked_by_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "cook.jsonl"
    for answer, wrong in (("+1", 0), ("tasty", 1), ("unparsed", 1)):
        write_records(path, Prediction, [Prediction("a", answer)])
        findings = check_system(f"file:{path}", "sentiment")
        assert sum(not each.good for each in findings) == wrong


def test_list_has_everything_on_one_line_each() -> None:
    done = zellig("systems", "list")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == len(registry.names("systems")) + len(registry.names("adapters"))
    for name in ("bag-of-ngrams ", "http: ", "https: ", "cmd: ", "openai: ", "file: ", "py: "):
        assert any(line.startswith(name) for line in lines), name
    found = json.loads(zellig("systems", "list", "--format", "json").stdout)
    assert sorted(found["adapters"]) == registry.names("adapters")


def test_a_registered_name_is_shown_untrained() -> None:
    found = describe("bag-of-ngrams")
    assert found["trained"] is False
    assert found["settings"]["order"] == 3
    assert found["capabilities"] == ["explains", "probabilities"]
    assert zellig("systems", "show", "bag-of-ngrams").returncode == 0


def test_what_is_nothing_is_a_kind_error() -> None:
    for command in ("show", "check"):
        done = zellig("systems", command, "no-such-folder")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "no trained system" in done.stdout + done.stderr
