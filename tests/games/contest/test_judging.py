"""Blind judging: who is asked what next, and when enough has been said."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from zellig.games.contest.judging import Decision, JudgedItem, Said, Tally, decide
from zellig.games.contest.rules import Judging

RULES = Judging()  # two who agree, three that every item gets, at most five

some_rules = st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(0, 3)).map(
    lambda parts: Judging(agree=parts[0], judges=parts[0] + parts[1], most=sum(parts))
)
some_answers = st.lists(st.sampled_from(["+1", "-1", "0"]), max_size=8)


def _said(*answers: str | None, program: bool = False) -> list[Said]:
    return [Said("q", f"judge {number}", answer, program) for number, answer in enumerate(answers)]


def test_it_stops_early_where_nobody_contradicts() -> None:
    assert decide(_said("+1"), RULES) == Decision("open", None, 1)
    assert decide(_said("+1", "+1"), RULES) == Decision("agreed", "+1", 2)


def test_a_contradiction_asks_for_more_and_at_last_for_a_reviewer() -> None:
    assert decide(_said("+1", "-1"), RULES).state == "open"
    assert decide(_said("+1", "-1", "+1"), RULES) == Decision("agreed", "+1", 3)
    assert decide(_said("+1", "-1", "0"), RULES).state == "open"
    assert decide(_said("+1", "-1", "0", "0"), RULES) == Decision("agreed", "0", 4)
    assert decide(_said("+1", "+1", "-1", "-1", "0"), RULES) == Decision("conflict", None, 5)


def test_who_skips_and_what_is_no_person_does_not_count() -> None:
    assert decide(_said(None, None, None), RULES) == Decision("open", None, 0)
    assert decide([*_said("+1"), *_said("+1", "+1", "+1", program=True)], RULES) == Decision("open", None, 1)


@given(some_answers, some_rules)
def test_a_decision_says_what_the_rules_say(answers: list[str], rules: Judging) -> None:
    found = decide(_said(*answers), rules)
    counts = Counter(answers)
    assert found.verdicts == len(answers)
    assert decide(_said(*reversed(answers)), rules) == found
    if found.state == "agreed":
        assert found.answer is not None
        assert counts[found.answer] >= rules.agree
        assert all(number < counts[found.answer] for each, number in counts.items() if each != found.answer)
    else:
        assert found.answer is None
        assert (found.state == "conflict") == (len(answers) >= rules.most)


def _next(questions: list[JudgedItem], said: list[Said], judge: str, *teams: str) -> list[str]:
    return Tally(questions, RULES, said).next_for(judge, teams, 100, 1)


def test_nobody_judges_what_their_own_team_brought() -> None:
    questions = [JudgedItem("mine", "alpha"), JudgedItem("theirs", "beta"), JudgedItem("nobody's")]
    assert set(_next(questions, [], "J", "alpha")) == {"theirs", "nobody's"}
    assert set(_next(questions, [], "J", "alpha", "beta", "gamma")) == {"nobody's"}
    assert set(_next(questions, [], "J")) == {"mine", "theirs", "nobody's"}


def test_training_comes_first_and_for_everybody() -> None:
    questions = [*(JudgedItem(f"q{number}") for number in range(5)), JudgedItem("known", known=("+1",))]
    said = [Said("known", f"other {number}", "+1") for number in range(9)]
    assert _next(questions, said, "J")[0] == "known"
    assert "known" not in _next(questions, [Said("known", "J", None)], "J")


def test_a_program_is_asked_everything_and_changes_nothing_for_people() -> None:
    questions = [JudgedItem(f"q{number}") for number in range(6)]
    agreed = [Said("q0", judge, "+1") for judge in "JK"]
    program = [Said(f"q{number}", "robot", "-1", True) for number in range(3)]
    assert _next(questions, agreed + program, "L") == _next(questions, agreed, "L")
    asked = Tally(questions, RULES, agreed).next_for("robot", (), 100, 1, program=True)
    assert set(asked) == {each.id for each in questions}


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.integers(1, 6), st.integers(0, 1000), some_rules)
def test_judges_who_take_turns_give_every_open_item_as_many_verdicts(
    items: int, judges: int, seed: int, rules: Judging
) -> None:
    """One question each, in turn, until nothing is left; every item is agreed on, in conflict, or has been
    judged by all. Nobody is asked about an item that has more verdicts than another they could be asked
    about; so the numbers differ by one, but where somebody has already judged all that have the fewest."""
    chance = random.Random(seed)
    questions = [JudgedItem(f"q{number}") for number in range(items)]
    said: list[Said] = []
    asked: dict[str, str] = {}

    def verdicts() -> dict[str, int]:
        counted = Counter(each.question for each in said)
        by_question = defaultdict(list)
        for each in said:
            by_question[each.question].append(each)
        return {q.id: counted[q.id] for q in questions if decide(by_question[q.id], rules).state == "open"}

    idle = 0
    turn = 0
    while idle < judges:
        judge = f"judge {turn % judges}"
        turn += 1
        found = Tally(questions, rules, said).next_for(judge, (), 1, seed)
        idle = 0 if found else idle + 1
        if not found:
            continue
        mine = {each.question for each in said if each.judge == judge}
        before = verdicts()
        free = {name: number for name, number in before.items() if name not in mine}
        assert free[found[0]] == min(free.values())
        if min(free.values()) == min(before.values()):
            said.append(Said(found[0], judge, chance.choice(["+1", "-1"])))
            after = verdicts()
            assert after.get(found[0], 0) <= min(before.values()) + 1
        else:
            said.append(Said(found[0], judge, chance.choice(["+1", "-1"])))
        asked[found[0]] = judge
    left = verdicts()
    assert all(number == judges for number in left.values())
    assert len({(each.question, each.judge) for each in said}) == len(said)


some_sayings = st.tuples(
    st.integers(0, 3), st.integers(0, 3), st.sampled_from(["+1", "-1", None, "undone"]), st.booleans()
)


@given(st.lists(some_sayings, max_size=30), some_rules)
def test_a_tally_is_the_same_verdict_by_verdict_and_all_at_once(
    rows: list[tuple[int, int, str | None, bool]], rules: Judging
) -> None:
    questions = [JudgedItem(f"q{number}", known=("+1",) if number == 3 else ()) for number in range(4)]
    tally = Tally(questions, rules)
    counted: dict[tuple[str, str], Said] = {}
    for question, judge, answer, program in rows:
        key = f"q{question}", f"judge {judge}"
        if answer == "undone":
            counted.pop(key, None)
            tally.take_back(*key)
        else:
            counted[key] = Said(*key, answer, program)
            tally.note(counted[key])
    whole = Tally(questions, rules, counted.values())
    decided = {
        each.id: decide([said for said in counted.values() if said.question == each.id], rules)
        for each in questions
    }
    for found in (tally, whole):
        assert {each.id: found.decision(each.id) for each in questions} == decided
        assert found.states() == Counter(decided[f"q{number}"].state for number in range(3))
        assert {key for key, said in found.said_by().items() if said} == {judge for _, judge in counted}
        for who in ("judge 0", "nobody"):
            assert found.next_for(who, (), 9, 1) == whole.next_for(who, (), 9, 1)
            assert set(found.next_for(who, (), 9, 1)) == {each.id for each in found.waiting(who, ())}
