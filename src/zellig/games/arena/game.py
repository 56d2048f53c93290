"""The game: rounds are curated, broken, chosen, scored and written down, batch by batch.

What a performer may know is decided here, by what goes into a message; see `zellig.messages`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TypeVar

import msgspec

from zellig.breakers.fakes.as_written import BAD
from zellig.errors import ZelligError
from zellig.games.arena.rounds import (
    NAME,
    TEXT,
    Round,
    asks_chooser,
    batches,
    canary_chance,
    coin,
    fake_of,
    lineup,
    observation,
    point,
    too_long_or_short,
    with_fake,
    without_fake,
)
from zellig.games.arena.rules import AS_WRITTEN, Rules
from zellig.games.arena.transcript import Transcript, rounds_of
from zellig.items import Item
from zellig.messages import Break, Choose, Modified, Observe, Reply, Select, Start, parts
from zellig.performers import Choice, Observation, Role, derive_seed
from zellig.seats.schedule import Phase, shows
from zellig.seats.seat import Missed, Seat
from zellig.tasks.is_fake import REAL

RECENT = 256  # rounds whose texts a canary may repeat
LARGEST_ITEM = 2**20  # bytes

Seats = dict[Role, Seat]
Progress = Callable[[int, int], None]
Note = Callable[[Role, Missed], None]

T = TypeVar("T")


class Game:
    """A game under way."""

    def __init__(
        self,
        rules: Rules,
        seats: Seats,
        transcript: Transcript,
        spare: Seat,
        note: Note = lambda role, missed: None,
    ) -> None:
        """`spare` picks the texts that a curator fails to give; `note` is told why an answer did not come."""
        self.rules, self.seats, self.transcript, self._spare = rules, seats, transcript, spare
        self._note = note
        self._recent: deque[Round] = deque(maxlen=RECENT)
        self._written: dict[int, str] = {}  # the bad sentences of pairs that are being played
        self._done = 0  # rounds that were played, and told of, before the game was taken up again
        self._told: dict[Role, int] = dict.fromkeys(seats, 0)  # rounds that a role was told of
        for role, seat in seats.items():
            seat.join(rules.game, partial(self._history, role))
        spare.join(rules.game)

    def play(self, progress: Progress = lambda done, total: None) -> None:
        """Play all rounds that are not in the transcript yet."""
        pending = self._begin()
        with ThreadPoolExecutor(1) as other:
            for phase, numbers in self._batches():
                rounds = self._curated(phase, numbers)
                if not self.rules.pipeline:
                    self._break(rounds, self._made(self._break_message(rounds)))
                    self._finish(rounds)
                    self._observe(rounds)
                else:  # the chooser works on the last batch while the breaker is at this one
                    working = other.submit(self._made, self._break_message(rounds))
                    self._finish(pending)
                    self._break(rounds, working.result())
                    self._observe(pending)
                    pending = rounds
                progress(numbers.stop, self.rules.total)
        self._finish(pending)
        self._observe(pending)

    # -- beginning, and beginning again

    def _begin(self) -> list[Round]:
        """Tell everybody that it begins, and what is known; gives the rounds of which nobody was told yet."""
        for role, seat in self.seats.items():
            shared = None
            if role in self.rules.collusion:
                shared = derive_seed(self.rules.seed, "collusion", self.rules.game)
            seed = derive_seed(self.rules.seed, f"start {role} {self.rules.secret}", seat.player.spec.name)
            try:
                seat.ask(Start(seed, shared), None)
            except Missed as missed:
                raise ZelligError(
                    f"the {role} cannot begin ({missed})", remedy="Correct it, and play again."
                ) from None
        spare = derive_seed(self.rules.seed, f"start spare {self.rules.secret}", "uniform")
        self._spare.ask(Start(spare), None)
        ends = [0, 0]  # of the last two batches that are wholly played
        for _, numbers in batches(self.rules, observed=self._observed()):
            if numbers.stop > self.transcript.played:
                break
            ends = [ends[1], numbers.stop]
        # With a pipeline the breaker is at the next batch before anybody is told of the last one.
        told, self._done = ends[0 if self.rules.pipeline else 1], ends[1]
        pending = []
        for played in islice(rounds_of(self.transcript.path), self._done):
            self._remember(played)
            if played.n >= told:
                pending.append(played)
        for role in self.seats:
            for stop, observations in self._tellable(role, told):
                self._send(role, observations)
                self._told[role] = stop
            self._told[role] = told
        return pending

    def _batches(self) -> Iterator[tuple[Phase, range]]:
        """Those that are not wholly played."""
        for phase, numbers in batches(self.rules, observed=self._observed()):
            if numbers.stop > self._done:
                yield phase, numbers

    def _observed(self) -> bool:
        return any(seat.player.adapts for seat in self.seats.values())

    def _history(self, role: Role) -> Iterator[list[Observation]]:
        """What a role was told so far, message by message."""
        for _, observations in self._tellable(role, self._told[role]):
            yield from parts(observations)

    def _tellable(self, role: Role, until: int) -> Iterator[tuple[int, list[Observation]]]:
        """What a role may know of the rounds up to one, from the transcript; where each batch ends."""
        played = rounds_of(self.transcript.path)
        for _, numbers in batches(self.rules, observed=self._observed()):
            if numbers.stop > until:
                return
            if observations := self._observations(role, list(islice(played, len(numbers)))):
                yield numbers.stop, observations

    # -- a batch

    def _curated(self, phase: Phase, numbers: range) -> list[Round]:
        """The rounds with their real texts."""
        fresh = [n for n in numbers if canary_chance(self.rules, n) is None]
        rounds = {played.n: played for played in self._fresh(phase, fresh)} if fresh else {}
        for n in numbers:
            if n not in rounds:
                rounds[n] = self._repeated(n, phase)
            self._remember(rounds[n])
        return [rounds[n] for n in numbers]

    def _fresh(self, phase: Phase, fresh: Sequence[int]) -> list[Round]:
        message = Select([str(n) for n in fresh], [self._seed("curator", n) for n in fresh])
        missing: dict[Role, str] = {}
        try:
            reply = self.seats["curator"].ask(message, self._limit(len(fresh)))
            items = _texts(reply)
        except Missed as missed:
            self._note("curator", missed)
            missing = {"curator": missed.why}
            items = _texts(self._spare.ask(message, None))
        return [self._round(n, phase, item, missing) for n, item in zip(fresh, items, strict=True)]

    def _round(self, n: int, phase: Phase, item: Item, missing: dict[Role, str]) -> Round:
        known = item.metadata
        if BAD in known:
            known = {key: value for key, value in known.items() if key != BAD}
            self._written[n] = item.metadata[BAD]
        original = Item(item.id, {TEXT: _text(item.fields)}, (REAL,), known)
        pair = without_fake(n, original)
        fake = fake_of(self.rules, n)
        return Round(n, phase, pair, fake=fake, accepted=item.accepted, missing=missing)

    def _repeated(self, n: int, phase: Phase) -> Round:
        """A canary: the text of an earlier round is given again."""
        old = self._recent[(canary_chance(self.rules, n) or 0) % len(self._recent)]
        pair = without_fake(n, old.pair.original)
        fake = fake_of(self.rules, n)
        return Round(n, phase, pair, fake=fake, accepted=old.accepted, repeats=old.n)

    def _remember(self, played: Round) -> None:
        if self.rules.canary.share and played.repeats is None:
            self._recent.append(played)

    def _break_message(self, rounds: Sequence[Round]) -> Break:
        seeds = [self._seed("breaker", played.n) for played in rounds]
        return Break([self._handed(played) for played in rounds], seeds)

    def _handed(self, played: Round) -> Item:
        """What the breaker is given of a round."""
        fields = {TEXT: played.real}
        bad = self._written.pop(played.n, None)
        if bad is not None and self.rules.breaker.name == AS_WRITTEN:
            return Item(played.id, fields, metadata={BAD: bad})
        if not self.rules.metadata.breaker:
            return Item(played.id, fields)
        return Item(played.id, fields, played.accepted, played.pair.original.metadata)

    def _break(self, rounds: Sequence[Round], made: Sequence[list[Modified] | str]) -> None:
        """Put the fakes, or the reasons why there are none, into the rounds."""
        for played, found in zip(rounds, made, strict=True):
            if isinstance(found, str):
                played.missing = {**played.missing, "breaker": found}
            elif found:
                self._put(played, found[0])

    def _put(self, played: Round, made: Modified) -> None:
        original, real, text = played.pair.original, played.real, _text(made.fields)
        phenomenon = made.phenomenon[:NAME]
        refused = too_long_or_short(real, text, self.rules.guards)
        if refused:
            played.missing = {**played.missing, "breaker": "length"}
        if text != real and not refused:
            played.pair = with_fake(played.n, original, text, phenomenon, made.rationale[:NAME])
        elif phenomenon:
            played.pair = without_fake(played.n, original, phenomenon)

    def _finish(self, rounds: Sequence[Round]) -> None:
        """Let the chooser choose, decide the points, and write it down."""
        if rounds and rounds[-1].n < self._done:
            return
        open_rounds = [played for played in rounds if asks_chooser(played, self.rules)]
        if open_rounds:
            seeds = [self._seed("chooser", played.n) for played in open_rounds]
            lineups = [lineup(played, self.rules) for played in open_rounds]
            for played, choice in zip(open_rounds, self._chosen(Choose(lineups, seeds)), strict=True):
                if isinstance(choice, str):
                    played.missing = {**played.missing, "chooser": choice}
                    played.choice = coin(self.rules, played.n)
                else:
                    played.choice, played.confidence = choice.fake, choice.confidence
                    if choice.losses and all(map(math.isfinite, choice.losses)):
                        played.losses = choice.losses
        for played in rounds:
            played.point = point(played, self.rules.tie_rule, self.rules.guards)
        self.transcript.add(rounds)

    def _made(self, message: Break) -> list[list[Modified] | str]:
        """For each text what the breaker makes of it, or the reason why there is nothing."""

        def ask(some: slice) -> list[list[Modified]]:
            asked = Break(message.items[some], message.seeds[some])
            return self.seats["breaker"].ask(asked, self._limit(len(asked.seeds))).pairs or []

        return self._answers("breaker", ask, range(len(message.seeds)))

    def _chosen(self, message: Choose) -> list[Choice | str]:
        """For each round what the chooser names, or the reason why it names nothing."""

        def ask(some: slice) -> list[Choice]:
            asked = Choose(message.lineups[some], message.seeds[some])
            return self.seats["chooser"].ask(asked, self._limit(len(asked.seeds))).choices or []

        return self._answers("chooser", ask, range(len(message.seeds)))

    def _answers(self, role: Role, ask: Callable[[slice], list[T]], which: range) -> list[T | str]:
        """What comes of asking, or the reason why nothing comes.

        One text on which a performer fails must not cost it the others: those are put to it one by one.
        """
        try:
            return [*ask(slice(which.start, which.stop))]
        except Missed as missed:
            self._note(role, missed)
            if len(which) == 1 or missed.why in ("late", "gone"):
                return [missed.why] * len(which)
        return [answer for n in which for answer in self._answers(role, ask, range(n, n + 1))]

    # -- what is told

    def _observe(self, rounds: Sequence[Round]) -> None:
        for role in self.seats:
            if observations := self._observations(role, rounds):
                self._send(role, observations)
            self._told[role] += len(rounds)

    def _observations(self, role: Role, rounds: Sequence[Round]) -> list[Observation]:
        """What a role may know of rounds that are over; nothing if it does not learn."""
        if not self.seats[role].player.adapts:
            return []
        found = []
        for played in rounds:
            how = shows(self.rules.schedule, played.phase, role)
            if played.pair.promise == "flip" and how is not None:
                found.append(observation(played, self.rules, role, transparent=how == "transparent"))
        return found

    def _send(self, role: Role, observations: list[Observation]) -> None:
        # Whoever misses one is told all of them when it is called again. What it can do then shows in its
        # next round.
        with suppress(Missed):
            for part in parts(observations):
                self.seats[role].ask(Observe(part), self._limit(len(part)))

    # -- numbers

    def _seed(self, role: Role, n: int) -> int:
        return derive_seed(self.rules.seed, f"{role} {self.seats[role].player.spec.name}", str(n))

    def _limit(self, rounds: int) -> float | None:
        return None if self.rules.time_limit is None else self.rules.time_limit * rounds


def _texts(reply: Reply) -> list[Item]:
    """The curator's items; each must have one text."""
    items = reply.items or []
    if any(len(item.fields) != 1 or not _text(item.fields).strip() for item in items):
        raise Missed("garbled", "an item with no text, or with several")
    if any(len(msgspec.json.encode(item)) > LARGEST_ITEM for item in items):
        raise Missed("flooded", f"an item of more than {LARGEST_ITEM / 2**20:g} MB")
    return items


def _text(fields: Mapping[str, str]) -> str:
    """The one text of an item, whatever its field is called."""
    return next(iter(fields.values()), "")
