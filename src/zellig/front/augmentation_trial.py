"""How many new items a builder can bear: it learns with some phenomena, and is tried on others.

A fifth of the items, by their texts, and half of the phenomena, by their names, are kept for the test. The
share that is taken leaves the answers to the kept items alone, and helps most with the kept phenomena.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean

import msgspec

from zellig.errors import ZelligError
from zellig.items import Item, read_records, write_records
from zellig.notices import warn
from zellig.oracle import answers_of
from zellig.performers import derive_seed
from zellig.systems.loading import load_system_for
from zellig.systems.training import train_system
from zellig.tasks import Task
from zellig.texts import comparable, counted, key64

KEPT = 0.2  # of the items
PARTS = (0.0, 1 / 16, 1 / 4, 1.0)  # of the share that is asked for: little may be best
BEARABLE = 0.01  # of the answers to kept items may be lost
FEW = 100  # of fewer items, one answer is more than that

# Writes items and as many new ones, as a multiple of them, to a file.
Write = Callable[[Sequence[Item], float, Path], object]


class Try(msgspec.Struct, frozen=True):
    """A builder that learnt with a share of new items."""

    share: float
    new: int
    originals: float  # of the kept items are answered right
    unseen: float  # of the new items of kept phenomena, each of which counts alike


class Trial(msgspec.Struct, frozen=True):
    """What was tried, and the share that is taken."""

    builder: str
    phenomena: tuple[str, ...]  # of the new items that were made of kept ones
    items: int  # that were kept
    unseen: int  # so many new items they are
    tries: tuple[Try, ...]
    share: float


def best_share(
    items: Sequence[Item], task: Task, builder: str, share: float, write: Write, seed: int
) -> Trial:
    """Train the builder with more and more new items, and say how many to take; warns where they harm."""
    apart = [derive_seed(seed, "kept", comparable(task.text(item))) < KEPT * 2**63 for item in items]
    known = [item for item, kept in zip(items, apart, strict=True) if not kept and len(item.accepted) == 1]
    kept = [item for item, kept in zip(items, apart, strict=True) if kept and len(item.accepted) == 1]
    with tempfile.TemporaryDirectory(prefix="zellig-") as name:
        folder = Path(name)
        new, later = (
            _new(some, write, 2 * share, folder / f"{name}.jsonl")  # for half of them will be kept
            for name, some in (("known", known), ("kept", kept))
        )
        names = sorted({item.metadata["phenomenon"] for item in new}, key=key64)
        held_out = set(names[::2])
        taught = sorted(
            (item for item in new if item.metadata["phenomenon"] not in held_out),
            key=lambda item: derive_seed(seed, "share", item.id),
        )
        later = [item for item in later if item.metadata["phenomenon"] in held_out]
        if not taught or not later or not kept:
            raise ZelligError(
                f"{counted(len(items), 'item')}: too few to try {builder} on what it has not learnt",
                remedy="Give more items or more phenomena, or leave the builder out.",
            )
        tries = []
        for part in PARTS:
            some = taught[: int(part * share * len(known))]
            file = folder / f"{part}.jsonl"
            write_records(file, Item, [*known, *some], task.name)
            train_system(builder, f"items:{file}", folder / f"{part}", task=task.name, seed=seed)
            system = load_system_for(task, str(folder / f"{part}"))
            answers = answers_of(system, [*kept, *later], task)
            right = [task.right(a, item.accepted) for a, item in zip(answers, [*kept, *later], strict=True)]
            originals, unseen = mean(right[: len(kept)]), _mean_of_phenomena(later, right[len(kept) :])
            tries.append(Try(part * share, len(some), originals, unseen))
    tested = sorted({item.metadata["phenomenon"] for item in later})
    if min(len(kept), len(later)) < FEW:
        warn(
            f"the share rests on {counted(len(kept), 'item')} and {counted(len(later), 'new one')} of "
            f"{'phenomena' if len(tested) > 1 else 'a phenomenon'} that {builder} has not seen: fewer than "
            f"{FEW} are too few to be sure of it"
        )
    return Trial(builder, tuple(tested), len(kept), len(later), tuple(tries), chosen_share(tries, builder))


def _new(items: Sequence[Item], write: Write, share: float, path: Path) -> list[Item]:
    write(items, share, path)
    return list(read_records(path, Item))[len(items) :]


def _mean_of_phenomena(items: Sequence[Item], right: Sequence[bool]) -> float:
    """How often a phenomenon applies does not matter."""
    by_phenomenon: defaultdict[str, list[bool]] = defaultdict(list)
    for item, each in zip(items, right, strict=True):
        by_phenomenon[item.metadata["phenomenon"]].append(each)
    return mean(map(mean, by_phenomenon.values()))


def chosen_share(tries: Sequence[Try], builder: str) -> float:
    """The smallest share that harms nothing and helps most; says so if it is not all that was asked for."""
    without, *_, most = tries
    bearable = [each for each in tries if each.originals >= without.originals - BEARABLE]
    best = max(bearable, key=lambda each: (each.unseen, -each.share))
    lost = 100 * (without.originals - most.originals)
    if most not in bearable:
        warn(
            f"with {most.share:g} new items for each old one, {builder} loses {lost:.1f} points on items "
            f"that were kept: {best.share:g} are added"
        )
    elif best is without:
        warn(
            f"{builder} learns nothing from the new items about phenomena that it has not seen: none is added"
        )
    return best.share
