"""Fixtures all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from served import TOKEN, Server, perform
from zellig import registry

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

    from databases import Databases
    from quiz_world import World
    from zellig.front.breaking import BreakingRun
    from zellig.front.trained import TrainedSystem

ROOT = Path(__file__).resolve().parent.parent

# How long something takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def nothing_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test knows the tasks that another one has read."""
    monkeypatch.setattr(registry, "_brought", {})


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the repository; its absence fails in CI and skips elsewhere."""
    folder = ROOT.parent / "shared"
    if not (folder / "data").is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"the real data is missing: {folder}")
        pytest.skip(f"needs the real data in {folder}")
    return folder


@pytest.fixture(scope="session")
def model() -> Pipeline:
    """One of a user's own, for the tests of the front door."""
    from restaurant import pipeline

    return pipeline()


@pytest.fixture(scope="session")
def broken(model: Pipeline) -> BreakingRun:
    """A run that broke it."""
    from restaurant import reviews
    from zellig.front.breaking import break_systems

    return break_systems({"mine": model}, data=reviews(), breakers=["not-add"])


@pytest.fixture(scope="session")
def bag() -> TrainedSystem:
    """A system of ours that has learnt from every second review."""
    from restaurant import reviews
    from zellig.front.training import train

    return train("bag-of-ngrams", data=reviews()[::2], dev=reviews()[1::2], config={"passes": 2})


@pytest.fixture(scope="session")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Questions about invented towns, and guessers and buzzers that have learnt them."""
    from quiz_world import World

    return World(tmp_path_factory.mktemp("quiz"))


@pytest.fixture(scope="session")
def new_databases() -> Iterator[Databases]:
    """Empty databases of both kinds, quick ones."""
    from databases import databases

    with databases() as found:
        yield found


@pytest.fixture
def tests_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Performers of the tests can be loaded in processes of their own, with the code beside the tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")]))


@pytest.fixture(scope="session")
def served_chooser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that writes down what it does."""
    notes = tmp_path_factory.mktemp("chooser") / "notes"
    name = "py:arena_performers:recording"
    with perform("chooser", name, notes, "--param", f"path={notes}") as server:
        yield server


@pytest.fixture(scope="session")
def served_breaker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that learns."""
    with perform(
        "breaker", "py:arena_performers:LearningBreaker", tmp_path_factory.mktemp("b") / "n"
    ) as server:
        yield server


@pytest.fixture
def token_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of the servers of these tests."""
    monkeypatch.setenv("ZELLIG_HTTP_KEY", TOKEN)


@pytest.fixture
def ended(served_chooser: Server, served_breaker: Server, token_set: None) -> Iterator[None]:
    """Leave no game behind: another one would have to wait."""
    yield
    for server in (served_chooser, served_breaker):
        _, status = server.call(b"", TOKEN, "/status", "GET")
        server.call({"game": status.get("game", ""), "turn": 0, "message": {"do": "end"}})
