"""Integrated gradients: they add up, they find the words, they point to the right characters."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from examples import ODD, TRAIN
from tiny import TINY
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import capabilities
from zellig.systems import gradients, load_system
from zellig.systems.explanation import explain
from zellig.systems.gradients import attribute, log_odds
from zellig.systems.strawman import n_grams, places_of
from zellig.systems.training import train_system

NAMES = ["cnn", "dcnn", "strawman"]


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("nets")
    write_records(folder / "train.jsonl", Item, TRAIN, "sentiment")
    source = f"items:{folder / 'train.jsonl'}"
    for name in NAMES:
        train_system(name, source, folder / name, dev=source, config=TINY[name], seed=1)
    return {name: load_system(str(folder / name)) for name in NAMES}


def test_of_a_linear_score_they_are_exact() -> None:
    torch.manual_seed(1)
    weights, vectors = torch.randn(5, 3), torch.randn(5, 3)

    def scores(inputs: Tensor) -> Tensor:
        score = (inputs * weights).sum((1, 2))
        return torch.stack([-score, score], 1)

    expected = 2 * (vectors * weights).sum(1)
    assert attribute(scores, vectors, 1) == pytest.approx(expected.tolist(), abs=1e-5)
    assert attribute(scores, vectors, 0) == pytest.approx((-expected).tolist(), abs=1e-5)
    assert attribute(scores, vectors, 1, vectors) == [0.0] * 5
    assert attribute(scores, vectors[:0], 1) == []


def test_log_odds() -> None:
    scores = torch.tensor([[1.0, 2.0, 4.0]])
    share = scores.softmax(1)[0, 1]
    assert log_odds(scores, 1).item() == pytest.approx((share / (1 - share)).log().item(), abs=1e-6)


def gap(system: Any, item: Item, answer: int) -> float:
    """The log-odds of the answer for the item minus those for nothing."""
    if hasattr(system, "_bag"):
        vectors = torch.stack([net.embedding.weight[system._bag(item)] for net in system._net], 1)[None]
        scores = system._scores
    else:
        numbers = torch.tensor([system._read(item)], dtype=torch.long)
        vectors, scores = system._net.vectors(numbers), system._net.score
    with torch.no_grad():
        found = log_odds(scores(vectors), answer) - log_odds(scores(torch.zeros_like(vectors)), answer)
    return found.item()


@pytest.mark.parametrize("name", ["cnn", "strawman"])
def test_the_weights_sum_to_what_the_text_adds(name: str, systems: dict[str, Any]) -> None:
    system = systems[name]
    items = [*TRAIN, *ODD]
    for item, evidence in zip(items, system.explain(items), strict=True):
        total = sum(span.weight for span in evidence.spans)
        expected = gap(system, item, system.labels.index(evidence.answer))
        assert total == pytest.approx(expected, rel=0.02, abs=0.02)


def test_of_a_dcnn_the_integral_is_found(systems: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scores jump where k-max pooling keeps other places, so they do not sum; more steps do not help."""
    coarse = systems["dcnn"].explain(TRAIN[:6])
    monkeypatch.setattr(gradients, "STEPS", 400)
    fine = systems["dcnn"].explain(TRAIN[:6])
    for one, other in zip(coarse, fine, strict=True):
        assert [span.weight for span in one.spans] == pytest.approx(
            [span.weight for span in other.spans], abs=0.02
        )


@pytest.mark.parametrize("name", NAMES)
def test_the_telling_word_is_found(name: str, systems: dict[str, Any]) -> None:
    system = systems[name]
    assert capabilities(system) == {"explains", "probabilities", "gradients"}
    for item, evidence in zip(TRAIN, explain(system, TRAIN, "integrated gradients"), strict=True):
        assert (evidence.id, evidence.answer) == (item.id, item.accepted[0])
        strongest = max(evidence.spans, key=lambda span: span.weight)
        text = item.fields["text"][strongest.start : strongest.end]
        assert text in item.id


@pytest.mark.parametrize("name", NAMES)
def test_explaining_changes_nothing_and_odd_texts_do_no_harm(name: str, systems: dict[str, Any]) -> None:
    system = systems[name]
    before = system.predict([*TRAIN, *ODD])
    together = system.explain([*ODD, *TRAIN])
    assert [each.id for each in together] == [item.id for item in [*ODD, *TRAIN]]
    assert together[0].spans == ()
    assert system.predict([*TRAIN, *ODD]) == before
    assert system.explain(TRAIN[:1]) == [together[len(ODD)]]
    assert all(parameter.grad is None for parameter in parameters(system))


def parameters(system: Any) -> list[nn.Parameter]:
    net: nn.Module = system._net
    return list(net.parameters())


@pytest.mark.parametrize("name", NAMES)
def test_spans_are_words_as_written(name: str, systems: dict[str, Any]) -> None:
    text = '  İLK  "Lovely"\n\tSOUP\u2028" ﬁne 🙂.'
    (evidence,) = systems[name].explain([Item("a", {"text": text})])
    expected = ["İLK", '"Lovely"', "SOUP", '"', "ﬁne", "🙂."]
    if name == "strawman":
        expected.remove('"')  # it deletes quotes, and nothing is left
    assert [text[span.start : span.end] for span in evidence.spans] == expected


@pytest.mark.parametrize("order", [1, 2, 3])
def test_strawman_s_n_grams_are_where_they_are_said_to_be(order: int) -> None:
    texts = ['A " warm  "soup" and a WARM "Soup".', "", "İ İ a", "tea"]
    for first in texts:
        for second in texts:
            item = Item("a", {"one": first, "two": second})
            places, occurrences = places_of(item, order)
            assert set(occurrences) == n_grams(item, order)
            words = [item.fields[field][start:end].lower().replace('"', "") for field, start, end in places]
            for gram, numbers in occurrences.items():
                size = len(gram.split())
                for start in range(0, len(numbers), size):
                    assert " ".join(words[number] for number in numbers[start : start + size]) == gram


def test_without_captum_there_is_a_remedy(systems: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "captum", None)
    with pytest.raises(ZelligError, match=r"needs captum.*zellig\[neural\].*occlusion"):
        systems["cnn"].explain(TRAIN[:1])
