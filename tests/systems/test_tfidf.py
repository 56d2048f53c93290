"""The plain baseline of quizzes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from quiz_world import TOWNS, World
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.card import Card
from zellig.systems.tfidf import Settings, Tfidf
from zellig.systems.training import Lesson, train_system
from zellig.tasks import get_task


def small(**texts: str) -> Tfidf:
    """One that has learnt a text for each answer."""
    items = [Item(answer, {"text": text}, (answer,)) for answer, text in texts.items()]
    lesson = Lesson(get_task("quiz"), items, [], 1, Path())
    return Tfidf.train(lesson, Settings(at_least=1, at_most=0.9))


def test_it_knows_most_new_questions_at_their_end(quiz: World) -> None:
    items = quiz.items("test")
    given = quiz.system("tfidf").predict(items)
    assert sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True)) >= 17
    for each in given:
        assert sum((each.probabilities or {}).values()) == pytest.approx(1, abs=1e-4)


def test_the_same_lesson_gives_the_same_bytes(quiz: World, tmp_path: Path) -> None:
    one, two = (quiz.train("tfidf", tmp_path / name) for name in ("one", "two"))
    assert one.files == two.files


def test_weights_by_hand() -> None:
    # "soup" is with one answer of three, "hot" with two of them.
    system = small(Ashmoor="soup hot", Belcastle="hot hot bread", Cindervale="tea")
    soup, hot = 1.6931472, 1.2876821  # ln(4 / 2) + 1, ln(4 / 3) + 1
    length = (soup**2 + hot**2) ** 0.5
    (given,) = system.predict([Item("1", {"text": "Soup!"})])
    assert given.probabilities == {"Ashmoor": 1.0, "Cindervale": 0.0, "Belcastle": 0.0}
    (evidence,) = system.explain([Item("1", {"text": "hot soup, soup"})])
    assert [(span.start, span.end) for span in evidence.spans] == [(0, 3), (4, 8), (10, 14)]
    twice = 1.6931472  # ln(2) + 1, for a word that the question has twice
    weights = [hot * hot / length, twice * soup * soup / length / 2, twice * soup * soup / length / 2]
    assert [span.weight for span in evidence.spans] == pytest.approx(weights, abs=1e-5)
    assert evidence.answer == "Ashmoor"


def test_where_nothing_is_known_all_are_alike(quiz: World) -> None:
    for text in ("", "?", "zzz", "この質問"):
        (given,) = quiz.system("tfidf").predict([Item("1", {"text": text})])
        assert given.probabilities == dict.fromkeys(given.probabilities or {}, 0.05)
        assert set(given.probabilities or {}) == set(TOWNS)


def test_a_look_at_other_questions_is_noted(quiz: World, tmp_path: Path) -> None:
    card = train_system("tfidf", quiz.spec("train"), tmp_path / "tfidf", dev=quiz.spec("test"))
    assert card.curve[0].accuracy >= 0.85


@pytest.mark.parametrize("name", ["tfidf", "ir", "dan", "gru", "ensemble"])
def test_what_is_no_lesson_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    write_records(tmp_path / "reviews.jsonl", Item, [Item("1", {"text": "Fine."}, ("+1",))], "sentiment")
    write_records(tmp_path / "blind.jsonl", Item, [Item("1", {"text": "Name it."})], "quiz")
    with pytest.raises(ZelligError, match=f"{name} guesses .* and the corpus is of sentiment"):
        train_system(name, f"items:{tmp_path}/reviews.jsonl", tmp_path / "out")
    with pytest.raises(ZelligError, match="there is no question with an answer"):
        train_system(name, f"items:{tmp_path}/blind.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_words_and_answers_of_another_one_are_refused(tmp_path: Path) -> None:
    system = small(Ashmoor="soup hot", Belcastle="hot bread")
    system.save(tmp_path)
    card = Card(Spec("tfidf"), "quiz", (), "")
    assert Tfidf.load(tmp_path, card).predict([Item("1", {"text": "soup"})])[0].answer == "Ashmoor"
    (tmp_path / "answers.json").write_bytes(msgspec.json.encode(["Ashmoor"]))
    with pytest.raises(ZelligError, match="do not fit its words and answers"):
        Tfidf.load(tmp_path, card)


def test_a_folder_that_was_moved_still_answers(quiz: World, tmp_path: Path) -> None:
    item = quiz.items("test")[0]
    before = quiz.system("tfidf").predict([item])
    moved = tmp_path / "elsewhere"
    quiz.train("tfidf", tmp_path / "here")
    (tmp_path / "here").rename(moved)
    assert load_system(str(moved)).predict([item]) == before
