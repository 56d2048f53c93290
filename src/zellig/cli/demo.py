"""`zellig demo`: the main job from nothing to the report, on real review sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli.breaking import say_findings
from zellig.cli.output import in_colour, progress_of, say, say_styled
from zellig.cli.paths import Names


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the run."), Names.folder] = Path("zellig-demo"),
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="Let a system of your own play, too: py:module:object, or a trained folder; may be repeated."
        ),
        Names.system,
    ] = None,
) -> None:
    """Train two classifiers on real reviews, break them with pairs, and write a report."""
    from zellig.demo import run_demo
    from zellig.pairs.diff import styled_diff
    from zellig.report.diagnosis_words import examples_of

    with progress_of() as told:
        result = run_demo(out, system or [], told)
    for diagnosis in result.played.diagnoses:
        say_findings(diagnosis, result.played)
    say("")
    say("For example:")
    for words, parts in examples_of(result.played):
        say_styled([(f"  {words}: ", ""), *styled_diff(parts, colour=in_colour())])
    say("")
    say(f"The whole story, with every pair: {result.report}")
