"""Sentences are read into clauses and realised again, word for word; what is not understood is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.language.clause import Clause, RefusedError
from zellig.language.reading import read_clauses
from zellig.language.realise import realise
from zellig.language.verb_group import Agreement, VerbGroup


def read(text: str) -> Clause:
    (clause,) = read_clauses([text])
    if isinstance(clause, RefusedError):
        raise clause
    if clause.unread:
        raise RefusedError(clause.unread)
    return clause


def test_every_claimed_sentence_of_snli_comes_back(shared: Path) -> None:
    rows = (json.loads(line) for line in (shared / "data/snli/dev.jsonl").open(encoding="utf-8"))
    texts = list(dict.fromkeys(row[name] for row in rows for name in ("sentence1", "sentence2")))
    clauses = list(read_clauses(texts))
    claimed = [
        (text, clause) for text, clause in zip(texts, clauses, strict=True) if isinstance(clause, Clause)
    ]
    assert len(claimed) > 0.85 * len(texts)
    assert [text for text, clause in claimed if realise(clause, elided=True) != text] == []
    restored = sum(isinstance(clause, Clause) and clause.restored for clause in clauses)
    assert restored > 0.05 * len(texts)
    refused = Counter(clause.reason for clause in clauses if isinstance(clause, RefusedError))
    assert all(refused)  # every refusal has its reason


@pytest.mark.parametrize(
    "text",
    [
        "The cook isn't baking bread.",
        "He's never late, but he's slow.",
        "the cook does n't bake bread",
        "It's raining.",
        "They've slowly been walking home.",
        "I can't swim!",
        "On Monday, the old cook baked two loaves.",
        "The cook  is   baking bread .",
        "Bake the bread.",
        "Offers a glimpse of village life.",
    ],
)
def test_spacing_clitics_and_adverbs_survive(text: str) -> None:
    assert realise(read(text)) == text


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", {"empty"}),
        ("   ", {"empty"}),
        ("Le boulanger fait du pain.", None),
        ("הלחם היה טעים מאוד.", None),
        ("🍞🍞🍞", None),
        ("Bread, butter, eggs, milk", None),
        ("A tall cook in a white hat", {"no verb"}),
        ("word " * 200, {"too long"}),
        ('The cook said "it is late" and left.', {"quotation"}),
        ("Is the bread warm?", {"question", "inverted"}),
        ("The bread is warm. The tea is cold.", {"more than one sentence"}),
    ],
)
def test_what_is_not_understood_is_refused(text: str, reasons: set[str] | None) -> None:
    with pytest.raises(RefusedError) as refused:
        read(text)
    assert reasons is None or refused.value.reason in reasons


SUBJECTS = {"The cook": False, "A girl": False, "The boys": True, "Two nurses": True, "My sister": False}
VERBS = ["paint", "carry", "tie", "throw", "hide", "wash"]
OBJECTS = ["the box", "a rope", "the wooden chair"]


@settings(max_examples=60)
@given(
    subject=st.sampled_from(sorted(SUBJECTS)),
    lemma=st.sampled_from(VERBS),
    goal=st.sampled_from(OBJECTS),
    tense=st.sampled_from(["present", "past"]),
    modal=st.sampled_from(["", "may", "must", "will"]),
    perfect=st.booleans(),
    progressive=st.booleans(),
    negative=st.booleans(),
)
def test_features_become_words_and_words_features(
    subject: str,
    lemma: str,
    goal: str,
    tense: str,
    modal: str,
    perfect: bool,
    progressive: bool,
    negative: bool,
) -> None:
    made = VerbGroup(
        lemma,
        "present" if modal or tense == "present" else "past",
        modal,
        perfect,
        progressive,
        negative=negative,
    )
    first, *rest = made.words(Agreement(3, SUBJECTS[subject]))
    text = " ".join([subject, first, *(["not"] if negative else []), *rest, goal]) + "."
    clause = read(text)
    assert clause.verb == made
    assert realise(clause) == text
    (object_,) = clause.predicate.parts
    assert object_.role == "object"
