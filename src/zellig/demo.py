"""The demo: one contest on real review sentences, from nothing to the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from zellig import __version__
from zellig.breakers.negation import Negation
from zellig.breakers.random_substitution import RandomSubstitution, vocabulary_of
from zellig.corpora import open_corpus, refuse_overlap
from zellig.errors import ZelligError
from zellig.files import write_json
from zellig.games.contest import Contest, read_contest, score_contest
from zellig.games.contest.outcomes import outcomes
from zellig.games.contest.play import Play, Progress, items_of
from zellig.games.contest.score import Scores
from zellig.items import Item, Pair, write_records
from zellig.measures.breaking import broken
from zellig.own_objects import PREFIX
from zellig.pairs.checks import check_pairs
from zellig.pairs.policy import default_policy
from zellig.performers import Breaker, System
from zellig.report.contest import write_report
from zellig.resources import State, fetch, find, locate
from zellig.store.run import Run, file_name
from zellig.systems import load_system
from zellig.systems.bag_of_ngrams import Settings
from zellig.systems.loading import fingerprint
from zellig.systems.training import train_system
from zellig.tasks import get_task

SEED = 2017
TASK = "sentiment"
TRAIN, DEV, TEST = (f"rotten-tomatoes:{split}?labels=binary" for split in ("train", "dev", "test"))
BUILDERS = {"bag-of-ngrams": 3, "bag-of-words": 1}  # name: longest n-gram
VOCABULARY_ITEMS = 1500
VOCABULARY = f"{TRAIN}, first {VOCABULARY_ITEMS}"
RESOURCES = ("rotten-tomatoes", "english-parser")


@dataclass(frozen=True)
class Demo:
    """What the demo leaves behind."""

    report: Path
    scores: Scores
    examples: list[tuple[str, Pair]]  # breaker, and a pair of it that broke every system


def run_demo(folder: Path, own_systems: Sequence[str], progress: Progress) -> Demo:
    """Train, break, check, score and report in `folder`; a killed demo is taken up where it stopped."""
    own = _own_systems(own_systems)
    run = Run(folder, _plan(own))
    _fetch_resources(progress)
    train, dev, test = (list(open_corpus(name)) for name in (TRAIN, DEV, TEST))
    refuse_overlap(train, test, TASK)
    play = Play(run.begin(), TASK, SEED, progress)
    systems = _builders(play) | {name: system for name, (_, system) in own.items()}
    pairs = _pairs(play, train, test)
    if not run.has("dev.jsonl"):
        write_records(run / "dev.jsonl", Item, dev, TASK)
    for name, system in systems.items():
        play.answer(f"dev/{name}.jsonl", system, dev)
        for breaker, made in pairs.items():
            play.answer(f"predictions/{name}/{breaker}.jsonl", system, items_of(made))
    contest = read_contest(folder)
    scores = score_contest(contest, seed=SEED)
    write_json(run / "scores.json", scores)
    write_report(run / "report.html", contest, scores, "Two breakers against review classifiers")
    return Demo(run / "report.html", scores, _examples(contest))


def _own_systems(specs: Sequence[str]) -> dict[str, tuple[str, System]]:
    """The user's systems by name: that of a trained system's folder, or that in the spec of an object."""
    systems: dict[str, tuple[str, System]] = {}
    for spec in specs:
        system = load_system(spec)
        name = file_name(system.spec.name if spec.startswith(PREFIX) else Path(spec).resolve().name)
        if name in BUILDERS or name in systems:
            raise ZelligError(f"there are two systems named {name!r}", remedy="Give yours another name.")
        systems[name] = spec, system
    return systems


def _plan(own: Mapping[str, tuple[str, System]]) -> dict[str, Any]:
    return {
        "game": "contest",
        "zellig": __version__,
        "task": TASK,
        "seed": SEED,
        "corpora": {"train": TRAIN, "dev": DEV, "test": TEST},
        "systems": {name: {"name": "bag-of-ngrams", "order": order} for name, order in BUILDERS.items()}
        | {
            name: msgspec.to_builtins(system.spec) | {"from": spec, "fingerprint": fingerprint(spec, system)}
            for name, (spec, system) in own.items()
        },
        "breakers": {"negation": {}, "random-substitution": {"vocabulary": VOCABULARY}},
        "resources": {name: _version(name) for name in RESOURCES},
    }


def _version(name: str) -> str:
    """Which copy of a resource the run uses: the pinned hash, or the user's own path."""
    state, path = locate(find(name))
    return find(name).sha256 if state.pinned else str(path)


def _fetch_resources(progress: Progress) -> None:
    for name in RESOURCES:
        resource = find(name)
        if locate(resource)[0] is State.absent:
            fetch(resource, report=partial(_report, progress, f"fetching {name}", resource.size))


def _report(progress: Progress, what: str, total: int, done: int) -> None:
    progress(what, done, total)


def _builders(play: Play) -> dict[str, System]:
    systems: dict[str, System] = {}
    for name, order in BUILDERS.items():
        folder = play.run / f"systems/{name}"
        with play.run.timed(f"systems/{name}"):
            learns = partial(_learns, play.progress, name)
            train_system("bag-of-ngrams", TRAIN, folder, config=Settings(order), seed=SEED, progress=learns)
        systems[name] = load_system(str(folder))
    return systems


def _learns(progress: Progress, name: str, what: str, done: int, total: int) -> None:
    progress(f"{name} learns", done, total)


def _pairs(play: Play, train: list[Item], test: list[Item]) -> dict[str, list[Pair]]:
    """Each breaker's pairs that pass the checks; what the checks found is written beside them."""

    def sound(name: str, pairs: list[Pair]) -> list[Pair]:
        report = check_pairs(enumerate(pairs, 1), get_task(TASK), default_policy(), test, train)
        write_json(play.run / f"checks/{name}.json", report.summary())
        return report.accepted

    def random_substitution() -> Breaker:
        texts = (item.fields["text"] for item in train[:VOCABULARY_ITEMS])
        return RandomSubstitution(vocabulary_of(texts), VOCABULARY)

    breakers: dict[str, Callable[[], Breaker]] = {
        "negation": Negation,
        "random-substitution": random_substitution,
    }
    return {name: play.make_pairs(name, make, test, partial(sound, name)) for name, make in breakers.items()}


def _examples(contest: Contest) -> list[tuple[str, Pair]]:
    """For each breaker the first pair that broke the most systems."""
    what = outcomes(contest)
    times = broken(what.right[:, 0], what.right[:, 1]).sum(axis=0)
    best: dict[str, tuple[int, Pair]] = {}
    for (breaker, _, pair), count in zip(contest.rows(), times, strict=True):
        if breaker not in best or count > best[breaker][0]:
            best[breaker] = int(count), pair
    return [(breaker, pair) for breaker, (_, pair) in best.items()]
