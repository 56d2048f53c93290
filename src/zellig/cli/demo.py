"""`zellig demo`: the main job from nothing to the report, on real review sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.output import in_colour, progress_of, say, say_styled
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
    from zellig.demo import EXAMPLES, run_demo
    from zellig.pairs.diff import segments, styled_diff
    from zellig.report.words import breaks_in_words, contest_in_words

    with progress_of() as told:
        result = run_demo(out, system or [], told)
    for sentence in [*contest_in_words(result.scores), *breaks_in_words(result.scores, EXAMPLES)]:
        say(f"• {sentence}")
    say("")
    say("For example:")
    for breaker, pair in result.examples:
        parts = segments(pair.original.fields["text"], pair.modified.fields["text"])
        say_styled([(f"  {breaker}: ", ""), *styled_diff(parts, colour=in_colour())])
    say("")
    say(f"The whole story, with every pair: {result.report}")
