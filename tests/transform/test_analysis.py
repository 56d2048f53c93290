"""Classes of sentences, and their shares in a corpus."""

from __future__ import annotations

import msgspec
import pytest

from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.language.clause import RefusedError
from zellig.language.reading import read_clauses
from zellig.language.sentence_classes import CLASSES, TENSES
from zellig.transform.analysis import analyse, classified

CASES = {
    "The baker sells bread.": "present",
    "The baker sold bread.": "past",
    "The baker will sell bread.": "future will",
    "We shall see.": "future shall",
    "The baker can sing.": "modal can",
    "The baker could sing.": "modal could",
    "It may rain.": "modal may",
    "It might rain.": "modal might",
    "The baker must leave.": "modal must",
    "The baker should leave.": "modal should",
    "The baker would leave.": "modal would",
    "She ought to leave.": "modal",
    "Open the window.": "imperative",
    "Do not open the window!": "imperative negated",
    "A woman holding a lamp.": "restored",
    "Two dogs chased by a boy.": "restored",
    "A man in a green coat, waiting for a bus.": "restored",
    "A girl in a wool hat dancing near the river.": "restored",  # the parser has no verb here
    "A lamp on a table.": "fragment",
    "No lamps.": "fragment negated",
    "A house with no lamps.": "fragment",
    "The baker is singing.": "present progressive",
    "The baker has sung.": "present perfect",
    "She'd eaten.": "past perfect",
    "The bread was sold.": "past passive",
    "The boy got hit.": "past passive",
    "The bread is being sold.": "present progressive passive",
    "You should not have been waiting.": "modal should perfect progressive negated",
    "He is going to sing.": "present progressive",
    "Tells a good story.": "present",
    "A cook in a linen apron waves at a bus.": "present",  # nor here
    "It was the baker who sang.": "past it-cleft",
    "It is bread that the woman sells.": "present it-cleft",
    "It was in the garden that the boy slept.": "past it-cleft",
    "It's Anna who sings.": "present it-cleft",
    "It is not Anna who sings.": "present it-cleft negated",
    "Is it the bread that she sells?": "present it-cleft question",
    "It is clear that the baker sang.": "present",
    "It is a pity that the baker left.": "present",
    "It is so cold that the lake froze.": "present",
    "It is Anna, who sings.": "present",
    "The baker doesn't sing.": "present negated",
    "Nobody sings.": "present negated",
    "There is no bread.": "present negated",
    "The man without a hat sings.": "present",
    "Anna says that nobody came.": "present",
    "Does the baker sing?": "present question",
    "Where did she go": "past question",
    "Who came": "past question",
    "What a day!": "fragment",
    "A lamp?": "fragment question",
    'She asked, "Are you there?".': "past",
    "In front of the house stands a tree.": "present",
    "The baker sings and dances.": "present coordinated",
    "The boys play and the man sings.": "present coordinated",
    "Bread and butter are sold.": "present passive",
}


@pytest.mark.parametrize("sentence", CASES)
def test_classes(sentence: str) -> None:
    assert [(text, classes) for text, classes in classified([sentence])] == [
        (sentence, set(CASES[sentence].split()))
    ]


def test_every_class_has_its_sentence() -> None:
    assert {name for names in CASES.values() for name in names.split()} == set(CLASSES)


def test_classes_agree_with_the_clause_reader() -> None:
    clauses = read_clauses(CASES)
    read = 0
    for sentence, clause in zip(CASES, clauses, strict=True):
        classes = set(CASES[sentence].split())
        if isinstance(clause, RefusedError) or clause.kind == "imperative":
            continue
        read += 1
        assert ("restored" in classes) == clause.restored, sentence
        if not clause.restored:
            assert clause.verb.modal in classes or clause.verb.tense in classes, sentence
            for name in ("progressive", "perfect", "passive"):
                assert (name in classes) == getattr(clause.verb, name), sentence
    assert read > len(CASES) / 2


def items(texts: list[str]) -> list[Item]:
    return [Item(str(number), {"text": text}) for number, text in enumerate(texts)]


def test_shares_are_of_all_sentences() -> None:
    found = analyse(items(["We sang. They sing.", "A lamp.", "Who sang?", "A lamp."]), "sentiment")
    (field,) = found.fields.values()
    assert (found.items, field.texts, field.repeated_texts) == (4, 3, 1)
    assert (field.sentences, field.mean_words) == (4, 2.0)
    past = field.classes["past"]
    assert (past.count, past.share) == (2, 0.5)
    assert past.interval == pytest.approx((0.150039, 0.849961))
    assert sum(field.classes[name].count for name in TENSES) == field.sentences


def test_fields_are_apart() -> None:
    pair = Item("1", {"premise": "We sang.", "hypothesis": "We sing."})
    found = analyse([pair], "nli").fields
    assert list(found) == ["premise", "hypothesis"]
    assert [field.classes["past"].count for field in found.values()] == [1, 0]


def test_number_of_workers_changes_nothing() -> None:
    texts = [f"{sentence} {number}." for number in range(4) for sentence in CASES]
    alone = analyse(items(texts), "sentiment")
    with open_engine(workers=2) as engine:
        together = analyse(items(texts), "sentiment", engine=engine)
    assert alone.fields["text"].sentences > len(texts)
    assert msgspec.json.encode(alone) == msgspec.json.encode(together)


def test_nothing_at_all() -> None:
    found = analyse([], "sentiment")
    field = found.fields["text"]
    assert (found.items, field.sentences, field.mean_words) == (0, 0, None)
    assert {(row.count, row.share, row.interval) for row in field.classes.values()} == {(0, None, None)}


@pytest.mark.parametrize("text", ["", " \n\t ", "😀🎉", "...", "?!", "\u200f", "\x01\x02"])
def test_what_is_no_sentence(text: str) -> None:
    assert analyse(items([text]), "sentiment").fields["text"].sentences == 0


@pytest.mark.parametrize(
    "text",
    [
        "We sang 🎉 and danced 😀",
        "שלום עולם",
        "مرحبا بالعالم؟",
        "x" * 100_000,
        "We sang a song. " * 6_250,
        "wearing " * 12_500,
        "no " * 33_333,
        "a\nb\r\nc\u2028d",
    ],
    ids=["emoji", "hebrew", "arabic", "one word", "many sentences", "participles", "negations", "line ends"],
)
def test_odd_texts(text: str) -> None:
    field = analyse(items([text]), "sentiment").fields["text"]
    assert field.sentences > 0
    assert sum(field.classes[name].count for name in TENSES) == field.sentences


def test_unknown_task() -> None:
    with pytest.raises(ZelligError):
        analyse([], "cooking")
