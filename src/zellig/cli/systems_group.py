"""`zellig systems`: what there is, what one of them is, and whether an adapter keeps its promises."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zellig.cli import output
from zellig.cli.options import HowToPrint

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_systems(format: HowToPrint = output.Format.table) -> None:
    """Show every registered system and adapter."""
    from zellig.registry import names, summary

    found = {kind: {name: summary(kind, name) for name in names(kind)} for kind in ("systems", "adapters")}
    if format is output.Format.json:
        output.print_json(found)
        return
    for kind, lines in found.items():
        for name, about in lines.items():
            shown = name if kind == "systems" else f"{name}:"
            output.say(f"{shown:<20} {kind[:-1]:<8} {about}")


@app.command()
def show(
    system: Annotated[
        str, typer.Argument(metavar="SYSTEM", help="A trained folder, a registered name or an adapter.")
    ],
    format: HowToPrint = output.Format.table,
) -> None:
    """Say what a system is: spec, task, labels, fingerprint, what it learnt from and how."""
    from zellig.systems.checking import describe

    found = describe(system)
    if format is output.Format.json:
        output.print_json(found)
    else:
        _print_description(found)


def _print_description(found: dict[str, Any]) -> None:
    rows = []
    for name, value in found.items():
        if name == "curve":
            shown = "\n".join(f"{point['step']}: {100 * point['accuracy']:.2f}" for point in value)
        elif isinstance(value, dict):
            shown = "\n".join(f"{key}: {each}" for key, each in value.items())
        elif isinstance(value, list):
            shown = ", ".join(map(str, value))
        elif isinstance(value, bool):
            shown = "yes" if value else "no"
        else:
            shown = str(value or "")
        rows.append((name, shown or "-"))
    output.show_table(("", ""), rows, boxed=False)


@app.command()
def check(
    system: Annotated[str, typer.Argument(metavar="SPEC", help="A trained folder or an adapter.")],
    task: Annotated[str | None, typer.Option(help="The task, where the system does not say its own.")] = None,
    format: HowToPrint = output.Format.table,
) -> None:
    """Try a system out with a few items of our own; exit code 1 if something is wrong."""
    from zellig.systems.checking import check_system

    findings = []
    for finding in check_system(system, task):
        findings.append(finding)
        if format is output.Format.table:
            detail = f": {' '.join(finding.detail.split())}" if finding.detail else ""
            output.say(f"{'good ' if finding.good else 'WRONG'} {finding.what}{detail}")
    wrong = sum(not finding.good for finding in findings)
    if format is output.Format.json:
        output.print_json({"system": system, "wrong": wrong, "findings": findings})
    else:
        output.say(f"{wrong} of {len(findings)} are wrong." if wrong else "All is well.")
    if wrong:
        raise typer.Exit(1)
