"""The breaker `adaptive-fakes`: it finds out what fools a chooser, from what it is told and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from arena_learners import OrderReader, hidden, sentences, told, write_world
from zellig.breakers.fakes.adaptive import AdaptiveFakes, make
from zellig.breakers.promises import NoPromiseError
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Observation
from zellig.tasks import get_task
from zellig.tasks.is_fake import IS_FAKE

ITEMS = [Item(str(n), {"text": text}) for n, text in enumerate(sentences(200))]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_world(tmp_path_factory.mktemp("world"), 60)


@pytest.fixture
def breaker(corpus: str) -> AdaptiveFakes:
    return make(IS_FAKE, breakers=["word-shuffle", "char-ngram"], draws=2, corpus=corpus)


def fakes(breaker: AdaptiveFakes, items: list[Item], first: int = 0) -> list[str]:
    made = breaker.break_items(items, range(first, first + len(items)), None)
    return [pairs[0].modified.fields["text"] for pairs in made]


def rounds(breaker: AdaptiveFakes, items: list[Item]) -> list[Observation]:
    """Play rounds against a chooser that sees every other order of words, and no other fake."""
    chooser, found = OrderReader(), []
    for item in items:
        (fake,) = fakes(breaker, [item], int(item.id))
        found.append(told(item.id, item.fields["text"], fake, chooser))
        breaker.observe(found[-1:])
    return found


def fooled(outcomes: list[Observation]) -> float:
    return float(np.mean([each.choice != each.fake for each in outcomes]))


def test_it_learns_what_fools_a_chooser(breaker: AdaptiveFakes) -> None:
    found = rounds(breaker, ITEMS)
    assert 0.2 < fooled(found[:10]) < 0.9
    assert fooled(found[-100:]) > 0.95
    breaker.start("another game", 1)
    assert 0.2 < fooled(rounds(breaker, ITEMS[:10])) < 0.9


def test_what_is_not_shown_teaches_nothing(breaker: AdaptiveFakes, corpus: str) -> None:
    found = rounds(breaker, ITEMS[:60])
    other = make(IS_FAKE, breakers=["word-shuffle", "char-ngram"], draws=2, corpus=corpus)
    before = fakes(other, ITEMS[60:100])
    other.observe([hidden(each) for each in found])
    other.observe([Observation(each.id, each.texts, None, each.choice) for each in found])
    assert fakes(other, ITEMS[60:100]) == before
    other.observe(found)
    assert fakes(other, ITEMS[60:100]) != before


def test_neither_batches_nor_a_new_start_change_what_it_makes(breaker: AdaptiveFakes, corpus: str) -> None:
    found = rounds(breaker, ITEMS[:40])
    whole = fakes(breaker, ITEMS[40:60])
    assert [fakes(breaker, [item], n)[0] for n, item in enumerate(ITEMS[40:60])] == whole
    other = make(IS_FAKE, breakers=["word-shuffle", "char-ngram"], draws=2, corpus=corpus)
    other.start("game", 3)
    other.observe(found[:7])  # as after a restart in mid-game: told again, in other batches
    other.observe(found[7:])
    assert fakes(other, ITEMS[40:60]) == whole


def test_a_pair_says_what_was_done_and_who_did_it(breaker: AdaptiveFakes) -> None:
    ((pair,),) = breaker.break_items(ITEMS[:1], [1], None)
    assert pair.phenomenon in ("shuffle", "characters")
    assert (pair.author, pair.promise, pair.modified.accepted) == ("adaptive-fakes", "flip", ("fake",))
    assert breaker.spec.params["breakers"] == ["word-shuffle", "char-ngram"]


def test_where_nobody_makes_a_fake_it_declines(corpus: str) -> None:
    breaker = make(IS_FAKE, breakers=["word-shuffle", "copy"], corpus=corpus)
    assert breaker.break_items([Item("1", {"text": "Rain."})], [1], None) == [[]]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"breakers": ["adaptive-fakes"]}, "cannot pick from the fakes of 'adaptive-fakes'"),
        ({"breakers": ["person"]}, "cannot pick from the fakes of 'person'"),
        ({"breakers": ["nobody"]}, "'nobody' is not one of the breakers"),
        ({"breakers": ["random-substitution"]}, "no promise for the task is-fake"),
        ({"draws": 0}, "draws = 0 makes no sense"),
    ],
)
def test_what_cannot_be_picked_from_is_refused(params: dict[str, object], message: str) -> None:
    with pytest.raises(ZelligError, match=message):
        make(IS_FAKE, **params)  # type: ignore[arg-type]


def test_it_is_for_fakes_alone() -> None:
    with pytest.raises(NoPromiseError):
        make(get_task("sentiment"))
