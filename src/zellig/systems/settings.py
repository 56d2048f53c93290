"""Settings of builders: the bounds they share, and how they come back out of a trained system's spec."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec

from zellig.decoding import fault
from zellig.errors import ZelligError
from zellig.performers import Spec

# A card is somebody else's file: what decides how much is built or how long it takes has an upper end, too.
Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Few = Annotated[int, msgspec.Meta(ge=1, le=100)]  # layers, networks, the order of n-grams
Size = Annotated[int, msgspec.Meta(ge=1, le=10_000)]  # of a vector
Positive = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
NotNegative = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Fraction = Annotated[float, msgspec.Meta(ge=0, lt=1)]

Settings = TypeVar("Settings", bound=msgspec.Struct)


def settings_of(spec: Spec, kind: type[Settings]) -> Settings:
    """The settings that a system was trained with; refuses what they cannot be."""
    stored = {name: value for name, value in spec.params.items() if name != "seed"}
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError as error:
        raise ZelligError(
            f"these are not settings of {spec.name} ({fault(error)})",
            remedy="Train the system again.",
        ) from None
