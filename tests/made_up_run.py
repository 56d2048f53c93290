"""Runs that nobody played: records of pairs and answers, and all that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zellig.checks.form import Fault
from zellig.games.breaking import Plan, Played
from zellig.games.breaking.figures import figures
from zellig.games.breaking.making import Maker
from zellig.games.breaking.notes import Notes
from zellig.games.breaking.reasons import reasons_of
from zellig.games.breaking.result import Result
from zellig.games.contest.contest import Confidences, Contest, Entry
from zellig.games.contest.score import score_contest
from zellig.items import Item, Pair
from zellig.measures.outcomes import Answers
from zellig.performers import System
from zellig.tasks import get_task

Given = dict[str, tuple[str, str]]  # by pair: the answers to both sides


def flips(phenomenon: str, number: int, *, texts: str = "It is good") -> list[Pair]:
    """So many pairs whose praise is turned, each of an original of its own."""
    return [
        Pair(
            f"{phenomenon}-{n}",
            Item(f"{phenomenon}-{n}-o", {"text": f"{texts}, {phenomenon} {n}."}, ("+1",)),
            Item(f"{phenomenon}-{n}-m", {"text": f"{texts} not, {phenomenon} {n}."}, ("-1",)),
            "flip",
            phenomenon,
        )
        for n in range(number)
    ]


def answering(pairs: Sequence[Pair], *, changed: int = 0, both_wrong: int = 0, original: int = 0) -> Given:
    """Right answers, but for so many wrong ones: after the change, on both sides, on the original alone."""
    kinds = [("+1", "+1")] * changed + [("-1", "+1")] * both_wrong + [("-1", "-1")] * original
    given = [*kinds, *[("+1", "-1")] * (len(pairs) - len(kinds))]
    return {pair.id: both for pair, both in zip(pairs, given, strict=True)}


def made_up_run(
    entries: Sequence[Entry],
    given: Mapping[str, Given],
    *,
    findings: Mapping[str, Mapping[str, list[Fault]]] | None = None,
    confidences: Mapping[str, Mapping[str, tuple[float, float]]] | None = None,
    systems: Mapping[str, System] | None = None,
    task: str = "sentiment",
    complaints: int = 0,
) -> Played:
    """A run with these entries, answers by system and pair, and whatever else is known: so many `complaints`,
    which every system knows, are originals that no pair was made of."""
    found = {entry.name: dict((findings or {}).get(entry.name, {})) for entry in entries}
    faults = {
        name: {pair: [code for code, _ in some] for pair, some in pairs.items()}
        for name, pairs in found.items()
    }
    entries = [replace(entry, faults=faults[entry.name]) for entry in entries]
    contest = Contest(
        get_task(task),
        entries,
        {
            system: {
                entry.name: Answers(*([answers[pair.id][side] for pair in entry.pairs] for side in (0, 1)))
                for entry in entries
            }
            for system, answers in given.items()
        },
        confidences={
            system: {
                entry.name: Confidences(
                    *(
                        [
                            (confidences or {}).get(system, {}).get(pair.id, (None, None))[side]
                            for pair in entry.pairs
                        ]
                        for side in (0, 1)
                    )
                )
                for entry in entries
            }
            for system in given
        },
    )
    originals = {pair.original.id: pair for pair in contest.pairs}
    more = [Item(f"complaint-{n}", {"text": f"It is bad, {n}."}, ("-1",)) for n in range(complaints)]
    result = Result(
        plan=Plan(task, "made-up", tuple(given), tuple(entry.author for entry in entries)),
        task=contest.task,
        originals=[*(pair.original for pair in originals.values()), *more],
        answers={
            system: {item: answers[pair.id][0] for item, pair in originals.items()}
            | {item.id: "-1" for item in more}
            for system, answers in given.items()
        },
        makers=[Maker(entry.author, entry.author, entry.victim) for entry in entries],
        played=contest,
        aside=Contest(contest.task, (), {system: {} for system in given}),
        notes={
            entry.name: Notes(
                len(entry.pairs),
                len(entry.pairs) - len(found[entry.name]),
                0,
                0,
                {},
                faults[entry.name],
            )
            for entry in entries
        },
        findings=found,
        systems=dict(systems or {}),
        victim_calls=0,
        earlier_answers=0,
        finished=False,
        failures={},
        costs={},
    )
    scores = score_contest(contest, replicates=100)
    reasons = reasons_of(contest, result.systems, {})
    return Played(contest, scores, figures(result, scores), result, reasons)
