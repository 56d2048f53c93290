"""From what happened in a contest to its numbers, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.games.contest.contest import Contest
from zellig.games.contest.scores import (
    FEWEST,
    Consistency,
    EntryScores,
    Interval,
    PhenomenonScores,
    Scores,
    SystemScores,
)
from zellig.games.contest.sums import Packed, Sums, unpack
from zellig.measures import f1
from zellig.measures.agreement import Agreement, BrokenTogether, agreements
from zellig.measures.breaking import Denominator, breaker_score, sides
from zellig.measures.comparing import LEVEL, Comparison, Contenders, compare, spread
from zellig.measures.consistency import contrast_sets
from zellig.measures.intervals import Bootstrap, bootstrap_sums, column_sums, share_interval
from zellig.measures.outcomes import Outcomes
from zellig.measures.significance import ResampledShare, difference_test, holm, tiers

NO_DEV = "no development accuracies: items or answers to them are missing (dev.jsonl, dev/<system>.jsonl)"

Floats = NDArray[np.float64]


def score_contest(
    contest: Contest,
    denominator: Denominator = "pairs",
    as_published: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
) -> Scores:
    """Every number of a contest."""
    what = contest.outcomes
    scorer = _Scorer(contest, denominator, as_published, replicates, seed)
    comparisons = scorer.comparisons()
    return Scores(
        task=contest.task.name,
        pairs=what.pairs,
        doubtful=contest.doubtful,
        originals=what.originals,
        denominator=denominator,
        as_published=as_published,
        bootstrap=Bootstrap(replicates, seed),
        left_out_of_f1=int((what.gold < 0).sum()) if contest.task.labels else 0,
        systems=scorer.systems(comparisons),
        breakers=scorer.breakers(),
        matrix=scorer.matrix(),
        matrix_intervals=scorer.matrix_intervals(),
        phenomena=scorer.phenomena(),
        comparisons=comparisons,
        agreements=scorer.agreements(),
        warnings=list(contest.warnings),
        doubts=contest.doubts,
    )


class _Scorer:
    """The sums of a contest by entry and by phenomenon; of an entry, for every bootstrap replicate, too."""

    def __init__(
        self, contest: Contest, denominator: Denominator, as_published: bool, replicates: int, seed: int
    ) -> None:
        self.contest, self.what = contest, contest.outcomes
        self.as_published = as_published
        self.percent = 100 / sides(denominator)
        phenomenon = np.array([pair.phenomenon for pair in contest.pairs], dtype=object)
        self.named = sorted(set(phenomenon) - {""})
        ends = np.cumsum([len(entry.pairs) for entry in contest.entries])
        self.rows = [np.arange(end - len(e.pairs), end) for e, end in zip(contest.entries, ends, strict=True)]
        self.rows += [np.flatnonzero(phenomenon == name) for name in self.named]
        self.clusters = [_numbered(self.what.original[rows]) for rows in self.rows]
        # F1 is asked of entries only: the phenomena need no columns for labels.
        made = len(contest.entries)
        labels = [len(contest.task.labels)] * made + [0] * len(self.named)
        packed = [Packed(self.what, rows, number) for rows, number in zip(self.rows, labels, strict=True)]
        together = BrokenTogether(self.what.broken, self.what.original)
        *drawn, self.drawn_together = bootstrap_sums(
            [*packed[:made], together], self.what.originals, replicates, seed
        )
        self.seen_together = column_sums(together)
        seen = [column_sums(block) for block in packed]
        self.seen, self.drawn = self._open(seen, labels), self._open(drawn, labels[:made])
        self.seen_total, self.drawn_total = self._open([sum(seen[:made]), sum(drawn[:made])], labels[:1] * 2)
        self.weights = self._breaker_weights()

    def _open(self, columns: list[Any], labels: list[int]) -> list[Sums]:
        systems = len(self.contest.systems)
        return [unpack(np.asarray(c), systems, number) for c, number in zip(columns, labels, strict=True)]

    def _percent(self, interval: Interval) -> Interval:
        """Of broken pairs, by pairs or by sentences."""
        return _scaled(self.percent, interval)

    # --- builders

    def systems(self, comparisons: Sequence[Comparison]) -> dict[str, SystemScores]:
        """Per system: breaking, accuracy, F1, consistency, tier."""
        seen, what = self.seen_total, self.what
        interval = partial(share_interval, trials=1, clusters=what.original)
        made = len(self.contest.entries)
        mean_f1 = _mean_of_known([sums.f1 for sums in self.seen[:made]])
        drawn_f1 = _mean_of_known([sums.f1 for sums in self.drawn[:made]])
        tier = self._system_tiers(seen.pass_share, comparisons)
        result = {}
        for s, name in enumerate(self.contest.systems):
            own = what.alone(s)
            result[name] = SystemScores(
                broken=int(seen.broken[s]),
                broken_percent=self.percent * float(seen.break_share[s]),
                broken_interval=self._percent(interval(own.broken[0])),
                original_wrong=int(seen.original_wrong[s]),
                original_wrong_percent=self.percent * float(seen.original_wrong_share[s]),
                original_wrong_interval=self._percent(interval(own.original_wrong[0])),
                modified_wrong=int(seen.broken[s] - seen.original_wrong[s]),
                modified_wrong_percent=self.percent * float(seen.modified_wrong_share[s]),
                modified_wrong_interval=self._percent(interval(own.modified_wrong[0])),
                passed_percent=100 * float(seen.pass_share[s]),
                passed_interval=_scaled(100, interval(own.passed[0])),
                tier=tier[name],
                f1=_known(mean_f1[s]),
                f1_interval=spread(drawn_f1[:, s]),
                accuracy=float(seen.accuracy[s]),
                accuracy_interval=interval(own.right[0].sum(axis=0), trials=2),
                accuracy_original=float(own.right[0, 0].mean()),
                accuracy_modified=float(own.right[0, 1].mean()),
                unparsed=int(own.unparsed.sum()),
                dev_accuracy=self.contest.dev_accuracy.get(name),
                consistency=_consistency(own),
                contrast_sets=contrast_sets(own.right[0, 0], own.right[0, 1], own.item),
                f1_macro=self._macro_f1(s),
                f1_per_class=self._f1_per_class(s),
            )
        return result

    def _counts(self, s: int) -> list[f1.Counts]:
        """What F1 is made of, entry by entry."""
        return [
            f1.Counts(sums.counts.right[s], sums.counts.answered[s], sums.counts.gold[0])
            for sums in self.seen[: len(self.contest.entries)]
        ]

    def _macro_f1(self, s: int) -> float | None:
        """F1 averaged over classes, then over entries."""
        if not self.contest.task.labels:
            return None
        return _known(_mean_of_known([f1.macro(counts) for counts in self._counts(s)]))

    def _f1_per_class(self, s: int) -> dict[str, float] | None:
        """F1 of each label that occurs as gold, averaged over entries."""
        if not self.contest.task.labels:
            return None
        by_class = [np.where(counts.gold > 0, f1.per_class(counts), np.nan) for counts in self._counts(s)]
        mean = zip(self.contest.task.labels, _mean_of_known(by_class), strict=True)
        return {label: float(score) for label, score in mean if not np.isnan(score)}

    def comparisons(self) -> list[Comparison]:
        """Every two systems on the same pairs.

        Systems are compared by the pairs they pass (both sides right), not by the pairs that break them: a
        system that is wrong about everything never breaks.
        """
        compared = Contenders(self.what.passed, self.what.original, self.drawn_total.pass_share)
        return compare(self.contest.systems, {"all": compared})["all"]

    def agreements(self) -> list[Agreement]:
        """Do the same pairs break every two systems?"""
        return agreements(self.what.systems, self.seen_together, self.drawn_together)

    def _system_tiers(self, passed: Floats, comparisons: Sequence[Comparison]) -> dict[str, int]:
        apart = {frozenset((row.first, row.second)): row.apart for row in comparisons}
        order = [self.contest.systems[s] for s in np.argsort(-passed, kind="stable")]
        return tiers(order, lambda best, name: apart[frozenset((best, name))])

    # --- breakers

    def breakers(self) -> dict[str, EntryScores]:
        """Per entry: mean break rate, score, tier."""
        shares = [self._share(e) for e in range(len(self.contest.entries))]
        # On a few pairs an entry differs from no other: as the best of a tier it would hold all together.
        enough = {
            entry.name: share
            for entry, share in zip(self.contest.entries, shares, strict=True)
            if len(entry.pairs) >= FEWEST
        }
        tier = _breaker_tiers(enough)
        reason = self._score_reason()
        result = {}
        for e, (entry, share) in enumerate(zip(self.contest.entries, shares, strict=True)):
            score, interval = self._breaker_score(e)
            result[entry.name] = EntryScores(
                author=entry.author,
                victim=entry.victim,
                pairs=len(entry.pairs),
                break_rate=self.percent * share.value,
                interval=self._mean_interval(e),
                score=score,
                score_interval=interval,
                score_reason=reason,
                tier=tier.get(entry.name),
            )
        return result

    def _share(self, index: int) -> ResampledShare:
        """Mean over systems of the share of an entry's pairs that break the system."""
        seen, drawn = self.seen[index].break_share, self.drawn[index].break_share
        originals = int(self.clusters[index].max()) + 1
        return ResampledShare(float(seen.mean()), originals, drawn.mean(axis=1))

    def _mean_interval(self, index: int) -> Interval:
        """The interval of that mean: every system's answer to a pair is a trial."""
        broken = self.what.broken[:, self.rows[index]].sum(axis=0)
        return self._percent(share_interval(broken, len(self.contest.systems), self.clusters[index]))

    def _breaker_score(self, e: int) -> tuple[float | None, Interval | None]:
        if self.weights is None:
            return None, None
        return (
            float(self._score(self.seen[e], self.weights[e])),
            spread(self._score(self.drawn[e], self.weights[e])),
        )

    def _score(self, sums: Sums, weights: Floats) -> Floats:
        # The printed scores divide by sentences, whatever the other tables do.
        divide = sides("sentences") if self.as_published else 100 / self.percent
        return breaker_score(weights, sums.break_share / divide)

    def _breaker_weights(self) -> Floats | None:
        """(entries, systems): what each break is worth; None if that is not known."""
        if self.as_published:
            return np.array([self._original_f1(rows) for rows in self.rows[: len(self.contest.entries)]])
        dev = self.contest.dev_accuracy
        if any(name not in dev for name in self.contest.systems):
            return None
        accuracies = np.array([dev[name] for name in self.contest.systems])
        return np.tile(accuracies, (len(self.contest.entries), 1))

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

    # --- entries x systems, phenomena x systems

    def matrix(self) -> dict[str, dict[str, float]]:
        """Percent broken, entry by system."""
        return {name: self._row(e) for e, name in enumerate(self.contest.names)}

    def matrix_intervals(self) -> dict[str, dict[str, Interval]]:
        """The intervals of `matrix`."""
        return {name: self._interval_row(e) for e, name in enumerate(self.contest.names)}

    def phenomena(self) -> dict[str, PhenomenonScores]:
        """Percent broken, over all systems and by system; the phenomenon that breaks most comes first."""
        sizes = [len(entry.pairs) for entry in self.contest.entries]
        asked = np.repeat([entry.victim is not None for entry in self.contest.entries], sizes)
        rows = {}
        for p, name in enumerate(self.named, len(self.contest.entries)):
            rows[name] = PhenomenonScores(
                pairs=len(self.rows[p]),
                asked=int(asked[self.rows[p]].sum()),
                break_rate=self.percent * float(self.seen[p].break_share.mean()),
                interval=self._mean_interval(p),
                broken_percent=self._row(p),
                intervals=self._interval_row(p),
            )
        return dict(sorted(rows.items(), key=lambda row: -row[1].break_rate))

    def _row(self, index: int) -> dict[str, float]:
        values = self.percent * self.seen[index].break_share
        return {name: float(value) for name, value in zip(self.contest.systems, values, strict=True)}

    def _interval_row(self, index: int) -> dict[str, Interval]:
        rows = self.rows[index]
        return {
            name: self._percent(share_interval(self.what.broken[s, rows], 1, self.clusters[index]))
            for s, name in enumerate(self.contest.systems)
        }


def _consistency(own: Outcomes) -> Consistency:
    counted = int(own.expected.sum())
    return Consistency(
        same_prediction=float(own.same.mean()),
        expected_change=int(own.as_expected.sum()) / counted if counted else None,
        expected_change_counted=counted,
        expected_change_left_out=own.pairs - counted,
    )


def _numbered(originals: NDArray[np.integer]) -> NDArray[np.intp]:
    """Some originals numbered from 0: a few of a million need not be counted among all."""
    return np.asarray(np.unique(originals, return_inverse=True)[1])


def _breaker_tiers(shares: Mapping[str, ResampledShare]) -> dict[str, int]:
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


def _known(value: np.floating[Any] | Floats) -> float | None:
    return None if np.isnan(value) else float(value)


def _scaled(by: float, interval: Interval) -> Interval:
    return by * interval[0], by * interval[1]
