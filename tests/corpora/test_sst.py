from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.round_trip import written_and_read
from zellig.corpora import convert, open_corpus
from zellig.corpora.sst import TreeError, parse_tree, phrases_of, plain, sentence_of, unlabelled
from zellig.errors import ZelligError
from zellig.items import Item

TREE = "(1 (2 -LRB-) (1 (3 (2 Good) (2 and\\/or)) (1 bad)))"

words = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n ()"), min_size=1, max_size=8)
labels = st.sampled_from("01234")
leaves = st.builds("({} {})".format, labels, words)
trees = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda label, nodes: f"({label} {' '.join(nodes)})", labels, st.lists(inner, min_size=1, max_size=3)
    ),
)


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_words_and_nodes_of_a_tree() -> None:
    found, nodes = parse_tree(TREE)
    assert [plain(word) for word in found] == ["(", "Good", "and/or", "bad"]
    assert [(node.label, node.first, node.last) for node in nodes] == [
        *(("1", 0, 4), ("2", 0, 1), ("1", 1, 4), ("3", 1, 3), ("2", 1, 2), ("2", 2, 3), ("1", 3, 4))
    ]
    assert [TREE[node.start : node.end] for node in nodes][3] == "(3 (2 Good) (2 and\\/or))"


@given(trees)
def test_every_node_is_the_tree_of_its_words(tree: str) -> None:
    found, nodes = parse_tree(tree)
    for node in nodes:
        inner_words, inner = parse_tree(tree[node.start : node.end])
        assert inner_words == found[node.first : node.last]
        assert inner[0].label == node.label


@given(trees, st.data())
def test_a_cut_tree_is_refused_where_it_ends(tree: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(tree) - 1))
    with pytest.raises(TreeError) as caught:
        parse_tree(tree[:cut])
    assert 0 <= caught.value.position <= cut


def test_depth_has_no_limit() -> None:
    depth = 20_000
    _, nodes = parse_tree("(2 " * depth + "(3 deep)" + ")" * depth)
    assert len(nodes) == depth + 1


@pytest.mark.parametrize(
    ("tree", "column"),
    [
        ("(3 (2 Open) (2 end)", 20),
        ("(3 (2 bare) word)", 13),
        ("(3 (2 too) (2 many)))", 21),
        ("(7 label)", 1),
        (") (2 a)", 1),
        ("(2 two) (2 trees)", 9),
        ("(3 )", 1),
    ],
)
def test_a_malformed_tree_is_refused_with_line_and_column(tmp_path: Path, tree: str, column: int) -> None:
    path = write(tmp_path / "trees.txt", TREE, tree)
    with pytest.raises(ZelligError) as caught:
        list(open_corpus(f"sst:{path}"))
    assert (caught.value.path, caught.value.line, caught.value.column) == (str(path), 2, column)


def test_labels(tmp_path: Path) -> None:
    path = write(tmp_path / "trees.txt", *(f"({label} word)" for label in range(5)))

    def accepted(option: str) -> list[str]:
        return [item.accepted[0] for item in open_corpus(f"sst:{path}?labels={option}")]

    assert accepted("binary") == ["-1", "-1", "+1", "+1"]
    assert accepted("ternary") == accepted("five") == ["-1", "-1", "0", "+1", "+1"]
    assert [item.metadata["gold_five"] for item in open_corpus(f"sst:{path}?labels=five")] == list("01234")


def test_the_tree_without_labels_is_no_answer(tmp_path: Path) -> None:
    [item] = open_corpus(f"sst:{write(tmp_path / 'trees.txt', TREE)}")
    assert item.metadata == {"tree": r"(-LRB- ((Good and\/or) bad))", "gold_tree": TREE}
    assert unlabelled("(2 2)") == "2"


@given(trees)
def test_a_tree_without_labels_keeps_words_and_brackets(tree: str) -> None:
    bare = unlabelled(tree)
    found, nodes = parse_tree(tree)
    assert [part for part in re.split("[ ()]+", bare) if part] == found
    assert bare.count("(") == len(nodes) - len(found) == bare.count(")")


@given(trees)
def test_every_phrase_is_cut_out_of_the_whole(tree: str) -> None:
    found, nodes = parse_tree(tree)
    phrases = list(phrases_of(tree, found, nodes))
    assert phrases[0] == sentence_of(tree, found, nodes)
    for phrase in phrases:
        node = phrase.node
        assert phrase.text == " ".join(found[node.first : node.last])
        assert phrase.tree == tree[node.start : node.end]
        assert phrase.bare == unlabelled(phrase.tree)


def one_sided(depth: int, name: str = "w") -> str:
    """A tree in which every word is added to all before it."""
    return "(2 " * depth + f"(2 {name})" + "".join(f" (3 {name}{number}))" for number in range(depth))


def test_the_phrases_of_a_deep_tree_cost_what_is_copied(tmp_path: Path) -> None:
    path = write(tmp_path / "trees.txt", *(one_sided(480, f"w{n}-") for n in range(20)))  # 150 KB
    start = time.process_time()
    texts = [item.fields["text"] for item in open_corpus(f"sst:{path}?unit=phrase&labels=ternary")]
    assert time.process_time() - start < 2
    assert len(texts) == len(set(texts)) == 20 * (2 * 480 + 1)


def test_a_tree_whose_phrases_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "trees.txt", TREE, one_sided(6000))
    assert len(list(open_corpus(f"sst:{path}?labels=ternary"))) == 2
    with pytest.raises(ZelligError, match="nested so deeply") as caught:
        list(open_corpus(f"sst:{path}?unit=phrase"))
    assert caught.value.line == 2


def test_phrases_are_given_once(tmp_path: Path) -> None:
    path = write(tmp_path / "trees.txt", TREE, "(3 (1 bad) (3 luck))")
    corpus = open_corpus(f"sst:{path}?unit=phrase&labels=ternary")
    read = [item.fields["text"] for item in corpus]
    first = ["( Good and/or bad", "(", "Good and/or bad", "Good and/or", "Good", "and/or", "bad"]
    assert read == [*first, "bad luck", "luck"]
    assert corpus.skipped == {"repeated phrase": 1}


@given(st.lists(trees, min_size=1, max_size=5))
def test_writing_and_reading_gives_the_same_items(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "some.txt", *lines)
        items = list(open_corpus(f"sst:{path}?labels=ternary"))
    again = written_and_read("sst", items, "txt", options="?labels=ternary")
    assert again == items


def test_items_without_a_tree_are_refused() -> None:
    with pytest.raises(ZelligError, match="no tree"):
        written_and_read("sst", [Item("1", {"text": "No tree grows here"}, ("+1",))], "txt")


@pytest.mark.parametrize(
    ("split", "sentences", "neutral"), [("train", 6920, 1624), ("dev", 872, 229), ("test", 1821, 389)]
)
def test_the_treebank_has_its_published_sizes(shared: Path, split: str, sentences: int, neutral: int) -> None:
    corpus = open_corpus(f"sst:{shared}/data/sst:{split}?labels=binary&unit=sentence")
    assert sum(1 for _ in corpus) == sentences
    assert corpus.skipped == {"neutral": neutral}


def test_the_treebank_is_written_as_it_was_read(shared: Path, tmp_path: Path) -> None:
    convert(open_corpus(f"sst:{shared}/data/sst:dev?labels=ternary"), "sst", tmp_path / "dev.txt")
    assert (tmp_path / "dev.txt").read_bytes() == (shared / "data/sst/dev.txt").read_bytes()


def test_all_phrases_of_the_treebank_are_read(shared: Path) -> None:
    count = sum(1 for _ in open_corpus(f"sst:{shared}/data/sst:train?unit=phrase&labels=ternary"))
    assert count == 159_274
