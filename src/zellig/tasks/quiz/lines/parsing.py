"""From an answer line as it is printed to what judging needs."""

from __future__ import annotations

import re
from functools import lru_cache

from zellig.errors import ZelligError
from zellig.tasks.quiz.lines.brackets import split_brackets
from zellig.tasks.quiz.lines.directives import Clause, clauses
from zellig.tasks.quiz.lines.line import AnswerLine, Choice, Part
from zellig.tasks.quiz.lines.markup import read_markup
from zellig.tasks.quiz.lines.reading import Reading

LONGEST = 20_000  # characters
KEPT = 1 << 17  # lines that are remembered

_QUALIFIED = re.compile(r"(?P<name>.*\S)\s*\((?P<which>[^()]+)\)\s*")


@lru_cache(maxsize=KEPT)
def parse(line: str) -> AnswerLine:
    """What an answer line says.

    Whatever stands in it is borne with and kept; refused are a line without an answer, and one that is longer
    than any answer line.
    """
    if len(line) > LONGEST:
        raise ZelligError(
            f"this answer line has {len(line):,} characters",
            remedy=f"Answer lines have at most {LONGEST:,}: is the question in it?",
        )
    marked, notes = read_markup(line)
    sections = split_brackets(marked)
    reading = Reading([*notes, *sections.notes])
    rest = list(reading.main(sections.main))
    for other in sections.alternatives:
        reading.take(Clause("accept", other, synonym=True, raw=other.text.strip()))
    for section in [*rest, *sections.sections]:
        for clause in clauses(section):
            reading.take(clause)
    return reading.done(line)


@lru_cache(maxsize=KEPT)
def names_an_answer(line: str) -> bool:
    """Can one judge by this line?"""
    try:
        parse(line)
    except ZelligError:
        return False
    return True


def plain_line(answers: tuple[str, ...]) -> AnswerLine:
    """A line that accepts some answers and says nothing else; brackets at their ends tell pages apart."""
    return AnswerLine(main=tuple(_plain(answer) for answer in answers if answer.strip()))


def _plain(answer: str) -> Choice:
    found = _QUALIFIED.fullmatch(answer)
    if found is None:
        return Choice((Part(answer),))
    return Choice((Part(found["name"]), Part(f" {found['which']}", "optional")))
