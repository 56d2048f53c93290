"""What may mislead in somebody's data is warned of: swapped labels, one label only, another language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.items import Item, Pair
from zellig.language.data_check import warn_of_data, warn_of_pairs
from zellig.notices import Notice, hearing
from zellig.tasks import get_task

DATA = Path(__file__).parents[2] / "docs/data"


def told_of(items: Sequence[Item], task: str = "sentiment") -> list[str]:
    told: list[Notice] = []
    with hearing(told.append):
        warn_of_data(items, get_task(task), "mine")
    return [sentence for _, sentence in told]


def texts(text: str, label: str, number: int) -> list[Item]:
    return [Item(f"{text}-{n}", {"text": f"{text} {n}"}, (label,)) for n in range(number)]


def test_one_label_only() -> None:
    (told,) = told_of(texts("Lovely soup", "+1", 9))
    assert told.startswith(
        "mine has one label only: all 9 texts are positive, so whoever always answers that"
    )
    assert told_of(texts("Lovely soup", "+1", 4)) == []
    assert told_of([*texts("Lovely soup", "+1", 9), *texts("Awful soup", "-1", 1)]) == []
    unlabelled = [Item(str(n), {"text": f"Soup {n}"}) for n in range(9)]
    assert told_of(unlabelled) == []


def test_data_sorted_by_label_are_seen_from_end_to_end() -> None:
    swapped = [*texts("Lovely soup", "-1", 1500), *texts("Awful soup", "+1", 1500)]
    (told,) = told_of(swapped)
    assert "the labels may be swapped: of 1,000 texts with words of praise or blame, 1,000 have" in told
    assert told_of([*texts("Lovely soup", "+1", 1500), *texts("Awful soup", "-1", 1500)]) == []


def test_what_was_made_to_go_against_its_words_is_left_aside() -> None:
    made = [
        Item(item.id, item.fields, item.accepted, {"phenomenon": "reported", "original": "1"})
        for item in (*texts("Lovely soup", "-1", 30), *texts("Awful soup", "+1", 30))
    ]
    assert told_of([*made, *texts("Lovely soup", "+1", 5), *texts("Awful soup", "-1", 5)]) == []


def test_another_language() -> None:
    german = [*texts("Die Suppe ist nicht gut", "-1", 20), *texts("Das Brot ist sehr gut", "+1", 20)]
    (told,) = told_of(german)
    assert told.startswith(
        "mine: 40 of 40 texts do not look like English, e.g. 'Die Suppe ist nicht gut 0': the"
    )
    (told,) = told_of([Item(str(n), {"text": "Qui est le roi des Belges?"}) for n in range(5)], "quiz")
    assert "5 of 5 texts do not look like English" in told


def test_some_rows_in_another_language() -> None:
    def with_german(english: int, german: int) -> list[str]:
        rows = [*texts("Lovely soup", "+1", english // 2), *texts("Awful soup", "-1", english - english // 2)]
        return told_of(
            [
                *rows,
                *texts("Leider war das Essen kalt, und wir warten noch immer auf die Rechnung", "-1", german),
            ]
        )

    assert with_german(98, 1) == []  # it may be an oversight, and changes no figure
    (told,) = with_german(95, 5)
    assert told.startswith(
        "mine: 5 of 100 texts do not look like English, e.g. 'Leider war das Essen kalt, und"
    )
    assert "noch immer auf die'...: the strategies" in told
    (told,) = with_german(19_000, 1000)
    assert "of 1,000 texts (chosen from 20,000) do not look like English" in told
    assert with_german(19_980, 20) == []


def test_a_wrong_encoding() -> None:
    lost = "Lovely café – the staff’s “great”".encode().decode("cp1252", errors="replace")
    rows = [*texts("Lovely soup", "+1", 40), *texts("Awful soup", "-1", 40)]
    (told,) = told_of([*rows, *texts(lost, "+1", 5)])
    assert told.startswith(
        "mine: 5 of 85 texts were saved in a wrong encoding, e.g. 'Lovely cafÃ© â€“ the staff"
    )
    assert told_of([*rows, *texts("Âme, Ã la carte? «Ça», naïve café, año, 20 £", "+1", 1)]) == []


def test_pairs_are_looked_at_by_their_originals() -> None:
    originals = [*texts("Lovely soup", "-1", 30), *texts("Awful soup", "+1", 30)]
    pairs = [
        Pair(f"{item.id}/{n}", item, Item(f"{item.id}-m", {"text": "Soup"}, ("0",)), "becomes")
        for item in originals
        for n in range(3)
    ]
    told: list[Notice] = []
    with hearing(told.append):
        warn_of_pairs(pairs, get_task("sentiment"), "the pairs")
        warn_of_pairs(
            [pair for pair in pairs if pair.original.accepted == ("+1",)], get_task("sentiment"), "one"
        )
    ((_, sentence),) = told
    assert sentence.startswith("the pairs: the labels may be swapped: of 60 texts")


@pytest.mark.parametrize("name", ["restaurants.csv", "restaurants-train.csv", "messages.csv"])
def test_plain_data_are_not_warned_of(name: str) -> None:
    task = "support-intent" if name == "messages.csv" else "sentiment"
    assert told_of(list(open_corpus(str(DATA / name), task=task)), task) == []
