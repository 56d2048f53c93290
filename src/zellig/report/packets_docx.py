"""A packet as a document for word processors, in the manner that tournaments ask for.

10-point Times, margins of an inch, no space between paragraphs; numbers are typed, so that no program counts
them again; `ANSWER:` with what is required bold and underlined, and who wrote it between angle brackets.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from zellig.corpora.packet_json import answer_runs, credit
from zellig.corpora.question_print import question_in_power
from zellig.extras import require
from zellig.games.writing.packets import Packet
from zellig.tasks.quiz.printing import Run, Type
from zellig.terminal import visible

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

FONT, POINTS, INCHES = "Times New Roman", 10, 1
_NOT_IN_XML = str.maketrans("", "", "\ufffe\uffff")  # beside control characters


def packet_docx(packet: Packet, title: str, licence: str = "") -> bytes:
    """The document; `title` is the name of the set, and its licence stands below it, if it has one."""
    require("quiz", "writing .docx")
    document = _empty()
    document.core_properties.title = _for_xml(f"{title}, {packet.name}")
    _write(document.add_paragraph(), [Run(title, Type(bold=True))])
    _write(document.add_paragraph(), [Run(packet.name, Type(bold=True))])
    if licence:
        _write(document.add_paragraph(), [Run(f"Licence: {licence}")])
    for number, item in enumerate(packet.tossups, start=1):
        document.add_paragraph()
        question = document.add_paragraph()
        question.paragraph_format.keep_with_next = True
        question.paragraph_format.keep_together = True
        _write(question, [Run(f"{number}. "), *question_in_power(item)])
        answer = document.add_paragraph()
        answer.paragraph_format.keep_with_next = bool(credit(item))
        _write(answer, [Run("ANSWER: "), *answer_runs(item)])
        if said := credit(item):
            _write(document.add_paragraph(), [Run(f"<{said}>")])
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _empty() -> Document:
    import docx
    from docx.oxml.ns import qn
    from docx.shared import Inches, Pt

    document = docx.Document()
    document.core_properties.author = document.core_properties.comments = ""
    style = document.styles["Normal"]
    style.font.name, style.font.size = FONT, Pt(POINTS)
    style.element.rPr.rFonts.set(qn("w:eastAsia"), FONT)
    style.paragraph_format.space_before = style.paragraph_format.space_after = Pt(0)
    style.paragraph_format.line_spacing = 1
    for section in document.sections:
        section.left_margin = section.right_margin = Inches(INCHES)
        section.top_margin = section.bottom_margin = Inches(INCHES)
    return document


def _write(paragraph: Paragraph, runs: Iterable[Run]) -> None:
    for run in runs:
        written = paragraph.add_run(_for_xml(run.text))
        written.bold, written.underline, written.italic = run.type[:3]
        written.font.subscript, written.font.superscript = run.type[3:]


def _for_xml(text: str) -> str:
    return visible(text).translate(_NOT_IN_XML)
