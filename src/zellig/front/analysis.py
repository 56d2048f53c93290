"""What a corpus is made of: `zellig corpora analyse`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from zellig.corpora.mapping import GivenMapping
from zellig.doors import option
from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.front.options import checked
from zellig.front.players import Data, Players, task_name
from zellig.front.saying import saying
from zellig.notices import warn
from zellig.outputs import new_file
from zellig.report.analysis import write_analysis
from zellig.transform import analysis
from zellig.transform.analysis import Analysis

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class AnalysedCorpus:
    """How often each class of sentence occurs in some data, field by field."""

    figures: Analysis
    said: tuple[str, ...]
    _corpus: str

    def table(self) -> Table:
        """One row a field and class of sentences: how many there are, their share and its interval."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {"field": name, "class": kind, **msgspec.structs.asdict(share)}
            for name, field in self.figures.fields.items()
            for kind, share in field.classes.items()
        )

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the page of charts, one HTML file; gives its path."""
        write_analysis(new_file(path), self.figures, self._corpus)
        return Path(path)

    def __repr__(self) -> str:
        sentences = (
            f"{field.sentences:,} sentences of {name}" for name, field in self.figures.fields.items()
        )
        return f"{self.figures.items:,} items: {', '.join(sentences)}"


@checked()
def analyse(
    data: Data,
    *,
    task: str | PathLike[str] | None = None,
    mapping: GivenMapping = None,
    limit: int | None = None,
    workers: int = 1,
    engine: str = "local",
    progress: Callable[[int], None] = lambda number: None,
) -> AnalysedCorpus:
    """How many sentences of a corpus or of one's own data are present, past, passive, negated and so on.

    `engine` is who does the work, see docs/reference/engines.md.
    """
    with saying() as said:
        wanted = task_name(task)
        spec, corpus = Players().corpus(data, wanted, mapping)
        if wanted is not None and wanted != corpus.task:
            raise ZelligError(
                f"{spec} holds items of {corpus.task}, not of {wanted}",
                remedy=f"Say {option('task', corpus.task)}.",
            )
        with open_engine(engine, workers) as doing:
            found = analysis.analyse(corpus.first(limit), corpus.task, engine=doing, told=progress)
        for reason, number in corpus.skipped.items():
            warn(f"left out: {number} ({reason})")
    return AnalysedCorpus(found, tuple(said), spec)
