"""Pipelines of transformers, and models with their tokenizers, as systems; nothing is downloaded."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    PreTrainedTokenizerFast,
    pipeline,
)

from examples import ODD, TRAIN
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import Notice, hearing
from zellig.performers import ask, capabilities
from zellig.systems.explanation import explain
from zellig.systems.objects import as_system

WORDS = ["[PAD]", "[UNK]", *sorted({word for item in TRAIN for word in item.fields["text"].split()})]
INFERENCE = {0: "contradiction", 1: "entailment", 2: "neutral"}
PAIRS = [
    Item("1", {"premise": "The soup was stale", "hypothesis": "stale bread"}),
    Item("2", {"premise": "stale bread", "hypothesis": "The soup was stale"}),
]


def tokenizer(padding: bool = True) -> Any:
    words = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    marks = {"pad_token": "[PAD]"} if padding else {}
    kind: Any = PreTrainedTokenizerFast
    return kind(tokenizer_object=words, unk_token="[UNK]", **marks)


def network(kind: Any = BertForSequenceClassification, **options: Any) -> Any:
    """A tiny network with weights drawn anew, as if it were being trained."""
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=8,
        max_position_embeddings=22,
        initializer_range=0.9,
        hidden_dropout_prob=0.5,
        **options,
    )
    torch.manual_seed(7)
    return kind(config).train()


def both_ways(**options: Any) -> list[Any]:
    """The same network with its tokenizer, and as a pipeline."""
    net, words = network(**options), tokenizer()
    return [(net, words), pipeline("text-classification", model=net, tokenizer=words)]


def expected(net: Any, text: str) -> list[float]:
    net.eval()
    with torch.no_grad():
        given = tokenizer()(text, return_tensors="pt", truncation=True, max_length=20)
        shares: list[float] = net(**given).logits.softmax(1)[0].tolist()
    net.train()
    return shares


@pytest.mark.parametrize("way", [0, 1], ids=["with its tokenizer", "pipeline"])
def test_probabilities_are_those_of_the_model_without_dropout(way: int) -> None:
    model = both_ways(id2label={0: "NEGATIVE", 1: "POSITIVE"})[way]
    net = model[0] if isinstance(model, tuple) else model.model
    net.train()
    net.bert.embeddings.eval()  # as somebody does who trains a part of it
    before = [part.training for part in net.modules()]
    system = as_system(model, "sentiment")
    assert "probabilities" in capabilities(system)
    items = [*TRAIN, *ODD[1:], *TRAIN[:8]]  # more than a batch, and one that is too long
    found = ask(system, [Item(str(n), item.fields) for n, item in enumerate(items)])
    assert [part.training for part in net.modules()] == before
    assert all(weight.grad is None for weight in net.parameters())
    for item, each in list(zip(items, found, strict=True))[2:30:4]:
        low, high = expected(net, item.fields["text"])
        assert each.probabilities == pytest.approx({"-1": low, "+1": high}, abs=2e-5)
        assert each.answer == ("+1" if high > low else "-1")
    assert system.predict([]) == []
    assert {each.answer for each in found} == {"-1", "+1"}


@pytest.mark.parametrize("way", [0, 1], ids=["with its tokenizer", "pipeline"])
def test_two_texts_are_read_as_two(way: int) -> None:
    model = both_ways(id2label=INFERENCE)[way]
    one, other = as_system(model, "nli").predict(PAIRS)
    assert list(one.probabilities or {}) == ["entailment", "neutral", "contradiction"]
    assert one.probabilities != other.probabilities
    net = model[0] if isinstance(model, tuple) else model.model
    with torch.no_grad():
        given = tokenizer()(PAIRS[0].fields["premise"], PAIRS[0].fields["hypothesis"], return_tensors="pt")
        shares = net.eval()(**given).logits.softmax(1)[0].tolist()
    assert one.probabilities == pytest.approx(dict(zip(INFERENCE.values(), shares, strict=True)), abs=2e-5)


@pytest.mark.parametrize("way", [0, 1], ids=["with its tokenizer", "pipeline"])
def test_a_tokenizer_without_padding_will_do(way: int) -> None:
    net, words = network(), tokenizer(padding=False)
    model = [(net, words), pipeline("text-classification", model=net, tokenizer=words)][way]
    found = as_system(model, "sentiment").predict(TRAIN)
    again = as_system((net, tokenizer()), "sentiment").predict(TRAIN)
    for one, other in zip(found, again, strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=2e-5)


def test_stars_are_added_up() -> None:
    told: list[Notice] = []
    net = network(id2label={place: f"{place + 1} star{'s' * bool(place)}" for place in range(5)})
    with hearing(told.append):
        system = as_system((net, tokenizer()), "sentiment")
    (found,) = system.predict(TRAIN[:1])
    shares = expected(net, TRAIN[0].fields["text"])
    summed = {"-1": sum(shares[:2]), "0": shares[2], "+1": sum(shares[3:])}
    assert found.probabilities == pytest.approx(summed, abs=2e-5)
    assert found.answer == max(summed, key=lambda each: summed[each])
    assert "3 stars neutral" in told[0].sentence


def test_a_guess_is_said_and_can_be_turned() -> None:
    told: list[Notice] = []
    model = (network(), tokenizer())
    with hearing(told.append):
        straight = as_system(model, "sentiment", name="mine").predict(TRAIN)
    assert [each.sentence for each in told] == [
        "labels of mine: LABEL_0 negative, LABEL_1 positive, none neutral; taken from their order"
    ]
    for labels in (["pos", "neg"], {"LABEL_0": "positive", "LABEL_1": "negative"}, {0: 1, 1: -1}):
        turned = as_system(model, "sentiment", labels=labels).predict(TRAIN)
        assert [(each.probabilities or {})["+1"] for each in turned] == [
            (each.probabilities or {})["-1"] for each in straight
        ]


def test_its_name_is_that_of_where_it_came_from() -> None:
    net = network()
    assert as_system((net, tokenizer()), "sentiment").spec.name == "BertForSequenceClassification"
    net.config.name_or_path = "somebody/tiny-bert/"
    assert as_system((net, tokenizer()), "sentiment").spec.name == "tiny-bert"


class Wrapped(torch.nn.Module):
    """A network around another one, as adapters are."""

    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner, self.config, self.device = inner, inner.config, inner.device

    def forward(self, **given: Any) -> Any:
        return self.inner(**given)


class Reads(Wrapped):
    """A network that reads texts by itself."""

    def predict(self, texts: list[str]) -> list[str]:
        return ["good"] * len(texts)


def test_networks_of_others_will_do() -> None:
    net, words = network(), tokenizer()
    plain = as_system((net, words), "sentiment").predict(TRAIN)
    assert as_system((Wrapped(net), words), "sentiment").predict(TRAIN) == plain
    assert as_system(Reads(net), "sentiment").predict(TRAIN[:1])[0].answer == "+1"


REFUSED: dict[str, tuple[Any, str, str]] = {
    "unnamed classes": (lambda: (network(num_labels=3), tokenizer()), "nli", "which of LABEL_0, LABEL_1"),
    "one number": (lambda: (network(num_labels=1), tokenizer()), "sentiment", "gives one number"),
    "several labels": (
        lambda: (network(problem_type="multi_label_classification"), tokenizer()),
        "sentiment",
        "several labels at once",
    ),
    "the wrong order": (lambda: (tokenizer(), network()), "sentiment", "is not a model with its tokenizer"),
    "no tokenizer": (network, "sentiment", r"reads numbers, not texts. Give \(model, tokenizer\)"),
    "a plain network": (lambda: torch.nn.Linear(2, 2), "sentiment", "the network Linear reads numbers"),
    "no classes in its configuration": (
        lambda: (torch.nn.Linear(2, 2), tokenizer()),
        "sentiment",
        r"\(Linear, .*\) is not a model with its tokenizer",
    ),
    "a tuple of three": (lambda: (1, 2, 3), "sentiment", "is not a model with its tokenizer"),
    "no classes": (lambda: (network(BertModel), tokenizer()), "sentiment", "BertModel gives no scores"),
    "another pipeline": (
        lambda: pipeline("feature-extraction", model=network(BertModel), tokenizer=tokenizer()),
        "sentiment",
        "a pipeline for feature-extraction, not for text-classification",
    ),
    "open answers": (lambda: (network(), tokenizer()), "qasrl", "qasrl asks for something else"),
    "a tokenizer that fails": (lambda: (network(), len), "sentiment", "failed .AttributeError"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_used_is_refused(kind: str) -> None:
    model, task, sentence = REFUSED[kind]
    with pytest.raises(ZelligError, match=sentence) as caught:
        as_system(model(), task).predict(TRAIN if task == "sentiment" else PAIRS)
    assert caught.value.remedy


def test_threads_do_not_switch_dropout_on_for_each_other() -> None:
    system = as_system((network(), tokenizer()), "sentiment")
    alone = system.predict(TRAIN)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(system.predict(TRAIN))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_it_is_explained_by_occlusion() -> None:
    (found,) = explain(as_system((network(), tokenizer()), "sentiment"), TRAIN[:1])
    assert found.method == "occlusion"
    assert any(span.weight for span in found.spans)
