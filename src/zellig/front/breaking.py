"""Breakers against systems: `zellig break`, from Python as from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from zellig.corpora.mapping import GivenMapping
from zellig.engine import open_engine
from zellig.front.options import checked
from zellig.front.places import REPORT, Output
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.games.breaking import Breaking, Plan, play
from zellig.games.breaking.figures import Figures
from zellig.games.breaking.handing_out import refuse_unanswered
from zellig.games.breaking.play import Played
from zellig.games.breaking.table import pair_frame
from zellig.games.contest import Contest, Scores
from zellig.notices import note, warn
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.performers import See
from zellig.report.breaking import notebook_html, write_run_report
from zellig.report.diagnosis_words import no_pairs_in_words, nothing_scored_in_words, run_text
from zellig.systems.replies import Terms, keeping
from zellig.tasks import get_task

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class BreakingRun:
    """A run that was played: what broke, with examples; every pair and every number behind it."""

    played: Played
    said: tuple[str, ...]  # what was taken to be so, and what may mislead
    folder: Path | None
    assumed: tuple[str, ...] = ()  # of `said`, what was guessed of data and models before it began
    warned: tuple[str, ...] = ()  # of `said`, what makes all figures doubtful

    @property
    def figures(self) -> Figures:
        """How often breakers broke systems, what of it holds, and what it took."""
        return self.played.figures

    @property
    def contest(self) -> Contest:
        """Entries and answers, as records."""
        return self.played.contest

    @property
    def scores(self) -> Scores | None:
        """The scores of the contest that the run amounts to; None if no pair was made."""
        return self.played.scores

    def table(self) -> Table:
        """One row a pair: texts, promise, answers, which of them are right, validity. The columns are in
        docs/reference/exchange.md."""
        from zellig.front.frames import Table

        return Table(pair_frame(self.played.contest))

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the report, one HTML file that needs nothing else; gives its path."""
        write_run_report(new_file(path), self.played, warned=self.warned, assumed=self.assumed)
        return Path(path)

    def __repr__(self) -> str:
        return run_text(self.played, self.warned)

    def _repr_html_(self) -> str:
        return notebook_html(self.played, self.warned)


@checked(see=See)
def break_systems(
    model: Model,
    *,
    data: Data,
    breakers: Sequence[Any] | Any = ("strategies",),
    task: str | PathLike[str] | None = None,
    labels: Labels | None = None,
    mapping: GivenMapping = None,
    domain: str | None = None,
    limit: int | None = None,
    dev: Data = None,
    budget: int = 500,
    budget_calls: int | None = None,
    budget_tokens: int | None = None,
    see: See = "queries",
    strict: bool = False,
    models: bool = False,
    allow_overlap: bool = False,
    fresh: bool = False,
    seed: int = 2017,
    workers: int = 1,
    engine: str = "local",
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> BreakingRun:
    """Let breakers loose on one model, or on several in a list or a dictionary.

    A model is the name of a system as on the command line, a system, a function of texts to labels or
    probabilities, a scikit-learn estimator, a Hugging Face pipeline, or (model, tokenizer); `labels` says
    which answer of the task each of its labels is, where that cannot be told. `data` is the name of a corpus
    or of a file, a frame, a dataset, (texts, labels), or items; the task is that of the data. `domain` says
    what the texts are about, where neither the task nor a look at them is to decide.

    `budget` limits the questions of a breaker about one item, `budget_calls` and `budget_tokens` what all
    language models behind addresses (`openai:`) cost together.

    Nothing is written unless `out` names a folder: a killed run is taken up there. `engine` is who does the
    work: `local`, `dask` or `dask://HOST:PORT`, see docs/reference/engines.md.
    """
    players = Players()
    with saying() as said:
        wanted = task_name(task)
        corpus, opened, held_out = players.corpora(data, dev, wanted, mapping)
        about = get_task(wanted or opened.task)
        plan = Plan(
            task=about.name,
            corpus=corpus,
            systems=tuple(players.systems(model, about, labels, lambda: list(opened.first(limit)))),
            breakers=tuple(players.breakers(breakers)),
            domain=domain,
            limit=limit,
            budget=budget,
            see=see,
            strict=strict,
            seed=seed,
            allow_overlap=allow_overlap,
            models=models,
            dev=held_out,
            fresh=fresh,
        )
        output = Output(out)
        terms = Terms(budget_calls, budget_tokens, output.answers, fresh)
        with players.here(), keeping(terms), open_engine(engine, workers) as doing:
            players.refuse_elsewhere(doing)
            refuse_unanswered(plan, progress, doing)
            breaking = Breaking(plan, output.path, output.answers, progress, doing)
            assumed, warned = tuple(said.notes), list(said.warnings)
            played = play(breaking)
        for sentence in no_pairs_in_words(played.figures):
            note(sentence)
        if played.scores is None:
            note(nothing_scored_in_words(played.figures))
        for system, failures in played.figures.failures.items():
            item, why = next(iter(failures.items()))
            told = f"{system} failed on {len(failures):,} texts, which count as wrong answers"
            warned.append(f"{told}, e.g. on {item!r}: {why}")
            warn(warned[-1])
        played = replace(played, figures=msgspec.structs.replace(played.figures, warnings=warned))
        run = BreakingRun(played, tuple(said), output.kept, assumed, tuple(warned))
        if output.kept is not None and played.scores is not None:
            run.report(output.kept / REPORT)
    return run
