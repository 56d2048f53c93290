"""A game that is played by a worker: in its folder, or elsewhere, from where its files come back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from zellig.engine import Engine
from zellig.errors import ZelligError
from zellig.files import opened, write_json, write_whole
from zellig.games.arena.figures import Figures
from zellig.games.arena.play import SCORES, play, run_of, scored
from zellig.games.arena.rules import Rules
from zellig.games.arena.transcript import FILE
from zellig.store.run import LOG

Files = dict[str, bytes]  # by name: the transcript, and the log


class Sent(NamedTuple):
    """A game as a worker is given it."""

    rules: Rules
    plan: str  # what its run is there, and must be here
    folder: Path | None  # None: the worker may not see it
    begun: Files


def play_by(engine: Engine, games: Iterable[tuple[Rules, Path]]) -> Iterator[Figures]:
    """Have games played, or what is left of them, each in its folder, and score them in order."""
    asked = list(games)
    if any(rules.has_person for rules, _ in asked):
        raise ZelligError(
            "somebody at this terminal plays in this process only", remedy="Leave workers and engine out."
        )
    sent = [_sent(engine, *game) for game in asked]
    engine.try_out(prove_games, sent)
    with closing(engine.in_order(play_sent, sent)) as played:
        for (rules, folder), files in zip(asked, played, strict=True):
            if files:
                run = run_of(rules, folder).begin()
                _write(run.folder, files)
                write_json(run / SCORES, scored(run / FILE))
            yield scored(folder / FILE)


def prove_games(games: list[Sent]) -> None:
    """Refuse to be a worker that would play with other texts or other performers."""
    for game in games:
        _refuse_other(game)


def play_sent(game: Sent) -> Files:
    """Play it in its folder, or in one that passes; gives the files that are not there yet."""
    _refuse_other(game)
    if game.folder is not None:
        play(game.rules, game.folder)
        return {}
    with tempfile.TemporaryDirectory(prefix="zellig-") as place:
        folder = Path(place) / "game"
        run_of(game.rules, folder).begin()
        _write(folder, game.begun)
        play(game.rules, folder)
        return _files(folder)


def _sent(engine: Engine, rules: Rules, folder: Path) -> Sent:
    plan = run_of(rules, folder).stated
    return Sent(
        rules, plan, folder if engine.same_files else None, {} if engine.same_files else _files(folder)
    )


def _files(folder: Path) -> Files:
    found = {}
    for name in (FILE, LOG):
        if (folder / name).is_file():
            with opened(folder / name) as file:
                found[name] = file.read()
    return found


def _write(folder: Path, files: Files) -> None:
    for name, content in files.items():
        with write_whole(folder / name) as file:
            file.write(content)


def _refuse_other(game: Sent) -> None:
    with tempfile.TemporaryDirectory(prefix="zellig-") as place:
        if run_of(game.rules, Path(place) / "game").stated != game.plan:
            raise ZelligError(
                f"the texts of {game.rules.corpus}, or files of performers, are others there than here",
                remedy="Bring the same ones to both.",
            )
