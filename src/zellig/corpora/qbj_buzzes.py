"""Buzzes in QBJ of others: a whole tournament (quizbowl/schema), or one match as MODAQ writes it.

A position is the index of the word at which somebody buzzed, from 0; by the schema, whoever has heard a part
of a word has heard all of it. MODAQ counts the end of the question as a word more: that is the end, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from zellig.corpora.buzzes import Buzzes, read_out, shares_heard
from zellig.corpora.json_lists import read_json_bytes
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.items import Item

_REMEDY = "Give a file of quizbowl/schema, or one that MODAQ exported."

LARGEST = 10**6  # as in a table of buzzes

Fields = Mapping[str, Any]


class _Buzz(NamedTuple):
    """A buzz as the file has it."""

    game: int
    question: int  # by its place
    player: str
    team: str
    word: int
    value: int


def read_qbj(path: Path, asked: Iterable[Item]) -> Buzzes:
    """Read the buzzes of a file on these questions; refuses one that does not say on which they are."""
    questions = tuple(asked)
    content = decode_json(
        read_json_bytes(path), dict[str, Any], path=path, what="a file of QBJ", remedy=_REMEDY
    )
    try:
        found = list(_buzzes(content, questions, path))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ZelligError(
            f"it is not a file of QBJ ({type(error).__name__}: {error})", path=path, remedy=_REMEDY
        ) from None
    if not found:
        what = "there is no buzz with a position in this file"
        raise ZelligError(what, path=path, remedy="Export it with the words at which players buzzed.")
    ends = [shares_heard(read_out(item)) for item in questions]
    last = [len(each) - 1 for each in ends]
    players: dict[tuple[str, str], int] = {}
    for each in found:
        players.setdefault((each.player, each.team), len(players))
    words = [min(each.word + 1, last[each.question]) for each in found]
    return Buzzes(
        questions,
        tuple(name for name, _ in players),
        np.array([each.question for each in found], dtype=np.int64),
        np.array([players[each.player, each.team] for each in found], dtype=np.int64),
        np.array([each.game for each in found], dtype=np.int64),
        np.array([ends[each.question][heard] for each, heard in zip(found, words, strict=True)]),
        np.array([each.value for each in found], dtype=np.int64),
        sum(each.word > last[each.question] for each in found),
        np.array(words, dtype=np.int64),
        tuple(team for _, team in players),
        ("",) * len(players),
    )


def _buzzes(content: Fields, questions: Sequence[Item], path: Path) -> Iterator[_Buzz]:
    objects = content.get("objects", [content])  # MODAQ writes a match alone
    known = {each["id"]: each for each in _every(objects) if isinstance(each.get("id"), str)}
    places = {item.id: place for place, item in enumerate(questions)}
    matches = [each for each in _every(objects) if "match_questions" in each]
    # Ids of another program say nothing here; where some are known, one that is not is a question missing.
    named = any(each.get("external_id") in places for each in _every(objects) if "external_id" in each)
    for game, match in enumerate(matches):
        for cycle in match["match_questions"]:
            asked = cycle.get("replacement_tossup_question") or cycle.get("tossup_question") or {}
            number = int(asked.get("question_number", cycle["question_number"]))
            for buzz in cycle["buzzes"]:
                word = (buzz.get("buzz_position") or {}).get("word_index")
                if word is None:
                    continue
                value = int(buzz["result"]["value"])
                if not 0 <= int(word) < LARGEST or abs(value) >= LARGEST:
                    raise ValueError("a word or a number of points that cannot be")
                called = asked.get("external_id", "")
                if named and called and called not in places:
                    raise ZelligError(
                        f"there is no question {called!r} among those that were given",
                        path=path,
                        remedy="Give all the questions that were read.",
                    )
                place = places[called] if called in places else _by_number(questions, number, match, path)
                player, team = (_resolved(buzz[key], known)["name"] for key in ("player", "team"))
                yield _Buzz(game, place, str(player), str(team), int(word), value)


def _every(value: object) -> Iterator[Fields]:
    """Every object of a file, wherever it is."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from _every(each)


def _resolved(value: Fields, known: Mapping[str, Fields]) -> Fields:
    return known[value["$ref"]] if "$ref" in value else value


def _by_number(questions: Sequence[Item], number: int, match: Fields, path: Path) -> int:
    """The question of this number in the packet that the match names, or in the only packet there is."""
    packet = match.get("packets")
    own = [
        place
        for place, item in enumerate(questions)
        if not packet or str(item.metadata.get("packet", "")) == str(packet)
    ]
    packets = {str(questions[place].metadata.get("packet", "")) for place in own}
    if len(packets) > 1 or not 1 <= number <= len(own):
        raise ZelligError(
            f"it does not say which question number {number} is",
            path=path,
            field="match_questions",
            remedy="Name questions by external_id, or give the one packet that was read.",
        )
    return own[number - 1]
