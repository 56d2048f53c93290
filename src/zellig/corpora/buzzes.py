"""When people buzzed: a table with a row for each buzz, and the questions that were read to them.

A position is the number of words that were read before the one at which somebody buzzed, as a moderator's
program (MODAQ) counts them: pronunciation guides, power marks and directives are no words, and notes to the
players ("Description acceptable.") are. A buzz after the last word has the number of all words. In 13
tournaments 15,288 of 77,515 buzzes are exactly there, and 216 beyond; with every word of the published text
counted, only 5,564 would be, and without the notes 1,009 would be beyond.
A value is in points: whoever got some was right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from zellig.corpora.question_text import Mark, published_text
from zellig.corpora.questions import marks_of
from zellig.corpora.rows import Place, by_column, peek, read_csv
from zellig.errors import ZelligError
from zellig.items import Item

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# What others call the columns; the first that is there is taken. Some may be missing.
COLUMNS = {
    "question": ("tossup_key", "key", "question_id", "question", "tossup"),
    "player": ("player", "player_id", "player_name"),
    "position": ("buzz_position", "position", "word_index"),
    "value": ("value", "points"),
    "tournament": ("tournament", "tournament_id", "set"),
    "game": ("game", "game_id", "match"),
    "team": ("team", "team_name"),
    "kind": ("kind",),
}
OPTIONAL = ("tournament", "game", "team", "kind")


@dataclass(frozen=True)
class Buzzes:
    """Buzzes as columns; questions, players and games are named by their places."""

    asked: tuple[Item, ...]  # all questions, those that nobody buzzed on included
    players: tuple[str, ...]
    question: Ints
    player: Ints
    game: Ints | None  # None where the table does not name them
    heard: Floats  # the share of the question's characters that had been read
    value: Ints  # points
    past_the_end: int  # how many positions were beyond the last word; they count as the end
    words: Ints  # that had been read
    teams: tuple[str, ...]  # of the players; empty where the table does not name them
    kinds: tuple[str, ...]  # person or program, where the table says it

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
    ends = [shares_heard(read_out(item)) for item in questions]
    players: dict[str, int] = {}
    games: dict[tuple[str, ...], int] = {}
    rows: list[tuple[int, int, int, int]] = []
    heard: list[float] = []
    words: list[int] = []
    teams: dict[int, str] = {}
    kinds: dict[int, str] = {}
    past = 0
    for line, columns, row in _rows(path):
        place = Place(path, line)
        question = _question(places, row[columns["question"]], place)
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
        words.append(min(position, last))
        player = players.setdefault(_named(row, columns, "player", place), len(players))
        teams.setdefault(player, row[columns["team"]] if "team" in columns else "")
        kinds.setdefault(player, row[columns["kind"]] if "kind" in columns else "")
        game = games.setdefault(_game(row, columns, questions[question], place), len(games))
        rows.append((question, player, game, _whole(row, columns["value"], place)))
    if not rows:
        raise ZelligError("there is no buzz in this file", path=path, remedy="Give a row for each buzz.")
    question_column, player_column, game_column, value = np.array(rows, dtype=np.int64).T
    return Buzzes(
        questions,
        tuple(players),
        question_column,
        player_column,
        game_column if "game" in columns else None,
        np.array(heard),
        value,
        past,
        np.array(words, dtype=np.int64),
        tuple(teams.values()),
        tuple(kinds.values()),
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


def _game(row: Mapping[str, str], columns: Mapping[str, str], asked: Item, place: Place) -> tuple[str, ...]:
    """What tells games apart: there is a game 1 in every tournament, and on every set of questions."""
    if "game" not in columns:
        return ()
    tournament = row[columns["tournament"]] if "tournament" in columns else ""
    return str(asked.metadata.get("set", "")), tournament, _named(row, columns, "game", place)


def _named(row: Mapping[str, str], columns: Mapping[str, str], role: str, place: Place) -> str:
    found = row[columns[role]]
    if not found.strip():
        otherwise = ", or leave the column out" if role in OPTIONAL else ""
        raise ZelligError(
            f"the {role} is not named here",
            **place._asdict(),
            field=columns[role],
            remedy=f"Name it in every row{otherwise}.",
        )
    return found


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


def shares_heard(text: str) -> list[float]:
    """Of the characters of a text, the share that was read with each number of words, from none to all."""
    found, length = [0], -1
    for word in text.split():
        length += len(word) + 1
        found.append(length)
    return [end / found[-1] for end in found]


def read_out(item: Item) -> str:
    """What a moderator reads to the players: the question, and the notes that stand before it."""
    return published_text(item.fields["text"], filter(_is_note, marks_of(item)))


def _is_note(mark: Mark) -> bool:
    return mark.kind == "directive" and not mark.published.lstrip().startswith(("(", "["))
