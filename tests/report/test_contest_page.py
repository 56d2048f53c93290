"""The report of a contest: ranks, marks of transfer, and the table of items that were broken."""

from __future__ import annotations

import re
from pathlib import Path

from helpers import sentiment_pair, write_contest
from zellig.games.breaking.figures import Success
from zellig.games.contest import read_contest, score_contest
from zellig.items import Pair, write_records
from zellig.report.contest import contest_html

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
    found = re.findall(r'<th scope="row">([\w -]+)(.*?)</tr>', section(html, name), re.DOTALL)
    return {heading.strip(): rest for heading, rest in found}


def test_phenomena_are_in_the_order_of_their_break_rate(tmp_path: Path) -> None:
    found = rows(page(tmp_path), "phenomena")
    assert list(found) == ["wild", "calm", "dull"]
    assert [re.findall(r"(\d+\.\d)(?:<| )", row)[0] for row in found.values()] == ["100.0", "50.0", "0.0"]
    assert "1 of them made by asking a system" in found["wild"]
    assert "made by asking" not in found["calm"]
    assert all(row.count('class="interval"') == 3 for row in found.values())  # all, and both systems


def test_transfer_is_marked(tmp_path: Path) -> None:
    found = rows(page(tmp_path), "matrix")
    own, transfer = found["seek on good"].split("</td>")[:2]
    assert "made by asking this system" in own
    assert "transfer: made by asking good" in transfer
    assert "<abbr" not in found["ana"]
    assert all(row.count('class="interval"') == 2 for row in found.values())


def test_pairs_of_a_search_are_not_called_the_hardest(tmp_path: Path) -> None:
    found = section(page(tmp_path).replace('id="summary" aria-label="Summary"', 'id="summary"'), "summary")
    assert "ana&#39;s pairs are the hardest of those made without asking a system" in found


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
