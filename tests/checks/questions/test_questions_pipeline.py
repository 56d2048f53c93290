"""The whole check: drafts of our own, and real questions, of which few may be found fault with."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from written import QUESTION, with_sentence, written
from zellig.checks.questions.findings import CODES
from zellig.checks.questions.pipeline import check_question, check_questions
from zellig.checks.questions.policy import default_policy
from zellig.checks.questions.pool import QuestionPool
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.performers import Spec

POLICY = default_policy()


def pool(*known: Item) -> QuestionPool:
    return QuestionPool(known, POLICY.repeats)


class Refuses:
    """Is not to be asked."""

    spec = Spec("refuses")

    def predict(self, items: object) -> list[Prediction]:
        raise ZelligError("it was asked", remedy="Do not ask.")


def test_a_good_draft() -> None:
    assert check_question(written(), pool=pool(), policy=POLICY) == []
    with pytest.raises(ZelligError, match="it was asked"):
        check_question(written(), pool=pool(), policy=POLICY, guesser=Refuses())


def test_a_finding_says_everything() -> None:
    item = with_sentence("The bells of Hollowmere rang.")
    (found,) = check_question(item, pool=pool(), policy=POLICY, guesser=Refuses(), line=3)
    assert (found.question, found.line, found.code, found.severity) == ("draft", 3, "giveaway", "reject")
    assert found.message == "the answer is in the question: 'Hollowmere'"
    assert found.remedy == CODES["giveaway"].remedy
    assert found.place is not None
    assert item.fields["text"][found.place.start : found.place.end] == "Hollowmere"


def test_a_broken_text_is_not_compared() -> None:
    found = check_question(written(QUESTION + "\ufffd"), pool=pool(written()), policy=POLICY)
    assert [each.code for each in found] == ["broken-text"]


def test_questions_are_compared_with_those_before_them() -> None:
    report = check_questions(
        [written(name="1"), written(name="1"), written(name="2"), with_sentence("A bell fell.", name="3")],
        pool=pool(),
        policy=POLICY,
    )
    assert [[each.code for each in row.findings] for row in report.rows] == [
        [],
        ["repeated-id"],
        ["repeat"],
        ["near-repeat"],
    ]
    assert [item.id for item in report.accepted] == ["1", "3"]
    summary = report.summary()
    assert (summary.questions, summary.accepted, summary.rejected, summary.review) == (4, 2, 2, 1)
    assert summary.counts == {"repeated-id": 1, "repeat": 1, "near-repeat": 1}


def test_every_kind_has_words() -> None:
    assert all(code.meaning and code.remedy.endswith(".") for code in CODES.values())


def test_real_questions_are_mostly_fine(shared: Path) -> None:
    """300 against 2,000 of the years before."""
    folder = shared / "data/quizbowl"
    past = islice(open_corpus(f"tossups:{folder}/tossups.train.jsonl.gz"), 2000)
    asked = islice(open_corpus(f"tossups:{folder}/tossups.dev.jsonl.gz"), 300)
    report = check_questions(asked, pool=QuestionPool(past, POLICY.repeats), policy=POLICY)
    codes = Counter(code for row in report.rows for code in {each.code for each in row.findings})
    assert report.summary().rejected <= 2
    assert all(number <= 15 for number in codes.values()), codes
    repeated = check_questions(
        [row.item for row in report.rows[:20]],
        pool=QuestionPool((row.item for row in report.rows), POLICY.repeats),
        policy=POLICY,
    )
    assert repeated.summary().counts["repeat"] == 20
