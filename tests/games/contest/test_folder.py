"""Contests in the own layout: records or tables, with or without development data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import sentiment_pair, small_contest, write_contest, write_dev, zellig
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.games.contest import Layout, read_contest, score_contest
from zellig.items import Item, Pair, Prediction, write_records
from zellig.measures.outcomes import Answers
from zellig.tasks import get_task

PAIR_TABLE = """id\ttext\tlabel\tphenomenon
p1_a\tThe soup at table p1 was hot.\t1\t
p1_b\tThe soup at table p1 was cold.\t-1\theat
"""
PREDICTION_TABLE = "id\tlabel\np1_a\t1\np1_b\t1\n"


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def refusal(folder: Path, task: str | None = None) -> ZelligError:
    with pytest.raises(ZelligError) as caught:
        read_contest(folder, task=task)
    assert caught.value.remedy
    return caught.value


def test_records(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    assert contest.task.name == "sentiment"
    assert (contest.names, contest.systems) == (["ana", "ben"], ["good", "stuck"])
    assert [pair.id for _, _, pair in contest.rows()] == ["p1", "p2", "p3"]
    assert contest.answers["good"]["ana"] == Answers(["+1", "+1"], ["-1", "+1"])
    assert contest.answers["stuck"]["ben"] == Answers(["+1"], ["+1"])
    assert contest.dev_accuracy == {}


def test_tables_say_the_same_as_records(tmp_path: Path) -> None:
    records = write_contest(
        tmp_path / "records", {"ana": [sentiment_pair("p1", phenomenon="heat")]}, {"s": {"p1": ("+1", "+1")}}
    )
    tables = tmp_path / "tables"
    put(tables / "pairs/ana.tsv", PAIR_TABLE)
    put(tables / "predictions/s/ana.tsv", PREDICTION_TABLE)
    one, other = read_contest(records), read_contest(tables, task="sentiment")
    assert one.pairs == other.pairs
    assert one.answers == other.answers
    assert score_contest(one, replicates=100) == score_contest(other, replicates=100)


def test_csv_and_predictions_without_a_header(tmp_path: Path) -> None:
    put(tmp_path / "pairs/ana.csv", 'id,text,label\np1_a,"Hot, and good",1\np1_b,"Cold, and ""bad""",-1\n')
    put(tmp_path / "predictions/s/ana.tsv", "p1_a\t1\np1_b\t-1\n")
    contest = read_contest(tmp_path, task="sentiment")
    assert contest.pairs[0].modified.fields == {"text": 'Cold, and "bad"'}
    assert contest.answers["s"]["ana"] == Answers(["+1"], ["-1"])


def test_order_of_predictions_and_whole_numbers_do_not_matter(tmp_path: Path) -> None:
    write_contest(tmp_path, {"ana": [sentiment_pair("p1")]}, {"s": {"p1": ("+1", "-1")}})
    expected = read_contest(tmp_path).answers
    put(tmp_path / "predictions/s/ana.jsonl", '{"id":"p1_b","answer":-1}\n{"id":"p1_a","answer":1}\n')
    assert read_contest(tmp_path).answers == expected


def test_one_original_in_several_pairs_is_answered_once(tmp_path: Path) -> None:
    pairs = [sentiment_pair("p1", original="o"), sentiment_pair("p2", original="o")]
    write_contest(tmp_path, {"ana": pairs}, {"s": {"p1": ("+1", "-1"), "p2": ("+1", "+1")}})
    assert len((tmp_path / "predictions/s/ana.jsonl").read_text().splitlines()) == 1 + 3
    assert read_contest(tmp_path).answers["s"]["ana"] == Answers(["+1", "+1"], ["-1", "+1"])


def test_hidden_files_and_strangers_are_not_read(tmp_path: Path) -> None:
    small_contest(tmp_path)
    put(tmp_path / "pairs/.ana.jsonl.x.part", "half")
    put(tmp_path / "pairs/README.md", "hello")
    put(tmp_path / "predictions/README.md", "hello")
    put(tmp_path / "predictions/good/.DS_Store", "hello")
    assert read_contest(tmp_path).systems == ["good", "stuck"]


# --- the task


def test_without_header_or_option_the_task_is_asked_for(tmp_path: Path) -> None:
    put(tmp_path / "pairs/ana.tsv", PAIR_TABLE)
    assert "task=" in refusal(tmp_path).remedy


def test_an_option_may_judge_the_same_fields_in_another_way(tmp_path: Path) -> None:
    pair = qasrl_pair("p1", "the warm tea")
    folder = write_contest(tmp_path, {"ana": [pair]}, {"s": {"p1": ("Ana", "the warm teas")}}, "qasrl")
    strict, lenient = (
        score_contest(read_contest(folder, task=name), replicates=100) for name in ("qasrl", "qasrl-f1")
    )
    assert (strict.task, strict.systems["s"].broken) == ("qasrl", 1)
    assert (lenient.task, lenient.systems["s"].broken) == ("qasrl-f1", 0)


def test_an_option_that_contradicts_the_header_is_refused(tmp_path: Path) -> None:
    error = refusal(small_contest(tmp_path), "nli")
    assert error.line == 1
    assert "sentiment, not nli" in error.what
    assert 'task="sentiment"' in error.remedy


def test_an_unknown_task_is_refused(tmp_path: Path) -> None:
    assert "sentiment" in refusal(small_contest(tmp_path), "sentimant").remedy


# --- what cannot be scored


def qasrl_pair(name: str, answer: str) -> Pair:
    fields = {
        "sentence": "Ana drank the warm tea .",
        "predicate": "drank",
        "question": "what did someone drink?",
    }
    original = Item(f"{name}_a", fields, ("the warm tea", "Ana"))
    modified = Item(f"{name}_b", {**fields, "sentence": "Ana slowly drank the warm tea ."}, (answer,))
    return Pair(name, original, modified, "becomes")


@pytest.mark.parametrize(
    ("task", "pair"),
    [
        ("qasrl", qasrl_pair("p1", "the  warm tea")),
        (
            "quiz",
            Pair(
                "p1", Item("a", {"text": "x"}, ("Tea",)), Item("b", {"text": "y"}, ("Green_tea",)), "becomes"
            ),
        ),
    ],
)
def test_gold_that_no_answer_could_equal_is_refused(tmp_path: Path, task: str, pair: Pair) -> None:
    """Answers are brought to the task's spelling, so gold in another spelling would never be right."""
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [pair], task)
    error = refusal(tmp_path)
    assert error.line == 2
    assert "must be spelt" in error.what


@pytest.mark.parametrize("text", ["", "  ", "\t"])
def test_an_empty_text_is_refused(tmp_path: Path, text: str) -> None:
    pair = sentiment_pair("p1")
    empty = Pair("p2", Item("x", {"text": text}, ("+1",)), Item("y", {"text": "Tea."}, ("+1",)), "same")
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [pair, empty], "sentiment")
    error = refusal(tmp_path)
    assert error.line == 3
    assert "'text' is missing or empty" in error.what


def test_an_item_without_gold_is_refused(tmp_path: Path) -> None:
    blind = Pair("p1", Item("x", {"text": "Tea."}), Item("y", {"text": "Tea!"}, ("+1",)), "same")
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [blind], "sentiment")
    assert "no accepted answer" in refusal(tmp_path).what


def test_a_pair_id_that_comes_again_is_refused(tmp_path: Path) -> None:
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [sentiment_pair("p1")] * 2, "sentiment")
    error = refusal(tmp_path)
    assert error.line == 3
    assert error.what == "repeated-id: pair 'p1': the pair on line 2 has the same id"


def test_an_item_id_with_two_texts_is_refused(tmp_path: Path) -> None:
    first, second = sentiment_pair("p1", original="o"), sentiment_pair("p2")
    clash = Pair("p2", Item("o", {"text": "Quite another soup."}, ("+1",)), second.modified, "flip")
    write_records(tmp_path / "pairs/ana.jsonl", Pair, [first, clash], "sentiment")
    assert "another text here than on line 2" in refusal(tmp_path).what


def test_two_files_for_one_breaker_are_refused(tmp_path: Path) -> None:
    small_contest(tmp_path)
    put(tmp_path / "pairs/ana.tsv", PAIR_TABLE)
    assert "two files for ana" in refusal(tmp_path).what


@pytest.mark.parametrize("name", ["pairs", "predictions", "predictions/good"])
def test_an_empty_folder_is_refused(tmp_path: Path, name: str) -> None:
    small_contest(tmp_path)
    for path in sorted((tmp_path / name).rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert refusal(tmp_path).path == str(tmp_path / name)


# --- exclusion


def test_a_system_can_be_left_out(tmp_path: Path) -> None:
    contest = read_contest(small_contest(tmp_path))
    assert contest.without(["stuck"]).systems == ["good"]
    assert read_contest(tmp_path, exclude=["stuck"]).answers == contest.without(["stuck"]).answers


def test_a_broken_system_can_be_left_out(tmp_path: Path) -> None:
    """The message about missing predictions recommends it, so it must work."""
    small_contest(tmp_path)
    write_dev(tmp_path, {"d1": "+1"}, {"good": {"d1": "+1"}, "stuck": {}})
    (tmp_path / "predictions/stuck/ben.jsonl").unlink()
    assert 'exclude=["stuck"]' in refusal(tmp_path).remedy
    contest = read_contest(tmp_path, exclude=["stuck"])
    assert contest.systems == ["good"]
    assert contest.dev_accuracy == {"good": 1.0}


@pytest.mark.parametrize("names", [["nobody"], ["good", "nobody"]])
def test_only_a_system_that_is_there_can_be_left_out(tmp_path: Path, names: list[str]) -> None:
    small_contest(tmp_path)
    with pytest.raises(ZelligError, match=r"no system 'nobody' to exclude.*good, stuck"):
        read_contest(tmp_path, exclude=names)
    with pytest.raises(ZelligError, match=r"no system 'nobody' to exclude.*good, stuck"):
        read_contest(tmp_path).without(names)


def test_somebody_must_be_left(tmp_path: Path) -> None:
    small_contest(tmp_path)
    with pytest.raises(ZelligError, match="every system was excluded"):
        read_contest(tmp_path, exclude=["good", "stuck"])


# --- development data


def test_development_accuracies(tmp_path: Path) -> None:
    small_contest(tmp_path)
    gold = {"d1": "+1", "d2": "-1", "d3": "0", "d4": "+1"}
    write_dev(tmp_path, gold, {"good": gold, "stuck": dict.fromkeys(gold, "+1")})
    assert read_contest(tmp_path).dev_accuracy == {"good": 1.0, "stuck": 0.5}


def test_development_data_in_tables(tmp_path: Path) -> None:
    small_contest(tmp_path)
    put(tmp_path / "dev.tsv", "id\ttext\tlabel\nd1\tFine tea.\t1\nd2\tBad tea.\t-1\n")
    put(tmp_path / "dev/good.tsv", "d1\t1\nd2\t-1\n")
    put(tmp_path / "dev/stuck.csv", "id,label\nd1,1\nd2,1\n")
    assert read_contest(tmp_path).dev_accuracy == {"good": 1.0, "stuck": 0.5}


def test_development_predictions_without_gold_are_refused(tmp_path: Path) -> None:
    small_contest(tmp_path)
    put(tmp_path / "dev/good.jsonl", '{"id":"d1","answer":"+1"}\n')
    assert "dev.jsonl" in refusal(tmp_path).remedy


@pytest.mark.parametrize(
    ("gold", "what"),
    [
        ("", "no item"),
        ('{"zellig":"items","version":1}\n', "no item"),
        ('{"id":"d1","fields":{"text":"Tea."}}\n', "no accepted answer"),
        ('{"id":"d1","fields":{"text":"Tea."},"accepted":["7"]}\n', "'7' is not an answer"),
        (
            '{"id":"d1","fields":{"text":"Tea."},"accepted":["+1"]}\n' * 2,
            "'d1' was on line 1 already",
        ),
    ],
)
def test_bad_development_gold_is_refused(tmp_path: Path, gold: str, what: str) -> None:
    small_contest(tmp_path)
    put(tmp_path / "dev.jsonl", gold)
    put(tmp_path / "dev/good.jsonl", '{"id":"d1","answer":"+1"}\n' if "d1" in gold else "")
    error = refusal(tmp_path)
    assert error.path == str(tmp_path / "dev.jsonl")
    assert error.line is not None
    assert what in error.what


def test_development_predictions_of_a_stranger_are_refused(tmp_path: Path) -> None:
    small_contest(tmp_path)
    write_dev(tmp_path, {"d1": "+1"}, {"nobody": {"d1": "+1"}})
    assert "no system 'nobody'" in refusal(tmp_path).what


# --- QA-SRL on real questions, from end to end


def qasrl_contest(shared: Path, folder: Path) -> Path:
    """Twenty questions; the sentence gets a harmless beginning, once in three times around a new answer."""
    task = get_task("qasrl")
    corpus = open_corpus(f"qasrl:{shared}/data/bibi2017/qasrl/wiki1.dev.tsv?repeats=drop")
    items = [item for item in corpus if all(gold in item.fields["sentence"] for gold in item.accepted)]
    made = []
    for number, item in enumerate(items[:20]):
        original = Item(item.id, item.fields, item.accepted)
        changed = f"It is said that {item.fields['sentence']}"
        modified = Item(f"{item.id}-said", {**item.fields, "sentence": changed}, item.accepted[:1])
        promise = task.promise_between(original, modified)
        made.append(Pair(f"{item.id}-said", original, modified, promise, ("frame", "hedge")[number % 2]))
    answers = {
        "knows": {pair.id: (pair.original.accepted[0], pair.modified.accepted[0]) for pair in made},
        "first-word": {
            pair.id: (pair.original.fields["sentence"].split()[0], pair.modified.accepted[0]) for pair in made
        },
    }
    return write_contest(folder, {"framer": made}, answers, "qasrl")


@pytest.mark.parametrize(("layout", "inside"), [("zellig", "pairs"), ("bibi2017", "gold")])
def test_a_file_is_no_contest(tmp_path: Path, layout: Layout, inside: str) -> None:
    (tmp_path / "f.csv").touch()
    with pytest.raises(ZelligError, match=rf"f\.csv: this is a file, .* that holds {inside}/ and pred"):
        read_contest(tmp_path / "f.csv", layout)


def test_a_qasrl_contest_from_end_to_end(shared: Path, tmp_path: Path) -> None:
    folder = qasrl_contest(shared, tmp_path / "contest")
    assert zellig("pairs", "check", folder / "pairs/framer.jsonl", "--task", "qasrl").returncode == 0
    reports = [tmp_path / "one.html", tmp_path / "two.html"]
    outputs = [
        zellig("contest", "score", folder, "--format", "json", "--report", report, fresh=fresh)
        for report, fresh in zip(reports, (False, True), strict=True)
    ]
    assert [(result.returncode, result.stderr) for result in outputs] == [(0, "")] * 2
    assert outputs[0].stdout == outputs[1].stdout
    assert reports[0].read_bytes() == reports[1].read_bytes()
    scores = json.loads(outputs[0].stdout)
    assert (scores["task"], scores["pairs"]) == ("qasrl", 20)
    knows, first = scores["systems"]["knows"], scores["systems"]["first-word"]
    assert (knows["broken"], knows["accuracy"], knows["f1"], knows["passed_percent"]) == (0, 1, 1, 100)
    right = first["accuracy_original"]
    assert first["broken"] == round(20 * (1 - right))
    assert first["accuracy"] == pytest.approx((1 + right) / 2)
    # Mean character F1: full on the modified side, partial on the original one.
    pairs = next(entry.pairs for entry in read_contest(folder).entries if entry.author == "framer")
    credit = [
        get_task("qasrl").credit(pair.original.fields["sentence"].split()[0], pair.original.accepted)
        for pair in pairs
    ]
    assert first["f1"] == pytest.approx((sum(credit) / 20 + 1) / 2)
    assert {name: row["pairs"] for name, row in scores["phenomena"].items()} == {"frame": 10, "hedge": 10}
    assert scores["matrix"]["framer"] == {"first-word": 5.0 * first["broken"], "knows": 0.0}
    assert "f1_macro" not in first
    assert knows["tier"] == 1
    assert first["tier"] == 2


def test_the_lenient_qasrl_task_forgives_near_misses(shared: Path, tmp_path: Path) -> None:
    folder = qasrl_contest(shared, tmp_path)
    pairs = next(entry.pairs for entry in read_contest(folder).entries if entry.author == "framer")
    near = {pair.id: (f"{pair.original.accepted[0]} x", pair.modified.accepted[0]) for pair in pairs}
    rows = [
        Prediction(item.id, answer)
        for pair in pairs
        for item, answer in zip((pair.original, pair.modified), near[pair.id], strict=True)
    ]
    write_records(folder / "predictions/near/framer.jsonl", Prediction, rows, "qasrl")
    strict, lenient = (
        json.loads(zellig("contest", "score", folder, "--task", task, "--format", "json").stdout)["systems"][
            "near"
        ]
        for task in ("qasrl", "qasrl-f1")
    )
    assert strict["broken"] == 20
    assert lenient["broken"] < 20
    assert strict["f1"] == lenient["f1"]
