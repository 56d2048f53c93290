"""Review sentences with mean crowd ratings, from the data of Hutto and Gilbert (2014).

The file is sorted by polarity, and most of it is the treebank's own text. So the items are ordered by the
hash of their text, and a text that stands in the treebank takes its treebank split: a system trained on the
treebank's train split has not seen `rotten-tomatoes:test`.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from zellig.corpora.corpus import Reader, Source
from zellig.corpora.rows import read_tsv
from zellig.corpora.treebank import treebank_split
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.resources import resource_path
from zellig.tasks.sentiment import NEUTRAL, label_of_value
from zellig.texts import digest

FILES = {
    "movies": "movieReviewSnippets_GroundTruth.txt",
    "amazon": "amazonReviewSnippets_GroundTruth.txt",
    "nyt": "nytEditorialSnippets_GroundTruth.txt",
    "tweets": "tweets_GroundTruth.txt",
}


def read_snippets(path: Path) -> Iterator[tuple[str, float, str]]:
    """Yield (id, mean rating from -4 to +4, text) of every row."""
    for line, cells in read_tsv(path):
        try:
            name, rating, text = cells
            value = float(rating)
        except ValueError:
            value = float("nan")
        if not -4 <= value <= 4:
            raise ZelligError(
                "a row is an id, a rating from -4 to 4 and a text, separated by tabs",
                path=path,
                line=line,
                field="rating",
                remedy="Fetch the resource again (zellig resources fetch rotten-tomatoes).",
            )
        yield name, value, html.unescape(text).strip()


def split_of(text: str, key: bytes) -> str:
    """The treebank's split, or 80/10/10 by bits of the hash that do not decide the order."""
    if (split := treebank_split(text)) is not None:
        return split
    return {0: "test", 1: "dev"}.get(int.from_bytes(key[8:16], "big") % 10, "train")


class _RottenTomatoes(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        kind = source.options["source"]
        by_key: dict[bytes, tuple[str, float, str]] = {}
        for row in read_snippets(resource_path("rotten-tomatoes") / FILES[kind]):
            if by_key.setdefault(digest(row[2]), row) is not row:
                skipped["repeated text"] += 1
        for key, (name, rating, text) in sorted(by_key.items()):
            split = split_of(text, key)
            if source.split not in (None, split):
                continue
            label = label_of_value((rating + 4) / 8)
            if label == NEUTRAL and source.options["labels"] == "binary":
                skipped["neutral"] += 1
                continue
            yield Item(f"{kind}-{name}", {"text": text}, (label,), {"gold_rating": rating, "split": split})


ROTTEN_TOMATOES = _RottenTomatoes(
    name="rotten-tomatoes",
    description="Film review sentences rated from -4 to +4 by twenty people each (also amazon, nyt, tweets)",
    licence="MIT (the ratings, as part of vaderSentiment); the sentences are quotations from reviews",
    citation=(
        "C.J. Hutto and Eric Gilbert. 2014. VADER: A Parsimonious Rule-based Model for Sentiment Analysis of "
        "Social Media Text. Sentences: Bo Pang and Lillian Lee. 2005. Seeing Stars."
    ),
    task="sentiment",
    splits=("train", "dev", "test"),
    options={"labels": ("binary", "ternary"), "source": tuple(FILES)},
    resource="rotten-tomatoes",
)
