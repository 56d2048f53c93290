"""One sentence for every condition of the grammar: what comes out, or why nothing does."""

from __future__ import annotations

import pytest

from helpers import contrast_of
from zellig.language.clause import RefusedError
from zellig.language.reading import read_clauses
from zellig.transform.catalogue import TRANSFORMATIONS

CASES = [
    ("The girl lay on the grass.", "future", "The girl will lie on the grass."),
    ("The man lays a brick.", "past", "The man laid a brick."),
    ("The boy hung a coat.", "passive", "A coat was hung by the boy."),
    ("The woman is tying a rope.", "past", "The woman was tying a rope."),
    ("The dog has torn the toy.", "negation", "The dog has not torn the toy."),
    ("A woman holding a baby.", "may", "A woman may be holding a baby."),
    ("Two dogs chased by a boy.", "question", "Are two dogs chased by a boy?"),
    ("A man wearing a cap standing by a bus.", "", "A man wearing a cap is standing by a bus."),
    ("A cute couple at a club", "past", "refused: no verb"),
    ("Man riding a horse.", "negation", "No man is riding a horse."),
    ("A man and a woman are dancing.", "negation", "refused: coordinated indefinites"),
    ("The boy sings and dances.", "past", "The boy sang and danced."),
    ("The boy sings and dances.", "negation", "The boy neither sings nor dances."),
    ("There is a man watching a game.", "negation", "There is no man watching a game."),
    ("There are two dogs outside.", "negation", "refused: numeral pivot"),
    ("There are some kids in the pool.", "question", "Are there any kids in the pool?"),
    ("There is a cat on the roof.", "cleft-subject", "refused: expletive"),
    ("The man picked up a box.", "passive", "A box was picked up by the man."),
    ("The crew took the tent down.", "passive", "The tent was taken down by the crew."),
    ("All dogs bark.", "negation", "Not all dogs bark."),
    ("One of the men is smiling.", "negation", "None of the men is smiling."),
    ("Three girls are running.", "negation", "refused: numeral scope"),
    ("Every child is eating an apple.", "passive", "An apple is being eaten by every child."),
    ("The boy has already eaten some cake.", "negation", "The boy has not eaten any cake yet."),
    ("The man does not have anything to drink.", "affirmation", "The man has something to drink."),
    ("Nobody is sitting.", "negation", "refused: already negative"),
    ("Yesterday the team won.", "question", "Did the team win yesterday?"),
    ("The chef cut the bread.", "who-question", "Who cut the bread?"),
    ("Two nurses are helping a boy.", "cleft-subject", "It is two nurses who are helping a boy."),
    ("A truck hit the wall.", "cleft-subject", "It was a truck that hit the wall."),
    ("He is driving a car.", "cleft-subject", "refused: pronoun"),
    ("A woman is walking her dog.", "passive", "refused: bound possessive"),
    ("A man drinks tea while reading.", "passive", "refused: dangling adjunct"),
    ("A crowd watches a man flip.", "passive", "refused: bare clause"),
    ("The boys will swim tomorrow.", "past", "refused: time adverb"),
    ("A man waves as he rides by.", "future", "A man will wave as he rides by."),
    ("A soldier hands a woman a picture.", "passive", "A woman is handed a picture by a soldier."),
    ("A bike was stolen by noon.", "active", "refused: no agent"),
    ("It rained.", "seem", "It seems to have rained."),
    ("It rained.", "want", "refused: expletive under control"),
    ("The cake was eaten.", "may", "The cake may have been eaten."),
]


@pytest.mark.parametrize(("sentence", "name", "wanted"), CASES)
def test_golden(sentence: str, name: str, wanted: str) -> None:
    assert contrast_of(sentence, name) == wanted


def test_a_passive_that_exchanges_scopes_promises_nothing() -> None:
    scoped, plain = read_clauses(["Every child is eating an apple.", "The child is eating an apple."])
    assert not isinstance(scoped, RefusedError)
    assert not isinstance(plain, RefusedError)
    assert TRANSFORMATIONS["passive"](scoped).meaning == "none"
    assert TRANSFORMATIONS["passive"](plain).meaning == "equivalent"


def test_neither_nor_is_contrary_and_not_contradictory() -> None:
    (clause,) = read_clauses(["The boy sings and dances."])
    assert not isinstance(clause, RefusedError)
    assert TRANSFORMATIONS["negation"](clause).meaning == "contrary"
