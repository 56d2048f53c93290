"""Checking pairs from Python."""

from __future__ import annotations

import pytest

import zellig as zl
from helpers import sentiment_pair


def test_pairs_in_hand_are_checked() -> None:
    bad = sentiment_pair("2", ("+1", "+1"))
    wrong = zl.Pair(bad.id, bad.original, bad.modified, "flip")
    found = zl.check_pairs([sentiment_pair("1"), wrong], task="sentiment")
    assert [pair.id for pair in found.accepted] == ["1"]
    assert found.table().filter(found.table()["severity"] == "reject")["pair"].to_list() == ["2"]
    with pytest.raises(zl.ZelligError, match="no pair among them"):
        zl.check_pairs([], task="sentiment")


def test_where_nothing_is_found_the_table_has_its_columns() -> None:
    table = zl.check_pairs([sentiment_pair("1")], task="sentiment").table()
    assert table.is_empty()
    assert table.columns == ["pair", "line", "code", "severity", "message", "remedy"]


def test_validity_goes_by_the_words_of_what_the_originals_are_about() -> None:
    pairs = [
        zl.Pair(
            f"{n}",
            zl.Item(f"{n}a", {"text": f"The soup on the menu of waiter {n} was nice."}, ("+1",)),
            zl.Item(f"{n}b", {"text": f"The soup on the menu of waiter {n} was overpriced."}, ("+1",)),
            "same",
        )
        for n in range(20)
    ]
    found = zl.check_pairs(pairs, task="sentiment", validity=True)
    assert any(sentence.startswith("domain: restaurant (20 of 20 texts name") for sentence in found.said)
    assert "antonym" in found.table()["code"].to_list()  # neutral words do not know that this is blame
    assert zl.check_pairs(pairs, task="sentiment").said == ()
