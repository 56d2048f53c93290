"""What edits did is read once of each text, and again when somebody has written on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from contest_night import Night
from databases import KINDS, Databases
from quiz_world import World
from workshop_night import BOAT, MIRROR, TAB, handed_in, workshop
from zellig.games.writing.histories import decode, moved_by_phenomenon, told_by
from zellig.games.writing.listening import Bell, Guess, Guesses
from zellig.games.writing.looks import Look, pack
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, encode
from zellig.games.writing.strokes import decode as decode_stroke
from zellig.server import workshops
from zellig.server.live.keeping import Mark, Opening, Piece
from zellig.server.live.private import keep_pieces
from zellig.server.workshops import last_of
from zellig.store.database.tables.writing import LOOKS

W = "/workshops/towns"
MORE = " It is said that they prefer it so."


@pytest.fixture(params=KINDS)
def served(
    request: pytest.FixtureRequest,
    new_databases: Databases,
    tmp_path_factory: pytest.TempPathFactory,
    quiz: World,
) -> Iterator[Night]:
    """A workshop with two questions, each handed in twice; the first lost the machine by what was added."""
    with workshop(new_databases.new(request.param), tmp_path_factory.mktemp("moved"), quiz) as found:
        editor = found.people[0]
        for text, answer in ((BOAT, "Ashmoor"), (MIRROR, "Glassby")):
            draft = draft_of(found, handed_in(found, editor, text, answer))
            write(found, draft, Typed("text", len(text), len(text), MORE, len(text) + len(MORE)))
            show(found, draft, 2, answer, 1)
            show(found, draft, 3, "Elsewhere", 4)
            assert editor.post(f"{W}/texts", {"draft": draft})["text"]
        yield found


@pytest.fixture
def strokes_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The strokes that are taken apart from now on."""
    found: list[str] = []

    def noted(body: str) -> object:
        found.append(body)
        return decode_stroke(body)

    monkeypatch.setattr(workshops, "decode_stroke", noted)
    return found


def draft_of(served: Night, text: str) -> str:
    (found,) = [each for each in served.people[0].all(f"{W}/texts") if each["text"] == text]
    return str(found["draft"])


def write(served: Night, draft: str, stroke: Stroke) -> None:
    """Write on."""
    with served.house.database.writing() as connection:
        last = last_of(connection, draft, TAB)
        opening = Opening(draft, TAB, Mark(TAB, last))
        piece = Piece(opening, last + 1, served.clock(), [encode(stroke).decode()])
        assert keep_pieces(connection, served.house.workshops, [piece]) == {}


def show(served: Night, draft: str, stroke: int, best: str, rank: int) -> None:
    """What the machine said after a stroke."""
    guesses = Guesses((Guess(best, 0.5, rank == 1),), rank)
    look = Look("ir", "f1", guesses, Bell(2, 6, 6, best, rank == 1))
    row = {"draft": draft, "tab": TAB, "sequence": stroke, "at": served.clock(), "body": pack(look)}
    with served.house.database.writing() as connection:
        connection.execute(LOOKS.insert().values(row))


def moved(served: Night) -> Any:
    return served.people[0].get(f"{W}/moved")


def test_what_is_kept_is_what_the_histories_tell(served: Night, strokes_read: list[str]) -> None:
    editor = served.people[0]
    told = moved(served)
    assert told["texts"] == 2
    assert told["moved"]["ir"]["moves"] == {"lost": 2, "other guess": 2}
    assert told["moved"]["ir"]["words"]["prefer"] == 2
    assert len(strokes_read) == 6
    page = editor.send("GET", f"{served.address}{W}/histories").text
    assert "2 made it lose the answer" in re.sub(r"\s+", " ", page)
    assert moved(served) == told
    assert len(strokes_read) == 6
    _, *lines = editor.send("GET", f"{W}/histories").text.splitlines()
    again = moved_by_phenomenon(told_by(decode(line)) for line in lines)
    assert told["moved"]["ir"]["words"] == again[""]["ir"].words


def test_a_draft_is_read_again_when_somebody_writes_on_or_is_shown_something(
    served: Night, strokes_read: list[str]
) -> None:
    first, second = (each["draft"] for each in served.people[0].all(f"{W}/texts")[-2:])
    moved(served)
    strokes_read.clear()
    show(served, first, 1, "Nowhere", 9)
    moved(served)
    assert len(strokes_read) == 3
    write(served, second, Noted(Notes(private=True)))
    assert moved(served)["texts"] == 1
    assert moved(served)["texts"] == 1
    assert len(strokes_read) == 3  # what was taken back is not read at all
