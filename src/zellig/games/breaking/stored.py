"""Pairs read back: from the folder of a run, of a contest or of contrast sets, or from a file of pairs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from zellig.games.breaking.gate.finished import refuse_unfinished
from zellig.games.breaking.notes import notes_of, read_notes
from zellig.games.breaking.table import Faults
from zellig.games.contest.contest import Contest
from zellig.games.contest.folder import read_contest


class Stored(NamedTuple):
    """A contest, without systems if nobody has answered; no faults if nobody noted them."""

    contest: Contest
    faults: Faults | None


def read_stored(source: Path, task: str | None = None) -> Stored:
    """The pairs, with answers and notes where they lie beside them; refuses a run that is not finished."""
    contest = read_contest(source, task=task, unanswered=True)
    refuse_unfinished(source)  # after the pairs were read: a run that is over and has none has no scores
    notes = {name: source / notes_of(name) for name in contest.names}
    if not all(map(os.path.isfile, notes.values())):
        return Stored(contest, None)
    return Stored(contest, {name: read_notes(path).faults for name, path in notes.items()})
