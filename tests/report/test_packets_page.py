"""Packets to be printed: the page, the document, and the words."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from docx.shared import Inches, Pt
from playwright.sync_api import Browser

from in_browser import launched
from written_questions import written
from zellig.corpora.questions import quiz_item
from zellig.games.writing.arranging import Place, arrange
from zellig.games.writing.distribution import read_distribution
from zellig.games.writing.packets import Packet, QuestionSet
from zellig.report.packets import render_packets, set_in_words
from zellig.report.packets_docx import packet_docx

HOSTILE = quiz_item(
    "<img src=x>",
    "Bad\x00\x1b \u202e<script>alert(1)</script> \ufffe end.",
    ("a",),
    "_<b onclick=x>a</b>_",
    {},
)


@pytest.fixture(scope="module")
def found() -> QuestionSet:
    pins = {"q0": Place(1, 1), "q17": Place(1, 2), "q7": Place(1, 3)}
    return arrange(written(), read_distribution({"any": 10, "Cookery": 1}), 3, 1, name="Own cup", pins=pins)


def test_words(found: QuestionSet) -> None:
    first, missing, *repeats, left = set_in_words(found)
    assert first == "3 packets of 10 tossups, after 'own'."
    assert missing == "3 more Cookery needed (Packet 1, Packet 2 and Packet 3)."
    assert left.startswith("1 question is left over" if len(found.left_over) == 1 else "")
    assert any(each.startswith("The answer Danube is asked in Packet ") for each in repeats)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


def test_the_page(found: QuestionSet, tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "packets.html"
    path.write_text(render_packets(found), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 900})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.goto(path.as_uri())
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator("section.packet").count() == 3
    assert page.locator("#packet-1 li").count() == 10
    rhine = page.locator("#packet-1 li").first
    assert rhine.locator("p").all_inner_texts() == [
        "Barges on this river (*) carry salt past Cologne. Name this river.",
        "ANSWER: Rhine River [or Rhein]",
        "<Ana, Geography - Rivers>",
    ]
    assert rhine.locator("p").first.locator("b").all_inner_texts() == ["Barges on this river (*)"]
    assert rhine.locator("b > u").all_inner_texts() == ["Rhine", "Rhein"]
    page.emulate_media(media="print")
    breaks = "each => getComputedStyle(each).breakBefore"
    assert [each.evaluate(breaks) for each in page.locator("section.packet").all()] == [
        "auto",
        "page",
        "page",
    ]
    assert not page.locator("header").is_visible()
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(sheets) == 3  # ten short tossups fit one, and the next packet begins another


def test_nothing_in_a_question_is_markup_of_the_page() -> None:
    page = render_packets(QuestionSet("<x>", (Packet("<y>", (HOSTILE,)),), "own"))
    for tag in ("<script>", "<img", "<x>", "<y>", "onclick", "\x1b", "\u202e"):
        assert tag not in page


def test_the_document(found: QuestionSet) -> None:
    document = docx.Document(io.BytesIO(packet_docx(found.packets[0], found.name)))
    style = document.styles["Normal"]
    assert (style.font.name, style.font.size) == ("Times New Roman", Pt(10))
    assert document.sections[0].left_margin == Inches(1)
    texts = [each.text for each in document.paragraphs]
    assert texts[:6] == [
        "Own cup",
        "Packet 1",
        "",
        "1. Barges on this river (*) carry salt past Cologne. Name this river.",
        "ANSWER: Rhine River [or Rhein]",
        "<Ana, Geography - Rivers>",
    ]
    assert [each for each in texts if each.startswith("10. ")]
    question, answer = document.paragraphs[3:5]
    assert [run.text for run in question.runs if run.bold] == ["Barges on this river (*)"]
    assert [run.text for run in answer.runs if run.bold and run.underline] == ["Rhine", "Rhein"]
    iron, bach = document.paragraphs[7], document.paragraphs[11]
    assert [run.text for run in iron.runs if run.font.subscript] == ["2", "3"]
    assert [run.text for run in bach.runs if run.italic] == ["variations"]


def test_a_document_takes_any_text() -> None:
    document = docx.Document(io.BytesIO(packet_docx(Packet("P\x00", (HOSTILE,)), "S\x1b")))
    assert any("<script>alert(1)</script>" in each.text for each in document.paragraphs)
