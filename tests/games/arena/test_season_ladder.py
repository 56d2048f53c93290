"""The ladder of a season: computed a second way from columns that are made up here."""

from __future__ import annotations

from itertools import product

import msgspec
import numpy as np
import pytest

from zellig.games.arena.season.columns import Columns
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.ladder import ladder
from zellig.games.arena.season.reckoning import Reckoning
from zellig.games.arena.season.records import Entrant, Season
from zellig.games.arena.season.relations import rank_correlation
from zellig.measures.significance import permutation_test
from zellig.performers import Role
from zellig.seats.seating import Seating

SEASON = Season(name="s", rounds=300, corpus="items:none", permutations=1_999)
SKILL = {"weak": 0.55, "middle": 0.75, "same": 0.75, "strong": 0.95}
EASE = {"plain": 0.0, "sly": -0.15}
NO_FAULT = Reckoning(0, {}, {})


def entrants() -> list[Entrant]:
    who: list[tuple[str, Role]] = [("uniform", "curator")]
    who += [(id, "breaker") for id in EASE]
    who += [(id, "chooser") for id in SKILL]
    size = {"weak": 1, "middle": 2, "same": 2.5, "strong": 3}
    return [
        Entrant(
            id, role, id, Seating(id), properties={"size": size[id], "kind": "x" if size[id] < 2 else "y"}
        )
        if id in size
        else Entrant(id, role, id, Seating(id))
        for id, role in who
    ]


def made_up(seed: int = 1, rounds: int = 300) -> Columns:
    """Every chooser against every breaker on the same texts, of which each comes twice."""
    chance = np.random.default_rng(seed)
    luck = chance.random(rounds // 2)
    rows = list(product(range(len(EASE)), range(len(SKILL)), range(rounds)))
    breaker, chooser, n = (np.array(column) for column in zip(*rows, strict=True))
    text = n % (rounds // 2)
    skill = np.array(list(SKILL.values()))[chooser] + np.array(list(EASE.values()))[breaker]
    point = 0.5 * luck[text] + 0.5 * chance.random(len(rows)) < skill
    every = np.ones(len(rows), bool)
    return Columns(
        {"curator": ["uniform"], "breaker": list(EASE), "chooser": list(SKILL)},
        {"curator": np.zeros(len(rows), np.int64), "breaker": breaker, "chooser": chooser},
        n,
        text,
        text * 2 + breaker,
        point,
        every,
        every,
        {"parity": (["even", "odd"], text % 2)},
    )


@pytest.fixture(scope="module")
def found() -> Ladder:
    return ladder(SEASON, entrants(), made_up(), NO_FAULT)


def test_what_the_data_do_not_separate_is_in_one_tier(found: Ladder) -> None:
    tiers = {rung.id: rung.tier for rung in found.rungs["chooser"]}
    assert tiers == {"strong": 1, "middle": 2, "same": 2, "weak": 3}
    assert [rung.id for rung in found.rungs["breaker"]] == ["sly", "plain"]  # a low S is good for a breaker
    assert [rung.tier for rung in found.rungs["breaker"]] == [1, 2]


def test_separations_are_paired_and_clustered_by_text(found: Ladder) -> None:
    made = made_up()
    row = next(row for row in found.separations if (row.first, row.second) == ("weak", "middle"))
    one, other = (made.point[made.who["chooser"] == place].astype(int) for place in (0, 1))
    texts = made.text[made.who["chooser"] == 0]
    assert row.rounds == 600
    assert row.paired
    assert row.difference == pytest.approx((one - other).mean(), abs=1e-6)
    assert row.p == permutation_test(one - other, texts)
    assert row.interval is not None
    sums = np.bincount(
        texts, one - other
    )  # each text has four differences: a plain t interval of their means
    half = 1.976013 * sums.std(ddof=1) / 4 / np.sqrt(len(sums))
    assert row.interval == pytest.approx((row.difference - half, row.difference + half), abs=2e-4)


def test_strengths_go_with_skill(found: Ladder) -> None:
    values = {rung.id: rung.strength.value for rung in found.rungs["chooser"] if rung.strength}
    assert values["strong"] > values["middle"] > values["weak"]
    assert sum(values.values()) == pytest.approx(0, abs=1e-5)
    best, worst = found.rungs["breaker"]
    assert best.strength is not None
    assert worst.strength is not None
    assert best.strength.interval[0] > 0 > worst.strength.interval[1]


def test_slices_windows_and_trends_cover_all_rounds(found: Ladder) -> None:
    assert sum(share.rounds for share in found.by["parity"].values()) == found.rounds == 2_400
    for rung in found.rungs["chooser"]:
        assert sum(window.rounds for window in rung.windows) == rung.rounds == 600
        assert rung.games == 2
        assert rung.trend is not None
        assert rung.trend.interval is not None
        assert rung.trend.interval[0] < 0 < rung.trend.interval[1]


def test_winners_and_what_they_did(found: Ladder) -> None:
    rows = [row for row in found.winners if row.role == "breaker"]
    assert {row.winner for row in rows} == {"sly"}
    assert len(rows) == 4
    assert all(row.otherwise > row.S for row in rows if row.S and row.otherwise and row.opponent != "strong")


def test_what_entrants_declare(found: Ladder) -> None:
    size = next(row for row in found.relations if row.property == "size")
    assert (size.role, size.entrants) == ("chooser", 4)
    assert size.rank_correlation is not None
    assert size.rank_correlation >= 0.8
    assert size.p is not None
    assert size.p >= 2 / 24 - 1e-9  # so few entrants cannot tell more
    kind = next(row for row in found.relations if row.property == "kind")
    assert kind.by["x"] < kind.by["y"]
    assert kind.rank_correlation is None


def test_too_few_breakers_to_judge_anybody(found: Ladder) -> None:
    assert found.collusion
    assert all(row.unknown and not row.accused for row in found.collusion)


def test_rounds_that_a_breaker_missed_in_one_game_compare_nobody() -> None:
    made = made_up()
    missed = (made.who["chooser"] == 0) & (made.n < 100)
    changed = Columns(
        made.ids,
        made.who,
        made.n,
        made.text,
        np.where(missed, -1, made.fake),
        made.point | missed,  # a free point for the chooser
        made.counts,
        made.answered & ~missed,
    )
    rows = ladder(SEASON, entrants(), changed, NO_FAULT).separations
    row = next(row for row in rows if (row.first, row.second) == ("weak", "middle"))
    assert row.rounds == 400


def test_who_has_played_nothing_is_on_the_ladder_without_a_tier() -> None:
    more = [*entrants(), Entrant("late", "chooser", "late", Seating("late"))]
    made = made_up()
    made.ids["chooser"].append("late")
    found = ladder(SEASON, more, made, NO_FAULT, quarantined={"weak"})
    assert found.rungs["chooser"][-1].id == "late"
    assert found.rungs["chooser"][-1].tier == 0
    assert {rung.id: rung.state for rung in found.rungs["chooser"]}["weak"] == "quarantined"
    assert msgspec.json.decode(msgspec.json.encode(found), type=Ladder) == found


def test_who_has_played_little_has_no_tier_and_holds_nobody_in_one() -> None:
    made = made_up()
    lucky = (made.who["chooser"] == 3) & (made.n < 3) & (made.who["breaker"] == 0)
    rows = (made.who["chooser"] != 3) | lucky
    few = Columns(
        made.ids,
        {role: who[rows] for role, who in made.who.items()},
        made.n[rows],
        made.text[rows],
        made.fake[rows],
        (made.point | lucky)[rows],
        made.counts[rows],
        made.answered[rows],
    )
    rungs = ladder(SEASON, entrants(), few, NO_FAULT).rungs["chooser"]
    assert {rung.id: rung.tier for rung in rungs} == {"middle": 1, "same": 1, "weak": 2, "strong": 0}
    (strong,) = [rung for rung in rungs if rung.id == "strong"]
    assert (strong.S, strong.rounds) == (1.0, 3)
    assert strong.trend is not None
    assert strong.trend.interval is None


def test_who_is_alone_in_a_role_has_no_strength(found: Ladder) -> None:
    assert [rung.strength for rung in found.rungs["curator"]] == [None]


def test_rank_correlation_of_many_is_sampled() -> None:
    values = np.arange(12.0)
    rho, p = rank_correlation(values, values**2, 1)
    assert (rho, p) == (1.0, 1 / 10_000)
