"""The recursive network: the formula whatever the batch, own trees and parses, trees to learn from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import torch

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Spec
from zellig.systems.explanation import explain
from zellig.systems.gradients import log_odds
from zellig.systems.rntn import CLASSES, NO_CLASS, Forest, Network, Rntn, Settings, gold_tree, own_tree
from zellig.systems.training import Lesson
from zellig.systems.trees import Tree
from zellig.tasks import get_task

GOLD = "(3 (2 (2 The) (2 soup)) (4 (2 is) (4 (3 very) (4 warm))))"
SOUP = Item(
    "soup",
    {"text": "The soup is very warm"},
    ("+1",),
    {"tree": "((The soup) (is (very warm)))", "gold_tree": GOLD},
)
TEXTS = ["((The soup) (is (very warm)))", "soup", "(((is is) is) (warm The))", "(very (unheard of))"]


def without(item: Item, *names: str) -> Item:
    return msgspec.structs.replace(item, metadata={k: v for k, v in item.metadata.items() if k not in names})


def carrying(tree: str) -> Item:
    return Item(
        tree, {"text": " ".join(tree.replace("(", "").replace(")", "").split())}, metadata={"tree": tree}
    )


@pytest.fixture
def net() -> Network:
    torch.manual_seed(1)
    net = Network(5, Settings(size=4)).eval()
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter)
    return net


@pytest.fixture
def system(net: Network) -> Rntn:
    return Rntn(Spec("rntn"), ["-1", "+1"], ["the", "soup", "is", "very", "warm"], net)


def by_the_paper(net: Network, tree: Tree, numbers: list[int]) -> torch.Tensor:
    """One node after the other, one number of the vector after the other."""
    size = net.classifier.in_features
    slices = net.tensor.view(2 * size, size, 2 * size)
    vectors = list(torch.tanh(net.vectors.weight[numbers]))
    for left, right in tree.joins:
        h = torch.cat([vectors[left], vectors[right]])
        quadratic = torch.stack([h @ slices[:, k] @ h for k in range(size)])
        vectors.append(torch.tanh(quadratic + net.matrix.weight @ h + net.matrix.bias))
    return net.classifier(torch.stack(vectors))  # type: ignore[no-any-return]


def test_the_formula_at_every_node(net: Network, system: Rntn) -> None:
    tree = own_tree(SOUP)
    assert tree is not None
    forest = Forest([system._read(tree)])
    expected = by_the_paper(net, tree, [1, 2, 3, 4, 5])
    heights = torch.tensor(tree.heights())
    assert torch.allclose(net(forest), expected[heights.argsort(stable=True)], atol=1e-5)
    assert forest.roots.tolist() == [len(heights) - 1]


def test_answers_do_not_depend_on_the_batch(system: Rntn) -> None:
    items = [carrying(tree) for tree in TEXTS]
    assert system.predict(items) == [system.predict([item])[0] for item in items]


def test_probabilities_are_sums_over_classes_without_neutral(net: Network, system: Rntn) -> None:
    tree = own_tree(SOUP)
    assert tree is not None
    classes = by_the_paper(net, tree, [1, 2, 3, 4, 5])[-1].softmax(0).detach()
    assert len(classes) == CLASSES
    negative, positive = float(classes[:2].sum()), float(classes[3:].sum())
    [prediction] = system.predict([SOUP])
    assert prediction.probabilities is not None
    assert prediction.probabilities["+1"] == pytest.approx(positive / (positive + negative), abs=1e-5)


def test_classes_of_the_nodes() -> None:
    tree, classes = gold_tree(SOUP)
    named = {" ".join(tree.words[a:b]): found for (a, b), found in zip(tree.spans(), classes, strict=True)}
    assert (named["The soup"], named["very"], named["very warm"], classes[-1]) == (2, 3, 4, 3)
    flat = Item("1", {"text": "a b c"}, metadata={"gold_tree": "(3 (2 a) (1 b) (4 (0 c)))"})
    assert gold_tree(flat)[1] == [2, 1, 4, NO_CLASS, 3]


@pytest.mark.parametrize(
    "gold",
    [None, 3, "", "(3 (2 The) (2 soup))", "(The soup is very warm)", GOLD[:-1], GOLD.replace("3", "7")],
)
def test_an_item_without_a_labelled_tree_of_its_text_is_not_learnt_from(gold: object, tmp_path: Path) -> None:
    bad = msgspec.structs.replace(SOUP, id="bad", accepted=("-1",), metadata={"gold_tree": gold})
    with pytest.raises(ZelligError, match="'bad' has no labelled tree of its text"):
        Rntn.train(Lesson(get_task("sentiment"), [SOUP, bad], [], 1, tmp_path), Settings())


def test_other_tasks_are_refused(tmp_path: Path) -> None:
    items = [Item(label, {"premise": "a", "hypothesis": "b"}, (label,)) for label in get_task("nli").labels]
    with pytest.raises(ZelligError, match="learns sentiment"):
        Rntn.train(Lesson(get_task("nli"), items, [], 1, tmp_path), Settings())


def test_own_tree_or_parse(system: Rntn) -> None:
    own, bare = system.predict([SOUP])[0], system.predict([without(SOUP, "tree")])[0]
    left = msgspec.structs.replace(SOUP, metadata={"tree": "((((The soup) is) very) warm)"})
    assert own != system.predict([left])[0]
    for tree in ("((The soup) (was (very warm)))", "((The soup) (is (very warm))", "(The soup)", 5):
        assert system.predict([msgspec.structs.replace(SOUP, metadata={"tree": tree})])[0] == bare


def test_escapes_of_the_treebank_are_read(system: Rntn) -> None:
    item = Item("1", {"text": "( and/or )"}, metadata={"tree": r"(-LRB- (and\/or -RRB-))"})
    tree = own_tree(item)
    assert tree is not None
    assert tree.words == ["(", "and/or", ")"]


def test_known_words_stay_whole_and_others_are_cut(net: Network) -> None:
    system = Rntn(Spec("rntn"), ["-1", "+1"], ["mr.", "is", "n't", "here", "."], net)
    assert system._cut(Item("1", {"text": "Mr. Tea isn't here."})) == ["Mr.", "Tea", "is", "n't", "here", "."]


def test_a_long_tree_is_cut_like_a_long_text(system: Rntn) -> None:
    words = ["soup"] * 3000
    deep = "(" + " (".join(words) + ")" * len(words)
    item = Item("1", {"text": " ".join(words)}, metadata={"tree": deep})
    assert own_tree(item) is None
    assert system.predict([item])[0].answer in ("-1", "+1")


@pytest.mark.parametrize("parsed", [False, True])
def test_the_weights_of_words_sum_to_the_log_odds(net: Network, system: Rntn, parsed: bool) -> None:
    torch.nn.init.normal_(net.tensor, std=0.1)  # otherwise it saturates, and 50 steps are too few
    item = without(SOUP, "tree") if parsed else SOUP
    (evidence,) = explain(system, [item])
    text = item.fields["text"]
    assert [text[span.start : span.end] for span in evidence.spans] == text.split()
    answer = ["-1", "+1"].index(str(evidence.answer))
    reading = system._readings([item])[0]
    vectors = net.vectors(torch.from_numpy(reading.words)).detach()
    both = torch.stack([vectors, torch.zeros_like(vectors)])
    whole, nothing = log_odds(system._log_probabilities(reading, both), answer).tolist()
    assert sum(span.weight for span in evidence.spans) == pytest.approx(whole - nothing, rel=0.02)


def test_a_text_without_words_has_no_spans(system: Rntn) -> None:
    (evidence,) = explain(system, [Item("blank", {"text": " "})])
    assert evidence.spans == ()
