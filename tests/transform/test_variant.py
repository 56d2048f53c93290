"""Small changes that need no clause."""

from __future__ import annotations

import pytest

from zellig.transform.sentences import transform


@pytest.mark.parametrize(
    ("name", "text", "changed"),
    [
        ("and-order", "A man and a dog are running.", "A dog and a man are running."),
        ("and-order", "The food and service were great.", "The service and food were great."),
        ("and-order", "It is a funny and odd play.", "It is an odd and funny play."),
        ("and-order", "The rooms are small, dark, and cold.", "The rooms are small, cold, and dark."),
        (
            "and-order",
            "I like the size and colour of the cups.",
            "I like the colour and size of the cups.",
        ),
        ("add-that", "I think it is good.", "I think that it is good."),
        ("add-that", "I found the cook burned the soup.", "I found that the cook burned the soup."),
        ("add-that", "I thought the cook looked tired.", "I thought that the cook looked tired."),
        ("add-that", "We noticed the door was locked.", "We noticed that the door was locked."),
        ("add-that", "I hope they arrived.", "I hope that they arrived."),
        ("drop-that", "She said that the food was cold.", "She said the food was cold."),
    ],
)
def test_a_variant_is_made(name: str, text: str, changed: str) -> None:
    found = transform([text], [name])[text].changes
    assert found[name].text == changed
    assert found[name].meaning == "equivalent"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("and-order", "A dog and a man in a coat are running."),  # whose coat?
        ("and-order", "There is a cat and two dogs."),
        ("and-order", "We put salt and pepper on it."),
        ("and-order", "We sell used cars and trucks."),
        ("and-order", "The pizzas are huge and super delicious."),
        ("and-order", "The former is quiet and clean, the latter loud and dirty."),
        ("add-that", "I saw her leave."),
        ("add-that", "I guess it works."),
        ("add-that", "I found the hall overdecorated."),
        ("add-that", "We noticed the curtain ripped."),
        ("add-that", "I found the guests handed a menu."),
        ("add-that", "We hear the bells ring."),
        ("drop-that", "He knows that that is wrong."),
    ],
)
def test_what_may_mean_something_else_is_not_made(name: str, text: str) -> None:
    assert name not in transform([text], [name])[text].changes


def test_a_variant_leaves_nothing_to_compose() -> None:
    text = "A man and a dog are running."
    assert "and-order+past" not in transform([text], ["and-order+past"])[text].changes
