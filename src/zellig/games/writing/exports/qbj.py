"""A set as QBJ (quizbowl/schema 2.1.1): a tournament that uses it, and its packets.

The schema has no field for an answer, nor for what makes a question hard: that is told of all in the words
about the tournament. A question goes by the id that it has here, so that results which name
it can be brought together with the other formats.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from zellig.corpora.question_print import question_runs
from zellig.corpora.questions import phenomena_of
from zellig.games.writing.packets import Packet, QuestionSet
from zellig.items import Item
from zellig.tasks.quiz.printing import plain

VERSION = "2.1.1"


def qbj_json(found: QuestionSet) -> bytes:
    """The file."""
    tournament = {"type": "Tournament", "id": "tournament", "name": found.name, "question_set": found.name}
    if info := " ".join(_about(found)):
        tournament["info"] = info
    packets = [_packet(number, packet) for number, packet in enumerate(found.packets, start=1)]
    content = {"version": VERSION, "objects": [tournament, *packets]}
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def _about(found: QuestionSet) -> Iterator[str]:
    if found.licence:
        yield f"Questions under the licence {found.licence}."
    for packet in found.packets:
        for number, item in enumerate(packet.tossups, start=1):
            if phenomena := phenomena_of(item):
                yield f"{packet.name}, tossup {number}, is hard by {' and '.join(phenomena)}."


def _packet(number: int, packet: Packet) -> dict[str, object]:
    named = (item.metadata.get("author") for item in packet.tossups)
    authors = dict.fromkeys(str(author) for author in named if author)
    return {
        "type": "Packet",
        "id": f"packet-{number}",
        "name": packet.name,
        "number": number,
        **({"authors": list(authors)} if authors else {}),
        "questions": [_question(place, item) for place, item in enumerate(packet.tossups, start=1)],
    }


def _question(number: int, item: Item) -> dict[str, object]:
    group, kind = (str(item.metadata.get(key) or "") for key in ("category", "subcategory"))
    known = {"category": kind or group, "category_group": group if kind else ""}
    return {
        "question_number": number,
        "type": "tossup",
        "parts": 1,
        "external_id": item.id,
        **{key: value for key, value in known.items() if value},
        "text": plain(question_runs(item)),
    }
