"""`arena.toml`: the smallest one works, every default is there, and nonsense is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena_performers import make_rules
from zellig.errors import ZelligError
from zellig.games.arena.rules import (
    AS_WRITTEN,
    Canary,
    Guards,
    Shown,
    read_rules,
    rules_of,
)
from zellig.seats.schedule import Schedule
from zellig.seats.seating import Seating

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

SMALLEST = """
rounds = 300
seed = 7
tie_rule = "coin"

[corpus]
name = "rotten-tomatoes:test"

[breaker]
name = "copy"

[chooser]
name = "ngram"
"""


def test_the_smallest_file_has_every_default(tmp_path: Path) -> None:
    path = tmp_path / "arena.toml"
    path.write_text(SMALLEST)
    rules = read_rules(path)
    assert (rules.rounds, rules.total, rules.seed, rules.tie_rule) == (300, 300, 7, "coin")
    assert rules.corpus == "rotten-tomatoes:test"
    assert rules.breaker == Seating("copy", {}, (), None, True)
    assert (rules.chooser, rules.curator) == (Seating("ngram"), Seating("uniform"))
    assert (rules.time_limit, rules.pipeline, rules.secret, rules.collusion) == (None, False, "", ())
    assert rules.schedule == Schedule(0, 0, ("chooser",), "opaque", False, 1)
    assert rules.metadata == Shown(breaker=True, chooser=False)
    assert rules.guards == Guards(white_space=True, tokenisation=False, casing=False, length=2.0)
    assert rules.canary == Canary(0.0)


def test_without_a_seed_and_a_tie_rule_the_paper_s_is_taken() -> None:
    written = {"rounds": 1, "corpus": {"name": "grammaticality"}, "chooser": {"name": "random"}}
    rules = rules_of(written, Path("arena.toml"))
    assert (rules.seed, rules.tie_rule, rules.breaker.name) == (2012, "free_point", AS_WRITTEN)


def test_what_is_no_key_of_ours_is_a_parameter(tmp_path: Path) -> None:
    table = {"name": "ngram", "order": 3, "resources": "WordNet", "batch": 4, "isolated": False}
    rules = make_rules(tmp_path, chooser=table)
    assert rules.chooser == Seating("ngram", {"order": 3}, ("WordNet",), 4, False)
    assert make_rules(tmp_path, chooser={**table, "resources": ["a", "b"]}).chooser.resources == ("a", "b")


def test_rules_are_read_back_from_json_as_they_were(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, time_limit=0.5, collusion=["breaker", "chooser"], seed=2**70)
    assert msgspec.json.decode(msgspec.json.encode(rules), type=type(rules)) == rules


def test_any_change_of_the_rules_is_another_game(tmp_path: Path) -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"seed": 8},
        {"rounds": 13},
        {"secret": "s"},
        {"pipeline": True},
        {"schedule": {"every": 2}},
        {"chooser": {"name": "ngram", "order": 2}},
    ]
    assert len({make_rules(tmp_path, **change).game for change in changes}) == len(changes)


HTTP = "http://127.0.0.1:9"
NONSENSE: list[dict[str, Any]] = [
    {"round": 5},
    {"rounds": 0},
    {"rounds": -3},
    {"rounds": "many"},
    {"rounds": 1.5},
    {"rounds": True},
    {"rounds": 10**22},
    {"rounds": 0.0},
    {"time_limit": 1e300},
    {"schedule": {"transparent": 10**22}},
    {"schedule": {"every": 10**22}},
    {"chooser": {"name": "ngram", "batch": 10**22}},
    {"seed": -1},
    {"seed": "x"},
    {"tie_rule": "point"},
    {"time_limit": 0},
    {"time_limit": -0.1},
    {"time_limit": float("nan")},
    {"time_limit": float("inf")},
    {"pipeline": 1},
    {"secret": 5},
    {"collusion": ["chooser", "referee"]},
    {"collusion": ["chooser"]},
    {"collusion": ["chooser", "chooser"]},
    {"collusion": "chooser"},
    {"corpus": "rotten-tomatoes"},
    {"corpus": {}},
    {"corpus": {"name": 3}},
    {"corpus": {"name": "a", "split": "b"}},
    {"breaker": {}},
    {"chooser": {}},
    {"chooser": "ngram"},
    {"chooser": {"order": 3}},
    {"chooser": {"name": 3}},
    {"chooser": {"name": "ngram", "batch": 0}},
    {"chooser": {"name": "ngram", "batch": "all"}},
    {"chooser": {"name": "ngram", "isolated": "no"}},
    {"chooser": {"name": "ngram", "resources": 5}},
    {"curator": {"justification": "none"}},
    {"schedule": {"transparent": -1}},
    {"schedule": {"opaque": -1}},
    {"schedule": {"every": 0}},
    {"schedule": {"scored": "both"}},
    {"schedule": {"transparent_to": ["everybody"]}},
    {"schedule": {"adapts": True}},
    {"metadata": {"curator": True}},
    {"metadata": {"breaker": "yes"}},
    {"guards": {"length": 0.5}},
    {"guards": {"length": -1}},
    {"guards": {"length": float("nan")}},
    {"guards": {"spelling": True}},
    {"canary": {"share": 0.6}},
    {"canary": {"share": -0.1}},
    {"canary": {"share": float("nan")}},
    {"canary": {"share": 0.1}, "breaker": {"name": AS_WRITTEN}},
    {"breaker": {"name": HTTP}, "chooser": {"name": HTTP}},
    {"breaker": {"name": HTTP}, "chooser": {"name": f"{HTTP}/"}},
    {"breaker": {"name": HTTP}, "chooser": {"name": HTTP}, "collusion": ["curator", "breaker"]},
]


@pytest.mark.parametrize("changes", NONSENSE, ids=str)
def test_nonsense_is_refused_with_one_sentence(changes: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ZelligError) as error:
        make_rules(tmp_path, **changes)
    assert error.value.path == str(tmp_path / "arena.toml")
    assert error.value.what
    assert "\n" not in error.value.what
    assert "`" not in error.value.what
    assert error.value.remedy


def test_one_address_for_two_is_allowed_to_those_who_collude(tmp_path: Path) -> None:
    both = {"breaker": {"name": HTTP}, "chooser": {"name": HTTP}}
    assert make_rules(tmp_path, **both, collusion=["breaker", "chooser"]).chooser.name == HTTP


@pytest.mark.parametrize("missing", ["rounds", "corpus", "chooser", "breaker"])
def test_what_has_no_default_must_be_there(missing: str) -> None:
    written: dict[str, Any] = {
        "rounds": 5,
        "corpus": {"name": "rotten-tomatoes"},
        "breaker": {"name": "copy"},
        "chooser": {"name": "random"},
    }
    del written[missing]
    with pytest.raises(ZelligError, match=missing):
        rules_of(written, Path("arena.toml"))


@pytest.mark.parametrize("text", [b"rounds = ", b"\xff\xfe", b"rounds = 1\nrounds = 2", b"[corpus"])
def test_a_file_that_is_no_toml_is_named(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "arena.toml"
    path.write_bytes(text)
    with pytest.raises(ZelligError, match="not TOML"):
        read_rules(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="no such file"):
        read_rules(tmp_path / "arena.toml")
