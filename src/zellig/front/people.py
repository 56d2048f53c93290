"""How people buzz on quiz questions: `zellig quiz people`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zellig.corpora import Source
from zellig.corpora.buzzes import read_buzzes
from zellig.corpora.tossups import TOSSUPS
from zellig.files import write_text
from zellig.front.options import path_of
from zellig.front.saying import saying
from zellig.measures.people import People, describe
from zellig.outputs import new_file
from zellig.report.people import people_in_words, people_picture

if TYPE_CHECKING:
    from zellig.front.frames import Table


@dataclass(frozen=True)
class QuizPeople:
    """When people buzzed and whether they were right, with intervals that allow for questions and players."""

    figures: People
    said: tuple[str, ...] = ()
    buzzed_on: frozenset[str] = frozenset()  # the texts of the questions

    def table(self) -> Table:
        """One row a question that somebody buzzed on."""
        from zellig.front.frames import flat, rows_to_table

        return rows_to_table(
            {"question": name}
            | {
                "buzzes": found.buzzes,
                "players": found.players,
                **flat("accuracy", found.accuracy),
                **flat("position", found.position),
                "right_position_value": found.right_position and found.right_position.value,
                "right_position_interval": found.right_position and found.right_position.interval,
            }
            for name, found in self.figures.questions.items()
        )

    def picture(self, path: str | PathLike[str]) -> Path:
        """Draw how many are right when how much was heard (SVG); gives its path."""
        write_text(new_file(path), people_picture(self.figures))
        return Path(path)

    def __repr__(self) -> str:
        return "\n".join(people_in_words(self.figures))


def quiz_people(buzzes: str | PathLike[str], *, questions: str | PathLike[str]) -> QuizPeople:
    """Describe the buzzes of a table (CSV) on the questions of a file (JSON lines); both may end in .gz."""
    table = path_of(buzzes, "the path of a table of buzzes")
    source = Source(path_of(questions, "the path of a file of questions"))
    with saying() as said:
        found = read_buzzes(table, TOSSUPS.read(source, Counter()))
        figures = describe(found)
    buzzed_on = frozenset(found.asked[place].fields["text"] for place in set(found.question.tolist()))
    return QuizPeople(figures, tuple(said), buzzed_on)
