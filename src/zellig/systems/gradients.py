"""Integrated gradients (Sundararajan et al. 2017): what each input vector adds to the log-odds of an answer.

The inputs are moved in a straight line from a baseline, where nothing is said, to what they are, and the
gradients on the way are added up. So the weights of a text sum to the log-odds of the answer for the text
minus those for the baseline, as far as the scores are continuous and the steps are small enough.
"""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor

from zellig.extras import require

STEPS = 50
TOGETHER = 10  # steps that go through the network at once


def attribute(
    scores: Callable[[Tensor], Tensor], vectors: Tensor, answer: int, baseline: Tensor | None = None
) -> list[float]:
    """A weight for each input vector of one text (vectors x anything); the baseline is zero if not given.

    `scores` takes a batch of such inputs (texts x vectors x anything) and gives a logit, or a logarithm of a
    probability, for each label (texts x labels). `answer` is the number of the label that is explained.
    """
    if not len(vectors):
        return []
    require("neural", "the method of integrated gradients", "explain by occlusion")
    from captum.attr import IntegratedGradients  # it brings matplotlib, which takes a second

    found: Tensor = IntegratedGradients(lambda inputs: log_odds(scores(inputs), answer)).attribute(
        vectors.detach()[None],
        None if baseline is None else baseline.detach()[None],
        n_steps=STEPS,
        internal_batch_size=TOGETHER,
    )
    weights: list[float] = found[0].flatten(1).sum(1).tolist()
    return weights


def log_odds(scores: Tensor, answer: int) -> Tensor:
    """The logarithm of the probability of a label over that of all others (texts x labels -> texts)."""
    others = [label for label in range(scores.shape[1]) if label != answer]
    return scores[:, answer] - scores[:, others].logsumexp(1)
