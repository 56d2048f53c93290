"""Keys: verdicts are reported on without texts, and what is judged is drawn once for everybody."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import sentiment_pair
from judged_texts import people_in
from zellig.errors import ZelligError
from zellig.front.judging import judge_texts, judging_key, judging_report, judging_sheet
from zellig.games.judging.asked import Material, name_of
from zellig.games.judging.figures import judged_figures
from zellig.games.judging.keys import cluster_of, read_keys, write_keys
from zellig.games.judging.verdicts import counted
from zellig.items import Drawn, Item, Key, Pair, RecordFile, Verdict, read_records, write_records
from zellig.judges.person import NONE, Reply
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
PAIRS = [
    sentiment_pair(
        f"p{number}",
        ("+1", "-1") if number % 2 else ("+1", "+1"),
        original=f"o{number // 2}",
        phenomenon=("negation", "noise", "irony")[number % 3],
    )
    for number in range(24)
]
MATERIAL = Material(SENTIMENT, PAIRS)
KEYED = MATERIAL.keyed()
DRAWN = Drawn("made up", "zellig")


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    write_records(path, Pair, PAIRS, "sentiment")
    return path


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(sorted(KEYED.keys)), st.sampled_from(["ann", "ben", "cy"])),
        st.builds(
            Reply,
            st.sampled_from(["-1", "0", "+1", NONE, None]),
            st.sampled_from([True, False, None]),
            st.sampled_from([True, False, None]),
            st.sampled_from(["", "skipped"]),
        ),
        min_size=1,
    )
)
def test_figures_are_the_same_without_the_texts(
    tmp_path_factory: pytest.TempPathFactory, replies: dict[tuple[str, str], Reply]
) -> None:
    said = counted([Verdict(text, judge, *reply) for (text, judge), reply in replies.items()])
    path = tmp_path_factory.mktemp("keys") / "keys.jsonl"
    write_keys(path, KEYED, DRAWN)
    keys = read_keys(path)
    if said:
        assert judged_figures(keys, said) == judged_figures(KEYED, said)
    else:
        with pytest.raises(ZelligError, match="no verdict that counts"):
            judged_figures(keys, said)


def test_a_file_of_keys_holds_no_text_and_says_how_it_was_drawn(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "keys.jsonl"
    assert judging_key(pairs, out=out, sample=3, seed=7, originals=True) == len(read_keys(out).keys)
    for pair in PAIRS:
        for item in (pair.original, pair.modified):
            assert item.fields["text"] not in out.read_text(encoding="utf-8")
    header = read_records(out, Key)
    keys = list(header)
    assert header.header is not None
    assert header.header.task == "sentiment"
    assert header.header.drawn == Drawn(str(pairs), "zellig 0.1.0", 3, 7, True)
    assert Counter(key.phenomenon for key in keys if key.promise) == {"negation": 3, "noise": 3, "irony": 3}
    originals = {key.id for key in keys if not key.promise}
    assert originals == {key.original for key in keys if key.promise}


def test_keys_do_not_replace_what_somebody_said(pairs: Path, tmp_path: Path) -> None:
    said = tmp_path / "verdicts.jsonl"
    write_records(said, Verdict, [Verdict("k", "ann", "+1")], "sentiment")
    before = said.read_bytes()
    with pytest.raises(ZelligError, match="this file is already there"):
        judging_key(pairs, out=said)
    assert said.read_bytes() == before


def test_terminal_sheet_and_keys_are_about_the_same_texts(pairs: Path, tmp_path: Path) -> None:
    keys, sheet, verdicts = tmp_path / "keys.jsonl", tmp_path / "sheet.csv", tmp_path / "ann.jsonl"
    number = judging_key(pairs, out=keys, sample=2, seed=3, originals=True)
    judging_sheet(pairs, by="ben", out=sheet, sample=2, seed=3, originals=True)
    judge_texts(
        pairs,
        by="ann",
        out=verdicts,
        ask=lambda item, far: Reply("-1", True, True),
        sample=2,
        seed=3,
        originals=True,
    )
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        on_sheet = {row["id"] for row in csv.DictReader(file)}
    assert on_sheet == {each.id for each in RecordFile(verdicts, Verdict)} == set(read_keys(keys).keys)
    figures = people_in(judging_report(keys, verdicts))
    assert (figures.asked, figures.judged, figures.foreign) == (number, number, 0)
    assert figures.changed == people_in(judging_report(pairs, verdicts)).changed


def test_a_draw_depends_on_the_texts_and_the_seed_alone() -> None:
    drawn = set(MATERIAL.asked(sample=3, seed=1))
    assert set(Material(SENTIMENT, PAIRS[::-1]).asked(sample=3, seed=1)) == drawn
    assert set(MATERIAL.asked(sample=3, seed=2)) != drawn
    assert set(MATERIAL.asked(sample=2, seed=1)) < drawn  # a smaller sample is a part of a larger one
    assert set(MATERIAL.asked(sample=100)) == set(MATERIAL.asked())
    fewer = [pair for pair in PAIRS if pair.phenomenon != "irony"]
    assert set(Material(SENTIMENT, fewer).asked(sample=3, seed=1)) < drawn


def test_what_was_made_from_one_text_goes_together_however_it_is_spelt() -> None:
    first, second, third = PAIRS[:3]
    spelt = Item("o", {"text": first.original.fields["text"].upper()}, first.original.accepted)
    again = Pair("again", spelt, third.modified, "same")
    keys = Material(SENTIMENT, [first, second, again]).keyed().keys
    clusters = {cluster_of(keys[name_of(pair.modified)]) for pair in (first, second, again)}
    assert len(clusters) == 1
    assert clusters == {cluster_of(keys[name_of(pair.original)]) for pair in (first, again)}


def test_keys_of_what_is_judged_by_its_text_are_refused(tmp_path: Path) -> None:
    question = Item("q", {"text": "Name this author of a novel."}, ("Ada",), {"gold_answer_line": "_Ada_"})
    keyed = Material(get_task("quiz"), items=[question]).keyed()
    with pytest.raises(ZelligError, match="how an answer to 'q' is judged depends on more"):
        write_keys(tmp_path / "keys.jsonl", keyed, DRAWN)
    assert not (tmp_path / "keys.jsonl").exists()


def test_two_keys_of_a_text_and_keys_without_a_task_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    write_records(path, Key, [Key("x", "p"), Key("x", "q")], "sentiment")
    with pytest.raises(ZelligError, match="line 3: the text 'x' is there twice"):
        read_keys(path)
    write_records(path, Key, [Key("x", "p")])
    with pytest.raises(ZelligError, match="nothing says the task of these keys"):
        read_keys(path)


def test_keys_have_no_texts_to_judge(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    write_keys(path, KEYED, DRAWN)
    with pytest.raises(ZelligError, match="this file holds keys, and pairs were expected"):
        judging_sheet(path, by="ann", out=tmp_path / "sheet.csv")
