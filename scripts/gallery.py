"""Five real reports on sentences of our own, and pictures of their first screens: `make gallery`.

Reports and pictures, in light and dark, go to the folder that is named. Those that the documents show are
copied to docs/images after somebody has looked at them.
"""

from __future__ import annotations

import csv
import shutil
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import zellig as zl

DATA = Path(__file__).parents[1] / "docs/data"
REVIEWS, LEARNT = "restaurants.csv", "restaurants-train.csv"
WORDS = {"+1": "pos", "-1": "neg"}  # what the models below call the answers
CHROMIUM = "/usr/bin/chromium"
SIZES = {"wide": (1000, 660), "phone": (400, 780)}


def train(texts: list[str], labels: list[str], **how: Any) -> Any:
    """A bag of words."""
    return make_pipeline(TfidfVectorizer(**how), LogisticRegression()).fit(texts, labels)


def make_reports() -> None:
    """One page for each kind of report, in the folder we are in."""
    with Path(LEARNT).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [row["review"] for row in rows]
    labels = ["pos" if int(row["stars"]) > 3 else "neg" for row in rows]
    model = train(texts, labels, ngram_range=(1, 2))

    run = zl.break_systems({"version-1": model}, data=REVIEWS, out="first")
    run.report("breaking.html")

    training = zl.retrain_with(run, known=LEARNT, held_out=0.5)
    retrained = train(texts + training.texts, labels + [WORDS[label] for label in training.labels])
    unseen = list({pair.original.id: pair.original for pair in training.held_out.pairs}.values())
    zl.break_systems({"version-1": model, "version-2": retrained}, data=unseen, task="sentiment", out="two")
    zl.compare("two", systems=["version-1", "version-2"]).report("comparison.html")

    systems = {
        "words": train(texts, labels),
        "word-pairs": model,
        "letters": train(texts, labels, analyzer="char"),
    }
    zl.break_systems(
        systems, data=REVIEWS, breakers=["strategies", "pwws"], budget=100, out="three-classifiers"
    )
    zl.read_contest("three-classifiers").score().report("contest.html")

    zl.contrast_set(REVIEWS).report("contrast.html")
    zl.arena(REVIEWS, breaker="violate", chooser="ngram", rounds=80).play().report("arena.html")


def take_pictures(folder: Path) -> None:
    """The first screen of every report, light and dark, on a wide screen and on a phone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for report in sorted(folder.glob("*.html")):
            for size, (width, height) in SIZES.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(report.as_uri())
                page.emulate_media(color_scheme="light")
                page.screenshot(path=folder / f"{report.stem}-light-{size}.png")
                page.emulate_media(color_scheme="dark")
                page.screenshot(path=folder / f"{report.stem}-dark-{size}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(DATA, place)
    with chdir(place):
        make_reports()
    take_pictures(place)
