"""Judging any file: texts put to people, blind, and what their verdicts come to: `zellig judge`."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from zellig import __version__
from zellig.corpora import names_corpus
from zellig.doors import by_door, option
from zellig.errors import ZelligError
from zellig.front.options import checked, path_of
from zellig.front.pairs import pairs_at
from zellig.front.players import Players, task_name
from zellig.games.judging.asked import SEED, Material, in_order
from zellig.games.judging.figures import JudgingFigures, judged_figures
from zellig.games.judging.keys import Keyed, read_keys, write_keys
from zellig.games.judging.programs import (
    ProgramFigures,
    Told,
    people_and_programs,
    program_figures,
    refuse_another,
    told_of,
)
from zellig.games.judging.session import Ask, Far, far_of, judge_by_program, judge_on
from zellig.games.judging.sheet import Entered, enter, read_sheet, write_sheet
from zellig.games.judging.truth import Truth
from zellig.games.judging.verdicts import adding_to, counted, counted_in
from zellig.items import Drawn, Item, RecordFile, first_header
from zellig.judges import openai
from zellig.outputs import keep_inputs
from zellig.pairs.reading import TABLES
from zellig.pairs.tables import has_ids
from zellig.report.judging import groups
from zellig.store.cache import shared_cache
from zellig.systems.model import names_model
from zellig.systems.replies import FILE as REPLIES
from zellig.systems.replies import Cost, Terms, keeping
from zellig.tasks import get_task
from zellig.terminal import LeftError

if TYPE_CHECKING:
    from zellig.front.frames import Table

Paths = str | PathLike[str] | Iterable[str | PathLike[str]]
LONGEST_NAME = 100


@dataclass(frozen=True)
class JudgedTexts:
    """What verdicts come to."""

    figures: JudgingFigures | None  # None: no person has said anything
    programs: dict[str, ProgramFigures] = field(default_factory=dict)

    def table(self) -> Table:
        """One row a group of texts: all changed ones, the originals, each promise, each phenomenon."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "texts": name,
                "judged": truth.texts,
                "undecided": truth.undecided,
                **_shares(truth),
                "under": ", ".join(truth.under),
            }
            for name, truth in self.groups()
        )

    def groups(self) -> list[tuple[str, Truth]]:
        """Groups of texts by name, and of each program what it alone says of all that were changed."""
        return list(groups(self.figures, self.programs))

    def __repr__(self) -> str:
        found = self.figures
        if found is None:
            return f"texts judged by {len(self.programs)} programs, and by nobody else"
        return f"{found.judged:,} of {found.asked:,} texts judged by {len(found.judges)}"


def _shares(truth: Truth) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name in ("promised", "grammatical", "natural", "sound", "follows"):
        estimate = getattr(truth, name)
        low, high = (estimate and estimate.interval) or (None, None)
        found |= {name: estimate and estimate.value, f"{name}_low": low, f"{name}_high": high}
    return found


def keyed_of(source: str | PathLike[str], task: str | None = None) -> Keyed:
    """What is promised of texts: by the texts themselves (`material_of`), or by a file of keys."""
    name = fspath(source)
    header = None if names_corpus(name) or not os.path.isfile(name) else first_header(Path(name))
    if header is not None and header.zellig == "keys":
        return read_keys(Path(name), task)
    return material_of(name, task).keyed()


def material_of(source: str | PathLike[str], task: str | None = None) -> Material:
    """What is judged of a file of pairs or items, of a table of either, or of the folder of a run."""
    name = fspath(source)
    if not names_corpus(name) and Path(name).suffix.lower() in TABLES and not has_ids(Path(name)):
        return _items_of_table(name, task)
    header = None if names_corpus(name) or not os.path.isfile(name) else first_header(Path(name))
    if header is not None and header.zellig == "items":
        if (about := task or header.task) is None:
            remedy = f"Say {option('task')}."
            raise ZelligError("nothing says the task of these items", path=name, remedy=remedy)
        return Material(get_task(about), items=list(RecordFile(name, Item)))
    found, pairs = pairs_at(name, task)
    return Material(found, pairs=list(pairs))


def _items_of_table(name: str, task: str | None) -> Material:
    """The rows of a table without ids, which are no pairs; refuses one whose columns are not clear."""
    try:
        _, corpus = Players().corpus(name, task_name(task), None)
    except ZelligError as error:
        make = by_door("`zellig pairs import`", "`zl.import_pairs`")
        raise ZelligError(
            f"{error.what}; and there is no column of ids, so its rows are no pairs",
            path=name,
            line=error.line,
            remedy=f"Give pairs ({make} makes them of a table), items (JSONL or a table of one text a row), "
            "or the folder of a run: docs/reference/judging.md.",
        ) from None
    return Material(get_task(corpus.task), items=list(corpus))


def judge_texts(
    source: str | PathLike[str],
    *,
    by: str,
    out: str | PathLike[str],
    ask: Ask,
    task: str | None = None,
    originals: bool = False,
    sample: int | None = None,
    seed: int = SEED,
) -> Far:
    """Ask somebody about every text that they have not judged yet, until they leave, and keep each verdict at
    once; gives how far they are."""
    material = material_of(source, task)
    asked = material.asked(originals, sample, seed)
    name = judge_name(by)
    with adding_to(path_of(out, "a file"), material.task) as file:
        with suppress(LeftError):
            judge_on(asked, name, seed, file, ask)
        return far_of(asked, name, file)


@checked()
def judge_by_model(
    source: str | PathLike[str],
    *,
    by: str,
    out: str | PathLike[str],
    task: str | None = None,
    originals: bool = False,
    sample: int | None = None,
    seed: int = SEED,
    budget_calls: int | None = None,
    budget_tokens: int | None = None,
) -> tuple[Told, Cost]:
    """Have a language model (`openai:...`) judge every text that it has not judged yet; gives what came of
    all texts, and what all its replies cost, which are kept beside the verdicts."""
    material, path = material_of(source, task), path_of(out, "a file")
    judge = openai.load(by, material.task)
    asked = material.asked(originals, sample, seed)
    with adding_to(path, material.task) as file:
        name, together = judge.model.name, judge.model.parallel
        refuse_another(counted(file.said).values(), judge.spec)
        with keeping(Terms(budget_calls, budget_tokens, shared_cache())) as replies:
            replies.keep_in(path.with_name(f"{path.stem}.{REPLIES}"))
            said = judge_by_program(asked, name, seed, file, lambda items: judge.judge(items, seed), together)
        return told_of(said), replies.costs().get(judge.model.by, Cost())


def judge_name(given: str) -> str:
    """The name of a judge; refuses none, and what cannot be seen."""
    name = unicodedata.normalize("NFC", " ".join(given.split()))
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ZelligError(
            "this names no judge", remedy=f"Say {option('by')} with a name of 1 to {LONGEST_NAME} characters."
        )
    if names_model(name.lower()):  # its verdicts would be counted among those of people
        raise ZelligError(
            f"{name!r} is the name of a language model, and not of a person",
            remedy=f"Let it judge itself (`openai:` in small letters), or give {option('by')} another name.",
        )
    return name


@checked()
def judging_report(source: str | PathLike[str], verdicts: Paths, *, task: str | None = None) -> JudgedTexts:
    """How far judges agree about texts, and how true the promises are, by phenomenon."""
    return judged_in(verdicts, keyed_of(source, task))


def judged_in(verdicts: Paths, keyed: Keyed) -> JudgedTexts:
    """What the verdicts of some files come to."""
    paths = [verdicts] if isinstance(verdicts, str | PathLike) else list(verdicts)
    found = counted_in([path_of(path, "a file of verdicts") for path in paths], keyed.task)
    people, programs = people_and_programs(found)
    figures = partial(judged_figures, keyed)
    return JudgedTexts(
        figures(people) if people or not programs else None, program_figures(programs, people, figures)
    )


@checked()
def judging_key(
    source: str | PathLike[str],
    *,
    out: str | PathLike[str],
    task: str | None = None,
    originals: bool = False,
    sample: int | None = None,
    seed: int = SEED,
) -> int:
    """Write the keys of the texts that judges are asked about with the same options, without the texts; gives
    how many there are."""
    keyed = material_of(source, task).keyed().drawn(originals, sample, seed)
    drawn = Drawn(fspath(source), f"zellig {__version__}", sample, seed, originals)
    path = path_of(out, "a file")
    keep_inputs([], files=[path])
    return write_keys(path, keyed, drawn)


@checked()
def judging_sheet(
    source: str | PathLike[str],
    *,
    by: str,
    out: str | PathLike[str],
    task: str | None = None,
    originals: bool = False,
    sample: int | None = None,
    seed: int = SEED,
) -> int:
    """Write a blind sheet (CSV) for a judge elsewhere; gives how many texts are in it."""
    material, path = material_of(source, task), path_of(out, "a file")
    asked = material.asked(originals, sample, seed)
    order = in_order(asked, judge_name(by), seed)
    keep_inputs([], files=[path])
    write_sheet(path, asked, order, material.task)
    return len(asked)


@checked()
def read_judged_sheet(
    source: str | PathLike[str],
    *,
    sheet: str | PathLike[str],
    by: str,
    out: str | PathLike[str],
    task: str | None = None,
    take_back: bool = False,
) -> Entered:
    """Add what a sheet says to a file of verdicts; gives what became of it. Empty rows leave what was said
    before as it is, or take it back (`take_back`)."""
    material = material_of(source, task)
    name = judge_name(by)
    filled = read_sheet(path_of(sheet, "a sheet"), name, material.asked(originals=True), material.task)
    with adding_to(path_of(out, "a file"), material.task) as file:
        return enter(filled, name, file, take_back=take_back)
