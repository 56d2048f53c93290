"""What happened, in plain words."""

from __future__ import annotations

from zellig.games.contest.score import Scores


def contest_in_words(scores: Scores) -> list[str]:
    """A few sentences about who broke whom, and how sure that is."""
    systems, breakers = scores["systems"], scores["breakers"]
    best = max(systems, key=lambda name: systems[name]["passed_percent"])
    # A search keeps what broke the system it asked: that says nothing about how hard its pairs are.
    blind = [name for name, row in breakers.items() if row["made_for"] is None]
    hardest = max(blind or breakers, key=lambda name: breakers[name]["break_rate"])
    among = " of those made without asking a system" if 0 < len(blind) < len(breakers) else ""
    unit = "pairs" if scores["denominator"] == "pairs" else "sentences"
    row = breakers[hardest]
    words = [
        f"{_number(len(breakers), 'breaker')} brought {_number(scores['pairs'], 'pair')} against "
        f"{_number(len(systems), 'system')}. A pair breaks a system if exactly one of its two items is "
        "answered right; the system passes if both are.",
        f"{hardest}'s pairs are the hardest{among}: on average they break a system on "
        f"{row['break_rate']:.1f}% of the {unit} ({_range(row['interval'])}).",
        _standing(best, systems[best], unit),
    ]
    return words if len(systems) == 1 else [*words, _tier_words(systems)]


def _standing(name: str, row: Scores, unit: str) -> str:
    return (
        f"{name} stands best: it passes {row['passed_percent']:.1f}% of the pairs "
        f"({_range(row['passed_interval'])}) and breaks on {row['broken_percent']:.1f}% of the {unit}. "
        f"It answers {100 * row['accuracy_original']:.1f}% of the originals right, "
        f"and {100 * row['accuracy_modified']:.1f}% of the modified items."
    )


def breaks_in_words(scores: Scores) -> list[str]:
    """One sentence for each breaker: how often its pairs break each system."""
    return [
        f"{breaker}: {_number(row['pairs'], 'pair')}; they break "
        + ", ".join(f"{system} {share:.0f}%" for system, share in scores["matrix"][breaker].items())
        + " of the time."
        for breaker, row in scores["breakers"].items()
    ]


def _tier_words(systems: Scores) -> str:
    tiers: dict[int, list[str]] = {}
    for name, row in systems.items():
        tiers.setdefault(row["tier"], []).append(name)
    if len(tiers) == 1:
        return "The data do not separate these systems: treat them as tied."
    parts = [f"tier {tier}: {', '.join(sorted(tiers[tier]))}" for tier in sorted(tiers)]
    return (
        f"By the pairs they pass, the data separate {'; '.join(parts)}. Within a tier, treat systems as tied."
    )


def _range(interval: list[float]) -> str:
    return f"95% interval {interval[0]:.1f} to {interval[1]:.1f}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
