"""People behind the figures of the paper, measured again: what agrees, what does not; and the page of it."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from conftest import ROOT
from zellig.corpora import open_corpus
from zellig.corpora.buzzes import read_buzzes
from zellig.measures.people import describe

PAGE = ROOT / "docs/results/quiz.md"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("quiz_people")


def rows(table: str) -> list[str]:
    """Without the line below the heads, which is drawn in several ways."""
    heads, _, *others = table.strip().splitlines()
    return [heads, *others]


def test_the_papers_people(tables: ModuleType, shared: Path) -> None:
    gameplay = tables.read_gameplay(shared / "data/quizbowl/trickme/all_human_gameplay.json")
    assert sum(len(heard.right) for sets in gameplay.values() for heard in sets.values()) == 296
    accuracy, remaining = tables.set_apart(*(tables.together(gameplay, name) for name in ("adv", "control")))
    # The adversarial side is the paper's to the digit: 89.7% right, 41.6% remaining.
    assert accuracy.sizes == (136, 54)
    assert [round(100 * value, 1) for value in accuracy.values] == [89.7, 88.9]
    assert [round(100 * value, 1) for value in remaining.values] == [41.6, 25.2]
    # The control side is not (84.2, 28.3; p = 0.16 and 0.0047), but both conclusions are.
    assert accuracy.p == pytest.approx(1)
    assert remaining.p == pytest.approx(3.5e-5, rel=0.02)
    alone = gameplay["parents"]["control"].right
    assert (alone.sum(), len(alone)) == (16, 19)  # 84.2%


def test_the_page_has_these_numbers(tables: ModuleType, shared: Path) -> None:
    folder = shared / "data/quizbowl"
    page = PAGE.read_text(encoding="utf-8").splitlines()
    buzzes = read_buzzes(folder / "buzzes.csv.gz", open_corpus(f"tossups:{folder}/buzzed-tossups.jsonl.gz"))
    made = [
        *tables.gameplay_tables(tables.read_gameplay(folder / "trickme/all_human_gameplay.json")),
        tables.paper_table(tables.read_gameplay(folder / "trickme/all_human_gameplay.json")),
        tables.people_table(describe(buzzes)),
        tables.tossup_table(buzzes),
        tables.curve_table(buzzes),
    ]
    assert [row for table in made for row in rows(table) if row not in page] == []
