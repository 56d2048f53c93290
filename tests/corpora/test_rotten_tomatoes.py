from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

import pytest

from zellig.corpora import open_corpus, overlap, rotten_tomatoes, treebank
from zellig.errors import ZelligError
from zellig.texts import digest, key64

FILE = rotten_tomatoes.FILES["movies"]
ROWS = [
    "1\t3.2\tA warm &amp; clever film.",
    "2\t-2.5\tThe second hour never ends.",
    "3\t0.1\tIt has a beginning and a middle.",
    "4\t1.0\ta WARM &amp; clever film",
    "5\t0.8\tWorth the ticket, just.",
    "6\t-0.8\tNot worth the ticket, just.",
]


@pytest.fixture
def resource(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / FILE).write_bytes("\r\n".join(ROWS).encode())
    monkeypatch.setattr(rotten_tomatoes, "resource_path", lambda name: tmp_path)
    monkeypatch.setattr(treebank, "_table", dict)
    return tmp_path


def test_ratings_become_labels_with_the_cut_offs_included(resource: Path) -> None:
    labels = {item.id: item.accepted[0] for item in open_corpus("rotten-tomatoes?labels=ternary")}
    assert labels == {"movies-1": "+1", "movies-2": "-1", "movies-3": "0", "movies-5": "+1", "movies-6": "-1"}
    corpus = open_corpus("rotten-tomatoes")
    assert {item.id for item in corpus} == labels.keys() - {"movies-3"}
    assert corpus.skipped == {"neutral": 1, "repeated text": 1}


def test_markup_is_resolved_and_the_order_is_that_of_the_hashes(resource: Path) -> None:
    items = list(open_corpus("rotten-tomatoes"))
    assert "A warm & clever film." in {item.fields["text"] for item in items}
    keys = [digest(item.fields["text"]) for item in items]
    assert keys == sorted(keys)
    (resource / FILE).write_bytes("\r\n".join(reversed(ROWS)).encode())
    assert [digest(item.fields["text"]) for item in open_corpus("rotten-tomatoes")] == keys


def test_a_treebank_text_takes_its_treebank_split(resource: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {key64("A warm & clever film ."): 2, key64("The second hour never ends ."): 1}
    monkeypatch.setattr(treebank, "_table", lambda: table)
    splits = {item.id: item.metadata["split"] for item in open_corpus("rotten-tomatoes")}
    assert (splits["movies-1"], splits["movies-2"]) == ("test", "dev")
    assert [item.id for item in open_corpus("rotten-tomatoes:dev")].count("movies-2") == 1


def test_the_most_protective_split_of_the_parts_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = "This sentence is in train.", "This sentence is in test."
    monkeypatch.setattr(treebank, "_table", lambda: {key64(one): 0, key64(two): 2, key64("No."): 2})
    assert treebank.treebank_split(f"{one} {two}") == "test"
    assert treebank.treebank_split(f"{two} And this one is nowhere.") == "test"
    assert treebank.treebank_split(f"{one} No.") == "train"  # too short to say anything
    assert treebank.treebank_split("This sentence is new.") is None


@pytest.mark.parametrize("row", ["7\tno number\tText.", "7\t4.1\tText.", "7\t1.0", "7\tnan\tText."])
def test_a_bad_row_is_named(resource: Path, row: str) -> None:
    (resource / FILE).write_text(f"{ROWS[0]}\n{row}\n")
    with pytest.raises(ZelligError, match="line 2, field rating"):
        list(open_corpus("rotten-tomatoes"))


def test_the_shipped_table_is_what_the_script_makes(shared: Path) -> None:
    script = Path(__file__).parents[2] / "scripts/make_treebank_table.py"
    made = runpy.run_path(str(script))["make_table"](shared / "data/sst")
    shipped = dict(treebank._table())
    assert dict(zip(made["key"].tolist(), made["split"].tolist(), strict=True)) == shipped
    assert Counter(shipped.values())[2] >= 2200  # a text of several splits stands in the most protective


def test_the_real_corpus_keeps_its_test_split_away_from_training(shared: Path) -> None:
    """Needs the resource: it is fetched once and cached."""
    counts = Counter(item.metadata["split"] for item in open_corpus("rotten-tomatoes?labels=ternary"))
    assert counts == {"train": 7635, "dev": 989, "test": 1979}
    assert Counter(item.accepted[0] for item in open_corpus("rotten-tomatoes:test")) == {"-1": 913, "+1": 888}
    test = list(open_corpus("rotten-tomatoes:test?labels=ternary"))
    assert not overlap(open_corpus(f"sst:{shared}/data/sst:train?labels=ternary"), test, "sentiment").ids
    assert not overlap(open_corpus("rotten-tomatoes:train?labels=ternary"), test, "sentiment").ids
    # and the two do meet where they should
    assert overlap(open_corpus(f"sst:{shared}/data/sst:test?labels=ternary"), test, "sentiment").share > 0.8
