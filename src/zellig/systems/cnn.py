"""Convolutional networks for sentences: Kim (2014), and the 2017 contest's PCNN and SCNN after Li et al.

PCNN and SCNN are one network trained on phrases or on sentences: that is the choice of the corpus
(`unit=phrase` or `unit=sentence`). The team's contest settings are not known; `config = "li2017"` has those
of the same authors' code of that year, `config = "kim"` those of Kim's code with random word vectors, since
no pretrained ones are shipped. Li et al. pad on the right only and do not say what follows the
convolution; like Kim we pad on both sides and take ReLU.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import msgspec
import torch
from torch import Tensor, nn

from zellig.systems.adadelta import SparseAdadelta
from zellig.systems.neural import Schedule
from zellig.systems.settings import Count
from zellig.systems.word_network import PADDING, WORDS, Training, WordNetwork

WIDTHS = (3, 4, 5)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the builder."""

    config: Literal["kim", "li2017"] = "kim"
    epochs: Count = 25
    look_every: Count = 400
    patience: Count = 12


class Recipe(msgspec.Struct, frozen=True):
    """What a named configuration stands for."""

    maps: int
    vectors: float  # word vectors are drawn from the interval of this half width
    batch: int
    rate: float  # learning rate
    sparse: bool  # an update touches the word vectors of its batch only (Adam's would move all)
    longest_row: float | None  # rows of the output layer are scaled back to this norm


RECIPES = {
    "kim": Recipe(maps=100, vectors=0.25, batch=50, rate=1.0, sparse=True, longest_row=3.0),
    "li2017": Recipe(maps=128, vectors=1.0, batch=128, rate=1e-4, sparse=False, longest_row=None),
}
VECTOR = 300
DROPOUT = 0.5


class Network(nn.Module):
    """Word vectors, convolutions of three widths, ReLU, the maximum over time, dropout, scores."""

    def __init__(self, words: int, labels: int, recipe: Recipe) -> None:
        super().__init__()
        self.vectors = nn.Embedding(words + WORDS, VECTOR, padding_idx=PADDING, sparse=recipe.sparse)
        nn.init.uniform_(self.vectors.weight, -recipe.vectors, recipe.vectors)
        with torch.no_grad():
            self.vectors.weight[PADDING] = 0
        self.convolutions = nn.ModuleList(nn.Conv1d(VECTOR, recipe.maps, width) for width in WIDTHS)
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(len(WIDTHS) * recipe.maps, labels)

    def forward(self, texts: Sequence[list[int]]) -> Tensor:
        length = max(len(text) for text in texts)
        padded = [text + [PADDING] * (length - len(text)) for text in texts]
        return self.score(self.vectors(torch.tensor(padded, dtype=torch.long)))

    def score(self, vectors: Tensor) -> Tensor:
        """Scores of texts whose words are vectors (texts x words x size); padding is zero."""
        # One more than Kim's padding: so every text has a window of nothing but padding, whatever the longest
        # text of its batch is, and the answer does not depend on the batch.
        margin = max(WIDTHS)
        across = nn.functional.pad(vectors, (0, 0, margin - 1, margin)).transpose(1, 2)
        features = [torch.relu(convolution(across)).amax(2) for convolution in self.convolutions]
        scores: Tensor = self.output(self.dropout(torch.cat(features, 1)))
        return scores


class Cnn(WordNetwork):
    """A trained network."""

    name = "cnn"
    Config = Settings

    @staticmethod
    def network(words: int, labels: int, settings: Any) -> Network:
        net = Network(words, labels, RECIPES[settings.config])
        if settings.config == "li2017":
            _draw_like_li(net)
        return net

    @staticmethod
    def training(net: Any, settings: Any) -> Training:
        recipe = RECIPES[settings.config]
        if settings.config == "kim":
            table = net.vectors.weight
            others = [parameter for parameter in net.parameters() if parameter is not table]
            optimisers: list[torch.optim.Optimizer] = [
                torch.optim.Adadelta(others, lr=recipe.rate, rho=0.95, eps=1e-6),
                SparseAdadelta([table], lr=recipe.rate, rho=0.95, eps=1e-6),
            ]
        else:
            optimisers = [torch.optim.Adam(net.parameters(), lr=recipe.rate)]
        schedule = Schedule(settings.epochs, recipe.batch, settings.look_every, settings.patience)
        return Training(optimisers, schedule, partial(_scale_back, net.output, recipe.longest_row))


def _draw_like_li(net: Network) -> None:
    for name, parameter in net.convolutions.named_parameters():
        if name.endswith("bias"):
            nn.init.constant_(parameter, 0.1)
        else:
            nn.init.trunc_normal_(parameter, std=0.1)


def _scale_back(output: nn.Linear, longest: float | None) -> None:
    """Kim's max-norm constraint."""
    if longest is not None:
        with torch.no_grad():
            output.weight *= longest / output.weight.norm(dim=1, keepdim=True).clamp(min=longest)
