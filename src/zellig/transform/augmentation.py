"""Training data: the items of a corpus, and new ones with all labels and phenomena equally represented.

New items come from the grammar and from other makers of pairs. Which of them are taken depends on the seed
and on their ids, not on the order of the corpus, on chunks or on workers.
"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from zellig.engine import IN_PROCESS, Engine
from zellig.errors import ZelligError
from zellig.items import Item, Pair, content_hash, write_records
from zellig.language.words import word_lists
from zellig.notices import warn
from zellig.performers import derive_seed
from zellig.tasks import Task, get_task
from zellig.texts import tokens
from zellig.transform.balance import FEWEST, Giveaways, Kind, giveaways, quotas, without_easy
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.contrast import make_contrasts
from zellig.transform.expectation import HYPOTHESIS
from zellig.transform.label_rules import EXCHANGED, MADE_BY, rules_of
from zellig.transform.plan import ContrastPlan

NLI = "nli"
SEVERAL = "several answers would be right"  # `not entailment` is a promise, and no training label
KNOWN = "its text is there already"
DOUBTED = "a check speaks against what was promised"
WORN = "a word that it brings in has come often enough"
SELDOM, OFTEN = 0.05, 10  # a word is brought in by this share of a phenomenon's items, or by so many
SPARE = 2.0  # times as many as are wanted are looked at where those that are easily guessed are left out
SLACK = 100  # candidates that are kept before they are sorted again
FEWEST_OF_WORDS = 100  # new items of one text each, of which it can be said what a word tells
FEWEST_OF_ONE = 10  # new items of a phenomenon that may teach its words as their label


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
    strategies: tuple[str, ...] = ()  # which can be left out, too: whoever makes them has done so


class Made(NamedTuple):
    """The pairs of one chunk."""

    items: int
    pairs: Sequence[Pair]
    alike: Mapping[str, str] = {}  # phenomena by what they share with others that make the same texts
    doubted: int = 0  # pairs that are not among them, because a check speaks against them


# Makes pairs of items, in chunks of as many as the grammar takes: what other rooms add to it.
Maker = Callable[[Iterable[Item]], Iterable[Made]]


class Candidate(NamedTuple):
    """A new item that may be taken; candidates with low numbers are taken first."""

    number: int
    item: Item
    label: str
    words: frozenset[str] = frozenset()  # that neither side of its original has
    done: tuple[str, ...] = ()  # what was done to each of its sides


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
    giveaways: Giveaways | None = None  # what one side or one word tells; None: too few to say

    @property
    def of_one_label(self) -> list[str]:
        """Phenomena whose new items all have one label: a system may learn their words instead."""
        return [
            name for name, row in self.phenomena.items() if row.new >= FEWEST_OF_ONE and len(row.labels) == 1
        ]


@dataclass
class _Tally:
    """What is counted on the way."""

    originals: int = 0
    available: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def result(self, chosen: Mapping[str, Sequence[Candidate]], task: Task) -> Augmented:
        labels = {name: Counter(each.label for each in chosen.get(name, ())) for name in self.available}
        rows = {
            name: NewItems(labels[name].total(), self.available[name], dict(sorted(labels[name].items())))
            for name in sorted(self.available)
        }
        new = sum(row.new for row in rows.values())
        items = [each.item for name in sorted(chosen) for each in chosen[name]]
        told = giveaways(items) if task.name == NLI else told_by_word(items, task)
        return Augmented(self.originals, new, rows, dict(sorted(self.left_out.items())), told)


def told_by_word(items: Sequence[Item], task: Task) -> Giveaways | None:
    """How often the label of new items is guessed right by the best single word, where a task has one text.

    What the whole text tells is no giveaway there: it is what has to tell. None if there are too few to say,
    several texts, or no labels.
    """
    if len(task.fields) != 1 or not task.labels or len(items) < FEWEST_OF_WORDS:
        return None
    (side,) = task.fields
    every = Counter(item.accepted[0] for item in items)
    labels_with: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        for word in set(tokens(item.fields[side].lower())):
            if word[0].isalnum():
                labels_with[word][item.accepted[0]] += 1
    most = every.most_common(1)[0][1]
    right = {
        word: max(there.values()) + max((every - there).values(), default=0)
        for word, there in labels_with.items()
    }
    best = max(right, key=lambda word: (right[word], word), default="")
    return Giveaways(most / len(items), {}, best, side, right.get(best, most) / len(items))


def warn_of_one_label(found: Augmented, task: Task) -> None:
    """Say which phenomena a task of one text is taught with one label only."""
    if len(task.fields) == 1 and task.labels and (names := found.of_one_label):
        warn(
            f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} taught with one label only: a system "
            f"may learn {'its' if len(names) == 1 else 'their'} words instead"
        )


def hold_out(
    plan: ContrastPlan, names: Iterable[str], strategies: Sequence[str] = ()
) -> tuple[ContrastPlan, frozenset[str]]:
    """The plan without some transformations, and the codes of label rules among the names.

    Refuses what is neither, and names what there is: the strategies, too, which their maker leaves out.
    """
    codes = {rule.code for rule in rules_of(plan.label_rules, plan.task)}
    held = frozenset(names)
    for name in sorted(held):
        if name not in TRANSFORMATIONS and name not in codes and not name.startswith(HYPOTHESIS):
            near = difflib.get_close_matches(name, [*TRANSFORMATIONS, *strategies], n=2)
            rules = sorted(codes - set(TRANSFORMATIONS))
            kinds = {"transformations": list(TRANSFORMATIONS), "strategies": strategies, "label rules": rules}
            there = "; ".join(f"the {kind} {', '.join(some)}" for kind, some in kinds.items() if some)
            hint = f"Did you mean {' or '.join(near)}? " if near else ""
            raise ZelligError(
                f"{name!r} is not a phenomenon of {plan.task} that can be left out",
                remedy=f"{hint}There are {there}.",
            )
    kept = tuple(name for name in plan.phenomena if name not in held)
    return replace(plan, phenomena=kept), held


def augment(
    items: Iterable[Item],
    plan: ContrastPlan,
    mix: Mix,
    out: Path,
    *,
    others: Maker | None = None,
    engine: Engine = IN_PROCESS,
    told: Callable[[int], None] = lambda n: None,
) -> Augmented:
    """Write the items and the chosen new ones, whole or not at all; the items are read several times."""
    plan, held = hold_out(plan, mix.without, mix.strategies)
    engine.try_out(ContrastPlan.check, plan)
    task, tally, texts = get_task(plan.task), _Tally(), set[str]()
    for item in items:
        texts.add(content_hash(item))
        tally.originals += 1

    def transformed(items: Iterable[Item]) -> Iterator[Made]:
        for made in make_contrasts(items, plan, engine):
            yield Made(made.counts.items, [pair for pair in made.pairs if pair.phenomenon not in held])

    makers: list[Maker] = [transformed] if plan.phenomena or plan.hypotheses else []
    makers += [others] if others else []

    alike: dict[str, str] = {}

    def pairs() -> Iterator[Pair]:
        for parts in zip(*(make(items) for make in makers), strict=True):
            told(parts[0].items)
            for part in parts:
                alike.update(part.alike)
                if part.doubted:
                    tally.left_out[DOUBTED] += part.doubted
                yield from part.pairs

    found = _distinct(_candidates(pairs(), task, mix, tally, alike), texts, tally)
    total = int(mix.share * tally.originals + 1e-9)  # 0.29 of 100 is 28.999...
    kept = seldom(found, total, {name for name, shared in alike.items() if name != shared})
    if too_often := sum(map(len, found.values())) - sum(map(len, kept.values())):
        tally.left_out[WORN] = too_often
    found = kept
    two_sided = task.name == NLI  # in other tasks one side may well decide
    chosen = (two_sided and choose_untold(found, total, mix.per_phenomenon)) or choose(
        found, total, mix.per_phenomenon
    )

    def written() -> Iterator[Item]:
        yield from items
        yield from (each.item for name in sorted(chosen) for each in chosen[name])

    write_records(out, Item, written(), plan.task)
    return tally.result(chosen, task)


def _candidates(
    pairs: Iterable[Pair], task: Task, mix: Mix, tally: _Tally, alike: Mapping[str, str]
) -> dict[str, list[Candidate]]:
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
        some.append(Candidate(number, item, label, new_words(pair), _done(pair, task, alike)))
        if limit is not None and len(some) > 2 * limit + SLACK:
            found[pair.phenomenon, label] = sorted(some, key=_order)[:limit]
    by_phenomenon: defaultdict[str, list[Candidate]] = defaultdict(list)
    for (phenomenon, _), some in found.items():
        by_phenomenon[phenomenon] += sorted(some, key=_order)[:limit]
    return by_phenomenon


def new_words(pair: Pair) -> frozenset[str]:
    """The words of the modified item that are not in the original; those of the grammar do not count."""
    if any(step.startswith(MADE_BY) for step in pair.lineage):
        return frozenset()  # a transformation cannot do without its *may* or *will*
    old, new = (
        set(tokens(" ".join(each.fields.values()).lower())) for each in (pair.original, pair.modified)
    )
    return frozenset(new - old - word_lists("zellig.language", "function_words")["english"])


def _done(pair: Pair, task: Task, alike: Mapping[str, str]) -> tuple[str, ...]:
    """What was done to each side: the step that the lineage tells, or what strategies that are alike do."""
    steps = dict(step.split(": ", 1) for step in pair.lineage if ": " in step)
    before, after = pair.original.fields, pair.modified.fields
    kept = EXCHANGED in pair.lineage  # a side stands where the other one stood, as it was
    done = alike.get(pair.phenomenon, pair.phenomenon)
    return tuple(
        steps.get(name, "" if kept or after[name] == before[name] else done) for name in task.editable
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


def seldom(
    found: Mapping[str, Sequence[Candidate]], total: int, untold: Container[str] = ()
) -> dict[str, list[Candidate]]:
    """No word is brought in by more than a few of a phenomenon's items, lest it be learnt as their label.

    Those that share their words with phenomena of all other labels are free of it: no label is in the word.
    """
    most = max(OFTEN, int(SELDOM * total / max(1, len(found))))
    kept: dict[str, list[Candidate]] = {}
    for name, some in found.items():
        if name in untold:
            kept[name] = list(some)
            continue
        brought: Counter[str] = Counter()
        kept[name] = []
        for each in some:
            if all(brought[word] < most for word in each.words):
                brought.update(each.words)
                kept[name].append(each)
    return kept


def choose(
    candidates: Mapping[str, Sequence[Candidate]], total: int, per_phenomenon: int | None = None
) -> dict[str, list[Candidate]]:
    """One by one, the first of the label that has fewest so far and of the phenomenon that has fewest of it.

    So a phenomenon has as many of each label as it can: what it brings in does not go with one of them.
    """
    queues: dict[str, dict[str, deque[Candidate]]] = {}
    for name in sorted(candidates):
        for each in candidates[name]:
            queues.setdefault(each.label, {}).setdefault(name, deque()).append(each)
    taken, of_both = dict.fromkeys(sorted(queues), 0), Counter[tuple[str, str]]()
    chosen: dict[str, list[Candidate]] = {name: [] for name in candidates}
    while total and taken:
        label = min(taken, key=taken.__getitem__)
        there = queues[label]
        open_ones = [name for name in there if per_phenomenon is None or len(chosen[name]) < per_phenomenon]
        if not open_ones:
            del taken[label]
            continue
        name = min(open_ones, key=lambda name: (of_both[name, label], len(chosen[name])))
        chosen[name].append(there[name].popleft())
        if not there[name]:
            del there[name]
        taken[label] += 1
        of_both[name, label] += 1
        total -= 1
    return {name: sorted(some, key=_order) for name, some in chosen.items()}


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
