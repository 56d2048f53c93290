from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import QuestionPool, written
from zellig.items import Item
from zellig.pairs.near_duplicates import similarity
from zellig.systems.question_words import words

POLICY = default_policy().repeats
few_words = st.sampled_from(["one", "two", "three", "four.", "Five", "six.", "seven"])
texts = st.lists(st.lists(few_words, min_size=1, max_size=8).map(" ".join), max_size=8)


def item(name: int | str, text: str) -> Item:
    return Item(str(name), {"text": text})


@given(texts, texts, texts.map(" ".join))
def test_nothing_that_is_similar_enough_is_missed(first: list[str], later: list[str], asked: str) -> None:
    pool = QuestionPool([item(number, text) for number, text in enumerate(first)], POLICY)
    for number, text in enumerate(later):
        pool.add(item(number, text))
    assert len(pool) == len(first) + len(later)
    mine = frozenset(words(asked))
    expected = sorted(
        (similarity(mine, other), text)
        for text in [*first, *later]
        if mine and (other := frozenset(words(text))) and similarity(mine, other) >= POLICY.text
    )
    assert sorted((near.degree, near.text) for near in pool.texts_like(asked)) == expected


def test_a_pool_grows_by_one_question() -> None:
    pool = QuestionPool([item("old", "A green bell rang. The blue bell of the tower did not.")], POLICY)
    draft = item("draft", "A red gate fell. Nobody in the town had ever seen it shut.")
    (near,) = pool.sentences_like("the BLUE bell of the Tówer did not")
    assert (near.origin, near.text, near.same) == (
        "question old",
        "The blue bell of the tower did not.",
        True,
    )
    assert pool.sentences_like("Nobody in the town had ever seen it shut.") == []
    pool.add(draft)
    (near,) = pool.sentences_like("Nobody in this town had ever seen it shut.")
    assert (near.origin, near.degree, near.same) == ("written question draft", 0.8, False)
    assert pool.sentences_like("Nobody in the town had ever seen it shut.", but={written(draft)}) == []


def test_the_nearest_is_the_first() -> None:
    sentences = ["Shut it seen ever had town the nobody in.", "Nobody in the town had ever seen it shut."]
    pool = QuestionPool([item(number, text) for number, text in enumerate(sentences)], POLICY)
    assert [near.same for near in pool.sentences_like("Nobody in the town had ever seen it shut!")] == [
        True,
        False,
    ]


def test_articles_go_by_their_titles() -> None:
    article = Item("leads-1", {"text": "Hollowmere is a town on a river."}, ("Hollowmere",))
    (near,) = QuestionPool([article], POLICY).texts_like("Hollowmere is a town on a river")
    assert near.origin == "encyclopedia: Hollowmere"
