"""Sentiment of a sentence: -1, 0 or +1, with the cut-offs of the 2017 shared task."""

from __future__ import annotations

from zellig.tasks.task import Task

NEGATIVE, NEUTRAL, POSITIVE = "-1", "0", "+1"

# The paper prints open ends, (0, 0.4) and (0.6, 1.0); the organisers' code uses closed ones, and so do we.
NEGATIVE_UP_TO = 0.4
POSITIVE_FROM = 0.6


SENTIMENT = Task(
    name="sentiment",
    question="Is the opinion in this text negative (-1), neutral (0) or positive (+1)?",
    fields=("text",),
    editable=("text",),
    labels=(NEGATIVE, NEUTRAL, POSITIVE),
    flips={NEGATIVE: POSITIVE, POSITIVE: NEGATIVE},
    words={NEGATIVE: "negative", NEUTRAL: "neutral", POSITIVE: "positive"},
    also={"1": POSITIVE},
    spellings={NEGATIVE: ("neg", "bad"), NEUTRAL: ("neu", "mixed"), POSITIVE: ("pos", "good")},
    ordered=True,
    ends=(NEGATIVE, POSITIVE),  # most data and models of others have no neutral label
)


def label_of_value(value: float) -> str:
    """The label of a positivity in [0, 1]."""
    if value <= NEGATIVE_UP_TO:
        return NEGATIVE
    return POSITIVE if value >= POSITIVE_FROM else NEUTRAL
