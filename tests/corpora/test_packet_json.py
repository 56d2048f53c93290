"""Packets that are written are read again: the same text, marks, power and answers."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from written_questions import written
from zellig.corpora import open_corpus
from zellig.corpora.packet_json import credit, packet_json
from zellig.corpora.questions import ANSWER_LINE, quiz_item
from zellig.items import Item
from zellig.tasks.quiz.answers import main_answer
from zellig.tasks.quiz.lines import parse


def read_again(items: list[Item], name: str = "") -> list[Item]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "packet.json"
        path.write_bytes(packet_json(items, name))
        return list(open_corpus(f"packets:{path}"))


def known(item: Item) -> dict[str, object]:
    """What a reader adds, and how things are spelt, left out."""
    made = {ANSWER_LINE, "gold_metadata", "gold_marks", "packet", "number"}
    return {key: value for key, value in item.metadata.items() if key not in made}


_pieces = st.lists(
    st.sampled_from(
        [
            *("Barges", "of", "salt", "pass this city", "in May.", "“Oh!”", "R&D", "[this man]", "3 < 4"),
            *("(*)", "(“RINE”)", "[read slowly]", "<i>Medea</i>", "H<sub>2</sub>O", "&amp;", "<b>loud</b>"),
        ]
    ),
    min_size=1,
    max_size=12,
)
_lines = st.sampled_from(
    [
        *("_Nile_", "<b><u>Nile</u></b> River [or _Iteru_]", "Nile", "_Blue_ Nile [prompt on __Nile__]"),
        *("<i>The <u>Iliad</u></i>", "{Nile} River <Rivers, Ana>", "_R&D_ [do not accept “R”]"),
    ]
)


@given(st.lists(st.tuples(_pieces, _lines), min_size=1, max_size=4))
def test_round_trip(questions: list[tuple[list[str], str]]) -> None:
    items = [
        quiz_item(
            f"q{n}", " ".join(pieces), (main_answer(line),), line, {"category": "Rivers", "author": "Ana"}
        )
        for n, (pieces, line) in enumerate(questions)
    ]
    items = [item for item in items if item.fields["text"]]
    again = read_again(items, "One")
    assert [(each.id, each.fields, each.accepted) for each in again] == [
        (each.id, each.fields, each.accepted) for each in items
    ]
    assert list(map(known, again)) == list(map(known, items))
    for one, other in zip(again, items, strict=True):
        first, second = parse(one.metadata[ANSWER_LINE]), parse(other.metadata[ANSWER_LINE])
        assert (first.main, first.accept, first.prompt) == (second.main, second.accept, second.prompt)
        marks = [
            [mark[2].strip() for mark in each.metadata.get("gold_marks", []) if mark[3] != "markup"]
            for each in (one, other)
        ]
        assert marks[0] == marks[1]
    assert read_again(again, "One") == again


def test_what_others_read() -> None:
    items = written()
    packet = json.loads(packet_json(items, "Packet 3"))
    assert packet["name"] == "Packet 3"
    thames = packet["tossups"][4]
    assert thames == {
        "_id": "q4",
        "number": 5,
        "question": "Tower Bridge (“TOW-er”) spans this river (*). Name it.",
        "question_sanitized": "Tower Bridge (“TOW-er”) spans this river (*). Name it.",
        "answer": "<b><u>Thames</u></b> (“temz”)",
        "answer_sanitized": "Thames (“temz”)",
        "category": "Geography",
        "subcategory": "Rivers",
        "author": "Ben",
        "metadata": "Ben, Geography - Rivers",
    }
    assert packet["tossups"][7]["question"].startswith("A sleepless count asked for <em>variations</em> by")
    assert packet["tossups"][22]["question"].endswith("maker of light bulbs & films.")


def test_who_wrote_it() -> None:
    item = Item("q", {"text": "?"}, ("a", "b"), {"category": "Rivers", "subcategory": "Rivers"})
    assert credit(item) == "Rivers"
    assert credit(Item("q", {"text": "?"}, ("a",), {ANSWER_LINE: "_a_ <Ana, Rivers>"})) == "Ana, Rivers"
    assert credit(Item("q", {"text": "?"}, ("a",))) == ""
    (tossup,) = json.loads(packet_json([item]))["tossups"]
    assert tossup["answer"] == "a [or b]"
