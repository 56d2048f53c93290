"""Training data with transformed items: `zellig augment`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from os import PathLike

from zellig import corpora
from zellig.corpora.mapping import GivenMapping
from zellig.engine import open_engine
from zellig.front.options import checked
from zellig.front.places import InFile, Output
from zellig.front.players import Data, Players, task_name
from zellig.front.saying import saying
from zellig.front.training_items import TrainingItems
from zellig.items import Item, read_records
from zellig.outputs import keep_inputs
from zellig.pairs.reading import same_task
from zellig.tasks import Task, get_task
from zellig.transform import augmentation
from zellig.transform.augmentation import Augmented, Mix, teaches_several
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import phenomena_of


@dataclass(frozen=True)
class AugmentedData(InFile, TrainingItems):
    """The items of some data, and transformed ones."""

    counts: Augmented
    _task: Task

    @property
    def task(self) -> Task:
        """That of the data."""
        return self._task

    @cached_property
    def _answered(self) -> list[Item]:
        items = islice(read_records(self._content, Item), self.counts.originals)
        return [item for item in items if item.accepted]

    @property
    def known(self) -> list[Item]:
        """The items of the data that have one answer; they are read when they are first asked for."""
        return [item for item in self._answered if not teaches_several(item, self.task)]

    @property
    def several(self) -> int:
        """So many items are in the file alone, because several labels would be right."""
        return sum(teaches_several(item, self.task) for item in self._answered)

    @cached_property
    def new(self) -> list[Item]:
        """The transformed items, as many of each phenomenon as possible."""
        return list(islice(read_records(self._content, Item), self.counts.originals, None))

    def __repr__(self) -> str:
        counts = self.counts
        phenomena = ", ".join(f"{name} {row.new:,}" for name, row in counts.phenomena.items() if row.new)
        made = f"{counts.originals:,} items and {counts.new:,} new ones"
        return f"{made}: {phenomena}" if phenomena else made


@checked()
def augment(
    data: Data,
    *,
    task: str | PathLike[str] | None = None,
    mapping: GivenMapping = None,
    phenomena: Sequence[str] | None = None,
    without: Sequence[str] = (),
    per_phenomenon: int | None = None,
    share: float = 1.0,
    label_rules: str = "zellig",
    hypotheses: bool = False,
    ranker: str = "cheap",
    seed: int = 2017,
    limit: int | None = None,
    workers: int = 1,
    engine: str = "local",
    out: str | PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> AugmentedData:
    """The items of a corpus or of one's own data, and transformed ones whose label is sure, to learn from.

    There are as many new items of each phenomenon as possible. `phenomena` names the transformations (all of
    them, if nothing is named), and `without` names those, and label rules, that are left out. `share` is how
    many items are new at most, as a multiple of the old. Nothing is written unless `out` names a file.
    `engine` is who does the work, see docs/reference/engines.md.
    """
    players, output = Players(), Output(out)
    with saying() as said:
        spec, corpus = players.corpus(data, task_name(task), mapping)
        plan = ContrastPlan(
            task_name(task) or corpus.task,
            tuple(phenomena_of(None) if phenomena is None else phenomena),
            label_rules=label_rules,
            hypotheses=hypotheses,
            ranker=ranker,
        )
        about = get_task(plan.task)
        same_task(corpus.task, about, spec)
        if output.kept is not None:
            keep_inputs(corpora.files_named(spec), files=[output.kept])
        with open_engine(engine, workers) as doing:
            counts = augmentation.augment(
                corpus if limit is None else list(corpus.first(limit)),  # they are read twice
                plan,
                Mix(per_phenomenon, share, frozenset(without), seed),
                output.path,
                engine=doing,
                told=progress,
            )
    return AugmentedData(tuple(said), output, counts, about)
