"""One tab in which somebody writes: its strokes are kept, and it is told what systems make of the text.

Always of the newest text, so that nobody waits for what is out of date.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from zellig.checks.findings import Finding
from zellig.errors import ZelligError
from zellig.games.writing.evidence import as_written, evidence_for
from zellig.games.writing.heard import HeardPair, answers_to
from zellig.games.writing.listening import Bell, Guess, Guesses, Listener, question_of
from zellig.games.writing.looks import Look, pack
from zellig.games.writing.pair import Size, check_written, edit_sizes, written_pair
from zellig.games.writing.rules import WorkshopRules
from zellig.games.writing.strokes import Draft, Looked, OutOfStepError, Stroke, encode, write
from zellig.items import Item, Prediction
from zellig.performers import Evidence, ask
from zellig.server.live.keeping import Keeper, Mark, Opening, Piece
from zellig.server.live.systems import Registration
from zellig.server.live.turns import Turns
from zellig.server.live.waits import IDLE, LATER, SOON, Waits
from zellig.server.problems import ConflictError, Problem, RefusedError, problem_of
from zellig.tasks import Task
from zellig.tasks.quiz.beginnings import beginning

T = TypeVar("T")

TOGETHER = 500  # strokes in one message
PREFIXES = 8  # that are heard for a bell that is late, before guesses at what is newer
TOLD = 25  # words after which a writer who waits for the bell is told how far it is


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
    """The draft as it is kept, how far the tab's own strokes are, whether it may write, and which stroke is
    the last: by that a tab that comes back knows whether another one has written meanwhile."""

    draft: Draft
    kept: int
    pen: bool
    last: Mark | None = None


class Kept(msgspec.Struct, frozen=True, tag_field="told", tag="kept"):
    """All strokes up to this one are kept."""

    upto: int


class Shown(msgspec.Struct, frozen=True, tag_field="told", tag="shown"):
    """What a system makes of the text after a stroke."""

    of: int
    look: Look


class Listening(msgspec.Struct, frozen=True, tag_field="told", tag="listening"):
    """How many words of a long text a system has heard, before it says where it would buzz."""

    of: int
    system: str
    heard: int
    words: int


class PairShown(msgspec.Struct, frozen=True, tag_field="told", tag="pair"):
    """What the pair is after a stroke: how large the edit is, and once something is promised, what the check
    makes of it, and whether it breaks the systems."""

    of: int
    sizes: list[Size]
    findings: list[Finding] | None = None  # none: nothing is promised yet
    machines: dict[str, HeardPair] = {}  # by the names of the systems


class Refused(msgspec.Struct, frozen=True, tag_field="told", tag="refused"):
    """Something was not taken; `out_of_step`: send the whole text."""

    problem: Problem
    out_of_step: bool = False
    pen: bool = True


Told = Opened | Kept | Shown | Listening | PairShown | Refused
Asked = Open | Send | Leave

decode = msgspec.json.Decoder(Asked).decode


class _Text(NamedTuple):
    """A question as it was after a stroke."""

    of: int
    question: Item
    taken: float  # when it was the newest


class _Rang(NamedTuple):
    """What rang a bell: as long as the words before it stay, it need not be found out again."""

    heard: str
    answer: str
    evidence: Evidence


class Writer:
    """A connection to one tab, after it has opened its draft."""

    def __init__(
        self,
        opening: Opening,
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
        rewritten: str = "",
    ) -> None:
        self.tab = opening.tab
        self._opening, self._kept = opening, kept
        self._written = (
            kept,
            state,
        )  # one value: another thread reads it, and the number says which text it is
        self._apart: Refused | None = None
        self._rules, self._task, self._systems, self._originals = rules, task, systems, originals
        self._rewritten = rewritten  # the text that the draft was begun with, if it rewrites a question
        self._keeper, self._turns, self._clock, self._tell = keeper, turns, clock, tell
        self._chosen: Looked | None = None
        self._listeners: dict[str, Listener] = {}
        self._rang: dict[str, _Rang] = {}  # by system
        self._waits = Waits()
        self._new = asyncio.Event()
        self._new.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, sent: Send) -> None:
        """Strokes of the tab: applied, kept, and looked at.

        Of a tab that has another text nothing more is taken. It is told when what was taken before is kept,
        so that it knows the number to go on from when it opens the draft again.
        """
        last, state = self._written
        if self._apart is None and sent.first > last + 1:
            self._apart = out_of_step(
                ConflictError("strokes before these are missing", remedy="Open it again.")
            )
        new = [] if self._apart else sent.strokes[last + 1 - sent.first :]
        try:
            for stroke in new:
                state = write(state, stroke)
        except OutOfStepError as error:
            self._apart = out_of_step(error)
        if self._apart:
            await self.close()
            await self._tell(self._apart)
            return
        if not new:
            await self._tell(Kept(self._kept))
            return
        self._chosen = next((each for each in reversed(new) if isinstance(each, Looked)), self._chosen)
        self._written = last + len(new), state
        bodies = [encode(stroke).decode() for stroke in new]
        self._begin(self._keep(Piece(self._opening, last + 1, self._clock(), bodies)))
        self._waits.wrote(time.monotonic())
        self._new.set()

    async def look(self) -> None:
        """Tell what systems make of the newest text, for as long as the tab is there."""
        looked = -1
        while True:
            await self._new.wait()
            self._new.clear()
            if looked == self._written[0]:  # somebody had to wait, and has seen the newest already
                continue
            try:
                for each in self._systems:
                    if not each.loaded:
                        await asyncio.to_thread(each.load)
                looked = await (
                    self._look_at_question() if self._task.name == "quiz" else self._look_at_pair()
                )
            except ZelligError as error:
                await self._tell(Refused(problem_of(error)))

    async def close(self) -> None:
        """The tab is gone; what it has sent is kept."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _keep(self, piece: Piece) -> None:
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
                self._kept = piece.first + len(piece.strokes) - 1
                await self._tell(Kept(self._kept))

    def _keep_look(self, of: int, look: Look) -> None:
        self._begin(self._keep(Piece(self._opening, of, self._clock(), look=pack(look))))

    def _is_newest(self, of: int) -> bool:
        return self._written[0] == of

    def _is_wanted(self, of: int, urgency: float) -> bool:
        """Is it worth while to go on with an older text? If it is late: else who never rests sees nothing."""
        return self._is_newest(of) or self._waits.is_late(urgency, time.monotonic())

    async def _turn(self, urgency: float, work: Callable[[], T]) -> T:
        return await self._turns.take(self._waits.due(urgency, time.monotonic()), work)

    def _has_shown(self, of: int, taken: float, *urgencies: float) -> None:
        for urgency in urgencies:
            self._waits.shown(urgency, taken, newest=self._is_newest(of))

    async def _look_at_question(self) -> int:
        """Guesses first, then evidence, then the bell; gives the number of the stroke that they are about.

        It is the last one when their turn comes. What is out of date by then is dropped before it is begun,
        unless it is late.
        """
        text, guesses = await self._turn(SOON, partial(self._guess, self._listener(self._systems[0])))
        if guesses is None:
            self._has_shown(text.of, text.taken, SOON, LATER, IDLE)
            return text.of
        looks: list[Look] = []
        try:
            await self._look_on(text, guesses, looks)
        except ZelligError:  # what was shown before is kept all the same
            self._finish_all(text, looks)
            raise
        self._finish_all(text, looks)
        return text.of

    async def _look_on(self, text: _Text, guesses: Guesses, looks: list[Look]) -> None:
        """Tell all that there is to a text, after the guesses of the first system; `looks` grows with it."""
        first, *others = self._systems
        looks.append(await self._with_guesses(text, first, guesses))
        for each in others:
            guesses = await self._turn(SOON, partial(self._listener(each).guess, text.question))
            looks.append(await self._with_guesses(text, each, guesses))
        self._has_shown(text.of, text.taken, SOON)
        for at, each in enumerate(self._systems):
            looks[at] = await self._with_evidence(text, each, looks[at])
        if all(look.evidence or not _guesses_of(look) for look in looks):
            self._has_shown(text.of, text.taken, LATER)
        for at, each in enumerate(self._systems):
            looks[at] = await self._with_bell(text, each, looks[at])
        if all(look.bell or look.silent for look in looks):
            self._has_shown(text.of, text.taken, IDLE)

    def _finish_all(self, text: _Text, looks: Sequence[Look]) -> None:
        for each, look in zip(self._systems, looks, strict=False):  # fewer if one refused to guess
            self._begin(self._finish(text, each, look))  # whoever types on does not wait for this

    async def _finish(self, text: _Text, each: Registration, look: Look) -> None:
        """Tell why it buzzes, and keep all that was shown."""
        if look.bell and look.because is None:
            look = replace(look, because=await self._why_it_buzzes(text, each, look.bell))
        await self._keep(Piece(self._opening, text.of, self._clock(), look=pack(look)))

    def _guess(self, listener: Listener) -> tuple[_Text, Guesses | None]:
        """The newest text, and guesses at it; none at nothing."""
        taken, (of, state) = time.monotonic(), self._written
        text = _Text(of, question_of(state), taken)
        return text, listener.guess(text.question) if text.question.fields["text"] else None

    async def _with_guesses(self, text: _Text, each: Registration, guesses: Guesses) -> Look:
        look = Look(each.name, each.fingerprint, guesses)
        await self._tell(Shown(text.of, look))
        return look

    async def _with_evidence(self, text: _Text, each: Registration, look: Look) -> Look:
        """The evidence for the guess that the writer has chosen, while it is one, or else for the first."""
        guesses = _guesses_of(look)
        if not guesses:  # there is nothing to give evidence for
            return look
        wanted = self._chosen.answer if self._chosen and self._chosen.system == each.name else ""
        answer = wanted if wanted in {guess.answer for guess in guesses} else guesses[0].answer
        why = partial(evidence_for, self._listener(each).system, text.question, answer)
        heard = await self._turn(LATER, lambda: why() if self._is_wanted(text.of, LATER) else None)
        if heard is None:
            return look
        found = as_written(heard, text.question)
        await self._tell(Shown(text.of, Look(each.name, each.fingerprint, evidence=found)))
        return replace(look, evidence=found)

    async def _with_bell(self, text: _Text, each: Registration, look: Look) -> Look:
        """Where the machine would buzz, unless something newer is written before that is known.

        What was heard of a text is remembered. So that of a long one in the end all is heard, whatever is
        written meanwhile, some more is heard of it each time that it is late.
        """
        listener, turns = self._listener(each), 0
        while self._is_newest(text.of) or (turns < PREFIXES and self._is_wanted(text.of, IDLE)):
            heard, bell = await self._turn(IDLE, partial(self._hear_on, listener, text))
            turns += 1
            if heard:
                because = self._what_rang(text, each, bell) if bell else None
                shown = Look(each.name, each.fingerprint, bell=bell, silent=bell is None, because=because)
                await self._tell(Shown(text.of, shown))
                return replace(look, bell=bell, silent=bell is None, because=because)
            if not turns % TOLD:
                await self._tell(Listening(text.of, each.name, *listener.waiting(text.question)))
        return look

    async def _why_it_buzzes(self, text: _Text, each: Registration, bell: Bell) -> Evidence | None:
        """What speaks for the answer in the words that were heard when the bell rang: what follows may speak
        for it, too, and did not ring it. Not while somebody types on, and never before what is due."""
        heard = beginning(text.question, bell.position)
        why = partial(evidence_for, self._listener(each).system, heard, bell.answer)
        due = time.monotonic() + IDLE
        try:
            found = await self._turns.take(due, lambda: why() if self._is_newest(text.of) else None)
        except ZelligError:  # it has been told of the evidence before
            return None
        if found is None:
            return None
        self._rang[each.name] = _Rang(heard.fields["text"], bell.answer, found)
        because = as_written(found, text.question)
        await self._tell(Shown(text.of, Look(each.name, each.fingerprint, because=because)))
        return because

    def _what_rang(self, text: _Text, each: Registration, bell: Bell) -> Evidence | None:
        """The same, if it rang there before."""
        rang = self._rang.get(each.name)
        heard = text.question.fields["text"][: bell.position]
        if rang is None or (rang.heard, rang.answer) != (heard, bell.answer):
            return None
        return as_written(rang.evidence, text.question)

    def _hear_on(self, listener: Listener, text: _Text) -> tuple[bool, Bell | None]:
        """Hear one more prefix of a text, and where all are heard, say where the machine buzzes."""
        heard = self._is_wanted(text.of, IDLE) and listener.catch_up(text.question)
        return heard, listener.bell(text.question) if heard else None

    async def _look_at_pair(self) -> int:
        taken, (of, state) = time.monotonic(), self._written
        original = self._originals.get(state.notes.original)
        if original is None:
            return of
        # What systems answer is shown even while the promise is not said.
        texts = {name: state.fields.get(name, text) for name, text in original.fields.items()}
        sides = (replace(original, id="original"), Item("modified", texts))
        answers: dict[str, Sequence[Prediction]] = {}
        for each in self._systems:
            given = answers[each.name] = await self._turn(SOON, partial(ask, each.system, sides))
            look = Look(each.name, each.fingerprint, answers={one.id: one for one in given})
            await self._tell(Shown(of, look))
            if self._is_newest(of):
                why = partial(evidence_for, each.system, sides[1], str(given[1].answer))
                found = await self._turn(LATER, why)
                look = replace(look, evidence=found)
                await self._tell(Shown(of, Look(each.name, each.fingerprint, evidence=found)))
            self._keep_look(of, look)
        notes = state.notes
        policy = self._rules.policy
        if notes.promise is None:
            sizes = await self._turn(LATER, partial(edit_sizes, *sides, self._task, policy))
            await self._tell(PairShown(of, sizes))
            self._has_shown(of, taken, SOON, LATER, IDLE)
            return of
        phenomenon = notes.phenomena[0] if notes.phenomena else ""
        pair = written_pair(
            original, state.fields, self._task, notes.promise, notes.accepted, phenomenon, notes.rationale
        )
        check = partial(check_written, pair, self._task, policy, corpus=[original])
        checked = await self._turn(LATER, check)
        heard = {
            each.name: answers_to(pair, answers[each.name], self._task, each.fingerprint)
            for each in self._systems
        }
        await self._tell(PairShown(of, checked.sizes, checked.findings, heard))
        self._has_shown(of, taken, SOON, LATER, IDLE)
        return of

    def _listener(self, each: Registration) -> Listener:
        if each.name not in self._listeners:
            self._listeners[each.name] = each.listener(self._rewritten)
        return self._listeners[each.name]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _guesses_of(look: Look) -> Sequence[Guess]:
    return look.guesses.guesses if look.guesses else ()


def out_of_step(error: ZelligError) -> Refused:
    """What a tab is told that has another text than the server."""
    return Refused(problem_of(error), out_of_step=True)
