"""Settings with which the neural builders learn the examples in a moment."""

from __future__ import annotations

import msgspec

from zellig.systems import cnn, dan, dcnn, gru, rntn, strawman

TINY: dict[str, msgspec.Struct] = {
    "strawman": strawman.Settings(networks=2, epochs=40, batch=4, look_every=5, width=8, patience=99),
    "cnn": cnn.Settings(epochs=12, look_every=5),
    "dcnn": dcnn.Settings(epochs=12, look_every=5, patience=99),
    "rntn": rntn.Settings(size=10, rate=0.02, batch=4, epochs=20, look_every=5, patience=99),
}
# Those that learn quiz questions, of which these are none.
TINY_GUESSERS: dict[str, msgspec.Struct] = {
    "dan": dan.Settings(size=8, epochs=2, batch=4),
    "gru": gru.Settings(size=8, epochs=1, batch=4),
}
