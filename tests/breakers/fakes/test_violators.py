"""Constraints violated: what is made of a sentence, and which sentences are left alone."""

from __future__ import annotations

import pytest

from zellig.breakers.fakes import agreement, argument_structure, binding, case, word_order
from zellig.breakers.fakes.violate import CONSTRAINTS
from zellig.items import Item
from zellig.language.parse import parse
from zellig.language.tokens import sentence_of
from zellig.registry import lookup
from zellig.tasks.is_fake import IS_FAKE

AGREEMENT = {
    "The dogs bark.": {"The dogs barks."},
    "The dog barks loudly.": {"The dog bark loudly."},
    "It is late.": {"It are late."},
    "The film was shot in Lisbon.": {"The film were shot in Lisbon."},
    "The films have been shown.": {"The films has been shown."},
    "She doesn't sleep.": {"She don't sleep."},
    "They were late.": {"They was late."},
    # no number, or either
    "The dogs barked.": set(),
    "You sing.": set(),
    "The cast is good.": set(),
    "If the film was longer, we left.": set(),
    "The boy puts it there.": set(),
    "A string of jokes is told.": set(),
    "She can sing.": set(),
    "It's late.": set(),
}
CASE = {
    "He sees her.": {"Him sees her.", "He sees she."},
    "I know that they sing.": {"Me know that they sing.", "I know that them sing."},
    "The cook laughed at us.": {"The cook laughed at we."},
    "Yesterday I called him.": {"Yesterday me called him.", "Yesterday I called he."},
    "You saw it.": set(),
    "He's tired.": set(),
    "She works.": set(),  # *her works*
    "The cook sings like me.": set(),
    "Anna saw her dog.": set(),
    "The cook saw him and me.": set(),
}
BINDING = {
    "She hurt him.": {"She hurt himself."},
    "We saw it.": {"We saw itself."},
    "The film makes us laugh.": {"The film makes ourselves laugh."},
    "She laughs at them.": {"She laughs at themselves."},
    "The boy hurt himself.": {"The boy hurt itself.", "The boy hurt ourselves."},
    "Makes you laugh.": {"Makes yourself laugh."},
    "The boy hurt him.": set(),  # *himself* may be the boy
    "The people who saw them left.": set(),
    "Anna saw her.": set(),
    "She told the boy about him.": set(),
    "They sing.": set(),
}
ARGUMENTS = {
    "The guests arrived.": {"The guests arrived him.", "The guests arrived them."},
    "The jar was opened slowly.": {"The jar was opened him slowly.", "The jar was opened them slowly."},
    "The jar contains honey.": {"The jar contains."},
    "The soup lacks salt.": {"The soup lacks."},
    "The cook was given.": set(),
    "The cook sings.": set(),
    "The jar contains honey and salt.": set(),
    "Go!": set(),
    "He's opened.": set(),
    "She laughed off the joke.": set(),
}
ORDER = {
    "The dog barks.": {"Dog the barks."},
    "Anna lives in a big house.": {"Anna lives in a house big."},
    "They love soup.": {"Love they soup."},
    "We waited for dinner.": {"Waited we for dinner.", "We waited dinner for."},
    "Anna made a good soup.": set(),  # *made a soup good*
    "She is here.": set(),
    "She said so.": set(),
    "They can't.": set(),
    "Dogs!": set(),
}

RICH = "She sees him when the guests arrive."


def violations(constraint: object, text: str) -> set[str]:
    (doc,) = parse([text])
    return set(constraint.violations(sentence_of(doc)))  # type: ignore[attr-defined]


CASES = [
    (constraint, text, expected)
    for constraint, cases in (
        (agreement, AGREEMENT),
        (case, CASE),
        (binding, BINDING),
        (argument_structure, ARGUMENTS),
        (word_order, ORDER),
    )
    for text, expected in cases.items()
]


@pytest.mark.parametrize(("constraint", "text", "expected"), CASES)
def test_what_is_made_of_a_sentence(constraint: object, text: str, expected: set[str]) -> None:
    assert violations(constraint, text) == expected


def test_spacing_and_second_sentences_stay_as_they_were() -> None:
    text = "It is  late .  The dog barks !"
    assert violations(agreement, text) == {"It are  late .  The dog barks !", "It is  late .  The dog bark !"}
    assert "It is  late .  Dog the barks !" in violations(word_order, text)


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_every_constraint_has_a_breaker_of_its_own(constraint: object) -> None:
    breaker = constraint.make(IS_FAKE)  # type: ignore[attr-defined]
    assert lookup("breakers", breaker.spec.name)(IS_FAKE).spec == breaker.spec
    ((pair,),) = breaker.break_items([Item("x", {"text": RICH})], [3], None)
    assert pair.phenomenon == constraint.PHENOMENON  # type: ignore[attr-defined]


def test_any_constraint_may_be_violated() -> None:
    breaker = lookup("breakers", "violate")(IS_FAKE)
    item = Item("x", {"text": RICH})
    made = [breaker.break_items([item], [seed], None)[0][0].phenomenon for seed in range(40)]
    assert set(made) == {each.PHENOMENON for each in CONSTRAINTS}
