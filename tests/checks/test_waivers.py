"""What makers of pairs declare about themselves."""

from __future__ import annotations

from typing import get_args

import pytest

from zellig.breakers.language_model import LanguageModelBreaker
from zellig.breakers.random_substitution import RandomSubstitution
from zellig.breakers.search.input_reduction import InputReduction
from zellig.breakers.strategies.strategy import VOUCHED_FOR, Strategy, codes_for
from zellig.breakers.strategies.taxonomy import TaskName
from zellig.checks.findings import VALIDITY
from zellig.checks.waivers import waivers_of


@pytest.mark.parametrize(
    "task", ["support-intent" if name == "text" else name for name in get_args(TaskName)]
)
def test_strategies_waive_checks_of_validity(task: str) -> None:
    for code in codes_for(task, off=True):
        strategy = Strategy(code, task)
        waived = waivers_of(strategy)
        assert waived <= {*VALIDITY, "surface-only"}  # the last: a change of case is what it is about
        assert (waived >= VOUCHED_FOR) == (strategy.row.class_ != "robustness")


def test_some_waive_more_than_others() -> None:
    assert waivers_of(Strategy("noise")) == frozenset()
    assert waivers_of(Strategy("idiom")) == VOUCHED_FOR | {"sentiment"}
    compared = {"negation", "antonym", "part-of-speech", "agreement"}
    assert not compared & waivers_of(Strategy("co-hyponym", "nli"))
    assert compared < waivers_of(Strategy("nobody", "nli"))  # not the old hypothesis changed
    for breaker in (LanguageModelBreaker, RandomSubstitution, InputReduction):
        assert breaker.waives <= set(VALIDITY)
