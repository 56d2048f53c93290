"""What happened, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zellig.games.contest.scores import FEWEST, Interval, Scores, SystemScores
from zellig.measures.comparing import LEVEL, Comparison
from zellig.report.p_values import p_in_words
from zellig.systems.doubt_words import doubt_in_words
from zellig.tasks import Task, get_task


def contest_in_words(scores: Scores) -> list[str]:
    """What makes figures doubtful; then a few sentences about who broke whom, and how sure that is."""
    systems = scores.systems
    authors = len({each.author for each in scores.breakers.values()})
    task = get_task(scores.task)
    words = [
        *(doubt_in_words(doubt, name, task) for name, doubt in scores.doubts.items()),
        f"{_number(authors, 'breaker')} brought {_number(scores.pairs, 'pair')} against "
        f"{_number(len(systems), 'system')}. A pair breaks a system if exactly one of its two items is "
        "answered right; the system passes if both are.",
        *_counted(scores),
        _hardest(scores),
        *_too_few(scores),
        _standing(scores),
    ]
    return words if len(systems) == 1 else [*words, _tier_words(systems, scores.comparisons)]


def limits_in_words(scores: Scores) -> list[str]:
    """What the numbers of a contest cannot tell, however they come out."""
    words = [
        "The pairs are those that these breakers chose to write. A rate is about them, and not about how "
        "often a system errs elsewhere.",
        "An interval says how far a number depends on which pairs were written, and not whether what they "
        "promise is right: what nobody has judged or ruled on counts as promised.",
    ]
    undecided = [each.still_needed for each in scores.comparisons if each.still_needed]
    if undecided:
        words.append(
            f"{_number(len(undecided), 'comparison')} of {len(scores.comparisons):,} "
            f"{'is' if len(undecided) == 1 else 'are'} not decided: {_number(min(undecided), 'pair')} more "
            "would decide the nearest, if the difference stays what it is."
        )
    return words


def f1_name(task: Task) -> str:
    """Which F1 a task has: over labels, each as heavy as it is often gold, or over characters of spans."""
    return "weighted F1" if task.labels else "character F1" if task.partial else "credit"


def _counted(scores: Scores) -> list[str]:
    """Which pairs count here that do not count where a system is spoken of."""
    searched = sum(row.pairs for row in scores.breakers.values() if row.victim is not None)
    others = {"that a check speaks against": scores.doubtful, "made by asking a system": searched}
    named = [f"{_number(count, 'pair')} {why}" for why, count in others.items() if count]
    if not named:
        return []
    return [
        f"All pairs count that were brought, {' and '.join(named)} among them; a report of a run, a "
        "comparison of two versions and a gate leave these out."
    ]


def _hardest(scores: Scores) -> str:
    """Whose pairs break systems most often, and whether the data separate them from all others."""
    breakers = scores.breakers
    # A search keeps what broke the system it asked: that says nothing about how hard its pairs are.
    blind = [name for name, row in breakers.items() if row.victim is None]
    among = " of those made without asking a system" if 0 < len(blind) < len(breakers) else ""
    order = [name for name in hardest_first(scores) if name in blind or not blind]
    enough = [name for name in order if breakers[name].tier is not None]
    if not enough:
        return f"No breaker brought {FEWEST} pairs{among}: that is too few to say whose are the hardest."
    first, *others = enough
    row = breakers[first]
    # A tier is made around its best entry: others in it can still be far apart.
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


def _too_few(scores: Scores) -> list[str]:
    """Which breakers have no tier, where others have one."""
    breakers = scores.breakers
    few = [name for name in hardest_first(scores) if breakers[name].tier is None]
    if not few or len(few) == len(breakers):
        return []
    brought = f"{', '.join(few)} brought fewer than {FEWEST} pairs{' each' if len(few) > 1 else ''}"
    return [f"{brought}: too few to compare, so {'they have' if len(few) > 1 else 'it has'} no tier."]


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


def _tier_words(systems: Mapping[str, SystemScores], comparisons: Sequence[Comparison]) -> str:
    tiers: dict[int, list[str]] = {}
    for name, row in systems.items():
        tiers.setdefault(row.tier, []).append(name)
    least = min(comparisons, key=lambda row: row.adjusted_p)
    found = p_in_words(least.adjusted_p, least.corrected_for)
    if len(tiers) == 1:
        at_least = "" if len(comparisons) == 1 else "at least "
        return f"The data do not separate these systems ({at_least}{found}): treat them as tied."
    parts = [f"tier {tier}: {', '.join(sorted(tiers[tier]))}" for tier in sorted(tiers)]
    several = f"p below {LEVEL}, corrected for {len(comparisons):,} comparisons"
    tests = found if len(comparisons) == 1 else several
    return (
        f"By the pairs they pass, the data separate {'; '.join(parts)} ({tests}). "
        "Within a tier, treat systems as tied."
    )


def _range(interval: Interval) -> str:
    return f"95% interval {interval[0]:.1f} to {interval[1]:.1f}"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
