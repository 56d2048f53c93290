"""The rules of time and role of a contest, against a table that was written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.errors import ZelligError
from zellig.games.contest.phases import Act, acts, extend, open_window, refuse_act
from zellig.games.contest.rules import (
    PHASES,
    ROLES,
    Judging,
    Phase,
    Role,
    Rules,
    Window,
    check_rules,
    check_timeline,
)
from zellig.games.contest.standing import Standing

START = datetime(2026, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)

# A day for each phase; publication stays open. A letter for each day, from the day before the first phase:
# b builder, k breaker, j judge, p program that judges, v observer, O organiser, e everybody.
#                        before  build  break  predict judge  appeal score  publish
ALLOWED: dict[Act, list[str]] = {
    "get-training": ["O", "bO", "bO", "bO", "bO", "bO", "bO", "bO"],
    "get-dev": ["O", "bO", "bO", "bO", "bO", "bO", "bO", "bO"],
    "put-dev-predictions": ["", "b", "", "", "", "", "", ""],
    "get-starter": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "get-dev-predictions": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "put-pairs": ["", "", "k", "", "", "", "", ""],
    "get-blind-pairs": ["O", "O", "O", "bO", "bO", "bO", "bO", "bO"],
    "put-predictions": ["", "", "", "b", "", "", "", ""],
    "put-endpoint": ["", "b", "b", "b", "", "", "", ""],
    "judge": ["", "", "", "", "jp", "", "", ""],
    "see-judged": ["O", "O", "O", "O", "O", "bkO", "bkO", "bkO"],
    "appeal": ["", "", "", "", "", "bk", "", ""],
    "rule": ["", "", "", "", "O", "O", "O", ""],
    "see-reviews": ["O", "O", "kO", "kO", "kO", "kO", "kO", "kO"],
    "review": ["", "", "O", "O", "O", "O", "O", ""],
    "score": ["", "", "", "", "", "", "O", "O"],
    "publish": ["", "", "", "", "", "", "O", "O"],
    "see-board": ["O", "O", "O", "O", "O", "O", "O", "e"],
    "get-bundle": ["O", "O", "O", "O", "O", "O", "O", "e"],
}
LETTERS = dict(zip(ROLES, "Obkjpv", strict=True))


def timeline(
    start: datetime = START, number: int = 1, phases: Sequence[Phase] = PHASES
) -> tuple[Window, ...]:
    return tuple(
        Window(
            phase, start + day * DAY, None if phase == "publish" else start + (day + 1) * DAY, round=number
        )
        for day, phase in enumerate(phases)
    )


def cause(
    act: Act, roles: Sequence[Role], windows: Sequence[Window], now: datetime, number: int = 1
) -> str | None:
    refused = refuse_act(act, roles, windows, now, number)
    return refused.cause if refused else None


def test_the_table_has_every_act() -> None:
    assert ALLOWED.keys() == acts().keys()


@given(
    act=st.sampled_from(sorted(ALLOWED)),
    roles=st.sets(st.sampled_from(ROLES)),
    seconds=st.integers(-86_400, 8 * 86_400 - 1),
)
def test_what_is_allowed_is_what_the_table_says(act: Act, roles: set[Role], seconds: int) -> None:
    allowed = ALLOWED[act][min(seconds // 86_400 + 1, 7)]
    refused = refuse_act(act, roles, timeline(), START + timedelta(seconds=seconds))
    assert (refused is None) == ("e" in allowed or any(LETTERS[role] in allowed for role in roles))


def test_a_phase_is_open_to_just_before_its_last_moment() -> None:
    just_before = START + DAY - timedelta(microseconds=1)
    assert refuse_act("put-dev-predictions", ["builder"], timeline(), START) is None
    assert refuse_act("put-dev-predictions", ["builder"], timeline(), just_before) is None
    late = refuse_act("put-dev-predictions", ["builder"], timeline(), START + DAY)
    assert late is not None
    assert late.cause == "late"
    assert late.sentence.endswith("until 2026-03-02 00:00 UTC, when build closed")
    assert late.remedy == "The phase break is open, until 2026-03-03 00:00 UTC."


def test_who_comes_too_early_is_told_when_to_come() -> None:
    early = refuse_act("put-pairs", ["breaker"], timeline(), START)
    assert early is not None
    assert (early.cause, early.remedy) == ("early", "The phase break opens at 2026-03-02 00:00 UTC.")


def test_who_has_no_role_is_told_who_has() -> None:
    refused = refuse_act("judge", ["observer"], timeline(), START)
    assert refused is not None
    assert refused.cause == "role"
    assert "not for an observer" in refused.sentence
    assert "a judge" in refused.remedy


def test_rules_may_keep_the_bundle_for_those_who_take_part() -> None:
    no_role: list[Role] = []
    judge: list[Role] = ["judge"]
    for bundle, cause in (("everybody", None), ("participants", "role")):
        standing = Standing(rules=Rules("sentiment", timeline(), bundle=bundle))  # type: ignore[arg-type]
        for roles, expected in ((no_role, cause), (judge, None)):
            refused = refuse_act("get-bundle", roles, timeline(), START + 8 * DAY, kept=standing.kept)
            assert (refused.cause if refused else None) == expected
        assert refuse_act("see-board", (), timeline(), START + 8 * DAY, kept=standing.kept) is None


def test_before_a_contest_is_opened_only_its_organiser_looks() -> None:
    assert refuse_act("get-starter", ["organiser"], (), START) is None
    assert cause("get-starter", ["breaker"], (), START) == "draft"


def test_a_contest_may_begin_with_predictions() -> None:
    short = timeline(phases=("predict", "score", "publish"))
    assert refuse_act("get-blind-pairs", ["builder"], short, START) is None
    assert refuse_act("get-training", ["builder"], short, START) is None
    assert cause("put-pairs", ["breaker"], short, START) == "early"


def test_what_a_round_gave_out_stays_and_the_next_one_waits() -> None:
    two = (*timeline(), *timeline(START + 10 * DAY, 2))
    now = START + 10 * DAY + timedelta(hours=1)
    assert open_window(two, now) == two[len(PHASES)]
    assert refuse_act("get-blind-pairs", ["builder"], two, now) is None
    assert cause("get-blind-pairs", ["builder"], two, now, 2) == "early"
    assert cause("put-predictions", ["builder"], two, now) == "late"
    assert refuse_act("put-dev-predictions", ["builder"], two, now, 2) is None


def test_an_extension_moves_what_follows() -> None:
    windows = timeline()
    longer = extend(windows, windows[0], START + 1.5 * DAY)
    assert longer[0].closes == longer[1].opens == START + 1.5 * DAY
    assert longer[2:] == windows[2:]
    with pytest.raises(ZelligError, match="closes later"):
        extend(windows, windows[0], START + 0.5 * DAY)
    with pytest.raises(ZelligError, match="break closes before it opens"):
        extend(windows, windows[0], START + 2 * DAY)


@pytest.mark.parametrize(
    ("windows", "said"),
    [
        ((), "there is no phase"),
        ((Window("build", START),), "never closes"),
        ((Window("build", START, START),), "closes before it opens"),
        ((Window("build", START.replace(tzinfo=None), START + DAY),), "has no zone"),
        (timeline()[1::-1], "wrong order"),
        (timeline()[:1] * 2, "wrong order"),
        ((timeline()[0], Window("break", START + 0.5 * DAY, START + 2 * DAY)), "overlap"),
    ],
)
def test_a_timeline_nobody_can_go_by_is_refused(windows: tuple[Window, ...], said: str) -> None:
    with pytest.raises(ZelligError, match=said):
        check_timeline(windows)


def test_judges_who_cannot_agree_are_refused() -> None:
    with pytest.raises(ZelligError, match="do not go together"):
        check_rules(Rules("sentiment", timeline(), judging=Judging(judges=2, agree=3)))
