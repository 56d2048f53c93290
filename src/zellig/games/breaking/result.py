"""What a run leaves behind, as records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zellig.checks.form import Fault
from zellig.games.breaking.making import Maker
from zellig.games.breaking.notes import Notes
from zellig.games.breaking.plan import Plan
from zellig.games.contest.contest import Contest
from zellig.items import Item
from zellig.performers import System
from zellig.systems.replies import Cost
from zellig.tasks import Task


@dataclass(frozen=True)
class Result:
    """What happened: records, wherever they lie."""

    plan: Plan
    task: Task
    originals: Sequence[Item]
    answers: dict[str, dict[str, str]]  # of each system to the originals, by id
    makers: Sequence[Maker]
    played: Contest  # the entries that count, without those that have no pair
    aside: Contest  # what strict play leaves out
    notes: dict[str, Notes]  # by name of the entry
    findings: dict[str, dict[str, list[Fault]]]  # by entry and pair: what speaks against its validity
    systems: dict[str, System]  # those that can be asked
    victim_calls: int
    earlier_answers: int
    finished: bool  # the run was complete already
    failures: dict[str, dict[str, str]]  # of each system, by item
    costs: dict[str, Cost]  # of each language model, by its role and name
