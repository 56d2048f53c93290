"""Logistic regression over the features: how probable is it that the best guess is right?"""

from __future__ import annotations

from torch import Tensor, nn

from zellig.buzzers.features import FEATURES
from zellig.buzzers.network import Batch, NetworkBuzzer, right_or_wrong


class Logistic(NetworkBuzzer):
    """One layer."""

    name = "logistic"

    @staticmethod
    def network() -> nn.Module:
        return nn.Linear(FEATURES, 1)

    @staticmethod
    def loss(scores: Tensor, batch: Batch) -> Tensor:
        return right_or_wrong(scores, batch)
