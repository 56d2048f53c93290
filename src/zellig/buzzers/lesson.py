"""What a buzzer learns from: questions that its guesser heard step by step, and had not seen before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zellig.performers import Step


class Heard(NamedTuple):
    """One question: what the guesser said at each step, whether its best guess was right, and how much of
    the question had been read by then."""

    id: str
    steps: Sequence[Step]
    right: Sequence[bool]
    shares: Sequence[float]  # rising to 1; nobody knows them while a question is read
