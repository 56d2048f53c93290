"""Words of one kind, exchanged in threes: the same hypotheses with three labels."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies.kinds import kinds, kinds_of
from zellig.breakers.strategies.making import Chosen, strategy_pairs
from zellig.breakers.strategies.strategy import codes_to_teach
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.items import Item, Pair

E, N, C = "entailment", "neutral", "contradiction"
SEEDS = range(40)


def made(code: str, premise: str, hypothesis: str = "It is raining.") -> set[tuple[str, str, str]]:
    """All that the strategy makes: premise, hypothesis, label."""
    items = [Item(f"x{n}", {"premise": premise, "hypothesis": hypothesis}, (E,)) for n in SEEDS]
    pairs: list[Pair] = [
        pair for chunk in strategy_pairs(Chosen("nli", (code,), "neutral", 1), items) for pair in chunk.pairs
    ]
    return {
        (pair.modified.fields["premise"], pair.modified.fields["hypothesis"], pair.modified.accepted[0])
        for pair in pairs
    }


def test_every_kind_has_words_that_exclude_each_other() -> None:
    for kind in kinds().values():
        words = kind.words.split()
        assert len(set(words)) == len(words) >= 2
        assert all(kind.others(word) for word in words)
        assert {word for group in kind.alike.split(";") for word in group.split()} <= set(words)
    assert all(len(names) == 1 for names in kinds_of().values())


def test_strategies_to_teach_come_in_threes_of_all_labels() -> None:
    promised: dict[str, set[str]] = {}
    for code in codes_to_teach("nli"):
        row = taxonomy()[code]
        (found,) = (kept for kept in row.promise["nli"].values())
        promised.setdefault(row.one_of, set()).add(found[0].replace("same", f"becomes {E}"))
    assert len(promised) == 3
    assert all(found == {f"becomes {label}" for label in (E, N, C)} for found in promised.values())


def test_a_word_that_both_share() -> None:
    sentences = ("A man drives a truck.", "A man is in a truck.")
    both = made("both-co-hyponym", *sentences)
    assert ("A man drives an ambulance.", "A man is in an ambulance.", E) in both
    assert ("A man drives a vehicle.", "A man is in a bus.", N) in made("premise-hypernym", *sentences)
    assert ("A man drives a truck.", "A man is in a bus.", C) in made("premise-co-hyponym", *sentences)


def test_a_premise_that_is_repeated() -> None:
    sentence = "A woman is playing a violin."
    assert ("A woman is playing an instrument.", "A woman is playing a violin.", N) in made(
        "narrower-word", sentence
    )
    assert ("A woman is playing a violin.", "A woman is playing a cello.", C) in made("other-word", sentence)
    described = made("more-said", sentence)
    assert all(
        label == E and len(premise.split()) == len(said.split()) + 1 for premise, said, label in described
    )


def test_adjectives_and_numbers_can_go() -> None:
    sentence = "Two girls are riding a horse."
    assert ("Girls are riding a horse.", sentence, N) in made("narrower-word", sentence)
    found = made("wider-and-narrower", "A red coat hangs in a truck.")
    assert ("A coat hangs in a truck.", "A red coat hangs in a vehicle.", N) in found
    assert ("A red coat hangs in a vehicle.", "A coat hangs in a truck.", N) in found
    assert ("A red coat hangs in a truck.", "A coat hangs in a truck.", E) in made(
        "wider-word", "A red coat hangs in a truck."
    )


@pytest.mark.parametrize(
    "premise",
    [
        "A violinist is not playing a violin.",
        "One plays a violin and another plays a guitar.",
        "They play a violin and a cello.",
        "They meet in a dog park.",
        "No dog sleeps.",
    ],
)
def test_where_another_word_could_be_true_as_well_nothing_is_exchanged(premise: str) -> None:
    for code in ("other-word", "narrower-word", "more-said"):
        assert made(code, premise) == set()


def test_genders_that_something_else_tells_are_not_exchanged() -> None:
    assert made("other-word", "A man walks with his son.") == set()
