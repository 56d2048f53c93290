"""Binary trees: every word once, phrases as the treebank has them, any depth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.systems.trees import Tree, parse_trees, read_brackets, treebank_words

words = st.text("abé.,'", min_size=1, max_size=4)
brackets = st.recursive(
    words, lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({' '.join(parts)})")
)


def phrases(tree: Tree | None) -> list[str]:
    assert tree is not None
    return [" ".join(tree.words[first:end]) for first, end in tree.spans()[len(tree.words) :]]


def test_phrases_and_heights() -> None:
    tree = read_brackets("((The soup) (is (very warm)))")
    assert phrases(tree) == ["The soup", "very warm", "is very warm", "The soup is very warm"]
    assert tree is not None
    assert tree.heights() == [0, 0, 0, 0, 0, 1, 1, 2, 3]


def test_more_than_two_parts_are_joined_from_the_left() -> None:
    assert phrases(read_brackets("(tea ((and)) cake)")) == ["tea and", "tea and cake"]


@given(brackets)
def test_every_word_is_in_the_tree_once(text: str) -> None:
    tree = read_brackets(text)
    assert tree is not None
    parts = [part for join in tree.joins for part in join]
    assert sorted(parts) == list(range(2 * len(tree.words) - 2))
    assert tree.spans()[-1] == (0, len(tree.words))


@pytest.mark.parametrize("text", ["", "()", "(a", "a)", "a b", "(a) (b)", "(a ())", ")a("])
def test_what_is_not_one_tree(text: str) -> None:
    assert read_brackets(text) is None


def test_depth_has_no_limit() -> None:
    depth = 20_000
    tree = read_brackets("(a " * depth + "b" + ")" * depth)
    assert tree is not None
    assert tree.heights()[-1] == depth


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The cook likes the soup .", ["The cook", "the soup", "likes the soup", "likes the soup ."]),
        ("It is n't a film of note .", ["is n't", "a film", "of note", "a film of note"]),
        ("Tea . Cake .", ["Tea .", "Cake ."]),
    ],
)
def test_phrases_of_a_parse(text: str, found: list[str]) -> None:
    [tree] = parse_trees([text.split()])
    assert set(found) <= set(phrases(tree))
    assert phrases(tree)[-1] == text


def test_a_parse_has_every_word_once_whatever_the_text() -> None:
    texts = [
        "soup " * 400,
        "( ) ( ( ,",
        "🙂 🙂",
        "חם וטעים",
        "one",
        "a . b ! c ? d",
        " ".join("abcdefgh" * 9),
    ]
    for text, tree in zip(texts, parse_trees(text.split() for text in texts), strict=True):
        assert list(tree.words) == text.split()
        parts = [part for join in tree.joins for part in join]
        assert sorted(parts) == list(range(2 * len(tree.words) - 2))


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("It isn't well-made, can't be...", "It is n't well-made , ca n't be ..."),
        ("The cook’s “soup” and/or tea!", "The cook 's “ soup ” and/or tea !"),
        ("They've 3.5 stars -- (not) 4.", "They 've 3.5 stars -- ( not ) 4 ."),
        ("The film is n't good .", "The film is n't good ."),
    ],
)
def test_words_are_cut_like_the_treebanks(text: str, cut: str) -> None:
    assert " ".join(treebank_words(text)) == cut
