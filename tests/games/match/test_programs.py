"""Programs as players: told what everybody has heard, and no more; whatever they say, the match goes on."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from match_moves import RULES, Move, lines, marked_setting, moves, played, word
from match_night import PLAYERS, Table, bonus, new_match, tossup
from match_programs import Babbler, Knowing, Player, Sure
from zellig.buzzers.program import Program
from zellig.games.match.events import Buzzed, Ended, Given, PartGiven, RaceWon
from zellig.games.match.playing import Match
from zellig.games.match.programs import SeatedProgram, hearing, said
from zellig.games.match.reading import words_of_item
from zellig.games.match.rules import Rules
from zellig.games.match.seeing import Viewer, seen
from zellig.games.match.simulated import play
from zellig.games.match.standing import heard
from zellig.notices import Notice
from zellig.notices import hearing as hearing_notices
from zellig.performers import Hearing
from zellig.seats.seat import Here

OWN = Rules("own", tossups=4, power=15)
ANN, ART, BEA, BOT = PLAYERS


@settings(max_examples=60, deadline=None)
@given(moves, lines, st.sampled_from(RULES))
def test_a_program_is_told_the_words_that_were_read_and_nothing_else(
    chosen: list[Move], away: dict[str, int], rules: Rules
) -> None:
    setting = marked_setting(rules, moderator=False)
    for table in played(Table(Match(setting), away).ask(), chosen):
        now = table.match.now
        told = hearing(seen(table.match, Viewer("player", BOT.id), table.now, away), BOT)
        if told is None:
            continue
        if now.stage == "bonus":
            text = f"lead{now.bonuses}z ask{now.bonuses}y{now.part}z"
            assert told == Hearing(f"{now.number}-{now.part}", text, over=True, turn=True)
            assert now.team == BOT.team
            continue
        read = heard(setting, now, table.now)
        length = len(words_of_item(setting.tossups[now.number - 1], rules.words_a_minute))
        assert told.text == " ".join(word(now.number, place) for place in range(read))
        assert (told.id, told.over) == (str(now.number), read == length)
        assert told.turn == (now.stage == "answering")
        assert BOT.team not in now.out


def _seat(performer: object, player: object = BOT) -> SeatedProgram:
    return SeatedProgram(player, Here(performer))  # type: ignore[arg-type]


def _two(first: object, second: object, *, bonuses: int = 0, rules: Rules = OWN, seed: int = 0) -> Match:
    setting = new_match(rules, bonuses=bonuses, seed=seed).setting
    setting = msgspec.structs.replace(setting, players=(ANN, BEA))
    return play(setting, [_seat(first, ANN), _seat(second, BEA)])


def test_a_match_among_programs_is_played_to_its_end() -> None:
    match = _two(Program(Knowing(), Sure()), Program(Knowing(from_word=99), Sure()), bonuses=4)
    assert isinstance(match.events[-1], Ended)
    assert len(match.score.tossups) == 4
    assert all(
        each.answers[0].player == "ann" and each.answers[0].outcome == "right" for each in match.score.tossups
    )
    parts = [each for each in match.events if isinstance(each, PartGiven)]
    assert [each.text for each in parts[:3]] == ["one", "two", "ree"]
    assert match.score.teams["a"] == sum(each.answers[0].points for each in match.score.tossups) + 4 * 20


def test_it_is_the_same_match_again() -> None:
    first, again = (_two(Program(Knowing(), Sure()), Program(Knowing(), Sure())) for _ in range(2))
    assert first.events == again.events
    assert any(each.by_lot for each in first.events if isinstance(each, RaceWon))  # as early as one another


class _Noting(Here):
    """A seat that notes which games it is asked to play."""

    def __init__(self, performer: object) -> None:
        super().__init__(performer)
        self.games: list[str] = []

    def join(self, game, history=tuple):  # type: ignore[no-untyped-def]
        self.games.append(game)
        super().join(game, history)


def test_a_served_program_can_tell_one_match_from_another() -> None:
    seat = _Noting(Player())
    setting = msgspec.structs.replace(new_match(OWN).setting, players=(ANN, BEA))
    other = msgspec.structs.replace(setting, tossups=setting.tossups[1:])
    for each in (setting, setting, msgspec.structs.replace(setting, seed=1), other):
        play(each, [SeatedProgram(ANN, seat), _seat(Program(Knowing(), Sure()), BEA)])
    first, again, *others = seat.games
    assert first == again
    assert len({first, *others}) == 3


def test_another_seed_draws_other_lots() -> None:
    winners = {
        tuple(
            each.player
            for each in _two(Program(Knowing(), Sure()), Program(Knowing(), Sure()), seed=seed).events
            if isinstance(each, RaceWon)
        )
        for seed in range(6)
    }
    assert len(winners) > 1


def test_a_program_that_was_wrong_lets_the_other_one_hear_the_rest() -> None:
    match = _two(Program(Knowing(wrong=["kettle"]), Sure(at=0.6)), Program(Knowing(), Sure(at=0.9)))
    first = match.score.tossups[0].answers
    assert [(each.player, each.outcome, each.points) for each in first] == [
        ("ann", "wrong", -5),
        ("bea", "right", 10),
    ]


def test_a_program_hears_every_word_when_it_is_read_until_somebody_buzzes() -> None:
    own = Player()
    match = _two(own, Program(Knowing(from_word=99), Sure(at=2)))
    text = tossup("kettle").fields["text"].split()
    told = [each for each in own.told if each.id == "1"]
    assert [each.text.split() for each in told[:6]] == [text[:number] for number in range(1, 7)]
    assert told[6].turn  # it buzzed at the sixth word, and was not told the seventh
    assert told[6].text.split() == text[:6]
    buzzed = next(each for each in match.events if isinstance(each, Buzzed))
    assert buzzed.at == words_of_item(tossup("kettle"), OWN.words_a_minute).due[5]


def test_a_program_that_is_prompted_is_told_what_it_gave() -> None:
    class Pot(Player):
        def play(self, hearings, seeds):  # type: ignore[no-untyped-def]
            said = super().play(hearings, seeds)
            return [
                msgspec.structs.replace(each, guess="kettle" if hearings[0].given else "pot") for each in said
            ]

    own = Pot()
    match = _two(own, Program(Knowing(from_word=99), Sure(at=2)))
    given = [each for each in match.events if isinstance(each, Given)][:2]
    assert [(each.text, each.outcome) for each in given] == [("pot", "prompt"), ("kettle", "right")]
    assert ("pot",) in {each.given for each in own.told}


@pytest.mark.parametrize(
    "answer",
    [
        {"guess": 7, "buzz": True},
        {"guess": "river", "confidence": 7.0, "buzz": True},
        {"guess": "river", "confidence": float("nan"), "buzz": True},
        {"guess": "river", "buzz": "yes"},
        {"guess": "r" * 501, "buzz": True},
    ],
    ids=str,
)
def test_what_no_program_may_say_does_not_count(answer: dict[str, object]) -> None:
    told: list[Notice] = []
    with hearing_notices(told.append):
        assert said(_seat(Babbler(answer)), Hearing("1", "This vessel"), 0) is None
    assert "Bot said nothing that counts to question 1: garbled" in told[0].sentence


def test_a_match_with_a_program_that_fails_goes_on_without_it() -> None:
    with hearing_notices(lambda notice: None):
        match = _two(Babbler({"guess": 7, "buzz": True}), Program(Knowing(), Sure()))
    assert match.score.teams["a"] == 0
    assert match.score.teams["b"] > 0
    assert isinstance(match.events[-1], Ended)


def test_a_bonus_that_nobody_answers_passes() -> None:
    class Silent(Player):
        def play(self, hearings, seeds):  # type: ignore[no-untyped-def]
            if any("-" in each.id for each in hearings):
                raise RuntimeError("no bonuses")
            return [msgspec.structs.replace(each, guess="kettle") for each in super().play(hearings, seeds)]

    with hearing_notices(lambda notice: None):
        match = _two(Silent(), Program(Knowing(from_word=99), Sure(at=2)), bonuses=1)
    parts = [each for each in match.events if isinstance(each, PartGiven)]
    assert [each.text for each in parts] == [""] * len(bonus("b").parts)
