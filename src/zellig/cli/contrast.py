"""`zellig contrast`: make contrast sets, put them to systems, show what the grammar does to a sentence."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import AllowOverlap, Limit, Replicates, Seed, Workers
from zellig.cli.output import Format, counting, print_json, progress_of, say, show_table
from zellig.cli.paths import Names
from zellig.errors import ZelligError

if TYPE_CHECKING:
    from zellig.transform.erg import Erg
    from zellig.transform.evaluation import FigureRow, GroupFigures

app = typer.Typer(no_args_is_help=True)


class GrammarName(StrEnum):
    """What makes the transformations."""

    clause = "clause"
    erg = "erg"


class RankerName(StrEnum):
    """What tells good results from odd ones."""

    cheap = "cheap"
    lm = "lm"


RankerOption = Annotated[
    RankerName, typer.Option(help="How odd results are found: at no cost, or by a language model.")
]
GrammarOption = Annotated[
    GrammarName, typer.Option(help="Our own, or the English Resource Grammar, which you bring.")
]
AcePath = Annotated[
    Path | None, typer.Option(help="For erg: the ACE binary; else ZELLIG_ACE or the PATH."), Names.path
]
ErgPath = Annotated[
    Path | None, typer.Option(help="For erg: the grammar image; else ZELLIG_ERG."), Names.path
]
Phenomena = Annotated[
    str, typer.Option(help="Transformations, with commas, or all: see `zellig contrast show`.")
]


@app.command()
def make(
    task: Annotated[str, typer.Option(help="The task: nli, sentiment, ...")],
    corpus: Annotated[str, typer.Option(help="The items to transform."), Names.corpus],
    out: Annotated[Path, typer.Option(help="File for the pairs (JSONL)."), Names.file],
    *,
    phenomena: Phenomena = "all",
    compose: Annotated[int, typer.Option(min=1, max=4, help="How many steps at most.")] = 1,
    rules: Annotated[str, typer.Option(help="Label rules: zellig, lit-paper, lit-code.")] = "zellig",
    filter: Annotated[bool, typer.Option("--filter/--no-filter", help="Parse the results again.")] = True,
    ranker: RankerOption = RankerName.cheap,
    hypotheses: Annotated[
        bool, typer.Option("--hypotheses", help="For nli: also hypotheses made from the premise alone.")
    ] = False,
    grammar: GrammarOption = GrammarName.clause,
    ace: AcePath = None,
    erg: ErgPath = None,
    limit: Limit = None,
    workers: Workers = 1,
    format: Annotated[Format, typer.Option(help="How to print the counts.")] = Format.table,
) -> None:
    """Transform the sentences of a corpus and write the pairs whose new label is sure."""
    from itertools import islice

    from zellig.corpora import open_corpus
    from zellig.pairs.reading import same_task
    from zellig.tasks import get_task
    from zellig.transform.contrast import Plan, write_contrasts

    source = open_corpus(corpus)
    same_task(source.task, get_task(task), corpus)
    where = _erg(grammar, ace, erg)
    plan = Plan(task, _names(phenomena, where), compose, rules, filter, hypotheses, where, ranker)
    with counting("contrast sets", limit) as advance:
        made = write_contrasts(islice(source, limit), plan, out, workers=workers, told=advance)
    if format is Format.json:
        print_json(made.summary())
        return
    most_first = sorted(made.phenomena.items(), key=lambda entry: -entry[1])
    rows = ((name, f"{count:,}") for name, count in most_first)
    title = f"{made.sentences:,} sentences of {made.items:,} items"
    show_table(("phenomenon", "sentences"), rows, title=title)
    share = 100 / max(1, made.items)
    say(
        f"{made.items_covered:,} items ({share * made.items_covered:.1f}%) are covered, and "
        f"{made.items_labelled:,} ({share * made.items_labelled:.1f}%) have labelled pairs, in {out}."
    )


@app.command()
def show(
    sentence: Annotated[str, typer.Argument(help="One sentence.")],
    phenomena: Phenomena = "all",
    grammar: GrammarOption = GrammarName.clause,
    ace: AcePath = None,
    erg: ErgPath = None,
    format: Annotated[Format, typer.Option(help="How to print them.")] = Format.table,
) -> None:
    """Show every transformation of a sentence, or why there is none."""
    from zellig.transform.contrast import outcomes

    where = _erg(grammar, ace, erg)
    found = outcomes(sentence, _names(phenomena, where), where)
    if format is Format.json:
        print_json(found)
        return
    for row in found:
        shown = row["text"] if "text" in row else f"- ({row['refused']})"
        say(f"{row['phenomenon']:<20} {shown}")


def _erg(grammar: GrammarName, ace: Path | None, erg: Path | None) -> Erg | None:
    from zellig.transform.erg import Erg

    if grammar is GrammarName.erg:
        return Erg(ace, erg)
    if ace or erg:
        raise ZelligError("--ace and --erg belong to another grammar", remedy="Add --grammar erg.")
    return None


def _names(phenomena: str, erg: Erg | None) -> tuple[str, ...]:
    from zellig.transform.contrast import phenomena_of

    return phenomena_of(erg) if phenomena == "all" else tuple(phenomena.split(","))


@app.command()
def evaluate(
    pairs: Annotated[
        Path, typer.Argument(help="A file of pairs, as `zellig contrast make` writes it."), Names.path
    ],
    system: Annotated[
        list[str], typer.Option(help="A trained folder or an adapter; may be repeated."), Names.system
    ],
    *,
    allow_overlap: AllowOverlap = False,
    replicates: Replicates = 1000,
    seed: Seed = 2017,
    format: Annotated[Format, typer.Option(help="How to print the figures.")] = Format.table,
) -> None:
    """Accuracy before and after, and consistency, by phenomenon and composition, with intervals."""
    import msgspec

    from zellig.checks.contrast_set import read_contrast_set
    from zellig.systems.evaluation import training_overlap
    from zellig.systems.loading import load_system
    from zellig.transform.evaluation import evaluate as measure

    contrasts = read_contrast_set(pairs)
    systems = {name: load_system(name) for name in system}
    items = list(contrasts.questions.values())
    overlap = {
        name: training_overlap(Path(name), items, contrasts.task, allow=allow_overlap) for name in systems
    }
    with progress_of() as told:
        found = measure(contrasts, systems, replicates=replicates, seed=seed, progress=told)
    found = msgspec.structs.replace(found, overlap=overlap)
    if format is Format.json:
        print_json(found)
        return
    for name, rows in found.systems.items():
        _print_figures(name, rows)
    for row in found.comparisons["passed"]["all"]:
        say(
            f"{row.first} – {row.second}: {100 * row.difference:+.2f} points of passed pairs, "
            f"p = {row.permutation_p:.4f} ({row.adjusted_p:.4f} corrected)"
        )


def _print_figures(title: str, rows: dict[str, GroupFigures]) -> None:
    """One line for each group, its intervals below."""
    heads = {
        "accuracy_original": "before",
        "accuracy_modified": "after",
        "passed": "passed",
        "broken": "broken",
        "same_prediction": "same",
        "expected_change": "expected",
        "consistent_sets": "sets",
    }
    lines = []
    for group, row in rows.items():
        figures: list[FigureRow] = [getattr(row, name) for name in heads]
        cells = [_with_interval(figure.value, figure.interval) for figure in figures]
        lines.append((group, f"{row.pairs:,}", f"{row.originals:,}", *cells))
    show_table(("", "pairs", "of", *heads.values()), lines, title=title, boxed=False, numbers=True)


def _with_interval(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None or interval is None:
        return "-"
    return f"{100 * value:.1f}\n{100 * interval[0]:.0f}–{100 * interval[1]:.0f}"
