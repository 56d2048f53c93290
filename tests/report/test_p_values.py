"""How p values are shown: in one way, never as zero, and with what they are corrected for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zellig
from zellig.report.p_values import how_tested, p_in_words, p_number
from zellig.report.words import f1_name
from zellig.tasks import get_task


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (0.0, "< 0.0001"),
        (1e-12, "< 0.0001"),
        (0.00012, "0.00012"),
        (0.0053, "0.0053"),
        (0.0365, "0.036"),
        (1.0, "1"),
    ],
)
def test_numbers(p: float, shown: str) -> None:
    assert p_number(p) == shown


def test_words() -> None:
    assert p_in_words(0.0365) == "p = 0.036"
    assert p_in_words(1e-9) == "p < 0.0001"
    assert p_in_words(0.2, 3) == "p = 0.2, corrected for 3 comparisons"
    assert "those of the 25 phenomena are corrected for their number (Holm)" in how_tested(25)
    assert "corrected" not in how_tested(1)


def test_nobody_writes_them_otherwise() -> None:
    own = re.compile(r"(_p|\bp)\s*(:\.\d|\)\s*\}\})|format\([\w.]*_p\)|\bp = \{")
    rooms = [Path(zellig.__file__).parent / room for room in ("report", "cli", "front", "games")]
    files = [path for room in rooms for path in room.rglob("*.*") if path.suffix in (".py", ".html")]
    assert files
    assert [path.name for path in files if own.search(path.read_text())] == ["p_values.py"]


def test_f1_has_a_name() -> None:
    assert [f1_name(get_task(name)) for name in ("sentiment", "qasrl", "quiz")] == [
        "weighted F1",
        "character F1",
        "credit",
    ]
