"""Systems, and the breaker that learns: `zellig train`."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from zellig.breakers.q_learning import breaker
from zellig.corpora.mapping import GivenMapping
from zellig.errors import ZelligError
from zellig.front.options import checked, path_of
from zellig.front.places import Output
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.front.trained import TrainedBreaker, TrainedSystem
from zellig.oracle import Oracle, Progress
from zellig.systems.doubt_words import warn_of_doubt
from zellig.systems.label_check import sound_out
from zellig.systems.loading import fingerprint, is_pinned, load_system_for
from zellig.systems.training import config_of, train_system
from zellig.tasks import get_task


@checked()
def train(
    name: str,
    *,
    data: Data,
    dev: Data = None,
    task: str | PathLike[str] | None = None,
    mapping: GivenMapping = None,
    config: Mapping[str, object] | str | PathLike[str] | None = None,
    seed: int = 2017,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> TrainedSystem:
    """Train a system of ours, by its name, on a corpus or on data of one's own.

    `dev` are items on which its progress is watched while it learns. `config` are settings, by name or in a
    TOML file. Nothing is written unless `out` names a folder: a training that was killed is taken up there,
    and one that was done is not done again.
    """
    if name == breaker.NAME:
        raise ZelligError(f"{name} is a breaker", remedy="Train it with train_breaker(victim, data=...).")
    players, output = Players(), Output(out)
    with saying() as said:
        settings = config_of(name, config if isinstance(config, Mapping) else _path(config))
        corpus, opened, held_out = players.corpora(data, dev, task_name(task), mapping)
        with players.here():
            card = train_system(
                name,
                corpus,
                output.path,
                dev=held_out,
                task=opened.task,
                config=settings,
                seed=seed,
                progress=progress,
            )
    return TrainedSystem(tuple(said), output, card)


@checked()
def train_breaker(
    victim: Model,
    *,
    data: Data,
    task: str | PathLike[str] | None = None,
    labels: Labels | None = None,
    mapping: GivenMapping = None,
    seed: int = 2017,
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> TrainedBreaker:
    """Train `q-breaker`, which learns which words of the data to change so that a model breaks.

    The victim is a model as for `break_systems`. Nothing is written unless `out` names a folder: a training
    that was done there is not done again, if it can be told that the victim is the same.
    """
    players, output = Players(), Output(out)
    with saying() as said:
        corpus, opened = players.corpus(data, task_name(task), mapping)
        asked = players.system(victim, get_task(opened.task), labels, lambda: list(opened))
        with players.here():
            about = get_task(opened.task)
            system = load_system_for(about, asked)
            warn_of_doubt(sound_out(system, list(opened), about), system.spec.name, about)
            known, pinned = (
                (victim.card.fingerprint, True)  # of what it has learnt, which the object in hand hides
                if isinstance(victim, TrainedSystem)
                else (fingerprint(asked, system), is_pinned(asked, system))
            )
            saved = breaker.train(
                corpus,
                output.path,
                Oracle(system, known),
                task=opened.task,
                pinned=pinned,
                seed=seed,
                progress=progress,
            )
    return TrainedBreaker(tuple(said), output, saved)


def _path(config: str | PathLike[str] | None) -> Path | Mapping[str, object]:
    return {} if config is None else path_of(config, "settings, or the path of their file")
