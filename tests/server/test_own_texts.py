"""What writers do with texts of their own after they were handed in, and what others see of them then."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from contest_night import Night, Person
from quiz_world import World
from workshop_night import BOAT, TAB, accepted, invited, workshop
from zellig.games.writing.strokes import Noted, Notes, Stroke, encode
from zellig.server.live.keeping import Mark, Opening, Piece, write_pieces

W = "/workshops/towns"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("own-texts")
    with workshop(folder / "zellig.sqlite", folder, quiz) as found:
        yield found


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


@pytest.fixture(scope="module")
def writer(served: Night, editor: Person) -> Person:
    return invited(served, editor, "Wanda", "writer")


def of(person: Person, text: str) -> dict[str, object]:
    return next(each for each in person.get(f"{W}/texts") if each["text"] == text)


def write_on(served: Night, draft: str, *strokes: Stroke) -> None:
    """Further strokes of a draft that has two."""
    with served.house.database.writing() as connection:
        bodies = [encode(each).decode() for each in strokes]
        kept = Piece(Opening(draft, TAB, Mark(TAB, 2)), 3, served.clock(), bodies)
        assert write_pieces(connection, [kept]) == {}


def test_an_accepted_text_that_becomes_private_leaves_sets_and_exports(
    served: Night, editor: Person, writer: Person
) -> None:
    text = accepted(served, editor, writer, BOAT, "Ashmoor", category="History")
    made = editor.post(f"{W}/sets", {"title": "x", "packets": 1, "distribution": {"any": 1}})["set"]

    def places() -> tuple[int, bytes, list[bytes]]:
        packet = editor.get(f"{W}/sets/{made}")["packets"][0]["questions"]
        file = editor.send("GET", f"{W}/sets/{made}/files/qanta").content
        return len(packet), file, editor.send("GET", f"{W}/histories").content.splitlines()[1:]

    number, file, [history] = places()
    assert number == 1
    assert b"painted boat" in file
    assert msgspec.json.decode(history)["text"] not in file.decode()  # nor is its author found by its name
    assert text.encode() not in history
    draft = str(of(writer, text)["draft"])
    write_on(served, draft, Noted(Notes(answer="Ashmoor", private=True)))
    found = writer.post(f"{W}/texts", {"draft": draft})
    assert found["text"] is None
    assert found["sentence"].endswith("What you had handed in of it is taken back.")
    assert of(writer, text)["state"] == "withdrawn"
    number, file, histories = places()
    assert (number, histories) == (0, [])
    assert b"painted boat" not in file
