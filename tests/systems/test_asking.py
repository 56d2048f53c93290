"""A system asked by workers: in order, counted, and judged as if it were asked here."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from zellig.engine import Engine, open_engine
from zellig.engine.local import IN_PROCESS
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.oracle import BATCH, Oracle
from zellig.store.cache import Cache
from zellig.systems import asking
from zellig.systems.asking import Known, ask_in_batches, asked_ahead, batches_of, known_system, take_answers
from zellig.systems.loading import load_system
from zellig.tasks import get_task

TASK = get_task("sentiment")

OWN = """
from zellig.errors import ZelligError
from zellig.items import Prediction
from zellig.performers import Spec

class Own:
    spec = Spec("own")

    def predict(self, items):
        if any("salt" in item.fields["text"] for item in items):
            raise ZelligError("no salt, please")
        return [Prediction(item.id, "+1" if int(item.id) % 2 else "-1") for item in items]
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("own") / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return f"py:{path}:Own"


@pytest.fixture(scope="module")
def workers() -> Iterator[Engine]:
    with open_engine(workers=2) as engine:
        yield engine


def items(salted: range) -> list[Item]:
    return [
        Item(str(number), {"text": f"Dish {number} with {'salt' if number in salted else 'oil'}."})
        for number in range(3 * BATCH)
    ]


@pytest.mark.parametrize("salted", [range(0), range(5, 9), range(BATCH, 2 * BATCH)])
def test_answers_failures_and_counts_are_those_of_asking_here(
    own: str, workers: Engine, salted: range, tmp_path: Path
) -> None:
    found = []
    for number, engine in enumerate((IN_PROCESS, workers)):
        open_cache = partial(Cache, tmp_path / f"{number}.sqlite", "run")
        with Oracle(load_system(own), "own", open_cache()) as oracle:
            asked = list(_answers(engine, own, oracle, items(salted), open_cache))
            found.append((asked, oracle.failures, oracle.earlier_answers))
        with Oracle(load_system(own), "own", open_cache()) as oracle:  # what was answered is known now
            again = list(_answers(engine, own, oracle, items(range(0)), open_cache))
            assert [len(some) for some in again] == [BATCH] * 3
    assert found[0] == found[1]
    assert len(found[0][1]) == len(salted)


def _answers(
    engine: Engine, own: str, oracle: Oracle, some: list[Item], open_cache: Callable[[], Cache]
) -> Iterator[list[Prediction]]:
    asked = asked_ahead(engine, own, oracle.system, batches_of(some), TASK, lambda: open_cache)
    return take_answers(oracle, asked, TASK)


class _Watched:
    """One worker, here; how many items each of the batches has that it is given at once."""

    in_process, same_files = False, True

    def __init__(self) -> None:
        self.given: list[list[int]] = []

    def in_order(self, work: Callable[[Any], Any], chunks: Iterable[Any]) -> Generator[Any]:
        for chunk in chunks:
            self.given.append([len(batch) for batch in chunk.batches])
            yield work(chunk)

    def try_out(self, work: Callable[[Any], object], chunk: object) -> None:
        raise AssertionError


@pytest.mark.parametrize(
    ("enough", "given"),
    [
        (3600.0, [[BATCH], [BATCH, BATCH], [3, 5]]),  # it answers all in an hour; twice as many each time
        (0.0, [[BATCH], [BATCH], [BATCH], [3], [5]]),  # no worker is given two, however small
    ],
)
def test_a_worker_is_given_as_many_batches_as_a_quick_system_answers_and_none_is_changed(
    own: str, enough: float, given: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ENOUGH", enough)
    engine, some = _Watched(), items(range(0))
    batches = [*batches_of(some), some[:3], some[3:8]]
    with Oracle(load_system(own), "") as oracle:
        asked = asked_ahead(engine, own, oracle.system, batches, TASK)
        answered = [[each.id for each in found] for found in take_answers(oracle, asked, TASK)]
    assert answered == [[item.id for item in batch] for batch in batches]
    assert engine.given == given


def test_a_system_that_fails_on_the_first_batch_is_out_of_order(own: str, workers: Engine) -> None:
    for engine in (IN_PROCESS, workers):
        asked = ask_in_batches(engine, own, Oracle(load_system(own), ""), items(range(BATCH)), TASK)
        with pytest.raises(ZelligError, match="no salt, please"):
            next(asked)


def test_another_system_under_the_same_name_is_refused(own: str) -> None:
    with pytest.raises(ZelligError, match="is another system there than here"):
        known_system(Known(own, "of another one"))
