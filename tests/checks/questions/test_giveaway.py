from __future__ import annotations

import pytest

from written import with_sentence, written
from zellig.checks.questions.answer_line import parsed_line
from zellig.checks.questions.findings import Fault
from zellig.checks.questions.giveaway import giveaway
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import ENOUGH, QuestionPool
from zellig.items import Item

POLICY = default_policy()
EMPTY = QuestionPool([], POLICY.repeats)


def found(sentence: str, answer: str, pool: QuestionPool = EMPTY) -> list[Fault]:
    item = with_sentence(sentence, answer)
    line = parsed_line(item)
    assert line is not None
    return list(giveaway(item.fields["text"], line, pool, POLICY.giveaway))


def test_a_question_that_keeps_its_answer() -> None:
    item = written()
    line = parsed_line(item)
    assert line is not None
    assert list(giveaway(item.fields["text"], line, EMPTY, POLICY.giveaway)) == []


# A sentence of the question, the answer line, what is found, and the words that give it away.
CASES = [
    ("The bells of Hollowmere rang.", "Hollowmere", "giveaway", "Hollowmere"),
    ("The bells of Hollowmere’s church rang.", "Hollowmere", "giveaway", "Hollowmere"),
    ("The bells of HÔLLOWMERE rang.", "Hollowmere", "giveaway", "HÔLLOWMERE"),
    ("They sang The Old Grey Bell there.", "<b><u>The Old Grey Bell</u></b>", "giveaway", "Old Grey Bell"),
    ("It is also called Hollow Town.", "Hollowmere [or Hollow Town]", "giveaway-form", "Hollow Town"),
    ("A volcano slept.", "volcanoes", "giveaway-form", "volcano"),
    ("The fourth power of it is even.", "power", "giveaway-form", "power"),
    ("Some Roman soldiers slept.", "Rome", "giveaway-word", "Roman"),
    ("Some Vandalian soldiers slept.", "Vandalia", "giveaway-word", "Vandalian"),
    ("Those who knew Vandalia slept.", "Vandalian Forum", "giveaway-word", "Vandalia"),
    ("A ship called Quillon sank.", "Battle of the Quillon Straits", "giveaway-word", "Quillon"),
    ("A man called Vane wrote of it.", "Ida Vane", "giveaway-word", "Vane"),
]


@pytest.mark.parametrize(("sentence", "answer", "code", "words"), CASES)
def test_what_gives_it_away(sentence: str, answer: str, code: str, words: str) -> None:
    (fault,) = found(sentence, answer)
    assert fault.code == code
    assert fault.place is not None
    assert fault.place.words == words


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("This river is wide, and the Salt River wider.", "Ame River"),
        ("Old Harbour was its name.", "Hollowmere [accept Old Harbour until it is read]"),
        ("A harbour was there.", "Hollowmere [accept specific answers such as its harbour]"),
        ("A symphony in D minor was heard.", "A minor"),
        ("It is a sea in the north.", "C [or sea]"),
        ("George the Late saw it.", "George Vane"),
        ("The capital of Vandalia is near.", "Hollowmere, Vandalia"),
        ("Oddie wrote of it.", "dances by Ida Oddie"),
        ("It is fair.", "fairies"),
        ("A romantic man slept.", "Rome"),
        ("The war of the islands was long.", "Battle of the Quillon [or war]"),
    ],
)
def test_what_does_not(sentence: str, answer: str) -> None:
    assert found(sentence, answer) == []


def test_a_word_that_many_texts_have_gives_nothing_away() -> None:
    texts = [Item(f"{n}", {"text": f"Many a Quillon of the year {n} is here."}) for n in range(ENOUGH)]
    sentence, answer = "A ship called Quillon sank.", "Battle of the Quillon Straits"
    assert found(sentence, answer, QuestionPool(texts, POLICY.repeats)) == []
    few = QuestionPool(texts[1:], POLICY.repeats)  # too few texts to tell
    assert [fault.code for fault in found(sentence, answer, few)] == ["giveaway-word"]
