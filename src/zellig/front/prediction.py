"""A system's answers to data: `zellig predict`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING

from zellig import corpora, systems
from zellig.corpora import Corpus
from zellig.corpora.mapping import GivenMapping
from zellig.engine import open_engine
from zellig.front.options import checked
from zellig.front.places import InFile, Output, Unchanged
from zellig.front.players import Data, Labels, Model, Players, task_name
from zellig.front.saying import saying
from zellig.games.breaking.answering import confidences_of
from zellig.items import Prediction, read_records
from zellig.oracle import Progress
from zellig.outputs import keep_inputs
from zellig.own_objects import called
from zellig.systems.prediction import write_predictions
from zellig.tasks import get_task

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class Predicted(InFile):
    """What a system answers to every item of some data, in their order."""

    system: str
    number: int
    _corpus: Corpus
    _read: Unchanged  # the files of the corpus

    @cached_property
    def predictions(self) -> list[Prediction]:
        """Answers and probabilities; they are read when they are first asked for."""
        return list(read_records(self._content, Prediction))

    @property
    def answers(self) -> list[str]:
        """The answer to each item, as the task spells it."""
        task = get_task(self._corpus.task)
        return [task.given(each.answer) for each in self.predictions]

    def table(self) -> Table:
        """One row an item: its fields, its label if it has one, the answer, and how probable that is."""
        from zellig.front.frames import rows_to_table

        self._read.refuse_changed()
        probable = confidences_of(self.predictions, get_task(self._corpus.task))
        return rows_to_table(
            {
                "id": item.id,
                **item.fields,
                "label": next(iter(item.accepted), None),
                "answer": answer,
                "probability": probable.get(each.id),
            }
            for item, each, answer in zip(self._corpus, self.predictions, self.answers, strict=True)
        )

    def __repr__(self) -> str:
        where = "" if self.file is None else f"; they are in {self.file}"
        return f"{self.system} gave {self.number:,} answers{where}"


@checked()
def predict(
    model: Model,
    *,
    data: Data,
    task: str | PathLike[str] | None = None,
    labels: Labels | None = None,
    mapping: GivenMapping = None,
    workers: int = 1,
    engine: str = "local",
    out: str | PathLike[str] | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Predicted:
    """What one model answers to every item of a corpus, or of data of one's own.

    Model and data are as for `break_systems`; the data need no labels. Nothing is written unless `out` names
    a file (JSONL). `engine` is who does the work, see docs/reference/engines.md.
    """
    players, output = Players(), Output(out)
    with saying() as said:
        spec, corpus = players.corpus(data, task_name(task), mapping)
        system = players.system(model, get_task(corpus.task), labels, lambda: list(corpus))
        files = corpora.files_named(spec)
        read = Unchanged(files)
        if output.kept is not None:
            keep_inputs([*files, *systems.files_named(system)], files=[output.kept])
        with players.here(), open_engine(engine, workers) as doing:
            players.refuse_elsewhere(doing)
            number = write_predictions(system, corpus, output.path, progress, doing)
    return Predicted(tuple(said), output, called(system), number, corpus, read)
