"""`zellig quiz`: how people and systems answer questions that they hear piece by piece."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import AllowOverlap, EngineName, HowToPrint, Limit, Seed, Workers
from zellig.cli.output import Format, print_json, progress_of, say, say_styled, show_table, watching
from zellig.cli.packets import packets
from zellig.cli.paths import Names
from zellig.front.options import STEP

if TYPE_CHECKING:
    from zellig.front.people import QuizPeople

app = typer.Typer(no_args_is_help=True)
app.command()(packets)

MOST = 20  # categories that the table shows

Config = Annotated[Path | None, typer.Option(help="TOML file with settings."), Names.path]
Steps = Annotated[
    int, typer.Option(min=STEP.least, max=STEP.most, help="Characters between two looks at a question.")
]
People = Annotated[
    Path | None,
    typer.Option("--people", help="Buzzes of people (CSV): their win curve counts, not the published one."),
    Names.path,
]
PeopleQuestions = Annotated[
    Path | None, typer.Option(help="The questions that these people were asked (JSON lines)."), Names.path
]


@app.command()
def people(
    buzzes: Annotated[
        Path, typer.Argument(help="A table with a row for each buzz (CSV, also .gz)."), Names.path
    ],
    questions: Annotated[
        Path, typer.Option(help="The questions that they are on (JSON lines, also .gz)."), Names.path
    ],
    *,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the curve of people here (SVG)."), Names.file
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Say when people buzzed and how often they were right: by ability, category and question."""
    from zellig.front.people import quiz_people
    from zellig.report.people import HEADS, buzzing_cells, people_in_words

    found = quiz_people(buzzes, questions=questions)
    figures = found.figures
    if picture is not None:
        found.picture(picture)
    if format is Format.json:
        print_json(figures)
        return
    categories = [buzzing_cells(*row) for row in figures.categories.items()]
    show_table(
        HEADS,
        [buzzing_cells("all", figures.every)],
        [buzzing_cells(*row) for row in figures.abilities.items()],
        categories[:MOST],
        boxed=False,
        numbers=True,
    )
    if len(categories) > MOST:
        say(f"{len(categories) - MOST} smaller categories, and every question, are in --format json.")
    for sentence in people_in_words(figures):
        say(f"• {sentence}")
    if picture is not None:
        say(f"The picture is in {picture}.")


@app.command()
def index(
    source: Annotated[
        list[str], typer.Argument(help="Questions and articles: tossups:FILE, leads:FILE, ..."), Names.corpus
    ],
    out: Annotated[Path, typer.Option(help="Folder for the index, which is then a system."), Names.folder],
    pages: Annotated[
        Path | None, typer.Option(help="Table from answers to pages (JSON, TSV, CSV)."), Names.path
    ] = None,
    config: Config = None,
) -> None:
    """Make an index of past questions and an encyclopedia, which guesses answers."""
    from zellig.front.quiz import quiz_index

    with progress_of() as told:
        card = quiz_index(source, out=out, pages=pages, config=config, progress=told).card
    say(f"The index is in {out} (fingerprint {card.fingerprint[:12]}), and is a system.")


@app.command()
def check(
    source: Annotated[
        str, typer.Argument(help="The questions: tossups:FILE, packets:FILE, ..."), Names.corpus
    ],
    *,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Questions and articles that none may repeat; may be repeated."),
        Names.corpus,
    ] = None,
    guesser: Annotated[
        str | None, typer.Option(help="A system that should not be right too early."), Names.system
    ] = None,
    policy: Annotated[
        Path | None, typer.Option(help="A TOML file of limits; see docs/reference/quizzes.md."), Names.path
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Say what is wrong with which question; exit code 1 if any is rejected, 2 if that cannot be told."""
    from zellig.checks.questions.show import show_questions
    from zellig.front.questions import check_questions

    with watching() as watch:
        report = check_questions(
            source, against=against or None, guesser=guesser, policy=policy, watch=watch
        ).found
    summary = report.summary()
    if format is Format.json:
        print_json(summary)
    else:
        for line in show_questions(report):
            say_styled(line)
    if summary.rejected:
        raise typer.Exit(1)


@app.command()
def evaluate(
    system: Annotated[list[str], typer.Argument(help="Guessers: trained folders or adapters."), Names.system],
    corpus: Annotated[str, typer.Option(help="The questions that are read to them."), Names.corpus],
    *,
    buzzer: Annotated[
        str, typer.Option(help="Who says when to answer: threshold?at=0.3, or a trained folder."), Names.path
    ] = "threshold",
    against: Annotated[
        str | None,
        typer.Option(help="Questions of another kind to compare with, e.g. ordinary ones."),
        Names.corpus,
    ] = None,
    people: People = None,
    people_questions: PeopleQuestions = None,
    limit: Limit = None,
    step: Steps = 25,
    allow_overlap: AllowOverlap = False,
    workers: Workers = 1,
    engine: EngineName = "local",
    report: Annotated[
        Path | None, typer.Option(help="Write a page with the curves here (HTML)."), Names.file
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Accuracy by how much of a question was heard, buzzes and expected wins, with intervals."""
    from zellig.front.quiz import quiz_evaluate
    from zellig.report.quiz import quiz_in_words, quiz_tables

    with progress_of() as told:
        found = quiz_evaluate(
            system,
            data=corpus,
            buzzer=buzzer,
            against=against,
            people=_people(people, people_questions),
            limit=limit,
            step=step,
            allow_overlap=allow_overlap,
            workers=workers,
            engine=engine,
            progress=told,
        )
    if report is not None:
        found.report(report)
    if format is Format.json:
        print_json(found.figures.stated())
        return
    for title, heads, rows in quiz_tables(found.figures):
        show_table(heads, rows, title=title, boxed=False, numbers=True)
    for sentence in quiz_in_words(found.figures):
        say(f"• {sentence}")
    if report is not None:
        say(f"The report is in {report}.")


@app.command("train-buzzer")
def train_buzzer(
    name: Annotated[str, typer.Argument(help="threshold, logistic, mlp, lstm or wins.")],
    system: Annotated[str, typer.Option(help="The guesser that it learns to trust."), Names.system],
    corpus: Annotated[str, typer.Option(help="Questions that the guesser has not seen."), Names.corpus],
    out: Annotated[Path, typer.Option(help="Folder for the buzzer."), Names.folder],
    *,
    people: People = None,
    people_questions: PeopleQuestions = None,
    limit: Limit = None,
    step: Steps = 25,
    seed: Seed = 2017,
) -> None:
    """Train a buzzer on what a guesser says of questions that are new to it."""
    from zellig.front.quiz import quiz_train_buzzer

    with progress_of() as told:
        saved = quiz_train_buzzer(
            name,
            guesser=system,
            data=corpus,
            out=out,
            people=_people(people, people_questions),
            limit=limit,
            step=step,
            seed=seed,
            progress=told,
        ).saved
    say(f"{name} is in {out} (fingerprint {saved.fingerprint[:12]}).")


@app.command()
def retrain(
    name: Annotated[str, typer.Argument(help="Which guesser: ir, tfidf, dan or gru.")],
    corpus: Annotated[str, typer.Option(help="Ordinary questions that it learns from."), Names.corpus],
    challenge: Annotated[str, typer.Option(help="Challenge questions."), Names.corpus],
    test: Annotated[str, typer.Option(help="Ordinary questions that are new to it."), Names.corpus],
    out: Annotated[Path, typer.Option(help="Folder for the three guessers."), Names.folder],
    *,
    config: Config = None,
    limit: Limit = None,
    seed: Seed = 2017,
    report: Annotated[Path | None, typer.Option(help="Write a page here (HTML)."), Names.file] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Train a guesser with and without challenge questions, and compare the two on questions new to them."""
    from zellig.front.quiz import quiz_retrain
    from zellig.report.quiz import retrained_in_words

    with progress_of() as told:
        found = quiz_retrain(
            name,
            data=corpus,
            challenge=challenge,
            test=test,
            out=out,
            config=config,
            limit=limit,
            seed=seed,
            progress=told,
        )
    if report is not None:
        found.report(report)
    if format is Format.json:
        print_json(found.figures)
        return
    for sentence in retrained_in_words(found.figures):
        say(sentence)
    if report is not None:
        say(f"The report is in {report}.")


def _people(buzzes: Path | None, questions: Path | None) -> QuizPeople | None:
    from zellig.errors import ZelligError
    from zellig.front.people import quiz_people

    if (buzzes is None) != (questions is None):
        raise ZelligError(
            "buzzes of people belong to questions", remedy="Give both --people and --people-questions."
        )
    return None if buzzes is None or questions is None else quiz_people(buzzes, questions=questions)
