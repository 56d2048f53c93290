"""Let every breaker loose on every builder and print the tables of docs/results/break-rates.md.

Usage: python bench/break_table.py sentiment OUT FOLDER...   (FOLDERs hold what train_all.py trained)
       python bench/break_table.py qasrl OUT DATA            (DATA holds wiki1.*.tsv; its builder is trained)
OUT holds a run directory, with its report, for each kind of breaker. What is there is not done again, so the
command can be stopped and run again. While anything is being changed: --split train --items 20.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from trained import UNITS
from zellig.breakers.loading import ALL_STRATEGIES
from zellig.breakers.q_learning import breaker as q_breaker
from zellig.games import breaking
from zellig.games.breaking.plan import named_systems
from zellig.oracle import Oracle
from zellig.report.contest import write_report
from zellig.store.cache import shared_cache
from zellig.systems.loading import fingerprint, load_system
from zellig.systems.training import train_system

PLAIN = ("random-substitution", "language-model")
WORDNET = ("wordnet-greedy", "wordnet-full-greedy", "wordnet-beam", "wordnet-best-first")
SEARCHES = (*WORDNET, "pwws", "deepwordbug", "random-positions")
NO_GRADIENTS = ("bag-of-ngrams",)
BUDGET = 500  # the default of `zellig break`
ITEMS = 300
SLOW = "lm-zero-shot"
SLOW_SPEC, SLOW_ITEMS, SLOW_BUDGET = f"{SLOW}?task=sentiment&labels=-1,+1", 50, 40

Row = dict[str, Any]  # by short name of the system


@dataclass(frozen=True)
class Ground:
    """What is played on."""

    task: str
    corpus: str
    items: int
    trial: bool  # on training items, to try things out


@dataclass(frozen=True)
class Played:
    """A run: which systems were played against, the figures, and the scores."""

    systems: dict[str, str]  # short name: name in the run
    found: dict[str, Any]
    scores: dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("task", choices=("sentiment", "qasrl"))
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--split", default="test")
    parser.add_argument("--items", type=int, default=ITEMS)
    given = parser.parse_args()
    if given.task == "sentiment":
        sentiment(given.out, given.folders, given.split, given.items)
    else:
        qasrl(given.out, given.folders[0], given.split, given.items)


def sentiment(out: Path, folders: Sequence[Path], split: str, items: int) -> None:
    """Six trained builders, and one that is slow on fewer items and with fewer questions."""
    systems = {name: str(found(f"{name}-{unit}-1", folders)) for name, unit in UNITS.items()}
    learnt = learn(out / "q-breaker", "rotten-tomatoes:train?labels=binary", systems["bag-of-ngrams"])
    with_gradients = {name: spec for name, spec in systems.items() if name not in NO_GRADIENTS}
    searches = (*SEARCHES, learnt, "textfooler", "input-reduction")
    slow = {SLOW: SLOW_SPEC}

    ground = Ground("sentiment", f"rotten-tomatoes:{split}?labels=binary", items, split == "train")
    few = replace(ground, items=min(SLOW_ITEMS, items))
    tables(
        strategies=[
            play(out / "strategies", ground, systems, [ALL_STRATEGIES]),
            play(out / "slow-strategies", few, slow, [ALL_STRATEGIES]),
        ],
        plain=[play(out / "plain", ground, systems, PLAIN), play(out / "slow-plain", few, slow, PLAIN)],
        searches=[
            play(out / "searches", ground, systems, searches),
            play(out / "hotflip", ground, with_gradients, ["hotflip"]),
            play(out / "slow-searches", few, slow, searches, SLOW_BUDGET),
        ],
    )


def qasrl(out: Path, data: Path, split: str, items: int) -> None:
    """The builder of 2017 and the rule beside it."""
    train, dev, corpus = (f"qasrl:{data / f'wiki1.{each}.tsv'}" for each in ("train", "dev", split))
    ground = Ground("qasrl", corpus, items, split == "train")
    builder = out / "qasrl-logistic"
    train_system("qasrl-logistic", train, builder, dev=dev, seed=2017)
    systems = {"qasrl-logistic": str(builder), "nearest-noun-phrase": "nearest-noun-phrase"}
    learnt = learn(out / "q-breaker", train, str(builder))
    tables(
        strategies=[play(out / "strategies", ground, systems, [ALL_STRATEGIES])],
        plain=[],
        searches=[
            play(out / "searches", ground, systems, (*SEARCHES, learnt)),
            play(out / "textfooler", ground, systems, ["textfooler"]),
        ],
    )


def found(name: str, folders: Sequence[Path]) -> Path:
    """The first folder of this name."""
    for folder in folders:
        if (folder / name).is_dir():
            return folder / name
    sys.exit(f"{name} is in none of {', '.join(map(str, folders))}: run `make train-all` first")


def learn(folder: Path, corpus: str, victim: str) -> str:
    """The learning breaker, trained now unless it is there; gives its folder."""
    system = load_system(victim)
    q_breaker.train(corpus, folder, Oracle(system, fingerprint(victim, system)))
    return str(folder)


def play(
    folder: Path, ground: Ground, systems: dict[str, str], breakers: Sequence[str], budget: int = BUDGET
) -> Played:
    """What `zellig break` does, with its run directory and its report."""
    start = time.process_time()
    plan = breaking.Plan(
        ground.task,
        ground.corpus,
        tuple(systems.values()),
        tuple(breakers),
        ground.items,
        budget,
        allow_overlap=ground.trial,
    )
    played = breaking.play(breaking.Breaking(plan, folder, shared_cache(), told))
    if played.scores is None:
        sys.exit(f"no pair was made in {folder}")
    found = played.figures
    title = "Breakers against systems"
    write_report(folder / "report.html", played.contest, played.scores, title, found.success)
    minutes = (time.process_time() - start) / 60
    print(
        f"{folder.name}: {found.pairs} pairs, {found.queries} questions, {minutes:.1f} min", file=sys.stderr
    )
    named = named_systems(plan.systems)
    return Played(
        dict(zip(systems, named, strict=True)), msgspec.to_builtins(found), msgspec.to_builtins(played.scores)
    )


def told(what: str, done: int, total: int) -> None:
    if done >= total:
        print(time.strftime("%H:%M:%S"), what, file=sys.stderr, flush=True)


def tables(strategies: list[Played], plain: list[Played], searches: list[Played]) -> None:
    """Print all tables."""
    for side, words in (("before", "all pairs"), ("after", "valid pairs alone")):
        print(f"\n### Items broken, by {words}\n")
        rows = {ALL_STRATEGIES: by_system((run, run.found["success_of_any"]) for run in strategies)}
        rows |= by_breaker((*plain, *searches), "success")
        table(
            {
                name: {
                    system: (100 * each[side], [100 * end for end in each[f"{side}_interval"]])
                    for system, each in row.items()
                }
                for name, row in rows.items()
            }
        )
    print("\n### Pairs that break, made without asking any system\n")
    rows = {ALL_STRATEGIES: by_system((run, run.scores["systems"]) for run in strategies)}
    asked = {name: inside(row, "broken_percent", "broken_interval") for name, row in rows.items()}
    rates, ends = by_breaker(plain, "break_rate"), by_breaker(plain, "break_rate_intervals")
    asked |= {name: {each: (row[each], ends[name][each]) for each in row} for name, row in rates.items()}
    table(asked)
    print("\n### Transfer: pairs that break, made by asking the other systems\n")
    rows = by_breaker(searches, "transfer")
    table({name: inside(row, "broken", "interval") for name, row in rows.items()})
    ranked(strategies)


def by_system(parts: Iterable[tuple[Played, Mapping[str, Any]]]) -> Row:
    """What several runs know by name of the system, by its short name."""
    return {short: row[name] for run, row in parts for short, name in run.systems.items() if name in row}


def by_breaker(runs: Sequence[Played], key: str) -> dict[str, Row]:
    """A figure of several runs, by breaker and short name of the system."""
    breakers = dict.fromkeys(breaker for run in runs for breaker in run.found[key])
    return {name: by_system((run, run.found[key].get(name, {})) for run in runs) for name in breakers}


def inside(row: Row, value: str, ends: str) -> Row:
    """Of every system its value and its interval."""
    return {system: (each[value], each[ends]) for system, each in row.items()}


def ranked(strategies: Sequence[Played]) -> None:
    """The strategies, the one that breaks most first; the first run gives the order."""
    print("\n### Strategies, ranked\n")
    systems = [short for run in strategies for short in run.systems]
    print(header(["", "strategy", "pairs", "all", *systems]))
    for rank, (name, row) in enumerate(strategies[0].scores["phenomena"].items(), 1):
        cells = [rank, name, row["pairs"], percent(row["break_rate"], row["interval"])]
        for run in strategies:
            there = run.scores["phenomena"].get(name)
            cells += [
                percent(there["broken_percent"][full], there["intervals"][full]) if there else "–"
                for full in run.systems.values()
            ]
        print(line(cells))


def table(rows: Mapping[str, Row]) -> None:
    """Breakers by systems; a cell is a value and its interval."""
    systems = dict.fromkeys(system for row in rows.values() for system in row)
    print(header(["breaker", *systems]))
    for name, row in rows.items():
        print(line([name, *(percent(*row[system]) if system in row else "–" for system in systems)]))


def header(cells: Sequence[str]) -> str:
    return f"{line(cells)}\n|{'---|' * len(cells)}"


def line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def percent(value: float | None, ends: Sequence[float] | None) -> str:
    return "–" if value is None or ends is None else f"{value:.1f} ({ends[0]:.1f}–{ends[1]:.1f})"


if __name__ == "__main__":
    main()
