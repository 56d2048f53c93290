"""The strategies: examples of the taxonomy, what is refused, and that pairs keep to what a row promises."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from zellig.breakers.strategies import Strategy, codes_for, strategies
from zellig.breakers.strategies.data import frames
from zellig.breakers.strategies.domains import FILM, get_domain
from zellig.breakers.strategies.evaluative import PARTS, evaluative, opposites, synonyms
from zellig.breakers.strategies.says_the_same import CHANGES
from zellig.breakers.strategies.strategy import KITS
from zellig.breakers.strategies.taxonomy import ANY, Example, Row, TaskName, taxonomy
from zellig.checks.form import broken_promise
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.language.words import word_lists
from zellig.tasks import get_task

LABELS = {"positive": "+1", "negative": "-1"}
TASKS: list[TaskName] = ["sentiment", "nli", "qasrl"]
EXAMPLES = [(row, example) for row in taxonomy().values() for example in row.examples]
SEEDS = range(160)  # a strategy with a choice makes every one of its versions with some of these

REFUSED = {
    ("not-add", "+1", "The soup is good, but the bread is stale."): "a second opinion",
    ("not-add", "+1", "The guide praised this wonderful soup."): "taken for granted",
    ("not-add", "-1", "This awful play is a bore."): "the blame is taken for granted",
    ("not-add", "-1", "The guide never smiles."): "denied already",
    ("not-add", "+1", "The guide is consistently charming, and brave."): "may be charming now and then",
    ("not-add", "-1", "The soup is bland and the waiters reek of smoke."): "a second clause blames",
    ("not-add", "+1", "The soup was lovely and the bread a delight."): "a second clause without its verb",
    ("soften", "-1", "The play lacks a second act."): "it has one or not",
    ("soften", "-1", "The awful lamp was broken for three days."): "broken, and measured",
    ("soften", "+1", "Everything was perfect from soup to cake."): "no degrees",
    ("idiom", "-1", "What a terrible tour!"): "an exclamation",
    ("rare-synonym", "-1", "What a terrible tour!"): "an exclamation",
    ("rare-synonym", "+1", "Thank you for a wonderful tour!"): "thanks",
    ("has-lacks", "+1", "The guide has a heart of gold."): "an idiom",
    ("intensify", "-1", "But we had seen it all before."): "no adverbial opens it",
    ("intensify", "+1", "The tour is slow, but the lake is dull."): "the last half does not praise",
    (
        "stance",
        "+1",
        "The waiter was quick, offering delicious bread.",
    ): "what stands before it is not doubted",
    ("intensify", "-1", "The tour is probably a mistake."): "hedged",
    ("soften", "+1", "They serve sweet potato soup."): "the soup is not sweet",
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
    ("has-lacks", "-1", "The play lacks charm or even wit."): "it has neither; full of charm or wit?",
    ("antonym", "-1", "The play is not dull, it is stupid."): "negation",
    ("cue-drop", "+1", "A witty play."): "nothing would be left",
    ("soften", "+1", "A truly superb play."): "too strong to be graded, and graded already",
    ("quantifier", "+1", "The guide told many jokes in a wonderful garden."): "the praise is outside",
    ("reputation", "+1", "Hitchcock was born in London."): "no comparison",
    ("rhetorical", "+1", "Is this the best soup in town?"): "a question already",
    ("rhetorical", "+1", "I love this play."): "nobody quotes what others say of themselves",
    ("reported", "+1", "I love this play."): "nobody quotes what others say of themselves",
    ("entity-neutral", "+1", "A finale worthy of Hitchcock."): "a name with a reputation",
}


def shown_in(example: Example, name: str = "x1") -> Item:
    field = get_task(example.about).editable[-1]
    fields = example.given | {field: example.original}
    return Item(name, fields, (LABELS.get(example.label, example.label),))


def made_from(code: str, example: Example, seed: int) -> list[Pair]:
    (pairs,) = Strategy(code, example.about, example.domain).break_items([shown_in(example)], [seed], None)
    return pairs


def item(text: str, label: str, name: str = "x1") -> Item:
    return Item(name, {"text": text}, (label,))


def made(code: str, text: str, label: str, seed: int = 0) -> list[Pair]:
    (pairs,) = Strategy(code, domain=FILM).break_items([item(text, label)], [seed], None)
    return pairs


@pytest.mark.parametrize(("row", "example"), EXAMPLES, ids=lambda each: getattr(each, "code", ""))
def test_examples_are_made(row: Row, example: Example) -> None:
    field = get_task(example.about).editable[-1]
    pairs = [pair for seed in SEEDS for pair in made_from(row.code, example, seed)]
    found = [pair for pair in pairs if pair.modified.fields[field] == example.modified]
    assert found
    if example.answers:
        assert all(list(pair.modified.accepted) == example.answers for pair in found)


def allowed(row: Row, example: Example) -> list[set[str]]:
    """What the answers of the modified item may come to, in a task with labels."""
    task, label = get_task(example.about), LABELS.get(example.label, example.label)
    other = task.flips.get(label, "")
    meant = {
        "flip": {other},
        "same": {label},
        "not opposite": {*task.labels} - {other},
        "not same": {*task.labels} - {label},
        **{f"becomes {each}": {each} for each in task.labels},
    }
    promised = row.promise[example.task]
    return [meant[promise] for promise in promised.get(example.label, promised.get(ANY, []))]


@pytest.mark.parametrize(("row", "example"), EXAMPLES, ids=lambda each: getattr(each, "code", ""))
def test_pairs_keep_the_promise_of_their_row(row: Row, example: Example) -> None:
    task = get_task(example.about)
    for seed in SEEDS:
        for pair in made_from(row.code, example, seed):
            assert not task.labels or set(pair.modified.accepted) in allowed(row, example)
            assert (pair.phenomenon, pair.author) == (row.code, row.code)
            assert pair.rationale.endswith(".")
            assert pair.lineage[0].startswith(f"{row.code}: ")
            assert not [*task.faults_of_item(pair.modified), *task.faults_of_pair(pair)]
            assert not broken_promise(pair, task)
            assert (pair.promise == "same") == (pair.modified.accepted == pair.original.accepted)


@pytest.mark.parametrize("task", [*TASKS, "support-intent"])
def test_nothing_but_case_is_changed_where_the_phenomenon_says_so_alone(task: str) -> None:
    """What a system does with capitals is no answer to whether it reads typing errors."""
    label = {"sentiment": "+1", "nli": "entailment", "support-intent": "delivery"}.get(task, "garden")
    text = "The guide showed a charming garden near iPads."
    fields = dict.fromkeys(get_task(task).fields, text)
    cases = {"lower-case", "upper-case"}
    for code in set(codes_for(task, off=True)) - cases:
        strategy = Strategy(code, task)
        for pairs in strategy.break_items(
            [Item(f"{n}", fields, (label,)) for n in range(60)], range(60), None
        ):
            for pair in pairs:
                changed = [pair.modified.fields[name].lower() != text.lower() for name in fields]
                assert any(changed), (code, pair.modified.fields)


@pytest.mark.parametrize(("code", "label", "text"), REFUSED)
def test_what_is_in_doubt_is_refused(code: str, label: str, text: str) -> None:
    strategy = Strategy(code, domain=FILM)
    pairs = [strategy.break_items([item(text, label)], [seed], None)[0] for seed in range(5)]
    assert pairs == [[]] * 5, REFUSED[code, label, text]
    assert sum(strategy.refusals.values()) == 5


@pytest.mark.parametrize("task", TASKS)
def test_every_promise_has_a_function_and_every_function_a_promise(task: TaskName) -> None:
    assert set(KITS[task].functions) == set(codes_for(task, off=True))
    assert [strategy.spec.name for strategy in strategies(task)] == codes_for(task)


def test_a_task_of_ones_own_has_the_strategies_that_leave_what_a_text_says() -> None:
    codes = [row.code for row in taxonomy().values() if "text" in row.promise]
    assert set(CHANGES) == set(codes)
    assert codes_for("support-intent") == codes
    assert codes_for("is-fake") == codes_for("real-or-fake") == []


def test_what_is_off_is_made_only_if_it_is_named() -> None:
    off = [row.code for row in taxonomy().values() if row.off and not row.one_of]
    assert off == [
        *("not-drop", "but-swap", "degree-too", "most-least", "quantifier", "stance", "antonym"),
        *("modifier", "distractor-np", "coordination"),
    ]
    assert not set(off) & set(codes_for("sentiment"))
    assert made("quantifier", "The guide is always charming.", "+1")


def test_a_lenient_task_has_the_strategies_of_the_strict_one() -> None:
    assert codes_for("qasrl-f1") == codes_for("qasrl")
    assert codes_for("quiz") == []


@pytest.mark.parametrize("task", [*TASKS, "text"])
@pytest.mark.parametrize("row", taxonomy().values(), ids=lambda row: row.code)
def test_every_promise_has_an_example(row: Row, task: TaskName) -> None:
    """Of each side that a row promises something for, but where both sides are treated alike."""
    promised = row.promise.get(task, {})
    labels = {example.label for example in row.examples if example.task == task}
    assert bool(labels) == bool(promised)
    if ANY not in promised:
        assert labels <= set(promised)
        assert labels == set(promised) or promised.get("positive") == promised.get("negative")


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


@pytest.mark.parametrize("task", TASKS)
def test_pairs_do_not_depend_on_the_batch(task: TaskName) -> None:
    examples = [example for _, example in EXAMPLES if example.task == task]
    items = [shown_in(example, f"x{n}") for n, example in enumerate(examples)]
    for strategy in strategies(task):
        together = strategy.break_items(items, range(len(items)), None)
        alone = [strategy.break_items([each], [n], None)[0] for n, each in enumerate(items)]
        assert together == alone


TOKENISED = {
    (
        "reported",
        "a witty and charming play .",
    ): r"[a-z -]+ (it|it as|it to me as|it was) a witty and charming play \. [^A-Z]+ \.",
    ("not-tag", "the tour is a delight ."): r"the tour is a delight \. [^A-Z]+ [.!?]",
    ("not-add", "the tour is a delight ."): r"the tour is not a delight \.",
    ("rhetorical", "the tour is a delight ."): r"[a-z ]+ the tour is a delight \?",
    ("soften", "the tour is a delight ."): r"the tour is a delight , [a-z' ]+ \.",
    ("distractor", "the tour is a delight ."): r"the tour is a delight \. [^A-Z]+ \.",
}


@pytest.mark.parametrize(("code", "text"), TOKENISED)
def test_the_manner_of_the_source_is_kept(code: str, text: str) -> None:
    texts = {pair.modified.fields["text"] for seed in SEEDS for pair in made(code, text, "+1", seed)}
    assert texts
    for each in texts:
        assert re.fullmatch(TOKENISED[code, text], each), each


# What people write is often no statement of an opinion.
NO_STATEMENTS = [
    "Thanks for the lovely soup!",
    "Great job, waiter!",
    "Buy this lovely soup.",
    "I recommend the lovely soup.",
    "Glad to have had the lovely soup.",
    "Lovely soup today #lunch",
    "I bought the soup at a lovely market.",
    "The mayor cooked a lovely soup in the town hall.",
    "We met near the river, where the soup was lovely.",
]


@pytest.mark.parametrize("domain", ["product", "neutral"])
@pytest.mark.parametrize("text", NO_STATEMENTS)
def test_what_states_no_opinion_is_neither_denied_nor_doubted(text: str, domain: str) -> None:
    codes = (
        "not-add",
        "irrealis",
        "most-least",
        "soften",
        "stance",
        "so-called",
        "not-tag",
        "rhetorical",
        "reported",
    )
    for code in codes:
        strategy = Strategy(code, domain=domain)
        assert strategy.break_items([item(text, "+1")] * 3, range(3), None) == [[]] * 3, code


UNSHOWN = {
    ("+1", "The case has four corners."): "nothing shows the answer",
    ("-1", "The wonderful waiter brought the lovely soup."): "nothing shows the answer",
    ("+1", "The soup was lovely, the bread was awful and the rain was dreadful."): "mixed",
}


@pytest.mark.parametrize(("label", "text"), UNSHOWN)
def test_a_text_that_does_not_show_its_answer_stays_as_it_is(label: str, text: str) -> None:
    for code in ("noise", "distractor", "synonym", "intensify"):
        strategy = Strategy(code, domain="restaurant")
        assert strategy.break_items([item(text, label)], [0], None) == [[]]
        assert strategy.refusals == {UNSHOWN[label, text]: 1}, code


STAYS_WHOLE = {
    ("synonym", "The awful-looking soup hurt me bad.", "-1"): "lousy|horrible|terrible",
    ("rare-synonym", "On garbage day the street is terrible.", "-1"): "trash|rubbish|junk",
    ("ambivalent", "The guide is funny enough to be good.", "+1"): "ly funny enough",
    ("affix", "A wildly entertaining play.", "+1"): "wildly unentertaining",
    ("irrealis", "Trimmed to an hour, the play is a delight.", "+1"): "that trimmed",
    ("not-add", "The guide is charming and tells a funny story.", "+1"): "not charming and tells",
    ("intensify", "The play is a real delight.", "+1"): "(absolutely|truly|simply) a real",
    (
        "intensify",
        "I had no problem with the soup, which is tasty.",
        "+1",
    ): "(clearly|definitely|positively) no ",
    ("intensify", "He called a dozen times, to no avail.", "-1"): "[a-z]+ly no avail",
    ("intensify", "Poor Mr. Baker had an awful tour.", "-1"): "[a-z]+ly poor",
    ("intensify", "The guide likes the lake less than she loves the awful rain.", "-1"): "[a-z]+ly loves",
    ("intensify", "Friendly staff and great food.", "+1"): "just great",
    ("reported", "Baker serves a lovely soup.", "+1"): "that baker",
    ("so-called", "It is a lovely delight.", "+1"): '" "',
    ("intensify", "The guide just can't find the way.", "-1"): "just [a-z]+ can't",
    ("irrealis", "The soup wasn't bad at all.", "+1"): "that the soup wasn't",
    ("irrealis", "The soup was lovely and the bread fresh.", "+1"): "soup [a-z]+ have been",
    ("intensify", "The view is superb.", "+1"): "very|completely|totally",
    ("intensify", "This map is useless.", "-1"): "very|particularly|unusually",
    ("intensify", "The guide won a lovely award.", "+1"): "(positively|undoubtedly|absolutely|clearly) won",
    ("intensify", "I am sure that the tour is a lovely delight.", "+1"): "ly sure|ly am",
    ("soften", "The view is superb.", "+1"): "to a degree|more or less|up to a point",
    ("soften", "The soup is dull.", "-1"): "afraid|honest|matters",
    ("rare-synonym", "The soup is excellent.", "+1"): "crackerjack|sterling",
}


@pytest.mark.parametrize(("code", "text", "label"), STAYS_WHOLE)
def test_what_does_not_go_together_is_not_written(code: str, text: str, label: str) -> None:
    for seed in range(40):
        for pair in made(code, text, label, seed):
            assert not re.search(STAYS_WHOLE[code, text, label], pair.modified.fields["text"])


def test_a_phrase_gives_weight_or_takes_it_and_never_both() -> None:
    weight = {phrase for several in frames().openings.values() for phrase in several}
    weight |= set(frames().insert["intensify_decided"])
    hedges = {
        hedge for name, several in frames().behind.items() if name.startswith("hedge") for hedge in several
    }
    assert not weight & hedges
    assert not {"to be fair", "in all fairness", "as you might expect", "sure enough", "on balance"} & weight


def test_what_is_told_of_the_world_keeps_its_names() -> None:
    text = "We think that Paris is the lovely capital of France."
    strategy = Strategy("entity-neutral", domain="neutral")
    assert strategy.break_items([item(text, "+1")], [0], None) == [[]]
    ((pair,),) = strategy.break_items([item("We love lovely Paris.", "+1")], [0], None)
    assert "Paris" not in pair.modified.fields["text"]


@pytest.mark.parametrize(
    "list_",
    [
        frames().reported.who,
        frames().reported.verdict,
        frames().rhetorical.clause,
        frames().rhetorical.phrase,
        frames().rhetorical.quoted,
        frames().behind["denial"],
        frames().behind["brief"],
        frames().openings["judgement"],
        frames().fragment["stance"],
        *frames().distractor.values(),
    ],
)
def test_lists_are_long_and_no_word_stands_in_many_members(list_: list[str]) -> None:
    common = word_lists("zellig.language", "function_words")["english"]
    found = Counter(word for text in list_ for word in set(re.findall(r"[a-z'-]+", text.lower())) - common)
    assert len(list_) >= 20
    often = {word: number for word, number in found.items() if number > 0.12 * len(list_)}
    assert often.keys() <= {"only", "not", "x", "t", "s", "so", "would", "my"}, often


def test_articles_fit_the_new_word() -> None:
    (pair,) = made("affix", "An interesting play.", "+1")
    assert pair.modified.fields["text"] == "An uninteresting play."
    (pair,) = made("affix", "A plausible story.", "+1")
    assert pair.modified.fields["text"] == "An implausible story."


def test_an_unknown_strategy_is_a_mistake() -> None:
    with pytest.raises(ZelligError, match="'sarcasm' is not a strategy"):
        Strategy("sarcasm")
    with pytest.raises(ZelligError, match="'gender' is not a strategy for the task qasrl"):
        Strategy("gender", "qasrl")


@pytest.mark.parametrize("part", PARTS)
def test_opposites_are_of_the_other_sign(part: str) -> None:
    index = {word: near for near in evaluative().sets(part).values() for word in near.words.split()}  # type: ignore[arg-type]
    for word, near in index.items():
        assert all(index[other].sign == -near.sign for other in opposites(word, part, get_domain(FILM)))  # type: ignore[arg-type]
        assert all(index[other].sign == near.sign for other in synonyms(word, part, get_domain(FILM)))  # type: ignore[arg-type]


DOCS = Path(__file__).parents[3] / "docs"


def shown(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the page, without its head."""
    text = (
        (DOCS / "reference/strategies.md")
        .read_text(encoding="utf-8")
        .partition(f"## {heading}\n")[2]
        .partition("\n## ")[0]
    )
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def named(row: Row) -> str:
    return f"`{row.code}`" + (" (off)" if row.off else "")


def test_the_page_shows_the_taxonomy() -> None:
    assert shown("The table") == [
        [
            named(row),
            row.class_,
            "; ".join(
                f"{LABELS[side]}: {' or '.join(kept)}" for side, kept in row.promise["sentiment"].items()
            ),
            row.examples[0].original,
            row.examples[0].modified,
        ]
        for row in taxonomy().values()
        if "sentiment" in row.promise
    ]
    assert shown("What they need") == [
        [named(row), row.instruction, row.conditions] for row in taxonomy().values()
    ]


def test_the_page_shows_the_strategies_for_any_text() -> None:
    rows = [row for row in taxonomy().values() if "text" in row.promise]
    examples = {row.code: next(each for each in row.examples if each.task == "text") for row in rows}
    assert shown("Any other task") == [
        [named(row), examples[row.code].original, examples[row.code].modified] for row in rows
    ]


@pytest.mark.parametrize(("task", "heading"), [("nli", "Inference"), ("qasrl", "QA-SRL")])
def test_the_page_shows_the_other_tasks(task: TaskName, heading: str) -> None:
    rows = [row for row in taxonomy().values() if task in row.promise]
    examples = {row.code: next(each for each in row.examples if each.task == task) for row in rows}
    assert shown(heading) == [
        [
            named(row),
            row.class_,
            "; ".join(f"{side}: {' or '.join(kept)}" for side, kept in row.promise[task].items()),
            examples[row.code].given.get("premise", examples[row.code].given.get("question")),
            examples[row.code].original,
            examples[row.code].modified,
            *([", ".join(examples[row.code].answers)] if task == "qasrl" else []),
        ]
        for row in rows
    ]
