"""Known answers, found while somebody types."""

from __future__ import annotations

from zellig.games.writing.answers import KnownAnswers, Offered, offered

NAMES = ["Marie Curie", "Pierre Curie", "Curie point", "Ludwig van Beethoven", "Émile Zola", "Zo"]


def like(known: KnownAnswers, typed: str, most: int = 12) -> list[str]:
    return [each.answer for each in known.like(typed, most)]


def test_names_are_found_by_the_beginning_of_any_word() -> None:
    known = KnownAnswers(NAMES)
    assert like(known, "cur") == ["Curie point", "Marie Curie", "Pierre Curie"]
    assert like(known, "van b") == ["Ludwig van Beethoven"]
    assert like(known, "emile") == ["Émile Zola"]
    assert like(known, "ZO") == ["Zo", "Émile Zola"]
    assert like(known, "xyz") == []
    assert like(known, "cur", most=1) == ["Curie point"]
    assert like(KnownAnswers([]), "a") == []


def test_answers_are_found_by_their_other_names_and_with_an_article() -> None:
    known = KnownAnswers(NAMES, [("Maria Skłodowska", "Marie Curie"), ("Madame Curie", "Marie Curie")])
    assert known.like("sklod") == [Offered("Marie Curie", "Maria Skłodowska")]
    assert known.like("the curie p") == [Offered("Curie point")]
    assert known.like("mar") == [Offered("Marie Curie")]  # once, and by its own name
    assert known.like("mad")[0].found_by == "Madame Curie"


def test_answers_of_several_guessers_are_offered_once() -> None:
    one, other = KnownAnswers(["Danube"], [("Donau", "Danube")]), KnownAnswers(["Danube", "Dongola"])
    assert offered([one, other], "dan") == [Offered("Danube")]
    assert offered([one, other], "don") == [Offered("Danube", "Donau"), Offered("Dongola")]
    assert offered([one, other], "don", most=1) == [Offered("Danube", "Donau")]
