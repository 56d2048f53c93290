"""Rewriting: the seed says which question, the machine answers it, the draft says what it was made from."""

from __future__ import annotations

import pytest

from quiz_world import World
from zellig.checks.questions.pipeline import check_question
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import QuestionPool
from zellig.corpora import open_corpus
from zellig.corpora.questions import as_published
from zellig.errors import ZelligError
from zellig.games.writing.listening import is_right, question_of
from zellig.games.writing.rewriting import Sample, answered_question, begun_with, sampled
from zellig.games.writing.strokes import Draft, write
from zellig.items import Item
from zellig.performers import ask


def draft_of(question: Item) -> Draft:
    draft = Draft()
    for stroke in begun_with(question, {"Geography": ("Towns",)}):
        draft = write(draft, stroke)
    return draft


def test_the_seed_says_which_question_and_the_machine_answers_it(quiz: World) -> None:
    questions = sampled(quiz.items("train"))
    machine = quiz.system("ir")
    found = [answered_question(questions, machine, seed) for seed in range(5)]
    assert found == [answered_question(questions[::-1], machine, seed) for seed in range(5)]
    assert len({each.id for each in found}) > 1
    for each in found:
        assert is_right(str(ask(machine, [each])[0].answer), each)


def test_a_sample_is_the_same_in_any_order_and_is_gathered_on_the_way(
    quiz: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zellig.games.writing.rewriting.SAMPLE", 7)
    items = [*quiz.items("train"), *quiz.items("leads")]
    sample = Sample()
    assert list(sample.noting(items)) == items
    assert len(sample.questions) == len({each.id for each in sample.questions}) == 7
    assert sample.questions == sampled(items[::-1])
    assert len(sampled([items[0]] * 9)) == 7  # the same id in two sources is no trouble


def test_articles_are_not_rewritten(quiz: World) -> None:
    assert sampled(quiz.items("leads")) == []
    with pytest.raises(ZelligError, match="answers none"):
        answered_question([], quiz.system("ir"), 1)


def test_a_draft_begins_with_the_question_and_says_which(quiz: World) -> None:
    for question in quiz.items("train")[:4]:
        draft = draft_of(question)
        assert draft.fields["text"] == as_published(question)
        assert draft.notes.original == question.id
        assert draft.notes.category == ("Geography" if question.metadata["category"] == "Geography" else "")
        assert is_right(question.accepted[0], question_of(draft))


def test_what_it_was_made_from_is_told_and_is_no_repeat(quiz: World) -> None:
    question = quiz.items("train")[0]
    policy = default_policy()
    pool = QuestionPool([question, *open_corpus(quiz.spec("leads"))], policy.repeats)

    def codes(text: str, rewrites: str) -> set[str]:
        written = Item("mine", {"text": text}, question.accepted, question.metadata)
        return {each.code for each in check_question(written, pool=pool, policy=policy, rewrites=rewrites)}

    text = question.fields["text"]
    changed = text.replace("Song number", "Some verse of number")
    assert "repeat" in codes(text, question.id)  # nothing was changed
    assert "near-repeat" in codes(changed, "")
    assert {"rewritten"} <= codes(changed, question.id)
    assert not {"near-repeat", "repeated-sentence", "near-sentence"} & codes(changed, question.id)
    assert "near-repeat" in codes(changed, "another")
