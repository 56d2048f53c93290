"""How far judges agree, and what each of them is worth: Krippendorff's alpha, and Dawid and Skene (1979).

Both take verdicts: who said what of which item. A judge need not have seen every item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from zellig.measures.comparing import spread
from zellig.measures.intervals import Estimate, share_interval

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SMOOTHING = 0.01  # of a verdict, added to every cell: nobody is sure to be right, or wrong, after a few
MOST_STEPS, STILL = 200, 1e-7  # steps of the estimation, and the change of a posterior that ends it
ENOUGH = 10  # items that two judges have to share before one of them says something about the other
DIGITS = 12  # of a posterior: the last ones depend on the order of sums, and must not decide a draw


class Verdict(NamedTuple):
    """What a judge said of an item."""

    item: str
    judge: str
    answer: str


@dataclass(frozen=True)
class Coded:
    """Verdicts as numbers: places in the sorted names of items, judges and answers."""

    items: Sequence[str]
    judges: Sequence[str]
    answers: Sequence[str]
    item: Ints
    judge: Ints
    answer: Ints

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each answer was given to each item."""
        found = np.zeros((len(self.items), len(self.answers)), dtype=np.int64)
        np.add.at(found, (self.item, self.answer), 1)
        return found


@dataclass(frozen=True)
class Estimated:
    """What verdicts say together: how likely each answer to each item is, and how each judge answers.

    `confusion[judge, true, said]` is how often a judge says `said` of an item whose answer is `true`.
    """

    verdicts: Coded
    posterior: Floats
    prior: Floats
    confusion: Floats

    def labels(self) -> dict[str, tuple[str, float]]:
        """The likeliest answer to every item, and how likely it is."""
        best, answers = self.posterior.argmax(axis=1), self.verdicts.answers
        return {
            item: (answers[place], float(row[place]))
            for item, place, row in zip(self.verdicts.items, best, self.posterior, strict=True)
        }


def code(verdicts: Iterable[Verdict]) -> Coded:
    """Verdicts as numbers; refuses none, and one verdict counts as often as it is given."""
    columns = list(zip(*sorted(verdicts), strict=True)) or [(), (), ()]
    named = [np.unique(np.array(column, dtype=str), return_inverse=True) for column in columns]
    items, judges, answers = ([str(each) for each in found] for found, _ in named)
    item, judge, answer = (place.astype(np.intp) for _, place in named)
    return Coded(items, judges, answers, item, judge, answer)


def krippendorff_alpha(
    verdicts: Coded,
    replicates: int = 1000,
    seed: int = 2017,
    together: Callable[[str], str] = lambda item: item,
) -> Estimate | None:
    """Krippendorff's alpha for answers without an order, with an interval by bootstrap over items.

    1 is perfect agreement, 0 what chance would give. None where no item has two verdicts, or where all
    answers are the same: then there is nothing to agree about. Items of which `together` says the same are
    drawn together.
    """
    several = verdicts.counts.sum(axis=1) >= 2
    counts = verdicts.counts[several]
    value = _alpha(counts)
    if value is None:
        return None
    named = [together(item) for item, counted in zip(verdicts.items, several, strict=True) if counted]
    found, place = np.unique(np.array(named, dtype=str), return_inverse=True)
    groups = [np.flatnonzero(place == number) for number in range(len(found))]
    generator = np.random.default_rng(seed)
    drawn = [
        _alpha(
            counts[np.concatenate([groups[each] for each in generator.integers(0, len(groups), len(groups))])]
        )
        for _ in range(replicates)
    ]
    # Where all agree, no draw disagrees: that says nothing about how sure it is.
    return Estimate(value, spread(np.array([np.nan if each is None else each for each in drawn])))


def unanimous(verdicts: Coded) -> Estimate | None:
    """The share of items with several verdicts about which all say the same; None where no item has two."""
    counts = verdicts.counts[verdicts.counts.sum(axis=1) >= 2]
    if not len(counts):
        return None
    same = counts.max(axis=1) == counts.sum(axis=1)
    return Estimate(float(same.mean()), share_interval(same, 1, np.arange(len(same))))


def shared(verdicts: Coded) -> tuple[int, int]:
    """How many items have several verdicts, and how many judges gave these: what agreement is told of."""
    several = verdicts.counts.sum(axis=1) >= 2
    return int(several.sum()), len(np.unique(verdicts.judge[several[verdicts.item]]))


def _alpha(counts: NDArray[np.int64]) -> float | None:
    import krippendorff

    if np.count_nonzero(counts.sum(axis=0)) < 2:
        return None
    return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))


def dawid_skene(verdicts: Coded, smoothing: float = SMOOTHING, most: int = MOST_STEPS) -> Estimated:
    """The answers and the judges, estimated from each other by expectation and maximisation.

    It begins with the shares of the verdicts of each item, and ends after at most so many steps. Refuses no
    verdicts at all.
    """
    judges, answers = len(verdicts.judges), len(verdicts.answers)
    if not answers:
        raise ValueError("there are no verdicts")
    posterior = verdicts.counts / verdicts.counts.sum(axis=1, keepdims=True)
    for _ in range(most):
        before = posterior
        prior, confusion = _maximise(verdicts, posterior, judges, answers, smoothing)
        posterior = _expect(verdicts, prior, confusion)
        if np.abs(posterior - before).max() < STILL:
            break
    return Estimated(verdicts, posterior, prior, confusion)


def _maximise(
    verdicts: Coded, posterior: Floats, judges: int, answers: int, smoothing: float
) -> tuple[Floats, Floats]:
    """How frequent each answer is, and how each judge answers, if the posteriors are right."""
    prior = posterior.sum(axis=0) + smoothing
    said = np.full((judges, answers, answers), smoothing)
    by_answer = said.swapaxes(1, 2)  # a view: judge, said, true
    np.add.at(by_answer, (verdicts.judge, verdicts.answer), posterior[verdicts.item])
    with np.errstate(invalid="ignore"):
        confusion = said / said.sum(axis=2, keepdims=True)
    # A judge who has seen no item with an answer says nothing about it.
    return prior / prior.sum(), np.where(np.isnan(confusion), 1 / answers, confusion)


def _expect(verdicts: Coded, prior: Floats, confusion: Floats) -> Floats:
    """How likely each answer to each item is, if the judges answer like that."""
    with np.errstate(divide="ignore"):
        logs = np.log(confusion)
        found = np.repeat(np.log(prior)[None], len(verdicts.items), axis=0)
    np.add.at(found, verdicts.item, logs[verdicts.judge, :, verdicts.answer])
    return np.asarray(np.exp(found - logsumexp(found, axis=1, keepdims=True)).round(DIGITS))


def comparable_judges(verdicts: Coded) -> set[str]:
    """The judges whom the verdicts tell something about: each two of three share `ENOUGH` items.

    From fewer nothing can be learnt about anybody: of two who differ either may be wrong, and what one says
    alone is right by assumption.
    """
    seen = np.zeros((len(verdicts.judges), len(verdicts.items)), dtype=np.int64)
    seen[verdicts.judge, verdicts.item] = 1
    share = seen @ seen.T >= ENOUGH
    np.fill_diagonal(share, False)
    counts = share.astype(np.int64)
    triangles = ((counts @ counts) * counts).sum(axis=1)
    return {name for name, number in zip(verdicts.judges, triangles, strict=True) if number}


def comparable_items(verdicts: Coded) -> set[str]:
    """The items that two or more of the `comparable_judges` have judged."""
    known = comparable_judges(verdicts)
    by_known = np.array([name in known for name in verdicts.judges], dtype=np.int64)
    number = np.zeros(len(verdicts.items), dtype=np.int64)
    np.add.at(number, verdicts.item, by_known[verdicts.judge])
    return {name for name, often in zip(verdicts.items, number, strict=True) if often >= 2}


def estimated_accuracies(estimated: Estimated, verdicts: Iterable[Verdict]) -> dict[str, Estimate]:
    """By judge, how likely what they said is right on average, with an interval.

    The posteriors are taken as they are. The judges need not be those they were estimated from: what was said
    of other items, or is an answer that nobody gave, does not count, or is wrong.
    """
    known = estimated.verdicts
    items = {name: place for place, name in enumerate(known.items)}
    answers = {name: place for place, name in enumerate(known.answers)}
    coded = code(each for each in verdicts if each.item in items)
    if not coded.judges:
        return {}
    places = np.array([items[name] for name in coded.items])[coded.item]
    said = np.array([answers.get(name, -1) for name in coded.answers])[coded.answer]
    right = np.where(said < 0, 0.0, estimated.posterior[places, said])
    return _shares(coded, right)


def accuracies(known: Mapping[str, Sequence[str]], verdicts: Iterable[Verdict]) -> dict[str, Estimate]:
    """By judge, the share of items with known answers that they got right, with an interval."""
    given = [each for each in verdicts if each.item in known]
    coded = code(given)
    if not coded.judges:
        return {}
    right = [
        coded.answers[said] in known[coded.items[item]]
        for item, said in zip(coded.item, coded.answer, strict=True)
    ]
    return _shares(coded, np.array(right, dtype=float))


def _shares(coded: Coded, right: Floats) -> dict[str, Estimate]:
    """By judge, the share of what they said that is right; what is said of one item goes together."""
    found = {}
    for place, name in enumerate(coded.judges):
        mine = coded.judge == place
        share = float(right[mine].mean())
        found[name] = Estimate(share, share_interval(right[mine], 1, coded.item[mine]))
    return found
