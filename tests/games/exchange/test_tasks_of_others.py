"""The folders for lm-evaluation-harness and Inspect; tests/end_to_end/test_peers.py has these themselves."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from helpers import sentiment_pair
from zellig.errors import ZelligError
from zellig.files import write_files
from zellig.games.contest.contest import Contest, Entry
from zellig.games.exchange.asked import asked_items
from zellig.games.exchange.inspect_task import inspect_files
from zellig.games.exchange.lm_eval import lm_eval_files, name_in
from zellig.items import Item, Pair, content_hash
from zellig.notices import Notice, hearing
from zellig.systems import reading_replies
from zellig.tasks import get_task

DATA = Path(reading_replies.__file__).parent.parent / "games/exchange/data"


def contest(*pairs: Pair, task: str = "sentiment", faults: dict[str, list[str]] | None = None) -> Contest:
    return Contest(get_task(task), [Entry("ann", pairs, "bag", faults)], {})


def test_an_item_is_asked_once_and_knows_its_pairs() -> None:
    pairs = [sentiment_pair("1", original="o"), sentiment_pair("2", original="o"), sentiment_pair("3")]
    found = asked_items(contest(*pairs))
    assert [each.item.id for each in found.items] == ["o", "1_b", "2_b", "3_a", "3_b"]
    assert [each.id for each in found.items] == [content_hash(each.item) for each in found.items]
    assert found.items[0].pairs == ["ann on bag: 1", "ann on bag: 2"]
    assert found.labels == ("-1", "0", "+1")


def test_one_text_with_two_right_answers_is_two_items() -> None:
    pairs = [sentiment_pair("1", original="o"), sentiment_pair("2", ("-1", "+1"), original="o")]
    first, _, second, _ = asked_items(contest(*pairs)).items
    assert second.id == f"{first.id}-2"
    assert (first.item.accepted, second.item.accepted) == (("+1",), ("-1",))


def test_what_a_check_speaks_against_is_left_out_and_counted() -> None:
    pairs = [sentiment_pair("1"), sentiment_pair("2")]
    notices: list[Notice] = []
    with hearing(notices.append):
        found = asked_items(contest(*pairs, faults={"2": ["unclear"]}))
    assert [each.item.id for each in found.items] == ["1_a", "1_b"]
    assert [notice.sentence for notice in notices] == [
        "1 pair left out: a check speaks against what was promised"
    ]
    with pytest.raises(ZelligError, match="a check speaks against every pair"):
        asked_items(contest(pairs[1], faults={"2": ["unclear"]}))


def test_a_task_without_labels_and_answers_that_are_none_of_them_are_refused() -> None:
    fields = {"sentence": "The cook sang.", "predicate": "sang", "question": "Who sang?"}
    open_answer = Pair("1", Item("a", fields, ("the cook",)), Item("b", fields, ("the cook",)), "same")
    with pytest.raises(ZelligError, match="there are 0 in qasrl"):
        asked_items(contest(open_answer, task="qasrl"))
    neutral = sentiment_pair("1", ("+1", "0"))
    with pytest.raises(ZelligError, match="0 is right for the item '1_b', none of -1, \\+1"):
        asked_items(contest(neutral), ["-1", "+1"])
    with pytest.raises(ZelligError, match="'good' is not an answer"):
        asked_items(contest(neutral), ["good", "bad"])


def test_the_task_of_lm_eval_says_what_is_asked_and_what_is_right(tmp_path: Path) -> None:
    odd = Item("1_b", {"text": "{{text}} {text} <|x|>\n"}, ("0", "-1"))
    pair = Pair("1", sentiment_pair("1").original, odd, "not")
    files = dict(lm_eval_files(asked_items(contest(pair)), name_in(tmp_path / "My Réviews 2")))
    assert files.keys() == {"zellig_my_r_views_2.yaml", "items.jsonl", "items.py", "passing.py"}
    yaml.SafeLoader.add_constructor("!function", lambda loader, node: node.value)
    task = yaml.safe_load(files["zellig_my_r_views_2.yaml"])
    assert (task["task"], task["doc_to_text"]) == ("zellig_my_r_views_2", "<|endoftext|>{{text}}")
    docs = [json.loads(line) for line in files["items.jsonl"].splitlines()]
    assert docs[1] == {
        "id": content_hash(odd),
        "text": "Review: {{text}} {text} <|x|>\nSentiment:",
        "choices": [" negative", " neutral", " positive"],
        "labels": ["-1", "0", "+1"],
        "gold": 0,
        "accepted": ["0", "-1"],
        "pairs": ["ann on bag: 1"],
    }


def test_inspect_is_given_the_prompt_the_answers_and_our_reader() -> None:
    files = dict(inspect_files(asked_items(contest(sentiment_pair("1")), ["-1", "+1"])))
    assert files["reading_replies.py"] == Path(reading_replies.__file__).read_bytes()
    sample = json.loads(files["items.jsonl"].splitlines()[0])
    assert sample["input"].endswith("these labels and nothing else: -1 (negative), +1 (positive)")
    assert (sample["target"], sample["metadata"]) == (["+1"], {"pairs": ["ann on bag: 1"]})
    spellings = json.loads(files["spellings.json"])
    assert spellings == {
        "spellings": {"-1": "-1", "+1": "+1", "negative": "-1", "positive": "+1"},
        "alone": {"1": "+1"},
    }
    assert reading_replies.read_reply("It is positive.", **spellings) == "+1"


def test_what_is_carried_needs_nothing_of_ours(tmp_path: Path) -> None:
    write_files(tmp_path, inspect_files(asked_items(contest(sentiment_pair("1")))))
    for path in tmp_path.glob("*.py"):
        assert "zellig." not in path.read_text()


@given(st.lists(st.tuples(st.booleans(), st.booleans())), st.data())
def test_a_pair_is_passed_if_both_sides_are_right(both: list[tuple[bool, bool]], data: st.DataObject) -> None:
    share_passed = runpy.run_path(str(DATA / "passing.py"))["share_passed"]
    rows = [([str(n)], right) for n, sides in enumerate(both) for right in sides]
    rows = data.draw(st.permutations([*rows, (["half"], True)]))  # of one, only one side was asked
    found = share_passed(rows)
    assert found == sum(map(all, both)) / len(both) if both else found != found
