"""How good systems are on a corpus: `zellig evaluate`."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from zellig.corpora.mapping import GivenMapping
from zellig.engine import open_engine
from zellig.front.options import checked
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.oracle import Progress
from zellig.outputs import new_file
from zellig.report.evaluation import evaluation_in_words, write_evaluation
from zellig.systems import evaluation
from zellig.systems.evaluation import Evaluation
from zellig.tasks import get_task

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class Evaluated:
    """Accuracy and F1 of systems, with intervals and paired comparisons."""

    figures: Evaluation
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a system."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table({"system": name} | flat("", row) for name, row in self.figures.systems.items())

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the page, one HTML file that needs nothing else; gives its path."""
        write_evaluation(new_file(path), self.figures)
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(evaluation_in_words(self.figures))


@checked()
def evaluate(
    model: Model,
    *,
    data: Data,
    task: str | PathLike[str] | None = None,
    labels: Labels | None = None,
    mapping: GivenMapping = None,
    limit: int | None = None,
    allow_overlap: bool = False,
    replicates: int = 1000,
    seed: int = 2017,
    workers: int = 1,
    engine: str = "local",
    progress: Progress = lambda what, done, total: None,
) -> Evaluated:
    """Accuracy and F1 of one model or several on a corpus, or on data of one's own.

    `engine` is who does the work, see docs/reference/engines.md.
    """
    players = Players()
    with saying() as said:
        _, corpus = players.corpus(data, task_name(task), mapping)
        names = players.systems(model, get_task(corpus.task), labels, lambda: list(corpus.first(limit)))
        with players.here(), open_engine(engine, workers) as doing:
            players.refuse_elsewhere(doing)
            found = evaluation.evaluate(
                names,
                corpus,
                limit=limit,
                allow_overlap=allow_overlap,
                replicates=replicates,
                seed=seed,
                engine=doing,
                progress=progress,
            )
    return Evaluated(msgspec.structs.replace(found, warnings=said.warnings), tuple(said))
