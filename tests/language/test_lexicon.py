"""The sentiment lexicon: human ratings of words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.language.lexicon import WORD, sentiment_lexicon, valence


@pytest.fixture
def own_lexicon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A lexicon of the test's own in place of the real one."""
    monkeypatch.setenv("ZELLIG_RESOURCE_ROTTEN_TOMATOES", str(tmp_path))
    sentiment_lexicon.cache_clear()
    yield tmp_path / "vader_lexicon.txt"
    sentiment_lexicon.cache_clear()


def test_real_ratings() -> None:
    assert len(sentiment_lexicon()) == 7217
    assert valence("great") == valence("GREAT") == 3.1
    assert valence("terrible") == -2.1
    assert valence("table") == 0
    assert all(-4 <= rating <= 4 for rating in sentiment_lexicon().values())


def test_only_words() -> None:
    assert all(WORD.fullmatch(word) for word in sentiment_lexicon())
    assert not {":)", "fed up", "gr8"} & sentiment_lexicon().keys()


def test_last_rating_of_a_word_counts(own_lexicon: Path) -> None:
    own_lexicon.write_text("Fine\t1.0\t0.5\t[1]\n:)\t2.0\t0.5\t[2]\nfine\t0.8\t0.5\t[1]\n")
    assert dict(sentiment_lexicon()) == {"fine": 0.8}


def test_broken_line_is_named(own_lexicon: Path) -> None:
    own_lexicon.write_text("good\t1.9\t0.9\t[1]\nbad\tvery\n")
    with pytest.raises(ZelligError, match=r"vader_lexicon\.txt, line 2"):
        sentiment_lexicon()
