"""A buzzer that is trained for expected wins themselves, not for whether a guess is right.

Whether a guess is right is not the question: it may be better to wait, or to risk a guess that is right
only one time in three while nobody else would know. If the network buzzes at each step with a probability,
then the question is answered at a step with the probability of a buzz there and none before; what that wins
is known in training, and its mean is what is made large. In play it buzzes where a buzz is more probable
than not.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from zellig.buzzers.lstm import OverTime
from zellig.buzzers.network import Batch, NetworkBuzzer


class Wins(NetworkBuzzer):
    """One recurrent layer."""

    name = "wins"

    @staticmethod
    def network() -> nn.Module:
        return OverTime()

    @staticmethod
    def loss(scores: Tensor, batch: Batch) -> Tensor:
        waits = nn.functional.logsigmoid(-scores) * batch.there
        none_before = waits.cumsum(1) - waits
        buzzes = torch.exp(nn.functional.logsigmoid(scores) + none_before) * batch.there
        return -(buzzes * batch.worth).sum(1).mean()
