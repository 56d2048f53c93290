"""The curator `uniform`: every item of the corpus is as likely as any other."""

from __future__ import annotations

from zellig.curators.walk import Walk
from zellig.performers import Spec


def make(corpus: str, *, justification: str = "") -> Walk:
    """The curator."""
    spec = Spec("uniform", {"corpus": corpus, "justification": justification})
    why = "Every text of the corpus is equally likely: nothing was selected for."
    return Walk(spec, why, corpus)
