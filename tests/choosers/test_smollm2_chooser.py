"""The chooser `smollm2`: one question to the model for a whole batch, and differences that mean something."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from zellig import registry
from zellig.choosers import smollm2
from zellig.errors import ZelligError
from zellig.performers import Lineup


class Model:
    """Finds long texts improbable; its last digits depend on the company."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        self.asked.append(len(texts))
        noise = np.random.default_rng(len(texts)).uniform(-1e-4, 1e-4, len(texts))
        return np.array([float(len(text)) for text in texts]) + noise


def test_the_model_is_asked_once_and_its_last_digits_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    monkeypatch.setattr(smollm2, "load_language_model", lambda: model)
    lineups = [Lineup("a", ("long", "s")), Lineup("b", ("s", "long")), Lineup("c", ("same", "size"))]
    together = smollm2.make().choose(lineups, [1, 2, 3])
    assert model.asked == [6]
    assert [choice.fake for choice in together[:2]] == [0, 1]
    assert together[2].confidence == 0.5
    assert [smollm2.make().choose([lineup], [seed])[0] for seed, lineup in enumerate(lineups, 1)] == together


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zellig.extras.find_spec", lambda name: None)
    with pytest.raises(ZelligError, match=r"'smollm2' needs torch.*zellig\[neural\]"):
        registry.lookup("choosers", "smollm2")
