"""The items of pairs, and what is right, for lm-evaluation-harness."""

import json
from pathlib import Path

from datasets import Dataset


def load(**_):
    """The items beside this file."""
    with Path(__file__).with_name("items.jsonl").open(encoding="utf-8") as file:
        return {"test": Dataset.from_list([json.loads(line) for line in file])}


def process_results(doc, results):
    """The most probable words decide; of several that are equally probable, the first."""
    scores = [score for score, _ in results]
    right = doc["labels"][scores.index(max(scores))] in doc["accepted"]
    return {"acc": float(right), "passed": (doc["pairs"], right)}
