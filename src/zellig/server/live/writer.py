"""One tab in which somebody writes: its strokes are kept, and it is told what systems make of the text.

Always of the newest text, so that nobody waits for what is out of date.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from zellig.errors import ZelligError
from zellig.games.writing.evidence import as_written, evidence_for
from zellig.games.writing.listening import Listener, question_of
from zellig.games.writing.looks import Look, pack
from zellig.games.writing.pair import Checked, check_written, written_pair
from zellig.games.writing.rules import WorkshopRules
from zellig.games.writing.strokes import Draft, Looked, OutOfStepError, Stroke, encode, write
from zellig.items import Item
from zellig.performers import ask
from zellig.server.live.keeping import Keeper, Piece
from zellig.server.live.systems import Registration
from zellig.server.live.turns import IDLE, LATER, SOON, Turns
from zellig.server.problems import ConflictError, Problem, RefusedError, problem_of
from zellig.tasks import Task

TOGETHER = 500  # strokes in one message


class Open(msgspec.Struct, frozen=True, tag_field="do", tag="open"):
    """A tab begins to write, or comes back."""

    tab: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    take: bool = False  # the pen, from whichever tab has it


class Send(msgspec.Struct, frozen=True, tag_field="do", tag="send"):
    """Strokes in a row; the first has this number among those of its tab."""

    first: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    strokes: Annotated[list[Stroke], msgspec.Meta(min_length=1, max_length=TOGETHER)]


class Leave(msgspec.Struct, frozen=True, tag_field="do", tag="leave"):
    """The tab is closed, and lets go of the pen."""


class Opened(msgspec.Struct, frozen=True, tag_field="told", tag="opened"):
    """The draft as it is kept, how far the tab's own strokes are, and whether it may write."""

    draft: Draft
    kept: int
    pen: bool


class Kept(msgspec.Struct, frozen=True, tag_field="told", tag="kept"):
    """All strokes up to this one are kept."""

    upto: int


class Shown(msgspec.Struct, frozen=True, tag_field="told", tag="shown"):
    """What a system makes of the text after a stroke."""

    of: int
    look: Look


class PairShown(msgspec.Struct, frozen=True, tag_field="told", tag="pair"):
    """What the check makes of the pair after a stroke."""

    of: int
    checked: Checked


class Refused(msgspec.Struct, frozen=True, tag_field="told", tag="refused"):
    """Something was not taken; `out_of_step`: send the whole text."""

    problem: Problem
    out_of_step: bool = False
    pen: bool = True


Told = Opened | Kept | Shown | PairShown | Refused
Asked = Open | Send | Leave

decode = msgspec.json.Decoder(Asked).decode


class Writer:
    """A connection to one tab, after it has opened its draft."""

    def __init__(
        self,
        draft: str,
        opened: Open,
        state: Draft,
        kept: int,
        *,
        rules: WorkshopRules,
        task: Task,
        systems: list[Registration],
        originals: dict[str, Item],
        keeper: Keeper,
        turns: Turns,
        clock: Callable[[], datetime],
        tell: Callable[[Told], Awaitable[None]],
    ) -> None:
        self.tab = opened.tab
        self._name, self._state = draft, state
        self._last = self._kept = kept  # the last stroke that was taken, and the last that is kept
        self._rules, self._task, self._systems, self._originals = rules, task, systems, originals
        self._keeper, self._turns, self._clock, self._tell = keeper, turns, clock, tell
        self._chosen: Looked | None = None
        self._listeners: dict[str, Listener] = {}
        self._new = asyncio.Event()
        self._new.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, sent: Send) -> None:
        """Strokes of the tab: applied, kept, and looked at."""
        if sent.first > self._last + 1:
            problem = problem_of(ConflictError("strokes before these are missing", remedy="Open it again."))
            await self._tell(Refused(problem, out_of_step=True))
            return
        new = sent.strokes[self._last + 1 - sent.first :]
        state = self._state
        try:
            for stroke in new:
                state = write(state, stroke)
                if isinstance(stroke, Looked):
                    self._chosen = stroke
        except OutOfStepError as error:
            await self._tell(Refused(problem_of(error), out_of_step=True))
            return
        if not new:
            await self._tell(Kept(self._kept))
            return
        first, self._last, self._state = self._last + 1, self._last + len(new), state
        bodies = [encode(stroke).decode() for stroke in new]
        self._begin(self._keep(Piece(self._name, self.tab, first, self._clock(), bodies), self._last))
        self._new.set()

    async def look(self) -> None:
        """Tell what systems make of the newest text, for as long as the tab is there."""
        while True:
            await self._new.wait()
            self._new.clear()
            of, state = self._last, self._state
            try:
                if self._task.name == "quiz":
                    await self._look_at_question(of, question_of(state))
                else:
                    await self._look_at_pair(of, state)
            except ZelligError as error:
                await self._tell(Refused(problem_of(error)))

    async def close(self) -> None:
        """The tab is gone; what it has sent is kept."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _keep(self, piece: Piece, upto: int) -> None:
        try:
            await self._keeper.keep(piece)
        except ZelligError as error:
            await self._tell(Refused(problem_of(error), pen=False))
        except Exception:  # noqa: BLE001 - the keeper has logged it
            if piece.look is None:  # the tab opens the draft again, and sends again what was not kept
                away = RefusedError("what was written could not be kept", remedy="Open it again.")
                await self._tell(Refused(problem_of(away), pen=False))
        else:
            if piece.look is None:
                self._kept = max(self._kept, upto)
                await self._tell(Kept(upto))

    async def _look_at_question(self, of: int, question: Item) -> None:
        if not question.fields["text"]:
            return
        looks = []
        for each in self._systems:
            guesses = await self._turns.take(SOON, partial(self._listener(each).guess, question))
            looks.append(Look(each.name, each.fingerprint, guesses))
            await self._tell(Shown(of, looks[-1]))
        for at, each in enumerate(self._systems):
            if self._new.is_set():
                break
            looks[at] = await self._with_evidence(of, each, looks[at], question)
        for at, each in enumerate(self._systems):
            looks[at] = await self._with_bell(of, each, looks[at], question)
        for look in looks:
            self._begin(self._keep(Piece(self._name, self.tab, of, self._clock(), look=pack(look)), of))

    async def _with_evidence(self, of: int, each: Registration, look: Look, question: Item) -> Look:
        """The evidence for the guess that the writer has chosen, while it is one, or else for the first."""
        guesses = look.guesses.guesses if look.guesses else ()
        if not guesses:
            return look
        wanted = self._chosen.answer if self._chosen and self._chosen.system == each.name else ""
        answer = wanted if wanted in {guess.answer for guess in guesses} else guesses[0].answer
        heard = await self._turns.take(LATER, lambda: evidence_for(each.system, question, answer))
        found = as_written(heard, question)
        shown = Look(each.name, each.fingerprint, evidence=found)
        await self._tell(Shown(of, shown))
        return replace(look, evidence=found)

    async def _with_bell(self, of: int, each: Registration, look: Look, question: Item) -> Look:
        """Where the machine would buzz, unless something newer is written before that is known."""
        listener = self._listener(each)
        steps = listener.catch_up(question)
        while not self._new.is_set():
            if await self._turns.take(IDLE, lambda: next(steps, steps)) is steps:
                bell = await self._turns.take(IDLE, lambda: listener.bell(question))
                found = replace(look, bell=bell, silent=bell is None)
                shown = Look(each.name, each.fingerprint, bell=bell, silent=bell is None)
                await self._tell(Shown(of, shown))
                return found
        return look

    async def _look_at_pair(self, of: int, state: Draft) -> None:
        original = self._originals.get(state.notes.original)
        if original is None:
            return
        # What systems answer is shown even while the promise is not said.
        texts = {name: state.fields.get(name, text) for name, text in original.fields.items()}
        sides = [replace(original, id="original"), Item("modified", texts)]
        for each in self._systems:
            given = await self._turns.take(SOON, partial(ask, each.system, sides))
            look = Look(each.name, each.fingerprint, answers={one.id: one for one in given})
            await self._tell(Shown(of, look))
            if not self._new.is_set():
                why = partial(evidence_for, each.system, sides[1], str(given[1].answer))
                found = await self._turns.take(LATER, why)
                look = replace(look, evidence=found)
                await self._tell(Shown(of, Look(each.name, each.fingerprint, evidence=found)))
            self._begin(self._keep(Piece(self._name, self.tab, of, self._clock(), look=pack(look)), of))
        notes = state.notes
        phenomenon = notes.phenomena[0] if notes.phenomena else ""
        pair = written_pair(
            original, state.fields, self._task, notes.promise, notes.accepted, phenomenon, notes.rationale
        )
        check = partial(check_written, pair, self._task, self._rules.policy, corpus=[original])
        checked = await self._turns.take(LATER, check)
        await self._tell(PairShown(of, checked))

    def _listener(self, each: Registration) -> Listener:
        if each.name not in self._listeners:
            self._listeners[each.name] = Listener(each.system, each.buzzer)
        return self._listeners[each.name]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
