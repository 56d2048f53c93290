"""What the neural builders share: batches of texts, the training loop, checkpoints, weights on disk."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn

from zellig.decoding import decode_json, fault
from zellig.errors import ZelligError
from zellig.files import read_whole, write_text, write_whole
from zellig.items import Item, Prediction
from zellig.systems.card import Point
from zellig.systems.training import CHECKPOINTS, Lesson
from zellig.systems.weights import LARGEST, MOST, WEIGHTS, diverged, is_sound, not_weights

VOCABULARY = "vocabulary.json"
PREDICT_BATCH = 256
NOTES = "notes"  # JSON, as the bytes of a tensor of a checkpoint

Net = TypeVar("Net", bound=nn.Module)
Example = tuple[Any, int]  # whatever the network reads, and the number of its label


@dataclass(frozen=True)
class Schedule:
    """How long to train, and how often to look at the development items."""

    epochs: int
    batch: int
    look_every: int  # updates between two looks
    patience: int  # looks without a better one before it stops


def fit(
    net: nn.Module,
    optimisers: Sequence[torch.optim.Optimizer],
    examples: Sequence[Example],
    lesson: Lesson,
    schedule: Schedule,
    *,
    loss: Callable[[Sequence[Example]], Tensor],
    accuracy: Callable[[], float] | None,
    after_update: Callable[[], None] = lambda: None,
    name: str = "network",
) -> None:
    """Train, and leave the net with the weights that were best on the development items, if there are any.

    After every epoch everything is written to a checkpoint, and chance is drawn anew from (seed, epoch), so a
    run that was killed goes on where it was and ends the same.
    """
    torch.set_num_threads(1)  # these nets are small: two threads wait for each other most of the time
    state = _State.of(net, optimisers, lesson.folder / CHECKPOINTS / name)
    updates_an_epoch = -(-len(examples) // schedule.batch)
    lesson.begin()
    for epoch in range(state.epoch, schedule.epochs):
        if state.looks_since_best >= schedule.patience:
            break
        torch.manual_seed(lesson.seed * 1000 + epoch)
        for number, batch in enumerate(_batches(examples, schedule.batch, lesson.seed * 1000 + epoch)):
            net.train()
            for optimiser in optimisers:
                optimiser.zero_grad()
            torch.autograd.backward(loss(batch))
            for optimiser in optimisers:
                optimiser.step()
            after_update()
            step = epoch * updates_an_epoch + number + 1
            if accuracy and (step % schedule.look_every == 0 or number + 1 == updates_an_epoch):
                net.eval()
                with torch.no_grad():
                    state.look(step, accuracy())
            lesson.progress(f"{name} learns", step, schedule.epochs * updates_an_epoch)
        state.save(epoch + 1)
    state.end()
    lesson.curve.extend(state.curve)


class _Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a checkpoint says of a training beside its weights."""

    epoch: int
    best: float
    looks_since_best: int
    curve: tuple[Point, ...]


class _State:
    """Where a training is: weights, optimisers, the best weights so far, the curve."""

    def __init__(self, net: nn.Module, optimisers: Sequence[torch.optim.Optimizer], path: Path) -> None:
        self.net, self.optimisers = net, optimisers
        self.path = path.with_suffix(".safetensors")
        self.epoch = 0
        self.best = -1.0
        self.best_weights: dict[str, Tensor] = {}
        self.looks_since_best = 0
        self.curve: list[Point] = []

    @classmethod
    def of(cls, net: nn.Module, optimisers: Sequence[torch.optim.Optimizer], path: Path) -> _State:
        """A new state, or that of the checkpoint."""
        state = cls(net, optimisers, path)
        if state.path.is_file():
            remedy = f"Delete {path.parent}, and train again."
            try:
                state._take_up(_read_tensors(state.path), remedy)
            except (RuntimeError, ValueError, KeyError, TypeError) as error:
                what = f"it is a checkpoint of another training ({fault(error)})"
                raise ZelligError(what, path=state.path, remedy=remedy) from None
            except ZelligError as error:  # its own remedy is for the weights of a trained system
                raise ZelligError(error.what, path=state.path, remedy=remedy) from None
        return state

    def _take_up(self, tensors: dict[str, Tensor], remedy: str) -> None:
        raw = tensors[NOTES].numpy().tobytes()
        notes = decode_json(raw, _Notes, path=self.path, what="a checkpoint", remedy=remedy)
        self.epoch, self.best, self.looks_since_best = notes.epoch, notes.best, notes.looks_since_best
        self.curve = list(notes.curve)
        self.net.load_state_dict(_under("net.", tensors))
        for index, optimiser in enumerate(self.optimisers):
            _restore(optimiser, _under(f"optimiser{index}.", tensors))
        self.best_weights = _under("best.", tensors)

    def look(self, step: int, accuracy: float) -> None:
        self.curve.append(Point(step, round(accuracy, 6)))
        if accuracy > self.best:
            self.best, self.looks_since_best = accuracy, 0
            self.best_weights = {key: value.clone() for key, value in self.net.state_dict().items()}
        else:
            self.looks_since_best += 1

    def save(self, epoch: int) -> None:
        tensors = {f"net.{key}": value for key, value in self.net.state_dict().items()}
        tensors |= {f"best.{key}": value for key, value in self.best_weights.items()}
        for index, optimiser in enumerate(self.optimisers):
            tensors |= {f"optimiser{index}.{key}": value for key, value in _flat(optimiser).items()}
        notes = _Notes(epoch, self.best, self.looks_since_best, tuple(self.curve))
        # In the same file: tensors of one epoch with the notes of another would go on in another way.
        tensors[NOTES] = torch.tensor(list(msgspec.json.encode(notes)), dtype=torch.uint8)
        _write_tensors(self.path, tensors)

    def end(self) -> None:
        """Take the best weights."""
        if self.best_weights:
            self.net.load_state_dict(self.best_weights)
        self.net.eval()


def _flat(optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    """An optimiser's memory as plain tensors."""
    return {
        f"{parameter}.{key}": value if isinstance(value, Tensor) else torch.tensor(value)
        for parameter, memory in optimiser.state_dict()["state"].items()
        for key, value in memory.items()
    }


def _restore(optimiser: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    state: dict[int, dict[str, Any]] = {}
    for name, value in tensors.items():
        parameter, _, key = name.partition(".")
        # SparseAdam counts its steps with a plain whole number, Adam with a tensor of floats.
        plain = value.dim() == 0 and value.dtype == torch.int64
        state.setdefault(int(parameter), {})[key] = int(value) if plain else value
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {key.removeprefix(prefix): value for key, value in tensors.items() if key.startswith(prefix)}


def _batches(examples: Sequence[Example], size: int, seed: int) -> Iterator[list[Example]]:
    """Examples of like length together (less padding), the batches in random order."""
    generator = random.Random(seed)  # noqa: S311  (an order of examples, not a secret)
    order = sorted(range(len(examples)), key=lambda i: len(examples[i][0]) + 3 * generator.random())
    starts = list(range(0, len(order), size))
    generator.shuffle(starts)
    for start in starts:
        yield [examples[i] for i in order[start : start + size]]


def accuracy_of(net: Callable[[list[Any]], Tensor], examples: Sequence[Example]) -> float:
    """Share of examples whose most probable label is right."""
    right = 0
    for start in range(0, len(examples), PREDICT_BATCH):
        batch = examples[start : start + PREDICT_BATCH]
        answers = net([text for text, _ in batch]).argmax(1)
        right += int((answers == torch.tensor([label for _, label in batch])).sum())
    return right / len(examples)


def loss_of(net: nn.Module, batch: Sequence[Example]) -> Tensor:
    """Cross-entropy of the right labels."""
    gold = torch.tensor([label for _, label in batch])
    return nn.functional.cross_entropy(net([text for text, _ in batch]), gold)


def examples_of(items: Iterable[Item], labels: Sequence[str], read: Callable[[Item], Any]) -> list[Example]:
    """Items with one accepted answer among the labels, as the network reads them."""
    number = {label: index for index, label in enumerate(labels)}
    return [
        (read(item), number[item.accepted[0]])
        for item in items
        if len(item.accepted) == 1 and item.accepted[0] in number
    ]


def most_common(counts: Counter[str], size: int | None = None) -> list[str]:
    """Words by how often they occur, then by the alphabet: the same in every run."""
    return [word for word, _ in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:size]]


def probabilities_of(net: nn.Module, texts: Sequence[Any], labels: int, batch: int = PREDICT_BATCH) -> Tensor:
    """Probabilities of the labels for each text; texts of like length go together, which saves padding."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    found = torch.zeros(len(texts), labels)
    with torch.no_grad():
        for start in range(0, len(order), batch):
            places = order[start : start + batch]
            found[places] = net([texts[place] for place in places]).softmax(1)
    return found


def predictions_of(items: Sequence[Item], labels: Sequence[str], probabilities: Tensor) -> list[Prediction]:
    """The most probable label of each item, with all probabilities."""
    if not torch.isfinite(probabilities).all():
        raise ZelligError("its weights give no probabilities", remedy="Train the system again.")
    rows: list[list[float]] = np.round(probabilities.double().numpy(), 6).tolist()
    return [
        Prediction(item.id, labels[row.index(max(row))], dict(zip(labels, row, strict=True)))
        for item, row in zip(items, rows, strict=True)
    ]


def save_net(folder: Path, net: nn.Module, vocabulary: Sequence[str]) -> None:
    """Weights as safetensors, the vocabulary as JSON."""
    for name, value in net.state_dict().items():
        if not is_sound(value.numpy()):
            raise diverged(folder / WEIGHTS, name)
    _write_tensors(folder / WEIGHTS, net.state_dict())
    write_text(folder / VOCABULARY, msgspec.json.encode(list(vocabulary)).decode())


def load_vocabulary(folder: Path) -> list[str]:
    """The vocabulary a net was saved with."""
    path = folder / VOCABULARY
    remedy = "Train the system again."
    return decode_json(read_whole(path), list[str], path=path, what="a vocabulary", remedy=remedy)


def load_net(folder: Path, make: Callable[[], Net]) -> Net:
    """The net that `make` makes, with saved weights; weights of another shape are refused.

    Until they are known to fit, it has no numbers of its own: settings that claim a huge net cost nothing.
    """
    path = folder / WEIGHTS
    tensors = _read_tensors(path)
    try:
        with torch.device("meta"):
            net = make()
    except RuntimeError as error:  # larger than can be counted
        raise not_weights(path, fault(error)) from None
    wanted = net.state_dict()
    for name in sorted(wanted.keys() | tensors.keys()):
        if name not in wanted or name not in tensors:
            raise not_weights(path, f"{name!r} is {'missing' if name in wanted else 'too much'}")
        expected, found = ((value.dtype, tuple(value.shape)) for value in (wanted[name], tensors[name]))
        if expected != found:
            raise not_weights(path, f"{name!r} is {_kind(*found)}, and {_kind(*expected)} by the settings")
        if not is_sound(tensors[name].numpy()):
            raise not_weights(path, f"{name!r} has numbers that are not finite, or greater than {MOST:g}")
    net.load_state_dict(tensors, assign=True)
    return net.eval()


def _kind(dtype: torch.dtype, shape: tuple[int, ...]) -> str:
    return f"{' x '.join(map(str, shape)) or 'one'} {str(dtype).removeprefix('torch.')}"


def _write_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    with write_whole(path) as file:
        file.write(save({name: value.contiguous() for name, value in tensors.items()}))


def _read_tensors(path: Path) -> dict[str, Tensor]:
    try:
        return load(read_whole(path, LARGEST))
    except (SafetensorError, KeyError, ValueError, RuntimeError) as error:
        raise not_weights(path, f"this is not a safetensors file: {fault(error)}") from None
