"""Words of one kind, exchanged in threes: the same hypotheses with three labels."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies.kinds import kinds, kinds_of, places
from zellig.breakers.strategies.opinion import read_texts
from zellig.breakers.strategies.strategy import codes_to_teach
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.games.breaking.from_strategies import Chosen, strategy_pairs
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
    assert len(promised) == 4
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


@pytest.mark.parametrize("code", ["co-hyponym", "other-word", "wider-word"])
@pytest.mark.parametrize(
    "told",
    [
        "The red truck has a brick wall.",
        "Our red truck carries wooden furniture.",
        "You can hire a red truck.",
        "Everybody in the street has a red truck.",
        "They own a red truck.",
        "We have a red truck.",
        "It has a red wooden door.",
        "A truck has a red door.",
        "There is a red truck.",
        "The hotel stands beside a brick church.",
        "The hotel is near a red church.",
        "A farmer wants to buy a red truck.",
        "A clerk believes that a farmer bought a red truck.",
        "A farmer has ridden a red tractor.",
        "Many farmers ride a red tractor.",
        "Driving a red truck is fun.",
    ],
)
def test_what_may_be_true_of_two_things_is_not_exchanged(code: str, told: str) -> None:
    assert not made(code, told, told)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("The truck was parked beside a wall.", {"truck"}),
        ("The red truck is driving past a brick wall.", {"red", "truck", "brick"}),
        ("A truck parked beside a brick wall.", {"truck", "brick"}),
        ("A truck stands beside a wall.", {"truck", "stand"}),
        ("A clerk is in a red truck.", {"red", "truck"}),
        ("A clerk drove a red truck.", {"red", "truck"}),
        ("A clerk is trying to sell a red truck.", {"red", "truck"}),
        ("A clerk in a red coat.", {"red"}),
        ("There is a clerk riding a red bus.", {"red", "bus"}),
        ("The ball was thrown by a clerk in a red coat.", {"red"}),
        ("A clerk is standing beside a house surrounded by a wooden fence.", {"stand", "wooden"}),
        ("A clerk who has a red truck is walking.", {"walk"}),
    ],
)
def test_what_goes_on_and_where_something_is_can_be_exchanged(told: str, words: set[str]) -> None:
    (reading,) = read_texts([told])
    assert reading is not None
    assert {place.word for place in places(reading)} == words


def test_three_places_of_which_the_premise_fills_two_and_the_hypothesis_one() -> None:
    sentence = "A man drives a truck."
    less, new, other = (made(code, sentence) for code in ("less-said", "new-said", "other-said"))
    assert ("A man drives a truck.", "A person drives a truck.", E) in less
    times = ("in the morning", "in the afternoon", "in the evening")
    assert any(("A man drives a truck.", f"A person drives a vehicle {time}.", N) in new for time in times)
    assert any("bus" in said and "truck" in given for given, said, _ in other)
    assert all(given != said for given, said, _ in less | new | other)


def test_neither_side_of_three_places_tells_the_label() -> None:
    shapes: list[tuple[set[int], set[int]]] = []
    for code in ("less-said", "new-said", "other-said"):
        found = made(code, "A man drives a truck.")
        shapes.append(
            ({len(given.split()) for given, _, _ in found}, {len(said.split()) for _, said, _ in found})
        )
    assert shapes[0] == shapes[1] == shapes[2]


def test_each_side_keeps_its_own_word_as_often_for_every_label() -> None:
    """Of what the sides say where the truck was; else the usual word would tell the label."""
    shares = []
    for code in ("less-said", "other-said"):
        items = [
            Item(f"x{n}", {"premise": "A man drives a truck.", "hypothesis": "It rains."}, (E,))
            for n in range(300)
        ]
        chunks = strategy_pairs(Chosen("nli", (code,), "neutral", 1), items)
        found = [pair.lineage[0].partition(": ")[2] for chunk in chunks for pair in chunk.pairs]
        sides = [step.split(" -> ") for each in found for step in each.split("; ") if "truck: " in step]
        said = [(given.removeprefix("truck: "), word) for given, word in sides if "open" not in given + word]
        shares.append([sum(pair[side] == "truck" for pair in said) / len(said) for side in (0, 1)])
    assert all(0.4 < share < 0.6 for both in shares for share in both)


def test_a_time_is_not_said_where_something_tells_it() -> None:
    found = made("new-said", "A man drives a truck at sunset.")
    assert found
    assert not any("night" in given + said for given, said, _ in found)


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
