"""A match that is over, as it is shown: what the sheet adds up to is the score."""

from __future__ import annotations

from match_night import Table, new_match
from zellig.games.match.playing import protest, rule
from zellig.games.match.rules import Rules
from zellig.games.match.seeing import all_ended
from zellig.server.views.played import pieces, players_of, score_sheet


def _played() -> Table:
    """A neg and a right answer with a bonus, a tossup that nobody answers, one that is ruled right, one for
    the program."""
    table = Table(new_match(Rules("own", tossups=4, power=15), bonuses=1))
    table.ask().wait(1500).buzz("bea").wait(10).say("bea", "spoon")
    table.wait(1500).buzz("ann").wait(10).say("ann", "kettle")
    table.say("ann", "one").say("art", "no").say("art", "three")
    table.until(2).until(3).wait(1000).buzz("art").wait(10).say("art", "sleet")
    table.until(4).wait(2000).buzz("bot").wait(10).say("bot", "bee")
    table.match = table.match.with_events(
        protest(table.match, "p", "art", 3, "art", "It was cold and white.", table.now)
    )
    events = rule(table.match, "Olga", 3, "art", "right", "It was.", table.now, "p")
    table.match = table.match.with_events(events)
    assert table.match.now.stage == "over"
    return table


def test_the_sheet_adds_up_to_the_score() -> None:
    match = _played().match
    lines = score_sheet(match)
    assert [each.number for each in lines] == [1, 2, 3, 4]
    assert lines[-1].total == match.score.teams == {"a": 15 + 20 + 10, "b": -5 + 10}
    assert lines[0].tossup == {"bea": -5, "ann": 15}
    assert lines[0].bonus == {"a": 20, "b": 0}
    assert lines[1].tossup == {}
    assert lines[2].tossup == {"art": 10}


def test_players_have_what_counts_after_rulings() -> None:
    found = {each.id: each for each in players_of(_played().match)}
    assert [(each.right, each.wrong, each.points, each.heard) for each in found.values()] == [
        (1, 0, 15, 4),
        (1, 0, 10, 4),
        (0, 1, -5, 4),
        (1, 0, 10, 4),
    ]
    assert found["bea"].words is None
    assert found["bot"].kind == "program"


def test_a_text_is_cut_where_somebody_buzzed_and_nothing_is_lost() -> None:
    ends = all_ended(_played().match)
    assert [each.number for each in ends] == [1, 2, 3, 4]
    for end in ends:
        found = list(pieces(end))
        assert "".join(each.text for each in found) == end.text
        assert [said for each in found for said in each.answers] == list(end.answers)
        for at, each in enumerate(found[:-1], start=1):
            heard = len(" ".join(one.text for one in found[:at]).split())
            assert {said.words for said in each.answers} == {heard}
