"""Adadelta (Zeiler, 2012) for a table of which each batch uses a few rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor


class SparseAdadelta(torch.optim.Optimizer):
    """The same updates as torch.optim.Adadelta, for sparse gradients.

    A row without a gradient does not move: its two averages only decay. So a row is given its missed decays
    when it is used again, and an update costs as much as the rows of its batch, not as the whole table.
    """

    def __init__(self, parameters: list[Tensor], lr: float, rho: float, eps: float) -> None:
        super().__init__(parameters, {"lr": lr, "rho": rho, "eps": eps})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        """Update the rows that have a gradient."""
        del closure  # part of torch's signature; the training loop has none
        for group in self.param_groups:
            for table in group["params"]:
                if table.grad is not None:
                    _update(table, self.state[table], group["lr"], group["rho"], group["eps"])


def _update(table: Tensor, memory: dict[str, Any], rate: float, rho: float, eps: float) -> None:
    if not memory:
        memory["step"] = 0
        memory["used"] = torch.zeros(len(table), dtype=torch.int64)  # the step of a row's last change
        memory["square_avg"], memory["acc_delta"] = torch.zeros_like(table), torch.zeros_like(table)
    gradient = table.grad.coalesce()  # type: ignore[union-attr]
    rows, slope = gradient.indices()[0], gradient.values()
    decay = rho ** (memory["step"] - memory["used"][rows]).to(table.dtype).unsqueeze(1)
    squares = (memory["square_avg"][rows] * decay).mul_(rho).addcmul_(slope, slope, value=1 - rho)
    moves = memory["acc_delta"][rows] * decay
    move = (moves + eps).sqrt_().div_((squares + eps).sqrt_()).mul_(slope)
    memory["step"] += 1
    memory["used"][rows] = memory["step"]
    memory["square_avg"][rows] = squares
    memory["acc_delta"][rows] = moves.mul_(rho).addcmul_(move, move, value=1 - rho)
    table[rows] -= rate * move
