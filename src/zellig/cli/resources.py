"""`zellig resources`: pinned data from the user's package index."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from zellig.cli import output

app = typer.Typer(no_args_is_help=True)

Wanted = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Names of resources.")]


@app.command("list")
def list_resources(
    format: Annotated[output.Format, typer.Option(help="How to print it.")] = output.Format.table,
) -> None:
    """Show every resource, its licence, and where it would be taken from."""
    from zellig import resources

    found = [(resource, *resources.locate(resource)) for resource in resources.table().values()]
    if format is output.Format.json:
        shown = ("name", "package", "version", "kind", "sha256", "size", "licence", "citation", "gives")
        output.print_json(
            [
                {field: getattr(resource, field) for field in shown}
                | {"state": state, "pinned": state.pinned, "path": str(path)}
                for resource, state, path in found
            ]
        )
        return
    rows = []
    for resource, state, _ in found:
        package = f"{resource.package} {resource.version}"
        rows.append((resource.name, package, f"{resource.size / 10**6:.1f} MB", resource.licence, state))
    output.show_table(("name", "package", "size", "licence", "state"), rows, boxed=False)
    for resource, state, path in found:
        if not state.pinned:
            output.say(f"{resource.name}: {state}, not verified: {path}")


@app.command()
def fetch(
    names: Wanted = None,
    all_of_them: Annotated[bool, typer.Option("--all", help="Fetch every resource.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Also if it is there already.")] = False,
) -> None:
    """Download resources from your package index, verify them and put them into the cache."""
    from zellig import resources

    if not names and not all_of_them:
        raise typer.BadParameter("give the names of resources, or --all")
    wanted = [resources.find(name) for name in (resources.table() if all_of_them else names or [])]
    fetched = []
    with output.progress_of() as told:
        for resource in wanted:
            bar = partial(_tell, told, f"{resource.name} (MB)", resource.size)
            bar(0)
            path = resources.fetch(resource, again=again, report=bar)
            bar(resource.size)
            fetched.append(f"{resource.name}: verified, in {path}")
    for line in fetched:
        output.say(line)


@app.command()
def verify(names: Wanted = None) -> None:
    """Hash the files of the named resources, or of all that are there, against the pinned hashes."""
    from zellig import resources
    from zellig.errors import ZelligError

    wrong = False
    for resource in [resources.find(name) for name in names or resources.table()]:
        state, path = resources.locate(resource)
        if not state.pinned:
            output.say(f"{resource.name}: {state}, not verified: {path}")
        elif state is resources.State.absent:
            output.say(f"{resource.name}: absent")
            wrong = wrong or bool(names)
        else:
            try:
                resources.verify(resource, path)
                output.say(f"{resource.name}: as published, in {path}")
            except ZelligError as error:
                output.complain(str(error))
                wrong = True
    raise typer.Exit(int(wrong))


def _tell(told: Callable[[str, int, int], None], what: str, total: int, done: int) -> None:
    told(what, done // 10**6, total // 10**6)
