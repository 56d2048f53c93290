"""Matches: who may do what when, what happens by itself, and what it is worth."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from match_night import Table, new_match
from zellig.errors import ZelligError
from zellig.games.match.events import (
    Ended,
    Finished,
    Given,
    HalfOver,
    Overtime,
    PartAsked,
    Paused,
    RaceWon,
    ReadOn,
    WentOn,
)
from zellig.games.match.playing import Match, due, go_on, pause, protest, rule, skip, taken_up
from zellig.games.match.reading import words_of_item
from zellig.games.match.replaying import replayed
from zellig.games.match.rules import Bonus, Rules, rule_set
from zellig.games.match.setting import check_setting
from zellig.games.match.standing import heard
from zellig.items import Item

LONG = 60_000  # longer than any question here with all its times
OWN = Rules("own", tossups=4, power=15)


def _asked(rules: Rules = OWN, **more: object) -> Table:
    return Table(new_match(rules, **more)).ask()  # type: ignore[arg-type]


def _names(match: Match) -> list[str]:
    return [type(each).__name__ for each in match.events]


def test_a_right_answer_before_the_mark_is_a_power_and_afterwards_it_is_not() -> None:
    early = _asked().wait(1500).buzz("ann").wait(0).say("ann", "kettle")
    assert early.points == {"a": 15, "b": 0}
    words = words_of_item(early.match.setting.tossups[0], OWN.words_a_minute)
    late = _asked().wait(words.due[words.power] + 1).buzz("ann").wait(0).say("ann", "the tea kettle")
    assert late.points == {"a": 10, "b": 0}
    assert isinstance(late.match.events[-1], Finished)


def test_nothing_happens_before_what_has_happened_though_a_line_that_was_waited_for_is_gone() -> None:
    table = _asked().wait(1500).buzz("ann").wait(300).say("ann", "no idea")
    table.lines = {"bea": 300}
    over = due(table.match, {})
    assert over is not None
    table.wait(over + 200 - table.now)  # it is waited for
    events = protest(table.match, "p", "ann", 1, "ann", "It was right.", table.now)
    table.match = table.match.with_events(events)
    table.lines = {}
    table.wait(1)
    moments = [event.at for event in table.match.events]
    assert moments == sorted(moments)
    assert replayed(table.match.setting, table.match.events) == table.match


def test_a_ruling_is_about_the_answer_that_was_protested() -> None:
    table = _asked().wait(1500).buzz("ann").wait(300).say("ann", "no idea").wait(300)
    table.buzz("bea").wait(300).say("bea", "kettle")
    table.match = table.match.with_events(
        protest(table.match, "p", "ann", 1, "ann", "It was right.", table.now)
    )
    with pytest.raises(ZelligError, match="that protest is about Ann's answer to tossup 1"):
        rule(table.match, "mo", 1, "bea", "wrong", "No.", table.now, "p")
    assert rule(table.match, "mo", 1, "ann", "right", "Yes.", table.now, "p")


def test_without_power_in_the_rules_its_mark_means_nothing() -> None:
    assert _asked(rule_set("acf")).wait(1500).buzz("ann").wait(0).say("ann", "kettle").points["a"] == 10


def test_only_the_first_wrong_answer_before_the_end_costs_points() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "spoon")
    assert isinstance(table.match.events[-1], ReadOn)
    table.wait(500).buzz("bea").wait(0).say("bea", "fork")
    assert table.points == {"a": -5, "b": 0}
    assert isinstance(table.match.events[-1], Finished)  # all teams are out


def test_a_wrong_answer_after_the_last_word_costs_nothing() -> None:
    table = _asked()
    words = words_of_item(table.match.setting.tossups[0], OWN.words_a_minute)
    table.wait(words.due[-1] + 100).buzz("ann").wait(0).say("ann", "spoon")
    assert table.points == {"a": 0, "b": 0}


def test_the_reading_goes_on_with_the_word_at_which_it_was_stopped() -> None:
    table = _asked().wait(2000).buzz("ann").wait(0)
    stopped = heard(table.match.setting, table.match.now, table.now)
    table.wait(3000).say("ann", "spoon")
    assert heard(table.match.setting, table.match.now, table.now) == stopped + 1
    assert heard(table.match.setting, table.match.now, table.now + LONG) == len(
        words_of_item(table.match.setting.tossups[0], OWN.words_a_minute)
    )


def test_a_team_that_was_wrong_is_locked_out() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "spoon").wait(100)
    with pytest.raises(ZelligError, match="your team has had its turn on this tossup"):
        table.buzz("art")


def test_nobody_answers_who_has_not_buzzed_and_nobody_buzzes_at_nothing() -> None:
    table = Table(new_match())
    with pytest.raises(ZelligError, match="no tossup has been read yet"):
        table.buzz("ann")
    table.ask().wait(1000)
    with pytest.raises(ZelligError, match="you have not buzzed"):
        table.say("ann", "kettle")
    table.buzz("ann").wait(0)
    with pytest.raises(ZelligError, match="Ann answers"):
        table.say("bea", "kettle")
    with pytest.raises(ZelligError, match="no player of this match"):
        table.say("eve", "kettle")
    with pytest.raises(ZelligError, match="at most 500 characters"):
        table.say("ann", "k" * 501)


def test_a_prompt_gives_more_time_and_says_what_is_asked() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "pot")
    said = table.match.events[-1]
    assert isinstance(said, Given)
    assert (said.outcome, said.ask) == ("prompt", "what is it for?")
    assert due(table.match, {}) == table.now + 8000
    assert table.say("ann", "kettle").points == {"a": 15, "b": 0}


def test_prompts_come_to_an_end() -> None:
    table = _asked(Rules("own", tossups=4, prompts=1)).wait(1500).buzz("ann").wait(0).say("ann", "pot")
    table.say("ann", "pot")
    assert isinstance(table.match.events[-1], ReadOn)
    assert table.points["a"] == -5


def test_who_does_not_answer_in_time_is_wrong() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).wait(7999)
    assert _names(table.match)[-1] == "RaceWon"
    table.wait(1)
    assert table.points == {"a": -5, "b": 0}
    assert _names(table.match)[-1] == "ReadOn"


def test_a_question_that_nobody_knows_ends_and_the_next_one_is_read() -> None:
    table = _asked()
    words = words_of_item(table.match.setting.tossups[0], OWN.words_a_minute)
    table.wait(words.due[-1] + 4999)
    assert table.match.now.stage == "reading"
    table.wait(1)
    assert _names(table.match) == ["TossupAsked", "Finished"]
    assert _names(table.wait(4000).match) == ["TossupAsked", "Finished", "TossupAsked"]


def test_a_moderator_says_when_to_go_on() -> None:
    table = _asked(moderator=True).wait(LONG).wait(LONG)
    assert _names(table.match) == ["TossupAsked", "Finished"]
    table.ask()
    assert table.match.now.number == 2


def test_a_match_that_is_not_tied_ends_after_its_last_tossup() -> None:
    table = (
        _asked(Rules("own", tossups=2))
        .wait(1500)
        .buzz("ann")
        .wait(0)
        .say("ann", "kettle")
        .wait(4000)
        .wait(LONG)
    )
    assert isinstance(table.match.events[-1], Ended)
    with pytest.raises(ZelligError, match="the match is over"):
        table.ask()


def test_a_tie_is_followed_by_sudden_death_without_bonuses() -> None:
    table = _asked(Rules("own", tossups=1), bonuses=4).until(2)
    assert isinstance(table.match.events[-2], Overtime)
    table.wait(1000).buzz("bea").wait(0).say("bea", "river")
    assert _names(table.match)[-3:] == ["Given", "Finished", "Ended"]
    assert table.points == {"a": 0, "b": 10}


def test_overtime_may_have_a_number_of_tossups() -> None:
    table = _asked(Rules("own", tossups=1, overtime=2)).until(2)
    table.wait(1000).buzz("bea").wait(0).say("bea", "river")
    assert table.match.now.stage == "waiting"
    table.wait(LONG)
    assert isinstance(table.match.events[-1], Ended)
    assert table.match.now.number == 3


def test_a_tie_stays_one_when_there_are_no_more_questions() -> None:
    table = _asked().wait(LONG).wait(LONG).wait(LONG).wait(LONG).wait(LONG)
    assert isinstance(table.match.events[-1], Ended)
    assert table.match.score.tied


def test_a_bonus_is_for_the_team_that_was_right() -> None:
    table = _asked(bonuses=2).wait(1500).buzz("ann").wait(0).say("ann", "kettle")
    assert isinstance(table.match.events[-1], PartAsked)
    with pytest.raises(ZelligError, match="the bonus is for Anchors"):
        table.say("bea", "one")
    table.say("art", "one").wait(8000).say("ann", "three")
    assert table.points == {"a": 35, "b": 0}
    assert [part.outcome for part in table.match.score.tossups[0].parts] == ["right", "wrong", "right"]
    assert isinstance(table.match.events[-1], Finished)


def test_parts_bounce_back_where_the_rules_say_so() -> None:
    rules = Rules("own", tossups=4, bonus=Bonus(bounces_back=True))
    table = _asked(rules, bonuses=1).wait(1500).buzz("ann").wait(0).say("ann", "kettle")
    table.say("ann", "none").say("bot", "one").say("ann", "two").say("ann", "?").say("bea", "?")
    assert table.points == {"a": 20, "b": 10}
    assert table.match.now.stage == "waiting"


def test_a_pause_stops_the_reading_and_every_clock() -> None:
    table = _asked().wait(2000)
    before = heard(table.match.setting, table.match.now, table.now)
    table.match = table.match.with_events(pause(table.match, table.now, "the door bell"))
    table.wait(LONG)
    assert heard(table.match.setting, table.match.now, table.now) == before
    with pytest.raises(ZelligError, match="the match is paused"):
        table.buzz("ann")
    table.match = table.match.with_events(go_on(table.match, table.now))
    assert heard(table.match.setting, table.match.now, table.now) == before + 1
    table.buzz("ann").wait(0)
    with pytest.raises(ZelligError, match="Ann answers: there is nothing to pause now"):
        pause(table.match, table.now)


def test_a_pause_after_the_last_word_does_not_begin_the_time_to_buzz_anew() -> None:
    table = _asked()
    over = due(table.match, {})
    assert over is not None
    table.wait(over - 1000 - table.now)
    for rest in (LONG, 5000):
        table.match = table.match.with_events(pause(table.match, table.now))
        table.wait(rest)
        table.match = table.match.with_events(go_on(table.match, table.now))
        assert due(table.match, {}) == table.now + 1000
    table.match = table.match.with_events(taken_up(table.match, table.now, table.now + LONG))
    table.now += LONG
    assert table.wait(999).match.now.stage == "reading"
    assert table.wait(1).match.now.stage == "waiting"


@pytest.mark.parametrize("late", range(-40, 60, 5))
@pytest.mark.parametrize("allowance", [0, 30])
def test_a_buzz_that_comes_with_a_wrong_answer_leaves_nobody_waiting(late: int, allowance: int) -> None:
    """Whichever is received first: the tossup is over within the time to buzz and the time to answer."""
    table = _asked()
    table.lines = {"bot": allowance}
    table.wait(1500).buzz("ann").wait(100)
    if late < 0:
        with pytest.raises(ZelligError, match="Ann answers"):
            table.buzz("bot")
        table.wait(-late).say("ann", "spoon")
    else:
        table.say("ann", "spoon").wait(late).buzz("bot")
    said = table.now
    while table.match.now.stage != "waiting":
        ends = due(table.match, table.lines)
        assert ends is not None
        table.wait(max(0, ends - table.now))
    words = words_of_item(table.match.setting.tossups[0], OWN.words_a_minute)
    most = words.due[-1] + 1000 * (OWN.seconds_to_buzz + OWN.seconds_to_answer) + 2 * allowance
    assert table.now - said <= most


def test_a_server_that_was_away_goes_on_where_it_was_seen_last() -> None:
    table = _asked().wait(2000)
    read = heard(table.match.setting, table.match.now, table.now)
    table.match = table.match.with_events(taken_up(table.match, table.now, table.now + LONG))
    table.now += LONG
    assert [type(each) for each in table.match.events[-2:]] == [Paused, WentOn]
    assert heard(table.match.setting, table.match.now, table.now) == read + 1
    table.buzz("ann").wait(0).wait(3000)
    left = (due(table.match, {}) or 0) - table.now
    table.match = table.match.with_events(taken_up(table.match, table.now, table.now + LONG))
    assert (due(table.match, {}) or 0) - table.now - LONG == left == 5000


def test_a_race_that_a_server_left_open_is_decided_by_what_was_received() -> None:
    table = Table(new_match(), {"bea": 200}).ask().wait(2000).buzz("ann")
    words = heard(table.match.setting, table.match.now, table.now)
    table.match = table.match.with_events(taken_up(table.match, table.now, table.now + LONG))
    table.wait(LONG)
    won = next(each for each in table.match.events if isinstance(each, RaceWon))
    assert (won.player, won.words) == ("ann", words)
    assert won.at == table.match.events[-2].at  # when the server was back: the time to answer begins
    assert table.match.now.stage == "answering"


def test_a_skipped_question_counts_for_nothing() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "spoon").wait(100)
    table.match = table.match.with_events(skip(table.match, table.now, "misread"))
    assert table.points == {"a": 0, "b": 0}
    assert not table.match.score.tossups[0].counts


def test_halves_end_by_the_clock_and_the_last_question_is_played_to_its_end() -> None:
    table = (
        _asked(Rules("own", tossups=4, minutes_of_a_half=0.2))
        .wait(5000)
        .buzz("ann")
        .wait(0)
        .say("ann", "kettle")
    )
    assert table.match.now.half == 1
    table.wait(LONG)
    assert [type(each) for each in table.match.events[-2:]] != [HalfOver, HalfOver]
    assert sum(isinstance(each, HalfOver) for each in table.match.events) == 1
    assert isinstance(table.wait(LONG).wait(LONG).match.events[-1], Ended)


def test_an_upheld_protest_takes_back_what_came_after_the_wrong_verdict() -> None:
    table = _asked(bonuses=2).wait(1500).buzz("ann").wait(0).say("ann", "samovar").wait(500)
    table.buzz("bea").wait(0).say("bea", "kettle").say("bea", "one")
    assert table.points == {"a": -5, "b": 25}
    table.match = table.match.with_events(
        protest(table.match, "p1", "art", 1, "ann", "A samovar boils water, too.", table.now)
    )
    assert table.points == {"a": -5, "b": 25}
    table.match = table.match.with_events(
        rule(table.match, "mod", 1, "ann", "right", "It does.", table.now, "p1")
    )
    assert table.points == {"a": 15, "b": 0}
    first = table.match.score.tossups[0].answers[0]
    assert (first.judged, first.outcome) == ("wrong", "right")


def test_nothing_is_ruled_about_a_tossup_that_others_still_may_answer() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "samovar")
    with pytest.raises(ZelligError, match="still being played"):
        rule(table.match, "mod", 1, "ann", "right", "It boils water.", table.now)
    table.wait(LONG)
    table.match = table.match.with_events(rule(table.match, "mod", 1, "ann", "right", "So it is.", table.now))
    assert table.points["a"] == 15


def test_a_protest_needs_an_answer_and_a_reason() -> None:
    table = _asked().wait(1500).buzz("ann").wait(0).say("ann", "samovar")
    with pytest.raises(ZelligError, match="gave no answer"):
        protest(table.match, "p1", "bea", 1, "bea", "Why not?", table.now)
    with pytest.raises(ZelligError, match="needs a reason"):
        protest(table.match, "p1", "ann", 1, "ann", " ", table.now)
    with pytest.raises(ZelligError, match="no such protest"):
        rule(table.match, "mod", 1, "ann", "right", "Yes.", table.now, "p9")
    table.wait(500)
    table.match = table.match.with_events(skip(table.match, table.now, "It was read before."))
    with pytest.raises(ZelligError, match="tossup 1 was skipped, and nothing of it counts"):
        protest(table.match, "p1", "ann", 1, "ann", "It boils water.", table.now)


@pytest.mark.parametrize(
    ("item", "what"),
    [(Item("q", {"text": " "}, ("tea",)), "has no text"), (Item("q", {"text": "Name it."}), "has no answer")],
)
def test_a_question_that_cannot_be_played_is_refused(item: Item, what: str) -> None:
    setting = new_match().setting
    check_setting(setting)
    with pytest.raises(ZelligError, match=f"'q' {what}"):
        check_setting(replace(setting, tossups=(*setting.tossups, item)))


@pytest.mark.parametrize("name", ["acf", "naqt", "pace"])
def test_the_rule_sets_are_read(name: str) -> None:
    assert rule_set(name).name == name.upper()


def test_rules_that_nobody_knows_are_refused() -> None:
    with pytest.raises(ZelligError, match="acf, naqt, pace"):
        rule_set("chess")
