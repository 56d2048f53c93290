"""Labels that go against the words of their texts are told, but not where these words tell nothing."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.corpora.own_data import corpus_of
from zellig.front.players import Players
from zellig.items import Item
from zellig.language.swapped_labels import warn_of_swapped_labels
from zellig.notices import Notice, hearing
from zellig.tasks import get_task

RESTAURANTS = Path(__file__).parents[2] / "docs/data/restaurants.csv"


def told_of(items: Sequence[Item], task: str = "sentiment") -> list[str]:
    told: list[Notice] = []
    with hearing(told.append):
        warn_of_swapped_labels(items, get_task(task), "soups")
    return [sentence for kind, sentence in told if kind == "warning"]


def texts(*groups: tuple[str, str, int]) -> list[Item]:
    """So many items of each text and label."""
    return [
        Item(f"{group}-{n}", {"text": f"{text} {n}"}, (label,))
        for group, (text, label, number) in enumerate(groups)
        for n in range(number)
    ]


def coded(tmp_path: Path, praise: str, blame: str) -> Path:
    """Sentences about restaurants, with 0 and 1 for stars."""
    with RESTAURANTS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stars"] != "3"]
    path = tmp_path / "reviews.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["review", "label"])
        writer.writerows((row["review"], praise if int(row["stars"]) > 3 else blame) for row in rows)
    return path


@pytest.mark.parametrize(("praise", "blame", "swapped"), [("1", "0", False), ("0", "1", True)])
def test_a_file_in_which_0_is_praise_is_told_of_and_read_as_before(
    tmp_path: Path, praise: str, blame: str, swapped: bool
) -> None:
    path, told = coded(tmp_path, praise, blame), list[Notice]()
    with hearing(told.append):
        _, corpus = Players().corpus(path, "sentiment", None)
    assert list(corpus) == list(corpus_of(path, task="sentiment"))  # nothing is turned round
    warned = [sentence for kind, sentence in told if kind == "warning"]
    assert len(warned) == swapped
    for sentence in warned:
        start = (
            f"{path}: the labels may be swapped: of 62 texts with words of praise or blame, 62 have a label"
        )
        assert sentence.startswith(start)


def test_few_texts_tell_nothing() -> None:
    assert told_of(texts(("Lovely soup", "-1", 4), ("Awful soup", "+1", 4))) == []  # p = 1/70
    assert len(told_of(texts(("Lovely soup", "-1", 5), ("Awful soup", "+1", 5)))) == 1  # p = 1/252


def test_polite_complaints_and_one_label_tell_nothing() -> None:
    polite = texts(("Please help me, thanks", "-1", 90), ("Lovely, thanks", "+1", 10))
    assert told_of(polite) == []
    assert told_of(texts(("Lovely soup", "-1", 50))) == []


def test_negations_and_other_tasks_are_left_aside() -> None:
    denied = texts(("The soup is not lovely", "-1", 30), ("The soup wasn't awful", "+1", 30))
    assert told_of(denied) == []
    swapped = texts(("Lovely soup", "-1", 30), ("Awful soup", "+1", 30))
    assert told_of(swapped, "support-intent") == []
