"""A question of which only the beginning was heard."""

from __future__ import annotations

from zellig.items import Item
from zellig.tasks.quiz.task import POSITION, QUIZ


def beginning(item: Item, position: int) -> Item:
    """The question when so many characters have been read, with its answers, which no guesser is handed.

    What else is known of a question (how long it is, where the power ends) nobody has heard yet.
    """
    answers = {name: value for name, value in item.metadata.items() if name.startswith("gold")}
    return Item(item.id, {"text": QUIZ.prefix(item, position)}, item.accepted, answers | {POSITION: position})
