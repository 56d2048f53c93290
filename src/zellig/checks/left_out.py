"""Saying what the check of pairs left out, to whoever made them."""

from __future__ import annotations

from collections.abc import Mapping

from zellig.checks.findings import CODES
from zellig.notices import warn


def tell_rejected(rejections: Mapping[str, int]) -> None:
    """Say how many pairs were left out, and why; nothing if there are none."""
    if not rejections:
        return
    number = sum(rejections.values())
    pairs = "1 pair was" if number == 1 else f"{number:,} pairs were"
    why = "; ".join(f"{code} ({times:,}): {CODES[code].meaning}" for code, times in rejections.items())
    warn(f"{pairs} left out by the check of pairs: {why}")
