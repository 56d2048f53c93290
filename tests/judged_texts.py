"""What people say in a report of judges, for tests in which some do."""

from __future__ import annotations

from zellig.front.judging import JudgedTexts
from zellig.games.judging.figures import JudgingFigures


def people_in(judged: JudgedTexts) -> JudgingFigures:
    assert judged.figures is not None
    return judged.figures
