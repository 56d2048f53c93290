"""The whole job in one call: a run's pairs, a system's answers to them, and whether it passes."""

from __future__ import annotations

from pathlib import Path

from zellig.errors import ZelligError
from zellig.games.breaking.answering import Progress
from zellig.games.breaking.gate.answers import ask_about, is_stored, questions, read_result, write_result
from zellig.games.breaking.gate.decision import Decision, decide, rows_by_phenomenon
from zellig.games.breaking.gate.limits import Limits, read_limits, refuse_no_percent
from zellig.games.contest.folder import read_entries
from zellig.performers import System
from zellig.systems.evaluation import training_overlap
from zellig.systems.loading import load_system
from zellig.systems.python import own_system


def check_run(
    run: Path,
    system: str | System,
    *,
    min_passed: float | None = None,
    min_accuracy: float | None = None,
    limits: Path | None = None,
    baseline: str | None = None,
    store: Path | None = None,
    task: str | None = None,
    allow_overlap: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Decision:
    """Decide whether a system passes on the pairs of a run; what keeps us from deciding is a ZelligError.

    Every pair of every entry counts, as in the scores of the run, also one that two breakers have made:
    intervals and tests keep what was made from one original together.
    """
    if (min_passed, min_accuracy, limits, baseline, store) == (None,) * 5:
        raise ZelligError(
            "there is nothing to decide by",
            remedy="Give --min-passed, --min-accuracy, --limits or --baseline; or --store, for a baseline.",
        )
    for name, percent in (("min-passed", min_passed), ("min-accuracy", min_accuracy)):
        if percent is not None:
            refuse_no_percent(name, percent)
    judged_by, entries = read_entries(run, task)
    pairs = [pair for entry in entries for pair in entry.pairs]
    asked = Limits(min_passed, min_accuracy, read_limits(limits, rows_by_phenomenon(pairs)) if limits else {})
    if isinstance(system, str):
        name, loaded = system, load_system(system)
        training_overlap(Path(system), list(questions(pairs).values()), judged_by, allow=allow_overlap)
    else:
        loaded = own_system(system)
        name = loaded.spec.name
    old = None
    if baseline is not None and is_stored(baseline):
        old = read_result(Path(baseline), pairs, judged_by)
    elif baseline is not None:
        old = ask_about(pairs, load_system(baseline), baseline, judged_by, progress)
    new = ask_about(pairs, loaded, name, judged_by, progress)
    decision = decide(pairs, judged_by, new, asked, old)
    if store is not None:
        write_result(store, pairs, new)
    return decision
