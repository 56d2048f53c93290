"""The page of an analysis: whole in itself, the same every time, hostile names stay text."""

from __future__ import annotations

import re
from pathlib import Path

from zellig.items import Item
from zellig.language.sentence_classes import CLASSES
from zellig.report.analysis import GROUPS, analysis_html, write_analysis
from zellig.transform.analysis import Analysis, ClassShare, FieldAnalysis, analyse

CLASSED = {name: ClassShare(1, 0.5, (0.1, 0.9)) for name in CLASSES}
HALF = Analysis(2, {"text": FieldAnalysis(2, 0, 2, 3.5, CLASSED)})


def test_page_needs_nothing_from_elsewhere() -> None:
    page = analysis_html(HALF, "own")
    assert not re.findall(r"https?:|//[a-z]|<script|<link|<img|@import|url\(", page)
    assert "default-src 'none'" in page


def test_names_stay_text() -> None:
    hostile = "<script>alert(1)</script>\"'&"
    page = analysis_html(Analysis(2, {hostile: HALF.fields["text"]}), hostile)
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_every_class_is_drawn_and_explained() -> None:
    assert sorted(name for members in GROUPS.values() for name in members) == sorted(CLASSES)
    page = analysis_html(HALF, "own")
    assert page.count("<rect") == len(CLASSES)
    assert page.count("<title id") == page.count("<desc id") == 1
    assert all(meaning in page for meaning in CLASSES.values())
    assert page.count("50.0% <tspan") == len(CLASSES)


def test_field_without_sentences(tmp_path: Path) -> None:
    write_analysis(tmp_path / "page.html", analyse([], "nli"), "none")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("There are no sentences in this field.") == 2
    assert "<svg" not in page


def test_same_analysis_same_bytes() -> None:
    items = [Item("1", {"text": "We sang."})]
    first, second = (analysis_html(analyse(items, "sentiment"), "own") for _ in range(2))
    assert first == second
