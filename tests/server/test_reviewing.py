"""Pairs that a check wants looked at: listed, decided on with a reason, written down, and scored so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contest_night import night
from databases import Databases
from small_contest import LARGE, NAME, PAIRS, C, Small, records
from zellig.items import Pair


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """A contest up to its scores, in which the Owls have brought one pair that is changed beyond measure."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("reviews")) as served:
        found = Small(served)
        found.build()
        served.clock.to("break")
        found.people["breaker"].upload(NAME, "pairs", records(Pair, [PAIRS[0], LARGE]))
        found.people["both"].upload(NAME, "pairs", records(Pair, PAIRS[2:]))
        served.work()
        found.predict()
        found.judge()
        served.clock.to("score")
        yield found


def _review(small: Small, pair: str, counts: bool, reason: str = "", **options: Any) -> None:
    small.organiser.post(f"{C}/reviews", {"pair": pair, "counts": counts, "reason": reason}, **options)


def _scored(small: Small) -> tuple[int, list[str]]:
    """How many pairs the newest scores are made of, and what was said when they were computed."""
    warnings = small.organiser.post(f"{C}/scores")["warnings"]
    return small.organiser.all(f"{C}/boards")[-1]["scores"]["pairs"], warnings


def test_what_has_to_be_looked_at_is_listed_decided_on_and_scored_so(small: Small) -> None:
    organiser, page = small.organiser, f"{small.night.address}{C}/reviews"
    (found,) = organiser.all(f"{C}/reviews")
    key = found["pair"]
    assert key.endswith("/large")
    assert [each["code"] for each in found["findings"]] == ["large-edit"]
    assert (found["decision"], found["rationale"]) == (None, LARGE.rationale)
    assert "1 pair to be decided on, of 1" in organiser.send("GET", page).text
    undecided = "1 pair has to be looked at, and nobody has decided: it counts."
    assert _scored(small) == (4, [undecided])
    assert undecided in organiser.send("GET", f"{small.night.address}{C}/organise").text

    _review(small, key, False, status=400)  # without a reason
    _review(small, key.replace("large", "p0"), False, "No.", status=404)  # nothing was found about it
    small.people["breaker"].post(f"{C}/reviews", {"pair": key, "counts": True}, status=403)
    _review(small, key, False, "This is another text.")
    assert _scored(small) == (3, [])
    assert small.organiser.all(f"{C}/boards")[0]["scores"]["pairs"] == 4  # what was, stays
    _review(small, key, True)
    assert _scored(small) == (4, [])

    events = [each["event"] for each in organiser.all(f"{C}/events") if each["event"]["event"] == "reviewed"]
    assert [(each["counts"], each["reason"]) for each in events] == [
        (False, "This is another text."),
        (True, ""),
    ]
    small.night.clock.to("publish")
    _review(small, key, False, "Too late.", status=409)
    small.night.clock.to("score")


def test_a_team_sees_what_was_decided_about_its_own(small: Small) -> None:
    assert [each["pair"] for each in small.people["breaker"].all(f"{C}/reviews")] == [
        each["pair"] for each in small.organiser.all(f"{C}/reviews")
    ]
    assert small.people["both"].all(f"{C}/reviews") == []
    shown = small.people["breaker"].send("GET", f"{small.night.address}{C}/reviews").text
    assert "1 pair of your team that an organiser looks at" in shown
    assert "data-send" not in shown.partition("<main")[2]
    small.people["builder"].get(f"{C}/reviews", status=403)


def test_the_rules_say_what_becomes_of_what_nobody_decides(small: Small) -> None:
    rules = small.people["breaker"].send("GET", f"{small.night.address}{C}").text
    assert "What nobody has decided on when the scores are computed counts." in rules
    assert "What nobody has ruled on when the scores are computed counts as it was promised." in rules
