"""`zellig doctor`: what is found on this machine, and how to get the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zellig.cli import output
from zellig.cli.paths import Names


def doctor(
    ace: Annotated[
        Path | None, typer.Option(help="The ACE binary; else ZELLIG_ACE or the PATH."), Names.path
    ] = None,
    erg: Annotated[
        Path | None, typer.Option(help="The image of the ERG; else ZELLIG_ERG."), Names.path
    ] = None,
    format: Annotated[output.Format, typer.Option(help="How to print it.")] = output.Format.table,
) -> None:
    """Say what Zellig finds on this machine, and how to get what it does not find."""
    from zellig.doctor import examine

    findings = examine(ace, erg)
    if format is output.Format.json:
        output.print_json(findings)
        return
    rows = (("yes" if each.found else "no", each.name, each.what) for each in findings)
    output.show_table(("", "what", "found"), rows, boxed=False)
    for each in findings:
        if each.remedy:
            output.say(f"{each.name}: {each.remedy}")
