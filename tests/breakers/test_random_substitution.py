"""Random substitution: one noun without an opinion gives way to another."""

from __future__ import annotations

import pytest

from zellig.breakers import random_substitution
from zellig.breakers.random_substitution import RandomSubstitution, vocabulary_of
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.pairs.edits import edits
from zellig.performers import derive_seed
from zellig.registry import lookup
from zellig.tasks import get_task

VOCABULARY = {"NN": ["table", "apple", "harbour", "engine"], "NNS": ["windows", "spoons"]}
TEXTS = [
    "The waiter carried a chair across the kitchen.",
    "The spoon lay beside an orange.",
    "Two chairs stood near the window.",
    "They walked slowly and sang.",
    "A lovely gift with terrible pain.",
    "",
]


def items(*texts: str) -> list[Item]:
    return [Item(f"x{number}", {"text": text}, ("-1",)) for number, text in enumerate(texts)]


def broken(found: list[Item], seed: int = 1) -> list[list[Pair]]:
    breaker = RandomSubstitution(VOCABULARY, "own")
    seeds = [derive_seed(seed, breaker.spec.name, item.id) for item in found]
    return breaker.break_items(found, seeds, None)


@pytest.mark.parametrize("seed", range(12))
def test_one_noun_is_swapped_for_one_of_the_same_number(seed: int) -> None:
    for item, made in zip(items(*TEXTS[:3]), broken(items(*TEXTS[:3]), seed), strict=True):
        (pair,) = made
        (edit,) = edits(item.fields["text"], pair.modified.fields["text"])
        assert edit.op == "replace"
        assert edit.end - edit.start == len(edit.tokens) == 1
        old = item.fields["text"].rstrip(".").split()[edit.start]
        assert edit.tokens[0] in VOCABULARY["NNS" if old == "chairs" else "NN"]


@pytest.mark.parametrize("seed", range(12))
def test_articles_stay_right(seed: int) -> None:
    for made in broken(items("He saw a chair.", "He saw an orange."), seed):
        words = made[0].modified.fields["text"].rstrip(".").split()
        assert (words[2] == "an") == (words[3][0] in "aeiou")


def test_sentences_without_a_plain_noun_are_refused() -> None:
    assert broken(items(*TEXTS[3:])) == [[], [], []]


def test_without_a_word_to_offer_nothing_is_made() -> None:
    breaker = RandomSubstitution({"NN": ["chair"], "NNS": []}, "own")
    assert breaker.break_items(items("He saw a chair."), [1], None) == [[]]


def test_the_pair_says_what_it_is() -> None:
    original = Item("x1", {"text": "He saw the chair."}, ("-1", "0"), {"source": "own"})
    ((pair,),) = broken([original])
    assert pair.original == original
    assert (pair.promise, pair.modified.accepted) == ("same", ("-1", "0"))
    assert pair.id == pair.modified.id != original.id
    assert pair.phenomenon == "random substitution"
    assert pair.lineage == (pair.author,) == ("random-substitution",)
    assert "'chair'" in pair.rationale
    task = get_task("sentiment")
    assert [*task.faults_of_item(pair.modified), *task.faults_of_pair(pair)] == []


def test_batches_do_not_matter_and_the_seed_does() -> None:
    found = items(*TEXTS)
    together = broken(found)
    assert [made for item in found for made in broken([item])] == together
    assert broken(found[::-1])[::-1] == together
    assert any(broken(found, seed) != together for seed in range(2, 6))


def test_vocabulary_is_of_common_words_without_an_opinion() -> None:
    texts = ["The spoon was new."] * 3 + ["A gift, a pain and a spoon."] * 3 + ["One fork."] * 2
    texts += ["The windows opened."] * 3
    assert vocabulary_of(texts) == {"NN": ["spoon"], "NNS": ["windows"]}
    assert vocabulary_of([]) == {"NN": [], "NNS": []}


def test_the_spec_names_the_source_of_words() -> None:
    assert RandomSubstitution(VOCABULARY, "own words").spec.params == {"vocabulary": "own words"}


def test_by_its_name_it_has_the_nouns_of_review_sentences_when_it_needs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[str] = []

    def nouns() -> dict[str, list[str]]:
        found.append("asked")
        return VOCABULARY

    monkeypatch.setattr(random_substitution, "common_nouns", nouns)
    breaker = lookup("breakers", "random-substitution")(get_task("sentiment"))
    assert not found
    assert breaker.break_items(items("He saw the chair."), [1], None) != [[]]
    assert found
    assert breaker.spec.params == {"vocabulary": "rotten-tomatoes:train?labels=binary, first 1500"}


def test_other_tasks_are_refused() -> None:
    name = "random-substitution"
    assert lookup("breakers", name)(get_task("sentiment")).spec.name == name
    with pytest.raises(ZelligError, match=f"{name} has no promise for the task nli"):
        lookup("breakers", name)(get_task("nli"))
