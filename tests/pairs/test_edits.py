from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.corpora.bibi2017 import read_gold
from zellig.pairs.edits import Edit, EditSize, apply, edit_size, edits
from zellig.texts import tokens

# Few different words, so that random texts share some of them.
words = st.lists(st.sampled_from(["a", "A", "bee", "don't", "sea-side", ",", ".", "é"]), max_size=12)
texts = st.one_of(words.map(" ".join), st.text())


@given(texts, texts)
def test_applying_the_edits_gives_the_modified_tokens(original: str, modified: str) -> None:
    assert apply(edits(original, modified), tokens(original)) == tokens(modified)


@given(texts, texts)
def test_distance_is_symmetric_and_zero_only_between_equals(original: str, modified: str) -> None:
    size = edit_size(original, modified)
    assert size.distance == edit_size(modified, original).distance
    assert (size.distance == 0) == (tokens(original.lower()) == tokens(modified.lower()))


@given(words, st.randoms(use_true_random=False))
def test_a_shuffled_text_is_reordered_or_unchanged(original: list[str], chance: object) -> None:
    shuffled = list(original)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    size = edit_size(" ".join(original), " ".join(shuffled))
    assert size.reordered == (size.distance > 0)


@pytest.mark.parametrize(
    ("original", "modified", "expected"),
    [
        ("The soup was hot.", "The soup was not hot.", [Edit("insert", 3, 3, ("not",))]),
        ("The soup was very hot.", "The soup was hot.", [Edit("delete", 3, 4)]),
        (
            "The soup was hot.",
            "The tea was cold.",
            [Edit("replace", 1, 2, ("tea",)), Edit("replace", 3, 4, ("cold",))],
        ),
        ("The soup was hot.", "The  soup was hot.", []),
    ],
)
def test_edits(original: str, modified: str, expected: list[Edit]) -> None:
    assert list(edits(original, modified)) == expected


def test_size_does_not_look_at_case_and_counts_by_the_original() -> None:
    assert edit_size("Warm soup, please", "warm TEA please") == EditSize(2, 0.5, reordered=False)
    assert edit_size("", "tea") == EditSize(1, 1.0, reordered=False)


def test_a_clause_swap_is_a_reordering() -> None:
    assert edit_size("long but dull", "dull but long").reordered
    assert not edit_size("long but dull", "dull but long but dull").reordered


# Median, 75th and 90th percentile, normalised median, shares up to 3 and up to 5 tokens: spec 6.8.
@pytest.mark.parametrize(
    ("team", "number", "quantiles", "normalised", "shares"),
    [
        ("Team1", 99, (4, 6, 13), 0.25, (48, 74)),
        ("Team2", 42, (3, 5, 8.8), 0.22, (62, 81)),
        ("Team3", 49, (2, 5, 6), 0.21, (67, 86)),
        ("Team4", 97, (2, 5, 7), 0.15, (59, 80)),
    ],
)
def test_the_sizes_of_the_2017_pairs_come_out_as_published(
    shared: Path,
    team: str,
    number: int,
    quantiles: tuple[float, ...],
    normalised: float,
    shares: tuple[int, int],
) -> None:
    rows = read_gold(shared / f"data/bibi2017/gold/{team}_breaker_test.tsv")
    found = {item.id: item.fields["text"] for _, item in rows}  # the last row of a repeated id counts
    ids = [name.removesuffix("_a") for name in found if name.endswith("_a")]
    sizes = [edit_size(found[f"{name}_a"], found[f"{name}_b"]) for name in ids]
    distances = np.array([size.distance for size in sizes])
    assert len(ids) == number
    assert np.quantile(distances, [0.5, 0.75, 0.9]) == pytest.approx(quantiles, abs=0.1)
    assert np.median([size.normalised for size in sizes]) == pytest.approx(normalised, abs=0.005)
    assert [round(100 * np.mean(distances <= limit)) for limit in (3, 5)] == list(shares)
