"""The recurrent network: sentence by sentence, and the sentences together."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from quiz_world import TOWNS, World
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Spec
from zellig.systems import gru, load_system
from zellig.systems.gradients import log_odds
from zellig.systems.gru import LONGEST, Gru, Network, Settings
from zellig.systems.training import train_system


@pytest.fixture
def small() -> Gru:
    """Four words, three answers, weights of chance."""
    torch.manual_seed(1)
    net = Network(4, 3, Settings(size=5)).eval()
    return Gru(Spec("gru"), ("Ash", "Elm", "Oak"), ("bell", "tower", "green", "hid"), net)


def shares(system: Gru, text: str) -> torch.Tensor:
    (given,) = system.predict([Item("1", {"text": text})])
    return torch.tensor([(given.probabilities or {})[name] for name in system.answers])


def test_it_knows_new_questions(quiz: World) -> None:
    items = quiz.items("test")
    given = quiz.system("gru").predict(items)
    assert sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True)) >= 17


def test_sentences_are_multiplied(small: Gru) -> None:
    one, other = shares(small, "A bell hid."), shares(small, "Green tower, bell!")
    together = one * other / (one * other).sum()
    assert torch.allclose(shares(small, "A bell hid. Green tower, bell!"), together, atol=1e-5)


def test_the_last_states_of_both_directions(small: Gru) -> None:
    """Forwards to the last word and backwards to the first; what fills up a batch is not read."""
    words = [1, 4, 2]
    net = small._net
    vectors = net.vectors.weight[words][None]
    with torch.no_grad():
        _, states = net.layer(vectors)
        expected = net.output(torch.cat([states[0], states[1]], 1))
        among_longer = net([words, [1] * 9])[:1]
    assert torch.allclose(among_longer, expected, atol=1e-6)
    cut = net([[1] * LONGEST]), net([[1] * LONGEST + [2, 3, 4]])
    assert torch.allclose(*cut)


def test_many_sentences_in_portions(small: Gru, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [Item(str(n), {"text": "A bell hid. Tower green. Bell." * (n + 1)}) for n in range(5)]
    whole = small.predict(texts)
    monkeypatch.setattr(gru, "TOGETHER", 2)
    for one, other in zip(whole, small.predict(texts), strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=2e-6)


def test_weights_of_a_sentence_sum_to_what_its_words_change(small: Gru) -> None:
    text = "It hid. The green tower hid a bell."
    (found,) = small.explain([Item("1", {"text": text})])
    assert [text[span.start : span.end] for span in found.spans] == ["hid", "green", "tower", "hid", "bell"]
    place = list(small.answers).index(str(found.answer))
    change = 0.0
    with torch.no_grad():
        for words in ([4], [3, 2, 4, 1]):
            nothing = small._net.score(torch.zeros(1, len(words), 5), torch.tensor([len(words)]))
            change += float(log_odds(small._net([words]), place) - log_odds(nothing, place))
    assert sum(span.weight for span in found.spans) == pytest.approx(change, abs=0.02)


ODD = ["", "?", "zzz", "   ", "この質問には答えがない。", "\x00", "🍞" * 50, "chapel " * 5000]


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text[:8]))
def test_odd_texts(quiz: World, text: str) -> None:
    (given,) = quiz.system("gru").predict([Item("1", {"text": text})])
    assert given.answer in TOWNS
    (found,) = quiz.system("gru").explain([Item("1", {"text": text})])
    assert len(found.spans) == (LONGEST if "chapel" in text else 0)


def test_the_same_seed_gives_the_same_bytes(quiz: World, tmp_path: Path) -> None:
    few = Settings(size=8, epochs=1, batch=32)
    cards = [
        train_system("gru", quiz.spec("buzz"), tmp_path / str(number), config=few, seed=seed)
        for number, seed in enumerate((1, 1, 2))
    ]
    assert cards[0].files == cards[1].files
    assert cards[0].files != cards[2].files


def test_read_again_it_answers_and_is_saved_as_before(quiz: World, tmp_path: Path) -> None:
    folder, system = quiz.guesser("gru"), quiz.system("gru")
    items = quiz.items("test")
    again = load_system(str(folder))
    assert again.predict(items) == system.predict(items)
    again.save(tmp_path / "copy")  # type: ignore[attr-defined]
    for path in (tmp_path / "copy").iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_sentences_that_are_too_short_to_learn_from(tmp_path: Path) -> None:
    items = [Item(f"{name}{n}", {"text": "Soup."}, (name,)) for name in ("Ash", "Elm") for n in range(2)]
    write_records(tmp_path / "items.jsonl", Item, items, "quiz")
    with pytest.raises(ZelligError, match="no sentence has 3 words that other questions have, too"):
        train_system("gru", f"items:{tmp_path}/items.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()
