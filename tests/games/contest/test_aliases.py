"""Aliases: one for each team and round, that tells nothing about another."""

from __future__ import annotations

from contest_night import START
from zellig.games.contest import events
from zellig.games.contest.aliases import aliases
from zellig.games.contest.events import Happened
from zellig.games.contest.standing import Standing, stand


def _founded(teams: int, drawn: bool = True) -> Standing:
    return stand(
        Happened(
            number,
            START,
            "o1",
            events.TeamFounded(f"t{number}", f"Birds {number}", f"Team {number}", number if drawn else None),
        )
        for number in range(1, teams + 1)
    )


def test_every_round_has_aliases_of_its_own() -> None:
    standing = _founded(12)
    rounds = [aliases(standing, number) for number in (1, 2, 3)]
    assert rounds[0] == {f"t{number}": f"Team {number}" for number in range(1, 13)}
    for found in rounds:
        assert len(set(found.values())) == 12
    order = [sorted(found, key=found.__getitem__) for found in rounds]
    assert order[1] != order[0] != order[2] != order[1]
    assert not set(rounds[0].values()) & (set(rounds[1].values()) | set(rounds[2].values()))


def test_a_further_team_changes_no_alias_and_very_many_have_room() -> None:
    few, many = aliases(_founded(30), 2), aliases(_founded(1500), 2)
    assert {team: many[team] for team in few} == few
    assert len(set(many.values())) == 1500


def test_teams_that_were_founded_before_keep_the_aliases_that_their_scores_have() -> None:
    standing = _founded(3, drawn=False)
    assert aliases(standing, 2) == aliases(standing, 1)
