"""Options that several commands have: each is written once, with its bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.output import Format
from zellig.cli.paths import Names
from zellig.front.options import BUDGET, LIMIT, REPLICATES, SEED, WORKERS

Limit = Annotated[
    int | None, typer.Option("--limit", min=LIMIT.least, max=LIMIT.most, help="How many items at most.")
]
Mapping = Annotated[
    str | None,
    typer.Option(
        "--mapping",
        metavar="FILE",
        help='For a table: which column is what. A TOML file, or its text: label = "stars". Else guessed.',
    ),
    Names.path,
]
Task = Annotated[str | None, typer.Option("--task", help="The task, where the corpus does not say it.")]
Shown = Annotated[int, typer.Option("--limit", min=LIMIT.least, max=LIMIT.most, help="How many at most.")]
Workers = Annotated[int, typer.Option(min=WORKERS.least, max=WORKERS.most, help="Worker processes.")]
EngineName = Annotated[
    str, typer.Option("--engine", help="Who does the work: local, dask, or dask://HOST:PORT.")
]
Seed = Annotated[int, typer.Option(min=SEED.least, max=SEED.most, help="Seed of everything random.")]
Replicates = Annotated[
    int, typer.Option(min=REPLICATES.least, max=REPLICATES.most, help="Bootstrap replicates.")
]
BudgetCalls = Annotated[
    int | None,
    typer.Option(
        "--budget-calls",
        min=BUDGET.least,
        max=BUDGET.most,
        help="Calls that language models at addresses (openai:) may take together.",
    ),
]
BudgetTokens = Annotated[
    int | None,
    typer.Option(
        "--budget-tokens",
        min=BUDGET.least,
        max=BUDGET.most,
        help="Tokens that they may read and write together.",
    ),
]
AllowOverlap = Annotated[
    bool, typer.Option("--allow-overlap", help="Go on although a system was trained on some of it.")
]
Report = Annotated[Path | None, typer.Option("--report", help="Write a page here (HTML)."), Names.file]
HowToPrint = Annotated[Format, typer.Option("--format", help="How to print it.")]
