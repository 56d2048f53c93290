"""Appeals and the rulings that answer them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contest_night import Person, night
from databases import Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.items import Pair


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """A contest in which appeals are open: Owls broke, Larks answered, Wrens did both."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("appeals")) as served:
        found = Small(served)
        found.organiser.upload(NAME, "to-judge", records(Pair, PAIRS[:1]))
        for step in (found.build, found.break_, found.predict, found.judge):
            step()
        served.clock.to("appeal")
        yield found


def _appeal(who: Person, pair: str, **options: Any) -> Any:
    side = {"pair": pair, "side": "modified", "reason": "It is meant otherwise."}
    return who.post(f"{C}/appeals", side, **options)


def _rule(small: Small, pair: str, appeal: str | None = None, **options: Any) -> None:
    ruling = {"pair": pair, "side": "modified", "accepted": ["+1"], "reason": "So it is.", "appeal": appeal}
    small.organiser.post(f"{C}/rulings", ruling, **options)


def _open(who: Person) -> set[str]:
    return {each["appeal"] for each in who.all(f"{C}/appeals") if each["ruling"] is None}


def _keys(small: Small, who: str) -> list[str]:
    return sorted({each["pair"] for each in small.people[who].all(f"{C}/judged")})


def test_a_team_sees_and_may_appeal_against_what_it_brought_or_answered(small: Small) -> None:
    owls, wrens = (small.submission(who, "pairs") for who in ("breaker", "both"))
    own = [f"{owls}/{pair.id}" for pair in PAIRS[:3]]
    theirs = [f"{wrens}/{pair.id}" for pair in PAIRS[2:]]
    assert _keys(small, "breaker") == own
    assert _keys(small, "builder") == _keys(small, "both") == sorted([*own, *theirs])
    (shown,) = [each for each in small.people["builder"].all(f"{C}/judged") if each["pair"] == theirs[0]]
    assert (shown["promised"], shown["judged"]) == (["-1"], "-1")
    _appeal(small.people["breaker"], theirs[0], status=404)
    not_scored = next(key for key in _keys(small, "organiser") if key not in {*own, *theirs})
    for who in ("breaker", "builder", "both"):
        _appeal(small.people[who], not_scored, status=404)
    assert small.organiser.all(f"{C}/appeals") == []


def test_a_builder_that_has_answered_nothing_sees_nothing(small: Small) -> None:
    team = small.organiser.post(f"{C}/teams", {"name": "Cuckoos"})["id"]
    link = small.organiser.post(f"{C}/invitations", {"roles": ["builder"], "team": team})["link"]
    idle = small.night.person("idle", link)
    assert idle.all(f"{C}/judged") == []
    _appeal(idle, _keys(small, "breaker")[0], status=404)


def test_a_ruling_answers_all_appeals_about_its_side_and_no_other(small: Small) -> None:
    breaker, builder = small.people["breaker"], small.people["builder"]
    first, second = _keys(small, "breaker")[:2]
    on_first = [_appeal(who, first)["id"] for who in (breaker, builder)]
    on_second = _appeal(builder, second)["id"]
    _appeal(breaker, first, status=409)  # one for each team and side, until it is answered
    assert _open(small.organiser) == {*on_first, on_second}
    _rule(small, first, on_second, status=409)
    assert _open(small.organiser) == {*on_first, on_second}
    _rule(small, first, on_first[0])
    assert (_open(breaker), _open(builder)) == (set(), {on_second})
    _rule(small, second)
    assert _open(small.organiser) == set()
    _appeal(breaker, first)  # against the ruling
    assert len(_open(small.organiser)) == 1
