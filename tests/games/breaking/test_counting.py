"""Which pairs count: the report, the gate and the comparison speak of the same ones."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gates import Knowing, wrong_about
from made_up_run import Given, answering, flips, made_up_run
from zellig.errors import ZelligError
from zellig.files import write_json
from zellig.games.breaking import compare_runs
from zellig.games.breaking.counting import counted_pairs
from zellig.games.breaking.diagnosis import diagnose
from zellig.games.breaking.gate import check_run
from zellig.games.breaking.notes import Notes
from zellig.games.breaking.play import Played
from zellig.games.breaking.stored import read_stored
from zellig.games.contest import Contest, Entry
from zellig.items import Pair, write_records
from zellig.notices import Notice, hearing
from zellig.report.gate import doubts
from zellig.report.words import contest_in_words

DENY, ADD, SEEK = flips("deny", 30), flips("add", 25), flips("seek", 20)
PAIRS = [*DENY, *ADD, *SEEK]
DOUBTFUL = {pair.id: [("parse", "it cannot be read")] for pair in DENY[:10]}


def given(wrong: int) -> Given:
    return answering(DENY, changed=wrong) | answering(ADD, changed=wrong) | answering(SEEK, changed=20)


def run() -> Played:
    """Ten of the thirty denials are doubtful, and twenty pairs were made by asking."""
    found = [Entry("seek", SEEK[:12], "old"), Entry("seek", SEEK[12:], "new")]
    entries = [Entry("deny", DENY), Entry("add", ADD), *found]
    return made_up_run(entries, {"old": given(15), "new": given(12)}, findings={"deny": DOUBTFUL})


def knowing(answers: Given) -> Knowing:
    wrong = {
        item.id
        for pair in PAIRS
        for item, answer in zip((pair.original, pair.modified), answers[pair.id], strict=True)
        if answer not in item.accepted
    }
    return Knowing(PAIRS, wrong_about(wrong))


def write(folder: Path, contest: Contest) -> Path:
    """What a run leaves in a folder."""
    for entry in contest.entries:
        path = folder / f"pairs/{entry.name}.jsonl"
        write_records(path, Pair, entry.pairs, "sentiment", author=entry.author, victim=entry.victim)
        faults = {pair: list(codes) for pair, codes in (entry.faults or {}).items()}
        write_json(folder / f"made/{entry.name}.json", Notes(30, 20, 0, 0, {}, faults))
    return folder


def test_the_report_the_gate_and_the_comparison_count_the_same_pairs(tmp_path: Path) -> None:
    played = run()
    assert counted_pairs(played.contest).sum() == 20 + 25
    _, new = diagnose(played.result)
    by_report = {group.phenomenon: (group.pairs, group.both_right) for group in new.groups}
    assert by_report == {"deny": (20, 18), "add": (25, 13)}  # two of the twelve wrong denials are valid
    compared = compare_runs(played.contest, played.contest, ["old", "new"])
    assert {each.phenomenon: (each.pairs, each.passed[1]) for each in compared.phenomena} == by_report
    assert (compared.searched, compared.doubtful) == (20, 10)
    for source in (played.contest, write(tmp_path / "run", played.contest)):
        decision = check_run(source, knowing(given(12)), baseline=knowing(given(15)))
        in_gate = {name: (found.counted, found.hits) for name, found in decision.phenomena.items()}
        assert in_gate == by_report | {"seek": (20, 0)}  # a limit may be set for these, too
        beside = {each.phenomenon: each.pairs for each in decision.comparisons}
        assert beside == {None: 45, "deny": 20, "add": 25}
        assert (decision.pairs, decision.doubtful, decision.searched) == (65, 10, 20)
        told = " ".join(doubts(decision))
        assert "Not counted, as in the report of the run: 10 pairs" in told
        assert "20 pairs made by asking a system" in told


def test_a_comparison_and_a_contest_tell_one_story() -> None:
    played = run()
    assert played.scores is not None
    (of_contest,) = played.scores.comparisons
    every = compare_runs(played.contest, played.contest, ["old", "new"]).every
    assert (of_contest.corrected_for, every.corrected_for) == (1, 1)  # however many phenomena there are
    # A contest counts every pair, and says so; on the same pairs the numbers are the same.
    assert "All pairs count that were brought, 10 pairs that a check speaks against and 20 pairs made by" in (
        " ".join(contest_in_words(played.scores))
    )
    counts = counted_pairs(played.contest)
    sound = [
        Entry(entry.author, [pair for pair, good in zip(entry.pairs, counts[rows], strict=True) if good])
        for entry, rows in zip(played.contest.entries[:2], (slice(30), slice(30, 55)), strict=True)
    ]
    (alone,) = made_up_run(sound, {"old": given(15), "new": given(12)}).scores.comparisons  # type: ignore[union-attr]
    assert (alone.only_first, alone.only_second) == (every.no_longer_passed, every.newly_passed)
    assert alone.adjusted_p == every.adjusted_p
    assert alone.still_needed == every.still_needed


def test_the_table_of_breakers_counts_what_the_sentences_below_it_count() -> None:
    new = diagnose(run().result)[1]
    rows = {row.breaker: (row.pairs, row.valid, row.both_right, row.changed.of) for row in new.breakers}
    assert rows == {"deny": (30, 20, 18, 20), "add": (25, 25, 13, 25), "seek": (8, 8, 0, 8)}


def test_what_a_run_noted_is_read_with_its_pairs(tmp_path: Path) -> None:
    played = run()
    stored = read_stored(write(tmp_path / "run", played.contest))
    noted = {entry.name: entry.faults for entry in stored.entries}
    assert noted == {entry.name: entry.faults for entry in played.contest.entries}


def test_pairs_of_which_none_counts_decide_nothing() -> None:
    deny = Entry("deny", DENY, faults={pair.id: ["parse"] for pair in DENY})
    contest = Contest(run().contest.task, [deny], {})
    with pytest.raises(ZelligError, match="against the validity of every pair"):
        check_run(contest, knowing(given(0)), min_passed=0)
    seek = replace(contest, entries=[deny, Entry("seek", SEEK, "old")])
    assert check_run(seek, knowing(given(0)), min_passed=0).pairs == 20
    with pytest.raises(ZelligError, match="every valid pair was made by asking a system"):
        check_run(seek, knowing(given(0)), baseline=knowing(given(15)))
    with pytest.raises(ZelligError, match="no pair of this run shows the phenomenon 'deny'"):
        check_run(seek, knowing(given(0)), limits={"deny": 10})


def test_a_file_of_a_run_is_counted_as_in_the_run(
    tmp_path: Path,
) -> None:
    file = write(tmp_path / "run", run().contest) / "pairs/deny.jsonl"
    alone = Path(shutil.copy(file, tmp_path / "deny.jsonl"))
    counted, told = [], []
    for source in (file, alone):
        notices: list[Notice] = []
        with hearing(notices.append):
            counted.append(check_run(source, knowing(given(12)), min_passed=0).doubtful)
        told.append([notice.sentence for notice in notices])
    assert counted == [10, 0]
    assert told == [[], []]
