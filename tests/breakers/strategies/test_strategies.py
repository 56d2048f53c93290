"""The strategies: examples of the taxonomy, what is refused, and that pairs keep to what a row promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.breakers.strategies import Strategy, strategies
from zellig.breakers.strategies.evaluative import PARTS, evaluative, opposites, synonyms
from zellig.breakers.strategies.strategy import FUNCTIONS
from zellig.breakers.strategies.taxonomy import Example, Row, taxonomy
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.tasks import get_task

LABELS = {"positive": "+1", "negative": "-1"}
EXAMPLES = [(row, example) for row in taxonomy().values() for example in row.examples]
SEEDS = range(40)  # a strategy with a choice makes every one of its versions with some of these

REFUSED = {
    ("not-add", "+1", "The soup is good, but the bread is stale."): "a second opinion",
    ("not-add", "+1", "The guide praised this wonderful soup."): "taken for granted",
    ("not-add", "-1", "The soup is terrible."): "not terrible is weak praise",
    ("not-drop", "+1", "It doesn't get any better than this."): "already praise",
    ("not-drop", "-1", "The guide is dull, and the tour does not help."): "blame outside the negation",
    ("not-drop", "-1", "This is not only a dull play."): "*not only* denies nothing",
    ("double-not", "+1", "The tour is very interesting."): "*very not uninteresting* is no English",
    ("but-swap", "+1", "The tour is long but the lake is blue."): "no half judges",
    ("affix", "+1", "A fearless guide."): "its opposite by affix is not blame",
    ("degree-too", "-1", "The play is too dull to enjoy."): "dull blames by itself",
    ("degree-too", "-1", "The guide was late, too."): "*too* means also",
    ("degree-less", "+1", "The tour is more fun than that terrible play."): "the standard judges",
    ("irrealis", "-1", "The play is dull."): "what could have been dull was not",
    ("stance", "+1", "The charming guide met us."): "taken for granted",
    ("fragment-stance", "+1", "The soup is good."): "no fragment",
    ("manage-fail", "+1", "The guide never manages to bore us."): "negated",
    ("most-least", "-1", "This is the most boring tour of all."): "least boring is no praise",
    ("so-called", "+1", "A charming guide told a witty story."): "praise in two phrases",
    ("has-lacks", "+1", "The play has three acts."): "nobody praises acts",
    ("antonym", "-1", "The play is not dull, it is stupid."): "negation",
    ("cue-drop", "+1", "A witty play."): "nothing would be left",
    ("soften", "+1", "A superb play."): "too strong to be graded",
    ("quantifier", "+1", "The guide told many jokes in a wonderful garden."): "the praise is outside",
    ("reputation", "+1", "Hitchcock was born in London."): "no comparison",
    ("rhetorical", "+1", "Is this the best soup in town?"): "a question already",
    ("entity-neutral", "+1", "A finale worthy of Hitchcock."): "a name with a reputation",
}


def item(text: str, label: str, name: str = "x1") -> Item:
    return Item(name, {"text": text}, (label,))


def made(code: str, text: str, label: str, seed: int = 0) -> list[Pair]:
    (pairs,) = Strategy(code).break_items([item(text, label)], [seed], None)
    return pairs


@pytest.mark.parametrize(("row", "example"), EXAMPLES, ids=lambda each: getattr(each, "code", ""))
def test_examples_are_made(row: Row, example: Example) -> None:
    label = LABELS[example.label]
    pairs = [pair for seed in SEEDS for pair in made(row.code, example.original, label, seed)]
    assert example.modified in {pair.modified.fields["text"] for pair in pairs}


@pytest.mark.parametrize(("row", "example"), EXAMPLES, ids=lambda each: getattr(each, "code", ""))
def test_pairs_keep_the_promise_of_their_row(row: Row, example: Example) -> None:
    task, label = get_task("sentiment"), LABELS[example.label]
    other = task.flips[label]
    meant = {
        "flip": {other},
        "same": {label},
        "not opposite": {label, "0"},
        "not same": {other, "0"},
    }
    allowed = [meant[promise] for promise in row.promise["sentiment"][example.label]]
    for seed in SEEDS:
        for pair in made(row.code, example.original, label, seed):
            assert set(pair.modified.accepted) in allowed
            assert (pair.phenomenon, pair.author) == (row.code, row.code)
            assert pair.rationale.endswith(".")
            assert pair.lineage[0].startswith(f"{row.code}: ")
            assert not [*task.faults_of_item(pair.modified), *task.faults_of_pair(pair)]


@pytest.mark.parametrize(("code", "label", "text"), REFUSED)
def test_what_is_in_doubt_is_refused(code: str, label: str, text: str) -> None:
    strategy = Strategy(code)
    pairs = [strategy.break_items([item(text, label)], [seed], None)[0] for seed in range(5)]
    assert pairs == [[]] * 5, REFUSED[code, label, text]
    assert sum(strategy.refusals.values()) == 5


def test_every_row_has_a_function_and_every_function_a_row() -> None:
    assert set(FUNCTIONS) == set(taxonomy())
    assert [strategy.spec.name for strategy in strategies()] == list(taxonomy())


@pytest.mark.parametrize("row", taxonomy().values(), ids=lambda row: row.code)
def test_every_promise_has_an_example(row: Row) -> None:
    """Of each side that a row promises something for, but where both sides are treated alike."""
    promised = row.promise["sentiment"]
    shown = {example.label for example in row.examples}
    assert shown <= set(promised)
    assert shown == set(promised) or promised.get("positive") == promised.get("negative")


def test_items_without_an_opinion_are_refused() -> None:
    neutral = item("The play has three acts.", "0")
    blind = Item("x2", {"text": "A witty play."})
    for strategy in strategies():
        assert strategy.break_items([neutral, blind], [0, 0], None) == [[], []]


ODD = [
    "",
    "Superb",
    "good " * 3000,
    "A B C D",
    "A WONDERFUL FILM ABOUT NOTHING AT ALL, AND FUNNY.",
    "for i in range(10): print('good')  # great",
    "<p>A <b>wonderful</b> film &amp; more.</p>",
    "...",
    "“Wonderful”, they say; “dull”, say I?!",
    "   The film is   good .  ",
    "wonderful\nfilm\n\n",
]


@pytest.mark.parametrize("label", ["+1", "-1"])
def test_odd_texts_are_refused_or_changed(label: str) -> None:
    items = [item(text, label, f"odd-{n}") for n, text in enumerate(ODD)]
    for strategy in strategies():
        for pairs, original in zip(strategy.break_items(items, range(len(items)), None), items, strict=True):
            for pair in pairs:
                assert pair.modified.fields["text"].strip()
                assert pair.modified.fields != original.fields


def test_pairs_do_not_depend_on_the_batch() -> None:
    items = [
        item(example.original, LABELS[example.label], f"x{n}") for n, (_, example) in enumerate(EXAMPLES)
    ]
    for strategy in strategies():
        together = strategy.break_items(items, range(len(items)), None)
        alone = [strategy.break_items([each], [n], None)[0] for n, each in enumerate(items)]
        assert together == alone


TOKENISED = {
    ("reported", "a witty and charming play ."): (
        "some critics call it a witty and charming play ; they are wrong .",
        "fans call it a witty and charming play ; do not believe them .",
        "they call it a witty and charming play , and they are wrong .",
    ),
    ("not-tag", "the tour is a delight ."): (
        "the tour is a delight . or so the trailer wants you to think .",
        "the tour is a delight . not !",
        "the tour is a delight . yeah , right .",
        "the tour is a delight . if only that were true .",
        "the tour is a delight . in your dreams .",
    ),
    ("not-add", "the tour is a delight ."): ("the tour is not a delight .",),
    ("rhetorical", "the tour is a delight ."): (
        "really , who would say that the tour is a delight ?",
        "does anybody really believe that the tour is a delight ?",
        "who in the world would claim that the tour is a delight ?",
    ),
}


@pytest.mark.parametrize(("code", "text"), TOKENISED)
def test_the_manner_of_the_source_is_kept(code: str, text: str) -> None:
    texts = {pair.modified.fields["text"] for seed in SEEDS for pair in made(code, text, "+1", seed)}
    assert texts == set(TOKENISED[code, text])


def test_articles_fit_the_new_word() -> None:
    (pair,) = made("affix", "An interesting play.", "+1")
    assert pair.modified.fields["text"] == "An uninteresting play."
    (pair,) = made("affix", "A plausible story.", "+1")
    assert pair.modified.fields["text"] == "An implausible story."


def test_an_unknown_strategy_is_a_mistake() -> None:
    with pytest.raises(ZelligError, match="'sarcasm' is not a strategy"):
        Strategy("sarcasm")


@pytest.mark.parametrize("part", PARTS)
def test_opposites_are_of_the_other_sign(part: str) -> None:
    index = {word: near for near in evaluative().sets(part).values() for word in near.words.split()}  # type: ignore[arg-type]
    for word, near in index.items():
        assert all(index[other].sign == -near.sign for other in opposites(word, part))  # type: ignore[arg-type]
        assert all(index[other].sign == near.sign for other in synonyms(word, part))  # type: ignore[arg-type]


DOCS = Path(__file__).parents[3] / "docs"


def shown(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the page, without its head."""
    text = (
        (DOCS / "strategies.md")
        .read_text(encoding="utf-8")
        .partition(f"## {heading}\n")[2]
        .partition("\n## ")[0]
    )
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def promises(row: Row) -> list[tuple[str, list[str]]]:
    return [(side, list(kept)) for side, kept in row.promise["sentiment"].items()]


def test_the_page_shows_the_taxonomy() -> None:
    signs = {"positive": "+1", "negative": "-1"}
    assert shown("The table") == [
        [
            f"`{row.code}`",
            row.class_,
            "; ".join(
                f"{signs[side]}: {' or '.join(kept)}" for side, kept in row.promise["sentiment"].items()
            ),
            row.examples[0].original,
            row.examples[0].modified,
        ]
        for row in taxonomy().values()
    ]
    assert shown("What they need") == [
        [f"`{row.code}`", row.instruction, row.conditions] for row in taxonomy().values()
    ]
