"""Verdicts of programs: they are kept apart from those of people, and have figures of their own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

import msgspec
import numpy as np

from zellig.games.judging.figures import JudgingFigures
from zellig.games.judging.truth import Truth
from zellig.games.judging.verdicts import Counted, is_opinion
from zellig.items import Verdict
from zellig.measures.intervals import Estimate, share_interval


class ProgramFigures(msgspec.Struct, frozen=True):
    """A program that judges: how true promises are by its verdicts, and how far it can be trusted."""

    verdicts: int
    unread: int  # texts about which nothing could be read in its replies
    samples: int  # replies about each text, at most
    agreement: dict[str, float]  # on average over texts: how many of its replies say what most of them say
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
    compared = [str(each.answer) == people[each.id] for each in given if each.id in people and each.answer]
    return ProgramFigures(
        verdicts=len(given),
        unread=len(said) - len(given),
        samples=max(each.program.samples for each in said.values() if each.program),
        agreement=_agreement(given),
        truth=figures(said).changed,
        as_people=_share(compared) if compared else None,
    )


def _agreement(said: Iterable[Verdict]) -> dict[str, float]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for each in said:
        for what, share in each.program.agreement.items() if each.program else ():
            found[what].append(share)
    return {what: float(np.mean(shares)) for what, shares in found.items()}


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
