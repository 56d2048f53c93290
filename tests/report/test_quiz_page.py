"""The report of a quiz: sentences that read well in every case, tables, and a page for any browser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from in_browser import launched
from zellig.corpora.buzzes import Buzzes
from zellig.games.quiz.evaluation import Played, QuizEvaluation, rate
from zellig.items import Item
from zellig.measures.expected_wins import PUBLISHED
from zellig.measures.people import People, describe
from zellig.measures.tracks import NO_BUZZ, Track
from zellig.report.quiz import (
    accuracy_table,
    apart_table,
    buzz_table,
    quiz_in_words,
    quiz_tables,
    render_quiz,
)

HOSTILE = "<script>document.title='mine'</script>"
STEPS = [number / 10 for number in range(1, 11)]


def played(knows: float, buzz: int = 5, number: int = 40) -> list[Played]:
    """Questions that are known from some step on; which, chance decides."""
    chance = random.Random(knows)
    rows = []
    for _ in range(number):
        from_step = chance.randint(0, 9) if chance.random() < knows else 10
        track = Track(STEPS, [step >= from_step for step in range(10)], buzz)
        rows.append(Played(track, track, 0.2))
    return rows


def rated(systems: dict[str, list[Played]], category: str = "History", **more: object) -> QuizEvaluation:
    items = [Item(str(n), {"text": "x"}, ("a",), {"category": category}) for n in range(40)]
    return rate(
        systems,
        items,
        dict.fromkeys(systems, "threshold"),
        PUBLISHED,
        corpus="tossups:soup.jsonl",
        replicates=100,
        **more,  # type: ignore[arg-type]
    )


def people() -> People:
    generator = np.random.default_rng(1)
    asked = tuple(Item(f"q{n}", {"text": "Name it."}) for n in range(20))
    question, player = (each.ravel() for each in np.indices((20, 12)))
    heard = generator.random(240)
    value = np.where(generator.random(240) < 0.6, 10, -5)
    players, unknown, words = tuple("abcdefghijkl"), ("",) * 12, np.zeros(len(heard), dtype=np.int64)
    return describe(
        Buzzes(asked, players, question, player, player % 3, heard, value, 0, words, unknown, unknown)
    )


def test_the_better_one_is_named_first() -> None:
    found = rated({"dull": played(0.2), "bright": played(0.9)})
    words = list(quiz_in_words(found))
    assert [line.partition(",")[0] for line in words[2:4]] == ["When 50% is heard", "At the end"]
    for line in words[2:4]:
        assert ", bright is right on " in line
        assert "points more of the questions than dull (" in line
        assert line.endswith(", corrected for 5 comparisons.")
    assert words[4].startswith("With their buzzers, bright is expected to win ")


def test_what_cannot_be_told_apart_is_said() -> None:
    words = list(quiz_in_words(rated({"one": played(0.5), "other": played(0.51)})))
    assert all(line.endswith("The data do not separate the two.") for line in words[2:])


def test_equals_and_silence() -> None:
    same = played(0.5, buzz=NO_BUZZ)
    words = list(quiz_in_words(rated({"one": same, "other": same})))
    assert words[0].endswith("; with the buzzer threshold it never buzzes.")
    assert (
        "one is right on 0.0 points more of the questions than other, p = 1, corrected for 5 comparisons."
        in words[2]
    )
    assert not any("  " in line or " ." in line or " ," in line or "()" in line for line in words)


def test_rows_for_a_terminal() -> None:
    found = rated({"one": played(0.5), "mute": played(0.5, buzz=NO_BUZZ)})
    _, heads, (one, _) = accuracy_table(found.systems)
    assert heads == ("guesser", "25%", "50%", "75%", "all", "first sentence")
    assert len(one) == len(heads)
    assert all("\n" in cell and "–" in cell for cell in one[1:])
    _, heads, (one, mute) = buzz_table(found.systems)
    assert len(one) == len(mute) == len(heads)
    assert mute[1].startswith("0.0\n")
    assert mute[2:5] == ["–", "–", "0.000"]


def test_other_questions_have_a_table() -> None:
    other = {"one": played(0.2)}
    found = rated({"one": played(0.9)}, other=other, other_corpus="tossups:hard.jsonl")
    spoken = [line for line in quiz_in_words(found) if "hard.jsonl" in line]
    assert [line.partition(",")[0] for line in spoken] == ["When 50% is heard", "At the end"]
    title, heads, (row,) = apart_table(found)
    assert title == "Percent right, tossups:hard.jsonl → tossups:soup.jsonl"
    assert len(row) == len(heads) == 5
    there, here = (found.apart[3].compared.values[which] for which in (0, 1))
    assert found.apart[3].adjusted_p < 0.0001
    assert row[4] == f"{100 * there:.1f} → {100 * here:.1f}\np < 0.0001"
    assert len(quiz_tables(found)) == 3
    assert len(quiz_tables(rated(other))) == 2


def test_what_never_varies_has_no_interval() -> None:
    found = rated({"one": played(0.5)})
    assert buzz_table(found.systems).rows[0][3] == "60.0"  # all buzzes are at one place


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with people, long and hostile names, and other questions."""
    systems = {"folders/of/a/guesser/with/a/very/long/name": played(0.6), HOSTILE: played(0.3)}
    found = rated(systems, HOSTILE, other=systems, other_corpus=HOSTILE)
    path = tmp_path_factory.mktemp("page") / "quiz.html"
    path.write_text(render_quiz(found, people()), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_runs_and_nothing_hangs_over(browser: Browser, page: Path, scheme: str, width: int) -> None:
    shown = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    faults: list[str] = []
    shown.on("console", lambda message: faults.append(message.text))
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(page.as_uri())
    assert shown.title() == "tossups:soup.jsonl · Zellig"
    assert faults == []
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    assert shown.locator("polyline").count() == 3
    assert shown.locator(".keys li").all_inner_texts()[2] == "people"
    dark = scheme == "dark"
    ink, paper = (
        shown.evaluate(f"getComputedStyle(document.body).{what}") for what in ("color", "backgroundColor")
    )
    assert (sum(_channels(ink)) > sum(_channels(paper))) == dark


def test_all_figures_of_a_guesser_are_in_sight_on_a_desk(browser: Browser, page: Path) -> None:
    shown = browser.new_page(viewport={"width": 1280, "height": 900})
    shown.goto(page.as_uri())
    for name in ("accuracy", "buzzes"):
        box = shown.locator(f"#{name} .scroll")
        assert box.evaluate("each => each.scrollWidth <= each.clientWidth"), name


def _channels(colour: str) -> list[int]:
    return [int(part) for part in colour.strip("rgb()").split(",")]
