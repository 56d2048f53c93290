"""The dynamic convolutional network (Kalchbrenner et al. 2014), and the variant that was really run in 2017.

The paper's network: wide convolutions over each row of the matrix of word vectors, dynamic k-max pooling
that keeps more values of longer sentences, folding of neighbouring rows before the last pooling, tanh and
bias after pooling. The system entered in 2017 under this name was another re-implementation, trained on
tweets: fixed k after both convolutions, folding after both, as the mean of two rows. `variant = "2017"`
builds that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Literal

import msgspec
import torch
from torch import Tensor, nn

from zellig.systems.neural import Schedule
from zellig.systems.settings import Count, Fraction, NotNegative, Positive
from zellig.systems.word_network import UNKNOWN, WORDS, Training, WordNetwork

ROWS = 48  # size of a word vector


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    variant: Literal["paper", "2017"] = "paper"
    epochs: Count = 12
    batch: Count = 32
    rate: Positive = 0.05
    decay: NotNegative = 1e-5
    dropout: Fraction = 0.5
    look_every: Count = 400
    patience: Count = 12


class Recipe(msgspec.Struct, frozen=True):
    """What a variant stands for, layer by layer."""

    widths: tuple[int, int]
    maps: tuple[int, int]
    fixed_k: tuple[int, int] | None  # None: dynamic, at least `top` at the end
    top: int
    folded: tuple[bool, bool]
    fold_by_mean: bool


RECIPES = {
    "paper": Recipe((7, 5), (6, 14), None, 4, (False, True), False),
    "2017": Recipe((8, 6), (7, 12), (20, 8), 8, (True, True), True),
}


class Network(nn.Module):
    """Two layers of wide row-wise convolution, folding and k-max pooling; then scores."""

    def __init__(self, words: int, labels: int, settings: Settings) -> None:
        super().__init__()
        self.recipe = RECIPES[settings.variant]
        self.vectors = nn.Embedding(words + WORDS, ROWS)
        nn.init.normal_(self.vectors.weight, std=0.1)
        convolutions, biases, rows, maps = [], [], ROWS, 1
        for width, made, folded in zip(self.recipe.widths, self.recipe.maps, self.recipe.folded, strict=True):
            # One group for each row: a row is convolved with its own filters, over all maps below.
            convolutions.append(
                nn.Conv1d(rows * maps, rows * made, width, padding=width - 1, groups=rows, bias=False)
            )
            rows, maps = rows // 2 if folded else rows, made
            biases.append(nn.Parameter(torch.zeros(rows * maps, 1)))
        self.convolutions = nn.ModuleList(convolutions)
        self.biases = nn.ParameterList(biases)
        self.dropout = nn.Dropout(settings.dropout)
        self.output = nn.Linear(rows * maps * self.recipe.top, labels)

    def forward(self, texts: Sequence[list[int]]) -> Tensor:
        """Texts of one length go together: how many values are kept depends on the length."""
        by_length: dict[int, list[int]] = {}
        for place, text in enumerate(texts):
            by_length.setdefault(len(text), []).append(place)
        scores = self.output.weight.new_empty(len(texts), self.output.out_features)
        parts = [
            (places, self.score(self.vectors(torch.tensor([texts[place] or [UNKNOWN] for place in places]))))
            for places in by_length.values()
        ]
        order = torch.tensor([place for places, _ in parts for place in places])
        return scores.index_copy(0, order, torch.cat([part for _, part in parts]))

    def score(self, vectors: Tensor) -> Tensor:
        """Scores of texts of one length whose words are vectors (texts x words x rows)."""
        across = vectors.transpose(1, 2)
        words, rows = vectors.shape[1], ROWS
        for layer, (convolution, bias) in enumerate(zip(self.convolutions, self.biases, strict=True)):
            across = convolution(across)
            if self.recipe.folded[layer]:
                across, rows = self._fold(across, rows), rows // 2
            across = torch.tanh(k_max(across, self._kept(layer, words)) + bias)
        scores: Tensor = self.output(self.dropout(across.flatten(1)))
        return scores

    def _kept(self, layer: int, words: int) -> int:
        if self.recipe.fixed_k is not None:
            return self.recipe.fixed_k[layer]
        layers = len(self.recipe.widths)
        return max(self.recipe.top, ceil((layers - layer - 1) / layers * words))

    def _fold(self, across: Tensor, rows: int) -> Tensor:
        """Add (or average) rows 2i and 2i+1, map by map."""
        texts, channels, length = across.shape
        pairs = across.view(texts, rows // 2, 2, channels // rows, length)
        folded = pairs.mean(2) if self.recipe.fold_by_mean else pairs.sum(2)
        return folded.reshape(texts, channels // 2, length)


def k_max(values: Tensor, k: int) -> Tensor:
    """The k largest values of each row in their original order; a short row is filled up with zeros."""
    if values.shape[-1] < k:
        values = nn.functional.pad(values, (0, k - values.shape[-1]))
    places = values.topk(k, dim=-1).indices.sort(dim=-1).values
    return values.gather(-1, places)


class Dcnn(WordNetwork):
    """A trained network."""

    name = "dcnn"
    Config = Settings

    @staticmethod
    def network(words: int, labels: int, settings: Any) -> Network:
        return Network(words, labels, settings)

    @staticmethod
    def training(net: Any, settings: Any) -> Training:
        optimiser = torch.optim.Adagrad(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
        return Training(
            [optimiser],
            Schedule(settings.epochs, settings.batch, settings.look_every, settings.patience),
        )
