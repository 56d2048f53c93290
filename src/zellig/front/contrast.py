"""Contrast sets of one's own data: `zellig contrast make` and `evaluate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.checks.contrast_set import read_contrast_set
from zellig.corpora.mapping import GivenMapping
from zellig.front.folders import REPORT, RunFolder
from zellig.front.options import checked
from zellig.front.players import Data, Labels, Model, Players
from zellig.front.saying import saying
from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest, Entry
from zellig.games.contrasts import run_contrasts
from zellig.oracle import Progress
from zellig.report.contrast import write_contrast_report
from zellig.systems.contrast_evaluation import evaluate
from zellig.tasks import get_task
from zellig.tasks.finding import name_of
from zellig.transform.contrast_run import PAIRS
from zellig.transform.counts import Counts
from zellig.transform.erg import Erg
from zellig.transform.evaluation import ContrastEvaluation, ContrastSet, FigureRow
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import phenomena_of

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class EvaluatedContrasts:
    """What systems do on a contrast set."""

    figures: ContrastEvaluation
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a system and group of pairs: every figure with its interval."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table(
            {"system": system, "group": group} | flat("", figures)
            for system, groups in self.figures.systems.items()
            for group, figures in groups.items()
        )

    def __repr__(self) -> str:
        passed = (
            f"{system} passes {_percent(groups['all'].passed)} of {self.figures.pairs:,} pairs"
            for system, groups in self.figures.systems.items()
        )
        return "; ".join(passed)


@dataclass(frozen=True)
class MadeContrasts:
    """Pairs that the grammar made, with the label that the label rules are sure of."""

    counts: Counts
    said: tuple[str, ...]
    _place: RunFolder
    _plan: ContrastPlan
    _corpus: str

    @property
    def folder(self) -> Path | None:
        """Where they are kept, if they are."""
        return self._place.kept

    @cached_property
    def contrasts(self) -> ContrastSet:
        """The pairs; they are read when they are first asked for, since there may be very many."""
        if not self.counts.pairs:
            return ContrastSet(get_task(self._plan.task), [])
        return read_contrast_set(self._place.folder / PAIRS)

    def table(self) -> Table:
        """One row a pair, with the columns that a run's pairs have; nobody has answered them yet."""
        from zellig.front.frames import Table

        made = Entry("contrast", self.contrasts.pairs)
        return Table(pair_frame(Contest(self.contrasts.task, [made], {})))

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file; gives its path."""
        pairs = self._place.folder / PAIRS
        write_contrast_report(Path(path), self.counts, pairs, self._plan, self._corpus)
        return Path(path)

    def evaluate(
        self,
        model: Model,
        *,
        labels: Labels | None = None,
        allow_overlap: bool = False,
        replicates: int = 1000,
        seed: int = 2017,
        progress: Progress = lambda what, done, total: None,
    ) -> EvaluatedContrasts:
        """Accuracy before and after, and consistency, of one model or several."""
        return evaluate_contrasts(
            self.contrasts,
            model,
            labels=labels,
            allow_overlap=allow_overlap,
            replicates=replicates,
            seed=seed,
            progress=progress,
        )

    def __repr__(self) -> str:
        counts = self.counts
        return f"{counts.pairs:,} pairs of {counts.items_labelled:,} of {counts.items:,} items: " + ", ".join(
            f"{name} {number:,}" for name, number in counts.phenomena.items()
        )


@checked()
def contrast_set(
    data: Data,
    *,
    task: str | PathLike[str] | None = None,
    mapping: GivenMapping = None,
    phenomena: Sequence[str] | None = None,
    compose: int = 1,
    label_rules: str = "zellig",
    filtered: bool = True,
    ranker: str = "cheap",
    hypotheses: bool = False,
    erg: Erg | None = None,
    limit: int | None = None,
    workers: int = 1,
    out: str | PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> MadeContrasts:
    """Transform the sentences of a corpus or of one's own data into pairs whose new label is sure.

    `phenomena` are done to every sentence and counted; without them, only what the label rules of the task
    can use. Nothing is written unless `out` names a folder.
    """
    players, place = Players(), RunFolder(out)
    with saying() as said:
        wanted = None if task is None else name_of(str(task))
        spec, corpus = players.corpus(data, wanted, mapping)
        plan = ContrastPlan(
            wanted or corpus.task,
            tuple(phenomena_of(erg) if phenomena is None else phenomena),
            compose,
            label_rules,
            filtered,
            hypotheses,
            erg,
            ranker,
            phenomena is not None or compose > 1,
        )
        with players.here():
            counts = run_contrasts(spec, plan, place.folder, limit=limit, workers=workers, told=progress)
        made = MadeContrasts(counts, tuple(said), place, plan, spec)
        if place.kept is not None:
            made.report(place.kept / REPORT)
    return made


@checked()
def evaluate_contrasts(
    contrasts: ContrastSet,
    model: Model,
    *,
    labels: Labels | None = None,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> EvaluatedContrasts:
    """Put a contrast set to one model, or to several in a list or a dictionary."""
    players = Players()
    with saying() as said:
        items = contrasts.questions.values()
        names = players.systems(model, contrasts.task, labels, lambda: list(items))
        with players.here():
            found = evaluate(
                names,
                contrasts,
                allow_overlap=allow_overlap,
                replicates=replicates,
                seed=seed,
                progress=progress,
            )
    return EvaluatedContrasts(found, tuple(said))


def _percent(found: FigureRow) -> str:
    if found.value is None or found.interval is None:
        return "none"
    return f"{100 * found.value:.1f}% ({100 * found.interval[0]:.1f}–{100 * found.interval[1]:.1f})"
