"""What happened, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zellig.games.contest.scores import Interval, Scores, SystemScores

FEWEST = 20  # pairs; on fewer, nothing is called the hardest or the best


def contest_in_words(scores: Scores) -> list[str]:
    """A few sentences about who broke whom, and how sure that is."""
    systems = scores.systems
    authors = len({each.author for each in scores.breakers.values()})
    words = [
        f"{_number(authors, 'breaker')} brought {_number(scores.pairs, 'pair')} against "
        f"{_number(len(systems), 'system')}. A pair breaks a system if exactly one of its two items is "
        "answered right; the system passes if both are.",
        _hardest(scores),
        _standing(scores),
    ]
    return words if len(systems) == 1 else [*words, _tier_words(systems)]


def _hardest(scores: Scores) -> str:
    """Whose pairs break systems most often, and whether the data separate them from all others."""
    breakers = scores.breakers
    # A search keeps what broke the system it asked: that says nothing about how hard its pairs are.
    blind = [name for name, row in breakers.items() if row.victim is None]
    among = " of those made without asking a system" if 0 < len(blind) < len(breakers) else ""
    order = [name for name in hardest_first(scores) if name in blind or not blind]
    enough = [name for name in order if breakers[name].pairs >= FEWEST]
    if not enough:
        return f"No breaker brought {FEWEST} pairs{among}: that is too few to say whose are the hardest."
    first, *others = enough
    row = breakers[first]
    # A tier is made around its best entry, which may have few pairs: others in it can still be far apart.
    tied = [
        name
        for name in others
        if breakers[name].tier == row.tier and breakers[name].interval[1] >= row.interval[0]
    ]
    unit = "pairs" if scores.denominator == "pairs" else "sentences"
    rate = f"on {row.break_rate:.1f}% of the {unit} ({_range(row.interval)})"
    if others and not tied:
        return f"{first}'s pairs are the hardest{among}: on average they break a system {rate}."
    apart = f"; the data do not separate them from those of {_listed(tied)}" if tied else ""
    return f"{first}'s pairs break a system {rate} on average{apart}."


def _standing(scores: Scores) -> str:
    """What the system that passes most does; it stands best only if the data separate it from all others."""
    systems = scores.systems
    best = max(systems, key=lambda name: systems[name].passed_percent)
    row = systems[best]
    tied = sum(each.tier == row.tier for each in systems.values()) > 1
    head = best if len(systems) == 1 or tied or scores.pairs < FEWEST else f"{best} stands best: it"
    unit = "pairs" if scores.denominator == "pairs" else "sentences"
    return (
        f"{head} passes {row.passed_percent:.1f}% of the pairs "
        f"({_range(row.passed_interval)}) and breaks on {row.broken_percent:.1f}% of the {unit}. "
        f"It answers {100 * row.accuracy_original:.1f}% of the originals right, "
        f"and {100 * row.accuracy_modified:.1f}% of the modified items."
    )


def _listed(names: Sequence[str]) -> str:
    """One or two names, or one and how many others."""
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"


def hardest_first(scores: Scores) -> list[str]:
    """The names of the entries, those whose pairs break systems most often first.

    They go by the lower end of the interval: two pairs that happen to break everything show little.
    """
    return sorted(scores.breakers, key=lambda name: -scores.breakers[name].interval[0])


def _tier_words(systems: Mapping[str, SystemScores]) -> str:
    tiers: dict[int, list[str]] = {}
    for name, row in systems.items():
        tiers.setdefault(row.tier, []).append(name)
    if len(tiers) == 1:
        return "The data do not separate these systems: treat them as tied."
    parts = [f"tier {tier}: {', '.join(sorted(tiers[tier]))}" for tier in sorted(tiers)]
    return (
        f"By the pairs they pass, the data separate {'; '.join(parts)}. Within a tier, treat systems as tied."
    )


def _range(interval: Interval) -> str:
    return f"95% interval {interval[0]:.1f} to {interval[1]:.1f}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
