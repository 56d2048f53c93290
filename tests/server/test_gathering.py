"""Contests as records: other names for the teams change no outcome."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers import sentiment_pair
from zellig.games.contest import Contest, Entry, score_contest
from zellig.measures.outcomes import Answers
from zellig.server.gathering import renamed
from zellig.server.scoring import named
from zellig.tasks import get_task

NAMES = {"Team 1": "Spoons", "Team 2": "Knives", "Team 3": "Ladles", "Team 4": "Forks"}


@pytest.fixture
def contest() -> Contest:
    chance = random.Random(5)
    entries = [
        Entry(author, [sentiment_pair(f"{author}{n}", phenomenon=f"p{n % 3}") for n in range(number)])
        for author, number in (("Team 1", 7), ("Team 2", 4))
    ]
    answers = {
        system: {
            entry.name: Answers(*([chance.choice(["+1", "-1"]) for _ in entry.pairs] for _ in range(2)))
            for entry in entries
        }
        for system in ("Team 3", "Team 4")
    }
    return Contest(get_task("sentiment"), entries, answers)


def test_what_has_been_judged_is_as_if_it_were_judged_again(contest: Contest) -> None:
    fresh = renamed(contest, NAMES).outcomes
    scores = score_contest(contest)
    kept = renamed(contest, NAMES)
    assert "outcomes" in vars(kept)
    assert kept.outcomes.systems == fresh.systems == ("Forks", "Ladles")
    for name in ("original", "answers", "gold", "right", "credit", "unparsed", "expected", "as_expected"):
        assert np.array_equal(getattr(kept.outcomes, name), getattr(fresh, name)), name
    again = score_contest(kept)
    assert again.systems["Ladles"] == named(scores, NAMES).systems["Ladles"]
