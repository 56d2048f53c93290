"""The demo: two classifiers learn from real reviews, and the strategies break them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zellig.errors import ZelligError
from zellig.games.breaking import Breaking, Plan, Played, play
from zellig.games.breaking.plan import named_systems
from zellig.oracle import Progress
from zellig.report.breaking import write_run_report
from zellig.resources import State, fetch, find, locate
from zellig.store.cache import shared_cache
from zellig.systems.bag_of_ngrams import Settings
from zellig.systems.training import train_system

SEED = 2017
TRAIN, DEV, TEST = (f"rotten-tomatoes:{split}?labels=binary" for split in ("train", "dev", "test"))
BUILDERS = {"bag-of-ngrams": 3, "bag-of-words": 1}  # name: longest n-gram
ITEMS = 280  # of the test split: enough for more than a thousand pairs in a minute
RESOURCES = ("rotten-tomatoes", "english-parser", "wordnet")


@dataclass(frozen=True)
class Demo:
    """What the demo leaves behind."""

    report: Path
    played: Played


def run_demo(folder: Path, own_systems: Sequence[str], progress: Progress) -> Demo:
    """Train, break and report in `folder`; a killed demo is taken up where it stopped."""
    for name in named_systems(own_systems):
        if name in BUILDERS:
            raise ZelligError(f"there are two systems named {name!r}", remedy="Give yours another name.")
    _fetch_resources(progress)
    trained = [str(_trained(folder / "systems" / name, order, progress)) for name, order in BUILDERS.items()]
    plan = Plan(
        task="sentiment",
        corpus=TEST,
        systems=(*trained, *own_systems),
        breakers=("strategies",),
        domain="film",
        limit=ITEMS,
        strict=True,
        seed=SEED,
        dev=DEV,
    )
    run = folder / "run"
    played = play(Breaking(plan, run, shared_cache(), progress))
    if played.scores is None:
        raise ZelligError("no strategy made a pair", path=run, remedy="Run `zellig resources verify`.")
    write_run_report(run / "report.html", played)
    return Demo(run / "report.html", played)


def _fetch_resources(progress: Progress) -> None:
    for name in RESOURCES:
        resource = find(name)
        if locate(resource)[0] is State.absent:
            fetch(resource, report=partial(_report, progress, f"fetching {name}", resource.size))


def _report(progress: Progress, what: str, total: int, done: int) -> None:
    progress(what, done, total)


def _trained(folder: Path, order: int, progress: Progress) -> Path:
    def learns(what: str, done: int, total: int) -> None:
        progress(f"{folder.name} learns", done, total)

    train_system("bag-of-ngrams", TRAIN, folder, config=Settings(order), seed=SEED, progress=learns)
    return folder
