"""The numbers of a trained system on disk: named arrays in a safetensors file.

The format has no code, no compression and no objects: what a file can hold is as large as the file, and
its header is checked against it before anything is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from zellig.doors import option
from zellig.errors import ZelligError
from zellig.files import read_whole, write_whole

WEIGHTS = "weights.safetensors"
LARGEST = 2**31  # bytes of a file of weights
MOST = 1e6  # no weight that was learnt is greater; sums of such weights stay finite

Arrays = dict[str, NDArray[Any]]
Wanted = dict[str, tuple[type[np.generic], int]]  # type and number of dimensions of each array


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write named arrays, whole or not at all; refuses what could not be read again."""
    for name, array in arrays.items():
        if not is_sound(array):
            raise diverged(path, name)
    with write_whole(path) as file:
        file.write(save({name: np.ascontiguousarray(array) for name, array in arrays.items()}))


def read_arrays(path: Path, wanted: Wanted) -> Arrays:
    """The arrays of a file by name; refuses all others than the wanted ones.

    Weights that are not finite, or beyond all measure, are refused, too.
    """
    raw = read_whole(path, LARGEST)
    try:
        found: Arrays = load(raw)
    except (SafetensorError, KeyError, ValueError) as error:  # KeyError: a type that numpy does not have
        raise not_weights(path, f"this is not a safetensors file: {error}") from None
    if found.keys() != wanted.keys():
        raise not_weights(path, f"it holds {_listed(found)}, and {_listed(wanted)} were expected")
    for name, (kind, dimensions) in wanted.items():
        array = found[name]
        if array.dtype != kind or array.ndim != dimensions:
            raise not_weights(path, f"{name!r} is of type {array.dtype} with {array.ndim} dimensions")
        if not is_sound(array):
            raise not_weights(path, f"{name!r} has numbers that are not finite, or greater than {MOST:g}")
    return found


def is_sound(array: NDArray[Any]) -> bool:
    """Are these numbers that somebody can have learnt?"""
    return array.dtype.kind != "f" or bool((np.abs(array) <= MOST).all())


def diverged(path: Path, name: str) -> ZelligError:
    """What is said of a training whose weights are beyond all measure."""
    return ZelligError(
        f"the training has diverged: {name!r} has numbers that are not finite, or greater than {MOST:g}",
        path=path,
        remedy=f"Train with a lower learning rate ({option('config')}), or on other items.",
    )


def not_weights(path: Path, why: str) -> ZelligError:
    """What is said of every file that does not hold a system's weights."""
    return ZelligError(
        f"these are not the weights of this system ({why})", path=path, remedy="Train the system again."
    )


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(repr(name) for name in sorted(names)[:5]) or "nothing"
