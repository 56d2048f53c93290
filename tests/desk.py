"""A desk at which the documents are tried out: every file and folder that their commands name, small.

The review sentences are our own, in the layout of the resource; lexicon, parser and WordNet are real.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from itertools import product
from pathlib import Path

import quiz_world
from fuzz.target import SEEDS
from quiz_night import night, write_buzzes, write_questions
from zellig.corpora.rotten_tomatoes import split_of
from zellig.items import Item, Pair, write_records
from zellig.resources import find, resource_path
from zellig.texts import digest

PRAISE = ("lovely", "brilliant", "charming", "funny", "wonderful", "gripping")
BLAME = ("awful", "clumsy", "boring", "clumsy", "sloppy", "lifeless")  # no two that stand for each other
FRAMES = (
    "The {thing} is {word}.",
    "A {word} {thing} about a cook and a garden.",
    "The guide told a {word} story about the {thing}.",
    "It is a {word} {thing}, and the children left early.",
)
THINGS = ("film", "play", "tour", "song", "novel")
INFERENCES = {
    "entailment": ("A man is holding a red ball in the park.", "A man is holding a ball."),
    "neutral": ("A woman is chopping an onion.", "A woman is chopping an onion for a friend."),
    "contradiction": ("Two dogs are running on the grass.", "Two dogs are sleeping on the grass."),
}
SOLD = {"train": ("soup", "bread", "table"), "dev": ("kettle",), "test": ("chair", "spoon")}
REAL = ("english-parser", "wordnet", "minilm")


def furnish(folder: Path) -> None:
    """Put everything there that does not stand in the documents themselves."""
    folder.mkdir()
    write_reviews(folder / "reviews")
    write_corpora(folder)
    write_pairs(folder)
    write_pairs_of_others(folder)
    write_questions(folder / "questions.jsonl")
    write_buzzes(folder / "buzzes.csv", night())
    quiz_world.write_questions(folder / "tossups.jsonl", range(20))
    quiz_world.write_questions(folder / "new-tossups.jsonl", range(20, 22))
    quiz_world.write_questions(folder / "challenge.jsonl", range(22, 24))
    quiz_world.write_leads(folder / "leads.jsonl")
    (folder / "pages.tsv").write_text("answer\tpage\nashmoor\tAshmoor_(town)\n", encoding="utf-8")
    for path in (Path(__file__).parent.parent / "docs/data").glob("*.csv"):
        shutil.copy(path, folder)
    shutil.copytree(SEEDS / "contest-bibi2017/soup", folder.parent / "shared/data/bibi2017")


def environment(folder: Path) -> dict[str, str]:
    """Where the commands find their resources; no index, and nothing but Python on the path."""
    real = {find(name).variable: str(resource_path(name)) for name in REAL}
    return {
        **real,
        find("rotten-tomatoes").variable: str(folder / "reviews"),
        "PIP_NO_INDEX": "1",
        "ZELLIG_CACHE": str(folder / "cache"),
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "COLUMNS": "160",
        "TZ": os.environ.get("TZ", "UTC"),
    }


def reviews() -> list[tuple[float, str]]:
    """Ratings and sentences; half of them praise."""
    return [
        (rating, frame.format(thing=thing, word=word))
        for words, rating in ((PRAISE, 3.0), (BLAME, -3.0))
        for frame, thing, word in product(FRAMES, THINGS, words)
    ]


def write_reviews(folder: Path) -> None:
    """The resource of review sentences."""
    folder.mkdir()
    shutil.copy(resource_path("rotten-tomatoes") / "vader_lexicon.txt", folder)
    lines = (f"{number}\t{rating}\t{text}\n" for number, (rating, text) in enumerate(reviews(), 1))
    (folder / "movieReviewSnippets_GroundTruth.txt").write_text("".join(lines), encoding="utf-8")


def write_corpora(folder: Path) -> None:
    """Corpora that commands name, in their own layouts."""
    (folder / "snli_1.0").mkdir()
    inferences = [
        {"gold_label": label, "sentence1": premise, "sentence2": hypothesis, "pairID": f"{label}-{number}"}
        for number in range(4)
        for label, (premise, hypothesis) in INFERENCES.items()
    ]
    text = "".join(f"{json.dumps(row)}\n" for row in inferences)
    for place in ("snli_1.0/snli_1.0_dev.jsonl", "snli_1.0/snli_1.0_train.jsonl", "snli_1.0_dev.jsonl"):
        (folder / place).write_text(text, encoding="utf-8")
    shutil.copy(SEEDS / "corpus-premise-hypothesis/soup.csv", folder / "sick-train.csv")
    for split, things in SOLD.items():
        rows = [
            f"{split}_{thing}.0.0\tThe {cook}\tSOLD\tthe {thing} .\twhat _ _ sold _ _ _ ?\tthe {thing}"
            for cook, thing in zip(("cook", "baker", "girl"), things, strict=False)
        ]
        head = "#id\tprefix\tpredicate\tsuffix\tquestion\tanswer"
        (folder / f"wiki1.{split}.tsv").write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    (folder / "rated.csv").write_text(
        "review_id;author;body;stars\nr1;ada;We liked the walk.;5\n", encoding="utf-8"
    )


def write_pairs(folder: Path) -> None:
    """Files of pairs that somebody brings: one of a review sentence, and a table with a fault."""
    text = next(text for _, text in reviews() if split_of(text, digest(text)) == "test")
    original = Item("1_a", {"text": text}, ("+1",))
    pairs = [Pair("1", original, Item("1_b", {"text": text.replace(".", "!")}, ("+1",)), "same")]
    write_records(folder / "uploaded.jsonl", Pair, pairs, "sentiment")
    rows = ["id\ttext\tlabel", "1_a\tThe soup is warm.\t+1", "1_b\tThe soup is not warm.\t-1"]
    rows += ["2_a\tThe bread is warm.\t+1", "2_b\tThe bread is warm.\t+1", ""]
    (folder / "pairs.tsv").write_text("\n".join(rows), encoding="utf-8")


def write_pairs_of_others(folder: Path) -> None:
    """Pairs in the formats in which others have published theirs; the sentences are ours."""
    batch = ("Sentiment\tText\tbatch_id", "Negative\tA sad play.\t4", "Positive\tA merry play.\t4", "")
    sides = {
        "test_original.tsv": "Sentiment\tText\nNegative\tThe tour was dull.\n",
        "test_contrast.tsv": "Sentiment\tText\nPositive\tThe tour was fun.\n",
        "train_paired.tsv": "\n".join(batch),
    }
    head = "sentence1\tsentence2\tgold_label\n"
    for part, premise, label in (
        ("original", "A cook sings.", "neutral"),
        ("revised_premise", "A cook sings loudly.", "entailment"),
    ):
        (folder / "NLI" / part).mkdir(parents=True)
        sides[f"NLI/{part}/dev.tsv"] = f"{head}{premise}\tA cook is loud.\t{label}\n"
    for name, text in sides.items():
        (folder / name).write_text(text, encoding="utf-8")
    replaced = {
        "sentence1": "A cook holds a red cup.",
        "sentence2": "A cook holds a blue cup.",
        "gold_label": "contradiction",
        "category": "colors",
        "pairID": 1,
    }
    (folder / "dataset.jsonl").write_text(json.dumps(replaced) + "\n", encoding="utf-8")
    minimal = {"sentence_good": "Mia hid herself.", "sentence_bad": "Mia hid himself.", "UID": "anaphor"}
    (folder / "anaphor.jsonl").write_text(json.dumps(minimal) + "\n", encoding="utf-8")
