"""Pairs as training items: balanced, each text once, and nothing of what is held out."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates import Knowing, hundred, write_run
from helpers import zellig
from zellig.errors import ZelligError
from zellig.front.retraining import TrainingData
from zellig.games.breaking import retraining as module
from zellig.games.breaking.gate import check_run
from zellig.games.breaking.retraining import retraining, training_items
from zellig.games.breaking.training_folder import write_retraining
from zellig.games.contest.contest import Contest, Entry
from zellig.items import Item, Pair, read_records
from zellig.tasks import get_task
from zellig.texts import comparable
from zellig.transform.augmentation import KNOWN, SEVERAL

SENTIMENT = get_task("sentiment")


def contest(pairs: list[Pair]) -> Contest:
    return Contest(SENTIMENT, [Entry("cook", pairs)], {})


def pair(name: str, texts: tuple[str, str], gold: tuple[str, ...], phenomenon: str = "heat") -> Pair:
    original, modified = (
        Item(f"{name}a", {"text": texts[0]}, ("+1",)),
        Item(f"{name}b", {"text": texts[1]}, gold),
    )
    return Pair(name, original, modified, "not" if len(gold) > 1 else "flip", phenomenon)


def texts(items: list[Item]) -> set[str]:
    return {comparable(item.fields["text"]) for item in items}


@given(st.floats(0, 0.9), st.integers(0, 1000), st.sampled_from(["modified", "both"]), st.booleans())
def test_nothing_that_is_held_out_is_trained_on(
    share: float, seed: int, sides: module.Sides, balance: bool
) -> None:
    pairs = hundred()
    # The same text is the modified side of one original and the original of another.
    pairs += [
        pair(f"x{n}", (f"Dish {n} was served with heat.", f"Dish {n} was eaten."), ("-1",)) for n in range(50)
    ]
    found = retraining(contest(pairs), held_out=share, seed=seed, sides=sides, balance=balance)
    held = [each for entry in found.held_out for each in entry.pairs]
    assert texts(found.items).isdisjoint(
        texts([side for each in held for side in (each.original, each.modified)])
    )
    originals = texts([each.original for each in held])
    assert originals == texts(found.originals)
    assert all(
        comparable(each.original.fields["text"]) not in originals for each in pairs if each not in held
    )


def test_about_the_stated_share_is_held_out_whatever_else_is_there() -> None:
    pairs = hundred()
    whole = retraining(contest(pairs), held_out=0.3)
    assert 20 <= len(whole.originals) <= 40
    some = retraining(contest(pairs[::-2]), held_out=0.3)
    assert texts(some.originals) == texts(whole.originals) & texts([each.original for each in pairs[::-2]])
    assert texts(retraining(contest(pairs), held_out=0.3, seed=1).originals) != texts(whole.originals)
    assert not retraining(contest(pairs), held_out=0).held_out


def test_answers_get_equal_numbers_and_phenomena_equal_parts() -> None:
    pairs = [pair(f"h{n}", (f"Soup {n}.", f"Hot soup {n}."), ("-1",), "heat") for n in range(40)]
    pairs += [pair(f"i{n}", (f"Soup {n}.", f"Cold soup {n}."), ("-1",), "irony") for n in range(5)]
    pairs += [pair(f"p{n}", (f"Soup {n}.", f"Fine soup {n}."), ("+1",), "heat") for n in range(12)]
    found = training_items(pairs, SENTIMENT)
    cells = Counter((item.accepted[0], item.metadata["phenomenon"]) for item in found.items)
    assert cells == {("-1", "heat"): 7, ("-1", "irony"): 5, ("+1", "heat"): 12}
    assert found.left_out == {module.TO_BALANCE: 33}
    assert len(training_items(pairs, SENTIMENT, balance=False).items) == 57
    assert training_items(pairs[::-1], SENTIMENT).items == found.items


def test_held_out_pairs_say_which_system_was_asked(tmp_path: Path) -> None:
    """In hand as in a folder: beside that system, they would speak for any other."""
    by_search = [each for each in hundred() if each.phenomenon == "heat"]
    others = [each for each in hundred() if each.phenomenon == "irony"]
    made = Contest(SENTIMENT, [Entry("cook", others), Entry("seeker", by_search, "old")], {})
    found = retraining(made, held_out=0.5)
    in_hand = TrainingData(found, (), SENTIMENT).held_out
    assert {entry.name: entry.victim for entry in in_hand.entries} == {"cook": None, "seeker on old": "old"}
    write_retraining(tmp_path / "training", found, SENTIMENT)
    for pairs in (in_hand, tmp_path / "training"):
        decision = check_run(pairs, Knowing(hundred()), baseline=Knowing(hundred()))
        assert decision.searched == len(in_hand.entries[1].pairs) > 0
        assert {each.phenomenon for each in decision.comparisons} == {None, "irony"}
    with pytest.raises(ZelligError, match="every valid pair was made by asking a system"):
        check_run(replace(in_hand, entries=in_hand.entries[1:]), Knowing(hundred()), baseline="old.json")


def test_what_is_not_certain_or_known_already_is_left_out_and_counted() -> None:
    pairs = [
        pair("1", ("Soup.", "Hot soup."), ("-1", "0")),
        pair("2", ("Soup.", "Cold soup."), ("-1",)),
        pair("3", ("Soup.", "cold soup"), ("+1",)),
        pair("4", ("Soup.", "Old soup."), ("-1",)),
        pair("5", ("Soup.", "New soup."), ("-1",)),
        pair("6", ("Soup.", "Good soup."), ("+1",)),
    ]
    entries = Contest(SENTIMENT, [Entry("cook", pairs, faults={"4": ["parse"]})], {})
    known = [Item("k", {"text": "new soup"}, ("-1",))]
    found = retraining(entries, held_out=0, balance=False, known=known)
    assert [item.fields["text"] for item in found.items] == ["Good soup."]
    assert found.left_out == {
        SEVERAL: 1,
        module.TWO_ANSWERS: 2,
        KNOWN: 1,
    }
    assert (found.pairs, found.not_valid, found.sides) == (6, 1, 5)


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([("-1",), ("+1",), ("-1", "0")])),
        min_size=1,
    ),
    st.sampled_from(["modified", "both"]),
    st.booleans(),
    st.floats(0, 0.9),
)
def test_every_pair_is_accounted_for(
    made: list[tuple[int, int, tuple[str, ...]]], sides: module.Sides, balance: bool, share: float
) -> None:
    pairs = [
        pair(str(place), (f"Soup {original}.", f"Soup {original}, dish {modified}."), gold)
        for place, (original, modified, gold) in enumerate(made)
    ]
    faults = {each.id: ["parse"] for each in pairs[::4]}
    known = [Item("k", {"text": "Soup 1, dish 1."}, ("-1",)), Item("n", {"text": "Soup 2."})]
    entries = Contest(SENTIMENT, [Entry("cook", pairs, faults=faults)], {})
    found = retraining(entries, held_out=share, sides=sides, balance=balance, known=known)
    learnt = found.pairs - found.not_valid - found.held_out_pairs
    assert (found.pairs, found.not_valid) == (len(pairs), len(faults))
    assert found.sides == learnt * (2 if sides == "both" else 1)
    assert len(found.items) + sum(found.left_out.values()) == found.sides
    assert len(found.known) + sum(found.left_out_known.values()) == len(known)


def test_what_is_there_again_is_counted_and_the_command_says_so(tmp_path: Path) -> None:
    same = [pair(str(n), (f"Soup {n}.", "All the soups were cold."), ("-1",)) for n in range(5)]
    good = msgspec.structs.replace(pair("good", ("Soup.", "Good soup."), ("+1",)), promise="same")
    run, out = write_run(tmp_path / "run", [*same, good]), tmp_path / "again"
    done = zellig("export", run, "--to", "training", "--out", out, "--held-out", 0)
    assert done.returncode == 0, done.stderr
    assert (
        "6 pairs: 0 held out, 0 left out because a check speaks against them, 6 to learn from" in done.stdout
    )
    assert "2 training items of 1 phenomena (1 +1, 1 -1)." in done.stdout
    assert f"4 of the 6 texts left out: {module.AGAIN}." in done.stdout
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert (summary["pairs"], summary["texts"], summary["left_out"]) == (6, 6, {module.AGAIN: 4})
    assert "warning" not in done.stderr


def test_a_share_that_holds_out_nothing_is_told(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [pair("1", ("Soup.", "Cold soup."), ("-1",))])
    done = zellig("export", run, "--to", "training", "--out", tmp_path / "again", "--held-out", 0.001)
    assert done.returncode == 0, done.stderr
    assert (
        "warning: nothing is held out: by chance a share of 0.001 has none of the 1 original" in done.stderr
    )
    assert not (tmp_path / "again/pairs").exists()


def test_two_items_with_one_id_get_ids_of_their_own() -> None:
    pairs = [pair("1", ("Soup.", f"Soup {n}."), ("-1",)) for n in range(3)]
    assert len({item.id for item in training_items(pairs, SENTIMENT).items}) == 3


def test_a_share_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(ZelligError, match="cannot be held out"):
        retraining(contest(hundred()), held_out=1.0)


def test_the_folder_trains_and_is_what_a_check_reads(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", hundred())
    out = tmp_path / "again"
    done = zellig("export", run, "--to", "training", "--out", out, "--sides", "both", "--seed", 3)
    assert done.returncode == 0, done.stderr
    items = list(read_records(out / "items.jsonl", Item))
    labels = Counter(item.accepted[0] for item in items)
    assert labels["+1"] == labels["-1"] > 0
    assert f"{len(items)} training items of 3 phenomena" in done.stdout
    trained = zellig(
        "train", "bag-of-ngrams", "--corpus", f"items:{out / 'items.jsonl'}", "--out", tmp_path / "new"
    )
    assert trained.returncode == 0, trained.stderr
    store = ("--store", tmp_path / "new.json")
    checked = zellig("check", out, "--system", tmp_path / "new", *store, "--format", "json")
    assert checked.returncode == 0, checked.stderr  # among other things: no text of it was trained on
    pairs = list(read_records(out / "pairs/cook.jsonl", Pair))
    assert json.loads(checked.stdout)["pairs"] == len(pairs) > 0
    again = zellig("export", run, "--to", "training", "--out", out)
    assert again.returncode == 1
    assert "is not a new folder" in again.stderr


def test_the_corpus_comes_first_without_what_is_held_out(tmp_path: Path) -> None:
    pairs = hundred()
    run = write_run(tmp_path / "run", pairs)
    table = tmp_path / "corpus.jsonl"
    originals = {each.original.id: each.original for each in pairs}
    rows = [{"id": item.id, "fields": item.fields, "accepted": item.accepted} for item in originals.values()]
    table.write_text(
        '{"zellig": "items", "version": 1, "task": "sentiment"}\n'
        + "".join(json.dumps(row) + "\n" for row in rows)
    )
    done = zellig(
        "export", run, "--to", "training", "--corpus", f"items:{table}", "--out", tmp_path / "again"
    )
    assert done.returncode == 0, done.stderr
    items = list(read_records(tmp_path / "again/items.jsonl", Item))
    held = list(read_records(tmp_path / "again/originals.jsonl", Item))
    assert len(originals) > len(held) > 0
    old = [item.id for item in originals.values() if item.id not in {each.id for each in held}]
    assert [item.id for item in items[: len(old)]] == old
