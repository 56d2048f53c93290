"""The rule by which guessers are compared is everybody's: that of the plain baseline."""

from __future__ import annotations

import gzip
import importlib
import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from conftest import ROOT


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("quiz")


@pytest.mark.parametrize(
    "line",
    [
        "The Tin Drum [or Die Blechtrommel]",
        "<b><u>The Tin Drum</u></b> [or <b><u>Die Blechtrommel</u></b>]",
        "The <u>Tin Drum</u> (a novel)",
        "The _Tin Drum_ or Die _Blechtrommel_",
        "<em>The Tin Drum</em> <AB>",
    ],
)
def test_the_key_of_the_baseline(bench: ModuleType, line: str) -> None:
    assert bench.baseline_key(line) == "tin drum"


def test_it_is_the_rule_that_everybody_has(bench: ModuleType, shared: Path) -> None:
    spec = importlib.util.spec_from_file_location("quiz_baseline", shared / "scripts/quiz_baseline.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    with gzip.open(shared / "data/quizbowl/tossups.dev.jsonl.gz", "rt", encoding="utf-8") as file:
        lines = [json.loads(row)["answer"] for row in file]
    assert [bench.baseline_key(line) for line in lines] == [script.canonical(line) for line in lines]
