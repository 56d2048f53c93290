"""The plain buzzer: answer as soon as the best guess is probable enough.

`threshold?at=0.3` is that of the QANTA baseline. Trained, it takes the threshold that wins most on its
questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from zellig.buzzers.lesson import Heard
from zellig.errors import ZelligError
from zellig.measures.expected_wins import WinCurve
from zellig.performers import History, Spec
from zellig.systems.options import split_options
from zellig.systems.settings import Count, settings_of
from zellig.systems.weights import WEIGHTS, Arrays, not_weights, read_arrays

NAME = "threshold"
PUBLISHED = 0.3

_AT = "at"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the training."""

    tried: Count = 200  # thresholds, evenly spread over the probabilities seen


class Threshold:
    """Buzzes from a probability on."""

    Config = Settings

    def __init__(self, spec: Spec, at: float) -> None:
        self.spec, self.at = spec, at

    @classmethod
    def ready(cls, name: str) -> Threshold:
        """By its name and the threshold after it."""
        _, options = split_options(name, [_AT])
        try:
            at = float(options.get(_AT, PUBLISHED))
        except ValueError:
            at = -1.0
        if not 0 <= at <= 1:
            raise ZelligError(f"{options[_AT]!r} is not a probability", remedy="Give a number from 0 to 1.")
        return cls(Spec(NAME, {_AT: at}), at)

    @classmethod
    def fit(cls, questions: Sequence[Heard], config: Settings, curve: WinCurve, seed: int) -> Threshold:
        """The threshold with the most expected wins."""
        sure = [np.array([_best(step.guesses) for step in each.steps]) for each in questions]
        worth = [np.where(each.right, curve(np.array(each.shares)), 0.0) for each in questions]
        every = np.unique(np.quantile(np.concatenate(sure), np.linspace(0, 1, config.tried)))

        def wins(at: float) -> float:
            passed = [probabilities >= at for probabilities in sure]
            return sum(
                float(gain[here.argmax()]) for here, gain in zip(passed, worth, strict=True) if here.any()
            )

        best = max(every.tolist(), key=wins)
        return cls(Spec(NAME, msgspec.to_builtins(config) | {"seed": seed}), best)

    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        return [_best(each.steps[-1].guesses) >= self.at for each in histories]

    def arrays(self) -> Arrays:
        return {_AT: np.array([self.at])}

    @classmethod
    def load(cls, folder: Path, spec: Spec) -> Threshold:
        """Read a saved one again."""
        settings_of(spec, Settings)
        numbers = read_arrays(folder / WEIGHTS, {_AT: (np.float64, 1)})[_AT]
        if len(numbers) != 1:
            raise not_weights(folder / WEIGHTS, f"there are {len(numbers)} thresholds")
        return cls(spec, float(numbers[0]))


def _best(guesses: Sequence[tuple[str, float]]) -> float:
    return guesses[0][1] if guesses else 0.0
