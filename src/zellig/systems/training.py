"""Training a system by its name: corpora in, a folder with weights and a card out."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import msgspec
import numpy as np

from zellig import __version__
from zellig.corpora import Corpus, corpus_hash, open_corpus
from zellig.corpora.answered import answered
from zellig.corpora.as_written import as_written
from zellig.decoding import FAULTS, decode_toml, fault
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import adopt, read_whole, reading, sync, unwritable
from zellig.items import Item, Prediction
from zellig.outputs import is_begun
from zellig.performers import Spec
from zellig.registry import lookup
from zellig.store.run import PLAN, Run
from zellig.store.versions import resource_versions
from zellig.systems.card import CARD, Card, Point, read_card, write_card
from zellig.tasks import Task, get_task
from zellig.tasks.finding import keep_task, stated
from zellig.texts import key64

CHECKPOINTS = "checkpoints"  # folder in a system's folder while it learns: the run of its training
SAVED = "saved"  # folder among the checkpoints in which a system is saved before it is moved out

Progress = Callable[[str, int, int], None]


@dataclass
class Lesson:
    """What a system is given to learn from, and where it notes how it gets on."""

    task: Task
    train: Sequence[Item]
    dev: Sequence[Item]
    seed: int
    folder: Path  # for checkpoints; its own files go there too
    progress: Progress = lambda what, done, total: None
    curve: list[Point] = field(default_factory=list)
    begin: Callable[[], object] = lambda: None  # to be called before the first checkpoint is written

    def room(self, name: str) -> Path:
        """An empty folder among the checkpoints, for what does not fit into memory."""
        self.begin()
        folder = self.folder / CHECKPOINTS / name
        shutil.rmtree(folder, ignore_errors=True)  # of a training that was killed
        folder.mkdir(parents=True)
        return folder

    @property
    def labels(self) -> list[str]:
        """The labels that occur in training, in the task's order; refuses fewer than two."""
        if not self.task.labels:
            raise ZelligError(
                f"this system chooses among labels, and the answers of {self.task.name} are open",
                remedy="Train it on a corpus of a task with labels.",
            )
        found = {item.accepted[0] for item in self.train if len(item.accepted) == 1}
        if len(found) < 2:
            raise ZelligError(
                f"there are {len(found)} different labels among {len(self.train)} training items",
                remedy="Train on a corpus with at least two labels.",
            )
        return [label for label in self.task.labels if label in found]


class Trainable(Protocol):
    """A class of systems that can be trained, saved and loaded."""

    Config: ClassVar[type[msgspec.Struct]]

    @classmethod
    def train(cls, lesson: Lesson, config: Any) -> Self: ...

    @classmethod
    def load(cls, folder: Path, card: Card) -> Self: ...

    @property
    def spec(self) -> Spec: ...

    @property
    def labels(self) -> Sequence[str]: ...

    def save(self, folder: Path) -> None: ...

    def predict(self, items: Sequence[Item]) -> list[Prediction]: ...


@runtime_checkable
class NamesFiles(Protocol):
    """Settings that name files: what is in these decides what is learnt."""

    def pinned(self) -> msgspec.Struct:
        """The settings with the hashes of the files."""


def train_system(
    name: str,
    corpus: str | Sequence[str],
    out: Path,
    *,
    dev: str | None = None,
    task: str | None = None,
    config: msgspec.Struct | None = None,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> Card:
    """Train the system of this name; a folder that holds it already, trained the same way, is left alone.

    It may learn from several corpora of one task. The task is for corpora that do not say it.
    Refuses a folder that holds anything else: another system or training, or files that are not of a system.
    """
    kind: type[Trainable] = lookup("systems", name)
    settings = kind.Config() if config is None else config
    settings = settings.pinned() if isinstance(settings, NamesFiles) else settings
    corpora = [corpus] if isinstance(corpus, str) else list(corpus)
    sources = [open_corpus(each, task=task) for each in corpora]
    about, corpus = _one_task(sources), " + ".join(corpora)
    params = msgspec.to_builtins(settings) | {"seed": seed}
    wanted = Spec(name, params)
    is_begun(out, [CARD, f"{CHECKPOINTS}/{PLAN}"], "a trained system")
    train = [item for source in sources for item in answered(source)]
    if not train and get_task(sources[0].task).labels:  # a guesser may learn from texts without questions
        raise sources[0].no_answers()
    held_out = answered(open_corpus(dev, task=sources[0].task)) if dev else []
    train_hash, dev_hash = corpus_hash(train), corpus_hash(held_out) if dev else None
    with reading(out / CARD):
        there = (out / CARD).is_file()
    if there:
        card = read_card(out)
        learnt_from = (card.corpus, card.corpus_hash, card.dev, card.dev_hash)
        if card.spec == wanted and learnt_from == (corpus, train_hash, dev, dev_hash):
            _remove(out / CHECKPOINTS)  # of a training that was killed when all was done but this
            return card
        raise ZelligError(
            "this folder holds another system", path=out, remedy=f"Choose another {option('out')}."
        )
    plan = {
        "zellig": __version__,
        "spec": msgspec.to_builtins(wanted),
        **(stated(about) if about.file else {}),
        "corpus": corpus,
        "corpus_hash": train_hash,
        "dev": dev,
        "dev_hash": dev_hash,
        "resources": resource_versions(),
    }
    training = Run(out / CHECKPOINTS, plan)
    lesson = Lesson(about, train, held_out, seed, out, progress, begin=training.begin)
    system = kind.train(lesson, settings)
    card = Card(
        wanted,
        about.name,
        tuple(system.labels),
        corpus,
        dev,
        tuple(lesson.curve),
        corpus_hash=train_hash,
        dev_hash=dev_hash,
    )
    seen = np.fromiter((key64(about.text(item)) for item in train), dtype=np.uint64, count=len(train))
    by_heart = getattr(system, "by_heart", None)  # which of them it may know so; without it, all
    seen = seen if by_heart is None else by_heart(seen)
    saved = training.begin() / SAVED
    shutil.rmtree(saved, ignore_errors=True)  # of a training that was killed while it saved
    system.save(saved)
    keep_task(about, saved)
    card = write_card(saved, card, seen)
    adopt(saved)
    _move_out(saved, out)
    _remove(training.folder)
    return card


def _one_task(sources: Sequence[Corpus]) -> Task:
    """The task of all corpora; refuses corpora of two."""
    first, *others = sources
    for other in others:
        if other.task != first.task:
            raise ZelligError(
                f"{as_written(first.spec)} is a corpus of {first.task}, and "
                f"{as_written(other.spec)} of {other.task}",
                remedy="A system learns one task: choose corpora of the same.",
            )
    return get_task(first.task)


def _move_out(saved: Path, folder: Path) -> None:
    """Move all files of a saved system to the folder it is for; its card is the last."""
    for path in sorted(saved.iterdir(), key=lambda path: path.name == CARD):
        try:
            path.replace(folder / path.name)
        except OSError as error:
            raise unwritable(folder / path.name, error) from None
    sync(folder)


def _remove(checkpoints: Path) -> None:
    """Remove the checkpoints; their plan, by which they are known to be ours, is the last to go."""
    if (checkpoints / PLAN).is_file():
        for path in checkpoints.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != PLAN:
                path.unlink()
        (checkpoints / PLAN).unlink()
    with suppress(OSError):  # there is none, or it holds what is not ours
        checkpoints.rmdir()


def config_of(name: str, given: Path | Mapping[str, object]) -> msgspec.Struct:
    """Settings in a TOML file or in hand, over a system's defaults; one that it does not have is refused."""
    kind: type[Trainable] = lookup("systems", name)
    known = ", ".join(each.name for each in msgspec.structs.fields(kind.Config))
    remedy = f"The settings are: {known}."
    if isinstance(given, Path):
        what = f"a file of settings for {name}"
        return decode_toml(read_whole(given), kind.Config, path=given, what=what, remedy=remedy)
    try:
        return msgspec.convert(given, kind.Config)
    except FAULTS as error:
        raise ZelligError(f"these are no settings for {name} ({fault(error)})", remedy=remedy) from None
