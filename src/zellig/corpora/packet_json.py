"""Packets as JSON, in a shape that MODAQ and qbreader's programs read alike, and our own reader, too.

MODAQ reads `question`, `answer` and `metadata`, whose tags are b, u, em, sub and sup, and knows no entities.
qbreader's programs also read the texts without tags, and ids, numbers and categories.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from zellig.corpora.question_print import question_runs
from zellig.corpora.questions import ANSWER_LINE, phenomena_of, published_metadata
from zellig.items import Item
from zellig.tasks.quiz.printing import Run, line_notes, line_runs, plain, tagged

_FOR_MODERATORS = "metadata"  # MODAQ shows it behind the answer


class PublishedBonus(NamedTuple):
    """A bonus: what is said first, and its parts."""

    id: str
    lead_in: str
    parts: tuple[Item, ...]


def packet_json(
    items: Iterable[Item], name: str = "", licence: str = "", bonuses: Iterable[PublishedBonus] = ()
) -> bytes:
    """A packet, its name and its licence if it has them; questions are numbered unless their metadata do."""
    packet = {
        "name": name,
        "licence": licence,
        "tossups": [_tossup(number, item) for number, item in enumerate(items, start=1)],
        "bonuses": [_bonus(number, bonus) for number, bonus in enumerate(bonuses, start=1)],
    }
    kept = {key: value for key, value in packet.items() if value or key == "tossups"}
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


def answer_runs(item: Item) -> list[Run]:
    """The answer line of an item, to be printed; one that has none is answered as the item is."""
    main, *others = item.accepted or ("",)
    return line_runs(_line(item)) or [Run(f"{main} [or {'; or '.join(others)}]" if others else main)]


def credit(item: Item) -> str:
    """Who wrote a question, what it is about and what makes it hard, as it is printed behind the answer;
    empty if nobody says."""
    known = item.metadata
    if isinstance(said := known.get(f"gold_{_FOR_MODERATORS}"), str):
        return said
    kinds = [str(known[key]) for key in ("category", "subcategory") if known.get(key)]
    notes = line_notes(_line(item))
    about = [str(known.get("author") or ""), " - ".join(dict.fromkeys(kinds)), *notes]
    if phenomena := phenomena_of(item):
        about.append(f"hard by {' and '.join(phenomena)}")
    return ", ".join(filter(None, about))


def _tossup(number: int, item: Item) -> dict[str, object]:
    question, answer = question_runs(item), answer_runs(item)
    more = {"number": number} | published_metadata(item) | {_FOR_MODERATORS: credit(item) or None}
    return {key: value for key, value in more.items() if value is not None} | {
        "_id": item.id,
        "question": tagged(question),
        "question_sanitized": plain(question),
        "answer": tagged(answer),
        "answer_sanitized": plain(answer),
    }


def _bonus(number: int, bonus: PublishedBonus) -> dict[str, object]:
    texts = {
        "parts": list(map(question_runs, bonus.parts)),
        "answers": list(map(answer_runs, bonus.parts)),
    }
    return {
        "number": number,
        "leadin": tagged([Run(bonus.lead_in)]),
        "leadin_sanitized": bonus.lead_in,
        **{key: list(map(tagged, runs)) for key, runs in texts.items()},
        **{f"{key}_sanitized": list(map(plain, runs)) for key, runs in texts.items()},
    }


def _line(item: Item) -> str:
    line = item.metadata.get(ANSWER_LINE)
    return line if isinstance(line, str) else ""
