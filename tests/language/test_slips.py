"""Slips of whoever wrote a sentence."""

from __future__ import annotations

import pytest

from zellig.items import Item
from zellig.language.parse import parse
from zellig.language.slips import has_slip
from zellig.language.tokens import sentence_of
from zellig.transform.contrast import make_contrasts
from zellig.transform.plan import ContrastPlan


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("A cook is is baking bread.", True),
        ("A cook carries a a tray.", True),
        ("A cyclists rides up a hill.", True),
        ("Two boy are baking bread.", True),
        ("The women is baking bread.", True),
        ("A cook eats a onion.", True),
        ("The bread is very very good.", False),
        ("The cook had had a good day.", False),
        ("A few cyclists ride up a hill.", False),
        ("It is a children's book.", False),
        ("Ten miles is far.", False),
        ("The fish are swimming.", False),
        ("The dogs that are barking are old.", False),
        ("He bought an slr.", False),
        ("The box of eggs is full.", False),
        ("A cook and a waiter is carrying bread.", True),
        ("A dog and a goat is sleeping.", True),
        ("The founder and the owner is here.", False),
        ("The baker and the mayor was one man.", False),
        ("The horse and the carriage was old.", False),
        ("The rise and the fall is steep.", False),
        ("A knife and a fork is on the table.", False),
        ("A man and a woman are walking.", False),
        ("Bread and butter is served.", False),
        ("The cook sings and a waiter is dancing.", False),
        ("The door is a really annoying.", True),
        ("The door is a bit annoying.", False),
    ],
)
def test_slips(text: str, slip: bool) -> None:
    (doc,) = parse([text])
    assert has_slip(sentence_of(doc)) == slip


@pytest.mark.parametrize("field", ["premise", "hypothesis"])
def test_nothing_is_made_of_a_pair_with_a_slip(field: str) -> None:
    """Also where the sentence with the slip would stay as it is."""
    fields = {"premise": "A cook is baking bread in a kitchen.", "hypothesis": "A cook is baking bread."}
    item = Item("bread", fields, ("entailment",))
    (made,) = make_contrasts([item], ContrastPlan("nli"))
    assert made.pairs
    torn = {field: fields[field].replace("A cook is", "A cook is is")}
    (made,) = make_contrasts([Item("bread", fields | torn, ("entailment",))], ContrastPlan("nli"))
    assert not made.pairs
    assert made.counts.refusals["slip"] == 1
