"""Training a buzzer: on questions that are new to the guesser, into a folder that is free."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from quiz_world import World
from zellig.buzzers import load_buzzer
from zellig.buzzers.saved import CARD
from zellig.corpora import corpus_hash, open_corpus
from zellig.errors import ZelligError
from zellig.games.quiz.buzzer_training import LEAST, fit_buzzer, hear_lessons, warn_of_own_questions
from zellig.items import Item, write_records
from zellig.measures.expected_wins import PUBLISHED
from zellig.notices import Notice, hearing
from zellig.systems.card import read_card
from zellig.systems.weights import WEIGHTS


def test_lessons_are_what_the_guesser_says_of_new_questions(quiz: World) -> None:
    lessons, folder = quiz.lessons, quiz.guesser("tfidf")
    items = quiz.items("buzz")
    assert [each.id for each in lessons.heard] == [item.id for item in items]
    assert lessons.guesser_fingerprint == read_card(folder).fingerprint
    assert lessons.corpus_hash == corpus_hash(items)
    for item, each in zip(items, lessons.heard, strict=True):
        assert [step.position for step in each.steps][:2] == [40, 80]
        assert each.steps[-1].position == len(item.fields["text"])
        assert len(each.steps) == len(each.right) == len(each.shares)


def test_questions_that_the_guesser_has_learnt_from_are_refused(quiz: World) -> None:
    with pytest.raises(ZelligError, match="has learnt from 80 of the 80 questions"):
        hear_lessons(str(quiz.guesser("tfidf")), open_corpus(quiz.spec("train")))
    # An index leaves out what it is asked, and may be asked about all that it has.
    assert len(hear_lessons(str(quiz.guesser("ir")), open_corpus(quiz.spec("train")), limit=2).heard) == 2


def test_what_is_no_lesson(quiz: World, tmp_path: Path) -> None:
    write_records(tmp_path / "reviews.jsonl", Item, [Item("1", {"text": "Fine."}, ("+1",))], "sentiment")
    write_records(tmp_path / "blind.jsonl", Item, [Item("1", {"text": "Name it."})], "quiz")
    guesser = str(quiz.guesser("tfidf"))
    with pytest.raises(ZelligError, match="is a corpus of sentiment, and not of quiz questions"):
        hear_lessons(guesser, open_corpus(f"items:{tmp_path}/reviews.jsonl"))
    with pytest.raises(ZelligError, match="has no question with an answer"):
        hear_lessons(guesser, open_corpus(f"items:{tmp_path}/blind.jsonl"))


def test_a_folder_that_is_taken(quiz: World, tmp_path: Path) -> None:
    fit_buzzer("threshold", quiz.lessons, PUBLISHED, tmp_path / "buzzer")
    before = (tmp_path / "buzzer" / WEIGHTS).read_bytes()
    with pytest.raises(ZelligError, match="holds a buzzer already"):
        fit_buzzer("logistic", quiz.lessons, PUBLISHED, tmp_path / "buzzer")
    assert (tmp_path / "buzzer" / WEIGHTS).read_bytes() == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    with pytest.raises(ZelligError, match="this exists and is not a trained buzzer"):
        fit_buzzer("threshold", quiz.lessons, PUBLISHED, tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_training_that_was_killed_is_made_again(quiz: World, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(quiz.buzzer("threshold"), tmp_path / "buzzer"))
    card = msgspec.json.decode((folder / CARD).read_bytes())
    (folder / CARD).write_bytes(msgspec.json.encode(card | {"weights": ""}))
    (folder / WEIGHTS).unlink()
    fit_buzzer("threshold", quiz.lessons, PUBLISHED, folder, seed=1)
    assert load_buzzer(str(folder)).spec == load_buzzer(str(quiz.buzzer("threshold"))).spec
    assert (folder / WEIGHTS).read_bytes() == (quiz.buzzer("threshold") / WEIGHTS).read_bytes()


@pytest.mark.parametrize("name", ["threshold", "lstm"])
def test_lessons_that_teach_nothing_leave_nothing_behind(quiz: World, name: str, tmp_path: Path) -> None:
    few = quiz.lessons._replace(heard=quiz.lessons.heard[: LEAST - 1])
    with pytest.raises(ZelligError, match=r"cannot learn from 19 questions\. Give 20 or more"):
        fit_buzzer(name, few, PUBLISHED, tmp_path / "buzzer")
    wrong = [each._replace(right=[False] * len(each.right)) for each in quiz.lessons.heard]
    with pytest.raises(ZelligError, match=r"is right on none of the \d+ questions"):
        fit_buzzer(name, quiz.lessons._replace(heard=wrong), PUBLISHED, tmp_path / "buzzer")
    assert not (tmp_path / "buzzer").exists()


def test_a_buzzer_that_is_asked_what_it_has_learnt_from_says_so(quiz: World, tmp_path: Path) -> None:
    saved = fit_buzzer("logistic", quiz.lessons, PUBLISHED, tmp_path / "buzzer")
    told: list[Notice] = []
    with hearing(told.append):
        warn_of_own_questions(saved, quiz.items("test"))
    assert told == []
    with hearing(told.append):
        warn_of_own_questions(saved, [*quiz.items("test")[:3], *quiz.items("buzz")[:2]])
    assert "has learnt from 2 of the 5 questions" in told[0].sentence
