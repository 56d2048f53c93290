"""The gate: who passes and who does not, by limits and beside a baseline; what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from gates import SIZES, Knowing, by_chance, changed, constant, hundred, inverted, write_run, wrong_about
from helpers import sentiment_pair, write_contest
from zellig.errors import ZelligError
from zellig.games.breaking.gate import Decision, check_run
from zellig.games.contest import read_contest, score_contest
from zellig.items import UNPARSED, Item, Pair, Prediction, write_records
from zellig.notices import Notice, hearing
from zellig.performers import Spec
from zellig.report.gate import conclusion, doubts, in_words, sentences
from zellig.report.junit import junit

Answer = Callable[[Item, str], str]

OLD = wrong_about(changed("heat", range(0, 100, 10)) | changed("irony", range(0, 60, 3)))
BETTER = wrong_about(
    changed("irony", range(0, 60, 6)) | changed("negation", [3])
)  # 20 newly passed, 1 no longer
REGRESSED = wrong_about(changed("negation", range(20)))  # 30 newly passed elsewhere, 20 of 40 no longer


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", hundred())


def system(answer: Answer) -> Knowing:
    return Knowing(hundred(), answer)


# --- limits


@pytest.mark.parametrize("answer", [constant, inverted, by_chance])
def test_a_system_that_knows_nothing_does_not_pass(run: Path, answer: Answer) -> None:
    decision = check_run(run, system(answer), min_passed=40)
    assert not decision.passes
    assert decision.passed.percent < 40
    assert check_run(run, system(OLD), min_passed=40).passes


@pytest.mark.parametrize(
    ("answer", "kind"), [(constant, "constant"), (inverted, "exchanged"), (by_chance, "chance")]
)
def test_a_system_that_does_not_read_passes_nothing_whatever_is_asked_for(
    run: Path, tmp_path: Path, answer: Answer, kind: str
) -> None:
    for asked in (
        check_run(run, system(answer), min_passed=0),
        check_run(run, system(answer), baseline=system(answer)),
    ):
        assert not asked.passes
        assert conclusion(asked) == f"knowing does not pass: reading ({kind})."
        assert asked.doubt is not None
        assert asked.doubt.kind == kind
        assert f'name="reading ({kind})"' in junit(asked, "gate")
    stored = check_run(run, system(answer), store=tmp_path / "old.json")
    assert stored.passes  # there was nothing to decide by
    assert stored.doubt == asked.doubt
    better = check_run(run, system(OLD), baseline=str(tmp_path / "old.json"))
    assert better.passes
    assert better.baseline_doubt == asked.doubt
    assert "knowing (the baseline) " in " ".join(doubts(better))


def test_guesses_do_not_pass_a_low_limit_and_that_is_what_is_said(run: Path) -> None:
    decision = check_run(run, system(by_chance), min_passed=5)
    assert not any(each.fails for each in decision.limits)
    assert not decision.passes
    assert "which may be mere guessing. So nothing can be said" in " ".join(sentences(decision))


def test_where_the_texts_are_to_blame_the_limits_decide_and_that_is_said(tmp_path: Path) -> None:
    pairs = [sentiment_pair(str(n), ("+1", "+1"), phenomenon="heat") for n in range(20)]
    decision = check_run(write_run(tmp_path / "run", pairs), Knowing(pairs), min_passed=50)
    assert decision.passes
    assert decision.doubt is not None
    (told,) = doubts(decision)
    assert told.endswith("It is decided by what it passes all the same.")


def test_every_share_is_counted_by_hand(run: Path) -> None:
    # OLD is wrong about 10 of 100 pairs of heat and 20 of 60 of irony, about no original.
    decision = check_run(run, system(OLD), min_passed=0, min_accuracy=0)
    assert (decision.passed.hits, decision.passed.counted, decision.passed.percent) == (170, 200, 85.0)
    assert {name: (share.hits, share.counted) for name, share in decision.phenomena.items()} == {
        "heat": (90, 100),
        "irony": (40, 60),
        "negation": (40, 40),
    }
    assert decision.pairs == sum(SIZES.values())
    assert decision.originals == decision.accuracy.counted == decision.accuracy.hits == 100


def test_an_original_counts_once_for_accuracy(run: Path) -> None:
    # Originals 0 to 9 are in all three phenomena: 30 of 200 pairs, and 10 of 100 originals.
    decision = check_run(run, system(wrong_about(set(map(str, range(10))))), min_accuracy=90)
    assert decision.passes
    assert (decision.accuracy.hits, decision.accuracy.counted) == (90, 100)
    assert not check_run(run, system(wrong_about(set(map(str, range(11))))), min_accuracy=90).passes


def test_a_limit_that_is_just_reached_is_kept(tmp_path: Path) -> None:
    pairs = [pair for pair in hundred() if pair.phenomenon == "heat"]
    folder = write_run(tmp_path / "run", pairs)
    known = Knowing(pairs, wrong_about(changed("heat", range(71))))
    assert 100 * (29 / 100) < 29  # the share itself would miss it
    assert check_run(folder, known, min_passed=29).passes
    assert not check_run(folder, known, min_passed=29.1).passes


def test_limits_by_phenomenon(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text("[phenomena]\nirony = 70\nnegation = 100\n")
    decision = check_run(run, system(OLD), limits=path)
    assert [(each.phenomenon, each.fails) for each in decision.limits] == [
        ("irony", True),
        ("negation", False),
    ]
    assert {example.pair.phenomenon for example in decision.limits[0].examples} == {"irony"}
    path.write_text("[phenomena]\nirony = 66\n")
    assert check_run(run, system(OLD), limits=path).passes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[phenomena]\nirnoy = 70",
            "no pair of this run shows the phenomenon 'irnoy'. There are: heat, irony,",
        ),
        ("[phenomena]\nirony = nan", "nan is not a percentage (irony)"),
        ("[phenomena]\nirony = 101", "101 is not a percentage"),
        ("[phenomena]\nirony = 'most'", "it is not a file of limits"),
        ("min_passed = 40", "it is not a file of limits"),
        ("[phenomena", "it is not a file of limits"),
    ],
)
def test_a_wrong_file_of_limits_is_refused(run: Path, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(text)
    known = system(OLD)
    with pytest.raises(ZelligError) as refused:
        check_run(run, known, limits=path)
    assert str(refused.value).startswith(f"{path}")
    assert told in str(refused.value)
    assert known.asked == []


def test_without_anything_to_decide_by_nothing_is_decided(run: Path) -> None:
    with pytest.raises(ZelligError, match=r"nothing to decide by\. Give min_passed="):
        check_run(run, system(OLD))
    with pytest.raises(ZelligError, match=r"nan is not a percentage \(min_passed\)"):
        check_run(run, system(OLD), min_passed=float("nan"))


@pytest.mark.parametrize("value", ["40", [40]])
def test_a_limit_that_is_no_number_is_refused(run: Path, value: object) -> None:
    known = system(OLD)
    with pytest.raises(ZelligError, match=rf"{re.escape(repr(value))} is not a percentage \(min_passed\)"):
        check_run(run, known, min_passed=value)  # type: ignore[arg-type]
    assert known.asked == []


def test_a_share_in_place_of_a_percentage_is_told(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text("[phenomena]\nirony = 0.7\nheat = 1\nnegation = 0\n")
    told: list[Notice] = []
    with hearing(told.append):
        assert check_run(run, system(OLD), min_passed=0.4, min_accuracy=1, limits=path).passes
    assert [notice for notice in told if notice.kind == "warning"] == [
        ("warning", "min_passed: 0.4 means 0.4 percent; did you mean 40?"),
        ("warning", "irony: 0.7 means 0.7 percent; did you mean 70?"),
    ]


# --- beside a baseline


def test_a_result_is_stored_over_a_stored_result_alone(run: Path, tmp_path: Path) -> None:
    stored = tmp_path / "old.json"
    check_run(run, system(OLD), store=stored)
    before = stored.read_bytes()
    check_run(run, system(REGRESSED), store=stored)  # the next baseline
    assert stored.read_bytes() != before
    for held in ('{"schema": 1}', "notes\n"):
        stored.write_text(held)
        with pytest.raises(ZelligError, match="already there, and is not a stored result"):
            check_run(run, system(OLD), store=stored)
        assert stored.read_text() == held


def test_what_does_not_pass_is_no_baseline(run: Path, tmp_path: Path) -> None:
    stored = tmp_path / "old.json"
    check_run(run, system(OLD), store=stored)
    before = stored.read_bytes()
    assert not check_run(run, system(REGRESSED), baseline=str(stored), store=stored).passes
    assert not check_run(run, system(BETTER), min_passed=100, store=tmp_path / "new.json").passes
    assert stored.read_bytes() == before
    assert not (tmp_path / "new.json").exists()
    assert check_run(run, system(BETTER), baseline=str(stored), store=stored).passes
    assert stored.read_bytes() != before


BOTH_WAYS = (("+1", "-1"), ("-1", "+1"))


def test_a_gate_that_knows_nothing_is_not_green(tmp_path: Path) -> None:
    pairs = [sentiment_pair(str(n), BOTH_WAYS[n % 2], phenomenon="heat") for n in range(20)]
    enough, few = write_run(tmp_path / "enough", pairs), write_run(tmp_path / "few", pairs[:19])
    asks: list[dict[str, object]] = [
        {"min_passed": 50.0},
        {"min_accuracy": 50.0},
        {"limits": {"heat": 50.0}},
        {"baseline": Knowing(pairs)},
    ]
    for given in asks:
        assert check_run(enough, Knowing(pairs), **given).passes  # type: ignore[arg-type]
        decision = check_run(few, Knowing(pairs), **given)  # type: ignore[arg-type]
        assert not decision.passes
        assert [each.needed for each in decision.failing] == [20]
        assert conclusion(decision).startswith("knowing does not pass, too little is known: ")
        (sentence,) = (in_words(each, decision) for each in decision.failing)
        assert re.search(
            r"19 (pairs|originals).*not known, at least 20 (pairs|originals) are needed", sentence
        )


def test_a_phenomenon_of_few_pairs_says_how_many_are_needed_and_fails_nothing(tmp_path: Path) -> None:
    pairs = [
        sentiment_pair(str(n), BOTH_WAYS[n % 2], phenomenon="heat" if n < 30 else "irony") for n in range(35)
    ]
    decision = check_run(write_run(tmp_path / "run", pairs), Knowing(pairs), baseline=Knowing(pairs))
    assert decision.passes
    needed = {each.phenomenon: each.needed for each in decision.comparisons}
    assert needed == {None: None, "heat": None, "irony": 20}
    told = "Is it worse at irony (5)? Of each, that is not known, at least 20 pairs are needed to tell."
    assert told in sentences(decision)


def test_few_pairs_may_show_that_a_limit_is_missed_and_none_are_needed_for_0(tmp_path: Path) -> None:
    pairs = [sentiment_pair(str(n), BOTH_WAYS[n % 2]) for n in range(6)]
    folder = write_run(tmp_path / "few", pairs)
    assert check_run(folder, Knowing(pairs), min_passed=0).passes
    missed = check_run(folder, Knowing(pairs, wrong_about({"0_b", "1_b"})), min_passed=90)
    assert [(each.fails, each.needed) for each in missed.limits] == [(True, None)]


def beside(run: Path, answer: Answer, old: Answer = OLD) -> Decision:
    stored = run.parent / "old.json"
    assert check_run(run, system(old), store=stored).passes
    return check_run(run, system(answer), baseline=str(stored))


def test_a_better_system_passes(run: Path) -> None:
    decision = beside(run, BETTER)
    assert decision.passes
    (whole,) = [change for change in decision.comparisons if change.phenomenon is None]
    assert (whole.no_longer_passed, whole.newly_passed) == (1, 20)


def test_a_regression_in_one_phenomenon_is_found_and_named(run: Path) -> None:
    decision = beside(run, REGRESSED)
    assert decision.passed.percent > 85  # better on the whole
    assert not decision.passes
    (failed,) = decision.failing
    assert failed.phenomenon == "negation"
    (change,) = [each for each in decision.comparisons if each.fails]
    assert (change.pairs, change.no_longer_passed, change.newly_passed) == (40, 20, 0)
    # 20 originals, all in one direction: 2 of 2^20 ways; the tests of three phenomena for Holm.
    assert change.permutation_p == pytest.approx(2 / 2**20)
    assert change.adjusted_p == pytest.approx(3 * 2 / 2**20)
    assert {each.corrected_for for each in decision.comparisons if each.phenomenon} == {3}
    assert {each.corrected_for for each in decision.comparisons if not each.phenomenon} == {1}
    assert change.difference == -50
    for example in change.examples:
        assert example.pair.phenomenon == "negation"
        assert example.right == (True, False)
        assert example.before == (example.pair.original.accepted[0], example.pair.modified.accepted[0])


def test_chance_is_no_regression(run: Path) -> None:
    # Five no longer passed and none newly: p = 1/16.
    decision = beside(run, wrong_about(changed("negation", range(5))), old=wrong_about(()))
    assert decision.passes
    assert [each.permutation_p for each in decision.comparisons if each.phenomenon == "negation"] == [1 / 16]


def test_pairs_of_one_original_are_no_independent_witnesses(tmp_path: Path) -> None:
    """Twenty pairs from two originals go wrong together: that may be chance, and McNemar alone is fooled."""
    pairs = [sentiment_pair(f"{n}", original=f"o{n % 2}", phenomenon="heat") for n in range(20)]
    folder = write_run(tmp_path / "run", pairs)
    check_run(folder, Knowing(pairs), store=tmp_path / "old.json")
    worse = Knowing(pairs, wrong_about({"o0", "o1"}))
    decision = check_run(folder, worse, baseline=str(tmp_path / "old.json"))
    assert decision.comparisons[0].mcnemar_p < 0.001
    assert decision.comparisons[0].permutation_p == 0.5
    assert decision.passes


def with_a_search(folder: Path) -> Path:
    """Heat was looked for by asking the old system, and kept where it broke that one."""
    by_search = [pair for pair in hundred() if pair.phenomenon == "heat"]
    others = [pair for pair in hundred() if pair.phenomenon != "heat"]
    write_records(folder / "pairs/cook.jsonl", Pair, others, "sentiment", author="cook", victim=None)
    write_records(
        folder / "pairs/seeker on old.jsonl", Pair, by_search, "sentiment", author="seeker", victim="old"
    )
    return folder


def test_pairs_made_by_asking_are_not_compared(tmp_path: Path) -> None:
    folder = with_a_search(tmp_path / "run")
    broken = wrong_about(changed("heat", range(100)))
    for run in (folder, read_contest(folder, unanswered=True)):
        decision = check_run(run, system(REGRESSED), baseline=system(broken), min_passed=90)
        assert decision.searched == 100
        assert {each.phenomenon: each.pairs for each in decision.comparisons} == {
            None: 100,
            "irony": 60,
            "negation": 40,
        }
        whole = decision.comparisons[0]
        assert (whole.phenomenon, whole.newly_passed, whole.no_longer_passed) == (None, 0, 20)
        assert whole.fails  # with the others, 100 would have been newly passed
        (limit,) = decision.limits
        assert (limit.found.hits, limit.found.counted) == (180, 200)  # a limit counts all valid pairs
        assert "100 pairs made by asking" in " ".join(doubts(decision))
    alone = check_run(folder, system(OLD), min_passed=1)
    assert "100 pairs made by asking a system" in " ".join(doubts(alone))
    assert "not compared" not in " ".join(doubts(alone))


def test_a_baseline_is_refused_where_every_pair_was_made_by_asking(tmp_path: Path) -> None:
    folder = with_a_search(tmp_path / "run")
    (folder / "pairs/cook.jsonl").unlink()
    with pytest.raises(ZelligError, match="every valid pair was made by asking a system"):
        check_run(folder, system(OLD), baseline=system(REGRESSED))
    assert check_run(folder, system(OLD), min_passed=10).passes


def test_a_baseline_may_be_a_system(run: Path, tmp_path: Path) -> None:
    answers = [
        Prediction(item.id, REGRESSED(item, item.accepted[0]))
        for pair in hundred()
        for item in (pair.original, pair.modified)
    ]
    by_id = {each.id: each for each in answers}
    write_records(tmp_path / "old.jsonl", Prediction, list(by_id.values()), "sentiment")
    by_system = check_run(run, system(OLD), baseline=f"file:{tmp_path / 'old.jsonl'}")
    stored = beside(run, OLD, old=REGRESSED)
    assert by_system.comparisons == stored.comparisons
    assert {each.phenomenon for each in by_system.failing} == {"heat", "irony"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": 0}, "field schema: it has the schema 0, and 1 is read"),
        ({"run": "0" * 64}, "it was stored for other pairs than those of this run"),
        ({"answers": [["+1", "-1"]]}, "it was stored for other pairs than those of this run"),
        ({"answers": [["+1", "5"]] * 200}, "field answers: '5' is not an answer of the task sentiment"),
        ({"broken": 3}, "it is not a result of zellig check"),
    ],
)
def test_a_stored_result_that_cannot_be_used_is_refused(
    run: Path, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    path = tmp_path / "old.json"
    check_run(run, system(OLD), store=path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ZelligError) as refused:
        check_run(run, system(BETTER), baseline=str(path))
    assert told in str(refused.value)
    assert "Store it again: zl.gate(run, system=old, store='FILE')." in str(refused.value)


def test_a_result_of_another_run_is_refused(run: Path, tmp_path: Path) -> None:
    check_run(run, system(OLD), store=tmp_path / "old.json")
    other = write_run(tmp_path / "other", hundred()[:-1])
    with pytest.raises(ZelligError, match="stored for other pairs"):
        check_run(other, system(OLD), baseline=str(tmp_path / "old.json"))


# --- what is asked, and what is answered


def test_a_text_is_asked_about_once_and_counts_as_often_as_in_the_scores(tmp_path: Path) -> None:
    """Two breakers have made the same pair: the gate counts it as `contest score` does."""
    same = sentiment_pair("p1", phenomenon="heat")
    brought = {"ana": [same, sentiment_pair("p2")], "ben": [same]}
    right, wrong = ("+1", "-1"), ("+1", "+1")
    folder = write_contest(tmp_path, brought, {"stuck": {"p1": wrong, "p2": right}})
    known = Knowing([*brought["ana"]], wrong_about({"p1_b"}))
    decision = check_run(folder, known, min_passed=0)
    scores = score_contest(read_contest(folder)).systems["stuck"]
    assert decision.passed.percent == scores.passed_percent == pytest.approx(100 / 3)
    assert decision.passed.interval == pytest.approx(scores.passed_interval)
    assert sorted(known.asked) == ["p1_a", "p1_b", "p2_a", "p2_b"]


def test_a_file_of_pairs_will_do(tmp_path: Path) -> None:
    folder = write_run(tmp_path, hundred())
    alone = check_run(folder / "pairs/cook.jsonl", system(OLD), min_passed=0)
    assert alone == check_run(folder, system(OLD), min_passed=0)


def test_a_file_of_pairs_may_have_any_name(tmp_path: Path) -> None:
    """In a folder, the answers go by its name, and it has to be the entry's."""
    write_records(tmp_path / "mine.jsonl", Pair, hundred(), "sentiment", author="ana", victim="bag")
    assert check_run(tmp_path / "mine.jsonl", system(OLD), min_passed=0).pairs == 200
    write_records(tmp_path / "pairs/mine.jsonl", Pair, hundred(), "sentiment", author="ana", victim="bag")
    with pytest.raises(ZelligError, match="these are the pairs of 'ana on bag'"):
        check_run(tmp_path, system(OLD), min_passed=0)


def test_a_file_of_answers_is_not_asked_about_two_texts_by_one_id(tmp_path: Path) -> None:
    """Ids are unique in an entry alone; who is asked by text does not mind."""
    ana, other = sentiment_pair("p1"), sentiment_pair("p2")
    ben = msgspec.structs.replace(ana, modified=msgspec.structs.replace(other.modified, id="p1_b"))
    folder = write_contest(tmp_path / "run", {"ana": [ana], "ben": [ben]}, {})
    answers = [Prediction("p1_a", "+1"), Prediction("p1_b", "-1")]
    write_records(tmp_path / "old.jsonl", Prediction, answers, "sentiment")
    file = f"file:{tmp_path / 'old.jsonl'}"
    with pytest.raises(ZelligError, match="'p1_b' is one text here and another there, and a file answers by"):
        check_run(folder, file, min_passed=0)
    with pytest.raises(ZelligError, match="'p1_b' is one text here and another there"):
        check_run(folder, Knowing([ana]), baseline=file)
    for source, known in ((folder, Knowing([ana])), (folder / "pairs/ana.jsonl", file)):
        found = check_run(source, known, min_passed=100).passed
        assert found.hits == found.counted


class Failing(Knowing):
    """Fails on some items."""

    def __init__(self, pairs: Sequence[Pair], on: set[str]) -> None:
        super().__init__(pairs)
        self._on = on

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        if any(item.id in self._on for item in items):
            raise RuntimeError("no idea")
        return super().predict(items)


def test_what_a_system_fails_on_is_wrong_and_told(run: Path) -> None:
    decision = check_run(run, Failing(hundred(), {"7 irony"}), min_passed=0)
    assert (decision.passed.hits, decision.unparsed) == (199, 1)
    assert "no idea" in decision.failures["7 irony"]


def test_a_system_that_fails_on_everything_keeps_the_gate_from_deciding(run: Path) -> None:
    every = {item.id for pair in hundred() for item in (pair.original, pair.modified)}
    with pytest.raises(ZelligError, match="no idea"):
        check_run(run, Failing(hundred(), every), min_passed=0)


def test_an_answer_that_could_not_be_understood_is_wrong_and_counted(run: Path) -> None:
    decision = check_run(run, system(lambda item, gold: UNPARSED if item.id == "99" else gold), min_passed=0)
    assert (decision.passed.hits, decision.unparsed, decision.failures) == (199, 1, {})


def test_what_the_baseline_did_not_answer_is_told_too(run: Path) -> None:
    """Else a baseline that was out of order for a while would hide a regression."""
    decision = beside(run, OLD, old=lambda item, gold: UNPARSED if item.id == "0" else gold)
    assert (decision.unparsed, decision.baseline_unparsed) == (0, 3)  # 0 is in three pairs


def test_an_answer_of_another_task_is_refused(run: Path) -> None:
    with pytest.raises(ZelligError, match="'entailment' is not an answer of the task sentiment"):
        check_run(run, system(lambda item, gold: "entailment"), min_passed=0)


def test_an_object_that_is_no_system_is_refused(run: Path) -> None:
    with pytest.raises(ZelligError, match="'Spec' has no 'spec'"):
        check_run(run, Spec("not a system"), min_passed=0)  # type: ignore[arg-type]


def test_a_system_that_has_learnt_the_pairs_is_refused(run: Path, tmp_path: Path) -> None:
    from zellig.systems.training import train_system

    items = [pair.modified for pair in hundred()]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    train_system("bag-of-ngrams", f"items:{tmp_path / 'items.jsonl'}", tmp_path / "bag")
    bag, learnt = str(tmp_path / "bag"), r"200 of 300 items are texts that .*bag was trained on"
    with pytest.raises(ZelligError, match=learnt):
        check_run(run, bag, min_passed=0)
    with pytest.raises(ZelligError, match=learnt):
        check_run(run, system(OLD), baseline=bag)
    assert check_run(run, bag, baseline=bag, allow_overlap=True).pairs == 200


# --- runs that are not over


@pytest.mark.parametrize(
    ("game", "last", "command"),
    [("breaking", "scores.json", "zl.break_systems"), ("contrast", "summary.json", "zl.contrast_set")],
)
def test_a_run_that_is_not_over_decides_nothing(run: Path, game: str, last: str, command: str) -> None:
    (run / "run.toml").write_text(f'game = "{game}"\nseed = 1\n')
    known = system(OLD)
    with pytest.raises(ZelligError) as refused:
        check_run(run, known, min_passed=0)
    assert str(refused.value).startswith(f"{run}: this run is not finished ({last} is missing)")
    assert f"Run `{command}` to its end" in refused.value.remedy
    assert known.asked == []
    (run / last).write_text("{}")
    assert check_run(run, known, min_passed=0).passes


def test_a_plan_that_is_none_is_refused_and_that_of_another_game_asks_for_nothing(run: Path) -> None:
    (run / "run.toml").write_text('game = "mine"\n')
    assert check_run(run, system(OLD), min_passed=0).passes
    (run / "run.toml").write_text("game = [")
    with pytest.raises(ZelligError, match=r"run\.toml: it is not the plan of a run"):
        check_run(run, system(OLD), min_passed=0)


# --- examples


def test_examples_are_of_different_originals_and_the_worst_first(run: Path) -> None:
    # Of 4, all three pairs are wrong on one side; of 8, the pairs of heat on both.
    decision = check_run(
        run, system(wrong_about({"4 heat", "4 irony", "4 negation", "8", "8 heat"})), min_passed=100
    )
    (limit,) = decision.limits
    assert [(example.pair.id, example.right) for example in limit.examples] == [
        ("heat 8", (False, False)),
        ("heat 4", (True, False)),
    ]
    assert limit.examples[0].answers == ("+1", "-1")


def test_examples_of_accuracy_have_a_wrong_original(run: Path) -> None:
    decision = check_run(run, system(wrong_about({"4 heat", "8"})), min_accuracy=100)
    assert [example.pair.original.id for example in decision.limits[0].examples] == ["8"]
