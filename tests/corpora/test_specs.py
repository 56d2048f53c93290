from __future__ import annotations

import os
from pathlib import Path

import pytest

from zellig.corpora import convert, open_corpus, resource_of
from zellig.errors import ZelligError
from zellig.items import Item, write_records

TREE = "(3 (2 Quite) (4 lovely))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A treebank whose path has colons and a question mark in it."""
    folder = tmp_path / "a:b?c" / "d:test"
    folder.mkdir(parents=True)
    (folder / "dev.txt").write_text(TREE)
    (folder / "test.txt").write_text(TREE * 2)
    (folder / "README.txt").write_text("no trees here")
    return folder


def test_the_last_colon_part_is_a_split_only_if_it_is_one(folder: Path) -> None:
    for spec, split, count in [
        (f"sst:{folder}:test", "test", 2),
        (f"sst:{folder}:dev?labels=ternary", "dev", 1),
        (f"sst:{folder}/", None, 3),
        (f"sst:{folder}/test.txt", None, 2),
        (f"sst:{folder}/test.txt:test?unit=sentence", "test", 2),
    ]:
        corpus = open_corpus(spec)
        assert (corpus.spec, corpus.split, len(list(corpus))) == (spec, split, count)


@pytest.mark.parametrize("name", ["menu.jsonl", "menu.tsv", "menu"])
@pytest.mark.parametrize("reader", ["items", "sst", "qanta", "minimal-pairs"])
def test_a_pipe_is_refused_and_not_taken_for_an_empty_file(tmp_path: Path, reader: str, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(ZelligError, match="a pipe or a device") as caught:
        open_corpus(f"{reader}:{tmp_path / name}")
    assert "Save" in caught.value.remedy


def test_a_corpus_can_be_read_again(folder: Path) -> None:
    corpus = open_corpus(f"sst:{folder}:test")
    assert list(corpus) == list(corpus) != []
    assert (corpus.name, corpus.task) == ("sst", "sentiment")
    assert "Socher" in corpus.citation
    assert corpus.licence


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("sstt:{folder}", "Did you mean sst"),
        ("sst", "Write sst:PATH"),
        ("sst:test", "Write sst:PATH"),
        ("sst:{folder}:tset", "Its splits: train, dev, test"),
        ("sst:{folder}:train", "no file of the split train"),
        ("sst:{folder}/dev.txt:test", "no file of the split test"),
        ("sst:{folder}/none.txt", "no such file"),
        ("sst:{folder}?label=binary", "Its options: labels, unit"),
        ("sst:{folder}?labels=six", "Its values: binary, ternary, five"),
        ("sst:{folder}?labels", "Its values: binary"),
        ("snli:{folder}?labels=binary", "Its options: none"),
        ("rotten-tomatoes:tset", "Its splits: train, dev, test"),
    ],
)
def test_a_bad_spec_is_refused_with_what_is_legal(folder: Path, spec: str, said: str) -> None:
    with pytest.raises(ZelligError, match=said):
        list(open_corpus(spec.format(folder=folder)))


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dev.txt").touch()
    with pytest.raises(ZelligError, match="empty"):
        open_corpus(f"sst:{tmp_path}/dev.txt")


def test_a_mapping_is_refused_where_nobody_reads_it(folder: Path) -> None:
    with pytest.raises(ZelligError, match="table"):
        open_corpus(f"sst:{folder}", mapping=folder / "mapping.toml")


def test_convert_chooses_the_variant_by_the_ending(tmp_path: Path) -> None:
    item = Item("1", {"premise": "It rains, and how", "hypothesis": "It is wet"}, ("entailment",))
    write_records(tmp_path / "items.jsonl", Item, [item], task="nli")
    corpus = open_corpus(f"items:{tmp_path}/items.jsonl")
    assert convert(corpus, "premise-hypothesis", tmp_path / "out.csv") == 1
    assert convert(corpus, "premise-hypothesis", tmp_path / "out.tsv") == 1
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == '1,"It rains, and how",It is wet,entailment'
    assert (tmp_path / "out.tsv").read_text().splitlines()[1] == "1\tIt rains, and how\tIt is wet\tentailment"


def test_a_failed_convert_leaves_nothing_behind(folder: Path, tmp_path: Path) -> None:
    (folder / "dev.txt").write_text(TREE + "(3 (2 Broken)\n")
    out = tmp_path / "out" / "items.jsonl"
    with pytest.raises(ZelligError, match="line 2"):
        convert(open_corpus(f"sst:{folder}:dev"), "items", out)
    assert not out.parent.exists()
    with pytest.raises(ZelligError, match="holds items of nli"):
        convert(open_corpus(f"sst:{folder}:test"), "snli", out)
    with pytest.raises(ZelligError, match="can only be read"):
        convert(open_corpus(f"sst:{folder}:test"), "table", out)
    assert not out.parent.exists()


def test_only_named_corpora_have_a_resource() -> None:
    assert resource_of("rotten-tomatoes:test") == "rotten-tomatoes"
    with pytest.raises(ZelligError, match="nothing to fetch"):
        resource_of("sst")
