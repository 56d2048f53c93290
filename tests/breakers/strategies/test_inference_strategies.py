"""The strategies of inference: what they refuse, and labels of hypotheses made from the premise alone."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies import Strategy, codes_for
from zellig.items import Item, Pair

REFUSED = {
    ("number", "A man and a woman are walking.", "A man is walking."): "two beings",
    ("number", "A crowd is watching.", "A person is watching."): "a group",
    ("number", "A man is in another boat.", "A man is in a boat."): "*another*",
    ("number", "A man is singing.", "A man holds his hat."): "bound pronoun",
    ("gender", "A man and a woman are walking.", "A man is walking."): "the other gender is there",
    ("gender", "A player kicks a ball.", "A man kicks a ball."): "no gender in the premise",
    ("gender", "A bearded man is running.", "No man is sitting."): "negation",
    ("co-hyponym", "A man in a red hat is in a blue car.", "A man is in a blue car."): "two colours",
    ("co-hyponym", "A black man sings.", "A black man is singing."): "not a colour of paint",
    ("co-hyponym", "Some girls sit, others stand.", "A girl is sitting."): "somebody does stand",
    ("co-hyponym", "A man sits inside, his dog is outside.", "A dog is outside."): "inside is there",
    ("co-hyponym", "A man plays an electric guitar.", "A man plays an electric guitar."): "kind of guitar",
    ("hypernym", "A dog is running.", "No dog is sleeping."): "not upward",
    ("hypernym", "A man eats a hot dog.", "A person eats a hot dog."): "no animal",
    ("hypernym", "Every dog is running.", "Every dog is running."): "not every animal",
    ("modifier-add", "A homeless man is sleeping.", "A man is sleeping."): "the premise may tell",
    ("modifier-add", "A man is running.", "Only one man is running."): "not upward",
    ("modifier-drop", "A toy car is on the floor.", "A toy car is there."): "a toy car is no car",
    ("modifier-drop", "Two dogs are black.", "The black dogs are there."): "definite",
}


def made(code: str, premise: str, hypothesis: str, label: str, seed: int = 0) -> list[Pair]:
    item = Item("x1", {"premise": premise, "hypothesis": hypothesis}, (label,))
    (pairs,) = Strategy(code, "nli").break_items([item], [seed], None)
    return pairs


@pytest.mark.parametrize(("code", "premise", "hypothesis"), REFUSED)
def test_what_is_in_doubt_is_refused(code: str, premise: str, hypothesis: str) -> None:
    for seed in range(5):
        assert made(code, premise, hypothesis, "entailment", seed) == [], REFUSED[code, premise, hypothesis]


@pytest.mark.parametrize(
    "code", ["number", "gender", "co-hyponym", "hypernym", "modifier-add", "modifier-drop"]
)
def test_only_what_is_entailed_is_changed(code: str) -> None:
    for label in ("neutral", "contradiction"):
        strategy = Strategy(code, "nli")
        item = Item("x1", {"premise": "A young man is sitting.", "hypothesis": "A young man sits."}, (label,))
        assert strategy.break_items([item], [0], None) == [[]]
        assert strategy.refusals == {f"{label} item": 1}


@pytest.mark.parametrize(("label", "promise"), [("entailment", "same"), ("neutral", "becomes")])
def test_a_hypothesis_from_the_premise_needs_no_old_label(label: str, promise: str) -> None:
    (pair,) = made("there-is", "A man in a hat is running.", "It rains.", label)
    assert (pair.promise, pair.modified.accepted) == (promise, ("entailment",))
    assert pair.modified.fields["premise"] == pair.original.fields["premise"]


@pytest.mark.parametrize(
    ("code", "premise"),
    [
        ("one-conjunct", "A boy reaches for and touches the wheel."),
        ("more-than-one", "Two men in hats are running."),
        ("more-than-one", "Two women are hugging."),
        ("unseen", "A man talks to a man."),
        ("nobody", "A man is holding his hat, and she is laughing."),
    ],
)
def test_premises_that_would_make_a_bad_hypothesis_are_refused(code: str, premise: str) -> None:
    assert made(code, premise, "It rains.", "neutral") == []


def test_the_manner_of_the_source_is_kept() -> None:
    texts = {
        made("number", "a man is running .", "a man is outside .", "entailment", n)[0].modified.fields[
            "hypothesis"
        ]
        for n in range(40)
    }
    assert texts == {f"{number} men are outside ." for number in ("two", "three", "four", "five", "six")}
    (pair,) = made("number", "A dog is running.", "A dog running", "entailment")
    assert pair.modified.fields["hypothesis"].endswith(" dogs running")


def test_odd_texts_are_refused_or_changed() -> None:
    odd = ["", "...", "A", "dog " * 500, "<b>A man</b> & 2 dogs", "A MAN IS RUNNING", "Two\nmen\n\nrun", "?!"]
    items = [
        Item(f"odd-{n}", {"premise": one, "hypothesis": two}, ("entailment",))
        for n, (one, two) in enumerate((one, two) for one in odd for two in (*odd, "A man is outside."))
    ]
    for code in codes_for("nli"):
        for pairs in Strategy(code, "nli").break_items(items, range(len(items)), None):
            assert all(pair.modified.fields != pair.original.fields for pair in pairs)
