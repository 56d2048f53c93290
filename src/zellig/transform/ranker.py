"""How odd is a transformed sentence? A ranker chooses among alternatives and vetoes outliers.

The cheap ranker takes the alternative nearest to the source and vetoes nothing. The language model takes the
most probable one. It vetoes a sentence that is less probable than its source by more than the transformation
accounts for: every step has a price that is usual for it (`data/ranker.toml`).

The model is slow, and where only a verb group changed it did not tell good from bad. So of the sentences that
differ in nothing but the verb group it reads one, and only if words were moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.extras import require
from zellig.language.erg.select import Scorer, nearness
from zellig.transform.catalogue import KINDS
from zellig.transform.composition import JOIN

NAMES = ("cheap", "lm")
NEAR = 0.01  # nats: more than a batch can change a loss by
_IN_VERB_GROUP = frozenset(
    step for kind in ("polarity", "tense", "aspect", "modality", "embedding") for step in KINDS[kind]
)


class Output(msgspec.Struct, frozen=True):
    """What one step or composition made of a source."""

    source: str
    name: str
    text: str


class Ranker(Protocol):
    """Knows which sentences are better than others."""

    def scores(self, source: str) -> Scorer:
        """Numbers for alternatives that were made of this source, the lower the better."""
        ...

    def judged_with(self, name: str) -> str:
        """What the names have in common whose outputs of one source get one verdict."""
        ...

    def odd(self, outputs: Sequence[Output]) -> list[bool]:
        """For each output, whether it is too odd to be kept; the order and other sources do not matter."""
        ...


def load_ranker(name: str) -> Ranker:
    """The ranker of this name; refuses a language model that cannot be loaded."""
    if name not in NAMES:
        raise ZelligError(f"{name!r} is not a ranker", remedy=f"There are: {', '.join(NAMES)}.")
    if name == "cheap":
        return Cheap()
    require("neural", "the ranker 'lm'", "take the ranker cheap")
    from zellig.language.language_model import load_language_model

    return ByModel(load_language_model())


class Cheap:
    """Prefers the alternative with the fewest changed words; nothing so cheap tells good from bad outputs."""

    def scores(self, source: str) -> Scorer:
        """How many words differ."""
        return nearness(source)

    def judged_with(self, name: str) -> str:
        """The name: each stands alone."""
        return name

    def odd(self, outputs: Sequence[Output]) -> list[bool]:
        """None of them."""
        return [False] * len(outputs)


class Model(Protocol):
    """A language model."""

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Minus the log-probability of every text; its last digits depend on the other texts."""
        ...


class ByModel:
    """Prefers what a language model finds probable, measured against the source."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def scores(self, source: str) -> Scorer:
        """The losses; alternatives are read together, whatever else is read."""
        return lambda texts: self._model.losses(texts).tolist()

    def judged_with(self, name: str) -> str:
        """What was moved, if it is read: the verb group does not matter."""
        return moved(name) if is_read(name) else name

    def odd(self, outputs: Sequence[Output]) -> list[bool]:
        """Those for which the model's loss rises by more than the steps account for."""
        first: dict[tuple[str, str], Output] = {}  # of those that differ in the verb group only
        for output in outputs:
            if is_read(output.name):
                first.setdefault((output.source, moved(output.name)), output)
        texts = list(dict.fromkeys(text for each in first.values() for text in (each.source, each.text)))
        losses = dict(zip(texts, self._model.losses(texts).tolist(), strict=True))
        odd = {key: self._is_odd(each, losses) for key, each in first.items()}
        return [odd.get((each.source, moved(each.name)), False) for each in outputs]

    def _is_odd(self, output: Output, losses: dict[str, float]) -> bool:
        most = _prices().bound + sum(_prices().usual.get(step, 0.0) for step in output.name.split(JOIN))
        rise = losses[output.text] - losses[output.source]
        if abs(rise - most) < NEAR:  # the other texts of the batch must not decide
            alone = [self._model.losses([text]).item() for text in (output.text, output.source)]
            rise = alone[0] - alone[1]
        return rise > most


def moved(name: str) -> str:
    """The steps of a name that do more than change the verb group."""
    return JOIN.join(step for step in name.split(JOIN) if step not in _IN_VERB_GROUP)


def is_read(name: str) -> bool:
    """Whether the language model reads what these steps make."""
    return not _prices().read.isdisjoint(name.split(JOIN))


class _Prices(msgspec.Struct, frozen=True):
    bound: float
    read: frozenset[str]
    usual: dict[str, float]


@cache
def _prices() -> _Prices:
    raw = files("zellig.transform").joinpath("data/ranker.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Prices)
