"""The editors' queue: what was handed in, with what was found and what the machines made of it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from zellig.checks.questions.pool import written
from zellig.corpora.packet_json import answer_runs
from zellig.corpora.questions import as_published
from zellig.games.writing.blind import blind_answers
from zellig.games.writing.distribution import kind_in_words
from zellig.pairs.diff import segments
from zellig.report.packets import as_markup
from zellig.server.given import By, InHouse, Name
from zellig.server.pages.showing import Page, page
from zellig.server.pages.writing import Room, room_of
from zellig.server.views.texts import known_texts
from zellig.server.workshops import only_for
from zellig.tasks.quiz.task import answer_line

SHOWN = 50  # texts on a page


@get("/workshops/{workshop:str}/queue", sync_to_thread=True)
def show_queue(
    workshop: Name,
    house: InHouse,
    caller: By,
    decided: Annotated[bool, QueryParameter(description="What was decided, instead of what waits")] = False,
) -> Page:
    """Texts that wait for an editor, the oldest first; or those that were decided on, the newest first."""
    with room_of(house, caller, workshop) as room:
        only_for(room.standing, caller.account, "editor")
        found = known_texts(house, caller, workshop)
        waiting = [each for each in found if each.state == "handed in"]
        ended = [each for each in found if each.state in ("taken", "sent back", "rejected")][::-1]
        return page(
            "queue.html",
            caller,
            room=room,
            decided=decided,
            texts=(ended if decided else waiting)[:SHOWN],
            waiting=len(waiting),
            ended=len(ended),
            **reading_of(room),
        )


def reading_of(room: Room) -> dict[str, Any]:
    """What is needed to show a text as it was handed in."""
    texts = room.standing.texts
    return {
        "titles": {each.name: each.title for each in room.systems},
        "as_published": as_published,
        "blind_answers": blind_answers,
        "answer_line": answer_line,
        "printed": lambda question: as_markup(answer_runs(question)),
        "origins": {written(text.question): name for name, text in texts.items() if text.question},
        "kind": kind_in_words,
        "segments": segments,
    }


HANDLERS = [show_queue]
