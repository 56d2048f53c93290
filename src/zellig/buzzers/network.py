"""What the learning buzzers share: features in, a probability of buzzing at each step out."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from zellig.buzzers.features import FEATURES, features
from zellig.buzzers.lesson import Heard
from zellig.measures.expected_wins import WinCurve
from zellig.performers import History, Spec, Step
from zellig.systems.settings import Count, NotNegative, Positive, settings_of
from zellig.systems.weights import WEIGHTS, Arrays, Wanted, not_weights, read_arrays

HELD_OUT = 10  # every tenth question is for choosing the best epoch
Steps = tuple[Step, ...]

TOGETHER = 256  # histories that go through the network at once


@contextmanager
def _one_thread() -> Iterator[None]:
    """The nets are tiny: two threads wait for each other most of the time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the training; the defaults are those of the released code, which learns from very many."""

    epochs: Count = 20
    steps: Count = 800  # at the least: twenty epochs of few questions would leave a network as it was
    batch: Count = 64
    rate: Positive = 1e-3
    decay: NotNegative = 1e-4


class Batch(NamedTuple):
    """Questions side by side, filled up to the longest (questions, steps)."""

    rows: Tensor  # (questions, steps, features)
    there: Tensor  # is this a step of the question?
    right: Tensor
    worth: Tensor  # what a right answer at this step wins


class NetworkBuzzer(ABC):
    """A trained network that buzzes where its score is above zero."""

    Config: ClassVar[type[Settings]] = Settings
    name: ClassVar[str]

    def __init__(self, spec: Spec, net: nn.Module) -> None:
        self.spec, self._net = spec, net.eval()

    @staticmethod
    @abstractmethod
    def network() -> nn.Module:
        """Untrained: (questions, steps, features) to a score for each step, which knows no later one."""

    @staticmethod
    @abstractmethod
    def loss(scores: Tensor, batch: Batch) -> Tensor:
        """What is to become small."""

    @classmethod
    @_one_thread()
    def fit(cls, questions: Sequence[Heard], config: Settings, curve: WinCurve, seed: int) -> Self:
        """Train, and keep the epoch that is best on every tenth question, which is not learnt from."""
        torch.manual_seed(seed)
        net = _Scaled(cls.network())
        held = [_tensors(each, curve) for each in questions]
        net.fit_scale(torch.cat([each.rows for each in held]))
        looked_at, learnt = _filled(held[::HELD_OUT]), [h for n, h in enumerate(held) if n % HELD_OUT]
        optimiser = torch.optim.Adam(net.parameters(), lr=config.rate, weight_decay=config.decay)
        best, kept = float("inf"), net.state_dict()
        order = random.Random(seed)  # noqa: S311  (an order of examples, not a secret)
        batches = -(-len(learnt) // config.batch)
        for _ in range(max(config.epochs, -(-config.steps // batches))):
            order.shuffle(learnt)
            net.train()
            for start in range(0, len(learnt), config.batch):
                batch = _filled(learnt[start : start + config.batch])
                optimiser.zero_grad()
                torch.autograd.backward(cls.loss(net(batch.rows), batch))
                optimiser.step()
            net.eval()
            with torch.no_grad():
                now = float(cls.loss(net(looked_at.rows), looked_at))
            if now < best:
                best, kept = now, {key: value.clone() for key, value in net.state_dict().items()}
        net.load_state_dict(kept)
        return cls(Spec(cls.name, msgspec.to_builtins(config) | {"seed": seed}), net)

    @_one_thread()
    def buzz(self, histories: Sequence[History], seeds: Sequence[int]) -> list[bool]:
        """For each history: is the score of its last step above zero?

        No score knows a later step: a history that another one begins with is read with that.
        """
        whole, part_of = _longest([each.steps for each in histories])
        above: list[list[bool]] = []
        for start in range(0, len(whole), TOGETHER):
            rows = [torch.tensor(features(steps)).float() for steps in whole[start : start + TOGETHER]]
            with torch.no_grad():
                above += (self._net(nn.utils.rnn.pad_sequence(rows, batch_first=True)) > 0).tolist()
        return [above[number][len(each.steps) - 1] for number, each in zip(part_of, histories, strict=True)]

    def arrays(self) -> Arrays:
        """The weights, by name."""
        return {name: value.numpy() for name, value in self._net.state_dict().items()}

    @classmethod
    def load(cls, folder: Path, spec: Spec) -> Self:
        """Read a saved one again; refuses weights of another shape."""
        settings_of(spec, cls.Config)
        net = _Scaled(cls.network())
        own = net.state_dict()
        wanted: Wanted = {name: (np.float32, value.dim()) for name, value in own.items()}
        arrays = read_arrays(folder / WEIGHTS, wanted)
        if any(arrays[name].shape != tuple(value.shape) for name, value in own.items()):
            raise not_weights(folder / WEIGHTS, "they are of another shape")
        net.load_state_dict({name: torch.tensor(value) for name, value in arrays.items()})
        return cls(spec, net)


class _Scaled(nn.Module):
    """A network behind features of mean 0 and spread 1."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("mean", torch.zeros(FEATURES))
        self.register_buffer("spread", torch.ones(FEATURES))

    def fit_scale(self, rows: Tensor) -> None:
        self.mean = rows.mean(0)
        spread = rows.std(0)
        self.spread = torch.where(spread > 1e-6, spread, 1.0)  # one that never varied is not made much of

    def forward(self, rows: Tensor) -> Tensor:
        scores: Tensor = self.net((rows - self.mean) / self.spread)
        return scores.squeeze(-1)


def _longest(histories: Sequence[Steps]) -> tuple[list[Steps], list[int]]:
    """The histories that no other one begins with; and for each history the number of that it is in."""
    whole: list[Steps] = []
    part_of = [0] * len(histories)
    found: defaultdict[Step, list[int]] = defaultdict(list)  # by the first step
    for place in sorted(range(len(histories)), key=lambda place: -len(histories[place])):
        steps = histories[place]
        alike = found[steps[0]]
        for number in alike:
            if whole[number][: len(steps)] == steps:
                part_of[place] = number
                break
        else:
            part_of[place] = len(whole)
            alike.append(len(whole))
            whole.append(steps)
    return whole, part_of


def right_or_wrong(scores: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy of whether the best guess is right, over all steps: as in the released code."""
    losses = nn.functional.binary_cross_entropy_with_logits(scores, batch.right, reduction="none")
    return losses[batch.there].mean()


def _tensors(question: Heard, curve: WinCurve) -> Batch:
    right = torch.tensor(question.right, dtype=torch.float32)
    worth = torch.tensor(curve(np.array(question.shares)), dtype=torch.float32) * right
    rows = torch.tensor(features(question.steps)).float()
    return Batch(rows, torch.ones(len(right), dtype=torch.bool), right, worth)


def _filled(questions: Sequence[Batch]) -> Batch:
    fill: Callable[[list[Tensor]], Tensor] = lambda some: nn.utils.rnn.pad_sequence(some, batch_first=True)  # noqa: E731
    return Batch(*(fill([each[place] for each in questions]) for place in range(len(Batch._fields))))
