"""A game in a run directory: rules, transcript, scores; a killed game goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import msgspec

from zellig import __version__
from zellig.checks.left_out import tell_rejected
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.corpora import corpus_hash, open_corpus
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import indented, opened, sha256_of, write_json
from zellig.games.arena.figures import Figures
from zellig.games.arena.game import Game, Progress, Seats
from zellig.games.arena.rounds import pair_of
from zellig.games.arena.rules import Rules
from zellig.games.arena.scores import scores_of
from zellig.games.arena.transcript import FILE, VERSION, Head, Transcript, read_head, rounds_of
from zellig.items import Pair, write_records
from zellig.notices import warn
from zellig.own_objects import HERE, called
from zellig.performers import Role
from zellig.seats.loading import load_performer
from zellig.seats.seat import Here, Missed, Seat
from zellig.seats.seating import take_seat
from zellig.store.run import Run
from zellig.store.versions import resource_versions
from zellig.systems.replies import FILE as REPLIES
from zellig.systems.replies import kept_in
from zellig.tasks.is_fake import IS_FAKE

SCORES = "scores.json"


def play(rules: Rules, folder: Path, progress: Progress = lambda done, total: None) -> Figures:
    """Play a game in a folder, or what is left of it, and score it."""
    run = run_of(rules, folder)  # a corpus that is wrong is told before anybody is loaded
    with seated(rules) as seats:
        _tell_not_asked(rules, run)
        return play_seated(rules, run, seats, spare_curator(rules.corpus), progress)


def play_seated(rules: Rules, run: Run, seats: Seats, spare: Seat, progress: Progress) -> Figures:
    """Play a game, or what is left of it, with everybody in their seats already, and score it."""
    run.begin()  # not before everybody is there: a name that is wrong leaves nothing behind
    players = {role: seat.player for role, seat in seats.items()}
    head = Head("arena", VERSION, rules.game, rules, players)
    transcript = Transcript(run / FILE, head)
    try:
        with run.timed("game"), kept_in(run / REPLIES) as replies:
            Game(rules, seats, transcript, spare, partial(_note, run)).play(progress)
    finally:
        transcript.close()
    if costs := replies.costs():
        run.log({"models": costs})
    figures = scored(run / FILE)
    write_json(run / SCORES, figures)
    return figures


def spare_curator(corpus: str) -> Seat:
    """Who picks the texts that a curator fails to give."""
    return Here(load_performer("curator", "uniform", {}, corpus))


def _tell_not_asked(rules: Rules, run: Run) -> None:
    """An object in hand may be another one now, which its name does not show."""
    here = [called(seat.name) for seat in rules.seats.values() if seat.name.startswith(HERE)]
    if here and run.has(SCORES):
        was = "was" if len(here) == 1 else "were"
        warn(
            f"{' and '.join(here)} {was} not asked again: this game was complete already; if anything was "
            f"changed, choose another {option('out')}"
        )


def run_of(rules: Rules, folder: Path) -> Run:
    """The folder of a game; refuses one whose game had other rules, texts, or code of performers."""
    named = {role: filter(os.path.exists, seat.files_named) for role, seat in rules.seats.items()}
    plan = {
        "zellig": __version__,
        "corpus_hash": corpus_hash(open_corpus(rules.corpus)),
        "files": {role: [sha256_of(path) for path in paths] for role, paths in named.items()},
        "resources": resource_versions(),
        "arena": msgspec.to_builtins(rules),
    }
    return Run(folder, plan)


def _note(run: Run, role: Role, missed: Missed) -> None:
    run.log({"missing": role, "why": missed.why, "details": missed.details})


def scored(transcript: Path, *, whole: bool = True) -> Figures:
    """The figures of a transcript; refuses one that does not follow its own rules, or is not `whole`."""
    rules = read_head(transcript).rules
    scores = scores_of(rules, rounds_of(transcript))
    if scores.played > rules.total:
        raise ZelligError(
            f"there are {scores.played} rounds, and by the rules {rules.total}",
            path=transcript,
            line=rules.total + 2,
            remedy="The transcript was changed: play the game again.",
        )
    if whole and scores.played < rules.total:
        raise ZelligError(
            f"only {scores.played} of {rules.total} rounds were played",
            path=transcript,
            remedy="Play the same game again, and the others are played.",
        )
    return scores.figures()


def replay(folder: Path) -> Figures:
    """Recompute every number from the transcript; refuses scores that differ."""
    figures = scored(folder / FILE)
    expected = indented(figures).encode()
    with opened(folder / SCORES) as file:
        kept = file.read(len(expected) + 1)
    if kept != expected:
        raise ZelligError(
            "these are not the scores of the transcript beside it",
            path=folder / SCORES,
            remedy="The transcript counts: delete this file and run the game again.",
        )
    return figures


def export(folder: Path, out: Path) -> int:
    """Write the pairs of a game, real text and fake, as a file of pairs; gives how many there are.

    What the check of pairs rejects is left out, and said: where a text was played twice, a breaker may have
    made the same fake of it again.
    """
    head = read_head(folder / FILE)
    guards, author = head.rules.guards, head.players["breaker"].spec.name
    made = (pair_of(played, guards, author) for played in rounds_of(folder / FILE))
    report = check(enumerate(filter(None, made), 1), IS_FAKE, default_policy())
    tell_rejected(report.rejections)
    return write_records(out, Pair, report.accepted, IS_FAKE.name)


@contextmanager
def seated(rules: Rules) -> Iterator[Seats]:
    """Everybody in their seats; they are let go at the end, however it comes."""
    with ExitStack() as stack:
        seats: dict[Role, Seat] = {}
        for role, seating in rules.seats.items():
            seats[role] = take_seat(role, seating, rules.corpus)
            stack.callback(seats[role].close)
            stack.callback(seats[role].leave)
        yield seats
