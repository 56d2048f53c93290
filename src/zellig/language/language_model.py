"""The small language model SmolLM2: how probable is a text, or a continuation of it?

The resource is a quantised GGUF file, which takes a minute to unpack. It is unpacked once, and kept in the
cache as safetensors.
"""

from __future__ import annotations

import os
import secrets
import shutil
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.files import adopt, sha256_of
from zellig.language.pretrained import load_pretrained
from zellig.resources import cache_folder, resource_path

START = 0  # the first token of every text: the end-of-text mark, not the tokenizer's beginning of a chat turn
BATCH = 16  # texts that are continued together
TOGETHER = 32  # texts whose loss is found together


class LanguageModel:
    """A tokenizer and a network."""

    def __init__(self, tokenizer: Any, network: Any) -> None:
        self._tokenizer = tokenizer
        self._network = network.eval()

    def log_probabilities(self, texts: Sequence[str], continuations: Sequence[str]) -> NDArray[np.float64]:
        """For every text (row) the log-probability of every continuation (column)."""
        wanted = [self._numbers(continuation) for continuation in continuations]
        encoded = [[START, *self._numbers(text)] for text in texts]
        found = np.zeros((len(texts), len(wanted)))
        by_length = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
        for start in range(0, len(texts), BATCH):
            places = by_length[start : start + BATCH]
            found[places] = self._batch([encoded[place] for place in places], wanted)
        return found

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Minus the log-probability of every text; its last digits depend on the other texts."""
        encoded = [[START, *self._numbers(text)] for text in texts]
        found = np.zeros(len(texts))
        by_length = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
        for start in range(0, len(texts), TOGETHER):
            places = by_length[start : start + TOGETHER]
            found[places] = self._batch_losses([encoded[place] for place in places])
        return found

    @torch.no_grad()
    def log_probabilities_at(
        self, text: str, places: Mapping[int, Sequence[str]]
    ) -> dict[int, NDArray[np.float64]]:
        """For places where a word of a text starts (characters), the log-probability of others there.

        It is that of the other word's first token after what stands before: one pass finds it for all.
        """
        read = self._tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        ends = [end for _, end in read["offset_mapping"]]
        numbers = torch.tensor([[START, *read["input_ids"]]])
        scores = self._network(input_ids=numbers, use_cache=False).logits[0].log_softmax(-1).double().numpy()
        found = {}
        for place, words in places.items():
            row = scores[bisect_right(ends, place)]
            space = " " if text[:place].endswith(" ") else ""
            found[place] = row[[self._numbers(space + word)[0] for word in words]]
        return found

    @torch.no_grad()
    def _batch_losses(self, texts: Sequence[list[int]]) -> NDArray[np.float64]:
        # Padded on the right: what comes later changes nothing before it.
        length = max(map(len, texts))
        numbers = torch.tensor([text + [START] * (length - len(text)) for text in texts])
        real = torch.tensor([[1] * len(text) + [0] * (length - len(text)) for text in texts])[:, 1:].bool()
        states = self._network.get_decoder()(input_ids=numbers, use_cache=False).last_hidden_state[:, :-1]
        logits = self._network.get_output_embeddings()(states[real])  # a fifth of the work: not for padding
        each = torch.nn.functional.cross_entropy(logits, numbers[:, 1:][real], reduction="none")
        return torch.zeros(real.shape).masked_scatter(real, each).sum(1).double().numpy()

    def _numbers(self, text: str) -> list[int]:
        numbers: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return numbers

    @torch.no_grad()
    def _batch(self, texts: Sequence[list[int]], wanted: Sequence[list[int]]) -> NDArray[np.float64]:
        # Padded on the left, so that every text ends where its continuation starts.
        length = max(map(len, texts))
        numbers = torch.tensor([[START] * (length - len(text)) + text for text in texts])
        mask = torch.tensor([[0] * (length - len(text)) + [1] * len(text) for text in texts])
        read = self._network(
            input_ids=numbers, attention_mask=mask, position_ids=_positions(mask), logits_to_keep=1
        )
        first, memory = read.logits[:, -1].log_softmax(-1), read.past_key_values
        columns = []
        for continuation in wanted:
            total = first[:, continuation[0]]
            if len(continuation) > 1:
                longer = torch.cat([mask, mask.new_ones(len(texts), len(continuation) - 1)], 1)
                rest = self._network(
                    input_ids=torch.tensor(continuation[:-1]).expand(len(texts), -1),
                    attention_mask=longer,
                    position_ids=_positions(longer)[:, length:],
                    past_key_values=memory,
                ).logits.log_softmax(-1)
                memory.crop(1 - len(continuation))  # the next continuation starts from the text again
                places = torch.tensor(continuation[1:])
                total = total + rest[:, torch.arange(len(places)), places].sum(1)
            columns.append(total)
        return torch.stack(columns, 1).double().numpy()


def _positions(mask: torch.Tensor) -> torch.Tensor:
    return (mask.cumsum(1) - 1).clamp(min=0)


def model_folder() -> Path:
    """Where the model lies in the format of transformers; it is fetched and unpacked if it has to be."""
    folder = resource_path("smollm2")
    if (folder / "config.json").is_file():  # an own path may hold an unpacked model
        return folder
    return _unpacked(folder)


@cache
def load_language_model() -> LanguageModel:
    """The model, loaded once a process."""
    folder = model_folder()
    return LanguageModel(
        load_pretrained("AutoTokenizer", folder),
        load_pretrained("AutoModelForCausalLM", folder, dtype=torch.float32),
    )


def _unpacked(folder: Path) -> Path:
    packed = next(folder.glob("*.gguf"), None)
    if packed is None:
        raise ZelligError(
            "there is neither a config.json nor a .gguf file here",
            path=folder,
            remedy="Unset ZELLIG_RESOURCE_SMOLLM2, or point it at a folder with a language model.",
        )
    home = cache_folder() / "unpacked"
    target = home / f"smollm2-{sha256_of(packed)[:12]}"
    if target.is_dir():
        return target
    home.mkdir(parents=True, exist_ok=True)
    scratch = home / f".smollm2-{secrets.token_hex(8)}"
    scratch.mkdir()
    try:
        _unpack(packed, scratch)
        adopt(scratch)
        os.replace(scratch, target)
    except OSError:
        if not target.is_dir():  # otherwise another process was faster
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return target


def _unpack(packed: Path, target: Path) -> None:
    quantised = load_pretrained(
        "AutoModelForCausalLM", packed.parent, gguf_file=packed.name, dtype=torch.float32
    )
    config = quantised.config
    del config.quantization_config  # the weights are plain numbers now
    plain = type(quantised)(config)
    plain.load_state_dict(quantised.state_dict())
    # 16 bits hold a number of 4 quantised bits and its scale closely enough, in half the room.
    plain.half().save_pretrained(target)
    load_pretrained("AutoTokenizer", packed.parent, gguf_file=packed.name).save_pretrained(target)
