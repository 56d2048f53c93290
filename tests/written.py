"""Written questions for tests: about a town of our own, and a writer's mistakes in them."""

from __future__ import annotations

from zellig.corpora.questions import quiz_item
from zellig.items import Item
from zellig.tasks.quiz.answers import main_answer

SENTENCES = (
    "The glaziers here bury a broken pane under every new doorstep.",
    "Its clock has shown ten past four since a flood that drowned the keeper's seven geese.",
    "Travellers to this place (*) are handed a blue ribbon by the ferryman, Mr. Oddie.",
    "For 10 points, name this town on the river Brend.",
)
QUESTION = " ".join(SENTENCES)
LINE = "<b><u>Hollowmere</u></b> [or Hollow Town; accept Old Harbour until it is read]"


def written(question: str = QUESTION, line: str = LINE, name: str = "draft") -> Item:
    """The item of a question as it is published."""
    main = main_answer(line)
    return quiz_item(name, question, (main,) if main else (), line, {})


def with_sentence(sentence: str, line: str = LINE, name: str = "draft") -> Item:
    """The question with one more sentence before the last one."""
    return written(" ".join([*SENTENCES[:-1], sentence, SENTENCES[-1]]), line, name)
