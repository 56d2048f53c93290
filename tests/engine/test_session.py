"""A worker that works for one after the other."""

from __future__ import annotations

import pytest

from zellig.engine import forget, once
from zellig.engine.session import do, new_session, result_of
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing, warn
from zellig.registry import bring
from zellig.tasks import get_task

LOADED: list[str] = []


def load(name: str) -> str:
    LOADED.append(name)
    return name.upper()


def loading(name: str) -> str:
    return once(load, name)


def labels(name: str) -> tuple[str, ...]:
    return get_task(name).labels


def complaining(number: int) -> float:
    warn("one is divided")
    if not number:
        raise ZelligError("nothing divides")
    return 1 / number


def test_what_is_loaded_is_loaded_once_for_each_whom_one_works_for() -> None:
    LOADED.clear()
    first, second = new_session({}), new_session({})
    for session in (first, first, second, second, first):
        assert result_of(do(session, loading, "bag")) == "BAG"
    assert LOADED == ["bag"] * 3
    forget()
    assert loading("bag") == "BAG"
    assert len(LOADED) == 4


def test_nobody_knows_the_tasks_of_another() -> None:
    without = new_session({})
    bring("tasks", "mine", get_task("nli"))
    assert result_of(do(new_session({}), labels, "mine")) == get_task("nli").labels
    with pytest.raises(ZelligError, match="'mine' is not one of the tasks"):
        result_of(do(without, labels, "mine"))


def test_what_is_said_and_refused_is_passed_on() -> None:
    heard: list[Notice] = []
    done = [do(new_session({}), complaining, number) for number in (2, 0)]
    with hearing(heard.append):
        assert result_of(done[0]) == 0.5
        with pytest.raises(ZelligError, match="nothing divides"):
            result_of(done[1])
    assert heard == [Notice("warning", "one is divided")]
    with pytest.raises(ZeroDivisionError):  # what is no refusal is no result
        do(new_session({}), lambda number: 1 / number, 0)
