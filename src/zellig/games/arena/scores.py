"""What a transcript comes to: S with its interval, by metadata and over time, from the rounds alone."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from zellig.errors import ZelligError
from zellig.games.arena.figures import Canaries, Figures, Perplexity, Share, Window
from zellig.games.arena.rounds import (
    Round,
    asks_chooser,
    canary_chance,
    coin,
    fake_of,
    groups_of,
    is_tie,
    point,
    shown,
)
from zellig.games.arena.rules import Rules
from zellig.games.arena.transcript import FILE
from zellig.measures.intervals import wilson
from zellig.measures.trend import Trend
from zellig.performers import ROLES, Role
from zellig.seats.schedule import Phase, phase_at
from zellig.texts import tokens

WINDOWS = 50  # of the curve, at most
FEWEST = 10  # rounds of a window, at least
MOST_VALUES = 200  # metadata with more values than this are names, not groups
MOST_SURPRISED = 700.0  # nats a word: more are not of this world


@dataclass
class Points:
    """Points of the chooser in some rounds."""

    rounds: int = 0
    won: int = 0

    def add(self, point: bool) -> None:
        """One more round."""
        self.rounds += 1
        self.won += point

    def share(self) -> Share:
        """What is told of them."""
        if not self.rounds:
            return Share(0)
        low, high = (round(float(end), 6) for end in wilson(self.won / self.rounds, self.rounds))
        return Share(self.rounds, round(self.won / self.rounds, 6), (low, high))


@dataclass
class Surprise:
    """What the words of real texts and of fakes cost the chooser's model."""

    rounds: int = 0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0])  # of real texts, and of fakes
    words: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, played: Round, rules: Rules) -> None:
        """One more round, if the chooser has said how improbable the texts are."""
        if played.losses is None:
            return
        self.rounds += 1
        for which, (text, loss) in enumerate(zip(shown(played, rules.guards), played.losses, strict=True)):
            kind = int(which == played.fake)
            self.losses[kind] += loss
            self.words[kind] += len(tokens(text)) + 1  # the end of a text is a word, too

    def perplexity(self) -> Perplexity | None:
        """Of real texts and of fakes; None without a model, or if it is past all numbers."""
        if not self.rounds:
            return None
        means = [loss / words for loss, words in zip(self.losses, self.words, strict=True)]
        if not all(abs(mean) < MOST_SURPRISED for mean in means):  # nor is it a number at all
            return None
        real, fake = (round(math.exp(mean), 3) for mean in means)
        return Perplexity(self.rounds, real, fake)


@dataclass
class Tally:
    """Everything that is counted while the rounds go by; memory grows with the corpus, not with them."""

    rules: Rules
    scored: Points = field(default_factory=Points)
    with_fake: Points = field(default_factory=Points)
    no_fake: int = 0
    surprise: Surprise = field(default_factory=Surprise)
    voids: int = 0
    missing: dict[Role, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    by: dict[str, dict[str, Points]] = field(default_factory=dict)
    windows: list[tuple[int, int, Points]] = field(default_factory=list)  # from, to, points
    trends: dict[Phase, Trend] = field(default_factory=dict)
    repeats: Points = field(default_factory=Points)
    played: int = 0
    texts: set[int] = field(default_factory=set)  # hashes of those that were curated
    _dropped: set[str] = field(default_factory=set)

    def add(self, played: Round) -> None:
        """Count a round; refuses one that was not decided by the rules."""
        _refuse_wrong(played, self.rules)
        self.played += 1
        self.texts.add(hash(played.real))
        if played.repeats is not None:  # a canary is no round of the game
            if played.point is not None:
                self.repeats.add(played.point)
            return
        if played.phase == "scored":
            for role, why in played.missing.items():
                self.missing[role][why] += 1
            self._fakes(played)
        if played.point is None:
            self.voids += played.phase == "scored"
            return
        self.trends.setdefault(played.phase, Trend()).add(played.n, played.point)
        self._curve(played.n, played.point)
        if played.phase != "scored":
            return
        self.scored.add(played.point)
        self._groups(played, played.point)

    def _fakes(self, played: Round) -> None:
        """A late fake is none: nobody saw it."""
        if "breaker" in played.missing or is_tie(played, self.rules.guards):
            self.no_fake += 1
        elif played.point is not None:
            self.with_fake.add(played.point)
            self.surprise.add(played, self.rules)

    def _curve(self, n: int, point: bool) -> None:
        size = max(FEWEST, math.ceil(self.rules.total / WINDOWS))
        while len(self.windows) <= n // size:
            start = len(self.windows) * size
            self.windows.append((start, min(start + size, self.rules.total), Points()))
        self.windows[n // size][2].add(point)

    def _groups(self, played: Round, point: bool) -> None:
        for name, value in groups_of(played).items():
            if name in self._dropped:
                continue
            values = self.by.setdefault(name, {})
            values.setdefault(value, Points()).add(point)
            if len(values) > MOST_VALUES:
                self._dropped.add(name)
                del self.by[name]

    def figures(self) -> Figures:
        """All that is told of the game."""
        whole = self.scored.share()
        canaries = self.repeats.rounds and self.scored.rounds
        return Figures(
            rounds=whole.rounds,
            S=whole.S,
            interval=whole.interval,
            no_fake=self.no_fake,
            with_fake=self.with_fake.share(),
            late={role: self.missing[role].total() for role in ROLES},
            missing={role: dict(sorted(why.items())) for role, why in self.missing.items() if why},
            played=self.played,
            texts=len(self.texts),
            voids=self.voids,
            by={
                name: {value: points.share() for value, points in sorted(values.items())}
                for name, values in sorted(self.by.items())
            },
            ungrouped=tuple(sorted(self._dropped)),
            curve=tuple(self._windows()),
            trend={phase: trend.figures() for phase, trend in self.trends.items() if trend.known},
            converged_at=self._converged_at(),
            canary=Canaries(whole, self.repeats.share()) if canaries else None,
            perplexity=self.surprise.perplexity(),
        )

    def _windows(self) -> Iterator[Window]:
        total = Points()
        for start, stop, points in self.windows:
            if points.rounds:
                total = Points(total.rounds + points.rounds, total.won + points.won)
                share = points.share()
                yield Window(
                    share.rounds,
                    share.S,
                    share.interval,
                    start=start,
                    stop=stop,
                    cumulative=round(total.won / total.rounds, 6),
                )

    def _converged_at(self) -> int | None:
        """The round from which on every window agrees with the last quarter of the game."""
        full = [(start, points) for start, _, points in self.windows if points.rounds]
        if len(full) < 4:
            return None
        last = full[-max(1, len(full) // 4) :]
        level = sum(points.won for _, points in last) / sum(points.rounds for _, points in last)
        found = None
        for start, points in reversed(full):
            # With many windows some would be outside by chance alone.
            low, high = wilson(points.won / points.rounds, points.rounds, 1 - 0.05 / len(full))
            if not low <= level <= high:
                break
            found = start
        return found


def scores_of(rules: Rules, rounds: Iterable[Round]) -> Tally:
    """The scores of a game that was played."""
    scores = Tally(rules)
    for played in rounds:
        scores.add(played)
    return scores


def _refuse_wrong(played: Round, rules: Rules) -> None:
    """A transcript proves itself: order, phase, coin and point follow from the rules."""
    expected: Mapping[str, tuple[object, object]] = {
        "phase": (played.phase, phase_at(rules.schedule, played.n)),
        "order of the texts": (played.fake, fake_of(rules, played.n)),
        "repeat": (played.repeats is not None, canary_chance(rules, played.n) is not None),
        "choice": (played.choice is not None, asks_chooser(played, rules)),
        "coin": (played.choice, coin(rules, played.n)) if "chooser" in played.missing else (None, None),
        "point": (played.point, point(played, rules.tie_rule, rules.guards)),
    }
    for what, (found, right) in expected.items():
        if found != right:
            raise ZelligError(
                f"the {what} of round {played.n} is {found}, and by the rules it is {right}",
                path=FILE,
                line=played.n + 2,
                remedy="The transcript was changed: play the game again.",
            )
