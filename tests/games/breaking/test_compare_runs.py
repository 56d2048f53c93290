"""Two versions on the pairs that they share: newly passed, no longer passed, unchanged; what is left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers import zellig
from made_up_run import Given, answering, flips, made_up_run
from zellig.errors import ZelligError
from zellig.games.breaking import ComparedRuns, compare_runs
from zellig.games.breaking.comparing import compare_folders
from zellig.games.breaking.stored import read_stored
from zellig.games.contest import Contest, Entry
from zellig.items import Pair, Prediction, write_records
from zellig.report.comparison import comparison_in_words

PAIRS, OTHERS = flips("deny", 40), flips("noise", 30)
OLD = answering(PAIRS, changed=30) | answering(OTHERS)
NEW = answering(PAIRS, changed=5, original=1) | answering(OTHERS, both_wrong=2)


def contest(given: Given, pairs: list[Pair] | None = None, system: str = "mine", victim: str = "") -> Contest:
    entries = [Entry("deny", PAIRS if pairs is None else pairs), Entry("noise", OTHERS)]
    if victim:
        entries.append(Entry("seek", flips("seek", 3), victim))
    more = answering(flips("seek", 3), changed=3)
    return made_up_run(entries, {system: given | more}).contest


def compared() -> ComparedRuns:
    return compare_runs(contest(OLD, victim="mine"), contest(NEW, PAIRS[:36]), names=("v1", "v2"))


def test_newly_passed_no_longer_passed_and_unchanged() -> None:
    found = compared()
    assert found.names == ("mine (v1)", "mine (v2)")
    assert (found.only_first, found.only_second, found.searched) == (4, 0, 3)
    assert [found.states.count(each) for each in ("newly passed", "no longer passed")] == [24, 2]
    deny, noise = found.phenomena
    assert (deny.phenomenon, deny.pairs, deny.passed, deny.newly_passed, deny.no_longer_passed) == (
        "deny",
        36,
        (6, 30),
        24,
        0,
    )
    assert deny.apart
    assert deny.difference == pytest.approx(100 * 24 / 36)
    assert deny.interval is not None
    assert deny.interval[0] < deny.difference < deny.interval[1]
    assert (noise.newly_passed, noise.no_longer_passed, noise.apart) == (0, 2, False)
    assert noise.difference == pytest.approx(-100 * 2 / 30)


def test_in_words() -> None:
    told, better, left = comparison_in_words(compared())
    assert "It no longer passes 2 of them, and newly passes 24. It is better" in told
    assert better == "Better on (p corrected for 2 phenomena): deny (6 to 30 of 36 passed; p < 0.0001)."
    assert left == (
        "Not compared: 4 pairs that only mine (v1) was asked about, 3 pairs made by asking a system. The "
        "scores of a contest count every pair."
    )


def test_a_pair_is_left_out_for_one_reason_and_not_where_it_is_compared() -> None:
    doubted = {pair.id: ["parse"] for pair in PAIRS[:4]}
    searched = Entry("seek", PAIRS[4:7], "mine")  # a breaker that asks nobody has found them, too
    first = made_up_run([Entry("deny", PAIRS), searched], {"mine": OLD}).contest
    second = made_up_run([Entry("deny", PAIRS)], {"mine": NEW}).contest
    second = replace(second, entries=[replace(entry, faults=doubted) for entry in second.entries])
    for found in (compare_runs(first, second), compare_runs(second, first)):
        assert found.every.pairs == 36
        assert (found.only_first, found.only_second, found.searched, found.doubtful) == (0, 0, 0, 4)


def test_it_is_said_where_the_original_is_lost_and_not_the_change() -> None:
    worse = answering(PAIRS, changed=30) | answering(OTHERS, both_wrong=18, original=2, changed=2)
    found = compare_runs(contest(OLD), contest(worse), names=("v1", "v2"))
    (noise,) = [change for change in found.phenomena if change.phenomenon == "noise"]
    assert (noise.no_longer_passed, noise.original_wrong) == (22, 20)
    assert comparison_in_words(found)[2] == (
        "Worse on (p corrected for 2 phenomena): noise (30 to 8 of 30 passed; p < 0.0001; of the 22 no "
        "longer passed, 20 because the original itself is answered wrong now)."
    )


def test_two_systems_of_one_run() -> None:
    run = made_up_run([Entry("deny", PAIRS), Entry("noise", OTHERS)], {"old": OLD, "new": NEW}).contest
    found = compare_runs(run, run, ["old", "new"])
    assert found.names == ("old", "new")
    turned = compare_runs(run, run, ["new", "old"])
    assert (found.every.newly_passed, found.every.no_longer_passed) == (
        turned.every.no_longer_passed,
        turned.every.newly_passed,
    )
    assert found.every.difference == pytest.approx(-turned.every.difference)


def test_what_cannot_be_compared() -> None:
    run = made_up_run([Entry("deny", PAIRS)], {"old": OLD, "new": NEW}).contest
    for systems, why in (
        ([], "several systems"),
        (["old"], "with itself"),
        (["old", "none"], "no system 'none'"),
    ):
        with pytest.raises(ZelligError, match=why):
            compare_runs(run, run, systems)
    with pytest.raises(ZelligError, match="share no valid pair"):
        compare_runs(
            contest(OLD), made_up_run([Entry("x", flips("x", 3))], {"mine": answering(flips("x", 3))}).contest
        )


def write(folder: Path, given: Given) -> Path:
    write_records(folder / "pairs/deny.jsonl", Pair, PAIRS, "sentiment")
    answers = [
        Prediction(item.id, answer, {answer: 0.75})
        for pair in PAIRS
        for item, answer in zip((pair.original, pair.modified), given[pair.id], strict=True)
    ]
    write_records(folder / "predictions/mine/deny.jsonl", Prediction, answers, "sentiment")
    return folder


def test_the_command(tmp_path: Path) -> None:
    runs = write(tmp_path / "v1", OLD), write(tmp_path / "v2", NEW)
    done = zellig("compare", *runs, "--report", tmp_path / "page.html")
    assert done.returncode == 0, done.stderr
    assert "mine (v2) passes 85% of 40 pairs (both sides right), mine (v1) 25%." in done.stdout
    assert "mine (v2) beside mine (v1)" in (tmp_path / "page.html").read_text()
    failed = zellig("compare", runs[0], "--report", tmp_path / "none.html")
    assert failed.returncode == 1
    assert "with itself" in failed.stderr
    assert not (tmp_path / "none.html").exists()


def test_a_run_read_back_has_its_probabilities(tmp_path: Path) -> None:
    found = read_stored(write(tmp_path / "v1", OLD))
    (sure,) = found.confidences["mine"].values()
    assert sure == ([0.75] * len(PAIRS), [0.75] * len(PAIRS))
    assert [entry.faults for entry in found.entries] == [None]


def test_pairs_that_nobody_answered_are_not_compared(tmp_path: Path) -> None:
    answered = write(tmp_path / "v1", OLD)
    write_records(tmp_path / "v2/pairs/deny.jsonl", Pair, PAIRS, "sentiment")
    with pytest.raises(ZelligError, match="no system has answered") as refused:
        compare_folders([answered, tmp_path / "v2"])
    assert refused.value.path == str(tmp_path / "v2")
