"""A pretrained transformer that puts texts into classes: what `minilm` and `hf:` have in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor, nn

from zellig.errors import ZelligError
from zellig.items import Item, Prediction
from zellig.language.pretrained import load_classifier, load_pretrained, tried
from zellig.performers import Evidence, Span, Spec
from zellig.systems.explanation import TextPlace, weigh
from zellig.systems.gradients import attribute
from zellig.systems.neural import predictions_of, probabilities_of
from zellig.tasks import Task

LONGEST = 256  # pieces of words in an item: more are cut
CHARACTERS = 8 * LONGEST  # of a field: enough for so many pieces, and quick to cut into them
BATCH = 32
CANNOT_READ = "the model in it cannot read a text"


class Encoder(nn.Module):
    """A tokenizer and a network with scores for its classes."""

    def __init__(self, folder: Path, network: Any) -> None:
        super().__init__()
        self.folder = folder
        self.tokenizer: Any = load_pretrained("AutoTokenizer", folder)
        self.network = network.eval()
        self.padding = self.tokenizer.pad_token_id or 0  # without one any will do: the mask hides it

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The classifier of a transformers folder; refuses one some of whose weights are missing."""
        return cls(folder, load_classifier(folder))

    @classmethod
    def untrained(cls, folder: Path, labels: int) -> Encoder:
        """The encoder of a transformers folder with a new classifier on top of it."""
        options = {"num_labels": labels}
        return cls(folder, load_pretrained("AutoModelForSequenceClassification", folder, **options))

    def save(self, folder: Path) -> None:
        """Write it as a transformers folder, which `hf:` can read too."""
        self.network.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def read(self, items: Sequence[Item], fields: Sequence[str]) -> list[Any]:
        """One text or two as the network reads them: pieces of words, and which text a piece belongs to."""
        columns = [[item.fields.get(name, "")[:CHARACTERS] for item in items] for name in fields]
        if not items:
            return []
        return tried(
            self.folder,
            lambda: list(self.tokenizer(*columns, truncation=True, max_length=LONGEST).encodings),
            CANNOT_READ,
        )

    def forward(self, encoded: Sequence[Any]) -> Tensor:
        """Scores of a batch."""
        length = max(len(each) for each in encoded)
        return self.score(
            {
                "input_ids": _padded([each.ids for each in encoded], length, self.padding),
                "attention_mask": _padded([[1] * len(each) for each in encoded], length, 0),
                "token_type_ids": _padded([each.type_ids for each in encoded], length, 0),
            }
        )

    def score(self, given: dict[str, Tensor]) -> Tensor:
        """Scores of texts that are given as numbers or as vectors of pieces."""
        if "token_type_ids" not in self.tokenizer.model_input_names:  # not every network tells texts apart
            given = {name: value for name, value in given.items() if name != "token_type_ids"}
        scores: Tensor = tried(self.folder, lambda: self.network(**given).logits, CANNOT_READ)
        return scores


class EncoderSystem:
    """A system that is one encoder over the fields of its task."""

    probabilities = gradients = True

    def __init__(self, spec: Spec, fields: Sequence[str], labels: Sequence[str], encoder: Encoder) -> None:
        self.spec, self.labels = spec, labels
        self._fields = fields
        self._encoder = encoder

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        """The most probable label of each item."""
        encoded = self._encoder.read(items, self._fields)
        shares = probabilities_of(self._encoder, encoded, len(self.labels), BATCH)
        return predictions_of(items, self.labels, shares)

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        """Integrated gradients of the answer's log-odds, from a text of padding."""
        found = []
        for item, prediction in zip(items, self.predict(items), strict=True):
            answer = self.labels.index(str(prediction.answer))
            spans = self._spans(self._encoder.read([item], self._fields)[0], answer)
            found.append(Evidence(item.id, prediction.answer, "integrated gradients", spans))
        return found

    def _spans(self, encoded: Any, answer: int) -> tuple[Span, ...]:
        """Weights of words: the sums of those of their pieces; the marks between texts stay as they are."""
        embed, padding = self._encoder.network.get_input_embeddings(), self._encoder.padding
        marks = zip(encoded.ids, encoded.special_tokens_mask, strict=True)
        nothing = torch.tensor([number if mark else padding for number, mark in marks])
        kinds = torch.tensor(encoded.type_ids)

        def scores(vectors: Tensor) -> Tensor:
            return self._encoder.score(
                {"inputs_embeds": vectors, "token_type_ids": kinds.expand(len(vectors), -1)}
            )

        weights = attribute(scores, embed(torch.tensor(encoded.ids)), answer, embed(nothing))
        words: dict[tuple[int, int], tuple[TextPlace, float]] = {}
        for text, word, (start, end), weight in zip(
            encoded.sequence_ids, encoded.word_ids, encoded.offsets, weights, strict=True
        ):
            if word is not None:
                (_, first, _), sum_so_far = words.get((text, word), (("", start, end), 0.0))
                words[text, word] = ((self._fields[text], first, end), sum_so_far + weight)
        return weigh([place for place, _ in words.values()], [weight for _, weight in words.values()])


def fields_to_read(name: str, task: Task) -> tuple[str, ...]:
    """The task's fields; refuses a task that an encoder cannot read or has no labels for."""
    if len(task.fields) > 2 or not task.labels:
        raise ZelligError(
            f"{name} puts one text or two into classes, and {task.name} asks for something else",
            remedy="Choose a task with labels and one or two fields: sentiment, nli, real-or-fake.",
        )
    return task.fields


def _padded(rows: Sequence[list[int]], length: int, filler: int) -> Tensor:
    return torch.tensor([row + [filler] * (length - len(row)) for row in rows])
