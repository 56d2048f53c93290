"""`zellig corpora`: sources of items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli import output, resources
from zellig.cli.options import EngineName, Limit, Mapping, Task, Workers
from zellig.cli.paths import Names
from zellig.front.options import MOST

if TYPE_CHECKING:
    from zellig.corpora.summary import Summary
    from zellig.transform.analysis import Analysis, ClassShare

app = typer.Typer(no_args_is_help=True)

LONGEST = 2000  # characters of a field that are printed

Spec = Annotated[
    str,
    typer.Argument(metavar="SPEC", help="A table, NAME[:SPLIT][?options] or READER:PATH[:SPLIT][?options]."),
    Names.corpus,
]
Format = Annotated[output.Format, typer.Option("--format", help="How to print it.")]


@app.command("list")
def list_corpora(format: Format = output.Format.table) -> None:
    """Show every corpus and reader with its splits and options (the first value is the default)."""
    from zellig.corpora.published import published
    from zellig.corpora.summary import all_readers

    readers = all_readers()
    if format is output.Format.json:
        shown = (
            "name",
            "description",
            "task",
            "splits",
            "options",
            "resource",
            "forms",
            "licence",
            "citation",
        )
        output.print_json(
            {
                "readers": [{field: getattr(reader, field) for field in shown} for reader in readers],
                "published": list(published().values()),
            }
        )
        return
    for reader in readers:
        output.say_styled([(reader.grammar, "bold"), (f"  {reader.task or 'any task'}", "")])
        output.say(f"    {reader.description}")
        for name, values in {"split": reader.splits, **reader.options}.items():
            if values:
                output.say(f"    {name}: {', '.join(values)}")
    output.say("Published on the web, for `zellig corpora fetch NAME`:")
    for corpus in published().values():
        state = f"  fetched: {corpus.spec}" if corpus.folder.is_dir() else ""
        output.say_styled([(corpus.name, "bold"), (state, "")])
        output.say(f"    {corpus.gives} (licence: {corpus.licence})")


@app.command()
def show(
    spec: Spec,
    task: Task = None,
    mapping: Mapping = None,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="How many items to print at most.")] = 3,
    format: Format = output.Format.table,
) -> None:
    """Read a corpus and say what it is and what is in it."""
    from zellig.corpora.summary import summarise
    from zellig.front.players import Players, task_name

    _, corpus = Players().corpus(spec, task_name(task), mapping)
    summary = summarise(corpus, limit)
    if format is output.Format.json:
        output.print_json(summary)
    else:
        _print_summary(summary)


def _print_summary(summary: Summary) -> None:
    facts = ("spec", "description", "task", "split", "licence", "citation", "items")
    rows = [(name, str(value)) for name in facts if (value := getattr(summary, name)) not in (None, "")]
    rows += [
        (f"label {_named(label, summary.task)}", f"{count:,}") for label, count in summary.labels.items()
    ]
    if summary.unanswered:
        rows.append(("without answer", f"{summary.unanswered:,}"))
    rows += [(f"left out: {reason}", f"{count:,}") for reason, count in summary.skipped.items()]
    for item in summary.first:
        lines = [f"{name}: {text[:LONGEST]}" for name, text in item.fields.items()]
        lines.append(f"accepted: {' | '.join(item.accepted) or '-'}")
        rows.append((f"item {item.id}", "\n".join(lines)))
    output.show_table(("", ""), rows, boxed=False)


def _named(label: str, task: str) -> str:
    from zellig.tasks import get_task

    word = get_task(task).words.get(label)
    return f"{label} ({word})" if word else label


@app.command()
def analyse(
    spec: Spec,
    mapping: Mapping = None,
    task: Task = None,
    limit: Limit = None,
    workers: Workers = 1,
    engine: EngineName = "local",
    format: Format = output.Format.table,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Also write a page of charts."), Names.file
    ] = None,
) -> None:
    """Say how many sentences are present, past, passive, negated, questions, fragments and so on."""
    from zellig.front import analysis

    with output.counting("sentences", limit) as advance:
        analysed = analysis.analyse(
            spec, task=task, mapping=mapping, limit=limit, workers=workers, engine=engine, progress=advance
        )
    if out is not None:
        analysed.report(out)
    if format is output.Format.json:
        output.print_json(analysed.figures)
    else:
        _print_analysis(analysed.figures)


def _print_analysis(analysis: Analysis) -> None:
    fields = analysis.fields.values()
    lengths = ("-" if field.mean_words is None else f"{field.mean_words:.1f}" for field in fields)
    texts = [
        ("sentences", *(f"{field.sentences:,}" for field in fields)),
        ("mean words", *lengths),
    ]
    classes = [
        (name, *(_percent(field.classes[name]) for field in fields)) for name in next(iter(fields)).classes
    ]
    title = f"{analysis.items:,} items: % of sentences, and 95% interval"
    output.show_table(("class", *analysis.fields), texts, classes, title=title, numbers=True)


def _percent(share: ClassShare) -> str:
    if share.share is None or share.interval is None:
        return "-"
    low, high = share.interval
    return f"{share.share:.2%} ({100 * low:.2f}-{100 * high:.2f})"


@app.command()
def fetch(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A corpus that `corpora list` says can be fetched.")
    ],
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE|URL", help="Take it from here: a copy of your own, or a mirror."
        ),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Also if it is there already.")] = False,
) -> None:
    """Bring a corpus that is published on the web, or the resource behind a named one."""
    from zellig.corpora import resource_of
    from zellig.corpora.fetching import fetch_published
    from zellig.corpora.published import published

    corpus = published().get(name)
    if corpus is None:
        resources.fetch([resource_of(name)])
        return
    with output.progress_of() as told:
        fetch_published(corpus, source, again=again, report=told)
    output.say(f"{name} is in {corpus.folder} (licence: {corpus.licence}).")
    output.say(f"Use it as a corpus: --corpus {corpus.spec}")


@app.command()
def convert(
    spec: Spec,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="A reader that can also write.")],
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Its ending chooses among a format's variants."),
        Names.file,
    ],
    task: Task = None,
    mapping: Mapping = None,
) -> None:
    """Write a corpus in another format, whole or not at all."""
    from zellig import corpora
    from zellig.front.players import look_at

    corpus = corpora.open_corpus(spec, mapping, task)
    look_at(corpus)
    count = corpora.convert(corpus, to, out)
    output.say(f"{out}: {count} items of {corpus.task}")
    for reason, number in corpus.skipped.items():
        output.warn(f"left out: {number} ({reason})")
