from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import cells, texts, written_and_read
from zellig.corpora import convert, open_corpus
from zellig.errors import ZelligError
from zellig.items import Item


def test_labels_are_words_in_any_case_or_numbers(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    labels = ["ENTAILMENT", "Neutral", "contradiction", "0", "1", "2", "-1"]
    path.write_text("premise,hypothesis,label\n" + "".join(f"A,B,{label}\n" for label in labels))
    corpus = open_corpus(f"premise-hypothesis:{path}")
    assert [item.accepted[0] for item in corpus] == ["entailment", "neutral", "contradiction"] * 2
    assert corpus.skipped == {"no gold label": 1}


def test_quoted_cells_and_line_numbers(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text('label,premise,hypothesis\nneutral,"One, two\nand ""three""",B\nmaybe,A,B\n')
    corpus = iter(open_corpus(f"premise-hypothesis:{path}"))
    first = next(corpus)
    assert (first.id, first.fields["premise"]) == ("own-2", 'One, two\nand "three"')
    with pytest.raises(ZelligError) as caught:
        next(corpus)
    assert (caught.value.line, caught.value.field) == (4, "label")


labels = st.sampled_from([("entailment",), ("neutral",), ("contradiction",), ()])


@pytest.mark.parametrize(("form", "strategy"), [("csv", texts), ("tsv", cells)])
def test_round_trip(form: str, strategy: st.SearchStrategy[str]) -> None:
    @given(st.lists(st.tuples(strategy, strategy, labels), min_size=1))
    def check(rows: list[tuple[str, str, tuple[str, ...]]]) -> None:
        items = [
            Item(f"p{number}", {"premise": premise, "hypothesis": hypothesis}, label)
            for number, (premise, hypothesis, label) in enumerate(rows)
        ]
        assert written_and_read("premise-hypothesis", items, form) == items

    check()


def test_sick(shared: Path, tmp_path: Path) -> None:
    corpus = open_corpus(f"premise-hypothesis:{shared}/data/nli:dev")
    assert Counter(item.accepted[0] for item in corpus).total() == 500
    assert sum(1 for _ in open_corpus(f"premise-hypothesis:{shared}/data/nli:train")) == 9500
    convert(corpus, "premise-hypothesis", tmp_path / "out.csv")
    with (shared / "data/nli/sick-dev.csv").open() as before, (tmp_path / "out.csv").open() as after:
        assert [row[1:] for row in csv.reader(after)] == list(csv.reader(before))
