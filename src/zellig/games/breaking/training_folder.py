"""Training items of a run in a folder, beside the pairs to try afterwards: those that nobody trained on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from zellig.errors import ZelligError
from zellig.files import write_text
from zellig.games.breaking.retraining import Retraining
from zellig.items import Item, Pair, write_records
from zellig.outputs import is_begun
from zellig.tasks import Task
from zellig.tasks.finding import keep_task

ITEMS, ORIGINALS, SUMMARY = "items.jsonl", "originals.jsonl", "summary.json"


class Written(msgspec.Struct, frozen=True):
    """What `write_retraining` wrote, and what became of every pair: `pairs` are those that are `not_valid`,
    `held_out_pairs` and those whose texts are learnt from, and these texts are the items that do not come
    from the corpus and what was `left_out`."""

    pairs: int
    not_valid: int
    held_out_pairs: int
    held_out_originals: int
    items: int
    from_corpus: int
    labels: dict[str, int]  # items of each answer that come from pairs
    phenomena: dict[str, int]
    texts: int  # of the pairs that are learnt from
    left_out: dict[str, int]  # of these texts
    left_out_of_corpus: dict[str, int]


def write_retraining(folder: Path, found: Retraining, task: Task) -> Written:
    """Write what to train on, and what to try afterwards.

    The folder is one that `zellig check` reads: its pairs are the held-out ones. Refuses one in use.
    """
    is_begun(folder, [], "a new folder for what is exported")
    if not found.items:
        raise ZelligError(
            "no pair of this run gives a training item",
            remedy=f"Of {found.pairs:,} pairs {found.held_out_pairs:,} are held out, and a check speaks "
            f"against {found.not_valid:,}; left out of the texts of the others: {_in_words(found.left_out)}. "
            "Hold out less, or break more items.",
        )
    keep_task(task, folder)
    write_records(folder / ITEMS, Item, [*found.known, *found.items], task.name)
    for entry in found.held_out:
        path = folder / f"pairs/{entry.name}.jsonl"
        write_records(path, Pair, entry.pairs, task.name, author=entry.author, victim=entry.victim)
    if found.held_out:
        write_records(folder / ORIGINALS, Item, found.originals, task.name)
    written = Written(
        pairs=found.pairs,
        not_valid=found.not_valid,
        held_out_pairs=found.held_out_pairs,
        held_out_originals=len(found.originals),
        items=len(found.known) + len(found.items),
        from_corpus=len(found.known),
        labels=dict(sorted(Counter(item.accepted[0] for item in found.items).items())) if task.labels else {},
        phenomena=dict(sorted(Counter(item.metadata["phenomenon"] for item in found.items).items())),
        texts=found.sides,
        left_out=found.left_out,
        left_out_of_corpus=found.left_out_known,
    )
    write_text(folder / SUMMARY, msgspec.json.format(msgspec.json.encode(written)).decode() + "\n")
    return written


def _in_words(left_out: dict[str, int]) -> str:
    return "; ".join(f"{number:,}, because {reason}" for reason, number in left_out.items()) or "nothing"
