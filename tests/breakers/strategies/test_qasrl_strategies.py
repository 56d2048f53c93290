"""The strategies of QA-SRL: what they refuse, the new answers, the place of the predicate."""

from __future__ import annotations

import pytest

from zellig.breakers.strategies import Strategy, codes_for
from zellig.items import Item, Pair
from zellig.tasks import get_task

TASK = get_task("qasrl")
REFUSED = {
    ("modifier", "He baked bread.", "baked", "who baked something?", "He"): "a pronoun",
    ("modifier", "No cook baked bread.", "baked", "who baked something?", "No cook"): "no one to describe",
    ("modifier", "The cook left.", "left", "who left?", "The cook"): "known already",
    ("modifier", "Anna was ordained a priest.", "ordained", "who was ordained?", "Anna"): "what she became",
    ("modifier", "A cook left a house , at and a shop .", "left", "who left?", "A cook"): "a word is missing",
    ("modifier", "A cook lost an at a fair .", "lost", "who lost something?", "A cook"): "a word is missing",
    ("modifier", "A cook left the the shop .", "left", "who left?", "A cook"): "a word too many",
    ("modifier", "a cook left the shop .", "left", "who left?", "a cook"): "a beginning is missing",
    ("modifier", "The shop is old , a cook has left it .", "left", "who left?", "a cook"): "two sentences",
    ("modifier", "The old cook left.", "left", "who left?", "The old cook"): "described already",
    ("modifier", "The city hall closed.", "closed", "what closed?", "The city hall"): "a compound",
    ("pp-add", "The boys rarely left.", "left", "who left?", "The boys"): "of no one time",
    ("pp-add", "Anna has left.", "left", "who left?", "Anna"): "the story of a play",
    ("pp-add", "The roof was red.", "was", "what was something?", "red"): "a state of nobody",
    ("pp-add", "This led to a strike.", "led", "what led to something?", "This"): "what is *this*?",
    ("distractor-np", "The cook slept.", "slept", "who slept?", "The cook"): "nobody helps him with that",
    ("pp-add", "The shop opened in 1950.", "opened", "what opened?", "The shop"): "a time is given",
    (
        "pp-add",
        "The shop opened in Rome.",
        "opened",
        "where did something open?",
        "in Rome",
    ): "asked for a place",
    ("pp-add", "However, the shop opened.", "opened", "what opened?", "the shop"): "another beginning",
    ("pp-change", "The German army won in Italy .", "won", "who won?", "The German army"): "elsewhere, too",
    ("pp-add", "The show was designed to amuse .", "designed", "what was designed?", "The show"): "no event",
    ("pp-change", "It lasted from 1950 to 1960.", "lasted", "what lasted?", "It"): "two years",
    ("pp-change", "The 1950 Games were fun.", "were", "what were fun?", "The 1950 Games"): "part of a name",
    ("distractor-np", "The Packers lost.", "lost", "who lost?", "The Packers"): "no name of a person",
    ("distractor-np", "The cook baked bread.", "baked", "what was baked?", "bread"): "not the subject",
    ("distractor-np", "The city was sold.", "sold", "what was sold?", "The city"): "nothing to compare",
    ("synonym", "He attempts to win.", "win", "who wins?", "He"): "a verb",
    ("pronoun", "Anna sang until Anna slept.", "sang", "who sang?", "Anna"): "gender not known",
    ("pronoun", "The dog barked.", "barked", "what barked?", "The dog"): "one mention",
    ("voice", "He baked the bread.", "baked", "who baked something?", "He"): "*by him* is another answer",
    ("voice", "The cook takes the bread.", "takes", "who takes something?", "The cook"): "*taken*",
    ("coordination", "In May the cook left.", "left", "who left?", "the cook"): "no subject first",
}


def item(sentence: str, predicate: str, question: str, *answers: str, index: int | None = None) -> Item:
    fields = {"sentence": sentence, "predicate": predicate, "question": question}
    return Item("x1", fields, answers, {} if index is None else {"predicate_index": index})


def made(code: str, original: Item, seed: int = 0) -> list[Pair]:
    (pairs,) = Strategy(code, "qasrl").break_items([original], [seed], None)
    return pairs


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_in_doubt_is_refused(case: tuple[str, str, str, str, str]) -> None:
    code, *rest = case
    assert [made(code, item(*rest), seed) for seed in range(5)] == [[]] * 5, REFUSED[case]


def sentences(code: str, original: Item, seeds: int = 100) -> set[str]:
    return {pair.modified.fields["sentence"] for seed in range(seeds) for pair in made(code, original, seed)}


def test_an_answer_that_is_described_has_the_new_word() -> None:
    original = item("A cook opened a hotel .", "opened", "who opened something?", "A cook", index=2)
    pairs = [pair for seed in range(60) for pair in made("modifier", original, seed)]
    answers = {pair.modified.accepted for pair in pairs}
    assert {("A young cook",), ("A cook",)} < answers
    for pair in pairs:
        sentence, place = pair.modified.fields["sentence"], pair.modified.metadata["predicate_index"]
        assert sentence.split()[place] == "opened"


def test_an_adjective_goes_with_its_noun() -> None:
    original = item("A club bought an island.", "bought", "who bought something?", "club")
    found = sentences("modifier", original)
    assert {"A private club bought an island.", "A club bought a remote island."} < found
    assert not any("remote club" in text or "sports island" in text for text in found)


def test_a_time_fits_what_is_said() -> None:
    event = sentences(
        "pp-add", item("The king founded a school.", "founded", "who founded something?", "The king")
    )
    assert {
        "The following year, the king founded a school.",
        "The king founded a school two years later.",
    } < event
    state = sentences("pp-add", item("He was a lawyer.", "was", "who was something?", "He"))
    assert "At the time, he was a lawyer." in state
    assert not any("following year" in text for text in state)
    over = sentences("pp-add", item("He had left the town.", "left", "who left something?", "He"))
    assert "By then, he had left the town." in over
    assert not any(text.startswith("In recent") for text in event | state | over)


def test_what_stands_between_goes_with_the_subject() -> None:
    deed = item("The monks founded an abbey.", "founded", "who founded something?", "The monks")
    found = sentences("distractor-np", deed)
    assert "The monks, with the blessing of the bishop, founded an abbey." in found
    assert not any("coach" in text or "monks, at the request of the monks" in text for text in found)
    won = item("Anna won a prize.", "won", "who won something?", "Anna")
    assert all(text.startswith("Anna, to the ") for text in sentences("distractor-np", won))
    thing = item("The album contains ten songs.", "contains", "what contains something?", "The album")
    assert "The album, unlike its predecessor, contains ten songs." in sentences("distractor-np", thing)


def test_a_new_word_in_the_answer_is_the_answer() -> None:
    original = item(
        "Frequently , cooks bake bread .", "bake", "when does someone bake something?", "Frequently"
    )
    (pair,) = made("synonym", original)
    assert pair.modified.fields["sentence"] == "Often , cooks bake bread ."
    assert (pair.promise, pair.modified.accepted) == ("becomes", ("Often",))


def test_the_predicate_keeps_its_word() -> None:
    original = item("The house was constructed .", "constructed", "what was constructed?", "The house")
    assert made("synonym", original) == []


def test_a_capital_that_goes_makes_another_spelling() -> None:
    original = item("The cook baked ten loaves.", "baked", "who baked something?", "The cook", "cook")
    (pair,) = made("coordination", original)
    assert (pair.promise, pair.modified.accepted) == ("becomes", ("the cook", "cook"))


def test_blind_items_are_refused() -> None:
    for code in codes_for("qasrl"):
        assert made(code, item("The cook baked ten loaves.", "baked", "")) == []


ODD = [
    "",
    ".",
    "A .",
    "cook " * 400 + ".",
    "<p>The cook</p>",
    "THE COOK BAKED BREAD .",
    "baked",
    "`` baked '' .",
]


def test_odd_sentences_are_refused_or_changed() -> None:
    items = [item(text, "baked", "who baked something?", "cook") for text in ODD]
    items += [item(text, "baked", "who?", text) for text in ODD if text]
    for code in codes_for("qasrl"):
        for pairs in Strategy(code, "qasrl").break_items(items, range(len(items)), None):
            for pair in pairs:
                assert pair.modified.fields != pair.original.fields
                assert not list(TASK.faults_of_pair(pair))
