from __future__ import annotations

import pytest

from written import QUESTION, SENTENCES, with_sentence, written
from zellig.checks.questions.findings import Fault
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import QuestionPool
from zellig.checks.questions.repeats import repeats
from zellig.items import Item

POLICY = default_policy().repeats
ARTICLE = (
    "Cindervale lies in the east. Its bakers keep a wooden fish to tell the hour by. They sell it each May."
)
PAST = Item("past", {"text": ARTICLE}, ("Cindervale",))


def found(item: Item, *known: Item) -> list[Fault]:
    return list(repeats(item, QuestionPool(known, POLICY), POLICY))


def test_a_new_question() -> None:
    assert found(written(), PAST) == []


def test_the_same_question() -> None:
    (fault,) = found(written(QUESTION.upper(), name="copy"), written())
    assert (fault.code, fault.message) == ("repeat", "it is the text of question draft")
    assert fault.other is not None
    assert fault.other.text == written().fields["text"]


def test_nearly_the_same_question() -> None:
    other = written(QUESTION.replace("broken pane", "cracked pot").replace("geese", "goats"), name="other")
    (fault,) = found(other, written())
    assert fault.code == "near-repeat"
    assert fault.message.endswith("of the words are those of question draft")


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("Its bakers keep a wooden fish to tell the hour by.", "repeated-sentence"),
        ("It’s bakers keep a Wooden Fish, to tell the hour by.", None),
        ("Its bakers kept a wooden fish to tell the hour by.", "near-sentence"),
        ("To tell the hour by its bakers keep a wooden fish.", "near-sentence"),
        ("They sell it each May!", "repeated-sentence"),
        ("Its millers keep a brass owl to tell the hour by.", None),
    ],
)
def test_a_sentence_of_an_article(sentence: str, code: str | None) -> None:
    item = with_sentence(sentence)
    faults = found(item, PAST)
    assert [fault.code for fault in faults] == ([code] if code else [])
    for fault in faults:
        assert fault.place is not None
        assert fault.other is not None
        assert item.fields["text"][fault.place.start : fault.place.end] == sentence == fault.place.words
        assert (fault.other.origin, fault.other.text in ARTICLE) == ("encyclopedia: Cindervale", True)


def test_short_sentences_may_be_anybodys() -> None:
    known = Item("past", {"text": "It is so late. Nothing else is known of it here."}, ("x",))
    assert found(with_sentence("It is so late."), known) == []


def test_endings_are_only_remarked_on() -> None:
    past = written(f"{ARTICLE} {SENTENCES[-1]}", name="past")
    (fault,) = found(written(), past)
    assert fault.code == "repeated-ending"
    nearly = written(f"{ARTICLE} For 10 points, name this town on the river Ame.", name="past")
    assert found(written(), nearly) == []


def test_an_earlier_version_is_no_other_question() -> None:
    pool = QuestionPool([], POLICY)
    pool.add(written())
    assert list(repeats(written(QUESTION.replace("geese", "ducks")), pool, POLICY)) == []
    assert [fault.code for fault in repeats(written(name="copy"), pool, POLICY)] == ["repeat"]
