"""Breakers of the user's own: checked before a run, watched during it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import zellig
from zellig.breakers.loading import breaker_names, files_named, load_breaker, named_breakers
from zellig.errors import ZelligError
from zellig.items import Item, Pair, read_records, write_records
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
ITEMS = [Item(str(number), {"text": f"The soup number {number} is warm."}, ("+1",)) for number in range(40)]
OWN = """
from zellig.items import Item, Pair, Prediction
from zellig.performers import Spec

class Shout:
    see = "nothing"
    needs = frozenset()

    def __init__(self, mark="!"):
        self.spec = Spec("shout", {"mark": mark})
        self.mark = mark

    def break_items(self, items, seeds, oracle):
        return [[self.pair(item)] for item in items]

    def pair(self, item):
        modified = Item(f"{item.id}-m", {"text": item.fields["text"] + self.mark}, item.accepted)
        return Pair(f"{item.id}-shout", item, modified, "same", author="shout")

shout = Shout()
louder = Shout("!!")

def for_task(task):
    return Shout(f" ({task.name})")

class Failing(Shout):
    def break_items(self, items, seeds, oracle):
        raise RuntimeError("hoarse")

class Silent(Shout):
    def break_items(self, items, seeds, oracle):
        return []

class Blind(Shout):
    see = "everything"

class Unwritable(Shout):
    def __init__(self):
        self.spec = Spec("unwritable", {"mark": object()})

class Nameless:
    see = "nothing"

class Warm:
    spec = Spec("warm")

    def predict(self, items):
        return [Prediction(item.id, "+1") for item in items]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return f"py:{path}"


def test_objects_and_what_factories_make(own: str) -> None:
    for name, end in (("shout", "!"), ("louder", "!!"), ("for_task", " (sentiment)")):
        breaker = load_breaker(f"{own}:{name}", SENTIMENT)
        (pairs,) = breaker.break_items(ITEMS[:1], [0], None)
        assert [pair.modified.fields["text"] for pair in pairs] == [ITEMS[0].fields["text"] + end]
        assert breaker.see == "nothing"


def test_its_spec_says_where_it_comes_from(own: str, tmp_path: Path) -> None:
    before = load_breaker(f"{own}:shout", SENTIMENT).spec
    assert before.params.keys() == {"mark", "from", "sha256"}
    assert before.params["from"] == f"{own}:shout"
    (tmp_path / "own.py").write_text(OWN + "# other code\n", encoding="utf-8")
    assert load_breaker(f"{own}:shout", SENTIMENT).spec != before
    assert files_named(f"{own}:shout") == [tmp_path / "own.py"]


def test_a_strategy_of_another_task_is_said_to_be_one() -> None:
    with pytest.raises(ZelligError, match="'gender' is a strategy for nli, and not for sentiment") as told:
        breaker_names(["gender"], SENTIMENT)
    assert "Did you mean" not in told.value.remedy
    with pytest.raises(ZelligError, match=r"'nois' is not a breaker for sentiment\. Did you mean noise\?"):
        breaker_names(["nois"], SENTIMENT)


def test_it_goes_by_the_name_in_its_spec(own: str) -> None:
    asked = [f"{own}:shout", "pwws"]
    assert breaker_names(asked, SENTIMENT) == asked
    assert named_breakers(asked, SENTIMENT) == {"shout": f"{own}:shout", "pwws": "pwws"}
    with pytest.raises(ZelligError, match="two breakers named 'shout'"):
        named_breakers([f"{own}:shout", f"{own}:louder"], SENTIMENT)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nameless", "has no 'spec' of the class Spec, or no 'break_items'"),
        ("Warm", "has no 'spec' of the class Spec, or no 'break_items'"),
        ("Blind", "does not say what it needs to see. Its `see` is one of queries, originals, nothing"),
        ("Unwritable", "cannot be written into the plan of a run"),
        ("Missing", "could not be loaded"),
    ],
)
def test_what_is_no_breaker_is_refused(own: str, name: str, said: str) -> None:
    with pytest.raises(ZelligError) as refused:
        load_breaker(f"{own}:{name}", SENTIMENT)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "said"), [("Failing", "failed (RuntimeError: hoarse)"), ("Silent", "was given 2 items")]
)
def test_what_it_does_wrong_is_told(own: str, name: str, said: str) -> None:
    with pytest.raises(ZelligError) as refused:
        load_breaker(f"{own}:{name}", SENTIMENT).break_items(ITEMS[:2], [0, 0], None)
    assert said in str(refused.value)


def test_it_plays_on_the_command_line_and_in_workers(own: str, tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, ITEMS, "sentiment")
    words = ("--task", "sentiment", "--corpus", "items:items.jsonl", "--system", "py:own.py:Warm")
    run = zellig(
        "break", *words, "--breaker", "py:own.py:shout", "--out", "run", "--workers", 2, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr
    assert len(list(read_records(tmp_path / "run/pairs/shout.jsonl", Pair))) == len(ITEMS)
    refused = zellig("break", *words, "--breaker", "py:own.py:Nameless", "--out", "none", cwd=tmp_path)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "none").exists()
