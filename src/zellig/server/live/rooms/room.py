"""One room in one process: it follows the events, and reads the words when they are due.

Words follow from the clock and the events alone, so every process reads them by itself. What happens by
itself is decided by whichever process holds the room first; the others find it written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlalchemy import Connection

from zellig.errors import ZelligError
from zellig.games.events import Happened
from zellig.games.match.playing import Match, due
from zellig.games.match.reading import Moment
from zellig.games.match.rooms import ChatLine, RoomState, Standing, rights
from zellig.games.match.seeing import Viewer, seen
from zellig.games.match.standing import heard, words_now
from zellig.server.accounts import Account, names_of
from zellig.server.credentials import Credential, accounts_by, ended
from zellig.server.live.rooms.fan_out import Connected, Viewers, encoded
from zellig.server.live.rooms.matches import Doing, act, let_pass, seen_of
from zellig.server.live.rooms.messages import (
    Changed,
    ChatLineShown,
    Entered,
    LineOf,
    Lines,
    Missed,
    Said,
    Word,
)
from zellig.server.live.rooms.shown import (
    moderator_shown,
    named_in,
    players_shown,
    room_shown,
    rulers_shown,
    viewer_of,
)
from zellig.server.live.rooms.taking_up import Found, TakingUp, as_it_was, waits_for_players
from zellig.server.problems import RefusedError

if TYPE_CHECKING:
    from zellig.server.live.rooms.service import LiveRooms

IDLE = 1.0  # seconds after which a room looks at itself though nothing was said
SOON = 0.1  # seconds until it is asked again whether something has happened by itself
ACROSS = 20  # milliseconds in which a buzz that another process received is written

log = logging.getLogger(__name__)
T = TypeVar("T")

Admit = Callable[[Connection, Standing], None]


def _anybody(connection: Connection, standing: Standing) -> None:
    """Nobody is refused: programs play, and what happens by itself does."""


class _Read(NamedTuple):
    """What a process knows of a room."""

    standing: Standing
    match: Match | None
    names: dict[str, str]  # of accounts
    viewers: dict[Credential, Account | None]  # of those who look; None: what they came in by is over
    waits: bool  # for its players, after no server was there


class PlayersLine(NamedTuple):
    """What is known of the line of a player who is connected, wherever."""

    allowance: int
    how: LineOf


class LiveRoom:
    """A room that somebody looks at, or in which a match is played."""

    def __init__(self, service: LiveRooms, name: str) -> None:
        self.service, self.name = service, name
        self.viewers = Viewers()
        self.entering = 0  # who waits until it is known
        self.standing = Standing()
        self.match: Match | None = None
        self.names: dict[str, str] = {}
        self.lines: dict[str, PlayersLine] = {}
        self.moved: set[asyncio.Event] = set()  # of those who want to know of every word and event
        self.known = asyncio.Event()  # what was written has been read once
        self._woken, self._ticked = asyncio.Event(), asyncio.Event()
        self._order = asyncio.Lock()
        self._taking_up: TakingUp | None = TakingUp(service.begun)
        self._settled = asyncio.Event()  # it is known that the match goes on
        self._told: tuple[int, int] = (0, 0)  # the tossup, and how many characters of it
        self._tasks = [asyncio.ensure_future(each) for each in (self._follow(), self._tick())]
        self.wake()

    @property
    def state(self) -> RoomState:
        return self.standing.state

    @property
    def allowances(self) -> dict[str, int]:
        """By player."""
        return {player: line.allowance for player, line in self.lines.items()}

    def wake(self) -> None:
        """There may be new events."""
        self._woken.set()

    async def close(self) -> None:
        """Look at it no more."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def act(
        self, actor: str | None, doing: Doing, at: Moment | None = None, admit: Admit = _anybody
    ) -> None:
        """Do something in the match, in the order in which it was received here; raises what is refused.
        `admit` refuses who may not, by what the room is when it is done."""
        moment = self.service.house.moment() if at is None else at
        if self._taking_up is not None:
            raise waits_for_players()
        async with self._order:
            refused = await self.service.in_thread(lambda: self._written(actor, doing, moment, admit))
        self.wake()
        if refused is not None:
            raise refused

    async def settled(self) -> None:
        """Wait until the match goes on, if it waits for its players: what is said in one's turn then counts,
        for nobody's time runs meanwhile."""
        await self._settled.wait()

    async def change(self, doing: Callable[[Connection, Standing], T]) -> T:
        """Do something else in the room."""
        async with self._order:
            found = await self.service.in_thread(lambda: self.service.changed(self.name, doing))
        self.wake()
        return found

    def _written(
        self, actor: str | None, doing: Doing, at: Moment, admit: Admit = _anybody
    ) -> ZelligError | None:
        house = self.service.house
        with house.database.writing() as connection:
            standing = house.rooms.held(connection, self.name)
            admit(connection, standing)
            return act(connection, house.matches, self.name, standing, house.clock(), at, actor, doing)

    # Following what is written

    async def _follow(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), IDLE)
            self._woken.clear()
            looking = {each.credential for each in self.viewers}
            try:
                read = await self.service.in_thread(partial(self._read, looking))
            except ZelligError as error:
                log.warning("the room %s cannot be read: %s", self.name, error)
                self.known.set()
                await asyncio.sleep(IDLE)
                continue
            except Exception:  # the database may be away: it is tried again
                log.exception("the room %s cannot be read", self.name)
                await asyncio.sleep(IDLE)
                self.wake()
                continue
            if read is None:
                await asyncio.sleep(SOON)
                self.wake()
                continue
            self._take(read)
            if not read.waits:
                self._taking_up = None
                self._settled.set()

    def _read(self, looking: Collection[Credential]) -> _Read | None:
        """What is written; None: whether anybody looks after the match is not known yet."""
        house = self.service.house
        if self._taking_up is not None and self._find(self._taking_up) == "may go on":
            self._written(None, let_pass, house.moment())
        with house.database.reading() as connection:
            standing = house.rooms.of(connection, self.name)
            match = None if standing.seed is None else house.matches.of(connection, self.name, standing)
            waits = False
            if self._taking_up is not None and match is not None and standing.state == "playing":
                state = self._taking_up.find(connection, self.name, house.moment())
                if state == "not known yet":
                    return None
                waits = state != "looked after"
                match = as_it_was(match, seen_of(connection, self.name)) if waits else match
            names = self.names
            if standing.last != self.standing.last:  # somebody is there who was not, or is called otherwise
                names = names_of(connection, named_in(standing))
            found = accounts_by(connection, house.clock(), looking)
        return _Read(standing, match, names, {each: found.get(each) for each in looking}, waits)

    def _find(self, taking_up: TakingUp) -> Found:
        house = self.service.house
        with house.database.reading() as connection:
            if house.rooms.of(connection, self.name).state != "playing":
                return "looked after"
            return taking_up.find(connection, self.name, house.moment())

    def _take(self, read: _Read) -> None:
        before, self.standing, self.names = self.standing, read.standing, read.names
        known, self.match = self.match, read.match
        for each in [*self.viewers]:
            self._look_again(each, read.viewers)
        if read.match is not None and (known is None or known.events != read.match.events):
            self._show()
            self._ticked.set()
        self.known.set()
        if (before.places, before.state, before.roles, before.misses) != (
            read.standing.places,
            self.state,
            read.standing.roles,
            read.standing.misses,
        ):
            self.tell_changed()
        for line in read.standing.said:
            if before.last < line.number and before.last:
                self.viewers.tell(Said(self._line_shown(line)))
        for missed in read.standing.missed[len(before.missed) :]:
            self.viewers.tell(Missed(missed.player, missed.number, missed.why))

    def _look_again(self, connected: Connected, accounts: Mapping[Credential, Account | None]) -> None:
        """Whoever looks is shown what they may see now, whatever they were when they came; who has signed out
        sees nothing."""
        account = accounts.get(connected.credential, connected.account)
        try:
            if account is None:
                raise ended()
            viewer = viewer_of(self.standing, account, connected.player)
        except RefusedError as error:
            connected.refuse(error)
            return
        found = rights(self.standing, account.id, operator=account.operator)
        if (viewer, found) != (connected.viewer, connected.rights):
            self.let_in(connected, account, viewer)

    def let_in(self, connected: Connected, account: Account, viewer: Viewer) -> None:
        """Somebody is in the room as this from now on: they are told all of it."""
        connected.account, connected.viewer = account, viewer
        connected.rights = rights(self.standing, account.id, operator=account.operator)
        shown = room_shown(self.name, self.standing, account, self.names, self.lines, viewer.player)
        now = self.service.house.moment()
        view = None if self.match is None else seen(self.match, viewer, now, self.allowances)
        chat = tuple(map(self._line_shown, self.standing.said)) if self.standing.about.chat else ()
        connected.tell(encoded(Entered(shown, viewer.role, view, chat)))

    def _line_shown(self, said: Happened[ChatLine]) -> ChatLineShown:
        return ChatLineShown(self.names.get(said.actor or "", ""), said.event.text, said.at)

    def _show(self) -> None:
        if self.match is None:
            return
        now = self.service.house.moment()
        self.viewers.show(self.match, now, self.allowances)
        number = self.match.now.number
        self._told = (number, self._characters(self.match, now)) if number else (0, 0)
        for each in self.moved:
            each.set()

    def tell_changed(self) -> None:
        """Tell who is here, and what the room is."""
        self.viewers.tell(
            Changed(
                players_shown(self.standing, self.lines),
                moderator_shown(self.standing, self.names),
                rulers_shown(self.standing, self.names),
                self.state,
            )
        )

    def set_lines(self, lines: dict[str, PlayersLine]) -> None:
        """Lines were measured, somebody connected or went away."""
        before, self.lines = self.lines, lines
        if self._taking_up is not None:
            self.wake()
        if {player: line.how for player, line in before.items()} != {
            player: line.how for player, line in lines.items()
        }:
            self.tell_changed()
        if {player: line.allowance for player, line in before.items()} != self.allowances:
            self.viewers.tell(Lines(self.allowances))

    def take_up(self) -> None:
        """No server has looked after this room for a while: that is written before anything else happens."""
        self._taking_up = self._taking_up or TakingUp(self.service.house.moment())
        self._settled.clear()
        self.wake()

    # Reading the words, and what happens by itself

    async def _tick(self) -> None:
        while True:
            wait = IDLE
            if self.match is not None and self.state == "playing":
                wait = await self._moved(self.match)
            try:
                await asyncio.wait_for(self._ticked.wait(), wait)
            except TimeoutError:
                continue
            self._ticked.clear()

    async def _moved(self, match: Match) -> float:
        """Read what is due; gives the seconds until something is due again."""
        now = self.service.house.moment()
        self._read_out(match, now)
        at = due(match, self.allowances)
        if at is not None and match.now.stage == "racing" and self.service.across:
            at += ACROSS
        if at is not None and at <= now:
            try:
                await self.act(None, let_pass)
            except Exception:  # the database may be away: it is tried again
                log.exception("what happens by itself in %s cannot be written", self.name)
                return IDLE
            return SOON  # what was written is read before that, and then there is something else to do
        following = [each for each in (at, self._next_word(match, now)) if each is not None]
        return min([IDLE, *((each - now) / 1000 for each in following)])

    def _read_out(self, match: Match, now: Moment) -> None:
        """Tell the words that are due and were not told."""
        if match.now.stage != "reading" or match.now.paused is not None:
            return
        number, told = self._told
        upto = self._characters(match, now)
        if number != match.now.number or upto <= told:
            return
        text = match.setting.tossups[number - 1].fields["text"]
        self._told = (number, upto)
        self.viewers.tell(Word(number, told, text[told:upto]))
        if upto == words_now(match.setting, match.now).ends[-1]:
            self._show()
        for each in self.moved:
            each.set()

    def _characters(self, match: Match, now: Moment) -> int:
        read = heard(match.setting, match.now, now)
        return words_now(match.setting, match.now).ends[read - 1] if read else 0

    def _next_word(self, match: Match, now: Moment) -> Moment | None:
        if match.now.stage != "reading" or match.now.paused is not None:
            return None
        words, read = words_now(match.setting, match.now), heard(match.setting, match.now, now)
        return words.moment(match.now.since, match.now.word, read) if read < len(words) else None
