"""Validity: own sentences for every check, the examples of the taxonomy, and that company changes nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from conftest import ROOT
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.strategy import Strategy
from zellig.breakers.strategies.taxonomy import Example, Row, taxonomy
from zellig.checks import validity
from zellig.checks.findings import VALIDITY
from zellig.checks.validity import faults_of
from zellig.checks.waivers import waivers_of
from zellig.items import Item, Pair, Relation
from zellig.tasks import Task, get_task

SENTIMENT = get_task("sentiment")
LONG = "The old guide told us a long story about the lake and the town behind it."


def pair(original: str, modified: str, promise: Relation = "same") -> Pair:
    answers = {"same": ("+1",), "flip": ("-1",), "becomes": ("0",), "not": ("-1", "0")}
    return Pair(
        "p",
        Item("a", {"text": original}, ("+1",)),
        Item("b", {"text": modified}, answers[promise]),
        promise,
    )


def codes_of(
    pairs: Sequence[Pair], task: Task = SENTIMENT, *, models: bool = False, domain: str = NEUTRAL
) -> list[list[str]]:
    return [[code for code, _ in found] for found in faults_of(pairs, task, models=models, domain=domain)]


def faults(original: str, modified: str, promise: Relation = "same") -> list[str]:
    (found,) = codes_of([pair(original, modified, promise)])
    return found


FAILING = [
    ("negation", "The soup is warm.", "The soup is not warm."),
    ("negation", "We never left the garden.", "We left the garden."),
    ("negation", "A tour with a guide.", "A tour without a guide."),
    ("antonym", "The soup is warm.", "The soup is cool."),
    ("antonym", "A kind guide.", "An unkind guide."),
    ("antonym", "A careful guide.", "A careless guide."),
    ("antonym", "A gripping story.", "A tedious story."),
    ("sense", "It will break your heart.", "It will break your sum."),
    ("sense", "A rare view of the lake.", "A rate view of the lake."),  # a slip that makes a word
    ("sense", "A charming view of the lake.", "A chzrmqng view of the lake."),  # more than a slip
    ("sentiment", "The guide was a bore.", "The guide was a love."),
    ("sentiment", "A lovely, brilliant, happy evening.", "An evening."),
    ("part-of-speech", "The guide sings quickly.", "The guide sings soup."),
    ("agreement", "The guides sing in the garden.", "The guide sing in the garden."),
    ("agreement", "The guide walks to the lake.", "The guide walked to the lake."),
    ("agreement", "A fine evening by the lake.", "A okay evening by the lake."),
    ("agreement", "An old guide met us.", "An big guide met us."),
    ("agreement", "The guide sleeps.", "The guide and his dog sleep. The old guide say nothing."),
    ("parse", "The guide told us a story.", "The guide told us a story. Guide story the."),
]


@pytest.mark.parametrize(("code", "original", "modified"), FAILING)
def test_each_check_finds_its_fault(code: str, original: str, modified: str) -> None:
    assert code in faults(original, modified)


@pytest.mark.parametrize(
    ("original", "modified"),
    [
        ("The movie is long.", "The film is long."),
        ("The guide began a story.", "The guide started a story."),
        ("A gripping story.", "A fascinating story."),
        ("A charming garden by the lake.", "A charmnig garden by the lkae."),
        ("An amazing evening.", "An amzaing evening."),
        ("A big lake.", "A large lake."),
        ("We do not know the town.", "We don't know the town."),
        ("The lake is deep.", "THE lake is deep."),
        (LONG, LONG),
    ],
)
def test_sound_pairs_pass(original: str, modified: str) -> None:
    assert faults(original, modified) == []


def test_a_flip_must_turn_something() -> None:
    assert faults("The soup is warm.", "The soup is hot.", promise="flip") == ["unturned"]
    assert faults("The soup is warm.", "The soup is not warm.", promise="flip") == []
    assert faults("The soup is warm.", "The soup is cool.", promise="flip") == []


@pytest.mark.parametrize(
    ("code", "original", "modified", "judged_in"),
    [
        # Films tell of the dead, and phones are.
        ("sentiment", "The fish was dead.", "The fish was there.", {"restaurant", "neutral"}),
        # A soup may be cold.
        ("antonym", "The soup was cold.", "The soup was nice.", {"film", "neutral"}),
        # Films have no price.
        ("antonym", "The soup was nice.", "The soup was overpriced.", {"product", "restaurant"}),
    ],
)
def test_words_judge_as_they_do_in_the_domain(
    code: str, original: str, modified: str, judged_in: set[str]
) -> None:
    made = [pair(original, modified)]
    found = {
        name: [code for code, _ in faults_of(made, SENTIMENT, models=False, domain=name)[0]]
        for name in ("film", "product", "restaurant", "neutral")
    }
    assert {name for name, codes in found.items() if code in codes} == judged_in
    assert codes_of(made)[0] == found["neutral"]


def test_other_promises_may_deny() -> None:
    assert faults("The soup is warm.", "The soup is not warm.", promise="not") == []
    assert faults("The soup is warm.", "The soup is not warm.", promise="becomes") == []


def test_what_is_there_already_is_no_fault() -> None:
    assert faults("A old guides walks to the big lake.", "A old guides walks to the large lake.") == []


def test_a_fault_is_told_in_a_sentence_with_its_words() -> None:
    def said(original: str, modified: str, promise: Relation = "same") -> dict[str, str]:
        (found,) = faults_of([pair(original, modified, promise)], SENTIMENT, models=False)
        return dict(found)

    negated = said("The soup is warm.", "The soup is not warm.")
    assert negated["negation"] == "the number of negations was 0 and is 1"
    assert (
        said("The soup is warm.", "The soup is cool.")["antonym"] == "'warm' gave way to its opposite 'cool'"
    )
    heart = said("It will break your heart.", "It will break your sum.")
    assert heart["sense"] == "'heart' gave way to 'sum', which means something else"
    article = said("A fine evening by the lake.", "A okay evening by the lake.")
    assert article["agreement"] == "'a' does not go with 'okay'"


def test_only_the_fields_that_may_be_edited_count_and_ratings_only_in_sentiment() -> None:
    def inference(premise: str, hypothesis: str) -> Item:
        return Item(premise, {"premise": premise, "hypothesis": hypothesis}, ("entailment",))

    first = inference("A man hates a lovely soup.", "A man hates soup.")
    pairs = [
        Pair("1", first, inference("A man hates a lovely soup.", "A man does not hate soup."), "same"),
        Pair("2", first, inference("A man hates soup.", "A man hates soup."), "same"),
    ]
    assert codes_of(pairs, get_task("nli")) == [["negation"], []]


def test_a_change_elsewhere_excuses_nothing() -> None:
    """A full stop less in the premise, and *not* in the hypothesis; but sides may change places."""
    premise, hypothesis = "A guide is nobody's cook.", "A guide is asleep."
    before = Item("a", {"premise": premise, "hypothesis": hypothesis}, ("contradiction",))
    after = [
        {"premise": premise[:-1], "hypothesis": "A guide is not asleep."},
        {"premise": hypothesis, "hypothesis": premise},
    ]
    pairs = [Pair(str(n), before, Item("b", each, before.accepted), "same") for n, each in enumerate(after)]
    assert codes_of(pairs, get_task("nli")) == [["negation"], []]
    question = {"predicate": "eats", "question": "who eats something?"}
    old, new = (
        Item(text, {"sentence": text, **question}, ("The man",))
        for text in ("The man eats soup.", "The man eats soups.")
    )
    assert codes_of([Pair("1", old, new, "same")], get_task("qasrl")) == [["agreement"]]


EXAMPLES = [(row, example) for row in taxonomy().values() for example in row.examples]


@pytest.mark.parametrize(("row", "example"), EXAMPLES, ids=lambda each: getattr(each, "code", ""))
def test_examples_of_strategies_are_valid_by_what_their_strategy_declares(row: Row, example: Example) -> None:
    task = get_task(example.about)
    field = task.editable[-1]
    promised = {each for by_label in row.promise[example.task].values() for each in by_label}
    relations = [
        relation for relation in get_args(Relation) if any(each.startswith(relation) for each in promised)
    ]
    old, new = (Item(text, {**example.given, field: text}) for text in (example.original, example.modified))
    waived = waivers_of(Strategy(row.code, example.about))
    made = [Pair(relation, old, new, relation) for relation in relations]
    found = codes_of(made, task, domain=example.domain)
    assert any(waived.issuperset(each) for each in found)


@pytest.mark.parametrize(
    "text",
    ["", "Ugh", "🙂🙂", "<b>x</b> if (a != b)", "NO VERB HERE", "soup " * 3_000, "חם וטעים"],
)
def test_odd_texts_are_checked_too(text: str) -> None:
    assert faults(text, text) == []
    assert set(faults(text, f"{text} not so")) <= set(VALIDITY)


WORDS = st.sampled_from(
    [
        "the",
        "a",
        "an",
        "guide",
        "guides",
        "is",
        "are",
        "not",
        "film",
        "movie",
        "good",
        "bad",
        "dull",
        "lake",
        ".",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
RELATIONS = st.sampled_from(get_args(Relation))


@settings(max_examples=40)
@given(st.lists(st.tuples(TEXTS, TEXTS, RELATIONS), min_size=1, max_size=6), st.randoms())
def test_company_and_order_change_nothing(
    made: list[tuple[str, str, Relation]], chance: random.Random
) -> None:
    pairs = [pair(*each) for each in made]
    alone = [codes_of([each])[0] for each in pairs]
    assert codes_of(pairs) == alone
    order = list(range(len(pairs)))
    chance.shuffle(order)
    shuffled = codes_of([pairs[place] for place in order])
    assert shuffled == [alone[place] for place in order]


@settings(max_examples=40)
@given(TEXTS, RELATIONS)
def test_codes_are_known_and_an_unchanged_text_has_none(text: str, promise: Relation) -> None:
    assert faults(text, text, promise=promise) == []
    found = faults(text, f"{text} nobody left", promise=promise)
    assert found == [code for code in VALIDITY if code in found]


@settings(max_examples=40)
@given(TEXTS, TEXTS)
def test_gains_and_losses_of_a_negation_are_the_same_to_it(one: str, other: str) -> None:
    assert ("negation" in faults(one, other)) == ("negation" in faults(other, one))


class Model:
    """Finds a word as improbable as it is long; its last digits depend on the company, as in a real one."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        self.asked.append(len(texts))
        return np.array([len(text) + 0.001 * (len(texts) > 1) * (-1) ** n for n, text in enumerate(texts)])


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Model:
    pytest.importorskip("torch")
    model = Model()
    monkeypatch.setattr("zellig.language.language_model.load_language_model", lambda: model)
    monkeypatch.setattr(
        "zellig.language.similarity.similarities", lambda text, others: [0.5 if "apple" in others[0] else 0.9]
    )
    return model


def test_models_are_asked_about_what_was_changed(models: Model) -> None:
    given_pairs = [
        pair("A nice man.", "A nice manservantlike."),  # 13 more for a word
        pair("A nice man.", "A nice apple."),
        pair("A nice garden.", "A nice gadren."),
        pair("soup " * 300, "soup " * 300 + "apple"),
    ]
    found = codes_of(given_pairs, models=True)
    assert ["fluency" in each for each in found] == [True, False, False, False]
    assert ["similarity" in each for each in found] == [False, True, False, False]
    assert models.asked == [3]  # one batch; nothing of slips and of long texts
    left_out = codes_of(given_pairs)
    assert left_out == [[code for code in each if code not in ("fluency", "similarity")] for each in found]


def test_a_batch_does_not_decide_near_the_bound(models: Model) -> None:
    rise = int(validity._bounds().rise)
    near = pair("A nice man.", f"A nice {'m' * (3 + rise)}.")
    assert "fluency" not in codes_of([near], models=True)[0]
    assert models.asked == [2, 1, 1]


def test_the_page_has_every_check_with_its_bounds_and_its_example_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs/concepts/validity.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", page.partition("## Success")[0], re.MULTILINE)
    assert [code for code, _ in rows] == list(VALIDITY)
    bounds = validity._bounds()
    stated = {code: [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)] for code, text in rows}
    assert stated["sense"] == [bounds.senses]
    assert stated["sentiment"] == [bounds.shift, bounds.turn]
    assert stated["parse"] == [bounds.unclear, bounds.moved, 0]
    assert stated["fluency"] == [bounds.rise, bounds.added]
    assert stated["similarity"] == [bounds.alike]
    source = page.partition("```python\n")[2].partition("```")[0]
    exec(source, {})
    said = re.findall(r"^print\(.*\)  # (.+)$", source, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == said
