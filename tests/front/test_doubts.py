"""What makes all figures doubtful is told at every door: once, first, and in the same words."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pandas
import pytest

import zellig as zl
from helpers import sentiment_pair, write_contest, zellig
from restaurant import BAD, reviews
from zellig.front.breaking import BreakingRun

CONSTANT = "gives the same answer (positive) to all of 160 texts. So nothing can be said of what it reads."
REVERSED = (
    "seems to say negative for positive and positive for negative: it is right about 0 of 160 texts, and "
    "would be about 160 if they were exchanged."
)
SWAPPED = "the labels may be swapped: of 144 texts with words of praise or blame, 144 have a label that goes"

MODELS = f"""
BAD = {BAD}

def right(texts):
    return ["bad" if any(word in text for word in BAD) else "good" for text in texts]

def constant(texts):
    return ["good"] * len(texts)

def reversed(texts):
    return ["good" if label == "bad" else "bad" for label in right(texts)]
"""


def always(texts: list[str]) -> list[str]:
    return ["good"] * len(texts)


def turned(texts: list[str]) -> list[str]:
    return ["good" if any(word in text for word in BAD) else "bad" for text in texts]


def the_other_way_round() -> pandas.DataFrame:
    frame = reviews()
    return frame.assign(stars=6 - frame.stars)


def first_screen(page: str) -> str:
    """The words of a page, as a reader sees them."""
    body = re.sub(r"<(style|script|title).*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reviews as they are and the other way round, and plain functions."""
    place = tmp_path_factory.mktemp("doubts")
    reviews().to_csv(place / "reviews.csv", index=False)
    the_other_way_round().to_csv(place / "swapped.csv", index=False)
    (place / "models.py").write_text(MODELS, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def trained(place: Path) -> str:
    """The folder of a system that has learnt from swapped labels, and was told of them."""
    longer = the_other_way_round().assign(review=lambda frame: frame.review.str.replace("was", "seemed"))
    found = zl.train("bag-of-ngrams", data=longer, out=place / "learnt", config={"passes": 2})
    assert [sentence for sentence in found.said if "may be swapped" in sentence] == [
        f"warning: data: {SWAPPED} against them (say in a mapping what the labels mean)"
    ]
    return str(place / "learnt")


def test_terminal_report_and_python_say_the_same(place: Path, trained: str) -> None:
    names = ["right", "constant", "reversed"]
    specs = [word for name in names for word in ("--system", f"py:models.py:{name}?task=sentiment")]
    made = zellig(
        "break", "--corpus", "reviews.csv", *specs, "--system", "learnt",
        "--breaker", "not-add", "--out", "run",
        cwd=place,
    )  # fmt: skip
    said = {name: [line for line in made.stdout.splitlines() if line.startswith(name)] for name in names}
    assert said["constant"][0].startswith(f"constant {CONSTANT} constant answers 50% of 160 originals right")
    assert said["reversed"][0].startswith(f"reversed {REVERSED}")
    assert said["right"][0].startswith("right answers 100% of 160 originals right")
    assert "fails in no way" not in "".join(said["constant"] + said["reversed"])
    assert made.stderr.count(f"warning: constant {CONSTANT}") == 1
    assert made.stderr.count(f"warning: reversed {REVERSED}") == 1
    assert "(?labels= behind the name of the system, a mapping for data)" in made.stderr
    assert (
        made.stderr.count("warning: learnt seems to say negative for positive and positive for negative") == 1
    )
    assert "warning: right" not in made.stderr
    page = first_screen((place / "run/report.html").read_text(encoding="utf-8"))
    assert f"constant It {CONSTANT} It answers 50% of 160 originals right" in page
    assert f"reversed It {REVERSED}" in page
    alone = zl.break_systems(always, data=reviews(), breakers=["not-add"])
    assert repr(alone).startswith(f"It {CONSTANT}\nIt answers 50% of 160 originals right")


def test_evaluations_predictions_and_victims(place: Path, trained: str) -> None:
    evaluated = zl.evaluate([trained, turned], data=reviews())
    assert sum("learnt seems to say negative" in sentence for sentence in evaluated.said) == 1
    assert sum(f"turned {REVERSED}" in sentence for sentence in evaluated.said) == 1
    first, second, *_ = repr(evaluated).splitlines()
    assert "learnt seems to say negative for positive" in first
    assert second.startswith(f"turned {REVERSED}")
    doubts = [row.doubt for row in evaluated.figures.systems.values()]
    assert [doubt.kind for doubt in doubts if doubt] == ["exchanged", "exchanged"]
    for found in (
        zl.predict(trained, data=reviews()),
        zl.train_breaker(trained, data=reviews()[:40]),
    ):
        assert sum("seems to say negative for positive" in sentence for sentence in found.said) == 1


@pytest.mark.parametrize(
    "job",
    [
        lambda data: zl.evaluate(always, data=data),
        lambda data: zl.train("bag-of-ngrams", data=data, config={"passes": 1}),
        lambda data: zl.contrast_set(data, limit=2),
        lambda data: zl.augment(data, limit=2),
        lambda data: zl.predict(always, data=data),
        lambda data: zl.break_systems(always, data=data, breakers=["noise"], limit=10),
    ],
)
def test_whatever_swapped_data_are_for(job: Callable[[object], object]) -> None:
    said = getattr(job(the_other_way_round()), "said")  # noqa: B009  (every result has it)
    assert sum(SWAPPED in sentence for sentence in said) == 1


def test_swapped_data_are_shown_and_gated(place: Path, tmp_path: Path) -> None:
    shown = zellig("corpora", "show", "swapped.csv", cwd=place)
    assert shown.stderr.count(f"warning: swapped.csv: {SWAPPED}") == 1
    run = zl.break_systems(turned, data=the_other_way_round(), breakers=["random-substitution"])
    decision = zl.gate(run, system=turned, min_passed=0)
    assert sum("the pairs: the labels may be swapped" in sentence for sentence in decision.said) == 1
    made = zl.contrast_set(the_other_way_round(), limit=40, label_rules="zellig-all")
    found = zl.evaluate_contrasts(made, turned)
    assert sum("the pairs: the labels may be swapped" in sentence for sentence in found.said) == 1


@pytest.fixture(scope="module")
def doubtful() -> BreakingRun:
    """Played on swapped data."""
    return zl.break_systems(turned, data=the_other_way_round(), breakers=["not-add", "random-substitution"])


def test_what_was_warned_of_stands_first(doubtful: BreakingRun, tmp_path: Path) -> None:
    warning = f"Warning: data: {SWAPPED} against them"
    page = first_screen(doubtful.report(tmp_path / "report.html").read_text(encoding="utf-8"))
    assert 0 < page.index(warning) < page.index("originals right")
    assert page.count("may be swapped") == 1
    assert page.index("label = stars") > page.index("Taken to be so")  # what is no warning stands at the end
    assert first_screen(doubtful._repr_html_()).startswith(warning)
    assert repr(doubtful).startswith(warning)


def test_other_languages_are_told() -> None:
    german = (["Das Essen war sehr gut.", "Die Suppe war nicht gut."] * 5, ["positive", "negative"] * 5)
    evaluated = zl.evaluate(always, data=german)
    told = "data: 10 of 10 texts do not look like English, e.g. 'Das Essen war sehr gut.': the strategies"
    assert sum(sentence.startswith(f"warning: {told}") for sentence in evaluated.said) == 1


def test_some_rows_in_another_language_are_told_at_every_door(place: Path) -> None:
    frame = reviews()
    frame.loc[frame.index[:8], "review"] = [f"Leider war das Essen nicht gut, Tisch {n}." for n in range(8)]
    frame.to_csv(place / "mixed.csv", index=False)
    pairs = frame.assign(changed="It was all bad.", promise="same")
    told = "8 of 160 texts do not look like English, e.g. 'Leider war das Essen nicht gut, Tisch "
    found = zl.import_pairs(
        pairs, task="sentiment", columns={"original": "review", "modified": "changed", "label": "stars"}
    )
    assert sum(f"the pairs: {told}" in sentence for sentence in found.said) == 1
    checked = zl.check_pairs(found.contest.pairs, task="sentiment")
    assert sum(f"the pairs: {told}" in sentence for sentence in checked.said) == 1
    asked = ("explain", "py:models.py:right?task=sentiment", "--limit", 1)
    for words in (asked, ("corpora", "convert", "--to", "items", "--out", "mixed.jsonl")):
        corpus = ("--corpus", "mixed.csv") if words is asked else ("mixed.csv",)
        done = zellig(words[0], words[1], *corpus, *words[2:], cwd=place)
        assert done.stderr.count(f"warning: mixed.csv: {told}") == 1


def test_one_label_only_is_not_the_fault_of_the_order() -> None:
    good = reviews()[reviews().stars == 5]
    run = zl.break_systems(always, data=good, breakers=["not-add"], limit=20)
    warnings = [sentence for sentence in run.said if sentence.startswith("warning")]
    told = (
        "warning: data has one label only: all 80 texts are positive, so whoever always answers that is right"
    )
    assert warnings[0].startswith(told)
    assert not any("shuffle" in sentence for sentence in warnings)
    assert "It gives the same answer (positive) to all of " in repr(run)  # also to what was changed


def guessed(texts: list[str]) -> list[str]:
    return ["good" if crc32(text.encode()) % 3 else "bad" for text in texts]


def test_one_label_allows_no_verdict() -> None:
    good = reviews()[reviews().stars == 5]
    told = "Too little is known: all 80 texts are positive, so nobody can tell whether {} reads or guesses"
    evaluated = zl.evaluate(guessed, data=good)
    assert told.format("guessed") in repr(evaluated)
    (figures,) = evaluated.figures.systems.values()
    assert (figures.f1, figures.f1_macro) == (None, None)
    assert 0 < figures.accuracy < 1  # that is known
    run = zl.break_systems(guessed, data=good, breakers=["not-add", "random-substitution"])
    assert told.format("it") in repr(run)
    assert "Handled" not in repr(run)
    assert "fails" not in repr(run)


def test_few_texts_are_told_from_guesses() -> None:
    frame = reviews()[::9].head(8)
    run = zl.break_systems(
        turned, data=frame, breakers=["not-add"], labels={"good": "negative", "bad": "positive"}
    )
    told = "Too little is known: 8 texts are too few to tell whether it reads or guesses (8 right); about"
    assert repr(run).startswith(told)


def test_a_text_that_is_there_twice_is_counted_once_and_it_is_said_where() -> None:
    frame = reviews()[::9].head(8)
    twice = frame.head(1).assign(stars=6 - frame.stars.iloc[0])
    run = zl.break_systems(
        turned,
        data=pandas.concat([frame, twice]),
        breakers=["not-add"],
        labels={"good": "negative", "bad": "positive"},
    )
    warning, _, doubt, accuracy, counts, *_ = repr(run).splitlines()
    assert "1 text has different answers" in warning
    assert "8 texts are too few to tell whether it reads or guesses (8 right)" in doubt
    assert accuracy.startswith("It answers 89% of 9 originals right")
    assert counts == "The doubt counts different texts with one right answer: 8 of 9 originals."


def test_a_gate_says_what_it_stores(broken: BreakingRun, tmp_path: Path) -> None:
    stored = zl.gate(broken, system=turned, store=tmp_path / "old.json")
    assert stored.passes  # nothing was to be decided
    assert any("is a doubtful baseline" in sentence for sentence in stored.said)
    assert any(REVERSED.partition(":")[0] in sentence for sentence in stored.said)
    found = zl.gate(broken, system=turned, baseline=tmp_path / "old.json")
    assert not found.passes
    assert repr(found).startswith("turned does not pass: reading (exchanged).\nturned seems to say negative")
    assert "turned (the baseline) seems to say negative" in repr(found)


def test_two_versions_of_nothing(place: Path) -> None:
    run = zl.break_systems({"one": always, "two": turned}, data=reviews(), breakers=["not-add"])
    first, second, *_ = repr(zl.compare(run, systems=["one", "two"])).splitlines()
    assert first.startswith("one gives the same answer (positive)")
    assert second.startswith("two seems to say negative for positive")


def test_a_contest_tells_whom_to_doubt(tmp_path: Path) -> None:
    pairs = [
        sentiment_pair(f"p{n}", ("+1", "-1") if n % 2 else ("-1", "+1"), original=f"o{n}") for n in range(8)
    ]
    write_contest(tmp_path, {"ana": pairs}, {"stuck": {pair.id: ("+1", "+1") for pair in pairs}})
    scored = zl.read_contest(tmp_path).score(replicates=100)
    told = (
        "stuck gives the same answer (positive) to all of 8 texts. So nothing can be said of what it reads."
    )
    assert repr(scored).startswith(told)
    assert f"warning: {told}" in scored.said
    assert scored.scores.doubts["stuck"].kind == "constant"
    assert told in first_screen(scored.report(tmp_path / "report.html").read_text(encoding="utf-8"))


def test_warnings_are_in_the_figures(doubtful: BreakingRun) -> None:
    evaluated = zl.evaluate(turned, data=the_other_way_round())
    assert repr(evaluated).startswith(f"Warning: data: {SWAPPED}")
    for warnings in (evaluated.figures.warnings, doubtful.figures.warnings):
        assert sum(SWAPPED in sentence for sentence in warnings) == 1


def test_few_texts_are_told_at_the_terminal(place: Path) -> None:
    reviews()[::9].head(8).to_csv(place / "few.csv", index=False)
    made = zellig("evaluate", "py:models.py:right?task=sentiment", "--corpus", "few.csv", cwd=place)
    assert made.stdout.startswith(
        "Too little is known: 8 texts are too few to tell whether py:models.py:right"
    )
