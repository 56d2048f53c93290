"""The domain of a run: told, recorded, known to workers, and part of what the run is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.games.breaking import Breaking, Plan, play
from zellig.items import Item, Prediction, write_records
from zellig.notices import Notice, hearing
from zellig.own_objects import handed_over
from zellig.performers import Spec

TEXTS = [
    "The soup was delicious.",
    "The waiter was friendly.",
    "The fries are wonderful.",
    "A lovely dinner.",
]


class Content:
    spec = Spec("content")

    def predict(self, items: list[Item]) -> list[Prediction]:
        return [Prediction(item.id, "+1") for item in items]


def played(folder: Path, out: str, *, workers: int = 1, **plan: Any) -> tuple[str, str, list[str]]:
    """The pairs of a run, its plan and what was told."""
    corpus = folder / "items.jsonl"
    if not corpus.exists():
        items = [Item(f"r{n}", {"text": text}, ("+1",)) for n, text in enumerate(TEXTS)]
        write_records(corpus, Item, items, "sentiment")
    heard: list[Notice] = []
    with hearing(heard.append), handed_over({"content": Content()}):
        asked = Plan("sentiment", f"items:{corpus}", ("here:content",), ("synonym",), **plan)
        with open_engine(workers=workers) as engine:
            play(Breaking(asked, folder / out, folder / "cache", lambda *_: None, engine))
    pairs = (folder / out / "pairs" / "synonym.jsonl").read_text(encoding="utf-8")
    run = (folder / out / "run.toml").read_text(encoding="utf-8")
    return pairs, run, [notice.sentence for notice in heard if notice.sentence.startswith("domain")]


def test_a_run_tells_and_keeps_its_domain(tmp_path: Path) -> None:
    pairs, run, told = played(tmp_path, "run", seed=4)
    assert told == ["domain: restaurant (4 of 4 texts name delicious, dinner, fries)"]
    assert msgspec.toml.decode(run)["domain"] == "restaurant"
    assert played(tmp_path, "run", seed=4)[0] == pairs  # taken up again
    with pytest.raises(ZelligError, match=r"another run.*restaurant.*hotel"):
        played(tmp_path, "run", seed=4, domain="hotel")
    others, run, told = played(tmp_path, "other", seed=4, domain="hotel")
    assert not told
    assert others != pairs
    assert msgspec.toml.decode(run)["domain"] == "hotel"


def test_workers_know_the_domain(tmp_path: Path) -> None:
    alone, together = (played(tmp_path, f"run{n}", workers=n, seed=4)[0] for n in (1, 2))
    assert alone == together
