"""What all the breakers of the arena have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zellig.breakers.fakes.fake import texts_of
from zellig.breakers.strategies.strategy import codes_for
from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.performers import Breaker, Spec, derive_seed
from zellig.registry import BUILT_IN, lookup, names
from zellig.tasks import get_task
from zellig.tasks.is_fake import IS_FAKE

TEXTS = [
    "She sees the old dog, and they bark at him.",
    "The cooks of the village are tired.",
    "A cook is chopping an onion.",
    "The soup is wonderful.",
    "Guests arrive late in the evening.",
    "Hm.",
    "",
]
FAKES = {name for name, target in BUILT_IN["breakers"].items() if ".fakes." in target} | {"language-model"}
ELSEWHERE = {"person", "generator"}  # need a terminal, a system


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("corpus") / "items.jsonl"
    write_records(
        path, Item, [Item(str(n), {"text": text}) for n, text in enumerate(TEXTS * 20)], "sentiment"
    )
    return f"items:{path}"


def made(name: str, corpus: str) -> Breaker:
    learns = name in ("char-ngram", "same-tag", "language-model")
    breaker: Breaker = lookup("breakers", name)(IS_FAKE, **({"corpus": corpus} if learns else {}))
    return breaker


def items(metadata: dict[str, Any] | None = None) -> list[Item]:
    return [Item(f"r{n}", {"text": text}, ("+1",), metadata or {}) for n, text in enumerate(TEXTS)]


def broken(breaker: Breaker, found: list[Item], seed: int = 1) -> list[list[Pair]]:
    return breaker.break_items(found, [derive_seed(seed, breaker.spec.name, each.id) for each in found], None)


@pytest.mark.parametrize("name", sorted(FAKES - ELSEWHERE))
def test_each_makes_at_most_one_other_text_whatever_the_batch(name: str, corpus: str) -> None:
    breaker = made(name, corpus)
    found = items({"bad": "Guests arrives in the evening.", "phenomenon": "agreement"})
    together = broken(breaker, found)
    assert [pairs for each in found for pairs in broken(breaker, [each])] == together
    assert broken(breaker, found[::-1])[::-1] == together
    assert any(together)
    for item, pairs in zip(found, together, strict=True):
        for pair in pairs:
            assert len(pairs) == 1
            assert (pair.id, pair.original) == (f"{item.id}-{name}", item)
            assert pair.modified == Item(
                pair.id, {"text": pair.modified.fields["text"]}, pair.modified.accepted
            )
            answers = ("same", item.accepted) if name == "copy" else ("flip", ("fake",))
            assert (pair.promise, pair.modified.accepted) == answers
            assert pair.phenomenon
            assert pair.lineage == (pair.author,) == (name,) == (breaker.spec.name,)
            same = pair.modified.fields["text"].split() == item.fields["text"].split()
            assert same == (name == "copy")
    assert (breaker.see, type(breaker.spec)) == ("nothing", Spec)


@pytest.mark.parametrize("name", ["char-ngram", "word-shuffle", "same-tag", "violate", "violate-word-order"])
def test_the_seed_decides(name: str, corpus: str) -> None:
    breaker = made(name, corpus)
    assert len({str(broken(breaker, items()[:1], seed)) for seed in range(8)}) > 1


def test_a_text_without_words_is_left_alone(corpus: str) -> None:
    for name in FAKES - ELSEWHERE - {"copy", "as-written", "char-ngram", "adaptive-fakes"}:
        assert broken(made(name, corpus), [Item("x", {"text": "..."}, ("+1",))]) == [[]], name


def test_what_was_written_badly_is_handed_on() -> None:
    breaker = lookup("breakers", "as-written")(IS_FAKE)
    found = [Item("a", {"text": "He is."}, metadata={"bad": "He are."}), Item("b", {"text": "He is."})]
    (pair,), none = broken(breaker, found)
    assert (pair.modified.fields["text"], pair.phenomenon, none) == ("He are.", "", [])
    assert broken(breaker, [Item("c", {"text": "He is."}, metadata={"bad": " He  is."})]) == [[]]


@pytest.mark.parametrize(
    ("name", "params", "match"),
    [
        ("char-ngram", {"order": 0}, "order = 0 makes no sense. Give 1 or more"),
        ("same-tag", {"words": 0}, "words = 0"),
        ("language-model", {"distance": 0}, "distance = 0"),
        ("transformation", {"which": "passiv"}, "'passiv' is not a transformation. There are: question"),
        ("transformation", {"which": "past+present"}, "two steps of one kind"),
        ("generator", {}, "the generator needs a system"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(name: str, params: dict[str, Any], match: str) -> None:
    with pytest.raises(ZelligError, match=match.replace("+", r"\+")):
        lookup("breakers", name)(IS_FAKE, **params)


def test_the_spec_has_every_parameter(corpus: str) -> None:
    assert made("char-ngram", corpus).spec.params == {"order": 3, "corpus": corpus}
    assert made("same-tag", corpus).spec.params == {"words": 1, "corpus": corpus}
    assert made("language-model", corpus).spec.params == {"distance": 2, "corpus": corpus}
    assert lookup("breakers", "transformation")(IS_FAKE).spec.params == {"which": "passive"}


@pytest.mark.parametrize("name", sorted(FAKES - {"language-model"}))
def test_a_fake_promises_nothing_for_other_tasks(name: str) -> None:
    with pytest.raises(ZelligError, match=rf"^{name} has no promise for the task nli. It is for is-fake."):
        lookup("breakers", name)(get_task("nli"))


def test_no_name_means_two_breakers() -> None:
    strategies = {code for task in names("tasks") for code in codes_for(task, off=True)}
    assert not {*names("breakers")} & strategies
    assert "fakes" not in BUILT_IN


def test_texts_of_a_corpus_are_all_the_language_of_its_items(tmp_path: Path) -> None:
    item = Item("1", {"premise": "A dog runs.", "hypothesis": "It moves."}, ("entailment",))
    write_records(tmp_path / "nli.jsonl", Item, [item], "nli")
    assert list(texts_of(f"items:{tmp_path / 'nli.jsonl'}")) == ["A dog runs.\nIt moves."]
