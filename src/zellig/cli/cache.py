"""`zellig cache`: the answers of systems that are kept from run to run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from zellig.cli import output

app = typer.Typer(no_args_is_help=True)


@app.command()
def show(
    format: Annotated[output.Format, typer.Option(help="How to print it.")] = output.Format.table,
) -> None:
    """Say where answers are kept, how many, of how many systems, and since when."""
    from zellig.store.cache import shared_cache, summarise

    found = summarise(shared_cache())
    if format is output.Format.json:
        output.print_json(found)
        return
    output.say(f"{found.path}: {found.answers:,} answers of {found.systems:,} systems.")
    if found.oldest is not None and found.newest is not None:
        output.say(
            f"They take {found.bytes / 10**6:.1f} MB ({found.largest / 10**6:,.0f} MB at most), "
            f"and were given from {_day(found.oldest)} to {_day(found.newest)}."
        )


@app.command()
def clear() -> None:
    """Forget all answers, so that every system is asked again."""
    from zellig.store.cache import clear as forget
    from zellig.store.cache import shared_cache

    output.say(f"{forget(shared_cache()):,} answers were forgotten.")


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
