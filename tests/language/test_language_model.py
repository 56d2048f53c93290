"""The small language model: probabilities of continuations, alone and in a batch."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import torch

from zellig.errors import ZelligError
from zellig.language import language_model
from zellig.language.language_model import START, LanguageModel, load_language_model

TEXTS = ["The kettle sang and the bread was warm. The guests were", "Tea", ""]
CONTINUATIONS = [" happy", " entailment", " not at all amused", " happy"]


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    torch.set_num_threads(1)
    return load_language_model()


def test_they_are_those_of_reading_straight_on(model: LanguageModel) -> None:
    found = model.log_probabilities(TEXTS, CONTINUATIONS)
    for row, text in enumerate(TEXTS):
        for column, continuation in enumerate(CONTINUATIONS):
            before, after = [START, *model._numbers(text)], model._numbers(continuation)
            with torch.no_grad():
                scores = model._network(input_ids=torch.tensor([before + after])).logits[0].log_softmax(-1)
            straight = sum(float(scores[len(before) + at - 1, token]) for at, token in enumerate(after))
            assert found[row, column] == pytest.approx(straight, abs=1e-3)
    assert np.array_equal(found[:, 0], found[:, 3])


def test_words_in_a_place_are_those_after_what_stands_before(model: LanguageModel) -> None:
    text = "The kettle sang, and guests were happy"
    for word, others in (("guests", [" people", " tea"]), ("The", ["A", "Tea"]), ("happy", [" sad"])):
        place = text.index(word)
        found = model.log_probabilities_at(text, {place: [other.strip() for other in others]})[place]
        tokens = [model._tokenizer.decode(model._numbers(other)[0]) for other in others]
        straight = model.log_probabilities([text[:place].removesuffix(" ")], tokens)[0]
        assert found == pytest.approx(straight, abs=1e-3)


def test_it_knows_some_english(model: LanguageModel) -> None:
    good, bad = model.log_probabilities(
        ["The children"], [" were playing in the garden.", " was play in garden the."]
    )[0]
    assert good > bad


def test_a_folder_without_a_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_RESOURCE_SMOLLM2", str(tmp_path))
    with pytest.raises(ZelligError, match=r"neither a config\.json nor a \.gguf"):
        load_language_model.__wrapped__()


def test_what_is_unpacked_has_the_mode_of_any_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(packed: Path, target: Path) -> None:
        (target / "weights").write_bytes(packed.read_bytes())
        (target / "weights").chmod(0o600)

    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(language_model, "_unpack", unpack)
    (tmp_path / "small.gguf").write_bytes(b"weights")
    mask = os.umask(0o027)
    try:
        folder = language_model._unpacked(tmp_path)
    finally:
        os.umask(mask)
    assert [path.stat().st_mode & 0o777 for path in (folder, folder / "weights")] == [0o750, 0o640]
    assert list(folder.parent.iterdir()) == [folder]
