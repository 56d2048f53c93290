"""Models in the folder format of transformers: loaded from disk alone, without a word on the screen.

A folder is somebody else's file: its weights are safetensors or nothing (the other formats are pickles), no
code of it is run, no other folder is loaded because it says so, and what it claims to be must have the size
of the weights that are there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from zellig.decoding import decode_json, fault
from zellig.errors import ZelligError
from zellig.files import list_folder, read_whole

CONFIG, WEIGHTS, INDEX = "config.json", "model.safetensors", "model.safetensors.index.json"
ATTENTION = (None, "eager", "sdpa", "flex_attention")  # other ways to attend are code from elsewhere
REMEDY = "Give a folder with config.json, tokenizer.json and model.safetensors."
ADAPTER = "adapter_config.json"  # makes transformers load another model, from wherever it says
MOST_LAYERS = 200  # the largest models that there are have fewer
WIDENED = 8  # weights of 4 bits become numbers of 32

CANNOT_LOAD = "transformers cannot load it"

T = TypeVar("T")


class _Index(msgspec.Struct):
    """Which file has which weight, where there are several."""

    weight_map: dict[str, str]


def load_pretrained(kind: str, folder: Path, **options: Any) -> Any:
    """What `transformers.<kind>` makes of a folder; nothing is downloaded, no code of it is run."""
    transformers = _quiet_transformers()
    if kind.startswith("AutoModel") and "gguf_file" not in options:
        options |= {"use_safetensors": True}
    return tried(folder, lambda: _from_folder(getattr(transformers, kind), folder, options))


def load_classifier(folder: Path) -> Any:
    """The classifier in a folder; refuses one that claims to be larger than its weights, or lacks some.

    Weights that are missing would be drawn at random, and so would its answers.
    """
    transformers = _quiet_transformers()
    kind = transformers.AutoModelForSequenceClassification
    _check_files(folder)
    config = tried(folder, lambda: _from_folder(transformers.AutoConfig, folder, {}))
    _check_size(folder, config, kind)
    options = {"use_safetensors": True, "output_loading_info": True}
    network, told = tried(folder, lambda: _from_folder(kind, folder, options))
    if told["missing_keys"]:
        missing = sorted(told["missing_keys"])
        raise _refusal(folder, f"{len(missing)} of its weights are missing, e.g. {missing[0]}")
    return network


def weights_in(folder: Path) -> list[Path]:
    """The files that transformers takes the weights from; refuses names that lead out of the folder."""
    if not os.path.isfile(folder / INDEX):
        found = [WEIGHTS]
    else:
        index = decode_json(
            read_whole(folder / INDEX), _Index, path=folder / INDEX, what="a list of weights", remedy=REMEDY
        )
        found = sorted(set(index.weight_map.values()))
    for name in found:
        if name != os.path.basename(name) or not os.path.isfile(folder / name):
            raise _refusal(folder, f"{name!r} is not a file of this folder")
    return [folder / name for name in found]


def _check_files(folder: Path) -> None:
    """Refuses what would make transformers load something else than this folder."""
    if any(path.name == ADAPTER for path in list_folder(folder)):
        remedy = "Merge the adapter into its model, save that, and give its folder."
        raise ZelligError("this is an adapter of another model", path=folder, remedy=remedy)
    path = folder / CONFIG
    config = decode_json(read_whole(path), dict[str, Any], path=path, what="a configuration", remedy=REMEDY)
    for name, value in _leaves(config):
        if name.endswith("attn_implementation") and value not in ATTENTION:  # compiled code from elsewhere
            raise _refusal(folder, f"its {name} is {value!r}")


def _leaves(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        yield name, value
        if isinstance(value, dict):
            yield from _leaves(value)


def _check_size(folder: Path, config: Any, kind: Any) -> None:
    import torch
    from transformers.initialization import no_init_weights

    layers = getattr(config, "num_hidden_layers", 0)
    if not isinstance(layers, int) or not 0 <= layers <= MOST_LAYERS:
        raise _refusal(folder, f"it cannot have {layers!r} layers")

    def claimed() -> int:
        with torch.device("meta"), no_init_weights():  # without numbers: nothing is allocated or drawn
            network = kind.from_config(config, trust_remote_code=False)
        return sum(value.numel() for value in network.parameters())

    there = sum(path.stat().st_size for path in weights_in(folder))
    wanted = 4 * tried(folder, claimed)
    if wanted > WIDENED * there:
        raise _refusal(folder, f"it claims {wanted:,} bytes of weights, and {there:,} are there")


def _quiet_transformers() -> Any:
    transformers: Any = import_module("transformers")
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    return transformers


def _from_folder(kind: Any, folder: Path, options: dict[str, Any]) -> Any:
    return kind.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **options)


def tried(folder: Path, call: Callable[[], T], what: str = CANNOT_LOAD) -> T:
    """What a call of transformers with a model of this folder gives; refuses the folder if it fails.

    Loaders, tokenizers and networks end in whatever a damaged file leads them to.
    """
    try:
        return call()
    except BaseException as error:  # tokenizers raise plain Exceptions, and panic with something else yet
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise _refusal(folder, fault(error), what) from None


def _refusal(folder: Path, why: str, what: str = CANNOT_LOAD) -> ZelligError:
    return ZelligError(
        f"{what} ({why})",
        path=folder,
        remedy=REMEDY if what == CANNOT_LOAD else "Check that transformers itself can use the model.",
    )
