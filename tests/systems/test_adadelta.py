"""Sparse Adadelta must be Adadelta."""

from __future__ import annotations

import torch
from torch import nn

from zellig.systems.adadelta import SparseAdadelta


def test_it_makes_the_updates_of_the_dense_one_whatever_rows_a_batch_uses() -> None:
    torch.manual_seed(3)
    start = torch.randn(20, 4)
    tables = {sparse: nn.Embedding(20, 4, padding_idx=0, sparse=sparse) for sparse in (False, True)}
    for table in tables.values():
        table.weight.data.copy_(start)
    optimisers = [
        torch.optim.Adadelta(tables[False].parameters(), lr=1.0, rho=0.95, eps=1e-6),
        SparseAdadelta(list(tables[True].parameters()), lr=1.0, rho=0.95, eps=1e-6),
    ]
    for step in range(60):
        # Rows come, stay away for long and come again; some come twice in a batch, some never.
        rows = torch.tensor([0, step % 3, step % 3, 5 + step // 20, 19 if step in {1, 50} else 0])
        for table, optimiser in zip(tables.values(), optimisers, strict=True):
            optimiser.zero_grad()
            torch.autograd.backward((table(rows) ** 2).sum() + table(rows).sum())
            optimiser.step()
        torch.testing.assert_close(tables[True].weight, tables[False].weight)
    moved = (tables[True].weight != start).any(1)
    assert moved.tolist() == [row in {1, 2, 5, 6, 7, 19} for row in range(20)]
