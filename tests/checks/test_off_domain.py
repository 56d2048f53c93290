"""Texts from scratch against the domain of a corpus."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from zellig.checks import off_domain
from zellig.checks.off_domain import CorpusWords
from zellig.checks.policy import default_policy
from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")


def share_found(corpus: list[str], texts: list[str]) -> float:
    there = CorpusWords(SENTIMENT)
    items = [Item(str(n), {"text": text}) for n, text in enumerate(corpus)]
    assert list(there.learning(items)) == items
    pairs = [
        Pair("p", Item("o", {"text": text}), Item("m", {"text": ""}), "same", from_scratch=True)
        for text in texts
    ]
    return len(list(there.off(pairs, default_policy().off_domain.quantile))) / len(texts)


def test_an_empty_corpus_and_an_empty_text_say_nothing() -> None:
    assert share_found([], ["Tea."]) == 0
    assert share_found(["Tea is warm.", "Tea is cold."], [""]) == 0


def test_a_large_corpus_is_sampled_in_the_same_way_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(off_domain, "SAMPLE", 20)
    corpus = [f"tea {n % 7} {n % 5} {n}" for n in range(500)]
    assert (
        share_found(corpus, ["tea 3 4", "an odd comet"])
        == share_found(corpus, ["tea 3 4", "an odd comet"])
        == 0.5
    )


def test_captions_are_told_from_reviews(shared: Path) -> None:
    """The figures of docs/reference/pairs.md, of fewer texts."""
    with (shared / "data/snli/dev.jsonl").open(encoding="utf-8") as file:
        captions = list(dict.fromkeys(json.loads(line)["sentence1"] for line in islice(file, 3000)))
    reviews = [item.fields["text"] for item in islice(open_corpus("rotten-tomatoes:test"), 500)]
    assert share_found(captions[:700], reviews) > 0.9
    assert share_found(captions[:700], captions[700:]) < 0.15
