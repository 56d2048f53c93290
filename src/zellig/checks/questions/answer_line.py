"""Can one judge by a question's answer line?"""

from __future__ import annotations

from collections.abc import Iterator

from zellig.checks.characters import character_faults
from zellig.checks.questions.findings import Fault, place
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.tasks.quiz.lines import AnswerLine, parse
from zellig.tasks.quiz.lines.parsing import plain_line
from zellig.tasks.quiz.task import LINE


def parsed_line(item: Item) -> AnswerLine | None:
    """What the answer line of a question says; of one without a line, its answers. None: nothing."""
    try:
        raw = item.metadata.get(LINE)
        line = parse(raw) if isinstance(raw, str) and raw.strip() else plain_line(item.accepted)
    except ZelligError:
        return None
    return line if line.main else None


def line_faults(item: Item) -> Iterator[Fault]:
    """Everything wrong with the answer line of a question."""
    raw = item.metadata.get(LINE)
    if not isinstance(raw, str) or not raw.strip():
        if not any(answer.strip() for answer in item.accepted):
            yield Fault("no-answer", "there is no answer line")
        return
    for code, what, at in character_faults(raw):
        yield Fault(code, f"answer line: {what}", place(raw, *at, "answer line"))
    try:
        line = parse(raw)
    except ZelligError as error:
        yield Fault("bad-answer-line", error.what, place(raw, 0, len(raw), "answer line"))
        return
    for part in line.not_understood:
        start = max(raw.find(part), 0)
        here = place(raw, start, start + len(part), "answer line")
        yield Fault("unclear-answer-line", f"{part!r} is not understood", here)
