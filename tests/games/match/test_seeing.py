"""What is handed to who looks at a match: nothing that is to come, or that others keep to themselves."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_moves import NAMES, RULES, Move, lines, marked_setting, moves, played, word
from match_night import Table, new_match
from zellig.corpora.questions import POWER
from zellig.games.match.events import Event, Finished, Given, TossupAsked
from zellig.games.match.playing import Match, answer, pause, protest, rule, skip
from zellig.games.match.reading import words_of_item
from zellig.games.match.rules import Rules
from zellig.games.match.seeing import MODERATOR, SPECTATOR, Viewer, seen
from zellig.games.match.setting import Setting
from zellig.games.match.standing import heard
from zellig.items import Item

PLAYING = [Viewer("player", name) for name in NAMES]
TRANSCRIPT = msgspec.json.Decoder(tuple[Event, ...])


@dataclass
class _Known:
    """What may be known of a match at a moment."""

    finished: set[int]
    number: int
    words: int
    bonus: int  # that was begun last
    part: int  # of it that is asked; 0: it is over
    said: dict[str, set[str]]  # about the tossup that is played, by player


def _known(table: Table) -> _Known:
    now, number = table.match.now, 0
    finished: set[int] = set()
    said: dict[str, set[str]] = {name: set() for name in NAMES}
    for event in table.match.events:
        match event:
            case TossupAsked():
                number, said = event.number, {name: set() for name in NAMES}
            case Finished():
                finished.add(number)
            case Given():
                said[event.player].add(event.text)
    words = heard(table.match.setting, now, table.now) if now.number else 0
    return _Known(finished, now.number, words, now.bonuses, now.part, said)


def _refuse_hidden(raw: str, known: _Known, viewer: Viewer, setting: Setting) -> None:
    for number, item in enumerate(setting.tossups, start=1):
        if number in known.finished:
            continue
        assert item.id not in raw
        assert POWER not in raw
        read = known.words if number == known.number else 0
        length = len(words_of_item(item, 150))
        assert [word(number, place) in raw for place in range(length)] == [
            place < read for place in range(length)
        ]
        own = known.said.get(viewer.player, set()) if number == known.number else set()
        for hidden in ("answer{}z", "wrong{}z", "part{}z", "which{}z", "reason{}z"):
            text = hidden.format(number)
            asked_back = text.startswith("which") and f"part{number}z" in own
            assert text not in raw or text in own or asked_back
    for number in range(1, len(setting.bonuses) + 1):
        over = number < known.bonus or (number == known.bonus and not known.part)
        assert over or number == known.bonus or f"lead{number}z" not in raw
        for part in (1, 2):
            asked = over or (number == known.bonus and part <= known.part)
            assert asked or f"ask{number}y{part}z" not in raw
            assert over or f"reply{number}y{part}z" not in raw


@settings(max_examples=100, deadline=None)
@given(moves, lines, st.sampled_from(RULES), st.booleans())
def test_nothing_that_is_hidden_is_handed_to_players_and_spectators(
    chosen: list[Move], away: dict[str, int], rules: Rules, moderator: bool
) -> None:
    setting = marked_setting(rules, moderator=moderator)
    for table in played(Table(Match(setting), away).ask(), chosen):
        known = _known(table)
        for viewer in (*PLAYING, SPECTATOR):
            raw = msgspec.json.encode(seen(table.match, viewer, table.now, away)).decode()
            _refuse_hidden(raw, known, viewer, setting)


def _with_another_future(table: Table, more: int) -> Match:
    """The same match so far, of a packet whose unread words, marks, answers and later questions are others.

    What has been scored stays: a right answer tells whether it was in power.
    """
    setting, known = table.match.setting, _known(table)
    decided = table.match.now.stage == "bonus"

    def other(number: int, item: Item) -> Item:
        if number in known.finished:
            return item
        read = known.words if number == known.number else 0
        words = item.fields["text"].split()
        if number < known.number:  # skipped: what was heard of it is over
            return item
        if read == len(words) and number == known.number:
            text, ends = item.fields["text"], len(item.fields["text"])
        else:
            text = " ".join([*words[:read], *(f"other{n}" for n in range(more))])
            ends = len(" ".join(words[:read]))
        power = item.metadata.get(POWER, 0)
        assert isinstance(power, int)
        mark = power if decided and power <= ends else ends + 1 if not decided else len(text)
        metadata = {"gold_answer_line": "<b><u>something else</u></b>", POWER: mark}
        return Item("other id", {"text": text}, ("something else",), metadata)

    tossups = tuple(other(number, item) for number, item in enumerate(setting.tossups, start=1))
    changed = msgspec.structs.replace(setting, tossups=tossups)
    return Match(changed).with_events(table.match.events)


@settings(max_examples=100, deadline=None)
@given(moves, lines, st.sampled_from(RULES), st.integers(1, 40))
def test_what_is_handed_over_does_not_depend_on_what_is_to_come(
    chosen: list[Move], away: dict[str, int], rules: Rules, more: int
) -> None:
    setting = marked_setting(rules, moderator=True)
    for table in played(Table(Match(setting), away).ask(), chosen):
        twin = _with_another_future(table, more)
        for viewer in (PLAYING[0], PLAYING[2], SPECTATOR):
            assert seen(twin, viewer, table.now, away) == seen(table.match, viewer, table.now, away)


@settings(max_examples=40, deadline=None)
@given(moves, lines, st.sampled_from(RULES))
def test_a_match_is_its_events_and_so_is_its_score(
    chosen: list[Move], away: dict[str, int], rules: Rules
) -> None:
    table = Table(Match(marked_setting(rules, moderator=False)), away).ask()
    for _ in played(table, chosen):
        pass
    events = TRANSCRIPT.decode(msgspec.json.encode(table.match.events))
    again = Match(table.match.setting).with_events(events)
    assert again == table.match
    assert again.score == table.match.score
    assert [each.at for each in events] == sorted(each.at for each in events)


def _asked() -> Table:
    return Table(new_match(bonuses=2), {"ann": 20, "bea": 200}).ask()


def test_words_come_as_they_are_read() -> None:
    table = _asked()
    assert seen(table.match, SPECTATOR, table.now, {}).text == "This"
    table.wait(800)
    shown = seen(table.match, SPECTATOR, table.now, {})
    assert shown.text == "This vessel whistles"
    assert (shown.read, shown.time_left) == (False, None)  # the time left would tell the length


def test_who_buzzed_and_by_how_much_is_shown_when_it_is_decided() -> None:
    table = _asked().wait(2000).buzz("ann").wait(150)
    assert seen(table.match, SPECTATOR, table.now, table.lines).buzzes == ()
    table.buzz("bea").wait(100)
    shown = seen(table.match, SPECTATOR, table.now, table.lines)
    assert [(each.player, each.after, each.allowance) for each in shown.buzzes] == [
        ("bea", 0, 200),
        ("ann", 30, 20),
    ]
    assert (shown.player, shown.time_left) == ("bea", 8200 - 100)
    assert shown.allowances == {"ann": 20, "art": 0, "bea": 200, "bot": 0}


def test_what_somebody_said_is_shown_to_everybody_when_the_tossup_is_finished() -> None:
    table = _asked().wait(1500).buzz("ann").wait(300).say("ann", "pot")
    own, other = (
        seen(table.match, Viewer("player", name), table.now, {}).answers[0] for name in ("ann", "bea")
    )
    assert (own.text, own.ask, own.outcome) == ("pot", "what is it for?", "prompt")
    assert (other.text, other.ask, other.outcome) == (None, "", "prompt")
    table.say("ann", "kettle").say("ann", "one").say("ann", "two").say("ann", "?")
    shown = seen(table.match, SPECTATOR, table.now, {})
    assert shown.last is not None
    assert shown.last.answer_line.startswith("<b><u>kettle</u></b>")
    assert [each.text for each in shown.last.answers] == ["kettle"]
    assert shown.last.part_lines == ("one", "two", "three")
    assert shown.scores == {"a": 35, "b": 0}


def test_how_sure_a_program_was_is_shown_when_the_tossup_is_finished() -> None:
    table = _asked().wait(1500).buzz("bot").wait(300)
    table.match = table.match.with_events(answer(table.match, "bot", "pan", table.now, 0.625))
    for viewer in (*PLAYING, SPECTATOR, MODERATOR):
        assert b"0.625" not in msgspec.json.encode(seen(table.match, viewer, table.now, {}))
    while (last := seen(table.match, SPECTATOR, table.now, {}).last) is None:
        table.wait(500)
    assert [(each.player, each.confidence) for each in last.answers] == [("bot", 0.625)]


def test_the_moderator_has_the_answer_line_of_what_is_played() -> None:
    table = _asked().wait(1500)
    assert seen(table.match, SPECTATOR, table.now, {}).answer_line is None
    assert "kettle" in (seen(table.match, MODERATOR, table.now, {}).answer_line or "")
    table.buzz("ann").wait(300).say("ann", "kettle")
    shown = seen(table.match, MODERATOR, table.now, {})
    assert (shown.answer_line, shown.team, shown.lead_in) == ("one", "a", "For ten points each:")
    assert [(each.question, each.outcome) for each in shown.parts] == [("Say one.", None)]


def test_of_a_skipped_question_nobody_sees_more() -> None:
    table = _asked().wait(1500)
    before = seen(table.match, SPECTATOR, table.now, {}).text
    table.match = table.match.with_events(skip(table.match, table.now, "misread"))
    shown = seen(table.match, SPECTATOR, table.now + 60_000, {})
    assert (shown.text, shown.last, shown.stage) == (before, None, "waiting")


def test_a_pause_is_shown_and_no_time_runs() -> None:
    table = _asked().wait(1500)
    table.match = table.match.with_events(pause(table.match, table.now))
    shown = seen(table.match, SPECTATOR, table.now + 60_000, {})
    assert (shown.paused, shown.time_left) == (True, None)


@pytest.mark.parametrize("viewer", [SPECTATOR, MODERATOR, Viewer("player", "bea")])
def test_a_protest_is_shown_when_its_tossup_is_finished(viewer: Viewer) -> None:
    table = _asked().wait(1500).buzz("ann").wait(300).say("ann", "samovar")
    table.match = table.match.with_events(
        protest(table.match, "p1", "art", 1, "ann", "It is one.", table.now)
    )
    assert seen(table.match, viewer, table.now, {}).protests == ()
    table.wait(40_000)
    (shown,) = seen(table.match, viewer, table.now, {}).protests
    assert (shown.by, shown.reason, shown.ruled) == ("art", "It is one.", None)
    table.match = table.match.with_events(
        rule(table.match, "mod", 1, "ann", "right", "So it is.", table.now, "p1")
    )
    (shown,) = seen(table.match, viewer, table.now, {}).protests
    assert (shown.ruled, shown.because) == ("right", "So it is.")
