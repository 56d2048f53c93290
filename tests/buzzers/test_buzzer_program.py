"""A guesser and a buzzer as one program: what each is told, and what the program says."""

from __future__ import annotations

from match_night import tossup
from match_programs import Knowing, Sure
from zellig.buzzers.program import STEP, Program, guesses_of, names_of
from zellig.items import Prediction
from zellig.performers import Hearing

TEXT = tossup("kettle").fields["text"]


def _words(number: int) -> str:
    return " ".join(TEXT.split()[:number])


def test_the_guesser_is_asked_at_steps_and_once_more_at_the_end() -> None:
    guesser = Knowing()
    program = Program(guesser, Sure(at=2))
    for number in range(1, len(TEXT.split()) + 1):
        program.play([Hearing("1", _words(number), over=_words(number) == TEXT)], [0])
    places = [len(each.fields["text"]) for each in guesser.asked]
    assert places[-1] == len(TEXT)
    assert all(later - earlier >= STEP for earlier, later in zip([0, *places], places[:-1], strict=False))
    assert all(TEXT.startswith(each.fields["text"]) for each in guesser.asked)
    assert {each.id for each in guesser.asked} == {"1"}


def test_the_buzzer_is_shown_what_was_said_until_now_and_nothing_later() -> None:
    buzzer = Sure(at=2)
    program = Program(Knowing(), buzzer)
    for number in (6, 12, 20):
        program.play([Hearing("1", _words(number))], [0])
        assert buzzer.shown[-1].steps[-1].position == len(_words(number))
    assert [len(each.steps) for each in buzzer.shown] == [1, 2, 3]


def test_it_says_guess_confidence_and_whether_it_buzzes() -> None:
    program = Program(Knowing(), Sure(at=0.7))
    (early,) = program.play([Hearing("1", _words(6))], [0])
    assert (early.id, early.guess, early.confidence, early.buzz) == ("1", "kettle", 0.6, False)
    (later,) = program.play([Hearing("1", _words(12))], [0])
    assert (later.guess, later.buzz) == ("kettle", True)


def test_before_anything_was_heard_it_says_nothing() -> None:
    (said,) = Program(Knowing(), Sure(at=0)).play([Hearing("1", "")], [0])
    assert (said.guess, said.confidence, said.buzz) == ("", 0.0, False)


def test_when_the_question_is_over_it_answers_whatever_the_buzzer_says() -> None:
    (said,) = Program(Knowing(), Sure(at=2)).play([Hearing("1", TEXT, over=True)], [0])
    assert (said.guess, said.buzz) == ("kettle", True)


def test_after_a_prompt_it_gives_its_next_guess() -> None:
    program = Program(Knowing(), Sure())
    program.play([Hearing("1", TEXT, over=True)], [0])
    (said,) = program.play([Hearing("1", TEXT, over=True, turn=True, given=("kettle",))], [0])
    assert said.guess == "spoon"
    (said,) = program.play([Hearing("1", TEXT, over=True, turn=True, given=("kettle", "spoon"))], [0])
    assert (said.guess, said.buzz) == ("", False)


def test_another_game_begins_with_nothing_heard() -> None:
    buzzer = Sure(at=2)
    program = Program(Knowing(), buzzer)
    program.play([Hearing("1", _words(6))], [0])
    program.start("another", 1)
    program.play([Hearing("1", _words(12))], [0])
    assert len(buzzer.shown[-1].steps) == 1


def test_what_is_heard_together_is_answered_as_what_is_heard_alone() -> None:
    hearings = [Hearing("1", _words(6)), Hearing("2", ""), Hearing("3", _words(12))]
    together = Program(Knowing(), Sure()).play(hearings, [0, 0, 0])
    alone = Program(Knowing(), Sure())
    assert together == [said for each in hearings for said in alone.play([each], [0])]


def test_a_program_is_named_by_its_guesser_and_its_buzzer() -> None:
    assert names_of("ir") == ("ir", "")
    assert names_of("folder/ir+threshold?at=0.4") == ("folder/ir", "threshold?at=0.4")
    assert names_of("folder/a+b") == ("folder/a+b", "")  # no buzzer of this name is there


def test_guesses_are_the_ten_best() -> None:
    shares = {f"a{number}": number / 20 for number in range(12)}
    found = guesses_of(Prediction("1", "a11", shares))
    assert found == tuple((f"a{number}", number / 20) for number in range(11, 1, -1))
    assert guesses_of(Prediction("1", "Ash")) == (("Ash", 1.0),)  # it says nothing of doubt
