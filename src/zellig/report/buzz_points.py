"""The browser of questions on a page: every question, and who buzzed where, right or wrong."""

from __future__ import annotations

import base64
import gzip
import re
from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from zellig.corpora.questions import ANSWER_LINE
from zellig.measures.playing import Playing
from zellig.tasks.quiz.printing import line_runs, plain

LEVEL = 6  # of compression
_WORD = re.compile(r"\S+")


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """A buzz over a text."""

    end: int  # characters of the text that had been read
    words: int
    player: int  # by place
    right: bool
    value: int  # points
    said: str


class Asked(msgspec.Struct, frozen=True):
    """A question with its buzzes, the earliest first."""

    id: str
    text: str
    answer: str
    side: str
    category: str
    phenomena: list[str]
    marks: list[Mark]


class BuzzPoints(msgspec.Struct, frozen=True):
    """All that the browser shows."""

    players: list[tuple[str, str, str]]  # name, team, kind
    questions: list[Asked]

    def packed(self) -> str:
        """JSON, compressed and in base64: safe inside a script element."""
        return base64.b64encode(gzip.compress(msgspec.json.encode(self), LEVEL, mtime=0)).decode()


def buzz_points(play: Playing, said: Sequence[str]) -> BuzzPoints:
    """Every question that was read, or somebody buzzed on; `said` are the answers, where they are known."""
    table = play.buzzes
    asked = set(table.question.tolist()) | (
        set() if play.heard is None else set(play.heard.question.tolist())
    )
    marks: dict[int, list[Mark]] = {place: [] for place in sorted(asked)}
    ends = {
        place: [each.end() for each in _WORD.finditer(table.asked[place].fields["text"])] for place in marks
    }
    for row, place in enumerate(table.question.tolist()):
        length = len(table.asked[place].fields["text"])
        # The end of the word that was heard last: where notes were read too, the nearest.
        at = bisect_left(ends[place], round(float(table.heard[row]) * length))
        end = ends[place][min(at, len(ends[place]) - 1)] if table.heard[row] > 0 else 0
        marks[place].append(
            Mark(
                end,
                int(play.buzzes.words[row]),
                int(table.player[row]),
                bool(table.value[row] > 0),
                int(table.value[row]),
                said[row] if said else "",
            )
        )
    questions = []
    for place, its in marks.items():
        item = table.asked[place]
        line = item.metadata.get(ANSWER_LINE)
        phenomena = item.metadata.get("phenomenon")
        questions.append(
            Asked(
                item.id,
                item.fields["text"],
                plain(line_runs(line)) if isinstance(line, str) and line else ", ".join(item.accepted),
                play.sides[place],
                str(item.metadata.get("category") or ""),
                [str(each) for each in phenomena]
                if isinstance(phenomena, list)
                else [phenomena]
                if phenomena
                else [],
                sorted(its, key=lambda mark: mark.end),
            )
        )
    players = list(zip(table.players, play.buzzes.teams, play.buzzes.kinds, strict=True))
    return BuzzPoints(players, questions)
