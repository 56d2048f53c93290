"""The averaging network: what it learns, why it answers, and that it is made again to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from quiz_world import TOWNS, World
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.answer_network import Averaging
from zellig.systems.dan import Dan, Settings
from zellig.systems.gradients import log_odds
from zellig.systems.training import train_system
from zellig.tasks.quiz.beginnings import beginning


@pytest.fixture
def small() -> Dan:
    """Four words, three answers, weights of chance."""
    torch.manual_seed(1)
    return Dan(
        Spec("dan"), ("Ash", "Elm", "Oak"), ("bell", "tower", "green", "hid"), Averaging(4, 3, 6, 0.5).eval()
    )


def test_it_knows_new_questions(quiz: World) -> None:
    items = quiz.items("test")
    given = quiz.system("dan").predict(items)
    assert sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True)) >= 14
    for each in given:
        shares = list((each.probabilities or {}).values())
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1, abs=1e-4)  # there are twenty answers, and all are named


def test_more_is_known_when_more_is_heard(quiz: World) -> None:
    """From a quarter to all of it; and what is heard is all that counts."""
    items, system = quiz.items("test"), quiz.system("dan")
    right = []
    for share in (0.25, 1.0):
        heard = [beginning(item, int(share * len(item.fields["text"]))) for item in items]
        cut = [Item("another", {"text": each.fields["text"]}) for each in heard]
        given = system.predict(heard)
        assert [each.probabilities for each in given] == [each.probabilities for each in system.predict(cut)]
        right.append(sum(each.answer == item.accepted[0] for each, item in zip(given, items, strict=True)))
    assert right[0] + 5 < right[1]


def test_it_answers_in_a_batch_as_alone(quiz: World) -> None:
    items, system = quiz.items("test")[:6], quiz.system("dan")
    for item, each in zip(items, system.predict(items), strict=True):
        (alone,) = system.predict([item])
        assert alone.answer == each.answer
        assert alone.probabilities == pytest.approx(each.probabilities, abs=2e-6)


def test_scores_by_hand(small: Dan) -> None:
    """The mean of the vectors, whatever the sentences; then one layer."""
    net = small._net
    mean = net.vectors.weight[[1, 3, 1]].mean(0)
    first, norm, last = net.layers[1], net.layers[2], net.layers[5]
    hidden = (first.weight @ mean + first.bias) / torch.sqrt(torch.tensor(1 + norm.eps))
    expected = (last.weight @ torch.nn.functional.elu(hidden) + last.bias).softmax(0)
    (given,) = small.predict([Item("1", {"text": "A bell. Green soup, bell!"})])
    shares = given.probabilities or {}
    assert [shares[name] for name in small.answers] == pytest.approx(expected.tolist(), abs=2e-6)


def test_weights_sum_to_what_the_words_change(small: Dan) -> None:
    item = Item("1", {"text": "The tower hid a green bell and a tower."})
    (found,) = small.explain([item])
    assert [item.fields["text"][span.start : span.end] for span in found.spans] == [
        "tower",
        "hid",
        "green",
        "bell",
        "tower",
    ]
    place = list(small.answers).index(str(found.answer))
    with torch.no_grad():
        heard = small._net([[2, 4, 3, 1, 2]])
        nothing = small._net.layers(torch.zeros(1, 6))
    change = float(log_odds(heard, place) - log_odds(nothing, place))
    assert sum(span.weight for span in found.spans) == pytest.approx(change, abs=0.02)
    assert found.method == "integrated gradients"


ODD = ["", "?", "zzz", "   ", "この質問には答えがない。", "\x00", "🍞" * 50, "chapel " * 5000]


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text[:8]))
def test_odd_texts(quiz: World, text: str) -> None:
    (given,) = quiz.system("dan").predict([Item("1", {"text": text})])
    assert given.answer in TOWNS
    (found,) = quiz.system("dan").explain([Item("1", {"text": text})])
    assert all("chapel" in text[span.start : span.end] for span in found.spans)
    assert bool(found.spans) == ("chapel" in text)


def test_the_same_seed_gives_the_same_bytes(quiz: World, tmp_path: Path) -> None:
    few = Settings(size=8, epochs=2, batch=16)
    cards = [
        train_system("dan", quiz.spec("train"), tmp_path / str(number), config=few, seed=seed)
        for number, seed in enumerate((1, 1, 2))
    ]
    assert cards[0].files == cards[1].files
    assert cards[0].fingerprint == cards[1].fingerprint
    assert cards[0].files != cards[2].files


def test_read_again_it_answers_and_is_saved_as_before(quiz: World, tmp_path: Path) -> None:
    folder, system = quiz.guesser("dan"), quiz.system("dan")
    items = quiz.items("test")
    again = load_system(str(folder))
    assert again.predict(items) == system.predict(items)
    again.save(tmp_path / "copy")  # type: ignore[attr-defined]
    for path in (tmp_path / "copy").iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()


@pytest.mark.parametrize("name", ["dan", "gru"])
@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ({"Ash": "One bell rang there. One bell rang here."}, "and here none has"),
        ({"Ash": "A bell rang."} | {"Ash ": "A bell rang."}, "and here only one has"),
        (
            {"Ash": "aa", "Ash ": "bb", "Elm": "cc", "Elm ": "dd"},
            "no word is in 2 or more of the 4 questions",
        ),
    ],
)
def test_what_teaches_nothing(name: str, tmp_path: Path, texts: dict[str, str], complaint: str) -> None:
    items = [Item(key, {"text": text}, (key.strip(),)) for key, text in texts.items()]
    write_records(tmp_path / "items.jsonl", Item, items, "quiz")
    with pytest.raises(ZelligError, match=complaint):
        train_system(name, f"items:{tmp_path}/items.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()
