"""Training, evaluating and predicting from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import zellig
from zellig.items import Item, Prediction, read_records, write_records

WORDS = {"+1": ["lovely", "splendid", "charming"], "-1": ["awful", "dreadful", "stale"]}


def corpus(path: Path, frame: str) -> str:
    items = [
        Item(f"{label}-{word}-{number}", {"text": frame.format(word, number)}, (label,))
        for label, words in WORDS.items()
        for word in words
        for number in range(5)
    ]
    write_records(path, Item, items, "sentiment")
    return f"items:{path}"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("systems")
    train = corpus(folder / "train.jsonl", "The {} bread of day {}.")
    result = zellig("train", "bag-of-ngrams", "--corpus", train, "--out", folder / "bag")
    assert result.returncode == 0, result.stderr
    return folder


def test_accuracy_with_interval(trained: Path, tmp_path: Path) -> None:
    test = corpus(tmp_path / "test.jsonl", "A {} tavern, number {}!")
    result = zellig("evaluate", trained / "bag", "--corpus", test, "--format", "json")
    row = json.loads(result.stdout)["systems"][str(trained / "bag")]
    assert row["accuracy"] == 1
    assert row["interval"] == [pytest.approx(0.886, abs=0.01), pytest.approx(1)]  # Wilson: not certain
    assert row["f1"] == row["f1_macro"] == 1
    assert row["overlap"] == 0


def test_texts_of_the_training_are_refused(trained: Path) -> None:
    words = ("evaluate", trained / "bag", "--corpus", f"items:{trained / 'train.jsonl'}", "--format", "json")
    result = zellig(*words)
    assert result.returncode == 1
    assert "30 of 30 items" in result.stderr
    assert "--allow-overlap" in result.stderr
    allowed = zellig(*words, "--allow-overlap")
    assert json.loads(allowed.stdout)["systems"][str(trained / "bag")]["overlap"] == 30


def test_two_systems_are_compared(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "grim.py").write_text(
        "from zellig.items import Prediction\nfrom zellig.performers import Spec\n"
        "class Grim:\n    spec = Spec('grim')\n"
        "    def predict(self, items):\n        return [Prediction(i.id, -1) for i in items]\n"
    )
    test = corpus(tmp_path / "test.jsonl", "A {} tavern, number {}!")
    words = ("evaluate", trained / "bag", "py:grim:Grim", "--corpus", test, "--format", "json")
    (row,) = json.loads(zellig(*words, cwd=tmp_path).stdout)["comparisons"]
    assert row["difference"] == 0.5
    assert row["interval"][0] > 0
    assert row["mcnemar_p"] == pytest.approx(2 / 2**15)
    assert row["permutation_p"] == pytest.approx(row["mcnemar_p"])


def test_predictions_are_written(trained: Path, tmp_path: Path) -> None:
    test = corpus(tmp_path / "test.jsonl", "A {} tavern, number {}!")
    result = zellig("predict", trained / "bag", "--corpus", test, "--out", tmp_path / "answers.jsonl")
    assert result.returncode == 0, result.stderr
    found = list(read_records(tmp_path / "answers.jsonl", Prediction))
    assert all(prediction.id.startswith(str(prediction.answer)) for prediction in found)
    assert len(found) == 30


def test_training_again_is_not_done_twice_and_never_over_another(trained: Path) -> None:
    train = f"items:{trained / 'train.jsonl'}"
    before = (trained / "bag/system.json").stat().st_mtime_ns
    again = zellig("train", "bag-of-ngrams", "--corpus", train, "--out", trained / "bag")
    assert again.returncode == 0
    assert (trained / "bag/system.json").stat().st_mtime_ns == before
    other = zellig("train", "bag-of-ngrams", "--corpus", train, "--out", trained / "bag", "--seed", 3)
    assert other.returncode == 1
    assert "holds another system" in other.stderr


@pytest.mark.parametrize("text", ["ordre = 3", "order = 'three'", "order ="])
def test_a_wrong_config_is_named(trained: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    train = f"items:{trained / 'train.jsonl'}"
    words = ("--corpus", train, "--config", tmp_path / "config.toml", "--out", tmp_path / "bag")
    result = zellig("train", "bag-of-ngrams", *words)
    assert result.returncode == 1
    assert "config.toml" in result.stderr
    assert "order, passes, bits" in result.stderr
    assert not (tmp_path / "bag").exists()
