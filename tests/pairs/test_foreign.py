"""Pairs that others have published become pairs of ours, and what does not is told."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from helpers import zellig
from zellig.checks import importing
from zellig.checks.importing import Imported, import_pairs
from zellig.errors import ZelligError
from zellig.items import Pair, read_records

QUOTED = 'The cook said "fine".<br /><br />It was "fine".'


def write_tsv(path: Path, *rows: Sequence[str]) -> Path:
    """Tab-separated, with quotation marks where needed, as both sets of reviews are published."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)
    return path


def write_jsonl(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def imported(path: Path, form: str) -> tuple[Imported, list[Pair]]:
    out = path.with_name("pairs.jsonl")
    return importing.imported(import_pairs(path, form, out)), list(read_records(out, Pair))


def reviews(folder: Path, *, rows: int = 2) -> Path:
    originals = [("Negative", "The soup was cold, sadly."), ("Positive", QUOTED)]
    contrasts = [("Positive", "The soup was hot, gladly."), ("Negative", QUOTED.replace("fine", "foul"))]
    write_tsv(folder / "test_original.tsv", ("Sentiment", "Text"), *originals[:rows])
    return write_tsv(folder / "test_contrast.tsv", ("Sentiment", "Text"), *contrasts)


@pytest.mark.parametrize("named", ["test_contrast.tsv", "test_original.tsv"])
def test_rows_of_two_tables_belong_together(tmp_path: Path, named: str) -> None:
    reviews(tmp_path)
    found, pairs = imported(tmp_path / named, "imdb-contrast")
    assert (found.pairs, found.promises, found.left_out) == (2, {"flip": 2}, [])
    assert [pair.original.accepted + pair.modified.accepted for pair in pairs] == [("-1", "+1"), ("+1", "-1")]
    assert pairs[1].original.fields["text"] == QUOTED
    assert pairs[0].modified.fields["text"] == "The soup was hot, gladly."


def test_a_row_without_its_partner_is_left_out(tmp_path: Path) -> None:
    found, pairs = imported(reviews(tmp_path, rows=1), "imdb-contrast")
    assert len(pairs) == 1
    assert [(each.code, each.lines) for each in found.left_out] == [("unpaired", [3])]


def test_a_name_that_does_not_say_its_side_and_a_missing_partner_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="does not say whether"):
        imported(tmp_path / "reviews.tsv", "imdb-contrast")
    (reviews(tmp_path).with_name("test_original.tsv")).unlink()
    with pytest.raises(ZelligError, match=r"test_original.tsv: there is no such file"):
        imported(tmp_path / "test_contrast.tsv", "imdb-contrast")


def test_neither_table_is_written_over(tmp_path: Path) -> None:
    path = reviews(tmp_path)
    with pytest.raises(ZelligError, match="this is what is read"):
        import_pairs(path, "imdb-contrast", tmp_path / "test_original.tsv")


def test_a_batch_is_an_original_and_its_revision(tmp_path: Path) -> None:
    path = write_tsv(
        tmp_path / "train_paired.tsv",
        ("Sentiment", "Text", "batch_id"),
        ("Negative", "The soup was cold.", "4"),
        ("Positive", "The soup was hot.", "4"),
        ("Positive", "The bread was warm.", "17"),
        ("Negative", "The bread was stale.", "40"),
        ("Positive", "The bread was fresh.", "40"),
        ("Positive", "The tea came.", "41"),
        ("Positive", "The tea came.", "41"),
    )
    found, pairs = imported(path, "counterfactual")
    assert [(pair.id, pair.original.fields["text"], pair.promise) for pair in pairs] == [
        ("4", "The soup was cold.", "flip"),
        ("40", "The bread was stale.", "flip"),
    ]
    assert {each.code: each.lines for each in found.left_out} == {"unpaired": [4], "unchanged": [7]}


def inferences(folder: Path, part: str, *rows: tuple[str, str, str]) -> Path:
    (folder / part).mkdir()
    return write_tsv(folder / part / "dev.tsv", ("sentence1", "sentence2", "gold_label"), *rows)


ORIGINALS = (
    ("A man  reads.", "A man reads a map.", "neutral"),
    ("A dog runs.", "A dog moves.", "entailment"),
)


def test_revised_inferences_belong_to_the_originals_beside_them(tmp_path: Path) -> None:
    inferences(tmp_path, "original", *ORIGINALS)
    path = inferences(
        tmp_path,
        "revised_premise",
        ("A man reads a map.", "A man reads a map.", "entailment"),
        ("A man sleeps.", "A man reads a map.", "contradiction"),
        ("A dog sleeps.", "A dog moves.", "contradiction"),
        ("A cat sits.", "A cat sleeps.", "neutral"),
    )
    found, pairs = imported(path, "counterfactual-nli")
    assert [(pair.id, pair.original.fields["hypothesis"], pair.modified.accepted) for pair in pairs] == [
        ("1", "A man reads a map.", ("entailment",)),
        ("2", "A man reads a map.", ("contradiction",)),
        ("3", "A dog moves.", ("contradiction",)),
    ]
    assert pairs[2].original.accepted == ("entailment",)
    assert [(each.code, each.lines) for each in found.left_out] == [("unpaired", [5])]
    path = inferences(
        tmp_path, "revised_hypothesis", *((a.replace("  ", " "), f"{b} Not.", c) for a, b, c in ORIGINALS)
    )
    assert imported(path, "counterfactual-nli")[0].pairs == 2


def test_revised_inferences_without_their_originals_are_refused(tmp_path: Path) -> None:
    path = inferences(tmp_path, "revised_premise", *ORIGINALS, ("A man reads.", "A man reads.", "neutral"))
    with pytest.raises(ZelligError, match=r"original/dev.tsv: there is no such file"):
        imported(path, "counterfactual-nli")
    inferences(tmp_path, "original", *ORIGINALS)
    with pytest.raises(ZelligError, match="3 revised rows do not belong to 2 originals alike"):
        imported(path, "counterfactual-nli")
    with pytest.raises(ZelligError, match="this is what is read"):
        import_pairs(path, "counterfactual-nli", tmp_path / "original/dev.tsv")


def test_a_replaced_word_against_the_sentence_itself(tmp_path: Path) -> None:
    told = {"sentence1": "A man holds a red cup.", "gold_label": "contradiction", "annotator_labels": ["x"]}
    path = write_jsonl(
        tmp_path / "dataset.jsonl",
        {**told, "sentence2": "A man holds a blue cup.", "category": "colors", "pairID": 7},
        {**told, "sentence2": "A man holds a red mug.", "gold_label": "entailment", "pairID": 8},
        {**told, "sentence2": "A man holds a cup.", "gold_label": "-", "pairID": 9},
    )
    found, pairs = imported(path, "breaking-nli")
    assert [(pair.id, pair.promise, pair.phenomenon) for pair in pairs] == [
        ("7", "becomes", "colors"),
        ("8", "same", ""),
    ]
    assert pairs[0].original.fields == {"premise": told["sentence1"], "hypothesis": told["sentence1"]}
    assert pairs[0].original.accepted == ("entailment",)
    assert pairs[0].modified.accepted == ("contradiction",)
    assert [(each.code, each.lines) for each in found.left_out] == [("bad-item", [3])]


def test_good_sentences_are_real_and_bad_ones_fakes(tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "anaphor.jsonl",
        {"sentence_good": "Mia hid herself.", "sentence_bad": "Mia hid himself.", "UID": "anaphor"},
    )
    found, (pair,) = imported(path, "blimp")
    assert (found.task, pair.promise, pair.phenomenon) == ("is-fake", "flip", "anaphor")
    assert (pair.original.accepted, pair.modified.accepted) == (("real",), ("fake",))
    assert pair.modified.fields == {"text": "Mia hid himself."}
    assert not pair.modified.metadata


def test_a_file_without_one_good_pair_is_refused_and_nothing_written(tmp_path: Path) -> None:
    path = write_tsv(
        tmp_path / "t.tsv",
        ("Sentiment", "Text", "batch_id"),
        ("Negative", "Tea.", "1"),
        ("Positive", "Tea.", "1"),
    )
    with pytest.raises(ZelligError, match="unchanged"):
        imported(path, "counterfactual")
    assert not (tmp_path / "pairs.jsonl").exists()


def test_the_command_says_what_was_left_out_and_a_gate_takes_the_rest(tmp_path: Path) -> None:
    path, out = reviews(tmp_path, rows=1), tmp_path / "mine.jsonl"
    done = zellig("pairs", "import", path, "--from", "imdb-contrast", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "1 pair of sentiment is in" in done.stdout
    assert "1 left out: unpaired" in done.stdout
    assert f"(zellig pairs check {out} --task sentiment --validity does)" in done.stderr
    checked = zellig("pairs", "check", out, "--task", "sentiment")
    assert checked.returncode == 0, checked.stdout
    wrong = zellig(
        "pairs", "import", path, "--from", "imdb-contrast", "--task", "nli", "--out", tmp_path / "new.jsonl"
    )
    assert (wrong.returncode, "is about sentiment, not nli" in wrong.stderr) == (1, True)


def test_long_reviews_are_read_in_a_moment(tmp_path: Path) -> None:
    """Two thousand words each: what grows with the square of their number would take minutes."""
    rows = [
        (label, " ".join([*(f"word{n}of{number}" for n in range(2000)), end]), str(number))
        for number in range(40)
        for label, end in (("Negative", "Sadly."), ("Positive", "Gladly."))
    ]
    path = write_tsv(tmp_path / "long.tsv", ("Sentiment", "Text", "batch_id"), *rows)
    assert imported(path, "counterfactual")[0].pairs == 40
