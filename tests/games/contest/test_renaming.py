"""Contests by other names: nothing but names and their order changes."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from helpers import sentiment_pair
from zellig.games.contest import Contest, Entry, score_contest
from zellig.games.contest.contest import Confidences
from zellig.games.contest.renaming import renamed
from zellig.measures.outcomes import Answers
from zellig.report.browser import browser_of
from zellig.report.cards import Deck
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


def test_other_names_change_no_outcome(contest: Contest) -> None:
    before, after = contest.outcomes, renamed(contest, NAMES).outcomes
    assert after.systems == ("Forks", "Ladles")
    assert before.systems == ("Team 3", "Team 4")
    rows = [*range(7, 11), *range(7)]  # Knives come before Spoons
    assert np.array_equal(after.gold, before.gold[:, rows])
    assert np.array_equal(after.original, before.original[rows])
    for name in ("answers", "right", "credit", "unparsed", "expected", "as_expected"):
        assert np.array_equal(getattr(after, name), getattr(before, name)[[1, 0]][..., rows]), name
    scores, again = score_contest(contest), score_contest(renamed(contest, NAMES))
    assert again.systems["Ladles"] == named(scores, NAMES).systems["Ladles"]


def test_who_has_no_other_name_keeps_the_one_it_has(contest: Contest) -> None:
    found = renamed(contest, {"Team 2": "A team", "Team 4": "Z"})
    assert (found.names, found.systems) == (["A team", "Team 1"], ["Team 3", "Z"])
    assert found.answers["Z"]["A team"] == contest.answers["Team 4"]["Team 2"]
    assert renamed(contest, {}) == contest


def test_all_that_belongs_to_a_team_goes_with_its_name(contest: Contest) -> None:
    first, second = contest.entries
    asked = replace(first, victim="Team 3", faults={first.pairs[0].id: ["too long"]})
    sure = Confidences([0.5] * 7, [0.75] * 7)
    given = contest.answers["Team 3"]["Team 1"]
    found = renamed(
        Contest(
            contest.task,
            [asked, second],
            {"Team 3": {asked.name: given, second.name: contest.answers["Team 3"]["Team 2"]}},
            confidences={"Team 3": {asked.name: sure, second.name: sure}},
            warnings=("one",),
        ),
        NAMES,
    )
    assert found.names == ["Knives", "Spoons on Ladles"]
    assert found.answers["Ladles"]["Spoons on Ladles"] is given
    assert found.confidences["Ladles"]["Spoons on Ladles"] is sure
    assert (found.entries[1].faults, found.warnings) == (asked.faults, ("one",))


def test_the_browser_by_other_names_is_that_of_the_contest_by_other_names(contest: Contest) -> None:
    assert browser_of(Deck(contest)).renamed(NAMES) == browser_of(Deck(renamed(contest, NAMES)))
    assert browser_of(Deck(contest)).renamed({}) == browser_of(Deck(contest))
