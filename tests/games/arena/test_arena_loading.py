"""Who may play, what is loaded before the clock starts, and who plays alone."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena_performers import here, make_rules, played
from zellig.breakers import python
from zellig.errors import ZelligError
from zellig.games.arena.play import play, seated
from zellig.games.arena.rounds import batches
from zellig.items import Item, write_records
from zellig.notices import Notice, hearing
from zellig.seats.loading import PERSON, load_performer, parameters
from zellig.seats.player import player_of
from zellig.seats.seating import Seating
from zellig.tasks.is_fake import IS_FAKE

pytestmark = pytest.mark.usefixtures("tests_on_the_path")


@pytest.mark.parametrize("name", ["pwws", "deepwordbug", "wordnet-greedy"])
def test_a_breaker_that_asks_a_system_cannot_play(name: str, tmp_path: Path) -> None:
    corpus = make_rules(tmp_path).corpus
    with pytest.raises(ZelligError, match="here there is none to be asked"):
        load_performer("breaker", name, {}, corpus)


def restaurants(folder: Path) -> str:
    texts = ("The soup was delicious.", "The waiter was friendly.", "A lovely dinner.", "The fries are fine.")
    items = [Item(f"{n}", {"text": text}, ("+1",)) for n, text in enumerate(texts)]
    write_records(folder / "items.jsonl", Item, items, "sentiment")
    return f"items:{folder / 'items.jsonl'}"


@pytest.mark.parametrize("isolated", [True, False])
def test_a_strategy_speaks_of_what_the_corpus_is_about_and_says_so(isolated: bool, tmp_path: Path) -> None:
    corpus, heard = restaurants(tmp_path), list[Notice]()
    rules = make_rules(tmp_path, breaker={"name": "not-tag", "isolated": isolated}, corpus={"name": corpus})
    with hearing(heard.append), seated(rules) as seats:
        assert seats["breaker"].player.spec.params == {"domain": "restaurant"}
    told = [notice.sentence for notice in heard if notice.sentence.startswith("domain")]
    assert told == ["domain: restaurant (4 of 4 texts name delicious, dinner, fries)"]


def test_the_domain_of_a_strategy_may_be_said(tmp_path: Path) -> None:
    corpus = restaurants(tmp_path)
    assert load_performer("breaker", "not-tag", {"domain": "hotel"}, corpus).spec.params["domain"] == "hotel"
    for wrong in ("hotl", 5):
        with pytest.raises(ZelligError, match=f"no words for the domain '{wrong}'"):
            load_performer("breaker", "not-tag", {"domain": wrong}, corpus)
    for name, params in (("not-tag", {"domian": "hotel"}), ("violate", {"domain": "hotel"})):
        with pytest.raises(ZelligError, match="has no parameter 'dom"):
            load_performer("breaker", name, params, corpus)


@pytest.mark.parametrize("wrong", [{"name": "ngrams"}, {"name": "ngram", "ordr": 3}], ids=str)
def test_a_typo_in_the_rules_leaves_no_folder_behind(wrong: dict[str, Any], tmp_path: Path) -> None:
    rules = make_rules(tmp_path, chooser=wrong)
    with pytest.raises(ZelligError):
        play(rules, tmp_path / "game")
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize("value", ["[" * 1500, "9" * 5000, "NaN"])
def test_a_parameter_that_is_no_json_is_a_text(value: str) -> None:
    assert parameters([f"name={value}"]) == {"name": value}


def test_what_a_performer_needs_is_loaded_before_the_clock_starts(tmp_path: Path) -> None:
    """The parser takes seconds to load, and a round a few milliseconds."""
    rules = make_rules(tmp_path, rounds=6, time_limit=1.0, breaker={"name": "violate"})
    figures, _ = played(rules, tmp_path / "game")
    assert figures.late == {"curator": 0, "breaker": 0, "chooser": 0}


def test_a_selection_that_is_empty_is_told_before_the_game(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, curator={"name": "length", "shortest": 300, "longest": 400})
    with pytest.raises(ZelligError, match="no text"):
        play(rules, tmp_path / "game")


def test_parameters_of_the_wrong_kind_are_told(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, curator={"name": "rarity", "share": "much"})
    with pytest.raises(ZelligError, match="share = 'much' of the curator 'rarity'"):
        play(rules, tmp_path / "game")


def test_a_person_is_asked_round_by_round(tmp_path: Path) -> None:
    rules = msgspec.structs.replace(make_rules(tmp_path, rounds=3), chooser=Seating(PERSON))
    assert [list(numbers) for _, numbers in batches(rules, observed=False)] == [[0], [1], [2]]


def test_a_person_who_curates_is_asked_round_by_round_also_where_a_clock_runs(tmp_path: Path) -> None:
    rules = msgspec.structs.replace(
        make_rules(tmp_path, rounds=3),
        curator=Seating(PERSON),
        breaker=Seating("copy", batch=64),
        chooser=Seating("chance", batch=64),
        time_limit=5.0,
    )
    assert [list(numbers) for _, numbers in batches(rules, observed=False)] == [[0], [1], [2]]


def test_two_arenas_do_not_play_in_one_folder(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=2)
    played(rules, tmp_path / "game")
    transcript = tmp_path / "game" / "transcript.jsonl"
    with transcript.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(ZelligError, match="being played already"):
            play(rules, tmp_path / "game")


def test_why_an_answer_did_not_come_is_in_the_log(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, rounds=2, chooser=here("Crasher"))
    figures, _ = played(rules, tmp_path / "game")
    assert figures.late["chooser"] == 2
    assert '"details":"ValueError: no idea"' in (tmp_path / "game" / "log.jsonl").read_text()


TELLER = """
import os
from zellig.performers import Spec

class Teller:
    spec = Spec("teller", {"has": [key for key in ("MY_KEY", "ZELLIG_HTTP_KEY") if key in os.environ]})
    def choose(self, lineups, seeds):
        return []
"""


def test_programs_are_given_what_is_named_and_our_own_process_everything_but_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MY_KEY", "OTHER_KEY", "ZELLIG_HTTP_KEY"):
        monkeypatch.setenv(name, "soup")
    seen = tmp_path / "seen"
    rules = make_rules(tmp_path, chooser={"name": f"cmd:env=MY_KEY sh -c 'env > {seen}'"})
    with pytest.raises(ZelligError, match="cannot begin"):
        play(rules, tmp_path / "game")
    assert [line for line in seen.read_text().splitlines() if "soup" in line] == ["MY_KEY=soup"]
    assert "soup" not in "".join(path.read_text() for path in (tmp_path / "game").iterdir())

    (tmp_path / "own_teller.py").write_text(TELLER, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with seated(make_rules(tmp_path, chooser={"name": "py:own_teller:Teller"})) as seats:
        assert seats["chooser"].player.spec.params == {"has": ["MY_KEY"]}


def test_the_clock_of_a_program_is_the_game_s(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"option timeout .* is not one that it has"):
        play(make_rules(tmp_path, chooser={"name": "cmd:timeout=5 cat"}), tmp_path / "game")


OWN_BREAKER = """
from zellig.breakers.promises import refuse_other_tasks
from zellig.items import Item, Pair
from zellig.performers import Spec
from zellig.tasks import get_task

class Shout:
    see = "nothing"

    def __init__(self, task, *, mark="!"):
        self.spec = Spec("shout", {"task": task.name, "mark": mark})

    def break_items(self, items, seeds, oracle):
        changed = [Item(f"{item.id}-m", {"text": item.fields["text"] + "!"}, item.accepted) for item in items]
        return [[Pair(f"{new.id}-p", item, new, "same")] for item, new in zip(items, changed, strict=True)]

    def observe(self, observations):
        pass

def for_sentiment(task):
    refuse_other_tasks("shout", task, get_task("sentiment"))
    return Shout(task)

class Odd(Shout):
    def break_items(self, items, seeds, oracle):
        return [["loud"]]
"""


def test_a_breaker_of_ones_own_is_loaded_as_everywhere(tmp_path: Path) -> None:
    own, corpus = f"py:{tmp_path / 'own.py'}", make_rules(tmp_path).corpus
    (tmp_path / "own.py").write_text(OWN_BREAKER, encoding="utf-8")
    shout = load_performer("breaker", f"{own}:Shout", {"mark": "?"}, corpus)
    alone = python.load(f"{own}:Shout", IS_FAKE, {"mark": "?"})
    assert shout.spec == alone.spec
    assert shout.spec.params.keys() >= {"from", "sha256"}
    assert (shout.spec.params["task"], shout.spec.params["mark"]) == ("is-fake", "?")
    assert player_of(shout).adapts
    item = Item("1", {"text": "Tea"}, ("real",))
    with pytest.raises(ZelligError, match="made something else than a list of pairs"):
        load_performer("breaker", f"{own}:Odd", {}, corpus).break_items([item], [0], None)
    # One for the corpus's task alone: its texts pass for fakes.
    ((pair,),) = load_performer("breaker", f"{own}:for_sentiment", {}, corpus).break_items([item], [0], None)
    assert (pair.modified.fields, pair.modified.accepted) == ({"text": "Tea!"}, ("fake",))
    with pytest.raises(ZelligError, match="unexpected keyword argument 'mrk'"):
        load_performer("breaker", f"{own}:Shout", {"mrk": "?"}, corpus)
