"""Training data with transformed items and those of strategies: `zellig augment`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from os import PathLike
from pathlib import Path

from zellig import corpora
from zellig.breakers.loading import ALL_STRATEGIES, domain_for
from zellig.breakers.strategies.domain_choice import MOST as LOOKED_AT
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.one_scene import unfit
from zellig.breakers.strategies.strategy import codes_for, codes_to_teach
from zellig.corpora.mapping import GivenMapping
from zellig.engine import Engine, open_engine
from zellig.errors import ZelligError
from zellig.front.augmentation_trial import Trial, best_share
from zellig.front.options import checked
from zellig.front.places import InFile, Output
from zellig.front.players import Data, Players, task_name
from zellig.front.saying import saying
from zellig.front.training_items import TrainingItems
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
from zellig.items import Item, read_records
from zellig.notices import warn
from zellig.outputs import keep_inputs
from zellig.pairs.reading import same_task
from zellig.registry import lookup
from zellig.tasks import Task, get_task
from zellig.texts import counted
from zellig.transform import augmentation
from zellig.transform.augmentation import Augmented, Maker, Mix, teaches_several, warn_of_one_label
from zellig.transform.composition import JOIN
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import phenomena_of


@dataclass(frozen=True)
class AugmentedData(InFile, TrainingItems):
    """The items of some data, and new ones."""

    counts: Augmented
    _task: Task
    trial: Trial | None = None  # how the share was chosen, if a builder was named

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
        """The new items, as many of each label and phenomenon as possible."""
        return list(islice(read_records(self._content, Item), self.counts.originals, None))

    def __repr__(self) -> str:
        counts = self.counts
        phenomena = ", ".join(f"{name} {row.new:,}" for name, row in counts.phenomena.items() if row.new)
        made = f"{counts.originals:,} items and {counts.new:,} new ones"
        return f"{made}: {phenomena}" if phenomena else made


ALL = "all"  # transformations
Told = Callable[[int], None]


@dataclass(frozen=True)
class Wanted:
    """The names of an option, told apart: what the grammar does, and strategies."""

    task: str
    transformations: tuple[str, ...]
    strategies: tuple[str, ...]
    without: frozenset[str]  # transformations and label rules
    named: frozenset[str]  # as they were typed: strategies one by one, or all of them

    @classmethod
    def of(cls, names: Sequence[str], without: Sequence[str], task: str) -> Wanted:
        """All that is named, each once; refuses what is neither."""
        codes = codes_for(task, off=True)
        groups = {ALL: phenomena_of(None), ALL_STRATEGIES: codes_to_teach(task)}
        wanted: dict[str, None] = {}
        for name in names:
            if not (name in groups or name in codes or set(name.split(JOIN)) <= set(groups[ALL])):
                raise ZelligError(
                    f"{name!r} is neither a transformation nor a strategy for {task}",
                    remedy=f"There are the transformations {', '.join(groups[ALL])}; "
                    f"and the strategies {', '.join(codes) or '(none)'}.",
                )
            wanted |= dict.fromkeys(groups.get(name, (name,)))
        return cls(
            task,
            tuple(name for name in wanted if name not in codes),
            tuple(name for name in wanted if name in codes and name not in without),
            frozenset(name for name in without if name not in codes),
            frozenset(names),
        )

    def maker(self, items: Sequence[Item], seed: int, engine: Engine) -> Maker | None:
        """What the strategies make; these items are looked at to see what the texts are about."""
        if not self.strategies:
            return None
        domain = domain_for(get_task(self.task), items, settable=False) or NEUTRAL
        left_out = unfit(self.strategies, self.named, items, get_task(self.task))
        codes = tuple(code for code in self.strategies if code not in left_out)
        return partial(strategy_pairs, Chosen(self.task, codes, domain, seed), engine=engine)


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
    builder: str | None = None,
    label_rules: str = "zellig",
    hypotheses: bool = False,
    ranker: str = "cheap",
    seed: int = 2017,
    limit: int | None = None,
    workers: int = 1,
    engine: str = "local",
    out: str | PathLike[str] | None = None,
    progress: Told = lambda number: None,
) -> AugmentedData:
    """The items of a corpus or of one's own data, and new ones whose label is sure, to learn from.

    There are as many new items of each label and phenomenon as possible. `phenomena` names transformations
    and strategies: `all` are all transformations, as if nothing is named, and `strategies` all strategies
    that are fit for it. `without` names those, and label rules, that are left out. `share` is how many items
    are new at most, as a multiple of the old; if a `builder` is named, it is trained with less and more of
    them, and as many are added as do it good. Nothing is written unless `out` names a file. `engine` is who
    does the work, see docs/reference/engines.md.
    """
    if builder is not None:
        lookup("systems", builder)  # a name that nobody has is refused before anything is read
    players, output = Players(), Output(out)
    with saying() as said:
        spec, corpus = players.corpus(data, task_name(task), mapping)
        wanted = Wanted.of([ALL] if phenomena is None else phenomena, without, task_name(task) or corpus.task)
        plan = ContrastPlan(
            wanted.task,
            wanted.transformations,
            label_rules=label_rules,
            hypotheses=hypotheses,
            ranker=ranker,
        )
        about = get_task(plan.task)
        same_task(corpus.task, about, spec)
        if output.kept is not None:
            keep_inputs(corpora.files_named(spec), files=[output.kept])
        with open_engine(engine, workers) as doing:
            items = corpus if limit is None else list(corpus.first(limit))  # they are read several times
            others = wanted.maker(list(corpus.first(LOOKED_AT)), seed, doing)

            def write(
                items: Iterable[Item], share: float, path: Path, told: Told = lambda n: None
            ) -> Augmented:
                codes = tuple(codes_for(wanted.task, off=True))
                mix = Mix(per_phenomenon, share, wanted.without, seed, codes)
                return augmentation.augment(items, plan, mix, path, others=others, engine=doing, told=told)

            trial = None if builder is None else best_share(list(items), about, builder, share, write, seed)
            counts = write(items, share if trial is None else trial.share, output.path, progress)
        warn_of_one_label(counts, about)
        if not counts.new and share and (trial is None or trial.share):
            warn(
                f"nothing new was made of {counted(counts.originals, 'item')}: no label rule of "
                f"{wanted.task}, and no strategy, that you ask for has a sure answer for one of them"
            )
    return AugmentedData(tuple(said), output, counts, about, trial)
