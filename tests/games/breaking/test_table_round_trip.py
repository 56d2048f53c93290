"""A table of pairs that was exported and imported again gives them back as they were, whoever made them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zellig as zl
from helpers import sentiment_pair, zellig
from zellig.checks.findings import VALIDITY
from zellig.checks.importing import import_pairs
from zellig.games.breaking.stored import read_stored
from zellig.games.breaking.table_file import FileType, write_table
from zellig.games.contest import Contest, Entry
from zellig.items import Item, Pair, Relation
from zellig.pairs.brought import Brought, write_brought
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
# What a promise may come to; `becomes` may say no more than `flip` does, and is another promise all the same.
ANSWERS: dict[Relation, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "same": [(("+1",), ("+1",)), (("-1", "0"), ("0", "-1"))],
    "flip": [(("+1",), ("-1",)), (("-1",), ("+1",))],
    "becomes": [(("+1",), ("0",)), (("+1",), ("-1",)), (("-1",), ("0", "+1"))],
    "not": [(("+1",), ("-1", "0")), (("0",), ("+1",))],
}
WORDS = st.text(st.sampled_from("aé,;\"'\n\t#=|"), max_size=6)
NAMES = st.sampled_from(["", "not-add", "says, that", "a=b"])


@st.composite
def pairs(draw: st.DrawFn, name: str) -> Pair:
    promise = draw(st.sampled_from(list(ANSWERS)))
    before, after = draw(st.sampled_from(ANSWERS[promise]))
    text = f"Dish {name} was fine{draw(WORDS)}."
    return Pair(
        id=f"p{name}",
        original=Item(f"o {name}", {"text": text}, before),
        modified=Item(f"m {name}", {"text": f"{text} Or {draw(WORDS)} not."}, after),
        promise=promise,
        phenomenon=draw(NAMES),
        rationale=draw(WORDS),
        author=draw(NAMES),
        lineage=tuple(draw(st.lists(NAMES.filter(bool), max_size=2))),
        from_scratch=draw(st.booleans()),
    )


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    keys = st.tuples(
        st.sampled_from(["ana", "seek", "ben, who asks"]), st.sampled_from([None, "mine", "yours"])
    )
    entries = []
    for author, victim in draw(st.lists(keys, min_size=1, max_size=3, unique=True)):
        made = [draw(pairs(str(n))) for n in range(draw(st.integers(1, 3)))]
        codes = st.lists(st.sampled_from(VALIDITY), min_size=1, max_size=2, unique=True)
        doubted = st.dictionaries(st.sampled_from([pair.id for pair in made]), codes)
        entries.append(Entry(author, made, victim, draw(st.none() | doubted)))
    return Contest(SENTIMENT, entries, {})


def told(contest: Contest) -> list[tuple[str, str | None, object, list[Pair]]]:
    return [
        (
            each.author,
            each.victim,
            None if each.faults is None else {name: list(codes) for name, codes in each.faults.items()},
            list(each.pairs),
        )
        for each in contest.entries
    ]


@settings(max_examples=40, deadline=None)
@given(contests(), st.sampled_from(["csv", "jsonl", "parquet"]))
def test_nothing_is_lost(contest: Contest, to: FileType) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table, back = Path(folder) / f"table.{to}", Path(folder) / "back.jsonl"
        write_table(table, contest, to)
        found = import_pairs(table, "table", back, task="sentiment")
        assert not found.report.rejected
        assert told(read_stored(back)) == told(contest)
        in_hand = zl.import_pairs(
            zl.export(back, to=to, out=Path(folder) / f"again.{to}").table(), task="sentiment"
        )
        assert told(in_hand.contest) == told(contest)


def test_doubtful_pairs_stay_doubtful(tmp_path: Path) -> None:
    made = [sentiment_pair(str(n)) for n in range(3)]
    write_brought(tmp_path / "pairs.jsonl", [Brought("ana", "mine", {"1": ["parse"]}, made)], "sentiment")
    for to in ("csv", "jsonl", "parquet"):
        words = ("export", "pairs.jsonl", "--to", to, "--out", f"t.{to}")
        assert zellig(*words, cwd=tmp_path).returncode == 0
        done = zellig(
            "pairs",
            "import",
            f"t.{to}",
            "--from",
            "table",
            "--task",
            "sentiment",
            "--out",
            "b.jsonl",
            cwd=tmp_path,
        )
        assert "A check speaks against 1 of them: gates and comparisons leave these out." in done.stdout
        (entry,) = read_stored(tmp_path / "b.jsonl").entries
        assert (entry.author, entry.victim, entry.faults) == ("ana", "mine", {"1": ["parse"]})
        (tmp_path / "b.jsonl").unlink()


def test_a_word_that_is_no_promise_is_told() -> None:
    row = {
        "original": "Good.",
        "modified": "Bad.",
        "label_original": "+1",
        "label_modified": "-1",
        "promise": "kept",
    }
    with pytest.raises(zl.ZelligError, match="no row is a pair"):
        zl.import_pairs([row], task="sentiment")
    (finding,) = import_pairs(
        [(1, row), (2, row | {"promise": "flip"})], "table", task="sentiment"
    ).report.findings
    assert finding.message == "'kept' is not a promise"


def test_parts_of_one_author_are_one(tmp_path: Path) -> None:
    made = [sentiment_pair(str(n)) for n in range(4)]
    parts = [
        Brought("ana", None, {"0": ["parse"]}, made[:1]),
        Brought("ben", None, None, made[1:2]),
        Brought("ana", None, {}, made[2:3]),
        Brought(None, None, None, made[3:]),
    ]
    write_brought(tmp_path / "ben.jsonl", parts, "sentiment")
    found = told(read_stored(tmp_path / "ben.jsonl"))
    assert found == [
        ("ana", None, {"0": ["parse"]}, [made[0], made[2]]),
        ("ben", None, None, [made[1], made[3]]),  # a part without an author is the file's
    ]
    twice = [Brought("ana", None, None, made[:1]), Brought("ana", None, None, made[:1])]
    write_brought(tmp_path / "twice.jsonl", twice, "sentiment")
    with pytest.raises(zl.ZelligError, match="the pair on line 2 has the same id"):
        read_stored(tmp_path / "twice.jsonl")
