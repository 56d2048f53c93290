"""Pairs as training items: break, retrain, break again, and compare on pairs that nobody trained on.

An original is held out by its text and the seed, whatever else is in the run, and all pairs of it with it. So
two runs on the same originals hold out the same ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.breaking.counting import is_valid
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Item, Pair, content_hash
from zellig.notices import warn
from zellig.performers import derive_seed
from zellig.tasks import Task
from zellig.texts import comparable
from zellig.texts import counted as so_many
from zellig.transform.augmentation import KNOWN, SEVERAL, fair_shares, teaches_several

OF_HELD_OUT = "its text is in a pair that is held out"
TWO_ANSWERS = "its text, case and punctuation aside, has another answer in another pair"
AGAIN = "its text is there already, from another pair"
NO_ANSWER = "no answer is known"
TO_BALANCE = "the rarest answer has no more items"

Sides = Literal["modified", "both"]


@dataclass(frozen=True)
class Retraining:
    """What a system may learn from, and what it is to be tried on afterwards."""

    items: list[Item]  # of pairs
    known: list[Item]  # what it learns from anyway, with one label, without the texts of held-out pairs
    held_out: list[Entry]  # pairs, entry by entry
    pairs: int  # of the run, all of them
    not_valid: int  # of them, those that a check speaks against
    sides: int  # texts of the pairs that are neither: what `items` were chosen among
    left_out: dict[str, int]  # of these texts, by reason
    left_out_known: dict[str, int]  # of what it learns from anyway, by reason

    @property
    def held_out_pairs(self) -> int:
        """How many pairs are held out."""
        return sum(len(entry.pairs) for entry in self.held_out)

    @property
    def originals(self) -> list[Item]:
        """The originals of the held-out pairs, to be broken again."""
        pairs = (pair for entry in self.held_out for pair in entry.pairs)
        return list({content_hash(pair.original): pair.original for pair in pairs}.values())


def retraining(
    contest: Contest,
    *,
    sides: Sides = "modified",
    balance: bool = True,
    held_out: float = 0.2,
    seed: int = 2017,
    known: Iterable[Item] = (),
) -> Retraining:
    """The training items of all pairs of a contest that no check speaks against, and the held-out pairs.

    `known` is what the system learns from anyway: a text of it is not given twice, and none is given that is
    in a held-out pair. Warns where something was to be held out, and nothing is.
    """
    if not 0 <= held_out < 1:
        raise ZelligError(
            f"{held_out} of the originals cannot be held out", remedy="Say a share from 0 to 0.9."
        )
    task, not_valid = contest.task, 0
    kept: list[Pair] = []
    held: list[Entry] = []
    for entry in contest.entries:
        valid = [pair for pair in entry.pairs if is_valid(entry, pair)]
        not_valid += len(entry.pairs) - len(valid)
        apart = [is_held_out(pair, task, held_out, seed) for pair in valid]
        kept += [pair for pair, out in zip(valid, apart, strict=True) if not out]
        if any(apart):
            held.append(replace(entry, pairs=[p for p, out in zip(valid, apart, strict=True) if out]))
    unseen = {text for entry in held for pair in entry.pairs for text in texts_of(pair, task)}
    if held_out and not held and kept:
        originals = len({comparable(task.text(pair.original)) for pair in kept})
        warn(
            f"nothing is held out: by chance a share of {held_out:g} has none of the "
            f"{so_many(originals, 'original')}, so there is no pair to compare on; hold out more of them, or "
            f"take another {option('seed')}"
        )
    old = list(known)
    found = training_items(kept, task, sides=sides, balance=balance, seed=seed, without=unseen, known=old)
    reasons = [_why_not_known(item, task, unseen) for item in old]
    return Retraining(
        items=found.items,
        known=[item for item, reason in zip(old, reasons, strict=True) if reason is None],
        held_out=held,
        pairs=len(contest.pairs),
        not_valid=not_valid,
        sides=len(kept) * (2 if sides == "both" else 1),
        left_out=found.left_out,
        left_out_known=counted(Counter(reason for reason in reasons if reason)),
    )


def _why_not_known(item: Item, task: Task, unseen: Collection[str]) -> str | None:
    """Why an item that a system learnt from before is left out now, if it is."""
    if not item.accepted:
        return NO_ANSWER
    if comparable(task.text(item)) in unseen:
        return OF_HELD_OUT
    return SEVERAL if teaches_several(item, task) else None


def is_held_out(pair: Pair, task: Task, share: float, seed: int) -> bool:
    """Is the original of this pair kept for testing?"""
    return derive_seed(seed, "held out", comparable(task.text(pair.original))) < share * 2**63


@dataclass(frozen=True)
class Chosen:
    """Training items, and how many sides of pairs were left out and why."""

    items: list[Item]
    left_out: dict[str, int]


def training_items(
    pairs: Iterable[Pair],
    task: Task,
    *,
    sides: Sides = "modified",
    balance: bool = True,
    seed: int = 2017,
    without: Collection[str] = (),
    known: Iterable[Item] = (),
) -> Chosen:
    """Items of pairs with their answers, each text once and with one answer; none of the texts `without`.

    To `balance`, every answer gets as many items as the rarest one has, and phenomena as equal a part of them
    as can be. What is taken depends on the seed and the texts, not on the order of the pairs.
    """
    left_out = Counter[str]()
    there = {comparable(task.text(item)) for item in known}
    by_text: defaultdict[str, list[Item]] = defaultdict(list)
    for item in _sides(pairs, sides):
        text = comparable(task.text(item))
        if len(item.accepted) != 1:
            left_out[SEVERAL] += 1
        elif text in without:
            left_out[OF_HELD_OUT] += 1
        elif text in there:
            left_out[KNOWN] += 1
        else:
            by_text[text].append(item)
    certain = {}
    for text, same in by_text.items():
        if len({item.accepted for item in same}) == 1:
            certain[text] = same[0]
            left_out[AGAIN] += len(same) - 1
        else:
            left_out[TWO_ANSWERS] += len(same)
    order = sorted(certain, key=lambda text: derive_seed(seed, "training", text))
    items = [certain[text] for text in order]
    if balance:
        items = _balanced(items, task)
        left_out[TO_BALANCE] += len(certain) - len(items)
    return Chosen(_with_own_ids(items), counted(left_out))


def _sides(pairs: Iterable[Pair], sides: Sides) -> Iterator[Item]:
    for pair in pairs:
        about = {"phenomenon": pair.phenomenon, "original": pair.original.id}
        yield msgspec.structs.replace(pair.modified, metadata=about)
        if sides == "both":
            yield msgspec.structs.replace(pair.original, metadata=about)


def _balanced(items: Sequence[Item], task: Task) -> list[Item]:
    """As many items of each answer as there are of the rarest, from all phenomena alike; in their order."""
    by_label: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        by_label[item.accepted[0] if task.labels else ""].append(item)
    least = min(map(len, by_label.values()), default=0)
    left = {
        label: fair_shares(least, Counter(item.metadata["phenomenon"] for item in some))
        for label, some in by_label.items()
    }
    chosen = []
    for item in items:
        share = left[item.accepted[0] if task.labels else ""]
        if share[item.metadata["phenomenon"]]:
            share[item.metadata["phenomenon"]] -= 1
            chosen.append(item)
    return chosen


def _with_own_ids(items: Iterable[Item]) -> list[Item]:
    """Two breakers may call their items alike: a later one gets a number."""
    seen = Counter[str]()
    found = []
    for item in items:
        seen[item.id] += 1
        number = seen[item.id]
        found.append(item if number == 1 else msgspec.structs.replace(item, id=f"{item.id} ({number})"))
    return found


def texts_of(pair: Pair, task: Task) -> tuple[str, str]:
    """What tells the texts of both sides from others."""
    return comparable(task.text(pair.original)), comparable(task.text(pair.modified))


def counted(reasons: Counter[str]) -> dict[str, int]:
    """Why items were left out, and how many, without reasons that never applied."""
    return {reason: number for reason, number in sorted(reasons.items()) if number}
