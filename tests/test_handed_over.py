"""Objects that are in hand in this process, by the name under which they were handed over."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.own_objects import files_named, handed_over, load_object
from zellig.performers import Spec
from zellig.systems.loading import is_pinned, load_system


def test_an_object_is_there_as_long_as_it_is_handed_over() -> None:
    first, second = object(), object()
    with handed_over({"model": first}):
        assert load_object("here:model") is first
        with handed_over({"model": second, "other": first}):
            assert load_object("here:model") is second
        assert load_object("here:model") is first
        with pytest.raises(ZelligError, match="'here:other' was an object in a Python program"):
            load_object("here:other")
    with pytest.raises(ZelligError, match="not at hand"):
        load_object("here:model")
    assert files_named("here:model") == []


def test_another_thread_does_not_see_it() -> None:
    seen: list[str] = []

    def look() -> None:
        try:
            load_object("here:model")
        except ZelligError as error:
            seen.append(error.what)

    with handed_over({"model": object()}):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert len(seen) == 1


def test_it_is_a_system_whose_answers_are_kept_for_no_other_run() -> None:
    class Cook:
        spec = Spec("cook")

        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            return [Prediction(item.id, "+1") for item in items]

    with handed_over({"cook": Cook()}):
        system = load_system("here:cook")
        assert system.predict([Item("a", {"text": "Soup."})]) == [Prediction("a", "+1")]
        assert not is_pinned("here:cook", system)
