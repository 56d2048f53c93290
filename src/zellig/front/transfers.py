"""What goes to a contest on a server and comes from it: the words of `zellig contest push` and `pull`.

A file of its own, for the command line reads the words at its start, and the rest only when it is used.
"""

from __future__ import annotations

from typing import Literal

Pushed = Literal["pairs", "predictions", "dev-predictions", "training", "dev", "starter", "to-judge"]
Pulled = Literal["training", "dev", "starter", "dev-predictions", "pairs", "verdicts", "bundle", "datasets"]
