"""Contrast sets in a run directory: the plan, the pairs, what came of the items, and the log.

Pairs are checked as all others are; what is rejected is left out, counted and said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.checks.findings import CheckReport
from zellig.checks.left_out import tell_rejected
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.checks.single import Alone, check_pair
from zellig.corpora import corpus_hash, open_corpus
from zellig.decoding import decode_json
from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.files import read_whole, write_json
from zellig.items import Item, Pair, write_records
from zellig.pairs.reading import same_task
from zellig.store.hashes import note_hashes, warn_of_changes
from zellig.store.parts import clear_parts, in_parts, missing_parts
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.tasks import get_task
from zellig.tasks.finding import keep_task, stated
from zellig.transform.contrast import CHUNK, WAIVED, checked, contrasts_of, in_chunks
from zellig.transform.contrast_run import PAIRS, SUMMARY
from zellig.transform.counts import Counts, total
from zellig.transform.erg import close_erg, identity
from zellig.transform.plan import ContrastPlan

CHECKS = "checks/contrast.json"  # what the check of pairs found
CHUNKS = 4  # in a part: little enough to lose, and few enough files


class Made(msgspec.Struct, frozen=True):
    """The pairs of some items, what a look at each of them finds, and how many there are of what."""

    pairs: list[Pair]
    alone: list[Alone]
    counts: Counts


def run_contrasts(
    corpus: str,
    plan: ContrastPlan,
    folder: Path,
    *,
    limit: int | None = None,
    engine: Engine = IN_PROCESS,
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
        engine.try_out(ContrastPlan.check, plan)
        number, hashed = _read(source.first(limit), plan)
        run = Run(folder, _stated(corpus, number, hashed, plan)).begin()
        keep_task(get_task(plan.task), folder)
        with run.alone():
            if not run.has(SUMMARY):
                made = _made(run, source.first(limit), number, plan, engine, told)
                _write(run, made, source.first(limit), plan)
            else:
                warn_of_changes(folder, [PAIRS])
            clear_parts(run)
    finally:
        close_erg()
    counts = _counted(run / SUMMARY)
    tell_rejected(counts.rejected)
    return counts


def _read(items: Iterable[Item], plan: ContrastPlan) -> tuple[int, str]:
    """How many items there are, and their hash; each is checked."""
    number = 0

    def counted() -> Iterator[Item]:
        nonlocal number
        for item in checked(items, get_task(plan.task)):
            number += 1
            yield item

    found = corpus_hash(counted())
    return number, found


def _stated(corpus: str, number: int, hashed: str, plan: ContrastPlan) -> dict[str, object]:
    """What decides the pairs, as `run.toml` has it."""
    return {
        "game": "contrast",
        "zellig": __version__,
        **stated(get_task(plan.task)),
        "corpus": corpus,
        "items": number,
        "corpus_hash": hashed,
        "label_rules": plan.label_rules,
        "phenomena": list(plan.phenomena),
        "compose": plan.compose,
        "survey": plan.survey,
        "hypotheses": plan.hypotheses,
        "filter": plan.filtered,
        "ranker": plan.ranker,
        "grammar": {"name": "clause"} if plan.erg is None else {"name": "erg", **identity(plan.erg)},
        "resources": resource_versions(),
    }


def _made(
    run: Run,
    items: Iterable[Item],
    number: int,
    plan: ContrastPlan,
    engine: Engine,
    told: Callable[[int], None],
) -> Made:
    """What all parts gave; those that a killed run had made are not made again."""
    size = CHUNKS * CHUNK
    parts = {f"{start:06}": min(size, number - start) for start in range(0, number, size)}
    missing = missing_parts(run, parts)
    told(sum(length for name, length in parts.items() if name not in missing))
    left = (item for place, item in enumerate(items) if f"{place - place % size:06}" in missing)
    return _together(list(in_parts(run, list(parts), Made, _parts(left, plan, engine, told))))


def _together(some: Sequence[Made]) -> Made:
    return Made(
        [pair for each in some for pair in each.pairs],
        [alone for each in some for alone in each.alone],
        total(each.counts for each in some),
    )


def _write(run: Run, made: Made, items: Iterable[Item], plan: ContrastPlan) -> None:
    """The pairs that pass, and what was found in all; the last file is the sign that all is there."""
    counts = made.counts
    report = check(
        enumerate(made.pairs, 1),
        get_task(plan.task),
        default_policy(),
        originals=items,
        alone=made.alone,
        waived=WAIVED,
    )
    write_json(run / CHECKS, report.summary())
    write_records(run / PAIRS, Pair, report.accepted, plan.task)
    note_hashes(run.folder, [PAIRS])
    write_json(run / SUMMARY, without_rejected(counts, report) if report.rejected else counts)


def without_rejected(counts: Counts, report: CheckReport) -> Counts:
    """What came of the items when the rejected pairs are not counted."""
    accepted = report.accepted
    phenomena = Counter(pair.phenomenon for pair in accepted)
    lost = {row.content.original.id for row in report.rejected if isinstance(row.content, Pair)}
    return msgspec.structs.replace(
        counts,
        items_labelled=counts.items_labelled - len(lost - {pair.original.id for pair in accepted}),
        pairs=len(accepted),
        phenomena=dict(sorted(phenomena.items(), key=lambda entry: (-entry[1], entry[0]))),
        rejected=report.rejections,
    )


def _parts(
    items: Iterable[Item], plan: ContrastPlan, engine: Engine, told: Callable[[int], None]
) -> Generator[Made]:
    """What comes of the items, so many chunks at once."""

    def watched() -> Iterator[Made]:
        for chunk in in_chunks(items, plan, engine, made_of):
            told(chunk.counts.items)
            yield chunk

    chunks = watched()
    while some := list(islice(chunks, CHUNKS)):
        yield _together(some)


def made_of(plan: ContrastPlan, items: list[Item]) -> Made:
    """Do a chunk, in whatever process: the pairs are looked at by whoever makes them."""
    found, task, policy = contrasts_of(plan, items), get_task(plan.task), default_policy()
    alone = [Alone(list(check_pair(pair, task, policy)), []) for pair in found.pairs]
    return Made(found.pairs, alone, found.counts)


def _counted(path: Path) -> Counts:
    remedy = "Delete it, and give the same command again."
    return decode_json(read_whole(path), Counts, path=path, what="a count of a run", remedy=remedy)
