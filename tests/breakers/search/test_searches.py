"""Searches and rankings on a landscape that is known: the value of a text is what its words are worth."""

from __future__ import annotations

import pytest

from zellig.breakers.search.goals import Score
from zellig.breakers.search.passage import Passage, State, Word
from zellig.breakers.search.problem import Problem
from zellig.breakers.search.rankings import Ranking, by_deletion, by_reading, by_weighted_saliency
from zellig.breakers.search.searches import Search, beam, best_first, by_importance
from zellig.items import Item

# Each change alone is worth little; *y* is a trap, worth most alone and nothing beside *p*.
WORTH = {"a": -0.3, "b": -0.2, "c": -0.1, "x": 0.0, "y": 0.25, "p": 0.1, "q": 0.0}
CHOICES = {0: ["x", "y"], 1: ["p"], 2: ["q"]}


def problem(most: int = 3) -> Problem:
    words = tuple(Word(text, text, "NN") for text in "abc")
    passage = Passage(
        Item("i", {"text": "a b c"}), ("text",), words, ("", " ", " "), (3,), ("",), frozenset()
    )
    return Problem(passage, CHOICES, most, value=0.4)


def worth(state: State) -> float:
    trap = -0.5 if {"y", "p"} <= set(state.words) else 0.0
    return 1 + trap + sum(WORTH.get(word, 0.0) for word in state.words if word)


def played(search: Search, goal: float = 2.0, most: int = 3) -> list[list[State]]:
    """All batches that a search asks about, when the goal is reached at a value."""
    steps, asked = search(problem(most)), []
    states = next(steps, None)
    while states is not None:
        asked.append(states)
        scores = [Score(worth(state), worth(state) >= goal) for state in states]
        try:
            states = steps.send(scores)
        except StopIteration:
            states = None
    return asked


def texts(states: list[State]) -> list[str]:
    return ["".join(state.words) for state in states]


def all_texts(batches: list[list[State]]) -> set[str]:
    return {text for batch in batches for text in texts(batch)}


@pytest.mark.parametrize("ranking", [by_deletion, by_reading])
def test_the_greedy_search_goes_through_the_words_by_importance(ranking: Ranking) -> None:
    batches = played(by_importance(ranking))
    assert all(state.probe for state in batches[0])
    assert [texts(batch) for batch in batches[1:]] == [["xbc", "ybc"], ["ypc"], ["ybq"]]


def test_a_wider_greedy_search_keeps_more_texts() -> None:
    batches = played(by_importance(by_deletion, width=2))
    assert [texts(batch) for batch in batches[1:]] == [["xbc", "ybc"], ["ypc", "xpc"], ["xpq", "ybq"]]


def test_weighted_saliency_tries_only_the_best_word_of_a_place() -> None:
    first, *rest = played(by_importance(by_weighted_saliency))
    assert texts([state for state in first if not state.probe]) == ["xbc", "ybc", "apc", "abq"]
    assert [texts(batch) for batch in rest] == [["ybc"], ["ypc"], ["ybq"]]


def test_a_beam_finds_its_way_round_the_trap() -> None:
    assert [texts(batch) for batch in played(beam(1))[:2]] == [["xbc", "ybc", "apc", "abq"], ["ypc", "ybq"]]
    assert "xpq" not in all_texts(played(beam(1)))
    assert "xpq" in all_texts(played(beam(3)))


def test_best_first_goes_back() -> None:
    batches = played(best_first(20))
    assert [texts(batch) for batch in batches[:2]] == [["xbc", "ybc", "apc", "abq"], ["ypc", "ybq"]]
    assert "xpq" in all_texts(batches)
    assert len(played(best_first(3))) == 3


@pytest.mark.parametrize("search", [by_importance(by_deletion), beam(2), best_first(20)])
def test_no_text_has_more_changes_than_are_allowed(search: Search) -> None:
    candidates = [state for batch in played(search, most=1) for state in batch if not state.probe]
    assert candidates
    assert {len(state.changed) for state in candidates} == {1}


@pytest.mark.parametrize("search", [by_importance(by_deletion), beam(2), best_first(20)])
def test_the_search_ends_when_the_goal_is_reached(search: Search) -> None:
    *before, last = played(search, goal=0.9)
    assert any(worth(state) >= 0.9 for state in last)
    assert not any(worth(state) >= 0.9 for batch in before for state in batch if not state.probe)
