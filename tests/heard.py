"""Questions that were heard piece by piece, for tests of measures."""

from __future__ import annotations

from hypothesis import strategies as st

from zellig.measures.tracks import NO_BUZZ, Track

HALVES = Track((0.5, 1.0), (False, True), buzz=1)
QUARTERS = Track((0.25, 0.5, 0.75, 1.0), (True, False, True, True), buzz=0)
NEVER = Track((0.4, 0.8, 1.2), (False, False, False))


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """Any question."""
    steps = draw(st.integers(1, 8))
    right = draw(st.lists(st.booleans(), min_size=steps, max_size=steps))
    positions = sorted(draw(st.lists(st.floats(0.01, 1.1), min_size=steps, max_size=steps, unique=True)))
    return Track(positions, right, draw(st.integers(NO_BUZZ, steps - 1)))
