"""The bag of n-grams learns, answers the same again, and survives a file."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import capabilities
from zellig.systems import load_system
from zellig.systems.bag_of_ngrams import BagOfNgrams, Settings
from zellig.systems.training import Lesson, train_system
from zellig.tasks import get_task
from zellig.texts import tokens

GOOD = ["The soup was {} and warm.", "What a {} tavern!", "We had a {} evening.", "{} bread, as always."]
WORDS = {"+1": ["lovely", "splendid", "charming"], "-1": ["awful", "dreadful", "stale"]}
TRAIN = [
    Item(f"{label}{word}{number}", {"text": frame.format(word)}, (label,))
    for label, words in WORDS.items()
    for word in words
    for number, frame in enumerate(GOOD)
]
TEST = [
    Item("t1", {"text": "A splendid tavern with lovely soup."}),
    Item("t2", {"text": "An awful evening: the bread was stale."}),
    Item("t3", {"text": "We had soup."}),
    Item("t4", {"text": ""}),
    Item("t5", {"text": "a|b c:d 'tag |text 1:2"}),
]


DEFAULT = Settings()


def learn(
    items: list[Item], task: str = "sentiment", seed: int = 2017, settings: Settings = DEFAULT
) -> BagOfNgrams:
    return BagOfNgrams.train(Lesson(get_task(task), items, [], seed, Path()), settings)


@pytest.fixture(scope="module")
def system() -> BagOfNgrams:
    return learn(TRAIN)


def test_it_learns(system: BagOfNgrams) -> None:
    assert [prediction.answer for prediction in system.predict(TRAIN)] == [item.accepted[0] for item in TRAIN]
    assert [prediction.answer for prediction in system.predict(TEST[:2])] == ["+1", "-1"]


def test_one_prediction_for_each_item_with_probabilities(system: BagOfNgrams) -> None:
    predictions = system.predict(TEST)
    assert [prediction.id for prediction in predictions] == [item.id for item in TEST]
    for prediction in predictions:
        assert prediction.probabilities is not None
        assert set(prediction.probabilities) == {"-1", "+1"}
        assert sum(prediction.probabilities.values()) == pytest.approx(1, abs=1e-5)
        assert prediction.probabilities[str(prediction.answer)] == max(prediction.probabilities.values())


def test_answering_teaches_nothing(system: BagOfNgrams) -> None:
    before = system.predict(TEST)
    for _ in range(5):
        system.predict([Item("x", {"text": "awful lovely stale"})])
    assert system.predict(TEST) == before


def test_batches_do_not_matter(system: BagOfNgrams) -> None:
    assert [system.predict([item])[0] for item in TEST] == system.predict(TEST)


def test_the_same_training_gives_the_same_system(system: BagOfNgrams) -> None:
    assert learn(TRAIN).predict(TEST) == system.predict(TEST)
    assert learn(TRAIN, seed=2).predict(TEST) != system.predict(TEST)
    assert learn(TRAIN, settings=Settings(order=1)).predict(TEST) != system.predict(TEST)


def trained(folder: Path) -> Path:
    write_records(folder / "train.jsonl", Item, TRAIN, "sentiment")
    train_system("bag-of-ngrams", f"items:{folder / 'train.jsonl'}", folder / "bag")
    return folder / "bag"


def test_it_survives_a_file(system: BagOfNgrams, tmp_path: Path) -> None:
    folder = trained(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == [
        "system.json",
        "trained-on.safetensors",
        "weights.safetensors",
    ]
    loaded = load_system(str(folder))
    assert isinstance(loaded, BagOfNgrams)
    assert loaded.spec == system.spec
    assert loaded.predict(TEST) == system.predict(TEST)


def test_the_same_training_gives_the_same_bytes(tmp_path: Path) -> None:
    def files(folder: Path) -> list[bytes]:
        return [path.read_bytes() for path in sorted(folder.iterdir())]

    first = files(trained(tmp_path))
    for path in (tmp_path / "bag").iterdir():
        path.unlink()
    assert files(trained(tmp_path)) == first


def test_the_spec_says_how_it_was_made(system: BagOfNgrams) -> None:
    assert system.spec.name == "bag-of-ngrams"
    assert system.spec.params["order"] == 3
    assert system.spec.params["seed"] == 2017
    assert system.labels == ["-1", "+1"]


def test_three_labels_and_two_fields() -> None:
    words = {"entailment": "yes", "neutral": "perhaps", "contradiction": "no"}
    items = [
        Item(f"{label}{number}", {"premise": f"Tea {number}.", "hypothesis": f"{word} tea."}, (label,))
        for label, word in words.items()
        for number in range(8)
    ]
    system = learn(items, "nli")
    assert [prediction.answer for prediction in system.predict(items)] == [item.accepted[0] for item in items]


def test_the_field_of_a_word_matters() -> None:
    """The same two words, the other way round: one namespace for each field."""
    items = [
        Item(f"{number}{label}", {"first": first, "second": second}, (label,))
        for number in range(10)
        for first, second, label in (("tea", "milk", "first"), ("milk", "tea", "second"))
    ]
    system = learn(items, "real-or-fake")
    assert [prediction.answer for prediction in system.predict(items[:2])] == ["first", "second"]


def test_progress_is_told_of_every_pass() -> None:
    heard: list[tuple[int, int]] = []
    lesson = Lesson(get_task("sentiment"), TRAIN, [], 1, Path(), lambda _, *told: heard.append(told))
    BagOfNgrams.train(lesson, Settings())
    assert heard == [(number, len(heard)) for number in range(1, len(heard) + 1)]


def test_items_without_one_answer_are_not_learned_from(system: BagOfNgrams) -> None:
    others = [Item("x", {"text": "lovely"}, ("-1", "0")), Item("y", {"text": "lovely"})]
    assert learn([*TRAIN, *others]).predict(TEST) == system.predict(TEST)


@pytest.mark.parametrize("items", [[], TRAIN[:4], [Item("x", {"text": "tea"})]])
def test_too_few_labels_are_refused(items: list[Item]) -> None:
    with pytest.raises(ZelligError, match="at least two labels"):
        learn(items)


# --- evidence

ODD = {
    "empty": "",
    "quotes and marks": "a|b c:d 'tag |text 1:2 \x00 n't",
    "emoji": "Lovely 🍞 , said the 👩‍👩‍👧 .",
    "capital dotted I": "İSTANBUL İ. Awful İ",
    "right to left": "הלחם היה lovely מאוד.",
    "long": "lovely soup " * 8000,
}


def constant(system: BagOfNgrams, label: str) -> float:
    """What is left of the log-odds where there is no word: the constant."""
    example = system._workspace.parse("|text ")
    system._workspace.predict(example)
    ((index, value),) = example.iter_features()
    system._workspace.finish_example(example)
    size = system._workspace.num_weights()
    return float(value * system._workspace.get_weight((index + system.labels.index(label)) % size, 0))


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("fields", [("text",), ("premise", "hypothesis"), ("text", "title", "note")])
def test_the_weights_and_the_constant_sum_to_the_log_odds(order: int, fields: tuple[str, ...]) -> None:
    """The probabilities are those of each label's own classifier, divided by their sum."""
    settings = Settings(order=order)

    def spread(item: Item) -> Item:
        words = item.fields["text"].split(" ")
        parts = [" ".join(words[number :: len(fields)]) for number in range(len(fields))]
        return Item(item.id, dict(zip(fields, parts, strict=True)), item.accepted)

    system = learn([spread(item) for item in TRAIN], settings=settings)
    items = [spread(item) for item in [*TRAIN, *TEST]]
    for item, evidence in zip(items, system.explain(items), strict=True):
        (prediction,) = system.predict([item])
        assert (evidence.answer, evidence.method) == (prediction.answer, "weights")
        odds = {}
        for number, label in enumerate(system.labels):
            total = sum(system._weights_of(item, number)) + constant(system, label)
            odds[label] = 1 / (1 + math.exp(-total))
            if label == evidence.answer:
                own = sum(span.weight for span in evidence.spans) + constant(system, label)
                assert own == pytest.approx(total, abs=1e-4)
        assert prediction.probabilities is not None
        for label, probability in prediction.probabilities.items():
            assert odds[label] / sum(odds.values()) == pytest.approx(probability, abs=1e-5)


def test_a_word_s_weight_is_that_of_its_n_grams(system: BagOfNgrams) -> None:
    single = learn(TRAIN, settings=Settings(order=1))
    (evidence,) = single.explain([Item("a", {"text": "Lovely , dreadful lovely zzz"})])
    first, comma, other, again, unknown = [span.weight for span in evidence.spans]
    assert first == again
    assert (first > 0) == (other < 0) == (evidence.answer == "+1")
    assert abs(comma) < abs(first)
    assert unknown == 0


@pytest.mark.parametrize("name", ODD)
def test_evidence_points_to_the_tokens_as_written(name: str, system: BagOfNgrams) -> None:
    text = ODD[name]
    (evidence,) = system.explain([Item("a", {"text": text})])
    found = [text[span.start : span.end].lower() for span in evidence.spans]
    spelt = tokens(text.lower())
    if "i̇" in text.lower():  # one capital, in lower case two characters that are two tokens
        found, spelt = list(dict.fromkeys("".join(found))), list(dict.fromkeys("".join(spelt)))
    assert found == spelt
    assert capabilities(system) == {"explains", "probabilities"}


def test_the_best_pass_on_the_development_items_is_kept() -> None:
    turned = [Item(item.id, item.fields, ("+1" if "-1" in item.accepted else "-1",)) for item in TRAIN]
    settings = Settings(passes=4, bits=14)
    lesson = Lesson(get_task("sentiment"), TRAIN, turned, 2017, Path())
    kept = BagOfNgrams.train(lesson, settings)
    # It gets worse and worse at saying the opposite of what it learns, so the first pass is the best.
    assert [point.step for point in lesson.curve] == [1, 2, 3, 4]
    first = learn(TRAIN, settings=Settings(passes=1, bits=14))
    assert kept.predict(TEST) == first.predict(TEST)
    assert kept.predict(TEST) != learn(TRAIN, settings=settings).predict(TEST)
