"""`zellig demo`: the main job from nothing to the report, on real review sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.output import console, progress_of
from zellig.cli.paths import Names


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the run."), Names.folder] = Path("zellig-demo"),
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="Let an own system play too: py:module:object, or a trained folder. May be repeated."
        ),
        Names.system,
    ] = None,
) -> None:
    """Train two classifiers on real reviews, break them with pairs, and write a report."""
    from zellig.demo import run_demo
    from zellig.pairs.diff import rich_diff, segments
    from zellig.report.words import breaks_in_words, contest_in_words

    with progress_of() as told:
        result = run_demo(out, system or [], told)
    terminal = console()
    for sentence in [*contest_in_words(result.scores), *breaks_in_words(result.scores)]:
        terminal.print(f"• {sentence}")
    in_colour = terminal.color_system is not None and not terminal.no_color
    terminal.print("\nFor example:")
    for breaker, pair in result.examples:
        text, changed = pair.original.fields["text"], pair.modified.fields["text"]
        terminal.print(f"  {breaker}:", rich_diff(segments(text, changed), colour=in_colour))
    terminal.print(f"\nThe whole story, with every pair: {result.report}")
