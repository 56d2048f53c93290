"""Order, coin, ties, guards, batches and points: what follows from the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

from arena_performers import here, make_rules, played, round_of
from zellig.games.arena.rounds import (
    asks_chooser,
    batches,
    coin,
    fake_of,
    guarded,
    is_tie,
    lineup,
    observation,
    point,
    shown,
    too_long_or_short,
)
from zellig.games.arena.rules import BATCH, Guards, Rules, Shown, TieRule
from zellig.performers import Role, derive_seed
from zellig.seats.schedule import Schedule, phase_at
from zellig.seats.seating import Seating

pytestmark = pytest.mark.usefixtures("tests_on_the_path")

MANY = 20_000
RARE = 1e-4  # a fair order fails with this chance, once and for all: the seeds are fixed
TIE_RULES = get_args(TieRule)

texts = st.text(st.sampled_from("aAb .,!\t\n"), min_size=1, max_size=24)
places = st.sampled_from((0, 1))


def rules_with(**changes: Any) -> Rules:
    plain: dict[str, Any] = {"rounds": 10, "seed": 7, "corpus": "c"}
    return Rules(**plain | {"breaker": Seating("b"), "chooser": Seating("c")} | changes)


# -- the order


@pytest.mark.parametrize("changes", [{}, {"seed": 2012}, {"secret": "s"}], ids=str)
def test_each_place_is_equally_likely_and_so_is_each_run_of_three(changes: dict[str, Any]) -> None:
    rules = rules_with(**changes)
    order = [fake_of(rules, n) for n in range(MANY)]
    assert chisquare([order.count(0), order.count(1)]).pvalue > RARE
    runs = [0] * 8
    for n in range(0, MANY - 2, 3):
        runs[order[n] * 4 + order[n + 1] * 2 + order[n + 2]] += 1
    assert chisquare(runs).pvalue > RARE


def test_the_order_has_nothing_to_do_with_coin_seeds_or_another_secret() -> None:
    rules = rules_with()
    others: dict[str, Callable[[int], int]] = {
        "coin": lambda n: coin(rules, n),
        "breaker": lambda n: derive_seed(rules.seed, "breaker b", str(n)) & 1,
        "chooser": lambda n: derive_seed(rules.seed, "chooser c", str(n)) & 1,
        "secret": lambda n: fake_of(rules_with(secret="s"), n),
        "seed": lambda n: fake_of(rules_with(seed=8), n),
    }
    for name, other in others.items():
        table = [[0, 0], [0, 0]]
        for n in range(MANY):
            table[fake_of(rules, n)][other(n)] += 1
        assert chi2_contingency(table).pvalue > RARE, name


def test_the_order_does_not_depend_on_who_breaks_nor_on_ties(tmp_path: Path) -> None:
    found = []
    for number, breaker in enumerate(("Reverser", "Copier", "Mixed")):
        for tie_rule in TIE_RULES:
            rules = make_rules(tmp_path, rounds=200, breaker=here(breaker), tie_rule=tie_rule)
            _, rounds = played(rules, tmp_path / f"{number}{tie_rule}")
            found.append([each.fake for each in rounds])
    assert all(order == found[0] for order in found)
    assert 60 < sum(found[0]) < 140


# -- points


@pytest.mark.parametrize("tie_rule", TIE_RULES)
@pytest.mark.parametrize("place", [0, 1])
def test_a_late_breaker_always_loses_the_round(tie_rule: TieRule, place: Any) -> None:
    rules = rules_with(tie_rule=tie_rule)
    late = round_of(3, "scored", "The tea is cold.", fake=place, missing={"breaker": "late"})
    assert point(late, tie_rule, rules.guards) is True
    assert not asks_chooser(late, rules)


@pytest.mark.parametrize(
    ("tie_rule", "asked", "expected"),
    [("free_point", False, (True, True)), ("void", False, (None, None)), ("coin", True, (True, False))],
)
@pytest.mark.parametrize("y", [None, "The tea is cold.", "The  tea is\ncold. "])
def test_ties(tie_rule: TieRule, asked: bool, expected: tuple[Any, Any], y: str | None) -> None:
    rules = rules_with(tie_rule=tie_rule)
    tie = round_of(3, "scored", "The tea is cold.", y, fake=1)
    assert is_tie(tie, rules.guards)
    assert asks_chooser(tie, rules) is asked
    for z, right in zip((1, 0), expected, strict=True):
        tie.choice = z if asked else None  # type: ignore[assignment]
        assert point(tie, tie_rule, rules.guards) is right


def test_white_space_makes_no_tie_without_the_guard() -> None:
    loose = round_of(3, "scored", "The tea is cold.", "The  tea is cold.", fake=1)
    assert not is_tie(loose, Guards(white_space=False))


@given(texts, texts, places, places, st.sampled_from(TIE_RULES), st.booleans())
def test_who_names_the_fake_has_the_point(
    x: str, y: str, place: Any, z: Any, tie_rule: TieRule, casing: bool
) -> None:
    guards = Guards(casing=casing)
    each = round_of(0, "scored", x, y, fake=place, choice=z)
    found = point(each, tie_rule, guards)
    real, fake = guarded(x, guards), guarded(y, guards)
    assert shown(each, guards)[place] == fake
    assert shown(each, guards)[1 - place] == real
    if real != fake or tie_rule == "coin":
        assert found is (z == place)
    else:
        assert found is (True if tie_rule == "free_point" else None)


# -- guards


@given(texts)
def test_guards_are_stable_and_leave_no_cue(text: str) -> None:
    all_on = Guards(white_space=True, tokenisation=True, casing=True)
    once = guarded(text, all_on)
    assert guarded(once, all_on) == once
    assert once == " ".join(once.split())
    assert once == once.lower()
    assert guarded(text, Guards(white_space=False)) == text


def test_each_guard_does_its_own_thing() -> None:
    text = "  He  said: \tGo, \u00a0now! "
    assert guarded(text, Guards()) == "He said: Go, now!"
    assert guarded(text, Guards(white_space=False, casing=True)) == text.lower()
    assert guarded("Go, now!", Guards(tokenisation=True)) == "Go , now !"


@given(st.integers(1, 40), st.integers(0, 90), st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0]))
def test_the_length_guard_counts_words(real: int, fake: int, length: float) -> None:
    refused = too_long_or_short("w " * real, "v " * fake, Guards(length=length))
    assert refused is (length > 0 and (fake > real * length or fake < real / length))


def test_no_fake_is_longer_than_anybody_would_read() -> None:
    assert not too_long_or_short("tea", "x" * 10_000, Guards())
    assert too_long_or_short("tea", "x" * 10_001, Guards())
    assert too_long_or_short("tea", "x" * 10_001, Guards(length=0))
    assert not too_long_or_short("x" * 2000, "x" * 20_000, Guards(length=0))


# -- phases and batches


@given(
    st.integers(0, 30),
    st.integers(0, 30),
    st.integers(1, 600),
    st.integers(1, 9),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["opaque", "transparent"]),
    st.sampled_from([None, 1.0]),
    st.sampled_from([None, 1, 7]),
    st.sampled_from([None, 5]),
)
def test_batches_cover_all_rounds_and_cross_no_point_where_somebody_observes(
    k: int,
    j: int,
    rounds: int,
    every: int,
    observed: bool,
    adapt: bool,
    scored: Any,
    limit: float | None,
    one: int | None,
    two: int | None,
) -> None:
    schedule = Schedule(k, j, scored=scored, adapt=adapt, every=every)
    seats = {"breaker": Seating("b", batch=one), "chooser": Seating("c", batch=two)}
    rules = rules_with(rounds=rounds, schedule=schedule, time_limit=limit, **seats)
    found = list(batches(rules, observed=observed))
    assert [n for _, numbers in found for n in numbers] == list(range(k + j + rounds))
    for phase, numbers in found:
        assert {phase_at(rules.schedule, n) for n in numbers} == {phase}
        watched = observed and (phase != "scored" or adapt or scored == "transparent")
        assert len(numbers) <= (every if watched else BATCH)
        assert len(numbers) <= (BATCH if limit is None else min(one or 1, two or 1))
    if not observed and limit is None:
        assert len(found) == -(-k // BATCH) + -(-j // BATCH) + -(-rounds // BATCH)


# -- what is told


@given(texts, texts, places, places, st.booleans(), st.booleans(), st.booleans())
def test_an_observation_says_what_the_role_may_know(
    x: str, y: str, place: Any, z: Any, transparent: bool, to_breaker: bool, to_chooser: bool
) -> None:
    rules = rules_with(metadata=Shown(breaker=to_breaker, chooser=to_chooser))
    each = round_of(4, "opaque", x, y, fake=place, choice=z, metadata={"topic": "tea"}, accepted=("+1",))
    known = {"topic": "tea", "label": "+1"}
    fake: dict[Role, bool] = {"chooser": transparent, "breaker": True, "curator": transparent}
    choice: dict[Role, bool] = {"chooser": True, "breaker": transparent, "curator": transparent}
    told: dict[Role, bool] = {"chooser": to_chooser, "breaker": to_breaker, "curator": True}
    roles: tuple[Role, ...] = ("curator", "breaker", "chooser")
    for role in roles:
        found = observation(each, rules, role, transparent=transparent)
        assert (found.id, found.texts) == ("4", shown(each, rules.guards))
        assert found.fake == (place if fake[role] else None)
        assert found.choice == (z if choice[role] else None)
        assert found.metadata == (known if told[role] else {})
    assert lineup(each, rules).metadata == (known if to_chooser else {})
