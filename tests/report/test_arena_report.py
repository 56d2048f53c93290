"""The reports of the arena: all that was counted is there, in files that are whole in themselves."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from playwright.sync_api import sync_playwright

from arena_players import player, write_rules, write_texts
from zellig.games.arena.figures import Canaries, Figures, Perplexity, Share, Window
from zellig.games.arena.grid import play_grid, read_grid
from zellig.games.arena.play import play, replay
from zellig.games.arena.rules import Rules, read_rules, rules_of
from zellig.measures.trend import Slope
from zellig.report.arena import EXAMPLES, phases, wide, write_game, write_grid
from zellig.report.arena_words import (
    game_in_words,
    notes_in_words,
    rules_in_words,
    trends_in_words,
    ungrouped_in_words,
)
from zellig.report.curve import Line, Phase, drawn, ticks
from zellig.seats.seating import Seating

CHROMIUM = Path("/usr/bin/chromium")
EVIL = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
MARKER = player("breaker", "py:arena_players:marker").replace("[[breaker]]", "[breaker]")
READER = player("chooser", "py:arena_players:reader", skill=0.8).replace("[[chooser]]", "[chooser]")
SCHEDULE = "[schedule]\ntransparent = 20\nopaque = 10\n[canary]\nshare = 0.2\n"
ELSEWHERE = re.compile(r"https?:|<link|<img|@import|url\(|src=")


def report_of(folder: Path, *tables: str, rounds: int = 60, tie_rule: str = "coin", extra: str = "") -> str:
    path = write_rules(folder, *tables, rounds=rounds, tie_rule=tie_rule, extra=extra)
    write_game(folder / "out", play(read_rules(path), folder / "out"))
    return (folder / "out" / "report.html").read_text(encoding="utf-8")


def section(page: str, name: str) -> str:
    return page.partition(f'<section id="{name}">')[2].partition("</section>")[0]


def drawings(page: str) -> list[ElementTree.Element]:
    found = re.findall(r'<svg class="curve".*?</svg>', page, re.DOTALL)
    return [ElementTree.fromstring(each) for each in found]  # well-formed, or this fails


# -- a game


def test_a_game_tells_who_played_and_what_came_of_it(tmp_path: Path) -> None:
    curator = (
        '[curator]\nname = "uniform"\nisolated = false\nresources = "a list of trams"\n'
        'justification = "Trams are hard."\n'
    )
    page = report_of(tmp_path, curator, MARKER, READER, rounds=200, extra=SCHEDULE)
    scores = msgspec.json.decode((tmp_path / "out" / "scores.json").read_bytes())
    assert not ELSEWHERE.findall(page)
    assert f"S = {scores['S']:.3f}, 95% interval {scores['interval'][0]:.3f}" in page
    players = section(page, "players")
    assert "skill = 0.8" in players
    assert "a list of trams" in players
    assert "Trams are hard." in players
    assert "<li>Before that come 20 transparent rounds: their outcome is shown to the chooser.</li>" in page
    assert scores["canary"]["repeated"]["rounds"] > 5
    assert f"in {scores['canary']['repeated']['rounds']} canaries." in section(page, "time")
    by = section(page, "by")
    assert by.count("<rect") == sum(len(values) for values in scores["by"].values())
    assert "what the breaker did" in by
    (drawing,) = drawings(page)
    classes = [each.get("class", "") for each in drawing.iter()]
    assert classes.count("line colour-0 dash-0") == classes.count("line colour-1 dash-0") == 1
    assert classes.count("band colour-0 dash-0") == 1
    words = [each.text for each in drawing.iter() if each.text]
    assert {"chance", "scored", "round", "S over time"} <= set(words)
    points = next(each for each in drawing.iter() if each.get("class") == "line colour-0 dash-0")
    assert len((points.get("points") or "").split()) == len(scores["curve"])
    told = {phase: trend["interval"] is not None for phase, trend in scores["trend"].items()}
    assert told == {"transparent": True, "opaque": False, "scored": True}
    for phase, trend in scores["trend"].items():
        told_in_words = f"{trend['per_100_rounds']:+.3f} in 100 rounds"
        too_few = f"{trend['rounds']} {phase} rounds: too few to tell whether S changes."
        assert (told_in_words if told[phase] else too_few) in page


def test_rounds_are_examples_of_both_outcomes(tmp_path: Path) -> None:
    page = report_of(tmp_path, MARKER, READER, rounds=1000)
    won = page.count('data-outcome="won"')
    lost = page.count('data-outcome="lost"')
    assert (won, lost) == (EXAMPLES, EXAMPLES)
    assert page.count("<ins> oddly</ins>") == won + lost
    assert "<del>" not in page
    numbers = [int(number.replace(",", "")) for number in re.findall(r"round ([\d,]+) ·", page)]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] > 800  # from all over the game
    write_game(tmp_path / "out", replay(tmp_path / "out"))
    assert (tmp_path / "out" / "report.html").read_text(encoding="utf-8") == page


def test_a_game_of_copies(tmp_path: Path) -> None:
    page = report_of(tmp_path, player("breaker", "copy").replace("[[breaker]]", "[breaker]"), READER)
    assert "60 scored rounds had no fake. There was no other one." in page
    assert "In no scored round did the chooser see two different texts." in page
    assert "<script" not in page


def test_a_game_in_which_nothing_counts(tmp_path: Path) -> None:
    copy = player("breaker", "copy").replace("[[breaker]]", "[breaker]")
    page = report_of(tmp_path, copy, READER, tie_rule="void")
    assert "No round counts" in page
    assert drawings(page) == []


# -- a grid


def test_a_grid_shows_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [
        player("curator", "uniform"),
        player("curator", "length"),
        player("breaker", "py:arena_players:marker"),
        player("breaker", "copy"),
        player("chooser", "py:arena_players:reader", skill=0.6),
        player("chooser", "py:arena_players:reader", skill=0.9),
    ]
    played = play_grid(read_grid(write_rules(tmp_path, *tables)), tmp_path / "out")
    monkeypatch.setattr("zellig.games.arena.play.scores_of", lambda *given: pytest.fail("scored again"))
    write_grid(tmp_path / "out", played)
    found = played.figures
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert not ELSEWHERE.findall(page)
    assert "<script" not in page
    matrix = section(page, "matrix")
    assert matrix.count('class="heat') == 2 + 8  # two tables, eight cells
    for game in found.games:
        assert f'href="{game.folder}/report.html">{game.S:.3f}<' in matrix
        assert (tmp_path / "out" / game.folder / "report.html").exists()
    assert section(page, "comparisons").count('<th scope="row"') == len(found.comparisons)
    apart = [row for row in found.comparisons if row.adjusted_p < 0.05]
    assert 0 < section(page, "comparisons").count('<tr class="apart">') == len(apart)
    assert section(page, "tiers").count('<td class="tier">') == 6
    first, second = drawings(page)
    assert first.find(".//{*}title") is not None
    for drawing in (first, second):
        styles = [
            each.get("class", "") for each in drawing.iter() if each.get("class", "").startswith("line ")
        ]
        assert len(styles) == len(set(styles)) == 4
    ids = re.findall(r'id="(curve-[^"]+)"', page)
    assert len(ids) == len(set(ids)) == 4


# -- the drawing


def test_names_in_a_drawing_stay_text() -> None:
    svg = drawn(1, EVIL, [Line(EVIL, [(0, 0.5), (10, 1)])], 10, [Phase(EVIL, 0, 10)])
    parsed = ElementTree.fromstring(svg)
    assert EVIL in [each.text for each in parsed.iter()]
    assert not list(parsed.iter("script"))


def test_shares_and_rounds_stay_within_the_axes() -> None:
    line = Line("x", [(0, 0.0), (50, 1.0), (100, 0.5)], [(0, 0.0, 0.2), (100, 0.4, 1.0)])
    parsed = ElementTree.fromstring(drawn(0, "t", [line], 100, converged=90))
    axis = next(
        each for each in parsed.iter() if each.get("class") == "axis" and each.get("x1") != each.get("x2")
    )
    left, right, bottom = (float(axis.get(name) or 0) for name in ("x1", "x2", "y1"))
    points = next(each for each in parsed.iter() if each.get("class") == f"line {line.style}")
    at = [tuple(map(float, pair.split(","))) for pair in (points.get("points") or "").split()]
    assert at[0] == (left, bottom)
    assert at[1][0] == (left + right) / 2
    assert at[2][0] == right
    assert at[1][1] < at[2][1] < bottom
    assert at[2][1] == pytest.approx((at[1][1] + bottom) / 2)


def test_one_point_is_seen() -> None:
    assert "<circle" in drawn(0, "t", [Line("x", [(5, 0.5)])], 10)


@pytest.mark.parametrize(("end", "expected"), [(3, [0, 1, 2, 3]), (60, [0, 10, 20, 30, 40, 50, 60])])
def test_ticks(end: int, expected: list[int]) -> None:
    assert ticks(end) == expected


@pytest.mark.parametrize("end", [1, 7, 99, 600, 1234, 10**6, 10**7 + 1])
def test_ticks_are_few(end: int) -> None:
    found = ticks(end)
    assert 2 <= len(found) <= 7
    assert found[-1] <= end


def test_wide_windows_pool_the_narrow_ones() -> None:
    curve = [
        Window(10 if n else 5, n / 100, (0, 1), start=n, stop=n + 10, cumulative=0.5)
        for n in range(0, 50, 10)
    ]
    found = wide(curve, 3)
    assert [at for at, _ in found] == [10, 30, 45]
    assert [share for _, share in found] == pytest.approx([1 / 15, 0.25, 0.4])
    assert wide([], 12) == []


# -- words


def rules(**more: object) -> Rules:
    plain = {"rounds": 5, "corpus": {"name": "sst"}, "chooser": {"name": "c"}, "breaker": {"name": "b"}}
    return rules_of({**plain, **more}, Path("x"))


def test_rules_in_words() -> None:
    plain = " ".join(rules_in_words(rules()))
    assert "There is no time limit." in plain
    assert "the point is the chooser's" in plain
    assert "opaque" not in plain
    schedule = {"opaque": 4, "transparent": 2, "transparent_to": [], "adapt": True}
    guards = {"white_space": False, "length": 0}
    many = rules(
        time_limit=0.5,
        tie_rule="void",
        pipeline=True,
        collusion=["breaker", "chooser"],
        schedule=schedule,
        metadata={"breaker": False},
        guards=guards,
    )
    words = " ".join(rules_in_words(many))
    for part in (
        "0.5 s",
        "the round does not count",
        "one step behind",
        "breaker and chooser",
        "2 transparent rounds: their outcome is shown to nobody",
        "4 opaque rounds",
        "go on learning",
        "told to nobody",
        "Nothing is made alike",
    ):
        assert part in words
    written = rules_in_words(msgspec.structs.replace(many, breaker=Seating("as-written")))
    assert "is written already" in written[0]
    assert [phase.name for phase in phases(many)] == ["transparent", "opaque", "scored"]


def figures(**changes: object) -> Figures:
    plain = Figures(
        rounds=1,
        S=0.9,
        interval=(0.6, 1.0),
        no_fake=0,
        with_fake=Share(1, 0.9, (0.6, 1.0)),
        late={},
        missing={},
        played=3,
        texts=3,
        voids=0,
        by={},
        ungrouped=(),
        curve=(),
        trend={},
        converged_at=None,
        canary=None,
        perplexity=None,
    )
    return msgspec.structs.replace(plain, **changes)


def test_figures_in_words() -> None:
    found = figures(
        no_fake=1200,
        with_fake=Share(40, 0.75, (0.6, 0.85)),
        voids=2,
        missing={"breaker": {"late": 3, "odd": 1}},
        trend={"transparent": Slope(50, 0.1, (0.05, 0.15)), "scored": Slope(50, -0.1, (-0.15, -0.05))},
        converged_at=1200,
        perplexity=Perplexity(40, 81.25, 1234.5),
    )
    headline, *notes = game_in_words(found)
    assert headline.startswith("The chooser has the point in 90.0% of 1 round:")
    assert headline.endswith("That is above chance.")
    assert notes == [
        "1,200 scored rounds had no fake. Without them S = 0.750 (0.600 to 0.850) in 40 rounds.",
        "2 rounds did not count.",
        "Without an answer of the breaker that counts: too late (3), odd (1).",
        "The chooser's model has a perplexity of 81.2 a word on the real texts and of 1,234.5 on the fakes.",
    ]
    assert game_in_words(figures(interval=(0.4, 1.0)))[0].endswith("Chance is within it.")
    trends = trends_in_words(found)
    for sentence, end in zip(trends, ("It rises.", "It falls.", "quarter of the game."), strict=True):
        assert sentence.endswith(end)
    assert "From round 1,200 on" in trends[-1]


def test_a_table_that_would_be_too_long_is_not_left_out_without_a_word() -> None:
    assert ungrouped_in_words(figures()) == ""
    assert ungrouped_in_words(figures(ungrouped=("source", "year"))) == (
        "S is not told by source and year: more than 200 different values."
    )


# -- in a browser


def test_hostile_text_is_only_text_and_the_filters_work(tmp_path: Path) -> None:
    if not CHROMIUM.exists():
        if os.environ.get("CI"):
            pytest.fail(f"the browser is missing: {CHROMIUM}")
        pytest.skip(f"needs {CHROMIUM}")
    write_texts(tmp_path / "texts.jsonl", [f"Nice {EVIL} number {n}" for n in range(50)])
    curator = f"[curator]\nname = 'uniform'\nisolated = false\njustification = '''{EVIL}'''\n"
    report_of(tmp_path, curator, MARKER, READER, rounds=50)
    faults: list[str] = []
    requests: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 400, "height": 900})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: requests.append(request.url))
        page.goto((tmp_path / "out" / "report.html").as_uri())
        assert page.locator("#count").text_content() == "50 of 50 examples"
        page.select_option("[name=outcome]", "lost")
        lost = page.locator(".pair:visible").count()
        assert 0 < lost < 50
        assert page.locator("#count").text_content() == f"{lost} of 50 examples"
        page.select_option("[name=outcome]", "")
        page.fill("[name=search]", "number 7")
        assert page.locator(".pair:visible").count() == 1
        assert page.title() != "taken"
        assert page.locator("img").count() == 0
        assert EVIL in (page.locator("#players").text_content() or "")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.close()
    assert faults == []
    assert [url for url in requests if not url.startswith("file:")] == []


def test_texts_that_come_again_are_told_unless_they_are_canaries() -> None:
    found = figures(played=1200, texts=1)
    assert notes_in_words(found) == [
        "1,200 rounds had 1 different text: a performer that learns may know them by heart."
    ]
    canary = Canaries(Share(1), Share(1199))
    assert notes_in_words(msgspec.structs.replace(found, canary=canary)) == []
