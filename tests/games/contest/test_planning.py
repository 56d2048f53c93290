"""Rules to begin with, and what is lacking."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from zellig.games.contest.planning import Lack, lacking, suggest
from zellig.games.contest.rules import PHASES, check_rules
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind

NOW = datetime(2026, 11, 17, 18, 30, tzinfo=UTC)


def test_what_is_suggested_can_be_played() -> None:
    rules = suggest(NOW)
    check_rules(rules)
    assert tuple(window.phase for window in rules.timeline) == PHASES
    assert rules.timeline[0].opens == datetime(2026, 11, 18, 12, tzinfo=UTC)


def test_only_the_phases_that_there_are_want_something() -> None:
    rules = suggest(NOW)
    panel = msgspec.structs.replace(rules, timeline=rules.timeline[3:4])
    (first,) = lacking(Standing(), ())
    assert (first.what, first.needed) == ("rules", True)
    assert list(lacking(Standing(rules=panel), ())) == [Lack("judges", "nobody has joined as one")]
    assert list(lacking(Standing(rules=panel, roles={"p": frozenset({"program"})}), ())) == []
    training: tuple[Kind, ...] = ("training",)
    wanted = list(lacking(Standing(rules=rules), training))
    assert [each.what for each in wanted] == [
        "development items",
        "starter items",
        "builders",
        "breakers",
        "judges",
    ]
    assert [each.kind for each in wanted] == ["dev", "starter", None, None, None]
    assert not any(each.needed for each in wanted)
