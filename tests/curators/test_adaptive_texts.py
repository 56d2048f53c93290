"""The curator `adaptive-texts`: it finds out which texts a chooser knows, from what it is told alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arena_learners import ShortReader, told, write_world
from zellig.curators.adaptive import AdaptiveTexts, make
from zellig.curators.text_numbers import TextNumbers, known_of
from zellig.curators.walk import read_texts
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Observation
from zellig.texts import tokens


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    return write_world(tmp_path)


def rounds(curator: AdaptiveTexts, number: int) -> list[Observation]:
    """Play rounds against a chooser that is right about short texts."""
    chooser, found = ShortReader(), []
    for n in range(number):
        (item,) = curator.select([str(n)], [n])
        each = told(str(n), item.fields["text"], f"So {item.fields['text']}", chooser)
        found.append(Observation(each.id, each.texts, each.fake, each.choice, known_of(item)))
        curator.observe(found[-1:])
    return found


def right(outcomes: list[Observation]) -> float:
    return float(np.mean([each.choice == each.fake for each in outcomes]))


def ids(curator: AdaptiveTexts, first: int, last: int) -> list[str]:
    return [item.id for item in curator.select([str(n) for n in range(first, last)], range(first, last))]


def test_it_learns_which_texts_a_chooser_is_right_about(corpus: str) -> None:
    curator = make(corpus)
    curator.start("game", 1)
    found = rounds(curator, 100)
    assert right(found[:10]) < 0.8
    assert right(found[-50:]) > 0.85  # not every pool has a short text
    curator.start("another game", 1)
    assert right(rounds(curator, 10)) < 0.8


def test_metadata_are_learnt_from(corpus: str) -> None:
    """A chooser that is right about what comes from one side."""
    curator = make(corpus, pool=4)
    sides = []
    for n in range(120):
        (item,) = curator.select([str(n)], [n])
        sides.append(item.metadata["side"])
        text = item.fields["text"]
        choice = 0 if sides[-1] == "port" else 1
        curator.observe([Observation(str(n), (f"So {text}", text), 0, choice, known_of(item))])  # type: ignore[arg-type]
    assert sides[:20].count("port") < 18
    assert sides[-50:].count("port") > 45


def test_what_is_not_shown_teaches_nothing(corpus: str) -> None:
    curator, other = make(corpus), make(corpus)
    found = rounds(curator, 40)
    before = ids(other, 40, 80)
    other.observe([Observation(each.id, each.texts, None, each.choice, each.metadata) for each in found])
    other.observe([Observation(each.id, each.texts, each.fake, None, each.metadata) for each in found])
    assert ids(other, 40, 80) == before
    other.observe(found)
    assert ids(other, 40, 80) != before


def test_neither_batches_nor_a_new_start_change_what_it_picks(corpus: str) -> None:
    curator = make(corpus)
    curator.start("game", 3)
    found = rounds(curator, 30)
    whole = ids(curator, 30, 50)
    assert [ids(curator, n, n + 1)[0] for n in range(30, 50)] == whole
    other = make(corpus)
    other.start("game", 3)
    other.observe(found[:11])  # as after a restart in mid-game: told again, in other batches
    other.observe(found[11:])
    assert ids(other, 30, 50) == whole


def test_no_text_comes_twice_in_a_lap(corpus: str) -> None:
    curator = make(corpus, pool=8)
    assert len(set(ids(curator, 0, 50))) == 50  # of 400 texts


def test_an_empty_pool_is_refused(corpus: str) -> None:
    with pytest.raises(ZelligError, match="a pool of 0 items is empty"):
        make(corpus, pool=0)


def test_numbers_do_not_depend_on_the_spelling_and_are_of_the_corpus(corpus: str) -> None:
    items = read_texts(corpus)
    numbers = TextNumbers(items)
    for item in items[:20]:
        text = item.fields["text"]
        expected = numbers.of(text, known_of(item))
        assert len(expected) == numbers.size
        for spelt in (text.lower(), " ".join(tokens(text)), text.replace(" ", "  ")):
            assert np.array_equal(numbers.of(spelt, known_of(item)), expected)
    every = np.array([numbers.of(item.fields["text"], known_of(item)) for item in items])
    assert np.allclose(every[:, 1].mean(), 0, atol=0.05)  # lengths, beside those of the corpus
    port = [item.metadata["side"] == "port" for item in items]
    assert np.array_equal(every[:, -2], np.array(port, dtype=float))  # the groups come last, by name
    assert numbers.of("", {}).shape == (numbers.size,)
    assert np.isfinite(TextNumbers([Item("1", {"text": "..."})]).of("No?", {})).all()
