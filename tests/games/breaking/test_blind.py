"""Pairs handed out blind come back as a system, and nothing in what was handed out gives the answers away."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest

from gates import hundred, write_run
from helpers import small_contest, zellig
from zellig.errors import ZelligError
from zellig.games.breaking.blind import blind_items, both_sides, write_blind
from zellig.games.breaking.stored import read_stored
from zellig.items import Item, Pair, content_hash, write_records
from zellig.systems import load_system
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def answer(blind: Path, out: Path, pairs: list[Pair]) -> Path:
    """What somebody who knows everything would send back."""
    gold = {content_hash(item): item.accepted[0] for pair in pairs for item in (pair.original, pair.modified)}
    told = [{"id": row["id"], "answer": gold[str(row["id"])]} for row in lines(blind / "items.jsonl")]
    out.write_text("".join(json.dumps(row) + "\n" for row in told), encoding="utf-8")
    return out


def test_every_text_is_there_once_and_nothing_else_of_it() -> None:
    pairs = hundred()
    items = blind_items(both_sides(pairs))
    texts = {item.fields["text"] for pair in pairs for item in (pair.original, pair.modified)}
    assert sorted(item.fields["text"] for item in items) == sorted(texts)
    assert not any(item.accepted or item.metadata for item in items)


def test_neither_ids_nor_their_order_tell_which_side_an_item_is() -> None:
    pairs = hundred()
    items = blind_items(both_sides(pairs))
    assert items == blind_items(both_sides(reversed(pairs)))
    own = {item.id for pair in pairs for item in (pair.original, pair.modified)}
    assert own.isdisjoint(item.id for item in items)
    originals = {pair.original.fields["text"] for pair in pairs}
    sides = [item.fields["text"] in originals for item in items]
    changes = sum(a != b for a, b in pairwise(sides))
    assert changes > len(items) / 4  # a third of all is originals: they lie among the others


def test_the_readme_says_what_is_asked_and_how_to_answer(tmp_path: Path) -> None:
    write_blind(tmp_path / "blind", hundred(), SENTIMENT)
    readme = (tmp_path / "blind/README.md").read_text(encoding="utf-8")
    assert SENTIMENT.question in readme
    assert "`+1` (positive)" in readme
    assert "$" not in readme
    blocks = readme.split("```json\n")[1:]
    example, answered = (json.loads(block.split("\n")[0]) for block in blocks)
    assert example == lines(tmp_path / "blind/items.jsonl")[0]
    assert answered == {"id": example["id"], "answer": "-1"}


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(ZelligError, match="is not a new folder"):
        write_blind(tmp_path, hundred(), SENTIMENT)


def test_answers_come_back_in_check_contest_and_contrast_sets(tmp_path: Path) -> None:
    pairs = hundred()
    run = write_run(tmp_path / "run", pairs)
    done = zellig("export", run, "--to", "blind", "--out", tmp_path / "blind")
    assert done.returncode == 0, done.stderr
    assert "300 items without answers" in done.stdout
    answers = f"file:{answer(tmp_path / 'blind', tmp_path / 'answers.jsonl', pairs)}"
    checked = zellig("check", run, "--system", answers, "--min-passed", 100, "--format", "json")
    assert checked.returncode == 0, checked.stderr
    assert json.loads(checked.stdout)["passed"]["hits"] == len(pairs)
    scored = zellig("contest", "score", run, "--system", answers, "--format", "json")
    assert scored.returncode == 0, scored.stderr
    assert json.loads(scored.stdout)["systems"]["answers"]["passed_percent"] == 100
    contrasts = run / "pairs/cook.jsonl"
    measured = zellig("contrast", "evaluate", contrasts, "--system", answers, "--format", "json")
    assert measured.returncode == 0, measured.stderr
    assert json.loads(measured.stdout)["systems"][answers]["all"]["passed"]["value"] == 1


def test_they_take_their_place_beside_systems_that_had_answered(tmp_path: Path) -> None:
    folder = small_contest(tmp_path / "contest")
    pairs = read_stored(folder).pairs
    write_blind(tmp_path / "blind", pairs, SENTIMENT)
    answers = answer(tmp_path / "blind", tmp_path / "person.jsonl", pairs)
    scored = zellig("contest", "score", folder, "--system", f"file:{answers}", "--format", "json")
    found = json.loads(scored.stdout)["systems"]
    assert found["person"]["passed_percent"] == found["good"]["passed_percent"] == 100
    assert found["stuck"]["passed_percent"] < 100
    (tmp_path / "good.jsonl").write_bytes(answers.read_bytes())
    twice = zellig("contest", "score", folder, "--system", f"file:{tmp_path / 'good.jsonl'}")
    assert twice.returncode == 1
    assert "two systems named 'good'" in twice.stderr


def test_one_id_for_two_texts_is_no_trouble_where_texts_were_answered(tmp_path: Path) -> None:
    pairs = [
        Pair(
            f"{n}",
            Item("a", {"text": f"Dish {n} came."}, ("+1",)),
            Item("b", {"text": f"Dish {n} left."}, ("-1",)),
            "flip",
        )
        for n in range(3)
    ]
    write_records(tmp_path / "pairs.jsonl", Pair, pairs, "sentiment")
    write_blind(tmp_path / "blind", pairs, SENTIMENT)
    answers = answer(tmp_path / "blind", tmp_path / "answers.jsonl", pairs)
    system = load_system(f"file:{answers}")
    assert [each.answer for each in system.predict([pair.modified for pair in pairs])] == ["-1"] * 3
    assert [each.id for each in system.predict([pairs[0].original])] == ["a"]


def test_a_table_of_answers_will_do_and_a_missing_one_is_named(tmp_path: Path) -> None:
    pairs = hundred()
    write_blind(tmp_path / "blind", pairs, SENTIMENT)
    rows = lines(answer(tmp_path / "blind", tmp_path / "answers.jsonl", pairs))
    with (tmp_path / "answers.tsv").open("w", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["id", "answer"])
        table.writerows([row["id"], row["answer"]] for row in rows[1:])
    items = [item for pair in pairs for item in (pair.original, pair.modified)]
    missing = next(item for item in items if content_hash(item) == rows[0]["id"])
    system = load_system(f"file:{tmp_path / 'answers.tsv'}")
    assert system.predict([item for item in items if item.fields != missing.fields])
    with pytest.raises(ZelligError, match=f"no prediction for the item '{missing.id}'"):
        system.predict(items)
