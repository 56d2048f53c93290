from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from rapidfuzz.distance import Levenshtein

from conftest import ROOT
from corpora.round_trip import cells
from zellig.corpora import convert, files_named, open_corpus, resource_of
from zellig.corpora.minimal_pairs import FILE, pair_item
from zellig.corpora.rows import Place
from zellig.corpora.summary import summarise
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.texts import tokens

PHENOMENA = [
    "agreement",
    "reflexives",
    "argument-structure",
    "determiner-noun",
    "negative-polarity",
    "filler-gap",
    "irregular-forms",
    "quantifiers",
]
GOOD, BAD = "The hens lay eggs.", "The hens lays eggs."


def read(path: Path, text: str) -> list[Item]:
    path.write_text(text, encoding="utf-8")
    return list(open_corpus(f"minimal-pairs:{path}"))


def item(line: int, **metadata: str) -> Item:
    return Item(f"pairs-{line}", {"text": GOOD}, metadata=metadata | {"bad": BAD})


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "pairs.jsonl",
            json.dumps({"phenomenon": "verbs", "good": f" {GOOD}", "bad": BAD, "note": 7}) + "\n\n"
            f'{{"good": "{GOOD}", "bad": "{BAD}"}}\n',
            [item(1, phenomenon="verbs"), item(3)],
        ),
        (
            "pairs.jsonl",
            f'{{"sentence_good": "{GOOD}", "sentence_bad": "{BAD}", "UID": "sv", "linguistics_term": "t"}}\n'
            f'{{"sentence_good": "{GOOD}", "sentence_bad": "{BAD}", "linguistics_term": "t"}}\n',
            [item(1, phenomenon="sv"), item(2, phenomenon="t")],
        ),
        ("pairs.tsv", f"{GOOD}\t{BAD}\n", [item(1)]),
        ("pairs.tsv", f"{GOOD}\t{BAD}\tverbs\n{GOOD}\t{BAD}\n", [item(1, phenomenon="verbs"), item(2)]),
        ("pairs.tsv", f"bad\tsource\tgood\n{BAD}\tme\t{GOOD}\n", [item(2)]),
        ("pairs.csv", f'"{GOOD}",{BAD},verbs\n', [item(1, phenomenon="verbs")]),
        (
            "pairs.CSV",
            f"UID,sentence_good,sentence_bad\nsv,{GOOD},{BAD}\n",
            [item(2, phenomenon="sv")],
        ),
    ],
)
def test_every_form(tmp_path: Path, name: str, text: str, expected: list[Item]) -> None:
    assert read(tmp_path / name, text) == expected


@pytest.mark.parametrize(
    ("name", "row", "line", "field", "said"),
    [
        ("pairs.jsonl", f'{{"good": "{GOOD}"}}', 2, "bad", "missing"),
        ("pairs.jsonl", f'{{"sentence_bad": "{BAD}"}}', 2, "good", "missing"),
        ("pairs.jsonl", '{"good": ["A"], "bad": "B"}', 2, "good", "neither a text"),
        ("pairs.jsonl", f'{{"good": "{GOOD}", "sentence_bad": " "}}', 2, "sentence_bad", "empty"),
        ("pairs.jsonl", f'{{"good": "", "bad": "{BAD}"}}', 2, "good", "empty"),
        ("pairs.jsonl", '{"good": "We sing.", "bad": " We  sing."}', 2, "bad", "is the good one"),
        ("pairs.jsonl", '{"good": "A", "bad": "B", "UID": null}', 2, "UID", "missing"),
        ("pairs.jsonl", '{"good": "A"', 2, None, "not a JSON object"),
        ("pairs.jsonl", '["A", "B"]', 2, None, "not a JSON object"),
        ("pairs.tsv", GOOD, 2, "bad", "1 columns"),
        ("pairs.tsv", f"{GOOD}\t{BAD}\tverbs\tmore", 2, None, "4 columns"),
        ("pairs.csv", f"{GOOD},", 2, "bad", "empty"),
        ("pairs.csv", f'"{GOOD}', 2, None, "not well-formed CSV"),
    ],
)
def test_a_bad_row_is_named(
    tmp_path: Path, name: str, row: str, line: int, field: str | None, said: str
) -> None:
    first = {"pairs.jsonl": f'{{"good": "{GOOD}", "bad": "{BAD}"}}', "pairs.tsv": f"{GOOD}\t{BAD}"}
    with pytest.raises(ZelligError, match=said) as caught:
        read(tmp_path / name, f"{first.get(name, f'{GOOD},{BAD}')}\n{row}\n")
    assert (caught.value.path, caught.value.line, caught.value.field) == (str(tmp_path / name), line, field)
    assert caught.value.remedy


def test_a_header_must_name_both_sentences(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no column 'bad'") as caught:
        read(tmp_path / "pairs.tsv", f"good\tphenomenon\n{GOOD}\tverbs\n")
    assert (caught.value.line, caught.value.field) == (1, "bad")


def test_a_folder_of_blimp_and_its_slips(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl"):
        (tmp_path / name).write_text(
            f'{{"sentence_good": "{GOOD}", "sentence_bad": "{BAD}", "UID": "sv"}}\n'
            f'{{"sentence_good": "{GOOD}", "sentence_bad": "{GOOD}", "UID": "sv"}}\n'
        )
    (tmp_path / "README.md").write_text("no pairs")
    corpus = open_corpus(f"minimal-pairs:{tmp_path}")
    assert [item.id for item in corpus] == ["a-1", "b-1"]
    assert corpus.skipped == {"the bad sentence is the good one": 2}
    (tmp_path / "none").mkdir()
    with pytest.raises(ZelligError, match="no minimal pairs here"):
        list(open_corpus(f"minimal-pairs:{tmp_path}/none"))


def test_it_streams(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(f"{GOOD}\t{BAD}\nbroken\n")
    items = iter(open_corpus(f"minimal-pairs:{path}"))
    assert next(items) == item(1)
    with pytest.raises(ZelligError, match="line 2"):
        next(items)


@given(cells, cells)
def test_any_two_different_sentences_are_a_pair(good: str, bad: str) -> None:
    row, place = {"good": good, "bad": bad}, Place(Path("pairs.jsonl"), 1)
    if good.split() == bad.split():
        with pytest.raises(ZelligError):
            pair_item(row, place)
    else:
        found = pair_item(row, place)
        assert (found.fields["text"], found.metadata) == (good.strip(), {"bad": bad.strip()})


# --- our own pairs


def words(text: str) -> list[str]:
    return [token for token in tokens(text.lower()) if token[0].isalnum()]


def test_the_named_corpus_needs_no_path(tmp_path: Path) -> None:
    corpus = open_corpus("grammaticality")
    found = summarise(corpus)
    assert (found.items, found.unanswered, found.task) == (400, 400, "sentiment")
    assert list(corpus) == [*open_corpus(f"minimal-pairs:{FILE}")]
    assert convert(corpus, "items", tmp_path / "items.jsonl") == 400
    assert [*open_corpus(f"items:{tmp_path}/items.jsonl")] == [*corpus]
    assert corpus.reader.grammar == "grammaticality"
    with pytest.raises(ZelligError, match="Its splits: none"):
        open_corpus("grammaticality:test")
    with pytest.raises(ZelligError, match="comes with Zellig, there is nothing to fetch"):
        resource_of("grammaticality")
    assert files_named("grammaticality") == [FILE]


def test_every_phenomenon_has_fifty_pairs() -> None:
    found = Counter(item.metadata["phenomenon"] for item in open_corpus("grammaticality"))
    assert found == dict.fromkeys(PHENOMENA, 50)


def test_no_sentence_is_written_twice() -> None:
    sentences = [
        text.lower()
        for item in open_corpus("grammaticality")
        for text in (item.fields["text"], item.metadata["bad"])
    ]
    assert len(set(sentences)) == 800


def test_the_two_differ_in_one_point() -> None:
    lengths = 0
    for each in open_corpus("grammaticality"):
        good, bad = each.fields["text"], each.metadata["bad"]
        for text in (good, bad):
            assert text.isascii()
            assert text[0].isupper()
            assert text[-1] in ".?"
            assert "  " not in text
        first, second = words(good), words(bad)
        # One point: one stretch of at most four words in each, the rest is the same.
        moved = [edit for edit in Levenshtein.opcodes(first, second) if edit.tag != "equal"]
        assert moved[-1].src_end - moved[0].src_start <= 4, good
        assert moved[-1].dest_end - moved[0].dest_start <= 4, good
        lengths += len(first) != len(second)
    assert lengths == 7  # as docs/reference/corpora.md says


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_no_two_pairs_share_more_than_half_of_their_words(phenomenon: str) -> None:
    sentences = [
        Counter(words(item.fields["text"]))
        for item in open_corpus("grammaticality")
        if item.metadata["phenomenon"] == phenomenon
    ]
    for first, second in combinations(sentences, 2):
        assert 2 * (first & second).total() <= min(first.total(), second.total()), (first, second)


def test_the_page_shows_a_pair_of_each_phenomenon() -> None:
    page = (ROOT / "docs/reference/corpora.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    shown = [(row[0].strip("`"), row[2], row[3]) for row in rows if row[0].strip("`") in PHENOMENA]
    pairs = {
        (item.metadata["phenomenon"], item.fields["text"], item.metadata["bad"])
        for item in open_corpus("grammaticality")
    }
    assert [name for name, *_ in shown] == PHENOMENA
    assert set(shown) <= pairs
