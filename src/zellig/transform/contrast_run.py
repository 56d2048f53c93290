"""A run directory of contrast sets: the plan, the pairs, what came of the items, and the log.

The work is done in pieces that are kept until all are there. A run that was killed is run again with the same
directory: pieces that are there are not made again, so the end is the same, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from zellig import __version__
from zellig.corpora import corpus_hash, open_corpus
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json, writing
from zellig.items import Item, Pair, read_records, write_records
from zellig.pairs.reading import same_task
from zellig.store.hashes import note_hashes, warn_of_changes
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.tasks import get_task
from zellig.tasks.finding import keep_task, stated
from zellig.transform.contrast import CHUNK, Contrasts, checked, make_contrasts
from zellig.transform.counts import Counts, total
from zellig.transform.erg import close_erg, identity
from zellig.transform.plan import ContrastPlan

PAIRS, SUMMARY = "pairs/contrast.jsonl", "summary.json"
PIECES = "pieces"
CHUNKS = 4  # in a piece: little enough to lose, and few enough files


def run_contrasts(
    corpus: str,
    plan: ContrastPlan,
    folder: Path,
    *,
    limit: int | None = None,
    workers: int = 1,
    told: Callable[[int], None] = lambda n: None,
) -> Counts:
    """Make the pairs of a corpus in a folder, or what a killed run left to make; `told` hears of every chunk.

    All that can be refused is refused before anything is written.
    """
    if folder.suffix == ".jsonl":
        raise ZelligError(
            "this is the name of a file, and contrast sets are made in a folder",
            path=folder,
            remedy=f"Name a folder: the pairs will be in {folder.stem}/{PAIRS}.",
        )
    source = open_corpus(corpus, task=plan.task)
    same_task(source.task, get_task(plan.task), corpus)
    try:
        plan.check()
        run = Run(folder, _stated(corpus, source.first(limit), plan)).begin()
        keep_task(get_task(plan.task), folder)
        with run.alone():
            if not run.has(SUMMARY):
                _make(run, source.first(limit), plan, workers, told)
                _gather(run, plan.task)
            else:
                warn_of_changes(folder, [PAIRS])
            _clear(run)
    finally:
        close_erg()
    return _counted(run / SUMMARY)


def pairs_file(path: Path) -> Path:
    """The pairs of a run, if a folder is given; a file itself."""
    if not os.path.isdir(path):  # the method of Path fails on names that cannot be
        return path
    warn_of_changes(path, [PAIRS])
    return path / PAIRS


def _stated(corpus: str, items: Iterable[Item], plan: ContrastPlan) -> dict[str, object]:
    """What decides the pairs, as `run.toml` has it; the items are read and checked."""
    number = 0

    def counted() -> Iterator[Item]:
        nonlocal number
        for item in checked(items, get_task(plan.task)):
            number += 1
            yield item

    found = corpus_hash(counted())
    return {
        "game": "contrast",
        "zellig": __version__,
        **stated(get_task(plan.task)),
        "corpus": corpus,
        "items": number,
        "corpus_hash": found,
        "rules": plan.rules,
        "phenomena": list(plan.phenomena),
        "compose": plan.compose,
        "survey": plan.survey,
        "hypotheses": plan.hypotheses,
        "filter": plan.filtered,
        "ranker": plan.ranker,
        "grammar": {"name": "clause"} if plan.erg is None else {"name": "erg", **identity(plan.erg)},
        "resources": resource_versions(),
    }


def _make(
    run: Run, items: Iterator[Item], plan: ContrastPlan, workers: int, told: Callable[[int], None]
) -> None:
    """Make the pieces that are not there yet."""
    number = 0
    while run.has(_piece(number, "json")):
        number += 1
    told(sum(1 for _ in islice(items, number * CHUNKS * CHUNK)))
    chunks = _watched(make_contrasts(items, plan, workers), told)
    while True:
        with run.timed(_piece(number, "json")):
            piece = list(islice(chunks, CHUNKS))
            pairs = (pair for chunk in piece for pair in chunk.pairs)
            write_records(run / _piece(number, "jsonl"), Pair, pairs, plan.task)
            write_json(run / _piece(number, "json"), total(chunk.counts for chunk in piece))
        if len(piece) < CHUNKS:
            return
        number += 1


def _watched(chunks: Iterable[Contrasts], told: Callable[[int], None]) -> Iterator[Contrasts]:
    for chunk in chunks:
        told(chunk.counts.items)
        yield chunk


def _gather(run: Run, task: str) -> None:
    """Put the pieces together; the last file is the sign that all is there."""
    numbers = range(len(list((run / PIECES).glob("*.json"))))
    pairs = (pair for number in numbers for pair in read_records(run / _piece(number, "jsonl"), Pair))
    write_records(run / PAIRS, Pair, pairs, task)
    note_hashes(run.folder, [PAIRS])
    counts = (_counted(run / _piece(number, "json")) for number in numbers)
    write_json(run / SUMMARY, total(counts))


def _counted(path: Path) -> Counts:
    remedy = "Delete it, and give the same command again."
    return decode_json(read_whole(path), Counts, path=path, what="a count of a run", remedy=remedy)


def _clear(run: Run) -> None:
    """Without the pieces, when they are not needed any more."""
    folder = run / PIECES
    if folder.is_dir():
        with writing(folder):
            for path in folder.glob("[0-9]*.json*"):
                path.unlink()
            folder.rmdir()


def _piece(number: int, ending: str) -> str:
    return f"{PIECES}/{number:06}.{ending}"
