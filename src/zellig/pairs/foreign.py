"""Pairs that others have published, in their own formats.

- `imdb-contrast`: the IMDb contrast sets (Gardner et al. 2020), two tables `Sentiment, Text` whose rows
  belong together, `test_original.tsv` and `test_contrast.tsv`.
- `counterfactual`: counterfactually-augmented reviews (Kaushik et al. 2020), one table `Sentiment, Text,
  batch_id`; of the two rows of a batch the first is the original.
- `counterfactual-nli`: the inferences of the same authors, `sentence1, sentence2, gold_label`. To each row of
  `original/dev.tsv` belong as many of `revised_premise/dev.tsv` (or `revised_hypothesis`, or both in
  `revised_combined`), in the same order.
- `breaking-nli`: Breaking NLI (Glockner et al. 2018), JSONL of a sentence and a copy with one word replaced.
  The original of a pair is the sentence with itself, which it entails.
- `blimp`: minimal pairs of grammaticality, as `minimal-pairs:` reads them: a good sentence, and a bad one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from zellig.corpora.minimal_pairs import minimal_pairs
from zellig.corpora.rows import Place, by_column, cell, read_csv, read_jsonl
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.notices import note
from zellig.pairs.reading import MODIFIED, ORIGINAL, Unpaired, make_pair
from zellig.tasks import Task, get_task
from zellig.tasks.is_fake import FAKE, REAL
from zellig.tasks.labels import Meaning, meaning_of

Rows: TypeAlias = Iterator[tuple[int, Pair | Unpaired]]

SENTIMENT, TEXT, BATCH = "Sentiment", "Text", "batch_id"
SIDES = ("original", "contrast")  # in the names of the two tables


class PublishedFormat(NamedTuple):
    """One published format: its task, the files that belong to one of them, and how they are read."""

    task: str
    files: Callable[[Path], list[Path]]
    read: Callable[[Path, Task], Rows]


def imdb_contrast(path: Path, task: Task) -> Rows:
    """Row by row an original and its contrast."""
    tables = [_reviews(each) for each in both_tables(path)]
    meaning = _meaning((row.label for table in tables for row in table), task)
    for number, (original, contrast) in enumerate(zip_longest(*tables), 1):
        line = number + 1 if contrast is None else contrast.line
        if original is None or contrast is None:
            short = both_tables(path)[0 if original is None else 1]
            yield (
                line,
                Unpaired(str(number), (), f"{short.name} has no row {number}", "Take both files anew."),
            )
        else:
            yield line, _pair(str(number), original, contrast, meaning, task)


def both_tables(path: Path) -> list[Path]:
    """The table of the originals and that of the contrasts, where either is named."""
    for side, other in (SIDES, SIDES[::-1]):
        if side in path.name:
            beside = path.with_name(path.name.replace(side, other))
            return [path, beside] if side == SIDES[0] else [beside, path]
    raise ZelligError(
        "the name does not say whether these are originals or contrasts",
        path=path,
        remedy="Name test_contrast.tsv; the originals lie beside it in test_original.tsv.",
    )


def counterfactual(path: Path, task: Task) -> Rows:
    """The two rows of each batch."""
    batches: dict[str, list[_Review]] = {}
    for row in _reviews(path, BATCH):
        batches.setdefault(row.batch, []).append(row)
    meaning = _meaning((row.label for rows in batches.values() for row in rows), task)
    for name, rows in batches.items():
        if len(rows) == 2:
            yield rows[0].line, _pair(name, rows[0], rows[1], meaning, task)
        else:
            what = f"the batch has {len(rows)} rows, and a pair has two"
            yield rows[0].line, Unpaired(name, (), what, "Keep an original and one revision in each batch.")


def counterfactual_nli(path: Path, task: Task) -> Rows:
    """An original, and each of the rows that were revised from it."""
    originals, revised = (_inferences(each) for each in with_originals(path))
    times, rest = divmod(len(revised), max(len(originals), 1))
    if rest or not times:
        raise ZelligError(
            f"{len(revised):,} revised rows do not belong to {len(originals):,} originals alike",
            path=path,
            remedy="Take both files anew, from the same split.",
        )
    for number, (line, fields, label) in enumerate(revised):
        _, of_original, first = originals[number // times]
        name = str(number + 1)
        sides = Item(name + ORIGINAL, of_original, (first,)), Item(name + MODIFIED, fields, (label,))
        # Some were copied without their double spaces.
        if any(fields[field].split() == of_original[field].split() for field in fields):
            yield line, make_pair(name, *sides, task)
        else:
            what = "neither sentence is that of its original"
            yield line, Unpaired(name, sides, what, "Take both files anew, from the same split.")


def with_originals(path: Path) -> list[Path]:
    """The table of the originals, and a table of what was revised from them."""
    return [path.absolute().parent.parent / "original" / path.name, path]


def breaking_nli(path: Path, task: Task) -> Rows:
    """A sentence with itself, and with the copy."""
    for line, row in read_jsonl(path):
        place = Place(path, line)
        premise, hypothesis = cell(row, "sentence1", place), cell(row, "sentence2", place)
        name = str(row.get("pairID", line))
        about = {"phenomenon": cell(row, "category", place)} if "category" in row else {}
        original = Item(name + ORIGINAL, {"premise": premise, "hypothesis": premise}, ("entailment",), about)
        fields = {"premise": premise, "hypothesis": hypothesis}
        modified = Item(name + MODIFIED, fields, (cell(row, "gold_label", place),))
        yield line, make_pair(name, original, modified, task)


def blimp(path: Path, task: Task) -> Rows:
    """A good sentence, which is real, and a bad one, which is a fake."""
    skipped: Counter[str] = Counter()
    for line, item in minimal_pairs(path, skipped):
        about = {key: value for key, value in item.metadata.items() if key != "bad"}
        original = Item(item.id + ORIGINAL, item.fields, (REAL,), about)
        modified = Item(item.id + MODIFIED, {"text": item.metadata["bad"]}, (FAKE,))
        yield line, make_pair(item.id, original, modified, task)
    for reason, number in skipped.items():
        note(f"{path}: {number:,} left out ({reason})")


def _alone(path: Path) -> list[Path]:
    return [path]


FORMATS: dict[str, PublishedFormat] = {
    "imdb-contrast": PublishedFormat("sentiment", both_tables, imdb_contrast),
    "counterfactual": PublishedFormat("sentiment", _alone, counterfactual),
    "counterfactual-nli": PublishedFormat("nli", with_originals, counterfactual_nli),
    "breaking-nli": PublishedFormat("nli", _alone, breaking_nli),
    "blimp": PublishedFormat("is-fake", _alone, blimp),
}


def read_foreign(path: Path, form: str) -> tuple[Task, Rows]:
    """The task of a published format, and its pairs with their lines; what makes no pair is among them."""
    task = get_task(FORMATS[form].task)
    return task, FORMATS[form].read(path, task)


def _inferences(path: Path) -> list[tuple[int, dict[str, str], str]]:
    """Lines, texts and labels."""
    rows = by_column(path, read_csv(path, separator="\t"), ("sentence1", "sentence2", "gold_label"))
    return [
        (line, {"premise": row["sentence1"], "hypothesis": row["sentence2"]}, row["gold_label"])
        for line, row in rows
    ]


class _Review(NamedTuple):
    line: int
    label: str
    text: str
    batch: str


def _reviews(path: Path, *more: str) -> list[_Review]:
    rows = by_column(path, read_csv(path, separator="\t"), (SENTIMENT, TEXT, *more))
    return [_Review(line, row[SENTIMENT], row[TEXT], row.get(BATCH, "")) for line, row in rows]


def _meaning(labels: Iterable[str], task: Task) -> Meaning:
    return meaning_of(labels, task, name=SENTIMENT)


def _pair(name: str, original: _Review, modified: _Review, meaning: Meaning, task: Task) -> Pair:
    first, second = (
        Item(name + end, {"text": row.text}, tuple(filter(None, [meaning.answers[row.label]])))
        for row, end in ((original, ORIGINAL), (modified, MODIFIED))
    )
    return make_pair(name, first, second, task)
