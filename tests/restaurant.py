"""A person with a model, a table and ten minutes: reviews of a restaurant, with stars, and a pipeline."""

from __future__ import annotations

from itertools import product

import pandas
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

THINGS = ("soup", "bread", "fish", "coffee", "waiter", "terrace", "dessert", "pizza")
GOOD = ("delicious", "wonderful", "lovely", "a delight", "excellent")
BAD = ("awful", "a disappointment", "terrible", "cold and bland", "disgusting")
FRAMES = ("The {thing} was {said}.", "We thought that the {thing} was {said} last night.")


def reviews() -> pandas.DataFrame:
    """Columns `review` and `stars`."""
    rows = [
        {"review": frame.format(thing=thing, said=said), "stars": stars}
        for frame, thing in product(FRAMES, THINGS)
        for stars, words in ((5, GOOD), (1, BAD))
        for said in words
    ]
    rows.append({"review": "We sat at the table by the window.", "stars": 3})
    return pandas.DataFrame(rows)


def pipeline() -> Pipeline:
    """Trained on reviews that are as short as the ones to come; it answers `bad` and `good`."""
    frame = reviews()
    frame = frame[frame.stars != 3]
    model = make_pipeline(TfidfVectorizer(), LogisticRegression())
    return model.fit(frame.review, frame.stars.map({1: "bad", 5: "good"}))
