"""A network with one hidden layer of 50 units: how probable is it that the best guess is right?"""

from __future__ import annotations

from torch import Tensor, nn

from zellig.buzzers.features import FEATURES
from zellig.buzzers.network import Batch, NetworkBuzzer, right_or_wrong

UNITS = 50


class Mlp(NetworkBuzzer):
    """Two layers."""

    name = "mlp"

    @staticmethod
    def network() -> nn.Module:
        return nn.Sequential(nn.Linear(FEATURES, UNITS), nn.ReLU(), nn.Linear(UNITS, 1))

    @staticmethod
    def loss(scores: Tensor, batch: Batch) -> Tensor:
        return right_or_wrong(scores, batch)
