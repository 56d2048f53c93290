"""What a Dask cluster costs beside local workers and beside two processes on their own, and what kills cost.

Usage: PYTHONPATH=tests python bench/engines.py DATA [--items N] [--part contrast|break|kills]
(DATA/snli holds the dev set of SNLI, DATA/nli the training set of SICK as a table, DATA/sst the treebank;
N is the size of a pass, about 15 s of work for two cores unless told; `--part` may be said several times)

Every engine has two workers that are warm: they have done a short pass before. There are three passes, each
over items of its own, because forms of words are remembered; the engines take turns, each time another one
first. Two processes on their own do half of a pass each, and the later one counts. Seconds are medians, and
so are ratios: of those in one pass. Processor time is that of all processes, and of the caller among them: on
a busy machine it says more. Then workers are killed, one every ten seconds, and a scheduler, in the middle of
all items at once, each twice, and the bytes are compared with those of a run that nobody disturbed.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]  # which Dask brings
from msgspec.structs import replace

from dask_cluster import cluster
from run import Figure
from zellig.corpora import open_corpus
from zellig.engine import IN_PROCESS, Engine, open_engine
from zellig.engine.dask import DaskWorkers
from zellig.errors import ZelligError
from zellig.front.training import train
from zellig.games.breaking import Breaking, Plan, play
from zellig.games.contrasts import run_contrasts
from zellig.items import Item, write_records
from zellig.store.run import LOG
from zellig.transform.plan import ContrastPlan

PASSES, WARM_UP = 3, 192
PREMISES, REVIEWS = 6000, 2200  # items of a pass
BREAKERS = ("strategies", "pwws")  # that ask nothing, and one that asks
EVERY = 10.0  # seconds between two kills
KILLS = 5  # that a run must take at least

Job = Callable[[Path, Path, Engine], None]  # the items, a folder to write to, who does it


class Taken(NamedTuple):
    """Seconds that something took."""

    wall: float
    processor: float
    of_caller: float


class Half(NamedTuple):
    """What one of two processes on their own does."""

    job: Job
    items: Path
    out: Path


def main() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    words = argparse.ArgumentParser()
    words.add_argument("data", type=Path)
    words.add_argument("--items", type=int, default=PREMISES)
    words.add_argument("--part", action="append", choices=PARTS)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for part in asked.part or PARTS:
            _print(PARTS[part](asked.data, asked.items, Path(name)))


def _contrast_part(data: Path, most: int, scratch: Path) -> list[Figure]:
    return speeds("contrast make", _contrast, _passes(scratch / "nli", _premises(data), "nli", most))


def _break_part(data: Path, most: int, scratch: Path) -> list[Figure]:
    sst = f"sst:{data / 'sst'}"
    reviews = list(open_corpus(f"{sst}:train?labels=binary&unit=sentence"))
    train("bag-of-ngrams", data=f"{sst}:dev?labels=binary&unit=sentence", out=scratch / "bag")
    passes = _passes(scratch / "sentiment", reviews, "sentiment", min(most, REVIEWS))
    return speeds("break", partial(_break, scratch / "bag"), passes)


def _kills_part(data: Path, most: int, scratch: Path) -> list[Figure]:
    once = _premises(data)[: PASSES * most]
    again = [replace(item, id=f"{item.id}-again") for item in once]  # a minute for two quick cores
    return kills(scratch, once + again)


PARTS = {"contrast": _contrast_part, "break": _break_part, "kills": _kills_part}


def _premises(data: Path) -> list[Item]:
    return [*open_corpus(f"snli:{data / 'snli'}:dev"), *open_corpus(str(data / "nli/sick-train.csv"))]


def _print(figures: list[Figure]) -> None:
    for figure in figures:
        line = f"{figure.what:<64}  {figure.value:>8}  wanted {figure.wanted:<8}  {figure.reference}"
        print(line, flush=True)  # the next part takes minutes


def _contrast(items: Path, out: Path, engine: Engine) -> None:
    run_contrasts(f"items:{items}", ContrastPlan("nli"), out, engine=engine)


def _break(system: Path, items: Path, out: Path, engine: Engine) -> None:
    plan = Plan("sentiment", f"items:{items}", (str(system),), BREAKERS, allow_overlap=True)
    play(Breaking(plan, out, out.with_suffix(".sqlite"), lambda what, done, total: None, engine))


# -- speed


def _passes(folder: Path, items: list[Item], task: str, size: int) -> list[Path]:
    """Files of items: a short one to warm up with, then as many as there are passes, all from everywhere."""
    needed = WARM_UP + PASSES * size
    if len(items) < needed:
        raise SystemExit(f"there are {len(items):,} items of {task}, and {needed:,} are needed")
    rest = items[WARM_UP:]
    some = [items[:WARM_UP], *(rest[number::PASSES][:size] for number in range(PASSES))]
    paths = [folder / f"{number}.jsonl" for number in range(len(some))]
    for path, each in zip(paths, some, strict=True):
        write_records(path, Item, each, task)
    return paths


def speeds(what: str, job: Job, passes: list[Path]) -> list[Figure]:
    """What a job takes by Dask, by local workers, and by two processes that do half of it each."""
    found: dict[str, list[Taken]] = {"dask": [], "local": [], "alone": []}
    with ExitStack() as stack:
        engines = {name: stack.enter_context(open_engine(name, 2)) for name in ("dask", "local")}
        alone = stack.enter_context(open_engine("local", 2))
        for number, items in enumerate(passes):
            halves = [Half(job, path, path.with_suffix("")) for path in _halves(items)]
            calls: dict[str, Callable[[], object]] = {
                name: partial(job, items, items.with_name(f"{name}-{number}"), engine)
                for name, engine in engines.items()
            }
            calls["alone"] = partial(_all, alone, halves)
            turns = list(calls)
            for name in turns[number % len(turns) :] + turns[: number % len(turns)]:
                found[name].append(_taken(calls[name]))
            if _files(items.with_name(f"dask-{number}")) != _files(items.with_name(f"local-{number}")):
                raise AssertionError(f"{what}: Dask and local workers wrote different bytes")
    dask, local, apart = (takes[1:] for takes in found.values())  # without warming up
    return [
        Figure(
            f"`{what}`, two Dask workers, wall time by that of two local ones",
            f"{_ratio(dask, local):.3f}",
            "<= 1.1",
            f"{_medians(dask)}; local {_medians(local)}",
        ),
        Figure(
            "its throughput by that of two processes with half each",
            f"{_ratio(apart, dask):.3f}",
            ">= 0.95",
            f"the two alone {_medians(apart)}; throughput of two local workers {_ratio(apart, local):.3f}",
        ),
    ]


def _all(engine: Engine, halves: list[Half]) -> None:
    for _ in engine.in_order(_half, halves):
        pass


def _ratio(some: list[Taken], others: list[Taken]) -> float:
    return statistics.median(one.wall / other.wall for one, other in zip(some, others, strict=True))


def _medians(takes: list[Taken]) -> str:
    wall, processor, of_caller = (statistics.median(values) for values in zip(*takes, strict=True))
    return f"{wall:.1f} s ({processor:.1f} of processor time, {of_caller:.1f} of the caller)"


def _half(half: Half) -> None:
    half.job(half.items, half.out, IN_PROCESS)


def _halves(items: Path) -> list[Path]:
    """Every second item, and the others."""
    corpus = open_corpus(f"items:{items}")
    found = list(corpus)
    paths = [items.with_name(f"{items.stem}-half{half}.jsonl") for half in (0, 1)]
    for half, path in enumerate(paths):
        write_records(path, Item, found[half::2], corpus.task)
    return paths


def _taken(call: Callable[[], object]) -> Taken:
    start, before = time.perf_counter(), _processor_times()
    call()
    after = _processor_times()
    used = {process: seconds - before.get(process, 0.0) for process, seconds in after.items()}
    return Taken(time.perf_counter() - start, sum(used.values()), used[os.getpid()])


def _processor_times() -> dict[int, float]:
    """By process: of this one and all that it has started, other engines' idle workers among them."""
    this = psutil.Process()
    return {each.pid: sum(each.cpu_times()[:2]) for each in (this, *this.children(recursive=True))}


# -- kills


def kills(scratch: Path, items: list[Item]) -> list[Figure]:
    """A run whose workers are killed, one whose scheduler is, and one that nobody disturbs."""
    path = scratch / "kills.jsonl"
    write_records(path, Item, items, "nli")
    with open_engine("local", 2) as engine:
        undisturbed = _taken(partial(_contrast, path, scratch / "whole", engine))
    whole = _files(scratch / "whole")
    with open_engine("dask", 2) as engine, _killing(engine) as killed:
        disturbed = _taken(partial(_contrast, path, scratch / "disturbed", engine))
    with cluster(scratch / "dask") as there:
        address, stopped = there.engine, _stop_in_the_middle(path, scratch / "stopped", there.engine)
        there.processes[0].kill()
        sentence = stopped()
        there.stop()
        there.start(port=int(address.rpartition(":")[2]))
        kept = len(list((scratch / "stopped").glob("parts/*.json")))
        with open_engine(there.engine) as engine:
            _contrast(path, scratch / "stopped", engine)
    return [
        Figure(
            f"workers killed, one every {EVERY:g} s: the same bytes",
            _yes(_files(scratch / "disturbed") == whole and len(killed) >= KILLS),
            "yes",
            f"{len(killed)} kills, {disturbed.wall:.0f} s; by local workers that nobody disturbs "
            f"{undisturbed.wall:.0f} s",
        ),
        Figure(
            "the scheduler killed, and the run taken up: the same bytes",
            _yes(_files(scratch / "stopped") == whole and kept > 0),
            "yes",
            f"{kept} parts were kept; it said: {sentence}",
        ),
    ]


@contextmanager
def _killing(engine: Engine) -> Iterator[list[int]]:
    """Kill one worker after the other, the first in turn; gives their process numbers."""
    assert isinstance(engine, DaskWorkers)
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while not over.wait(EVERY):
            there = engine.client.run(os.getpid, on_error="ignore")
            if there:
                killed.append(list(there.values())[len(killed) % len(there)])
                os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def _stop_in_the_middle(items: Path, out: Path, name: str) -> Callable[[], str]:
    """Begin a run, and give it back when some of it is done, as a call that says how it ended."""
    said: list[str] = []

    def go() -> None:
        try:
            with open_engine(name) as engine:
                _contrast(items, out, engine)
        except ZelligError as error:
            said.append(str(error))

    running = threading.Thread(target=go)
    running.start()
    while running.is_alive() and len(list(out.glob("parts/*.json"))) < 3:
        time.sleep(0.05)

    def ended() -> str:
        running.join()
        return said[0] if said else "nothing: it was done before"

    return ended


def _files(folder: Path) -> dict[str, bytes]:
    """All but the log, which has times in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LOG
    }


def _yes(holds: bool) -> str:
    return "yes" if holds else "NO"


if __name__ == "__main__":
    main()
