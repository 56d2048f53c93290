"""Verdicts of programs: they are kept apart from those of people, and have figures of their own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec
import numpy as np

from zellig.errors import ZelligError
from zellig.games.judging.figures import JudgingFigures
from zellig.games.judging.truth import Truth
from zellig.games.judging.verdicts import Counted, is_opinion
from zellig.items import Program, Verdict
from zellig.measures.intervals import Estimate, share_interval
from zellig.performers import Spec


class Told(NamedTuple):
    """What came of the texts that a program was asked about."""

    verdicts: int
    tied: int  # texts about which its replies contradict each other
    unread: int  # texts about which nothing could be read in its replies


class ProgramFigures(msgspec.Struct, frozen=True):
    """A program that judges: how true promises are by its verdicts, and how far it can be trusted."""

    verdicts: int
    tied: int
    unread: int
    samples: tuple[int, ...]  # replies that were asked for about a text; several where settings are mixed
    agreement: dict[str, float]  # of all replies that were asked for, those that say what most say of a text
    few_read: int  # verdicts for which no more than half of the replies could be read
    truth: Truth | None
    as_people: Estimate | None  # of texts with an answer of most people, those it answers so; None: none


def people_and_programs(verdicts: Counted) -> tuple[Counted, Counted]:
    """Verdicts by who says them."""
    people = {key: each for key, each in verdicts.items() if each.program is None}
    return people, {key: each for key, each in verdicts.items() if key not in people}


def program_figures(
    programs: Counted, people: Counted, figures: Callable[[Counted], JudgingFigures]
) -> dict[str, ProgramFigures]:
    """By program what its verdicts come to; `figures` are those of verdicts as if people had said them."""
    by_judge: defaultdict[str, Counted] = defaultdict(dict)
    for key, each in programs.items():
        by_judge[each.judge][key] = each
    answers = _answers_of_people(people)
    return {name: _figures(said, answers, figures) for name, said in sorted(by_judge.items())}


def _figures(
    said: Counted, people: dict[str, str], figures: Callable[[Counted], JudgingFigures]
) -> ProgramFigures:
    given = [each for each in said.values() if is_opinion(each)]
    programs = [each.program for each in said.values() if each.program]
    compared = [str(each.answer) == people[each.id] for each in given if each.id in people and each.answer]
    return ProgramFigures(
        **told_of(said.values())._asdict(),
        samples=tuple(sorted({each.samples for each in programs})),
        agreement=_agreement(programs),
        few_read=sum(2 * each.program.read <= each.program.samples for each in given if each.program),
        truth=figures(said).changed,
        as_people=_share(compared) if compared else None,
    )


def told_of(said: Collection[Verdict]) -> Told:
    """What came of the texts that these verdicts of a program are about."""
    without = [each.program for each in said if each.program and not is_opinion(each)]
    tied = sum(bool(each.read) for each in without)
    return Told(len(said) - len(without), tied, len(without) - tied)


def refuse_another(said: Collection[Verdict], spec: Spec) -> None:
    """Refuse to mix verdicts of two programs that have one name: what decides their replies is different.

    What was found out about a server by asking it is not compared: it is not known yet.
    """
    now = _decides(spec.params, spec.version)
    for program in (each.program for each in said if each.program and each.judge == spec.name):
        before = _decides(program.params, program.version)
        for what in sorted(now.keys() & before.keys()):
            if before[what] != now[what]:
                raise ZelligError(
                    f"the verdicts of {spec.name} in this file were given with {what}={before[what]}, "
                    f"and now it is {what}={now[what]}",
                    remedy="Ask as before, or choose another file or name.",
                )


def _decides(params: dict[str, Any], version: str) -> dict[str, Any]:
    return {"max_tokens": None, "version": version, **params}


def _agreement(programs: Collection[Program]) -> dict[str, float]:
    agreed: Counter[str] = Counter()
    for each in programs:
        for what, share in each.agreement.items():
            agreed[what] += round(share * each.read)  # replies, of which the share was rounded
    asked = sum(each.samples for each in programs)
    return {what: number / asked for what, number in agreed.items()}


def _answers_of_people(people: Counted) -> dict[str, str]:
    """By text the answer that more people give than any other."""
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in people.values():
        if each.answer is not None:
            said[each.id][str(each.answer)] += 1
    ranked = {text: counts.most_common(2) for text, counts in said.items()}
    return {text: best[0][0] for text, best in ranked.items() if len(best) == 1 or best[0][1] > best[1][1]}


def _share(hits: list[bool]) -> Estimate:
    return Estimate(float(np.mean(hits)), share_interval(hits, 1, np.arange(len(hits))))
