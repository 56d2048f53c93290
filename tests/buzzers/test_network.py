"""Buzzers that learn: what they learn, that they know nothing of what comes, and the same from a seed."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch
from hypothesis import given, settings

from lessons import heard, histories, honest, said
from zellig.buzzers.logistic import Logistic
from zellig.buzzers.lstm import Lstm
from zellig.buzzers.mlp import Mlp
from zellig.buzzers.network import HELD_OUT, Batch, NetworkBuzzer, Settings, right_or_wrong
from zellig.buzzers.wins import Wins
from zellig.measures.expected_wins import PUBLISHED
from zellig.performers import History, Step

KINDS = (Logistic, Mlp, Lstm, Wins)
QUICK = Settings(epochs=60, rate=0.02)


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> type[NetworkBuzzer]:
    found: type[NetworkBuzzer] = request.param
    return found


@pytest.fixture(scope="module")
def trained(kind: type[NetworkBuzzer]) -> NetworkBuzzer:
    return kind.fit(honest(), QUICK, PUBLISHED, 7)


def test_it_buzzes_where_the_guess_is_right(trained: NetworkBuzzer) -> None:
    agreed = [
        now == right
        for question in honest(20)
        for now, right in zip(trained.buzz(histories(question), [0] * 4), question.right, strict=True)
    ]
    assert np.mean(agreed) > 0.95


@settings(max_examples=25)
@given(begun=said(), after=said())
def test_what_follows_changes_nothing(
    trained: NetworkBuzzer, begun: tuple[Step, ...], after: tuple[Step, ...]
) -> None:
    """Alone, with its own end, with another question: the decision at a place is one."""
    alone = trained.buzz([History("q", begun)], [1])
    whole = History("q", (*begun, *after))
    assert trained.buzz([History("q", begun), whole], [1, 2])[:1] == alone
    assert trained.buzz([whole, History("r", after), History("q", begun)], [2, 3, 1])[2:] == alone


def test_histories_in_any_order_and_of_equal_beginnings(trained: NetworkBuzzer) -> None:
    questions = [heard(f"q{n}", (0.3, False), (0.9 if n else 0.1, True), (0.8, True)) for n in range(3)]
    every = [each for question in questions for each in histories(question)]
    one_by_one = {id(each): trained.buzz([each], [0])[0] for each in every}
    random.Random(1).shuffle(every)
    assert trained.buzz(every, [0] * len(every)) == [one_by_one[id(each)] for each in every]
    assert trained.buzz([], []) == []


def test_the_same_seed_gives_the_same_weights(kind: type[NetworkBuzzer]) -> None:
    few = Settings(epochs=2, steps=2)
    one, again, other = (kind.fit(honest(30), few, PUBLISHED, seed).arrays() for seed in (1, 1, 2))
    assert all((one[name] == again[name]).all() for name in one)
    assert any((one[name] != other[name]).any() for name in one)


def test_as_many_threads_as_before(trained: NetworkBuzzer) -> None:
    before = torch.get_num_threads()
    trained.buzz(histories(honest(1)[0]), [0] * 4)
    assert torch.get_num_threads() == before


def test_the_questions_for_choosing_are_not_learnt_from(kind: type[NetworkBuzzer]) -> None:
    """Whatever the answers of every tenth question are, what is learnt in one epoch is the same."""
    questions = honest(40)
    turned = [
        each._replace(right=[not now for now in each.right]) if n % HELD_OUT == 0 else each
        for n, each in enumerate(questions)
    ]
    one, other = (
        kind.fit(some, Settings(epochs=1, steps=1), PUBLISHED, 1).arrays() for some in (questions, turned)
    )
    assert all((one[name] == other[name]).all() for name in one)


def test_features_that_never_vary_are_no_trouble(kind: type[NetworkBuzzer]) -> None:
    buzzer = kind.fit(
        [heard(f"q{n}", (0.5, True)) for n in range(20)], Settings(epochs=2, steps=2), PUBLISHED, 1
    )
    assert all(np.isfinite(each).all() for each in buzzer.arrays().values())


def test_steps_that_fill_up_a_batch_do_not_count() -> None:
    scores = torch.tensor([[2.0, 50.0], [-1.0, 0.5]])
    there = torch.tensor([[True, False], [True, True]])
    right = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    batch = Batch(torch.empty(0), there, right, torch.empty(0))
    sure = [1 / (1 + np.exp(-2.0)), 1 - 1 / (1 + np.exp(1.0)), 1 / (1 + np.exp(-0.5))]
    assert float(right_or_wrong(scores, batch)) == pytest.approx(-np.mean(np.log(sure)))
