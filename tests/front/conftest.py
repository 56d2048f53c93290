"""What the tests of the front door share: a model, a run that broke it, a system that learnt the same."""

from __future__ import annotations

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from restaurant import pipeline, reviews
from zellig.front.breaking import BreakingRun
from zellig.front.trained import TrainedSystem


@pytest.fixture(scope="session")
def model() -> Pipeline:
    return pipeline()


@pytest.fixture(scope="session")
def broken(model: Pipeline) -> BreakingRun:
    return zl.break_systems({"mine": model}, data=reviews(), breakers=["not-add"])


@pytest.fixture(scope="session")
def bag() -> TrainedSystem:
    """It has learnt from every second review."""
    return zl.train("bag-of-ngrams", data=reviews()[::2], dev=reviews()[1::2], config={"passes": 2})
