"""Contrast sets of one's own data: `zellig contrast make` and `evaluate`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.checks.contrast_set import read_contrast_set
from zellig.corpora.mapping import GivenMapping
from zellig.doors import by_door
from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.front.made_pairs import MadePairs
from zellig.front.options import checked, path_of
from zellig.front.places import REPORT, InFolder, Output
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.games.breaking.gate.finished import is_breaking
from zellig.games.contrasts import run_contrasts
from zellig.notices import note
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.report.contrast import write_contrast_report
from zellig.report.contrast_evaluation import contrasts_in_words, write_contrast_evaluation
from zellig.systems.contrast_evaluation import evaluate
from zellig.tasks import get_task
from zellig.transform.contrast_run import PAIRS, pairs_file
from zellig.transform.counts import Counts, why_none
from zellig.transform.erg import Erg
from zellig.transform.evaluation import ContrastEvaluation, ContrastSet
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

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the page, one HTML file that needs nothing else; gives its path."""
        write_contrast_evaluation(new_file(path), self.figures)
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(contrasts_in_words(self.figures))


@dataclass(frozen=True)
class MadeContrasts(InFolder, MadePairs):
    """Pairs that the grammar made, with the label that the label rules are sure of.

    `evaluate_contrasts`, `gate` and `export` take them as they are.
    """

    counts: Counts
    _plan: ContrastPlan
    _corpus: str

    @cached_property
    def contrasts(self) -> ContrastSet:
        """The pairs; they are read when they are first asked for, since there may be very many."""
        if not self.counts.pairs:
            return ContrastSet(get_task(self._plan.task), [])
        return read_contrast_set(self._output.path / PAIRS)

    @property
    def maker(self) -> str:
        """What made them."""
        return "contrast"

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file; gives its path."""
        pairs = self._output.path / PAIRS
        write_contrast_report(new_file(path), self.counts, pairs, self._plan, self._corpus)
        return Path(path)

    def __repr__(self) -> str:
        counts = self.counts
        if not counts.pairs:
            return why_none(counts)
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
    engine: str = "local",
    out: str | PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> MadeContrasts:
    """Transform the sentences of a corpus or of one's own data into pairs whose new label is sure.

    `phenomena` are done to every sentence and counted; without them, only what the label rules of the task
    can use. Nothing is written unless `out` names a folder. `engine` is who does the work, see
    docs/reference/engines.md.
    """
    players, output = Players(), Output(out)
    with saying() as said:
        wanted = task_name(task)
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
        with players.here(), open_engine(engine, workers) as doing:
            counts = run_contrasts(spec, plan, output.path, limit=limit, engine=doing, told=progress)
        if plan.unused:
            steps = ", ".join(plan.unused)
            note(f"no label rule of {plan.task} uses {steps}: it is counted, and makes no pairs")
        made = MadeContrasts(tuple(said), output, counts, plan, spec)
        if output.kept is not None:
            made.report(output.kept / REPORT)
    return made


@checked()
def evaluate_contrasts(
    pairs: MadePairs | ContrastSet | str | PathLike[str],
    model: Model,
    *,
    labels: Labels | None = None,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    progress: Progress = lambda what, done, total: None,
) -> EvaluatedContrasts:
    """Accuracy before and after, and consistency, of one model, or of several in a list or a dictionary.

    The pairs are what `contrast_set` or `import_pairs` gave, a folder of the former, or a file of pairs.
    """
    players = Players()
    with saying() as said:
        contrasts = _contrasts(pairs)
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


def _contrasts(pairs: MadePairs | ContrastSet | str | PathLike[str]) -> ContrastSet:
    if isinstance(pairs, MadePairs):
        return pairs.contrasts
    if isinstance(pairs, ContrastSet):
        return pairs
    path = path_of(pairs, "pairs, or the path of their file or folder")
    _refuse_another_run(path)
    return read_contrast_set(pairs_file(path))


def _refuse_another_run(path: Path) -> None:
    """Refuse the folder of a run of `zellig break`, and say what can be done with its pairs."""
    if os.path.isfile(path / PAIRS) or not is_breaking(path):
        return
    maker = by_door("zellig break", "zl.break_systems")
    check = by_door(f"zellig check {path} --system SYSTEM", f"zl.gate({str(path)!r}, system=...)")
    one = next(iter(sorted(each.name for each in (path / PAIRS).parent.glob("*.jsonl"))), None)
    files = f", or give one of its files of pairs ({(path / PAIRS).with_name(one)})" if one else ""
    raise ZelligError(
        f"this is a run of {maker}, and no contrast set",
        path=path,
        remedy=f"Put all its pairs to a system with {check}{files}.",
    )
