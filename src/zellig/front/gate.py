"""A gate for the system you ship: `zellig check`, from Python and from pytest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.front.options import checked, path_of
from zellig.front.players import Labels, Model, in_hand
from zellig.front.runs import Run, pairs_in
from zellig.front.saying import saying
from zellig.games.breaking.gate import Decision, check_run, pairs_of_run
from zellig.games.contest import Contest
from zellig.items import content_hash
from zellig.notices import warn
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.performers import System
from zellig.report.gate import percent, plain_text, write_decision
from zellig.systems.doubt_words import warn_of_doubt
from zellig.tasks import get_task
from zellig.transform.evaluation import ContrastSet

if TYPE_CHECKING:
    from zellig.front.frames import Table

LIMITS = "percentages by phenomenon, or the path of their file"


@dataclass(frozen=True)
class GateDecision:
    """Whether a system passes, and why; it is true if it does."""

    decision: Decision
    said: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """Does the system pass?"""
        return self.decision.passes

    def __bool__(self) -> bool:
        return self.passes

    def table(self) -> Table:
        """One row a phenomenon: pairs passed, in percent with the interval."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table(
            {"phenomenon": name} | flat("", found) for name, found in self.decision.phenomena.items()
        )

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the page, one HTML file that needs nothing else; gives its path."""
        write_decision(new_file(path), self.decision)
        return Path(path)

    def __repr__(self) -> str:
        found = self.decision.passed
        rate = f"{found.hits:,} of {found.counted:,} pairs passed, {percent(found)}"
        return f"{plain_text(self.decision)}\n{rate}"


@checked()
def gate(
    run: Run,
    *,
    system: Model,
    baseline: Model = None,
    labels: Labels | None = None,
    baseline_labels: Labels | None = None,
    min_passed: float | None = None,
    min_accuracy: float | None = None,
    limits: str | PathLike[str] | Mapping[str, float] | None = None,
    store: str | PathLike[str] | None = None,
    task: str | PathLike[str] | None = None,
    allow_overlap: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> GateDecision:
    """Put the pairs of a run to a system: does it pass enough of them, and is it no worse than the baseline?

    The run is what `break_systems`, `contrast_set` or `import_pairs` gave, the pairs that `retrain_with` held
    out, a folder, or any file of pairs. System and baseline are models as for `break_systems`; the baseline
    may be a stored result, too. `labels` are those of both, unless `baseline_labels` says what the baseline's
    mean. `limits` are percentages of pairs to pass, by phenomenon, or a file of them. `store` is a file
    for the result, as a later baseline; that of a system that does not pass is not stored.
    """
    wanted = None if task is None else str(task)
    if store is not None and Path(store).is_dir():
        raise ZelligError(
            "a result is stored in a file, and this is a folder",
            path=Path(store),
            remedy="Name a file in it.",
        )
    with saying() as said:
        asked = pairs_in(run)
        if not all(isinstance(each, str | PathLike | None) for each in (system, baseline)):
            asked = pairs_of_run(asked, wanted)  # models in hand have to know the task: read once for all
        decision = check_run(
            asked,
            _performer(system, asked, wanted, labels),
            min_passed=min_passed,
            min_accuracy=min_accuracy,
            limits=limits if limits is None or isinstance(limits, Mapping) else path_of(limits, LIMITS),
            baseline=None
            if baseline is None
            else _performer(baseline, asked, wanted, labels if baseline_labels is None else baseline_labels),
            store=None if store is None else Path(store),
            task=wanted,
            allow_overlap=allow_overlap,
            progress=progress,
        )
        warn_of_doubt(decision.doubt, decision.system, get_task(decision.task))
        if store is not None and not decision.passes:
            alone = f"to store it all the same, give {option('store')} without anything to decide by"
            warn(f"nothing is stored in {store}, because the system does not pass; {alone}")
        elif decision.doubt is not None and store is not None:
            warn(f"what is stored in {store} is a doubtful baseline: not falling behind it says little")
    return GateDecision(decision, tuple(said))


def _performer(
    model: Model, asked: ContrastSet | Contest | Path, task: str | None, labels: Labels | None
) -> str | System:
    """A name as it is; an object as a system of the task that the pairs are of."""
    if isinstance(model, str | PathLike):
        return fspath(model)
    pairs = pairs_of_run(asked, task)
    # Each original once: ten pairs of one are not ten independent witnesses of what labels mean.
    originals = {content_hash(pair.original): pair.original for pair in pairs.pairs}
    return in_hand(model, pairs.task, labels, lambda: list(originals.values()))
