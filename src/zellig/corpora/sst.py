"""Stanford Sentiment Treebank: one tree a line, `(3 (2 Not) (4 ...))`, with a label 0-4 on every node.

The task sentiment knows -1, 0 and +1. `labels=binary` drops neutral units, `ternary` keeps them as 0, and
`five` does the same as `ternary` and writes the treebank's own class into the metadata (`gold_five`). An item
carries its tree twice: `tree` without labels, `gold_tree` with them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from zellig.corpora.corpus import Reader, Source, files_of
from zellig.errors import ZelligError
from zellig.files import read_lines
from zellig.items import Item
from zellig.tasks.sentiment import NEGATIVE, NEUTRAL, POSITIVE

DEEPEST = 250  # on average; a binary tree over 250 words that all branch to one side has half of it

TERNARY = {"0": NEGATIVE, "1": NEGATIVE, "2": NEUTRAL, "3": POSITIVE, "4": POSITIVE}

# A leaf `(2 word)`, the start of an inner node `(3 `, or the end of one, each with the space after it.
# Only a space ends a word: the treebank has one with a no-break space in it.
_PART = re.compile(r"\(([0-4]) ([^ ()]+)\) *|\(([0-4]) +(?=\()|\) *")
_LABEL = re.compile(r"\([0-4] +")
_UNLABELLED_LEAF = re.compile(r"\(([^ ()]+)\)")
_ESCAPED = re.compile(r"-LRB-|-RRB-|\\([/*])")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")"}


class Node(NamedTuple):
    """A labelled phrase: its words are `words[first:last]`, its own tree is `line[start:end]`."""

    label: str
    first: int
    last: int
    start: int
    end: int


class TreeError(ValueError):
    """What is wrong with a tree, and at which character (from 0)."""

    def __init__(self, what: str, position: int) -> None:
        super().__init__(what)
        self.position = position


def parse_tree(line: str) -> tuple[list[str], list[Node]]:
    """The words of a tree and its nodes, outer before inner and left before right.

    The stack is ours, so that depth has no limit.
    """
    words: list[str] = []
    nodes: list[Node] = []
    open_nodes: list[int] = []  # indices into nodes
    position, end = 0, len(line.rstrip())
    while position < end:
        if nodes and not open_nodes:
            raise TreeError("there is text after the end of the tree", position)
        part = _PART.match(line, position)
        if part is None:
            raise TreeError("here a node was expected, such as (2 word) or (3 (2 two) (2 words))", position)
        leaf, word, inner = part.groups()
        if leaf:
            closing = part.end(2) + 1
            nodes.append(Node(leaf, len(words), len(words) + 1, position, closing))
            words.append(word)
        elif inner:
            open_nodes.append(len(nodes))
            nodes.append(Node(inner, len(words), 0, position, 0))
        elif open_nodes:
            index = open_nodes.pop()
            nodes[index] = nodes[index]._replace(last=len(words), end=position + 1)
        else:
            raise TreeError("this bracket closes nothing", position)
        position = part.end()
    if open_nodes:
        raise TreeError(f"{len(open_nodes)} brackets are not closed", end)
    return words, nodes


def plain(word: str) -> str:
    """A word as people write it: `-LRB-` is a bracket, `\\/` a slash."""
    return _ESCAPED.sub(lambda found: found[1] or _BRACKETS[found[0]], word)


def unlabelled(tree: str) -> str:
    """The same brackets without labels: `(3 (2 Quite) (4 lovely))` is `(Quite lovely)`."""
    return _UNLABELLED_LEAF.sub(r"\1", _LABEL.sub("(", tree))


class Phrase(NamedTuple):
    """What an item is made of: a node, its words, its tree with and without labels."""

    node: Node
    text: str
    tree: str
    bare: str


def sentence_of(line: str, words: Sequence[str], nodes: Sequence[Node]) -> Phrase:
    """The phrase of the whole tree."""
    tree = line[nodes[0].start : nodes[0].end]
    return Phrase(nodes[0], " ".join(words), tree, unlabelled(tree))


def phrases_of(line: str, words: Sequence[str], nodes: Sequence[Node]) -> Iterator[Phrase]:
    """The phrase of every node, cut out of three texts that are written once: the work is what is copied."""
    text = " ".join(words)
    begins = [0, *accumulate(len(word) + 1 for word in words)]
    bare, starts = unlabelled(line), [node.start for node in nodes]
    after = [*starts[1:], len(line)]
    # What the nodes before each one lose with their labels: `(2 ` and `)` of a leaf, `2 ` of an inner node.
    lost = [
        0,
        *accumulate(
            4 if following >= node.end else following - node.start - 1
            for node, following in zip(nodes, after, strict=True)
        ),
    ]
    for number, node in enumerate(nodes):
        inside = bisect_left(starts, node.end, number)  # the first node that is not below this one
        yield Phrase(
            node,
            text[begins[node.first] : begins[node.last] - 1],
            line[node.start : node.end],
            bare[node.start - lost[number] : node.end - lost[inside]],
        )


def read_trees(path: Path) -> Iterator[tuple[int, str, list[str], list[Node]]]:
    """Yield (line number, line, words, nodes) of every tree of a file."""
    for number, line in read_lines(path):
        if not line.strip():
            continue
        try:
            words, nodes = parse_tree(line)
        except TreeError as error:
            raise ZelligError(
                str(error),
                path=path,
                line=number,
                column=error.position + 1,
                remedy="One tree a line; every node is (LABEL word) or (LABEL node node ...), LABEL 0 to 4.",
            ) from None
        yield number, line, [plain(word) for word in words], nodes


class _Sst(Reader):
    def read(self, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        for path in files_of(source, self.splits, (".txt",)):
            yield from self._read_file(path, source, skipped)

    def _read_file(self, path: Path, source: Source, skipped: Counter[str]) -> Iterator[Item]:
        labels, phrases = source.options["labels"], source.options["unit"] == "phrase"
        seen: set[str] = set()
        for number, line, words, nodes in read_trees(path):
            if phrases and sum(node.end - node.start for node in nodes) > DEEPEST * len(line):
                raise ZelligError(
                    f"this tree is nested so deeply that its phrases have over {DEEPEST} times its length",
                    path=path,
                    line=number,
                    remedy="Read it with unit=sentence, or take it out.",
                )
            found = phrases_of(line, words, nodes) if phrases else [sentence_of(line, words, nodes)]
            for index, (node, text, tree, bare) in enumerate(found):
                if phrases:
                    if text in seen:
                        skipped["repeated phrase"] += 1
                        continue
                    seen.add(text)
                label = TERNARY[node.label]
                if label == NEUTRAL and labels == "binary":
                    skipped["neutral"] += 1
                    continue
                name = f"{path.stem}-{number}-{index}" if phrases else f"{path.stem}-{number}"
                metadata: dict[str, Any] = {"tree": bare, "gold_tree": tree}
                if labels == "five":
                    metadata["gold_five"] = node.label
                yield Item(name, {"text": text}, (label,), metadata)

    def encode(self, items: Iterable[Item], form: str, task: str) -> Iterator[bytes]:
        """The trees the items carry; refuses items without one."""
        for item in items:
            tree = item.metadata.get("gold_tree")
            if not isinstance(tree, str):
                raise ZelligError(
                    f"the item {item.id!r} has no tree",
                    field="metadata.gold_tree",
                    remedy="Only items read from trees can be written as trees; convert to 'items' instead.",
                )
            yield tree.encode() + b"\n"


SST = _Sst(
    name="sst",
    description="Stanford Sentiment Treebank: film review sentences as trees, sentiment on every node",
    licence="none stated with the release; the sentences are quotations from reviews",
    citation=(
        "Richard Socher, Alex Perelygin, Jean Wu, Jason Chuang, Christopher D. Manning, Andrew Ng and "
        "Christopher Potts. 2013. Recursive Deep Models for Semantic Compositionality "
        "Over a Sentiment Treebank."
    ),
    task="sentiment",
    splits=("train", "dev", "test"),
    options={"labels": ("binary", "ternary", "five"), "unit": ("sentence", "phrase")},
    forms=("txt",),
)
