"""What a maker of pairs goes against by design, as it declares itself in this run."""

from __future__ import annotations

from zellig.checks.findings import CODES
from zellig.errors import ZelligError
from zellig.performers import Breaker


def waivers_of(breaker: Breaker) -> frozenset[str]:
    """The codes that are not held against the pairs of a breaker (`waives` is optional).

    Nobody can waive what rejects a pair.
    """
    declared: frozenset[str] = getattr(breaker, "waives", frozenset())
    legal = [name for name, code in CODES.items() if code.severity != "reject"]
    for name in sorted(declared):
        if name not in legal:
            raise ZelligError(
                f"the breaker {breaker.spec.name!r} waives {name!r}, which is not a check that can be waived",
                remedy=f"There are: {', '.join(legal)}.",
            )
    return declared
