"""An LSTM of 50 units over the steps so far: how probable is it that the best guess is right?"""

from __future__ import annotations

from torch import Tensor, nn

from zellig.buzzers.features import FEATURES
from zellig.buzzers.network import Batch, NetworkBuzzer, right_or_wrong

UNITS = 50
DROPOUT = 0.4


class OverTime(nn.Module):
    """Reads steps in their order; the score of a step depends on it and those before it."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.LSTM(FEATURES, UNITS, batch_first=True)
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(UNITS, 1)

    def forward(self, rows: Tensor) -> Tensor:
        states, _ = self.layer(rows)
        scores: Tensor = self.output(self.dropout(states))
        return scores


class Lstm(NetworkBuzzer):
    """One recurrent layer."""

    name = "lstm"

    @staticmethod
    def network() -> nn.Module:
        return OverTime()

    @staticmethod
    def loss(scores: Tensor, batch: Batch) -> Tensor:
        return right_or_wrong(scores, batch)
