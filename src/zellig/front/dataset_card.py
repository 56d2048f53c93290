"""What the card of exported pairs says that they do not know: where they are from, and how true they are."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from zellig.corpora.as_written import as_written
from zellig.corpora.specs import published_as
from zellig.decoding import decode_toml
from zellig.files import read_whole
from zellig.front.breaking import BreakingRun
from zellig.front.judging import Paths, judged_in
from zellig.front.runs import Run, files_of
from zellig.games.contest.contest import Contest
from zellig.games.datasets_folder import UNKNOWN
from zellig.games.exchange.pairs_dataset import About
from zellig.games.judging.asked import Material
from zellig.report.judging import HEADS, truth_cells, verdicts_in_words
from zellig.store.run import PLAN


class _Plan(msgspec.Struct, frozen=True):
    """What is read of `run.toml`."""

    corpus: str = ""


def about_pairs(run: Run, contest: Contest, title: str, licence: str | None, verdicts: Paths | None) -> About:
    """The card's words about pairs of a run, or from anywhere."""
    return About(
        title=title,
        licence=licence or UNKNOWN,
        made=" ".join(_made(contest, _corpus_of(run))),
        note=f"Pairs of texts for the task {contest.task.name}",
        truth="" if verdicts is None else _truth(contest, verdicts),
    )


def _made(contest: Contest, corpus: str) -> Iterator[str]:
    makers = [
        f"`{entry.author}`" + (f" (asking `{entry.victim}`)" if entry.victim else "")
        for entry in contest.entries
    ]
    yield f"The pairs are by {' and '.join(makers)}."
    published = published_as(corpus) if corpus else None
    if published is not None:
        named = as_written(corpus) if published.named else published.name
        yield f"Their originals are of `{named}`; its licence: {published.licence}."
        yield f"Whoever uses them cites it, too: {published.citation}"
    if contest.systems:
        yield f"What {' and '.join(f'`{name}`' for name in contest.systems)} answered is beside them."
    if contest.doubtful:
        yield f"A check speaks against {contest.doubtful:,} of them (`valid` is false): leave these out."


def _corpus_of(run: Run) -> str:
    """What the originals of a run are from; empty if that is not known."""
    if isinstance(run, BreakingRun):
        return run.played.result.plan.corpus
    for folder in files_of(run):
        plan = folder / PLAN
        if os.path.isfile(plan):
            remedy = "Remove it, if the pairs beside it are not those of a run."
            found = decode_toml(read_whole(plan), _Plan, path=plan, what="the plan of a run", remedy=remedy)
            return found.corpus
    return ""


def _truth(contest: Contest, verdicts: Paths) -> str:
    """A section on what judges say, as `zellig judge report` does."""
    judged = judged_in(verdicts, Material(contest.task, pairs=contest.pairs).keyed())
    rows = [HEADS, ["---"] * len(HEADS), *(truth_cells(*group) for group in judged.groups())]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
    said = "\n".join(f"- {sentence}" for sentence in verdicts_in_words(judged.figures, judged.programs))
    told = "Texts were judged without seeing what was promised."
    return f"\n## How true the promises are\n\n{told}\n\n{table}\n\n{said}\n"
