"""A table as it is, in the commands that take a corpus; what was guessed is printed."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import pytest

from helpers import zellig
from zellig.corpora import corpus_of, open_corpus, with_mappings
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.notices import Notice, hearing

SYSTEM = """
from zellig.items import Prediction
from zellig.performers import Spec

class Warm:
    spec = Spec("warm")
    task, labels = "sentiment", ("-1", "+1")

    def predict(self, items):
        return [Prediction(item.id, "+1" if "lovely" in item.fields["text"] else "-1") for item in items]
"""
GUESS = (
    "text = {text}, label = {label}: 1-2 negative, 4-5 positive; 1 row labelled 3 left out; "
    "1 row without a label left out; the task is sentiment"
)
SAID = GUESS.format(text="review", label="stars")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with reviews.csv, the same with a second text, and a system."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "warm.py").write_text(SYSTEM)
    words = islice(cycle(["lovely", "dull"]), 12)
    stars = islice(cycle([5, 1, 4, 2]), 12)
    rows = [
        (f"It is a {word} story about the garden and its {n} birds.", star)
        for n, (word, star) in enumerate(zip(words, stars, strict=True))
    ]
    rows += [("It was fair.", 3)]
    plain = "".join(f"{text},{star}\n" for text, star in rows)
    (folder / "reviews.csv").write_text(f"review,stars\n{plain}No stars.,\n")
    double = "".join(f"{text},A title of some words,{star}\n" for text, star in rows)
    (folder / "double.csv").write_text(f"review,comment,stars\n{double}No stars.,A title,\n")
    return folder


def test_break_evaluate_contrast_and_check_take_a_table(desk: Path) -> None:
    """No mapping and no task: one command after the other."""
    pairs = "contrasts/pairs/contrast.jsonl"
    for line in [
        "evaluate py:warm:Warm --corpus reviews.csv",
        "break --corpus reviews.csv --system py:warm:Warm --breaker random-substitution --out run --limit 3",
        "contrast make --corpus reviews.csv --out contrasts",
        f"pairs check {pairs} --task sentiment --originals reviews.csv",
    ]:
        done = zellig(*line.split(), cwd=desk)
        assert done.returncode == 0, (line, done.stderr)
        assert done.stderr.count(f"reviews.csv: {SAID}") == 1, (line, done.stderr)


def test_a_mapping_reaches_every_command(desk: Path) -> None:
    (desk / "double.toml").write_text('fields.text = "review"\n')
    refused = zellig("evaluate", "py:warm:Warm", "--corpus", "double.csv", cwd=desk)
    assert refused.returncode == 1
    assert "which column is the text: review, comment" in refused.stderr
    for line in [
        "evaluate py:warm:Warm --corpus double.csv",
        "contrast make --corpus double.csv --out mapped",
        "pairs check mapped/pairs/contrast.jsonl --task sentiment --originals double.csv",
    ]:
        done = zellig(*line.split(), "--mapping", "double.toml", cwd=desk)
        assert done.returncode == 0, (line, done.stderr)
        assert SAID in done.stderr


def test_a_mapping_is_for_the_tables_among_two_corpora(desk: Path) -> None:
    table, mapping = str(desk / "double.csv"), 'label = "stars"'
    mapped = f"{table}?mapping=label%20%3D%20%22stars%22"
    assert with_mappings(mapping, table, None) == (mapped, None)
    assert with_mappings(mapping, table, "grammaticality") == (mapped, "grammaticality")
    assert with_mappings(mapping, "grammaticality", table) == ("grammaticality", mapped)
    assert with_mappings(None, "grammaticality", table) == ("grammaticality", table)
    with pytest.raises(ZelligError, match="grammaticality knows its columns"):
        with_mappings(mapping, "grammaticality", None)
    with pytest.raises(ZelligError, match="names a mapping already"):
        open_corpus(mapped, mapping)


def warnings_of(items: list[Item], limit: int | None) -> list[str]:
    said: list[Notice] = []
    with hearing(said.append):
        assert len(list(corpus_of(items, task="sentiment").first(limit))) == min(len(items), limit or 10**9)
    return [notice.sentence for notice in said if notice.kind == "warning"]


def test_a_sorted_file_and_a_limit_are_warned_of() -> None:
    ordered = [Item(str(n), {"text": f"{n}"}, ("-1" if n < 20 else "+1",)) for n in range(40)]
    [warning] = warnings_of(ordered, 10)
    assert warning.startswith("the first 10 items of data all have the answer -1: the file seems to be")
    assert not warnings_of(ordered, 2)  # no wonder
    assert not warnings_of(ordered, 30)
    assert not warnings_of(ordered[:20], None)  # nobody has cut it
    assert not warnings_of(ordered[:20], 10)  # they all have it: the order is not to blame
    assert not warnings_of([Item(str(n), {"text": "a"}) for n in range(40)], 10)  # no answers at all
