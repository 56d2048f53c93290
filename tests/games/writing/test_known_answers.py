"""Known answers, found while somebody types."""

from __future__ import annotations

from zellig.games.writing.answers import KnownAnswers

NAMES = ["Marie Curie", "Pierre Curie", "Curie point", "Ludwig van Beethoven", "Émile Zola", "Zo"]


def test_names_are_found_by_the_beginning_of_any_word() -> None:
    known = KnownAnswers(NAMES)
    assert known.like("cur") == ["Curie point", "Marie Curie", "Pierre Curie"]
    assert known.like("van b") == ["Ludwig van Beethoven"]
    assert known.like("emile") == ["Émile Zola"]
    assert known.like("ZO") == ["Zo", "Émile Zola"]
    assert known.like("xyz") == []
    assert known.like("cur", most=1) == ["Curie point"]
    assert KnownAnswers([]).like("a") == []
