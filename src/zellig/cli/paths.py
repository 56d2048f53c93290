"""What commands read and write: every parameter that names it says so, and one rule keeps the two apart.

A parameter is marked in its annotation: `out: Annotated[Path, typer.Option(...), Names.file]`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from typing import Any, get_type_hints

import typer
from typer.core import TyperCommand

from zellig.cli.output import giving_way
from zellig.errors import ZelligError


class Names(Enum):
    """What the value of a parameter names."""

    file = auto()  # to be written, and new
    known = auto()  # to be written: added to, or replaced if it is the command's own
    folder = auto()  # to be written
    place = auto()  # to be written: a file or a folder, as another option says
    path = auto()  # to be read, as all that follow
    corpus = auto()
    pairs = auto()
    system = auto()
    baseline = auto()
    breaker = auto()
    game = auto()
    grid = auto()
    season = auto()
    team = auto()
    tournament = auto()


class KeepingInputs(TyperCommand):
    """A command that refuses to write to what it reads or what is there, before it does anything."""

    def invoke(self, ctx: Any) -> Any:  # a Context: of click, or of the copy that newer typers bring
        """Check where it writes to, then run it."""
        named = list(_named(self, ctx.params))
        places = [Path(value) for names, value in named if names is Names.place]
        files = [Path(value) for names, value in named if names is Names.file]
        folders = [Path(value) for names, value in named if names is Names.folder]
        known = [Path(value) for names, value in named if names is Names.known]
        for place in places:
            (files if _is_file(place) else folders).append(place)
        if files or folders or known:
            from zellig.outputs import is_standard_output, keep_inputs

            keep_inputs(_inputs(named), files, folders, known)
            if any(map(is_standard_output, [*files, *known])):
                with giving_way():
                    return super().invoke(ctx)
        return super().invoke(ctx)


def keep_inputs_everywhere(app: typer.Typer) -> None:
    """Put every command of an app and of its groups under the rule."""
    for command in app.registered_commands:
        command.cls = KeepingInputs
    for group in app.registered_groups:
        if group.typer_instance is not None:
            keep_inputs_everywhere(group.typer_instance)


def declared(function: Any) -> dict[str, Names]:
    """What the parameters of a command name, by their own names; those that name nothing are left out."""
    hints = get_type_hints(function, include_extras=True)
    marks = {name: [mark for mark in _marks(hint) if isinstance(mark, Names)] for name, hint in hints.items()}
    return {name: found[0] for name, found in marks.items() if found}


def _marks(hint: Any) -> Iterable[Any]:
    return getattr(hint, "__metadata__", ())


def _named(command: TyperCommand, values: Mapping[str, object]) -> Iterator[tuple[Names, str]]:
    for name, names in declared(command.callback).items():
        value = values[name]
        for each in value if isinstance(value, list | tuple) else [value]:
            if each is not None:
                yield names, str(each)


def _is_file(place: Path) -> bool:
    """Is a file meant, by what is there, or else by its name?"""
    return not os.path.isdir(place) if os.path.lexists(place) else bool(place.suffix)


def _inputs(named: Iterable[tuple[Names, str]]) -> Iterator[Path]:
    for names, value in named:
        with suppress(ZelligError):  # a value that is wrong names nothing: the command will say why
            yield from _read(names, value)


def _read(names: Names, value: str) -> Iterable[Path]:
    """The files and folders that a value speaks of, those to be written left out."""
    if names is Names.path:
        return [Path(value)]
    if names is Names.corpus:
        from zellig import corpora

        return corpora.files_named(value)
    if names is Names.pairs:
        from zellig.pairs import reading

        return reading.files_named(value)
    if names is Names.system:
        from zellig import systems

        return systems.files_named(value)
    if names is Names.team:
        from zellig.buzzers import program

        return program.files_named(value.partition("=")[2])
    if names is Names.baseline:
        from zellig.games.breaking.gate import answers

        return answers.files_named(value)
    if names is Names.breaker:
        from zellig.breakers import loading as breakers

        return breakers.files_named(value)
    if names is Names.game:
        from zellig.games.arena.rules import read_rules

        return [Path(value), *read_rules(Path(value)).files_named]
    if names is Names.tournament:
        from zellig.games.tournament.plan import read_plan

        return [Path(value), *read_plan(Path(value)).files_named]
    if names is Names.grid:
        from zellig.games.arena.grid import read_grid

        games = read_grid(Path(value)).values()
        return [Path(value), *chain.from_iterable(rules.files_named for rules in games)]
    if names is Names.season:
        from zellig import corpora
        from zellig.games.arena.season.reading import read_season

        season, entrants = read_season(Path(value))
        named = chain.from_iterable(entrant.seating.files_named for entrant in entrants)
        return [Path(value), *corpora.files_named(season.corpus), *named]
    return []
