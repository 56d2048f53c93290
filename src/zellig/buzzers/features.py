"""What a learning buzzer looks at: 22 numbers about the first ten guesses, now and one step before.

They are those of Pinafore/qb: the first three probabilities, whether these guesses are new, and how much
they have gained; the distances between them; how many of the first five are new; means and variances.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from zellig.performers import Step

FEATURES = 22
LOOKED_AT = 10  # guesses

Floats = NDArray[np.float64]
Guesses = Sequence[tuple[str, float]]


def features(steps: Sequence[Step]) -> Floats:
    """(steps, 22): what is known at each step; nothing of a later one is in it."""
    before: Guesses = ()
    rows = []
    for step in steps:
        now = step.guesses[:LOOKED_AT]
        rows.append(_row(now, before))
        before = now
    return np.array(rows).reshape(len(rows), FEATURES)


def _row(now: Guesses, before: Guesses) -> list[float]:
    p, q = _padded(now), _padded(before)
    known = dict(before)
    top = [answer for answer, _ in now[:5]]
    new = [float(answer not in known) for answer in top] + [0.0] * (5 - len(top))
    gained = [p[rank] - known.get(answer, 0.0) for rank, answer in enumerate(top[:3])]
    gained += [0.0] * (3 - len(gained))
    return [
        *p[:3],
        *new[:3],
        *gained,
        p[0] - p[1],
        p[1] - p[2],
        p[0] - q[0],
        p[1] - q[1],
        sum(new),
        float(p.mean()),
        float(q.mean()),
        float(p[:6].mean()),  # six and five, as in the released code
        float(q[:5].mean()),
        float(p.var()),
        float(q.var()),
        float(p[:5].var()),
        float(q[:5].var()),
    ]


def _padded(guesses: Guesses) -> Floats:
    found = np.zeros(LOOKED_AT)
    found[: len(guesses)] = [probability for _, probability in guesses]
    return found
