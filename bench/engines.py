"""What a Dask cluster costs beside local workers and beside two processes on their own, and what kills cost.

Usage: PYTHONPATH=tests python bench/engines.py DATA [ITEMS]
(DATA/snli holds the dev set of SNLI, DATA/sst the treebank; ITEMS is the size of a pass, 1,200 unless told)

Every engine has two workers that are warm: they have done a short pass before. A figure is the median of
three passes, each over items of its own, because forms of words are remembered; the engines take turns. Two
processes on their own do half of a pass each, and the later one counts. Then workers are killed, one every
ten seconds, and a scheduler, in the middle of eight passes at once, and the bytes are compared with those of
a run that nobody disturbed.
"""

from __future__ import annotations

import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

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

PASSES, WARM_UP, ITEMS = 3, 192, 1200
BREAKERS = ("strategies", "pwws")  # that ask nothing, and one that asks
EVERY = 10.0  # seconds between two kills
KILLS = 5  # that a run must take at least

Job = Callable[[Path, Path, Engine], None]  # the items, a folder to write to, who does it


class Half(NamedTuple):
    """What one of two processes on their own does."""

    job: Job
    items: Path
    out: Path


def main() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    data, size = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ITEMS
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        snli = list(open_corpus(f"snli:{data / 'snli'}:dev"))
        sst = f"sst:{data / 'sst'}"
        reviews = list(open_corpus(f"{sst}:train?labels=binary&unit=sentence"))
        train("bag-of-ngrams", data=f"{sst}:dev?labels=binary&unit=sentence", out=scratch / "bag")
        breaking = partial(_break, scratch / "bag")
        _print(speeds("contrast make", _contrast, _passes(scratch / "nli", snli, "nli", size)))
        _print(speeds("break", breaking, _passes(scratch / "sentiment", reviews, "sentiment", size)))
        _print(kills(scratch, snli[: 8 * size]))


def _print(figures: list[Figure]) -> None:
    for figure in figures:
        line = f"{figure.what:<60}  {figure.value:>8}  wanted {figure.wanted:<8}  {figure.reference}"
        print(line, flush=True)  # the next part takes minutes


def _contrast(items: Path, out: Path, engine: Engine) -> None:
    run_contrasts(f"items:{items}", ContrastPlan("nli"), out, engine=engine)


def _break(system: Path, items: Path, out: Path, engine: Engine) -> None:
    plan = Plan("sentiment", f"items:{items}", (str(system),), BREAKERS, allow_overlap=True)
    play(Breaking(plan, out, out.with_suffix(".sqlite"), lambda what, done, total: None, engine))


# -- speed


def _passes(folder: Path, items: list[Item], task: str, size: int) -> list[Path]:
    """Files of items: a short one to warm up with, then as many as there are passes."""
    sizes = [WARM_UP, *([size] * PASSES)]
    if len(items) < sum(sizes):
        raise SystemExit(f"there are {len(items):,} items of {task}, and {sum(sizes):,} are needed")
    source, paths = iter(items), []
    for number, length in enumerate(sizes):
        paths.append(folder / f"{number}.jsonl")
        write_records(paths[-1], Item, islice(source, length), task)
    return paths


def speeds(what: str, job: Job, passes: list[Path]) -> list[Figure]:
    """The wall time of a job by Dask, by local workers, and by two processes that do half of it each."""
    seconds: dict[str, list[float]] = {"dask": [], "local": [], "alone": []}
    with ExitStack() as stack:
        engines = {name: stack.enter_context(open_engine(name, 2)) for name in ("dask", "local")}
        alone = stack.enter_context(open_engine("local", 2))
        for number, items in enumerate(passes):
            for name, engine in engines.items():
                out = items.with_name(f"{name}-{number}")
                seconds[name].append(_timed(partial(job, items, out, engine)))
            halves = [Half(job, path, path.with_suffix("")) for path in _halves(items)]
            seconds["alone"].append(_timed(lambda halves=halves: list(alone.in_order(_half, halves))))  # type: ignore[misc]
            if _files(items.with_name(f"dask-{number}")) != _files(items.with_name(f"local-{number}")):
                raise AssertionError(f"{what}: Dask and local workers wrote different bytes")
    dask, local, apart = (statistics.median(times[1:]) for times in seconds.values())
    return [
        Figure(
            f"`{what}`, two Dask workers, wall time",
            f"{dask:.1f} s",
            "<= 1.1",
            f"two local workers {local:.1f} s, ratio {dask / local:.3f}",
        ),
        Figure(
            "its throughput beside two processes with half each",
            f"{apart / dask:.3f}",
            ">= 0.95",
            f"the two alone {apart:.1f} s",
        ),
    ]


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


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


# -- kills


def kills(scratch: Path, items: list[Item]) -> list[Figure]:
    """A run whose workers are killed, one whose scheduler is, and one that nobody disturbs."""
    path = scratch / "kills.jsonl"
    write_records(path, Item, items, "nli")
    with open_engine("local", 2) as engine:
        undisturbed = _timed(partial(_contrast, path, scratch / "whole", engine))
    whole = _files(scratch / "whole")
    with open_engine("dask", 2) as engine, _killing(engine) as killed:
        disturbed = _timed(partial(_contrast, path, scratch / "disturbed", engine))
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
            f"{len(killed)} kills, {disturbed:.0f} s; undisturbed, by local workers, {undisturbed:.0f} s",
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
