"""The neural guessers, in tiny."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from examples import ODD
from quiz_world import TOWNS, World
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.systems import dan, gru, load_system
from zellig.systems.answer_network import NO_WORD, heard, vocabulary_of
from zellig.systems.card import read_card
from zellig.systems.training import train_system

NAMES = ("dan", "gru")


@pytest.mark.parametrize(("name", "least"), [("dan", 16), ("gru", 10)])
def test_it_learns_and_survives_a_file(name: str, least: int, quiz: World) -> None:
    items, system = quiz.items("test"), quiz.system(name)
    assert list(system.answers) == TOWNS
    given = system.predict(items)
    right = sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True))
    assert right >= least
    assert quiz.system(name).predict(items) == given
    for each in given:
        shares = list(each.probabilities.values())
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_answers_do_not_depend_on_the_batch(name: str, quiz: World) -> None:
    system = quiz.system(name)
    items = [*ODD, Item("one", {"text": "A"}), *quiz.items("test")[:4]]
    together = system.predict(items)
    assert [each.id for each in together] == [item.id for item in items]
    for number, item in enumerate(items):
        (alone,) = system.predict([item])
        assert alone.probabilities == pytest.approx(together[number].probabilities, abs=2e-6)
        assert system.explain([item])[0].id == item.id


def test_many_sentences_go_through_in_parts(quiz: World, monkeypatch: pytest.MonkeyPatch) -> None:
    system, items = quiz.system("gru"), quiz.items("test")
    whole = system.predict(items)
    monkeypatch.setattr(gru, "TOGETHER", 3)
    for one, other in zip(system.predict(items), whole, strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=2e-6)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_lesson_gives_the_same_weights(name: str, quiz: World, tmp_path: Path) -> None:
    assert quiz.train(name, tmp_path / name).files == read_card(quiz.guesser(name)).files


@pytest.mark.parametrize("name", NAMES)
def test_every_word_that_is_known_has_its_place(name: str, quiz: World) -> None:
    text = "This town. This town. A chapel zzz of this town."
    (found,) = quiz.system(name).explain([Item("1", {"text": text})])
    assert found.method == "integrated gradients"
    places = [(span.start, span.end) for span in found.spans]
    assert [text[start:end] for start, end in places] == ["This", "town", "This", "town", "A", "chapel", "of", "this", "town"]
    assert len(set(places)) == len(places)


def test_weights_sum_to_what_the_words_change(quiz: World) -> None:
    """Integrated gradients: from no words at all to these."""
    system, item = quiz.system("dan"), quiz.items("test")[0]
    (given,), (found,) = system.predict([item]), system.explain([item])
    net, number = system._net, list(system.answers).index(given.answer)

    def log_odds(scores: Any) -> float:
        others = torch.cat([scores[:number], scores[number + 1 :]])
        return float(scores[number] - others.logsumexp(0))

    with torch.no_grad():
        bag = [word for part in system.read(item.fields["text"]) for word in part]
        whole = log_odds(net([bag])[0])
        nothing = log_odds(net.layers(torch.zeros(1, net.vectors.embedding_dim))[0])
    assert sum(span.weight for span in found.spans) == pytest.approx(whole - nothing, rel=0.05)


@pytest.mark.parametrize("name", NAMES)
def test_one_question_alone_in_a_batch_is_learnt_from(name: str, quiz: World, tmp_path: Path) -> None:
    items = [item for item in quiz.items("train") if item.accepted[0] in TOWNS[:2]][:5]
    write_records(tmp_path / "few.jsonl", Item, items, "quiz")
    settings: Any = {"dan": dan, "gru": gru}[name].Settings(size=4, epochs=1, batch=4)
    train_system(name, f"items:{tmp_path}/few.jsonl", tmp_path / name, config=settings)
    assert set(load_system(str(tmp_path / name)).predict(items)[0].probabilities or {}) == set(TOWNS[:2])


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_that_too_few_questions_have_is_not_learnt(name: str, quiz: World, tmp_path: Path) -> None:
    train = quiz.items("train")
    write_records(tmp_path / "few.jsonl", Item, train[:21], "quiz")
    with pytest.raises(ZelligError, match=f"{name} learns answers that 2 questions have, and there are 1"):
        train_system(name, f"items:{tmp_path}/few.jsonl", tmp_path / name)
    assert not (tmp_path / name).exists()


def test_the_words_of_most_questions_come_first() -> None:
    items = [Item(str(n), {"text": text}) for n, text in enumerate(["b a a", "b c", "b c d"])]
    assert vocabulary_of(items, 9, 1) == ["b", "c", "a", "d"]
    assert vocabulary_of(items, 9, 2) == ["b", "c"]
    assert vocabulary_of(items, 1, 1) == ["b"]


def test_what_is_heard_is_a_sentence_or_a_beginning_and_never_later_text() -> None:
    torch.manual_seed(1)
    text = [[1, 2], [3], [4, 5, 6]]
    ways = {tuple(bag) for _ in range(60) for bag in heard([text], kept=1.0)}
    assert ways == {(1, 2), (3,), (4, 5, 6), (1, 2, 3), (1, 2, 3, 4, 5, 6)}
    assert heard([[[7]]], kept=0.0) == [[NO_WORD]]
    assert {len(bag) for _ in range(60) for bag in heard([[list(range(40))]], kept=0.5)} <= set(range(5, 36))
