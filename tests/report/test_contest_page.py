"""The report of a contest: ranks, marks of transfer, and the table of items that were broken."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from helpers import sentiment_pair, write_contest
from zellig.games.breaking.figures import Success
from zellig.games.contest import read_contest, score_contest
from zellig.items import Pair, write_records
from zellig.report.contest import contest_html
from zellig.report.words import contest_in_words

MADE = {
    "ana": [sentiment_pair("p1", phenomenon="calm"), sentiment_pair("p2", ("+1", "+1"), phenomenon="dull")],
    "seek on good": [sentiment_pair("p3", phenomenon="wild")],
}
GOLD = {p.id: (p.original.accepted[0], p.modified.accepted[0]) for pairs in MADE.values() for p in pairs}
ANSWERS = {"good": GOLD | {"p3": ("+1", "+1")}, "stuck": dict.fromkeys(GOLD, ("+1", "+1"))}
HALF = Success(4, 0.5, (0.15, 0.85), 0.25, (0.05, 0.7))
SUCCESS = {name: {"good": HALF, "stuck": HALF} for name in ("ana", "seek", "idle")}


def page(path: Path, **more: object) -> str:
    write_contest(path, MADE, ANSWERS)
    asked = path / "pairs/seek on good.jsonl"
    write_records(asked, Pair, MADE["seek on good"], "sentiment", author="seek", victim="good")
    contest = read_contest(path)
    return contest_html(contest, score_contest(contest), "A contest", **more)  # type: ignore[arg-type]


def section(html: str, name: str) -> str:
    return html.partition(f'<section id="{name}">')[2].partition("</section>")[0]


def rows(html: str, name: str) -> dict[str, str]:
    """The rows of a section's table by their heading, in order."""
    found = re.findall(r'<th scope="row">(?:<a [^>]*>)?([\w -]+)(.*?)</tr>', section(html, name), re.DOTALL)
    return {heading.strip(): rest for heading, rest in found}


def test_phenomena_are_in_the_order_of_their_break_rate(tmp_path: Path) -> None:
    found = rows(page(tmp_path), "phenomena")
    assert list(found) == ["wild", "calm", "dull"]
    assert [re.findall(r"(\d+\.\d)(?:<| )", row)[0] for row in found.values()] == ["100.0", "50.0", "0.0"]
    assert "1 of them made by asking a system" in found["wild"]
    assert "made by asking" not in found["calm"]
    assert all(row.count('class="interval"') == 3 for row in found.values())  # all, and both systems


def test_numbers_lead_to_the_pairs_behind_them(tmp_path: Path) -> None:
    html = page(tmp_path)
    assert 'href="#phenomenon=wild&amp;system=good&amp;outcome=broken"' in rows(html, "phenomena")["wild"]
    assert 'href="#breaker=seek+on+good&amp;system=good&amp;outcome=broken"' in section(html, "matrix")
    assert 'href="#system=good&amp;outcome=passed"' in section(html, "builders")


def test_transfer_is_marked(tmp_path: Path) -> None:
    found = rows(page(tmp_path), "matrix")
    own, transfer = found["seek on good"].split("</td>")[:2]
    assert "made by asking this system" in own
    assert "transfer: made by asking good" in transfer
    assert "<abbr" not in found["ana"]
    assert all(row.count('class="interval"') == 2 for row in found.values())


def summary(path: Path, made: Mapping[str, int], broken: Mapping[str, int], systems: int = 2) -> str:
    """What is said of entries with so many pairs, of which the first system breaks on so many."""
    pairs = {name: [sentiment_pair(f"{name} {n}") for n in range(size)] for name, size in made.items()}
    gold = {p.id: (p.original.accepted[0], p.modified.accepted[0]) for each in pairs.values() for p in each}
    stuck = gold | {f"{name} {n}": ("+1", "+1") for name, many in broken.items() for n in range(many)}
    write_contest(path, pairs, dict(list({"stuck": stuck, "good": gold}.items())[:systems]))
    for name, rows in pairs.items():
        author, _, victim = name.partition(" on ")
        file = path / f"pairs/{name}.jsonl"
        write_records(file, Pair, rows, "sentiment", author=author, victim=victim or None)
    return " ".join(contest_in_words(score_contest(read_contest(path))))


def test_pairs_of_a_search_are_not_called_the_hardest(tmp_path: Path) -> None:
    found = summary(
        tmp_path, {"ana": 40, "ben": 40, "seek on good": 40}, {"ana": 30, "ben": 2, "seek on good": 40}
    )
    assert "ana's pairs are the hardest of those made without asking a system: on average they" in found
    assert "good stands best: it passes 100.0% of the pairs" in found


def test_a_tie_has_no_superlative(tmp_path: Path) -> None:
    found = summary(tmp_path / "two", {"ana": 40, "ben": 40, "cid": 40}, {"ana": 30, "ben": 30, "cid": 2})
    assert "ana's pairs break a system on 37.5% of the pairs" in found
    assert "on average; the data do not separate them from those of ben." in found
    assert "hardest" not in found
    found = summary(tmp_path / "systems", {"ana": 40, "ben": 40}, {})
    assert "the data do not separate them from those of ben" in found
    assert "best" not in found
    assert ". good passes 100.0%" in found


def test_few_pairs_or_one_of_a_kind_have_no_superlative(tmp_path: Path) -> None:
    few = summary(tmp_path / "few", {"ana": 19, "ben": 19}, {"ana": 19})
    assert "No breaker brought 20 pairs: that is too few to say whose are the hardest." in few
    assert "stands best" in few  # 38 pairs in all
    fewer = summary(tmp_path / "fewer", {"ana": 19}, {"ana": 19})
    assert "best" not in fewer
    alone = summary(tmp_path / "alone", {"ana": 40, "ben": 19}, {"ana": 20, "ben": 19}, systems=1)
    assert "ana's pairs break a system on 50.0% of the pairs" in alone
    assert "hardest" not in alone
    assert "best" not in alone


def test_items_that_were_broken(tmp_path: Path) -> None:
    html = page(tmp_path, success=SUCCESS)
    found = rows(html, "success")
    assert list(found) == ["ana", "seek"]  # the idle one made no pair
    assert found["ana"].count("50.0 → 25.0") == 2
    assert "15.0–85.0 → 5.0–70.0" in found["ana"]
    assert "asks the system" in found["seek"]
    assert "asks the system" not in found["ana"]
    assert 'href="#success"' in html


def test_a_contest_of_files_has_no_table_of_items(tmp_path: Path) -> None:
    html = page(tmp_path)
    assert 'id="success"' not in html
    assert "#success" not in html
