"""Training data: the items of a corpus, and transformed ones with every phenomenon equally represented.

Which transformed items are taken depends on the seed and on their ids, not on the order of the corpus, on
chunks or on workers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.items import Item, Pair, content_hash, write_records
from zellig.performers import derive_seed
from zellig.tasks import Task, get_task
from zellig.transform.balance import FEWEST, Giveaways, Kind, giveaways, quotas, without_easy
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.contrast import make_contrasts
from zellig.transform.expectation import HYPOTHESIS
from zellig.transform.label_rules import EXCHANGED, rules_of
from zellig.transform.plan import ContrastPlan

SEVERAL = "several answers would be right"  # `not entailment` is a promise, and no training label
KNOWN = "its text is there already"
SPARE = 1.3  # times as many as are wanted are looked at where those that are easily guessed are left out
SLACK = 100  # candidates that are kept before they are sorted again


def teaches_several(item: Item, task: Task) -> bool:
    """Would several labels be right? Where answers are no labels, they are names of one thing."""
    return bool(task.labels) and len(item.accepted) > 1


@dataclass(frozen=True)
class Mix:
    """How much of what is added to the originals."""

    per_phenomenon: int | None = None  # new items of one phenomenon at most
    share: float = 1.0  # new items at most, as a multiple of the originals
    without: frozenset[str] = frozenset()  # phenomena (by code) that are held out
    seed: int = 2017


class Candidate(NamedTuple):
    """A transformed item that may be taken; candidates with low numbers are taken first."""

    number: int
    item: Item
    label: str
    done: tuple[str, ...] = ()  # what was done to each text of the item


class NewItems(msgspec.Struct, frozen=True):
    """The new items of one phenomenon."""

    new: int
    available: int  # to choose from
    labels: dict[str, int]  # new items of each label


class Augmented(msgspec.Struct, frozen=True):
    """What was written, and what there was to choose from."""

    originals: int
    new: int
    phenomena: dict[str, NewItems]
    left_out: dict[str, int]  # by reason
    giveaways: Giveaways | None = None  # of inference: what one side tells; None: too few to say


@dataclass
class _Tally:
    """What is counted on the way."""

    originals: int = 0
    available: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def result(self, chosen: Mapping[str, Sequence[Candidate]], *, two_sided: bool) -> Augmented:
        labels = {name: Counter(each.label for each in chosen.get(name, ())) for name in self.available}
        rows = {
            name: NewItems(labels[name].total(), self.available[name], dict(sorted(labels[name].items())))
            for name in sorted(self.available)
        }
        new = sum(row.new for row in rows.values())
        items = [each.item for name in sorted(chosen) for each in chosen[name]]
        told = giveaways(items) if two_sided else None
        return Augmented(self.originals, new, rows, dict(sorted(self.left_out.items())), told)


def hold_out(plan: ContrastPlan, names: Iterable[str]) -> tuple[ContrastPlan, frozenset[str]]:
    """The plan without some transformations, and the codes of label rules among the names."""
    codes = {rule.code for rule in rules_of(plan.label_rules, plan.task)}
    held = frozenset(names)
    for name in sorted(held):
        if name not in TRANSFORMATIONS and name not in codes and not name.startswith(HYPOTHESIS):
            there = ", ".join(dict.fromkeys([*TRANSFORMATIONS, *sorted(codes)]))
            raise ZelligError(
                f"{name!r} is not a phenomenon that can be left out", remedy=f"There are: {there}."
            )
    kept = tuple(name for name in plan.phenomena if name not in held)
    return replace(plan, phenomena=kept), held


def augment(
    items: Iterable[Item],
    plan: ContrastPlan,
    mix: Mix,
    out: Path,
    *,
    engine: Engine = IN_PROCESS,
    told: Callable[[int], None] = lambda n: None,
) -> Augmented:
    """Write the items and the chosen transformed ones, whole or not at all; the items are read twice."""
    plan, held = hold_out(plan, mix.without)
    engine.try_out(ContrastPlan.check, plan)
    tally = _Tally()
    texts: set[str] = set()

    def seen() -> Iterator[Item]:
        for item in items:
            texts.add(content_hash(item))
            tally.originals += 1
            yield item

    def pairs() -> Iterator[Pair]:
        for made in make_contrasts(seen(), plan, engine):
            told(made.counts.items)
            yield from (pair for pair in made.pairs if pair.phenomenon not in held)

    found = _candidates(pairs(), get_task(plan.task), mix, tally)
    total = int(mix.share * tally.originals + 1e-9)  # 0.29 of 100 is 28.999...
    distinct = _distinct(found, texts, tally)
    two_sided = any(rule.premise or rule.hypothesis for rule in plan.rule_set)
    chosen = (two_sided and choose_untold(distinct, total, mix.per_phenomenon)) or choose(
        distinct, total, mix.per_phenomenon
    )

    def written() -> Iterator[Item]:
        yield from items
        yield from (each.item for name in sorted(chosen) for each in chosen[name])

    write_records(out, Item, written(), plan.task)
    return tally.result(chosen, two_sided=two_sided)


def _candidates(pairs: Iterable[Pair], task: Task, mix: Mix, tally: _Tally) -> dict[str, list[Candidate]]:
    """The candidates of every phenomenon; no more of one label are kept than can be taken."""
    found: defaultdict[tuple[str, str], list[Candidate]] = defaultdict(list)
    limit = mix.per_phenomenon
    for pair in pairs:
        if len(pair.modified.accepted) != 1:
            tally.left_out[SEVERAL] += 1
            continue
        tally.available[pair.phenomenon] += 1
        label = pair.modified.accepted[0] if task.labels else "any"
        about = pair.modified.metadata | {"phenomenon": pair.phenomenon, "original": pair.original.id}
        item = Item(pair.modified.id, pair.modified.fields, pair.modified.accepted, about)
        some = found[pair.phenomenon, label]
        number = derive_seed(mix.seed, pair.phenomenon, item.id)
        some.append(Candidate(number, item, label, _done(pair, task)))
        if limit is not None and len(some) > 2 * limit + SLACK:
            found[pair.phenomenon, label] = sorted(some, key=_order)[:limit]
    by_phenomenon: defaultdict[str, list[Candidate]] = defaultdict(list)
    for (phenomenon, _), some in found.items():
        by_phenomenon[phenomenon] += sorted(some, key=_order)[:limit]
    return by_phenomenon


def _done(pair: Pair, task: Task) -> tuple[str, ...]:
    """What was done to each text, as the lineage tells; if it says nothing of a new one, the phenomenon."""
    steps = dict(step.split(": ", 1) for step in pair.lineage if ": " in step)
    old, new = pair.original.fields, pair.modified.fields
    return tuple(
        steps.get(name, pair.phenomenon if new[name] != old[name] and EXCHANGED not in pair.lineage else "")
        for name in task.editable
    )


def _order(candidate: Candidate) -> tuple[int, str]:
    return candidate.number, content_hash(candidate.item)


def _distinct(
    found: Mapping[str, Sequence[Candidate]], known: set[str], tally: _Tally
) -> dict[str, list[Candidate]]:
    """The candidates in their order, each text once, and none that is an original's."""
    kept: dict[str, list[Candidate]] = {name: [] for name in found}
    known = set(known)
    rows = [(_order(each), name, each) for name, some in found.items() for each in some]
    for (_, text), name, each in sorted(rows, key=lambda row: row[:2]):
        if text in known:
            tally.left_out[KNOWN] += 1
        else:
            known.add(text)
            kept[name].append(each)
    return kept


def choose(
    candidates: Mapping[str, Sequence[Candidate]], total: int, per_phenomenon: int | None = None
) -> dict[str, list[Candidate]]:
    """The first candidates of every phenomenon and label, in numbers as equal as can be."""
    most = total if per_phenomenon is None else min(total, per_phenomenon)
    shares = fair_shares(total, {name: min(most, len(some)) for name, some in candidates.items()})
    chosen: dict[str, list[Candidate]] = {}
    for name, share in shares.items():
        labels = Counter(each.label for each in candidates[name])
        left = Counter(fair_shares(share, labels))
        chosen[name] = []
        for each in candidates[name]:
            if left[each.label] > 0:
                left[each.label] -= 1
                chosen[name].append(each)
    return chosen


def choose_untold(
    candidates: Mapping[str, Sequence[Candidate]], total: int, per_phenomenon: int | None = None
) -> dict[str, list[Candidate]]:
    """Candidates of all labels alike, whose label neither word nor side tells; none if that cannot be."""
    if sum(map(len, candidates.values())) < FEWEST:
        return {}
    by_kind: defaultdict[Kind, list[Candidate]] = defaultdict(list)
    for name, some in candidates.items():
        for each in some:
            by_kind[Kind(name, each.label, each.done)].append(each)
    numbers = quotas({kind: len(some) for kind, some in by_kind.items()}, int(SPARE * total), per_phenomenon)
    looked_at = [(kind, each) for kind, number in numbers.items() for each in by_kind[kind][:number]]
    kept = without_easy([each.item for _, each in looked_at], [kind for kind, _ in looked_at])
    left: defaultdict[Kind, list[Candidate]] = defaultdict(list)
    for kind, each in (looked_at[place] for place in kept):
        left[kind].append(each)
    share = min(1.0, total / max(1, len(kept)))
    chosen: defaultdict[str, list[Candidate]] = defaultdict(list)
    for kind, some in left.items():
        chosen[kind.phenomenon] += some[: int(share * len(some))]
    return {name: sorted(some, key=_order) for name, some in chosen.items()}


def fair_shares(total: int, available: Mapping[str, int]) -> dict[str, int]:
    """How many each may take of a total: equally many, or all it has, until the total or all is taken."""
    shares = {}
    order = sorted(available, key=lambda name: (available[name], name))
    for place, name in enumerate(order):
        shares[name] = min(available[name], total // (len(order) - place))
        total -= shares[name]
    return shares
