"""Training data with transformed items: balanced, seeded, and the same in any order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import zellig
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Pair, read_records, write_records
from zellig.notices import hearing
from zellig.tasks import get_task
from zellig.transform.augmentation import (
    KNOWN,
    SEVERAL,
    Augmented,
    Candidate,
    Made,
    Mix,
    NewItems,
    augment,
    choose,
    fair_shares,
    hold_out,
    seldom,
    told_by_word,
    warn_of_one_label,
)
from zellig.transform.balance import Giveaways
from zellig.transform.plan import ContrastPlan

E, N, C = "entailment", "neutral", "contradiction"


def item(name: str, premise: str, hypothesis: str, *accepted: str) -> Item:
    return Item(name, {"premise": premise, "hypothesis": hypothesis}, accepted)


ITEMS = [
    item("onion", "A cook is chopping an onion in the kitchen.", "A cook is chopping an onion.", E),
    item("soup", "The cook stirs a soup.", "The cook stirs a sauce.", C),
    item("bread", "A baker is carrying a loaf.", "A baker is feeding a duck.", N),
    item("fish", "Two boys are cleaning a fish.", "Two boys are cleaning a fish by the river.", N),
    item("shed", "A woman is painting a shed in the rain.", "A woman is painting a shed.", E),
]
PLAN = ContrastPlan("nli", ("cleft-subject", "passive", "may", "negation"), label_rules="zellig-all")


def augmented(
    path: Path, items: list[Item], mix: Mix, plan: ContrastPlan = PLAN
) -> tuple[Augmented, list[Item]]:
    found = augment(items, plan, mix, path)
    written = list(read_records(path, Item))
    assert written[: len(items)] == items
    return found, written[len(items) :]


# --- shares


@given(st.integers(0, 60), st.dictionaries(st.sampled_from("abcdefg"), st.integers(0, 20)))
def test_fair_shares(total: int, available: dict[str, int]) -> None:
    shares = fair_shares(total, available)
    assert shares.keys() == available.keys()
    assert all(0 <= shares[name] <= available[name] for name in available)
    assert sum(shares.values()) == min(total, sum(available.values()))
    for name, share in shares.items():  # who could have more has at most one less than anybody
        if share < available[name]:
            assert share >= max(shares.values()) - 1


candidates = st.dictionaries(st.sampled_from(["m;o", "i;i", "p;f"]), st.lists(st.sampled_from([E, N, C])))


@given(candidates, st.integers(0, 30), st.none() | st.integers(1, 5))
def test_choice(labels: dict[str, list[str]], total: int, most: int | None) -> None:
    there = {
        name: [Candidate(n, item(f"{name}{n}", "a", "b", label), label) for n, label in enumerate(some)]
        for name, some in labels.items()
    }
    chosen = choose(there, total, most)
    sizes = {name: len(taken) for name, taken in chosen.items()}
    full = {name for name, size in sizes.items() if size == most}
    assert sum(sizes.values()) <= total
    assert most is None or max(sizes.values(), default=0) <= most
    by_label = Counter(each.label for taken in chosen.values() for each in taken)
    for name, taken in chosen.items():
        for label in (E, N, C):  # the first ones of a label are taken
            first = [each for each in there[name] if each.label == label]
            mine = [each for each in taken if each.label == label]
            assert mine == first[: len(mine)]
            if len(mine) < len(first) and name not in full:  # more could have been taken
                assert sum(sizes.values()) == total
                assert by_label[label] >= max(by_label.values(), default=0) - 1


def test_of_one_label_every_phenomenon_gets_as_much() -> None:
    there = {
        name: [Candidate(n, item(f"{name}{n}", "a", "b", N), N) for n in range(number)]
        for name, number in (("m;o", 1), ("p;f", 7), ("f;p", 7))
    }
    assert {name: len(taken) for name, taken in choose(there, 9).items()} == {"m;o": 1, "p;f": 4, "f;p": 4}


def test_a_phenomenon_has_as_many_of_each_label_as_it_can() -> None:
    there = {
        name: [Candidate(n, item(f"{name}{n}", "a", "b", label), label) for label in (E, C) for n in range(9)]
        for name in ("m;o", "p;f", "f;p")
    }
    for taken in choose(there, 12).values():
        assert Counter(each.label for each in taken) == {E: 2, C: 2}


def test_what_one_side_gives_away_is_not_taken(tmp_path: Path) -> None:
    """*Nobody* always contradicts here; of the other words only both together tell the label."""
    words = ("sings", "works", "sleeps")

    def made(items: Iterable[Item]) -> Iterator[Made]:
        for each in items:
            pairs = []
            for one, two in product(range(3), repeat=2):
                name = f"{each.id}-{one}-{two}"
                changed = item(name, f"A cook {words[one]}.", f"A cook {words[two]}.", (E, N, C)[one - two])
                pairs.append(Pair(name, each, changed, "becomes", "word"))
            changed = item(f"{each.id}-no", "A cook sings.", "Nobody sings.", C)
            pairs.append(Pair(changed.id, each, changed, "becomes", "nobody"))
            for pair in pairs:
                pair.modified.fields["hypothesis"] += f" {each.id}"  # so that no text is there twice
            yield Made(1, pairs)

    old = "Nobody, and a cook, works, sleeps or sings number"  # so that none of the words is new
    known = [item(f"number {n}", f"{old} {n}.", f"{old} {n}.", E) for n in range(300)]
    found = augment(known, ContrastPlan("nli", ()), Mix(share=9, seed=1), tmp_path / "all.jsonl", others=made)
    assert found.new > 600
    assert found.phenomena["nobody"].new < 300
    labels = sum((Counter(row.labels) for row in found.phenomena.values()), Counter())
    assert max(labels.values()) < 0.36 * found.new
    assert found.giveaways is not None
    assert max(found.giveaways.sides.values()) < 1 / 3 + 0.03


def test_a_new_word_is_brought_in_by_few_items() -> None:
    there = {
        "m;o": [
            Candidate(n, item(str(n), "a", "b", N), N, frozenset({"flock" if n < 500 else f"w{n}"}))
            for n in range(1000)
        ]
    }
    left = seldom(there, 600)["m;o"]
    assert sum("flock" in each.words for each in left) == 30
    assert len(left) == 530
    assert len(seldom(there, 600, {"m;o"})["m;o"]) == 1000  # its words come with all labels alike


# --- files


def test_new_items_say_where_they_come_from(tmp_path: Path) -> None:
    found, new = augmented(tmp_path / "all.jsonl", ITEMS, Mix(share=20))
    assert found.originals == len(ITEMS)
    assert found.new == len(new) > len(ITEMS)
    names = {each.id: each for each in ITEMS}
    for each in new:
        assert len(each.accepted) == 1
        assert each.metadata.keys() == {"phenomenon", "original"}
        assert each.fields != names[each.metadata["original"]].fields
    by_phenomenon = Counter(each.metadata["phenomenon"] for each in new)
    assert by_phenomenon == {name: row.new for name, row in found.phenomena.items()}
    assert next(each for each in new if each.id == "onion:m;o-m").accepted == (N,)


def test_a_promise_with_several_answers_is_no_training_label(tmp_path: Path) -> None:
    found, new = augmented(tmp_path / "all.jsonl", ITEMS, Mix(share=20))
    assert found.left_out[SEVERAL] == 1  # the soup's negation: anything but contradiction
    assert "soup:o;n-m" not in {each.id for each in new}


def test_the_order_of_the_corpus_does_not_matter(tmp_path: Path) -> None:
    mix = Mix(per_phenomenon=2, share=2)
    _, new = augmented(tmp_path / "one.jsonl", ITEMS, mix)
    _, again = augmented(tmp_path / "two.jsonl", ITEMS[::-1], mix)
    assert new == again
    _, other = augmented(tmp_path / "three.jsonl", ITEMS, Mix(per_phenomenon=2, share=2, seed=1))
    assert {each.id for each in other} != {each.id for each in new}


def test_limits(tmp_path: Path) -> None:
    _, new = augmented(tmp_path / "few.jsonl", ITEMS, Mix(share=0.8))
    assert len(new) == 4
    assert len({each.metadata["phenomenon"] for each in new}) == 4
    _, new = augmented(tmp_path / "none.jsonl", ITEMS, Mix(share=0))
    assert new == []
    found, new = augmented(tmp_path / "two.jsonl", ITEMS, Mix(per_phenomenon=2, share=20))
    assert max(Counter(each.metadata["phenomenon"] for each in new).values()) == 2
    assert len(found.phenomena["i;i"].labels) == 2  # of two labels


def test_what_is_in_the_corpus_is_not_added(tmp_path: Path) -> None:
    cleft = item("cleft", "It is a baker who is carrying a loaf.", "A baker is feeding a duck.", N)
    found, new = augmented(tmp_path / "all.jsonl", [*ITEMS, cleft], Mix(share=20))
    assert found.left_out[KNOWN] == 1
    assert "bread:i;o-m" not in {each.id for each in new}


def test_the_same_item_twice_is_transformed_once(tmp_path: Path) -> None:
    _, new = augmented(tmp_path / "one.jsonl", ITEMS[:1], Mix(share=50))
    found, again = augmented(tmp_path / "two.jsonl", [ITEMS[0], ITEMS[0]], Mix(share=50))
    assert again == new
    assert found.left_out[KNOWN] == len(new)


@pytest.mark.parametrize(
    ("without", "gone", "left"),
    [("may", {"m;o", "m+i;o", "may;may"}, {"i;i"}), ("m;o", {"m;o"}, {"m+i;o", "may;may"})],
)
def test_a_phenomenon_is_held_out(tmp_path: Path, without: str, gone: set[str], left: set[str]) -> None:
    _, new = augmented(tmp_path / "all.jsonl", ITEMS, Mix(share=50, without=frozenset({without})))
    found = {each.metadata["phenomenon"] for each in new}
    assert not gone & found
    assert left <= found


def test_what_is_no_phenomenon_cannot_be_held_out() -> None:
    with pytest.raises(ZelligError, match="'mya' is not a phenomenon"):
        hold_out(PLAN, ["may", "mya"])
    with pytest.raises(ZelligError, match="'m;o' is not a phenomenon"):
        hold_out(ContrastPlan("sentiment"), ["m;o"])


def test_what_cannot_be_held_out_is_told_with_all_that_can() -> None:
    with pytest.raises(ZelligError) as told:
        hold_out(PLAN, ["not-ad"], ["not-add", "noise"])
    assert told.value.remedy.startswith("Did you mean not-add? There are the transformations question, ")
    assert "; the strategies not-add, noise; the label rules " in told.value.remedy
    with pytest.raises(ZelligError) as told:
        hold_out(ContrastPlan("sentiment"), ["xyz"])
    assert told.value.remedy.startswith("There are the transformations ")
    assert "the strategies" not in told.value.remedy
    assert "the label rules" not in told.value.remedy


def reviews(number: int, *, denied: bool) -> list[Item]:
    """Reviews of both labels in turn; those that are `denied` say so where they blame."""
    return [
        Item(str(n), {"text": f"The soup was {'not ' if denied and n % 2 else ''}fine, {n}."}, (label,))
        for n, label in zip(range(number), ("+1", "-1") * number, strict=False)
    ]


def test_a_word_of_one_text_that_tells_its_label() -> None:
    sentiment = get_task("sentiment")
    found = told_by_word(reviews(100, denied=True), sentiment)
    assert found == Giveaways(0.5, {}, "not", "text", 1.0)
    found = told_by_word(reviews(100, denied=False), sentiment)
    assert found is not None
    assert found.by_word == 0.51  # by any number: it is in one item
    assert told_by_word(reviews(99, denied=True), sentiment) is None
    assert told_by_word(ITEMS * 100, get_task("nli")) is None
    assert told_by_word([Item("1", {"text": "?"}, ("+1",))] * 100, sentiment) == Giveaways(
        1.0, {}, "", "text", 1.0
    )


def test_who_teaches_one_label_only_is_named() -> None:
    def warned(task: str, **labels: dict[str, int]) -> list[str]:
        rows = {name: NewItems(sum(some.values()), 99, some) for name, some in labels.items()}
        heard: list[str] = []
        with hearing(lambda notice: heard.append(notice.sentence)):
            warn_of_one_label(Augmented(99, 99, rows, {}), get_task(task))
        return heard

    both, few, one = {"+1": 9, "-1": 1}, {"-1": 9}, {"-1": 10}
    assert warned("sentiment", noise=both, rhetorical=few) == []
    assert warned("sentiment", noise=both, irrealis=one) == [
        "irrealis is taught with one label only: a system may learn its words instead"
    ]
    assert warned("sentiment", irrealis=one, reported=one) == [
        "irrealis, reported are taught with one label only: a system may learn their words instead"
    ]
    assert warned("nli", may=one) == []  # there words of all kinds are chosen so that they go with all labels


def test_hypotheses_made_from_the_premise(tmp_path: Path) -> None:
    plan = ContrastPlan("nli", ("may",), hypotheses=True)
    _, new = augmented(tmp_path / "all.jsonl", ITEMS, Mix(share=20), plan)
    made = [each for each in new if each.metadata["phenomenon"].startswith("h:")]
    assert {each.accepted for each in made} >= {(E,), (C,)}
    _, less = augmented(
        tmp_path / "less.jsonl", ITEMS, Mix(share=20, without=frozenset({"h:there-is"})), plan
    )
    assert {each.metadata["phenomenon"] for each in new} - {each.metadata["phenomenon"] for each in less} == {
        "h:there-is"
    }


def test_what_a_question_needs_comes_along(tmp_path: Path) -> None:
    fields = {"sentence": "A cook fed a cat .", "predicate": "fed", "question": "who fed something?"}
    items = [Item("1", fields, ("A cook",), {"predicate_index": 2})]
    _, new = augmented(tmp_path / "all.jsonl", items, Mix(share=20), ContrastPlan("qasrl"))
    passive = next(each for each in new if each.metadata["phenomenon"] == "passive")
    assert passive.accepted == ("a cook",)
    assert passive.metadata == {"predicate_index": 3, "phenomenon": "passive", "original": "1"}


def test_another_task(tmp_path: Path) -> None:
    items = [
        Item("1", {"text": "A kind cook carved a lovely duck."}, ("+1",)),
        Item("2", {"text": "The waiter spilled the dull soup."}, ("-1",)),
    ]
    found, new = augmented(tmp_path / "all.jsonl", items, Mix(share=1), ContrastPlan("sentiment"))
    assert found.new == len(new) == 2
    assert {each.accepted for each in new} <= {("+1",), ("-1",)}


# --- the command


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    write_records(tmp_path / "items.jsonl", Item, ITEMS, "nli")
    return tmp_path


def test_from_the_command_line(desk: Path) -> None:
    words = ["augment", "--task", "nli", "--corpus", "items:items.jsonl", "--phenomena", "cleft-subject,may"]
    words += ["--label-rules", "zellig-all"]
    done = zellig(*words, "--out", "more.jsonl", "--without", "i;o", "--format", "json", cwd=desk)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["originals"], found["new"]) == (5, 5)
    assert {"i;i", "m;o"} <= set(found["phenomena"])
    assert "i;o" not in found["phenomena"]
    corpus = open_corpus(f"items:{desk / 'more.jsonl'}")
    assert corpus.task == "nli"
    assert len(list(corpus)) == 10
    table = zellig(*words, "--out", "fewer.jsonl", "--share", "2", "--per-phenomenon", "1", cwd=desk).stdout
    assert "5 items" in table
    assert "1 neutral" in table


def test_the_first_items_with_hypotheses(desk: Path) -> None:
    words = ("augment", "--task", "nli", "--corpus", "items:items.jsonl", "--phenomena", "may")
    done = zellig(
        *words, "--out", "more.jsonl", "--limit", "2", "--hypotheses", "--share", "9", "--format", "json",
        cwd=desk,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["originals"] == 2
    assert any(name.startswith("h:") for name in found["phenomena"])
    written = list(open_corpus(f"items:{desk / 'more.jsonl'}"))
    assert written[:2] == ITEMS[:2]
    assert len(written) == 2 + found["new"]


def test_a_corpus_of_another_task_is_refused(desk: Path) -> None:
    words = ("augment", "--task", "sentiment", "--corpus", "items:items.jsonl", "--out", "more.jsonl")
    done = zellig(*words, cwd=desk)
    assert done.returncode == 1
    assert "holds items of nli, not of sentiment" in done.stderr
    assert not (desk / "more.jsonl").exists()
