"""A game in a run directory: rules, transcript, scores; a killed game goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from zellig import __version__
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.files import indented, opened, write_json
from zellig.games.arena.address import Address
from zellig.games.arena.game import Game, Progress, Seats
from zellig.games.arena.loading import GENERATOR, load_performer
from zellig.games.arena.own_process import WORKER, OwnProcess
from zellig.games.arena.rules import COMMAND, PERSON, WEB, Rules, Seating
from zellig.games.arena.scores import scores_of
from zellig.games.arena.seats import Here, Missed, Seat
from zellig.games.arena.transcript import FILE, VERSION, Head, Transcript, read_head, rounds_of
from zellig.games.arena.worker import Whom
from zellig.performers import Role
from zellig.processes import clean_environment
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.systems.command import split_command, variables
from zellig.systems.http import KEY

SCORES = "scores.json"


def play(rules: Rules, folder: Path, progress: Progress = lambda done, total: None) -> dict[str, Any]:
    """Play a game in a folder, or what is left of it, and score it."""
    open_corpus(rules.corpus)  # a name that is wrong is told before anybody is loaded
    made_with = {"zellig": __version__, "resources": resource_versions()}
    run = Run(folder, {**made_with, "arena": msgspec.to_builtins(rules)})
    with seated(rules) as seats:
        spare = Here(load_performer("curator", "uniform", {}, rules.corpus))
        run.begin()  # not before everybody is there: a name that is wrong leaves nothing behind
        players = {role: seat.player for role, seat in seats.items()}
        head = Head("arena", VERSION, rules.game, rules, players)
        transcript = Transcript(run / FILE, head)
        try:
            with run.timed("game"):
                Game(rules, seats, transcript, spare, partial(_note, run)).play(progress)
        finally:
            transcript.close()
    figures = scored(run / FILE)
    write_json(run / SCORES, figures)
    return figures


def _note(run: Run, role: Role, missed: Missed) -> None:
    run.log({"missing": role, "why": missed.why, "details": missed.details})


def scored(transcript: Path) -> dict[str, Any]:
    """The figures of a transcript; refuses one that does not follow its own rules."""
    rules = read_head(transcript).rules
    scores = scores_of(rules, rounds_of(transcript))
    if scores.played > rules.total:
        raise ZelligError(
            f"there are {scores.played} rounds, and by the rules {rules.total}",
            path=transcript,
            line=rules.total + 2,
            remedy="The transcript was changed: play the game again.",
        )
    if scores.played < rules.total:
        raise ZelligError(
            f"only {scores.played} of {rules.total} rounds were played",
            path=transcript,
            remedy="Run the same `zellig arena run` again to play the others.",
        )
    return scores.figures()


def replay(folder: Path) -> dict[str, Any]:
    """Recompute every number from the transcript; refuses scores that differ."""
    figures = scored(folder / FILE)
    expected = indented(figures).encode()
    with opened(folder / SCORES) as file:
        kept = file.read(len(expected) + 1)
    if kept != expected:
        raise ZelligError(
            "these are not the scores of the transcript beside it",
            path=folder / SCORES,
            remedy="Believe the transcript: delete this file and run the game again.",
        )
    return figures


@contextmanager
def seated(rules: Rules) -> Iterator[Seats]:
    """Everybody in their seats; they are let go at the end, however it comes."""
    with ExitStack() as stack:
        seats: dict[Role, Seat] = {}
        for role, seating in rules.seats.items():
            seat = seats[role] = _seat(role, seating, rules.corpus)
            stack.callback(seats[role].close)
            if isinstance(seat, Address):
                stack.callback(seat.leave)
        yield seats


def _seat(role: Role, seating: Seating, corpus: str) -> Seat:
    name = seating.name
    if name.startswith(WEB):
        return Address(role, name, seating.params, seating.resources)
    if name.startswith(COMMAND):
        if seating.params:
            raise ZelligError(
                f"{name!r} has no parameter {next(iter(seating.params))!r}",
                remedy="Write it into the command.",
            )
        options, words = split_command(name, ("env",))
        return OwnProcess(words, clean_environment(variables(options)), resources=seating.resources)
    if name == PERSON or not seating.isolated:  # a person sits at this terminal
        return Here(load_performer(role, name, seating.params, corpus), seating.resources)
    whom = Whom(role, name, dict(seating.params), corpus, seating.resources)
    return OwnProcess(WORKER, _environment(name), whom)


def _environment(name: str) -> dict[str, str]:
    """What our own worker is given: everything, since the user's own Python may need it, but not the token.

    With the token one can speak to performers at addresses; `generator` may have to, no other one of ours.
    """
    return {key: value for key, value in os.environ.items() if key != KEY or name == GENERATOR}
