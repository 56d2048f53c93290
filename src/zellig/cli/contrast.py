"""`zellig contrast`: make contrast sets, put them to systems, show what the grammar does to a sentence."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import (
    AllowOverlap,
    EngineName,
    HowToPrint,
    Limit,
    Mapping,
    Replicates,
    Report,
    Seed,
    Task,
    Workers,
)
from zellig.cli.output import Format, counting, print_json, progress_of, say, show_table
from zellig.cli.paths import Names
from zellig.errors import ZelligError
from zellig.front.options import COMPOSE

if TYPE_CHECKING:
    from zellig.transform.counts import Counts
    from zellig.transform.erg import Erg

app = typer.Typer(no_args_is_help=True)

ALL = "all"  # the transformations of a grammar


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
LabelRules = Annotated[str, typer.Option(help="Which label rules: zellig, zellig-all, lit-paper, lit-code.")]
Hypotheses = Annotated[
    bool, typer.Option("--hypotheses", help="For nli: also hypotheses made from the premise alone.")
]


@app.command()
def make(
    corpus: Annotated[str, typer.Option(help="The items to transform."), Names.corpus],
    out: Annotated[
        Path, typer.Option(help="Folder for the run; a killed run is taken up there."), Names.folder
    ],
    *,
    task: Task = None,
    mapping: Mapping = None,
    phenomena: Annotated[
        str | None,
        typer.Option(
            help="Do these to every sentence, and count it: with commas, or all. Else what label rules need."
        ),
    ] = None,
    compose: Annotated[
        int, typer.Option(min=COMPOSE.least, max=COMPOSE.most, help="How many steps at most.")
    ] = 1,
    label_rules: LabelRules = "zellig",
    filter: Annotated[bool, typer.Option("--filter/--no-filter", help="Parse the results again.")] = True,
    ranker: RankerOption = RankerName.cheap,
    hypotheses: Hypotheses = False,
    grammar: GrammarOption = GrammarName.clause,
    ace: AcePath = None,
    erg: ErgPath = None,
    limit: Limit = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    format: HowToPrint = Format.table,
) -> None:
    """Transform the sentences of a corpus and write the pairs whose new label is sure."""
    from zellig.front import contrast
    from zellig.front.places import REPORT
    from zellig.transform.contrast_run import PAIRS

    where = _erg(grammar, ace, erg)
    with counting("contrast sets", limit) as advance:
        made = contrast.contrast_set(
            corpus,
            task=task,
            mapping=mapping,
            phenomena=None if phenomena is None else names_of(phenomena, where),
            compose=compose,
            label_rules=label_rules,
            filtered=filter,
            ranker=ranker.value,
            hypotheses=hypotheses,
            erg=where,
            limit=limit,
            workers=workers,
            engine=engine,
            out=out,
            progress=advance,
        )
    counts = made.counts
    if format is Format.json:
        print_json(counts)
    else:
        _print_counts(counts)
    if format is Format.table and counts.pairs:
        say(f"The pairs are in {out / PAIRS}, and examples of them in {out / REPORT}.")


def _print_counts(counts: Counts) -> None:
    from zellig.texts import counted
    from zellig.transform.counts import why_none
    from zellig.transform.label_rules import in_words

    title = f"{counted(counts.sentences, 'sentence')} of {counted(counts.items, 'item')}"
    if counts.pairs:
        made = ((name, in_words(name), f"{number:,}") for name, number in counts.phenomena.items())
        show_table(("phenomenon", "what is done", "pairs"), made, title=title)
    share = 100 / max(1, counts.items)
    if counts.survey is not None:
        rows = ((name, f"{number:,}") for name, number in counts.survey.transformations.items())
        show_table(("transformation", "sentences"), rows)
        covered = counts.survey.items_covered
        are = "is" if covered == 1 else "are"
        say(f"{counted(covered, 'item')} ({share * covered:.1f}%) {are} covered by LIT's phenomena.")
    if not counts.pairs:
        say(why_none(counts))
        return
    labelled = counts.items_labelled
    have = "has" if labelled == 1 else "have"
    say(f"{counted(labelled, 'item')} ({share * labelled:.1f}%) {have} labelled pairs: {counts.pairs:,}.")


@app.command()
def show(
    sentence: Annotated[str, typer.Argument(help="One sentence.")],
    phenomena: Phenomena = ALL,
    grammar: GrammarOption = GrammarName.clause,
    ace: AcePath = None,
    erg: ErgPath = None,
    format: HowToPrint = Format.table,
) -> None:
    """Show every transformation of a sentence, or why there is none."""
    from zellig.transform.sentences import show as shown

    where = _erg(grammar, ace, erg)
    found = shown(sentence, names_of(phenomena, where), where)
    if format is Format.json:
        print_json(found)
        return
    refused: dict[str, list[str]] = {}
    for row in found:
        if row.refused:
            refused.setdefault(row.refused, []).append(row.phenomenon)
        else:
            say(f"{row.phenomenon:<20} {row.text}")
    if len(refused) == 1 and len(found) > 1 and all(row.refused for row in found):
        say(f"Nothing can be made of it: {found[0].refused}.")
        return
    for reason, names in refused.items():
        say(f"- {reason}: {', '.join(names)}")


def _erg(grammar: GrammarName, ace: Path | None, erg: Path | None) -> Erg | None:
    from zellig.transform.erg import Erg

    if grammar is GrammarName.erg:
        return Erg(ace, erg)
    if ace or erg:
        raise ZelligError("--ace and --erg belong to another grammar", remedy="Add --grammar erg.")
    return None


def names_of(phenomena: str, erg: Erg | None = None) -> tuple[str, ...]:
    """The transformations that an option names."""
    from zellig.transform.sentences import phenomena_of

    return phenomena_of(erg) if phenomena == ALL else tuple(phenomena.split(","))


@app.command()
def evaluate(
    pairs: Annotated[
        Path, typer.Argument(help="The folder of `zellig contrast make`, or a file of pairs."), Names.path
    ],
    system: Annotated[
        list[str], typer.Option(help="A trained folder or an adapter; may be repeated."), Names.system
    ],
    *,
    allow_overlap: AllowOverlap = False,
    replicates: Replicates = 1000,
    seed: Seed = 2017,
    report: Report = None,
    format: HowToPrint = Format.table,
) -> None:
    """Accuracy before and after, and consistency, by phenomenon and composition, with intervals."""
    from zellig.front.contrast import evaluate_contrasts
    from zellig.report.contrast_evaluation import HEADS, compared, doubts_of_texts, group_rows

    with progress_of() as told:
        evaluated = evaluate_contrasts(
            pairs, system, allow_overlap=allow_overlap, replicates=replicates, seed=seed, progress=told
        )
    found = evaluated.figures
    if report is not None:
        evaluated.report(report)
    if format is Format.json:
        print_json(found)
        return
    for name, groups in found.systems.items():
        show_table(HEADS, group_rows(groups), title=name, boxed=False, numbers=True)
    for sentence in [*doubts_of_texts(found), *compared(found)]:
        say(sentence)
    if report is not None:
        say(f"The page is {report}.")
