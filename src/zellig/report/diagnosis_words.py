"""What a system fails at, what it handles and what is not known yet, in plain words: for pages and terminals.

Words of language stand between asterisks. The phrases are data (`data/phrases.toml`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from zellig.games.breaking.counting import FEWEST
from zellig.games.breaking.diagnosis import (
    LEVEL,
    BreakerRow,
    Diagnosis,
    Group,
    Rate,
    Search,
    Standing,
)
from zellig.games.breaking.figures import Figures
from zellig.games.breaking.play import Played
from zellig.measures.doubt import Doubt
from zellig.pairs.diff import Segment, segments
from zellig.pairs.edits import both_sides
from zellig.systems.doubt_words import doubt_in_words
from zellig.tasks import Task
from zellig.texts import counted

TOLD = 3  # failures that a terminal tells of each system, and whatever else may be many
FAILS = "With one change it fails"
STANDINGS: tuple[Standing, ...] = ("fails", "holds", "unknown")


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to speak of a phenomenon; the data file explains the keys."""

    fails: str
    handles: str
    cases: str


class _Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unknown: Phrase
    answers: Mapping[str, Mapping[str, str]]
    phenomena: Mapping[str, Phrase]


@cache
def _phrases() -> _Phrases:
    raw = files("zellig.report").joinpath("data/phrases.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Phrases)


def phrase_of(phenomenon: str) -> Phrase:
    """How to speak of a phenomenon, also of one that nobody has heard of."""
    known = _phrases()
    if phenomenon in known.phenomena:
        return known.phenomena[phenomenon]
    return Phrase(*(words.replace("{name}", phenomenon) for words in msgspec.structs.astuple(known.unknown)))


def answer_in_words(answer: str, task: Task) -> str:
    """What a text is taken for that gets this answer."""
    known = _phrases().answers.get(task.name, {})
    return known.get(answer) or f"*{task.words.get(answer, answer)}*"


def subject_of(diagnosis: Diagnosis, every: Sequence[Diagnosis]) -> str:
    """How to name a system at the beginning of a sentence: one that is alone is known."""
    return "It" if len(every) == 1 else diagnosis.system


def accuracy_in_words(diagnosis: Diagnosis, subject: str) -> str:
    """How a system does on what nobody changed."""
    rate, unjudged = diagnosis.accuracy, diagnosis.unjudged
    if not rate.of:
        return f"None of the {unjudged:,} originals has an accepted answer, so none can be called right."
    said = f"{subject} answers {percent(rate)} of {rate.of:,} originals right ({interval(rate)})."
    if not unjudged:
        return said
    more = "1 more has" if unjudged == 1 else f"{unjudged:,} more have"
    return f"{said} {more} no accepted answer, and nothing is said of {'it' if unjudged == 1 else 'them'}."


def _counted_by(doubt: Doubt, diagnosis: Diagnosis) -> list[str]:
    """Which of the originals a doubt counts, where these are not all; what gives one answer to everything is
    told from changed texts, too."""
    originals = diagnosis.accuracy.of
    if doubt.kind == "constant" or doubt.texts == originals:
        return []
    return [
        f"The doubt counts different texts with one right answer: {doubt.texts:,} of {originals:,} originals."
    ]


def lead_in_words(diagnosis: Diagnosis, subject: str, task: Task) -> list[str]:
    """What is to be known first: what makes all the rest doubtful, how it does on what nobody changed, and
    what comes of one change, before it is told in full."""
    accuracy, doubt = accuracy_in_words(diagnosis, subject), diagnosis.doubt
    if doubt is not None:
        return [doubt_in_words(doubt, subject, task), accuracy, *_counted_by(doubt, diagnosis)]
    failing, holding, unknown = (len(diagnosis.standing(each)) for each in STANDINGS)
    if failing:
        open_yet = f" ({counted(unknown, 'kind')} of change not known yet)" if unknown else ""
        return [accuracy, f"{FAILS} in {counted(failing, 'way')}{open_yet}:"]
    if unknown > holding or not diagnosis.groups:
        return [_too_little(diagnosis), accuracy]
    handled = f"{counted(holding, 'kind')} of change handled, {unknown:,} not known yet"
    return [accuracy, f"{FAILS} in no way that is known: {handled}."]


def _too_little(diagnosis: Diagnosis) -> str:
    """What is not known, and how many texts would tell the first of it."""
    texts, groups, every = diagnosis.accuracy.of, diagnosis.standing("unknown"), len(diagnosis.groups)
    if not groups:
        made = (
            "no pair of a strategy says anything about it" if diagnosis.searches else "no valid pair was made"
        )
        return f"Too little is known: {made}. Give more texts than {texts:,}, or other breakers."
    kinds = "the only kind" if every == 1 else f"{len(groups):,} of {every:,} kinds"
    found = f"Too little is known: {counted(texts, 'text')} cannot tell whether it fails at {kinds} of change"
    needed = [
        (math.ceil(group.more * texts / group.changed.of), group)
        for group in groups
        if group.more is not None and group.changed.of
    ]
    if not needed:
        return f"{found}."
    more, first = min(needed, key=lambda each: (each[0], each[1].phenomenon))
    which = "" if every == 1 else f" the first, {phrase_of(first.phenomenon).handles}"
    return f"{found}; about {counted(more, 'more text')} would tell{which}."


def failure_in_words(group: Group, subject: str) -> str:
    """What a system does that fails on a phenomenon."""
    return f"{subject} {phrase_of(group.phenomenon).fails}"


def count_in_words(group: Group, task: Task) -> str:
    """How often the change led to a wrong answer, and what it was taken for."""
    rate, wrong = group.changed, group.wrong_answers
    were = "was" if rate.hits == 1 else "were"
    many = f"{rate.hits:,} of {rate.of:,} {phrase_of(group.phenomenon).cases}"
    if group.same:
        return f"{many} got another answer ({percent(rate)}, {interval(rate)})"
    taken = [f"{number:,} as {answer_in_words(answer, task)}" for answer, number in wrong.items()]
    if not task.labels or not taken:
        return f"{many} {were} answered wrong ({percent(rate)}, {interval(rate)})"
    if len(taken) == 1:
        taken_for = answer_in_words(next(iter(wrong)), task)
        return f"{many} {were} taken for {taken_for} ({percent(rate)}, {interval(rate)})"
    return f"{many} {were} misread, {', '.join(taken)} ({percent(rate)}, {interval(rate)})"


def handled_in_words(group: Group) -> str:
    """What a system handles, and how often it does."""
    rate = group.changed
    return f"{phrase_of(group.phenomenon).handles} ({rate.of - rate.hits:,} of {rate.of:,})"


def unknown_in_words(group: Group) -> str:
    """What is not known, and what would tell."""
    rate = group.changed
    if not rate.of:
        seen = f"none of {group.pairs:,} originals answered right"
    else:
        seen = f"{rate.hits:,} of {rate.of:,} wrong"
    if group.more is None:
        return f"{phrase_of(group.phenomenon).handles} ({seen}; too near to {LEVEL:.0%} to tell)"
    pairs = "pair" if group.more == 1 else "pairs"
    return f"{phrase_of(group.phenomenon).handles} ({seen}; about {group.more:,} more {pairs} would tell)"


def search_in_words(search: Search) -> str:
    """What a search found, which breaks by construction."""
    return (
        f"{search.breaker} looked for a break of each of the {search.items:,} originals answered right and "
        f"found {search.breaking:,}; {search.valid:,} of these pairs are valid."
    )


def rule_in_words() -> str:
    """When something counts as a failure."""
    return (
        f"A failure is told where at least {FEWEST} valid pairs have an original that is answered right, and "
        f"even the lower end of the 95% interval of changed texts answered wrong is above {LEVEL:.0%}. "
        f"Something is handled where the upper end is below {LEVEL:.0%}. All else is not known yet."
    )


def findings_in_words(diagnosis: Diagnosis, subject: str, task: Task, most: int = TOLD) -> list[str]:
    """A few sentences for a terminal, after the lead: what fails most often, and what a search found."""
    failing = diagnosis.standing("fails")
    found = [_failing(group, subject, task) for group in failing[:most]]
    if len(failing) > most:
        more = len(failing) - most
        ways = (
            "1 more way; the report tells it" if more == 1 else f"{more:,} more ways; the report tells them"
        )
        found.append(f"{subject} fails in {ways}.")
    return [*found, *map(search_in_words, diagnosis.searches)]


def _failing(group: Group, subject: str, task: Task) -> str:
    return f"{failure_in_words(group, subject)}: {count_in_words(group, task)}."


def examples_of(played: Played) -> list[tuple[str, list[Segment]]]:
    """What the first system fails at, with a pair each: the phenomenon, and the diff of its first field."""
    first, pairs = played.diagnoses[0], played.contest.pairs
    return [
        (group.phenomenon, segments(*both))
        for group in first.standing("fails")
        if group.example is not None
        for both in list(both_sides(pairs[group.example], played.contest.task.editable).values())[:1]
    ]


def breaker_rows(diagnosis: Diagnosis) -> list[list[str]]:
    """A row of counts for each breaker."""
    return list(map(_cells, diagnosis.breakers))


def _cells(row: BreakerRow) -> list[str]:
    rate = row.changed
    name = f"{row.breaker} (search)" if row.asked else row.breaker
    low, high = rate.interval or (0.0, 1.0)
    ends = f"{100 * low:.0f}–{100 * high:.0f}" if rate.interval else "–"
    if 0 < rate.of < FEWEST:
        ends = f"{ends}, too few"  # of which the sentences above say nothing
    counts = [f"{row.pairs:,}", f"{row.valid:,}", f"{row.both_right:,}", f"{rate.hits:,} of {rate.of:,}"]
    return [name, *counts, percent(rate), ends]


def run_text(played: Played, warned: Sequence[str] = ()) -> str:
    """The first screen of a report as plain text; what was `warned` of makes all of it doubtful."""
    warnings = ["\n".join(f"Warning: {sentence}" for sentence in warned)] if warned else []
    every = played.diagnoses
    screens = ("\n".join(_whole(each, subject_of(each, every), played.contest.task)) for each in every)
    return "\n\n".join([*warnings, *screens])


def _whole(diagnosis: Diagnosis, subject: str, task: Task) -> list[str]:
    lines = lead_in_words(diagnosis, subject, task)
    for group in diagnosis.standing("fails"):
        lines.append(f"- {_failing(group, subject, task)}")
    if holding := diagnosis.standing("holds"):
        lines.append(f"Handled: {', '.join(map(handled_in_words, holding))}.")
    if unknown := diagnosis.standing("unknown"):
        lines.append(f"Not known yet: {', '.join(map(unknown_in_words, unknown))}.")
    return [*lines, *map(search_in_words, diagnosis.searches)]


def no_pairs_in_words(figures: Figures) -> list[str]:
    """Which breakers made nothing of the texts, and why mostly; where they are many, how many."""
    without = [name for name, made in figures.strategies.items() if not made.pairs]
    texts = counted(figures.items, "text")
    if len(without) > TOLD:
        return [f"{len(without):,} of {len(figures.strategies):,} breakers made no pair of these {texts}"]
    found = []
    for name in without:
        reasons = sorted(figures.refusals.get(name, {}).items(), key=lambda each: -each[1])[:TOLD]
        why = ", ".join(f"{reason}: {number:,}" for reason, number in reasons)
        found.append(f"{name} made no pair of these {texts}" + (f" ({why})" if why else ""))
    return found


def nothing_scored_in_words(figures: Figures) -> str:
    """A run to its end that has no pairs to play with."""
    why = "no pair was made"
    if figures.made or figures.rejected:
        why = "none of the pairs is valid" if figures.made else "all pairs were rejected"
    return f"{why}, so nothing is scored and there is no report"


def percent(rate: Rate) -> str:
    """A share without decimals: its interval is wider than one."""
    return "–" if rate.share is None else f"{100 * rate.share:.0f}%"


def interval(rate: Rate) -> str:
    """The ends of an interval, in percent."""
    if rate.interval is None:
        return "nothing to count"
    low, high = rate.interval
    return f"95% interval {100 * low:.0f} to {100 * high:.0f}"
