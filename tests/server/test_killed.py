"""`kill -9` of a server and a worker under load; `make proof` does it a hundred times."""

from __future__ import annotations

import pytest

from databases import KINDS, Databases
from killing import ordeal


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_was_acknowledged_is_lost_or_doubled(kind: str, new_databases: Databases) -> None:
    data = new_databases.folder / f"killed-{kind}"
    where = data / "zellig.sqlite" if kind == "sqlite" else new_databases.new(kind)
    found = ordeal(where, data, kills=5, seed=2017)
    assert found["accepted"] > 0
    assert found["rejected"] > 0
