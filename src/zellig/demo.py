"""The demo: one contest on real review sentences, from nothing to the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from zellig import __version__
from zellig.breakers.negation import Negation
from zellig.breakers.random_substitution import RandomSubstitution, vocabulary_of
from zellig.corpora import open_corpus, refuse_overlap
from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.games.contest import Contest, read_contest, score_contest
from zellig.games.contest.outcomes import outcomes
from zellig.games.contest.play import Progress, answer, items_of, make_pairs
from zellig.games.contest.score import Scores
from zellig.items import Item, Pair, write_records
from zellig.measures.breaking import broken
from zellig.pairs.checks import check_pairs
from zellig.pairs.policy import default_policy
from zellig.performers import Breaker, System
from zellig.report.contest import write_report
from zellig.resources import State, fetch, find, locate
from zellig.store.run import Run
from zellig.systems import load_system
from zellig.systems.bag_of_ngrams import BagOfNgrams
from zellig.systems.loading import CARD
from zellig.tasks import get_task

SEED = 2017
TASK = "sentiment"
TRAIN, DEV, TEST = (f"rotten-tomatoes:{split}?labels=binary" for split in ("train", "dev", "test"))
BUILDERS = {"bag-of-ngrams": 3, "bag-of-words": 1}  # name: longest n-gram
VOCABULARY_ITEMS = 1500
RESOURCES = ("rotten-tomatoes", "english-parser")


@dataclass(frozen=True)
class Demo:
    """What the demo leaves behind."""

    report: Path
    scores: Scores
    examples: list[tuple[str, Pair]]  # breaker, and a pair of it that broke every system


def run_demo(folder: Path, own_systems: Sequence[str], progress: Progress) -> Demo:
    """Train, break, check, score and report in `folder`; a killed demo is taken up where it stopped."""
    run = Run(folder, _plan(own_systems))
    _fetch_resources(progress)
    corpora = {name: list(open_corpus(name)) for name in (TRAIN, DEV, TEST)}
    train, dev, test = corpora.values()
    refuse_overlap(train, test, TASK)
    systems = _systems(run, train, own_systems, progress)
    if not run.has("dev.jsonl"):
        write_records(run / "dev.jsonl", Item, dev, TASK)
    pairs = {name: _pairs(run, name, make, train, test, progress) for name, make in _breakers(train).items()}
    for name, system in systems.items():
        answer(run, f"dev/{name}.jsonl", system, dev, TASK, progress)
        for breaker, made in pairs.items():
            answer(run, f"predictions/{name}/{breaker}.jsonl", system, items_of(made), TASK, progress)
    contest = read_contest(folder)
    scores = score_contest(contest, seed=SEED)
    _write_json(run / "scores.json", scores)
    write_report(run / "report.html", contest, scores, "Two breakers against review classifiers")
    return Demo(run / "report.html", scores, _examples(contest))


def _plan(own_systems: Sequence[str]) -> dict[str, Any]:
    return {
        "game": "contest",
        "zellig": __version__,
        "task": TASK,
        "seed": SEED,
        "corpora": {"train": TRAIN, "dev": DEV, "test": TEST},
        "builders": BUILDERS,
        "own_systems": list(own_systems),
        "breakers": ["negation", "random-substitution"],
        "resources": {name: find(name).sha256 for name in RESOURCES},
    }


def _fetch_resources(progress: Progress) -> None:
    for name in RESOURCES:
        resource = find(name)
        if locate(resource)[0] is State.absent:
            fetch(resource, report=lambda size, of=resource: progress(f"fetching {of.name}", size, of.size))


def _systems(
    run: Run, train: list[Item], own_systems: Sequence[str], progress: Progress
) -> dict[str, System]:
    systems: dict[str, System] = {}
    for name, order in BUILDERS.items():
        folder = f"systems/{name}"
        if not run.has(f"{folder}/{CARD}"):
            with run.timed(folder):
                BagOfNgrams.train(
                    train, order, SEED, lambda done, total, name=name: progress(f"{name} learns", done, total)
                ).save(run / folder)
        systems[name] = load_system(str(run / folder))
    for spec in own_systems:
        system = load_system(spec)
        if system.spec.name in systems:
            raise ZelligError(
                f"there are two systems named {system.spec.name!r}", remedy="Give yours another name in its spec."
            )
        systems[system.spec.name] = system
    return systems


def _breakers(train: list[Item]) -> dict[str, Callable[[], Breaker]]:
    """Breakers by name, made only when their pairs are not there yet."""

    def random_substitution() -> Breaker:
        texts = (item.fields["text"] for item in train[:VOCABULARY_ITEMS])
        return RandomSubstitution(vocabulary_of(texts), f"{TRAIN}, first {VOCABULARY_ITEMS}")

    return {"negation": Negation, "random-substitution": random_substitution}


def _pairs(
    run: Run,
    name: str,
    make: Callable[[], Breaker],
    train: list[Item],
    test: list[Item],
    progress: Progress,
) -> list[Pair]:
    """A breaker's pairs that pass the checks; what was rejected is kept apart, with the reasons."""

    def sound(pairs: list[Pair]) -> list[Pair]:
        report = check_pairs(enumerate(pairs, 1), get_task(TASK), default_policy(), test, train)
        _write_json(run / f"checks/{name}.json", report.summary())
        return report.accepted

    return make_pairs(run, name, make, test, TASK, SEED, sound, progress)


def _examples(contest: Contest) -> list[tuple[str, Pair]]:
    """For each breaker the first pair that broke the most systems."""
    what = outcomes(contest)
    times = broken(what.right[:, 0], what.right[:, 1]).sum(axis=0)
    best: dict[str, tuple[int, Pair]] = {}
    for (breaker, _, pair), count in zip(contest.rows(), times, strict=True):
        if breaker not in best or count > best[breaker][0]:
            best[breaker] = int(count), pair
    return [(breaker, pair) for breaker, (_, pair) in best.items()]


def _write_json(path: Path, value: Any) -> None:
    write_text(path, msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n")
