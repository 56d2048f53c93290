"""From what happened in a contest to its numbers, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.games.contest.contest import Contest
from zellig.games.contest.outcomes import Outcomes, outcomes
from zellig.games.contest.sums import Sums, pack, unpack
from zellig.items import UNPARSED
from zellig.measures import f1
from zellig.measures.breaking import Denominator, breaker_score, broken, sides
from zellig.measures.consistency import both_correct, contrast_sets, expected_change, same_prediction
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval, share_interval
from zellig.measures.significance import (
    Share,
    difference_test,
    holm,
    mcnemar,
    pairs_still_needed,
    permutation_test,
    tiers,
)

LEVEL = 0.05
NO_DEV = "no development accuracies: add dev.jsonl and dev/<system>.jsonl"

Floats = NDArray[np.float64]
Scores = dict[str, Any]


def score_contest(
    contest: Contest,
    denominator: Denominator = "pairs",
    as_published: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
) -> Scores:
    """Every number of a contest as one JSON-ready dictionary; its keys are explained in docs/contest.md."""
    what = outcomes(contest)
    scorer = _Scorer(contest, what, denominator, as_published, replicates, seed)
    comparisons = scorer.comparisons()
    return {
        "schema": 1,
        "task": contest.task.name,
        "pairs": len(what.pairs),
        "originals": what.originals,
        "denominator": denominator,
        "as_published": as_published,
        "bootstrap": {"replicates": replicates, "seed": seed, "confidence": 0.95, "clustered_by": "original"},
        "left_out_of_f1": int((what.gold < 0).sum()) if contest.task.labels else 0,
        "systems": scorer.systems(comparisons),
        "breakers": scorer.breakers(),
        "matrix": scorer.matrix(),
        "matrix_intervals": scorer.matrix_intervals(),
        "phenomena": scorer.phenomena(),
        "comparisons": comparisons,
        "warnings": list(contest.warnings),
    }


class _Scorer:
    """The sums of a contest by breaker and by phenomenon: as seen, and for every bootstrap replicate."""

    def __init__(
        self,
        contest: Contest,
        what: Outcomes,
        denominator: Denominator,
        as_published: bool,
        replicates: int,
        seed: int,
    ) -> None:
        self.contest, self.what = contest, what
        self.as_published = as_published
        self.percent = 100 / sides(denominator)
        self.broken = broken(what.right[:, 0], what.right[:, 1])
        phenomenon = np.array([pair.phenomenon for pair in what.pairs], dtype=object)
        self.named = sorted(set(phenomenon) - {""})
        self.rows = [np.flatnonzero(what.breaker == b) for b in range(len(contest.pairs))]
        self.rows += [np.flatnonzero(phenomenon == name) for name in self.named]
        # F1 is asked of breakers only: the phenomena need no columns for labels.
        made = len(contest.pairs)
        labels = [len(contest.task.labels)] * made + [0] * len(self.named)
        blocks = [
            Block(what.original[rows], pack(what, rows, number))
            for rows, number in zip(self.rows, labels, strict=True)
        ]
        drawn = bootstrap_sums(blocks, what.originals, replicates, seed)
        seen = [block.values.sum(axis=0) for block in blocks]
        self.seen, self.drawn = self._open(seen, labels), self._open(drawn, labels)
        self.seen_total, self.drawn_total = self._open([sum(seen[:made]), sum(drawn[:made])], labels[:1] * 2)
        self.weights = self._breaker_weights()

    def _open(self, columns: list[Any], labels: list[int]) -> list[Sums]:
        systems = len(self.contest.systems)
        return [unpack(np.asarray(c), systems, number) for c, number in zip(columns, labels, strict=True)]

    def _clusters(self, rows: NDArray[np.intp]) -> int:
        return len(np.unique(self.what.original[rows]))

    def _break_interval(self, share: float, replicates: Floats, clusters: int) -> list[float]:
        return _pair(self.percent * share_interval(share, replicates, clusters))

    # --- builders

    def systems(self, comparisons: list[Scores]) -> Scores:
        """Per system: breaking, accuracy, F1, consistency, tier."""
        made = len(self.contest.pairs)
        share = self.seen_total.break_share
        mean_f1 = _mean_of_known([sums.f1 for sums in self.seen[:made]])
        drawn_f1 = _mean_of_known([sums.f1 for sums in self.drawn[:made]])
        passed = self.seen_total.pass_share
        tier = self._system_tiers(passed, comparisons)
        result: Scores = {}
        for s, name in enumerate(self.contest.systems):
            result[name] = {
                "broken": int(self.broken[s].sum()),
                "broken_percent": self.percent * float(share[s]),
                "broken_interval": self._break_interval(
                    float(share[s]), self.drawn_total.break_share[:, s], self.what.originals
                ),
                "passed_percent": 100 * float(passed[s]),
                "passed_interval": _pair(
                    100
                    * share_interval(float(passed[s]), self.drawn_total.pass_share[:, s], self.what.originals)
                ),
                "tier": tier[name],
                "f1": float(mean_f1[s]),
                "f1_interval": _spread(drawn_f1[:, s]),
                **self._more_f1(s),
                "accuracy": float(self.seen_total.accuracy[s]),
                "accuracy_interval": _pair(
                    share_interval(
                        float(self.seen_total.accuracy[s]),
                        self.drawn_total.accuracy[:, s],
                        self.what.originals,
                    )
                ),
                "accuracy_original": float(self.what.right[s, 0].mean()),
                "accuracy_modified": float(self.what.right[s, 1].mean()),
                "unparsed": self._unparsed(name),
                "dev_accuracy": self.contest.dev_accuracy.get(name),
                **self._consistency(s),
            }
        return result

    def _unparsed(self, name: str) -> int:
        """How many of its answers were none of the task's."""
        return sum(side.count(UNPARSED) for both in self.contest.answers[name].values() for side in both)

    def _more_f1(self, s: int) -> Scores:
        """The other ways to average F1, each then averaged over breakers."""
        labels = self.contest.task.labels
        if not labels:
            return {}
        counts = [
            f1.Counts(sums.counts.right[s], sums.counts.answered[s], sums.counts.gold[0])
            for sums in self.seen[: len(self.contest.pairs)]
        ]
        gold = np.any([c.gold > 0 for c in counts], axis=0)
        by_class = [np.where(c.gold > 0, f1.per_class(c), np.nan) for c in counts]
        return {
            "f1_macro": float(_mean_of_known([f1.macro(c) for c in counts])),
            "f1_per_class": {
                label: float(score)
                for label, score, occurs in zip(labels, _mean_of_known(by_class), gold, strict=True)
                if occurs
            },
        }

    def _consistency(self, s: int) -> Scores:
        what = self.what
        original, modified = what.answers[s]
        right, right_modified = what.right[s]
        expected = expected_change(original, modified, right, right_modified, what.relation, what.flips)
        sets = contrast_sets(right, right_modified, what.original)
        return {
            "consistency": {
                "same_prediction": float(same_prediction(original, modified)),
                "both_correct": float(both_correct(right, right_modified)),
                "expected_change": None if expected.counted == 0 else expected.rate,
                "expected_change_counted": expected.counted,
                "expected_change_left_out": expected.left_out,
            },
            "contrast_sets": sets._asdict(),
        }

    def comparisons(self) -> list[Scores]:
        """Every two systems on the same pairs: exact paired tests, corrected for their number.

        Systems are compared by the pairs they pass (both sides right), not by the pairs that break them: a
        system that is wrong about everything never breaks.
        """
        passed = np.asarray(self.what.right.all(axis=1))
        drawn = self.drawn_total.pass_share
        pairs = len(self.what.pairs)
        result: list[Scores] = []
        for first, second in combinations(range(len(self.contest.systems)), 2):
            only_first = int((passed[first] & ~passed[second]).sum())
            only_second = int((~passed[first] & passed[second]).sum())
            result.append(
                {
                    "first": self.contest.systems[first],
                    "second": self.contest.systems[second],
                    "difference": 100 * (only_first - only_second) / pairs,
                    "interval": _spread(100 * (drawn[:, first] - drawn[:, second])),
                    "only_first_passed": only_first,
                    "only_second_passed": only_second,
                    "mcnemar_p": mcnemar(only_first, only_second),
                    "permutation_p": permutation_test(
                        passed[first].astype(int) - passed[second], self.what.original
                    ),
                }
            )
        for row, p in zip(result, holm([row["permutation_p"] for row in result]), strict=True):
            row["adjusted_p"] = p
            row["pairs_still_needed"] = 0 if p < LEVEL else self._pairs_needed(row, len(result))
        return result

    def _pairs_needed(self, row: Scores, comparisons: int) -> int | None:
        """How many more pairs would separate two systems that are not, at the corrected level."""
        counts = row["only_first_passed"], row["only_second_passed"]
        needed = pairs_still_needed(*counts, len(self.what.pairs), LEVEL / comparisons)
        return None if needed is None else max(1, needed)

    def _system_tiers(self, passed: Floats, comparisons: list[Scores]) -> dict[str, int]:
        apart = {frozenset((row["first"], row["second"])): row["adjusted_p"] < LEVEL for row in comparisons}
        order = [self.contest.systems[s] for s in np.argsort(-passed, kind="stable")]
        return tiers(order, lambda best, name: apart[frozenset((best, name))])

    # --- breakers

    def breakers(self) -> Scores:
        """Per breaker: mean break rate, score, tier."""
        names = self.contest.breakers
        shares = [self._share(b) for b in range(len(names))]
        tier = _breaker_tiers(dict(zip(names, shares, strict=True)))
        return {
            name: {
                "pairs": len(self.contest.pairs[name]),
                "made_for": self.contest.made_for.get(name),
                "break_rate": self.percent * share.value,
                "interval": self._break_interval(share.value, share.replicates, share.units),
                **self._breaker_score(b),
                "tier": tier[name],
            }
            for b, (name, share) in enumerate(zip(names, shares, strict=True))
        }

    def _share(self, index: int) -> Share:
        """Mean over systems of the share of some pairs that break the system."""
        seen, drawn = self.seen[index].break_share, self.drawn[index].break_share
        return Share(float(seen.mean()), self._clusters(self.rows[index]), drawn.mean(axis=1))

    def _breaker_score(self, b: int) -> Scores:
        reason = self._score_reason()
        if self.weights is None:
            return {"score": None, "score_interval": None, "score_reason": reason}
        return {
            "score": float(self._score(self.seen[b], self.weights[b])),
            "score_interval": _spread(self._score(self.drawn[b], self.weights[b])),
            "score_reason": reason,
        }

    def _score(self, sums: Sums, weights: Floats) -> Floats:
        # The printed scores divide by sentences, whatever the other tables do.
        divide = sides("sentences") if self.as_published else 100 / self.percent
        return breaker_score(weights, sums.break_share / divide)

    def _breaker_weights(self) -> Floats | None:
        """(breakers, systems): what each break is worth; None if that is not known."""
        if self.as_published:
            return np.array([self._original_f1(rows) for rows in self.rows[: len(self.contest.pairs)]])
        dev = self.contest.dev_accuracy
        if any(name not in dev for name in self.contest.systems):
            return None
        accuracies = np.array([dev[name] for name in self.contest.systems])
        return np.tile(accuracies, (len(self.contest.pairs), 1))

    def _original_f1(self, rows: NDArray[np.intp]) -> Floats:
        """Each system's F1 on the originals of some pairs."""
        labels = len(self.contest.task.labels)
        if not labels:
            return np.asarray(self.what.credit[:, 0, rows].mean(axis=-1))
        return f1.weighted(f1.count(self.what.gold[0, rows], self.what.answers[:, 0, rows], labels))

    def _score_reason(self) -> str:
        if self.as_published:
            return "as published: F1 on the breaker's own originals in place of development accuracy"
        missing = [name for name in self.contest.systems if name not in self.contest.dev_accuracy]
        if not missing:
            return "mean over systems of development accuracy x break rate"
        return NO_DEV if len(missing) == len(self.contest.systems) else f"{NO_DEV} for {', '.join(missing)}"

    # --- breakers x systems, phenomena x systems

    def matrix(self) -> Scores:
        """Percent broken, breaker by system."""
        return {
            breaker: self._row(self.percent * self.seen[b].break_share)
            for b, breaker in enumerate(self.contest.breakers)
        }

    def matrix_intervals(self) -> Scores:
        """The intervals of `matrix`."""
        return {breaker: self._interval_row(b) for b, breaker in enumerate(self.contest.breakers)}

    def phenomena(self) -> Scores:
        """Percent broken, over all systems and by system; the phenomenon that breaks most comes first."""
        made = len(self.contest.pairs)
        asked = np.array([name in self.contest.made_for for name in self.contest.breakers])[self.what.breaker]
        rows: Scores = {}
        for p, name in enumerate(self.named, made):
            share = self._share(p)
            rows[name] = {
                "pairs": len(self.rows[p]),
                "asked": int(asked[self.rows[p]].sum()),
                "break_rate": self.percent * share.value,
                "interval": self._break_interval(share.value, share.replicates, share.units),
                "broken_percent": self._row(self.percent * self.seen[p].break_share),
                "intervals": self._interval_row(p),
            }
        return dict(sorted(rows.items(), key=lambda row: -row[1]["break_rate"]))

    def _row(self, values: Floats) -> Scores:
        return {name: float(value) for name, value in zip(self.contest.systems, values, strict=True)}

    def _interval_row(self, index: int) -> Scores:
        share, drawn = self.seen[index].break_share, self.drawn[index].break_share
        clusters = self._clusters(self.rows[index])
        return {
            name: self._break_interval(float(share[s]), drawn[:, s], clusters)
            for s, name in enumerate(self.contest.systems)
        }


def _breaker_tiers(shares: Mapping[str, Share]) -> dict[str, int]:
    """Breakers work on different pairs, so they are compared by their break rates, not pair by pair."""
    both = list(combinations(shares, 2))
    adjusted = holm([difference_test(shares[first], shares[second]) for first, second in both])
    apart = {frozenset(names): p < LEVEL for names, p in zip(both, adjusted, strict=True)}
    order = sorted(shares, key=lambda name: -shares[name].value)
    return tiers(order, lambda best, name: apart[frozenset((best, name))])


def _mean_of_known(values: Sequence[Floats]) -> Floats:
    """Mean over the first axis of the values that are known; nan where none is."""
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, values, 0.0).sum(axis=0) / known.sum(axis=0))


def _spread(replicates: Floats) -> list[float] | None:
    """Interval of a number that is no share; None where resampling shows no spread, and so says nothing."""
    if np.isnan(replicates).all() or np.nanmin(replicates) == np.nanmax(replicates):
        return None
    return _pair(percentile_interval(replicates))


def _pair(ends: Floats) -> list[float]:
    return [float(ends[0]), float(ends[1])]
