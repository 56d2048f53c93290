"""A workshop for tests: people who write questions without a browser, and what they write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from contest_night import Night, Person, night
from quiz_world import World
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Noted, Notes, Typed, encode
from zellig.server.live.keeping import Opening, Piece, write_pieces
from zellig.server.workshops import take_pen
from zellig.tasks import get_task

TAB = "a-tab-of-its-own"

BOAT = (
    "Every autumn the people of this place carry a painted boat uphill, although no water is near. "
    "A blind clockmaker left it a bell that rings thirteen times, which lawyers still call a promise. "
    "For 10 points, name this town where nobody has ever seen the sea."
)
MIRROR = (
    "A mayor here once lost an election to a mirror that stood in the market square for forty years. "
    "Its only hotel numbers the rooms by the age of whoever slept in them first, so guests look for ghosts. "
    "For 10 points, name this place in which the library lends umbrellas."
)
STAIRS = (
    "Visitors count 99 stairs on the way up to a chapel that was built upside down, and 100 on the way back. "
    "The local newspaper prints tomorrow's weather and yesterday's lottery, both of them by hand. "
    "For 10 points, name this village whose inhabitants all keep the same birthday."
)


@contextmanager
def workshop(where: Path | str, folder: Path, quiz: World, **rules: Any) -> Iterator[Night]:
    """A server with the workshop `towns`, whose editor is the operator."""
    table = folder / "systems.toml"
    table.write_text(
        f'[ir]\nsystem = "{quiz.guesser("ir")}"\ntitle = "Retrieval"\nbuzzer = "threshold?at=0.15"\n'
        f'sources = ["{quiz.spec("train")}"]\n'
    )
    with night(where, folder, systems=table) as found:
        usual = msgspec.to_builtins(usual_rules(get_task("quiz"), ("ir",)))
        body = {"workshop": "towns", "title": "Towns", "rules": {**usual, **rules}}
        found.operator().post("/workshops", body)
        yield found
        found.house.close()


def invited(served: Night, editor: Person, name: str, role: str) -> Person:
    """Somebody who has come by a link."""
    link = editor.post("/workshops/towns/invitations", {"role": role})
    assert link["address"].endswith(link["link"])
    return served.person(name, link["link"])


def written(served: Night, person: Person, text: str, copy_of: str = "", **notes: Any) -> str:
    """A draft with a text and notes, typed by nobody."""
    query = {"copy_of": copy_of} if copy_of else {}
    draft = str(person.post("/workshops/towns/drafts", params=query)["draft"])
    strokes = [Noted(Notes(**notes)), Typed("text", 0, 0, text, len(text))]
    with served.house.database.writing() as connection:
        take_pen(connection, draft, TAB, force=False)
        kept = Piece(
            Opening(draft, TAB, None), 1, served.clock(), [encode(each).decode() for each in strokes]
        )
        assert write_pieces(connection, [kept]) == {}
    return draft


def handed_in(served: Night, person: Person, text: str, answer: str, **notes: Any) -> str:
    """The name of a question that was handed in."""
    person.put("/workshops/towns/consent")
    draft = written(served, person, text, answer=answer, **notes)
    found = person.post("/workshops/towns/texts", {"draft": draft})
    assert found["text"], found
    return str(found["text"])


def accepted(served: Night, editor: Person, person: Person, text: str, answer: str, **notes: Any) -> str:
    """The name of a question that an editor has taken."""
    name = handed_in(served, person, text, answer, **notes)
    editor.post(f"/workshops/towns/texts/{name}/decision", {"taken": True})
    return name
