"""What is out of order is refused, and why is true at that moment."""

from __future__ import annotations

import pytest

from match_night import Table, new_match
from zellig.games.match.playing import pause, skip
from zellig.games.match.refusals import no_answer, no_buzz, no_pause, no_skip, other_question
from zellig.games.match.rules import Rules

LONG = 60_000
HAD_ITS_TURN = "your team has had its turn on this tossup"


def _read() -> Table:
    return Table(new_match(Rules("own", tossups=4), bonuses=1)).ask().wait(1500)


def _raced() -> Table:
    """Ann has buzzed, and somebody whose line is slow may have done so before."""
    table = Table(new_match(Rules("own", tossups=4)), {"bea": 300}).ask().wait(1500)
    return table.buzz("ann")


def _answers() -> Table:
    return _read().buzz("ann").wait(0)


def _bonus() -> Table:
    return _answers().say("ann", "kettle")


def _paused() -> Table:
    table = _read()
    table.match = table.match.with_events(pause(table.match, table.now))
    return table


CASES = {
    "before": (Table(new_match()), "no tossup has been read yet", "no tossup has been read yet"),
    "read": (_read(), "", "you have not buzzed"),
    "raced": (_raced(), "you have buzzed already", "it is not decided yet who was first"),
    "answers": (_answers(), "it is your turn already", ""),
    "wrong": (
        _answers().say("ann", "spoon").wait(50),
        HAD_ITS_TURN,
        HAD_ITS_TURN,
    ),
    "too late": (_answers().wait(9000), HAD_ITS_TURN, HAD_ITS_TURN),
    "bonus": (_bonus(), "tossup 1 is over, and its bonus is played", ""),
    "bonus over": (_bonus().wait(24_000), "tossup 1 is over", "tossup 1 is over"),
    "paused": (_paused(), "the match is paused", "the match is paused"),
    "over": (_read().until(4).wait(LONG), "the match is over", "the match is over"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_player_is_told_why_neither_buzz_nor_answer_counts(name: str) -> None:
    table, buzz, answer = CASES[name]
    given = table.match.setting, table.match.now, "ann"
    for found, wanted in ((no_buzz(*given), buzz), (no_answer(*given), answer)):
        assert found.startswith(wanted)
        assert bool(found) == bool(wanted)


def test_the_others_are_told_whose_turn_it_is() -> None:
    answers, raced, bonus = _answers().match, _raced().match, _bonus().match
    assert no_buzz(answers.setting, answers.now, "bea") == "Ann answers"
    assert no_answer(answers.setting, answers.now, "bea") == "Ann answers"
    assert no_buzz(raced.setting, raced.now, "bea") == ""
    assert no_answer(raced.setting, raced.now, "bea") == "you have not buzzed"
    assert no_answer(bonus.setting, bonus.now, "bea") == "the bonus is for Anchors"
    assert no_answer(bonus.setting, bonus.now, "art") == ""


def test_what_is_meant_for_another_question_is_told_of_that_question() -> None:
    read, bonus, after = _read().match.now, _bonus().match.now, _bonus().wait(24_000).match.now
    assert other_question(read, 1) == ""
    assert other_question(read, 3) == "tossup 3 has not been read yet"
    assert other_question(_read().until(2).match.now, 1) == "tossup 1 is over"
    assert other_question(read, 1, 2) == "no part of a bonus is asked now: tossup 1 is played"
    assert other_question(bonus, 1, 1) == ""
    assert other_question(bonus, 1) == "tossup 1 is over, and its bonus is played"
    assert other_question(bonus, 1, 2) == "part 2 of the bonus has not been asked yet"
    assert other_question(_bonus().say("ann", "one").match.now, 1, 1) == "part 1 of the bonus is over"
    assert other_question(after, 1, 3) == "no part of a bonus is asked now: tossup 1 is over"


def test_pauses_and_skips_have_their_reasons() -> None:
    for table, no_pausing, no_skipping in (
        (CASES["before"][0], "no tossup has been read yet: ", "no tossup has been read yet: "),
        (_read(), "", ""),
        (_raced(), "somebody has buzzed: ", "somebody has buzzed: "),
        (_answers(), "Ann answers: ", "Ann answers: "),
        (_bonus(), "tossup 1 is over, and its bonus is played: ", "tossup 1 is over, and "),
        (_bonus().wait(24_000), "", "tossup 1 is over: a tossup can be skipped while it is read"),
        (_paused(), "the match is paused already", "the match is paused: go on first"),
        (CASES["over"][0], "the match is over: ", "the match is over: "),
    ):
        setting, now = table.match.setting, table.match.now
        for found, wanted in ((no_pause(setting, now), no_pausing), (no_skip(setting, now), no_skipping)):
            assert found.startswith(wanted)
            assert bool(found) == bool(wanted)
    table = _read()
    assert skip(table.match, table.now, "It was read before.")
