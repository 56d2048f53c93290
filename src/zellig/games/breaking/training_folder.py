"""Training items of a run in a folder, beside the pairs to try afterwards: those that nobody trained on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.games.breaking.retraining import Retraining, Sides, retraining
from zellig.games.contest.contest import Contest
from zellig.items import Item, Pair, write_records
from zellig.outputs import is_begun
from zellig.pairs.reading import same_task
from zellig.tasks import Task
from zellig.tasks.finding import keep_task

ITEMS, ORIGINALS = "items.jsonl", "originals.jsonl"


class Written(msgspec.Struct, frozen=True):
    """What `write_retraining` wrote."""

    items: int
    from_corpus: int
    labels: dict[str, int]  # items of each answer that come from pairs
    phenomena: dict[str, int]
    held_out_pairs: int
    held_out_originals: int
    left_out: dict[str, int]


def export_training(
    contest: Contest,
    folder: Path,
    *,
    corpus: str | None = None,
    mapping: str | None = None,
    sides: Sides = "modified",
    balance: bool = True,
    held_out: float = 0.2,
    seed: int = 2017,
) -> Written:
    """Write what to train on, and what to try afterwards; the items of a corpus come first."""
    task = contest.task
    old: list[Item] = []
    if corpus is not None:
        opened = open_corpus(corpus, mapping, task.name)
        same_task(opened.task, task, corpus)
        old = list(opened)
    found = retraining(contest, sides=sides, balance=balance, held_out=held_out, seed=seed, known=old)
    return write_retraining(folder, found, task)


def write_retraining(folder: Path, found: Retraining, task: Task) -> Written:
    """Write what to train on, and what to try afterwards.

    The folder is one that `zellig check` reads: its pairs are the held-out ones. Refuses one in use.
    """
    is_begun(folder, [], "a new folder for what is exported")
    if not found.items:
        raise ZelligError(
            "no pair of this run gives a training item",
            remedy=f"Left out: {_in_words(found.left_out)}. Hold out less, or break more items.",
        )
    keep_task(task, folder)
    write_records(folder / ITEMS, Item, [*found.known, *found.items], task.name)
    for entry in found.held_out:
        path = folder / f"pairs/{entry.name}.jsonl"
        write_records(path, Pair, entry.pairs, task.name, author=entry.author, victim=entry.victim)
    if found.held_out:
        write_records(folder / ORIGINALS, Item, found.originals, task.name)
    return Written(
        items=len(found.known) + len(found.items),
        from_corpus=len(found.known),
        labels=dict(sorted(Counter(item.accepted[0] for item in found.items).items())) if task.labels else {},
        phenomena=dict(sorted(Counter(item.metadata["phenomenon"] for item in found.items).items())),
        held_out_pairs=sum(len(entry.pairs) for entry in found.held_out),
        held_out_originals=len(found.originals),
        left_out=found.left_out,
    )


def _in_words(left_out: dict[str, int]) -> str:
    return "; ".join(f"{number:,}, because {reason}" for reason, number in left_out.items()) or "nothing"
