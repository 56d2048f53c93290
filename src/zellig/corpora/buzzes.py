"""When people buzzed: a table with a row for each buzz, and the questions that were read to them.

A position is the number of words that were read before the one at which somebody buzzed, as a moderator's
program (MODAQ) counts them: pronunciation guides, power marks and directives are no words, and notes to the
players ("Description acceptable.") are. A buzz after the last word has the number of all words. In 13
tournaments 15,147 of 77,515 buzzes are exactly there, and 355 beyond; with every word of the published text
counted, only 5,564 would be, and without the notes 1,009 would be beyond.
A value is in points: whoever got some was right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zellig.corpora.rows import Place, by_column, cell, peek, read_csv, read_jsonl
from zellig.errors import ZelligError
from zellig.items import Item

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# What others call the columns; the first that is there is taken. Only that of the game may be missing.
COLUMNS = {
    "question": ("tossup_key", "key", "question_id", "question", "tossup"),
    "player": ("player", "player_id", "player_name"),
    "position": ("buzz_position", "position", "word_index"),
    "value": ("value", "points"),
    "game": ("game", "game_id", "match"),
}
OPTIONAL = ("game",)

_NOT_READ = re.compile(
    r"""\(\s*(?:pronounced\s+)?["'“”‘’][^()]*\)  # a guide
    | \([*+]\)                                   # a power mark
    | [(\[](?:emphasi[sz]e|pause|read\ slowly)[)\]]""",
    re.VERBOSE | re.IGNORECASE,
)
_LEFT_ALONE = re.compile(r"\s+(?=[.,;:?!’”])")  # punctuation after a guide belongs to the word before it


@dataclass(frozen=True)
class Buzzes:
    """Buzzes as columns; questions, players and games are named by their places."""

    asked: tuple[Item, ...]  # all questions, those that nobody buzzed on included
    players: tuple[str, ...]
    question: Ints
    player: Ints
    game: Ints
    heard: Floats  # the share of the question's characters that had been read
    value: Ints  # points
    past_the_end: int  # how many positions were beyond the last word; they count as the end

    def __len__(self) -> int:
        return len(self.question)

    @property
    def right(self) -> Bools:
        """Was the answer right?"""
        return np.asarray(self.value > 0)


def read_buzzes(path: Path, asked: Iterable[Item]) -> Buzzes:
    """Read a table of buzzes (CSV, packed or not) on these questions; refuses a buzz on any other."""
    questions = tuple(asked)
    places = {item.id: number for number, item in enumerate(questions)}
    ends = [_shares_heard(item.fields["text"]) for item in questions]
    players: dict[str, int] = {}
    games: dict[str, int] = {}
    rows: list[tuple[int, int, int, int]] = []
    heard: list[float] = []
    past = 0
    for line, columns, row in _rows(path):
        place = Place(path, line)
        question = _question(places, cell(row, columns["question"], place), place)
        position = _whole(row, columns["position"], place)
        if position < 0:
            raise ZelligError(
                f"{position} is no number of words",
                path=path,
                line=line,
                field=columns["position"],
                remedy="Give the number of words that had been read.",
            )
        last = len(ends[question]) - 1
        past += position > last
        heard.append(ends[question][min(position, last)])
        player = players.setdefault(cell(row, columns["player"], place), len(players))
        game = games.setdefault(row[columns["game"]] if "game" in columns else "", len(games))
        rows.append((question, player, game, _whole(row, columns["value"], place)))
    if not rows:
        raise ZelligError("there is no buzz in this file", path=path, remedy="Give a row for each buzz.")
    question_column, player_column, game_column, value = np.array(rows, dtype=np.int64).T
    return Buzzes(
        questions, tuple(players), question_column, player_column, game_column, np.array(heard), value, past
    )


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, str], Mapping[str, str]]]:
    """(line, what each column is called, row)."""
    header, rows = peek(read_csv(path))
    columns = _columns(header[1] if header else [], path)
    for line, row in by_column(path, rows, list(columns.values())):
        yield line, columns, row


def _columns(header: Sequence[str], path: Path) -> dict[str, str]:
    found = {}
    for role, names in COLUMNS.items():
        known = [name for name in names if name in header]
        if known:
            found[role] = known[0]
        elif role not in OPTIONAL:
            raise ZelligError(
                f"the header has no column for the {role} of a buzz" if header else "the file is empty",
                path=path,
                line=1,
                field=role,
                remedy=f"Call it {' or '.join(names)}.",
            )
    return found


def _question(places: Mapping[str, int], key: str, place: Place) -> int:
    if key not in places:
        raise ZelligError(
            f"there is no question {key!r}",
            **place._asdict(),
            remedy="Give the file of the questions that these buzzes are on.",
        )
    return places[key]


def _whole(row: Mapping[str, str], column: str, place: Place) -> int:
    written = row[column]
    try:
        number = int(written)
    except ValueError:
        number = None
    if number is None or abs(number) >= 10**6:
        raise ZelligError(
            f"{written[:40]!r} is not a whole number of points or words",
            **place._asdict(),
            field=column,
            remedy="Write a whole number.",
        )
    return number


def _shares_heard(text: str) -> list[float]:
    """Of the characters of a text, the share that was read with each number of words, from none to all."""
    found, length = [0], -1
    for word in text.split():
        length += len(word) + 1
        found.append(length)
    return [end / found[-1] for end in found]


# -- the questions


def asked_questions(path: Path) -> Iterator[Item]:
    """The questions of a file of JSON lines, packed or not, as they are read out.

    A line needs `key` (or `id`) and `question`; category, set and answer line are taken along.
    """
    seen: dict[str, int] = {}
    for line, row in read_jsonl(path):
        place = Place(path, line)
        key = cell(row, "key" if "key" in row else "id", place)
        if key in seen:
            raise ZelligError(
                f"the question {key!r} was on line {seen[key]} already",
                path=path,
                line=line,
                remedy="Keep one line for each, or give every question its own key.",
            )
        seen[key] = line
        text = as_read(cell(row, "question", place))
        if not text:
            raise ZelligError(
                "there is nothing to read out here",
                path=path,
                line=line,
                field="question",
                remedy="Give the text of the question.",
            )
        yield Item(key, {"text": text}, (), _about(row))


def as_read(question: str) -> str:
    """A published question without what is not read out."""
    return " ".join(_LEFT_ALONE.sub("", _NOT_READ.sub(" ", question)).split())


def _about(row: Mapping[str, Any]) -> dict[str, Any]:
    names = {"category": "category", "set": "set", "answer": "gold_answer_line"}
    return {name: row[key] for key, name in names.items() if isinstance(row.get(key), str)}
