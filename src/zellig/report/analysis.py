"""What a corpus is made of, as a page with one bar chart for each field; it needs no network."""

from __future__ import annotations

from pathlib import Path

from zellig import __version__
from zellig.files import write_text
from zellig.language.sentence_classes import CLASSES, TENSES
from zellig.language.verb_group import MODALS
from zellig.report.page import template
from zellig.transform.analysis import Analysis

# Classes that are drawn together; every sentence is in exactly one of the first group.
GROUPS = {
    "tense": tuple(TENSES),
    "aspect and voice": ("progressive", "perfect", "passive"),
    "modal": tuple(sorted(MODALS)),
    "sentence": ("it-cleft", "negated", "question", "coordinated"),
}


def write_analysis(path: Path, analysis: Analysis, corpus: str) -> None:
    """Write the page, whole or not at all."""
    write_text(path, analysis_html(analysis, corpus))


def analysis_html(analysis: Analysis, corpus: str) -> str:
    """The page as one string of HTML; the same analysis gives the same bytes."""
    return template("analysis.html").render(
        corpus=corpus, analysis=analysis, groups=GROUPS, classes=CLASSES, version=__version__
    )
