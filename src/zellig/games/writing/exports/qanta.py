"""A set as one JSON file of QANTA's, with every key that programs for its data ask for.

Questions are numbered, because those programs want whole numbers: from 3,000,000 on, above those that were
published. The id that a question has here is its `trick_id`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from zellig import __version__
from zellig.corpora.qanta import as_question
from zellig.corpora.questions import as_published
from zellig.games.writing.packets import QuestionSet, placed
from zellig.items import Item

FIRST_ID = 3_000_000

_TOP = {"maintainer_name": "", "maintainer_contact": "", "maintainer_website": "", "project_website": ""}
_SENTENCE = re.compile(r"\S.*?(?:[.!?][\"'”’)\]]*(?=\s+[^a-z\s])|$)", re.DOTALL)


def qanta_json(found: QuestionSet) -> bytes:
    """The file; every question is of the fold `adversarial` unless its metadata say another."""
    items = (item for packet in found.packets for item in placed(packet))
    questions = [_question(number, item, found.name) for number, item in enumerate(items, start=FIRST_ID)]
    licence = {"licence": found.licence} if found.licence else {}
    top = {"version": f"zellig-{__version__}", **_TOP, "bibtex": "", "dependent_checksums": {}}
    return (
        msgspec.json.format(msgspec.json.encode({**top, **licence, "questions": questions}), indent=1) + b"\n"
    )


def _question(number: int, item: Item, name: str) -> dict[str, object]:
    published = as_published(item)
    places = list(sentence_places(published))
    usual = {
        "answer": "",
        "category": "",
        "subcategory": "",
        "tournament": name,
        "difficulty": "",
        "year": None,
        "fold": "adversarial",
        "gameplay": False,
        "proto_id": None,
        "qdb_id": None,
        "dataset": "zellig",
        "interface": None,
    }
    own = {
        "qanta_id": number,
        "trick_id": item.id,
        "first_sentence": published[slice(*places[0])],
        "tokenizations": places,
    }
    return usual | as_question(item) | own


def sentence_places(text: str) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end."""
    return (found.span() for found in _SENTENCE.finditer(text.rstrip()))
