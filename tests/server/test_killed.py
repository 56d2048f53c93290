"""`kill -9` of a server and a worker under load, and while people write; `make proof` does it more often."""

from __future__ import annotations

import pytest

from databases import KINDS, Databases
from killing import ordeal
from killing_writers import ordeal as ordeal_of_writers
from quiz_world import World


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_was_acknowledged_is_lost_or_doubled(kind: str, new_databases: Databases) -> None:
    data = new_databases.folder / f"killed-{kind}"
    where = data / "zellig.sqlite" if kind == "sqlite" else new_databases.new(kind)
    found = ordeal(where, data, kills=5, seed=2017)
    assert found["accepted"] > 0
    assert found["rejected"] > 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_stroke_is_kept_once_and_in_order(kind: str, new_databases: Databases, quiz: World) -> None:
    data = new_databases.folder / f"written-{kind}"
    where = data / "zellig.sqlite" if kind == "sqlite" else new_databases.new(kind)
    found = ordeal_of_writers(where, data, quiz.guesser("ir"), kills=5, seed=2018)
    assert found["kept"] > 0
    assert found["shown"] > 0
