"""The numbers of small contests, computed by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import sentiment_pair, small_contest, write_contest, write_dev, zellig
from zellig.errors import ZelligError
from zellig.games.contest import Contest, Entry, read_contest, score_contest
from zellig.games.contest.contest import Development
from zellig.items import Item, Pair, write_records
from zellig.measures.outcomes import Answers
from zellig.report.words import contest_in_words
from zellig.tasks import get_task

DEV = Development(
    {str(n): Item(str(n), {"text": f"Dish {n} was fine."}, ("+1",)) for n in range(10)},
    {
        system: {str(n): "-1" if n < wrong else "+1" for n in range(10)}
        for system, wrong in {"s": 1, "t": 2}.items()
    },
)


def contest_of(
    pairs: dict[str, list[Pair]], answers: dict[str, dict[str, tuple[str, str]]], **more: Any
) -> Contest:
    """A contest without files; answers by system and pair id."""
    return Contest(
        get_task("sentiment"),
        [Entry(name, made) for name, made in pairs.items()],
        {
            system: {
                breaker: Answers([given[p.id][0] for p in made], [given[p.id][1] for p in made])
                for breaker, made in pairs.items()
            }
            for system, given in answers.items()
        },
        **more,
    )


def score(contest: Contest, **options: Any) -> Any:
    """The scores as plain values."""
    return msgspec.to_builtins(score_contest(contest, replicates=100, **options))


def test_breaking_by_hand(tmp_path: Path) -> None:
    scores = score(read_contest(small_contest(tmp_path)))
    assert scores["pairs"] == 3
    stuck = scores["systems"]["stuck"]
    assert scores["systems"]["good"]["broken"] == 0
    assert stuck["broken"] == 2
    assert stuck["broken_percent"] == pytest.approx(200 / 3)
    assert stuck["passed_percent"] == pytest.approx(100 / 3)
    assert (stuck["accuracy"], stuck["accuracy_original"], stuck["accuracy_modified"]) == pytest.approx(
        (4 / 6, 2 / 3, 2 / 3)
    )
    assert scores["matrix"] == {"ana": {"good": 0, "stuck": 50}, "ben": {"good": 0, "stuck": 100}}
    assert scores["breakers"]["ana"]["break_rate"] == 25
    assert scores["breakers"]["ben"]["break_rate"] == 50


def test_f1_by_hand(tmp_path: Path) -> None:
    """stuck on ana: gold + - + +, answers + + + +: F1 of + is 6/7, of - is 0. On ben: gold - +: 2/3 and 0."""
    stuck = score(read_contest(small_contest(tmp_path)))["systems"]["stuck"]
    assert stuck["f1"] == pytest.approx((6 / 7 * 3 / 4 + 2 / 3 / 2) / 2)
    assert stuck["f1_macro"] == pytest.approx((6 / 7 / 2 + 2 / 3 / 2) / 2)
    assert stuck["f1_per_class"] == pytest.approx({"-1": 0, "+1": (6 / 7 + 2 / 3) / 2})


def test_phenomena_carry_their_number_of_pairs(tmp_path: Path) -> None:
    scores = score(read_contest(small_contest(tmp_path)))
    assert list(scores["phenomena"]) == ["heat"]  # the pair without a phenomenon is in none
    heat = scores["phenomena"]["heat"]
    assert heat["pairs"] == 2
    assert heat["broken_percent"] == {"good": 0, "stuck": 100}
    assert set(heat["intervals"]) == {"good", "stuck"}


def test_phenomena_are_ranked_by_how_often_they_break(tmp_path: Path) -> None:
    made = {
        "ana": [sentiment_pair("p1", phenomenon="a"), sentiment_pair("p2", ("+1", "+1"), phenomenon="b")],
        "ana on good": [sentiment_pair("p3", phenomenon="b"), sentiment_pair("p4", phenomenon="c")],
        "carry on good": [sentiment_pair("p5")],  # a team of this name: nobody was asked
    }
    gold = {p.id: (p.original.accepted[0], p.modified.accepted[0]) for pairs in made.values() for p in pairs}
    answers = {"good": gold | {"p4": ("+1", "+1")}, "stuck": dict.fromkeys(gold, ("+1", "+1"))}
    write_contest(tmp_path, made, answers)
    asked = tmp_path / "pairs/ana on good.jsonl"
    write_records(asked, Pair, made["ana on good"], "sentiment", author="ana", victim="good")
    scores = score(read_contest(tmp_path))
    ranked = [(name, row["break_rate"], row["asked"]) for name, row in scores["phenomena"].items()]
    assert ranked == [("c", 100, 1), ("a", 50, 0), ("b", 25, 1)]
    low, high = scores["phenomena"]["b"]["interval"]
    assert low <= 25 <= high
    assert {name: (row["author"], row["victim"]) for name, row in scores["breakers"].items()} == {
        "ana": ("ana", None),
        "ana on good": ("ana", "good"),
        "carry on good": ("carry on good", None),
    }


def test_a_header_that_names_another_entry_is_refused(tmp_path: Path) -> None:
    small_contest(tmp_path)
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [sentiment_pair("p1")], "sentiment", author="eve")
    with pytest.raises(ZelligError, match="pairs of 'eve'"):
        read_contest(tmp_path)


def test_in_which_direction_pairs_break() -> None:
    pairs = {"ana": [sentiment_pair(f"p{n}") for n in range(4)]}
    given = {"p0": ("-1", "-1"), "p1": ("+1", "+1"), "p2": ("+1", "+1"), "p3": ("+1", "-1")}
    row = score(contest_of(pairs, {"s": given}))["systems"]["s"]
    assert (row["broken"], row["original_wrong"], row["modified_wrong"]) == (3, 1, 2)
    assert (row["original_wrong_percent"], row["modified_wrong_percent"]) == (25, 50)
    for side in ("original", "modified"):
        low, high = row[f"{side}_wrong_interval"]
        assert low <= row[f"{side}_wrong_percent"] <= high


def test_which_systems_break_together() -> None:
    """a breaks on p0 and p1, b on p0 and p2, of four: they agree on two, as chance has it; c goes with a."""
    pairs = {"ana": [sentiment_pair(f"p{n}") for n in range(4)]}
    broken, passed = ("+1", "+1"), ("+1", "-1")
    answers = {
        "a": {"p0": broken, "p1": broken, "p2": passed, "p3": passed},
        "b": {"p0": broken, "p1": passed, "p2": broken, "p3": passed},
        "c": {"p0": broken, "p1": broken, "p2": passed, "p3": passed},
        "d": dict.fromkeys(("p0", "p1", "p2", "p3"), passed),
    }
    rows = {(r["first"], r["second"]): r for r in score(contest_of(pairs, answers))["agreements"]}
    row = rows["a", "b"]
    assert (row["both"], row["only_first"], row["only_second"], row["neither"]) == (1, 1, 1, 1)
    assert row["kappa"] == 0
    assert row["interval"][0] < 0 < row["interval"][1]
    assert rows["a", "c"]["kappa"] == 1
    assert rows["a", "d"]["kappa"] is None  # nothing breaks d, so nothing can be said


def test_breaker_score_by_hand(tmp_path: Path) -> None:
    small_contest(tmp_path)
    gold = {"d1": "+1", "d2": "-1", "d3": "-1", "d4": "-1", "d5": "0"}
    write_dev(tmp_path, gold, {"good": {**gold, "d5": "+1"}, "stuck": dict.fromkeys(gold, "+1")})
    result = zellig("contest", "score", tmp_path, "--format", "json")
    scores = json.loads(result.stdout)
    assert (scores["systems"]["good"]["dev_accuracy"], scores["systems"]["stuck"]["dev_accuracy"]) == (
        0.8,
        0.2,
    )
    # good is never broken; stuck by half of ana's pairs and by ben's only one.
    assert scores["breakers"]["ana"]["score"] == pytest.approx(100 * (0.8 * 0 + 0.2 * 0.5) / 2)
    assert scores["breakers"]["ben"]["score"] == pytest.approx(100 * (0.8 * 0 + 0.2 * 1.0) / 2)
    assert "development accuracy" in scores["breakers"]["ana"]["score_reason"]
    halved = json.loads(
        zellig("contest", "score", tmp_path, "--format", "json", "--denominator", "sentences").stdout
    )
    assert halved["breakers"]["ana"]["score"] == pytest.approx(2.5)
    assert halved["breakers"]["ana"]["break_rate"] == pytest.approx(12.5)


def test_without_development_data_the_score_is_null_with_a_reason(tmp_path: Path) -> None:
    scores = json.loads(zellig("contest", "score", small_contest(tmp_path), "--format", "json").stdout)
    for row in scores["breakers"].values():
        assert row["score"] is None
        assert row["score_interval"] is None
        assert "dev.jsonl" in row["score_reason"]


def test_one_missing_development_accuracy_makes_the_score_null_and_is_named(tmp_path: Path) -> None:
    small_contest(tmp_path)
    write_dev(tmp_path, {"d1": "+1"}, {"good": {"d1": "+1"}})
    contest = read_contest(tmp_path)
    row = score(contest)["breakers"]["ana"]
    assert row["score"] is None
    assert row["score_reason"].endswith("for stuck")
    assert score(contest.without(["stuck"]))["breakers"]["ana"]["score"] is not None


def test_as_published_by_hand(tmp_path: Path) -> None:
    """Weighted F1 on the breaker's originals in place of the accuracy, and sentences in place of pairs."""
    scores = score(read_contest(small_contest(tmp_path)), as_published=True)
    assert scores["breakers"]["ana"]["score"] == pytest.approx(100 * (1 * 0 + 1 * 0.5 / 2) / 2)
    assert scores["breakers"]["ben"]["score"] == 0  # stuck has no original of ben right


def test_sets_of_answers_are_left_out_of_f1_and_counted(tmp_path: Path) -> None:
    open_pair = Pair(
        "p4",
        Item("p4_a", {"text": "The soup was nice."}, ("+1",)),
        Item("p4_b", {"text": "The soup was not nice."}, ("-1", "0")),
        "not",
    )
    pairs = {"ana": [sentiment_pair("p1"), sentiment_pair("p2", ("-1", "-1")), open_pair]}
    answers = {
        "s": {"p1": ("+1", "-1"), "p2": ("-1", "+1"), "p4": ("+1", "0")},
        "t": {"p1": ("+1", "-1"), "p2": ("-1", "+1"), "p4": ("+1", "+1")},
    }
    folder = write_contest(tmp_path, pairs, answers)
    scores = json.loads(zellig("contest", "score", folder, "--format", "json").stdout)
    s, t = scores["systems"]["s"], scores["systems"]["t"]
    assert scores["left_out_of_f1"] == 1
    assert s["f1"] == t["f1"]  # they differ only on the item that is left out
    # gold + - - - +, answers + - - + +: F1 of - is 4/5, of + is 4/5.
    assert s["f1"] == pytest.approx(0.8)
    assert (s["broken"], t["broken"]) == (1, 2)  # but the set counts for breaking
    assert (s["accuracy"], t["accuracy"]) == pytest.approx((5 / 6, 4 / 6))


def test_a_breaker_with_sets_only_does_not_spoil_the_others_f1() -> None:
    """Its items are left out of F1, so the average is over the breakers that have any."""
    sets = Pair(
        "p9",
        Item("p9_a", {"text": "Soup it is."}, ("+1", "0")),
        Item("p9_b", {"text": "Soup it is not."}, ("-1", "0")),
        "becomes",
    )
    answers = {"s": {"p1": ("+1", "-1"), "p9": ("0", "0")}}
    scores = score(contest_of({"ana": [sentiment_pair("p1")], "ben": [sets]}, answers))
    assert scores["left_out_of_f1"] == 2
    assert scores["systems"]["s"]["f1"] == 1


def test_consistency_and_contrast_sets_by_hand() -> None:
    pairs = {
        "ana": [
            sentiment_pair("p1", original="o"),
            sentiment_pair("p2", ("+1", "+1"), original="o"),
            sentiment_pair("p3"),
            sentiment_pair("p4"),
        ]
    }
    given = {"p1": ("+1", "-1"), "p2": ("+1", "-1"), "p3": ("0", "-1"), "p4": ("-1", "+1")}
    row = score(contest_of(pairs, {"s": given}))["systems"]["s"]
    assert row["consistency"] == {
        "same_prediction": 0.0,
        "expected_change": pytest.approx(2 / 3),  # p1 and p4 flip as promised, p2 should have stayed
        "expected_change_counted": 3,
        "expected_change_left_out": 1,  # nothing is promised about an answer 0
    }
    assert row["contrast_sets"] == {"sets": 3, "consistent": 0, "all_wrong": 1, "partial": 2}


def many(number: int, right: int) -> dict[str, tuple[str, str]]:
    """Answers to pairs p0..: the first `right` are passed, the rest are wrong on the modified side."""
    return {f"p{n}": ("+1", "-1" if n < right else "+1") for n in range(number)}


def test_systems_are_put_into_tiers_by_the_pairs_they_pass() -> None:
    pairs = {"ana": [sentiment_pair(f"p{n}") for n in range(60)]}
    answers = {
        "worst": many(60, 5),
        "best": many(60, 55),
        "nearly": many(60, 53),
        "mirror": {f"p{n}": ("-1", "+1") for n in range(60)},  # never broken, and never right
    }
    scores = score(contest_of(pairs, answers))
    tiers = {name: row["tier"] for name, row in scores["systems"].items()}
    assert tiers["best"] == tiers["nearly"] == 1
    assert tiers["worst"] > 1
    assert tiers["mirror"] >= tiers["worst"]
    rows = {(row["first"], row["second"]): row for row in scores["comparisons"]}
    assert len(rows) == 6
    row = rows["best", "nearly"]
    assert (row["only_first"], row["only_second"]) == (2, 0)
    assert row["mcnemar_p"] == row["permutation_p"] == 0.5
    assert row["difference"] == pytest.approx(2 / 60)
    assert all(row["adjusted_p"] >= row["permutation_p"] for row in scores["comparisons"])


def test_a_handful_of_pairs_separates_nobody() -> None:
    pairs = {"ana": [sentiment_pair(f"p{n}") for n in range(4)]}
    scores = score(contest_of(pairs, {"a": many(4, 4), "b": many(4, 0)}))
    assert {row["tier"] for row in scores["systems"].values()} == {1}
    assert scores["comparisons"][0]["still_needed"] > 0


def test_a_single_system_and_a_single_pair() -> None:
    scores = score(contest_of({"ana": [sentiment_pair("p1")]}, {"s": many(1, 1) | {"p1": ("+1", "+1")}}))
    assert scores["comparisons"] == []
    row = scores["systems"]["s"]
    assert (row["broken_percent"], row["tier"]) == (100, 1)
    low, high = row["broken_interval"]
    assert 0 < low < 50  # one pair says little
    assert high == 100


def test_every_number_has_an_interval_around_it() -> None:
    pairs = {
        "ana": [sentiment_pair(f"p{n}", phenomenon="heat") for n in range(30)],
        "ben": [sentiment_pair(f"p{n}") for n in range(30, 50)],
    }
    scores = score(contest_of(pairs, {"s": many(50, 20), "t": many(50, 45)}, dev=DEV))
    for row in scores["systems"].values():
        for value, interval in (
            (row["broken_percent"], row["broken_interval"]),
            (row["passed_percent"], row["passed_interval"]),
            (row["f1"], row["f1_interval"]),
            (row["accuracy"], row["accuracy_interval"]),
        ):
            assert interval[0] <= value <= interval[1]
    for name, row in scores["breakers"].items():
        assert row["interval"][0] <= row["break_rate"] <= row["interval"][1]
        assert row["score_interval"][0] <= row["score"] <= row["score_interval"][1]
        for system, cell in scores["matrix"][name].items():
            low, high = scores["matrix_intervals"][name][system]
            assert low <= cell <= high


def test_the_seed_and_nothing_else_decides_the_intervals(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    assert score(contest, seed=1) == score(contest, seed=1)
    one, other = score(contest, seed=1), score(contest, seed=2)
    assert one["systems"]["stuck"]["broken"] == other["systems"]["stuck"]["broken"]
    assert one["bootstrap"]["seed"] != other["bootstrap"]["seed"]


def test_no_number_is_infinite_or_without_a_value_by_accident(tmp_path: Path) -> None:
    def numbers(value: Any) -> list[float]:
        if isinstance(value, dict):
            return [n for inner in value.values() for n in numbers(inner)]
        if isinstance(value, list | tuple):
            return [n for inner in value for n in numbers(inner)]
        return [value] if isinstance(value, float) else []

    found = numbers(score(read_contest(small_contest(tmp_path))))
    assert len(found) > 50
    assert all(math.isfinite(number) for number in found)


def test_the_table_says_who_is_where(tmp_path: Path) -> None:
    result = zellig("contest", "score", small_contest(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    for word in (
        "Builders",
        "Breakers",
        "good",
        "stuck",
        "ana",
        "ben",
        "66.67",
        "Breaker score: no development",
    ):
        assert word in result.stdout


def of_breakers(shares: dict[str, tuple[int, int]]) -> Contest:
    """One system, and by breaker how many of so many pairs break it."""
    pairs = {name: [sentiment_pair(f"{name}{n}") for n in range(many)] for name, (_, many) in shares.items()}
    given = {
        f"{name}{n}": ("+1", "+1") if n < broken else ("+1", "-1")
        for name, (broken, many) in shares.items()
        for n in range(many)
    }
    return contest_of(pairs, {"s": given})


@pytest.mark.parametrize(("many", "tier"), [(1, None), (100, 1)])
def test_breakers_on_a_handful_of_pairs_are_not_ranked(many: int, tier: int | None) -> None:
    scores = score(of_breakers({"ana": (2, 2), "ben": (many // 2, many)}))
    assert [row["tier"] for row in scores["breakers"].values()] == [None, tier]


def test_a_breaker_with_one_pair_does_not_hold_the_others_together() -> None:
    scores = score_contest(of_breakers({"one": (1, 1), "hard": (46, 46), "easy": (0, 50)}), replicates=100)
    assert {name: row.tier for name, row in scores.breakers.items()} == {"one": None, "hard": 1, "easy": 2}
    words = contest_in_words(scores)
    assert any(sentence.startswith("hard's pairs are the hardest") for sentence in words)
    assert "one brought fewer than 20 pairs: too few to compare, so it has no tier." in words


def test_originals_without_letters_are_told_apart() -> None:
    pairs = [
        Pair(
            face,
            Item(face, {"text": face}, ("+1",)),
            Item(f"{face}_b", {"text": "x"}, ("-1",)),
            "flip",
        )
        for face in ("🙂", "🎬")
    ]
    assert score(contest_of({"ana": pairs}, {"s": {p.id: ("+1", "-1") for p in pairs}}))["originals"] == 2


def test_an_unparsed_answer_is_wrong_and_counted() -> None:
    pairs = {"ana": [sentiment_pair("p1"), sentiment_pair("p2")]}
    row = score(contest_of(pairs, {"s": {"p1": ("+1", "unparsed"), "p2": ("+1", "-1")}}))["systems"]["s"]
    assert (row["unparsed"], row["broken"], row["accuracy"]) == (1, 1, 0.75)
    assert row["f1_per_class"] == {"-1": pytest.approx(2 / 3), "+1": 1}
