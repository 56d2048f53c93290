"""The whole job in one call: a run's pairs, a system's answers to them, and whether it passes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.games.breaking.counting import counted_pairs, valid_pairs
from zellig.games.breaking.gate.answers import (
    ask_about,
    is_file_name,
    is_stored,
    read_result,
    refuse_strange,
    to_store,
    write_result,
)
from zellig.games.breaking.gate.decision import Answered, Decision, decide
from zellig.games.breaking.gate.limits import Limits, check_percent, read_limits
from zellig.games.breaking.stored import read_pairs_of_run
from zellig.games.contest.contest import Contest, Entry
from zellig.language.data_check import warn_of_pairs
from zellig.oracle import Progress
from zellig.pairs.reading import no_pair
from zellig.performers import System
from zellig.systems.evaluation import admit
from zellig.transform.evaluation import ContrastSet


def check_run(
    run: Path | ContrastSet | Contest,
    system: str | System,
    *,
    min_passed: float | None = None,
    min_accuracy: float | None = None,
    limits: Path | Mapping[str, float] | None = None,
    baseline: str | System | None = None,
    store: Path | None = None,
    task: str | None = None,
    allow_overlap: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Decision:
    """Decide whether a system passes on the pairs of a run; what keeps us from deciding is a ZelligError.

    The run is the folder of one, any folder or file of pairs, or the pairs themselves; a contest says which
    of them were made by asking a system, and what speaks against their validity.

    The result is stored, as a later baseline, unless the system does not pass.

    Every valid pair of every entry counts, also one that two breakers have made: intervals and tests keep
    what was made from one original together.
    """
    if (min_passed, min_accuracy, limits, baseline, store) == (None,) * 5:
        limited = ", ".join(map(option, ("min_passed", "min_accuracy", "limits")))
        raise ZelligError(
            "there is nothing to decide by",
            remedy=f"Give {limited} or {option('baseline')}; or {option('store')}, for a baseline.",
        )
    for name, percent in (("min_passed", min_passed), ("min_accuracy", min_accuracy)):
        if percent is not None:
            check_percent(option(name).rstrip("="), percent)
    if store is not None:
        refuse_strange(store)
    made = pairs_of_run(run, task)
    asked = ContrastSet(made.task, made.pairs)
    if not asked.pairs:
        raise no_pair(None)
    _refuse_uncounted(made, compared=baseline is not None)
    by_phenomenon = read_limits(limits, _phenomena(made)) if limits is not None else {}
    if limits is not None and not by_phenomenon:
        path = None if isinstance(limits, Mapping) else limits
        raise ZelligError("there is no limit in it", path=path, remedy="Write lines such as not-add = 40.")
    warn_of_pairs(asked.pairs, asked.task, str(run) if isinstance(run, Path) else "the pairs")
    loaded = _admitted(system, asked, allow_overlap)
    old = None if baseline is None else _before(baseline, asked, allow_overlap, progress)
    new = ask_about(asked, loaded, _name_of(system, loaded), progress)
    decision = decide(made, new, Limits(min_passed, min_accuracy, by_phenomenon), old)
    if store is not None and decision.passes:
        write_result(store, asked.pairs, new)
    return decision


def pairs_of_run(run: Path | ContrastSet | Contest, task: str | None = None) -> Contest:
    """The pairs of a run that was played to its end, of any folder of pairs, or of one file; who answered
    them does not matter. What speaks against the validity of pairs, a run has noted in its folder."""
    if isinstance(run, Contest):
        return run
    if isinstance(run, ContrastSet):
        return Contest(run.task, [Entry("pairs", run.pairs)], {})
    return read_pairs_of_run(run, task)


def _refuse_uncounted(made: Contest, *, compared: bool) -> None:
    """Refuse pairs of which none counts."""
    if not valid_pairs(made).any():
        raise ZelligError(
            "a check speaks against the validity of every pair, so none of them says anything of a system",
            remedy="Break with other breakers, or on more items.",
        )
    if compared and not counted_pairs(made).any():
        raise ZelligError(
            "every valid pair was made by asking a system, so it breaks that one by construction and says "
            "nothing beside a baseline",
            remedy="Break with strategies, too; or say "
            f"{option('min_passed')} instead of {option('baseline')}.",
        )


def _phenomena(made: Contest) -> list[str]:
    """What the pairs that limits count are about."""
    valid = valid_pairs(made)
    return sorted({pair.phenomenon for pair, counts in zip(made.pairs, valid, strict=True) if counts} - {""})


def _before(baseline: str | System, asked: ContrastSet, allow_overlap: bool, progress: Progress) -> Answered:
    if isinstance(baseline, str) and is_stored(baseline):
        return read_result(Path(baseline), asked)
    if isinstance(baseline, str) and is_file_name(baseline):
        raise ZelligError(
            "there is no such file", path=baseline, remedy=f"Check the path, or store a result: {to_store()}."
        )
    loaded = _admitted(baseline, asked, allow_overlap)
    return ask_about(asked, loaded, _name_of(baseline, loaded), progress)


def _name_of(system: str | System, loaded: System) -> str:
    """What the user calls it."""
    return system if isinstance(system, str) else loaded.spec.name


def _admitted(system: str | System, asked: ContrastSet, allow_overlap: bool) -> System:
    """A system whose answers to these pairs say something about it."""
    return admit(system, list(asked.questions.values()), asked.task, allow_overlap=allow_overlap).system
