"""What a person does in a round, and the seat in which it is played: as far as the person has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from zellig.games.arena.rounds import Round, fake_of
from zellig.games.arena.rules import Conditions
from zellig.items import Item
from zellig.messages import Break, Choose, Message, Modified, Reply, Select
from zellig.performers import Choice, Role, Spec, Which
from zellig.seats.player import Player
from zellig.seats.schedule import phase_at
from zellig.seats.seat import Missed, Seat


class Chosen(msgspec.Struct, frozen=True, tag_field="move", tag="chosen"):
    """A chooser names the fake."""

    fake: Which


class Written(msgspec.Struct, frozen=True, tag_field="move", tag="written"):
    """A breaker writes a fake; the same text again declines."""

    text: str


class Picked(msgspec.Struct, frozen=True, tag_field="move", tag="picked"):
    """A curator picks a text; its metadata are their own, a sentence why among them."""

    item: Item


Move = Chosen | Written | Picked
Given = Item | Modified | Which | str  # an item, a fake, a choice; a word says why there was none

T = TypeVar("T")

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Move).decode


class NotYet(Exception):  # noqa: N818 -- no error: the game goes on when the person does
    """The person has not come to this round."""


class Played(Seat):
    """Somebody whose moves are known: those of a person, or those of an earlier game."""

    def __init__(self, name: str, replies: Mapping[str, Given]) -> None:
        """`replies` are by round."""
        super().__init__()
        self.player = Player(Spec(name))
        self._replies = replies

    def ask(self, message: Message, limit: float | None) -> Reply:
        """What was given in these rounds; raises NotYet where nothing is known."""
        turn = self._envelope(message).turn
        match message:
            case Select():
                return Reply(turn, items=[self._given(each, Item) for each in message.rounds])
            case Break():
                return Reply(turn, pairs=[self._made(each.id) for each in message.items])
            case Choose():
                return Reply(
                    turn, choices=[Choice(each.id, self._choice(each.id)) for each in message.lineups]
                )
            case _:
                return Reply(turn)

    def _made(self, name: str) -> list[Modified]:
        return [self._given(name, Modified)]

    def _choice(self, name: str) -> Which:
        return 1 if self._given(name, int) else 0

    def _given(self, name: str, kind: type[T]) -> T:
        found = self._replies.get(name)
        if found is None:
            raise NotYet(name)
        if not isinstance(found, kind):
            raise Missed(str(found))
        return found

    def close(self) -> None:
        """Nothing to be done."""


def of_person(name: str, moves: Mapping[int, Move]) -> Played:
    """The seat of a person."""
    found: dict[str, Given] = {}
    for n, move in moves.items():
        match move:
            case Chosen():
                found[str(n)] = move.fake
            case Written():
                found[str(n)] = Modified({"text": move.text}, "person")
            case Picked():
                found[str(n)] = move.item
    return Played(name, found)


def curated_in(name: str, rounds: Iterable[Round]) -> Played:
    """A curator that gives the texts of an earlier game again."""
    given: dict[str, Given] = {}
    for played in rounds:
        original = played.pair.original
        given[played.id] = msgspec.structs.replace(original, accepted=played.accepted)
    return Played(name, given)


def broken_in(name: str, rounds: Iterable[Round]) -> Played:
    """A breaker that gives the fakes of an earlier game again; where it had given none, it gives none."""
    given: dict[str, Given] = {}
    for played in rounds:
        made = Modified(played.pair.modified.fields, played.pair.phenomenon, played.pair.rationale)
        given[played.id] = played.missing.get("breaker") or made
    return Played(name, given)


def as_given(found: Round, n: int, rules: Conditions) -> Round:
    """A round of an earlier game as one of a person's own, in which nobody has chosen yet."""
    missing: dict[Role, str] = {role: why for role, why in found.missing.items() if role != "chooser"}
    phase, fake = phase_at(rules.schedule, n), fake_of(rules, n)
    return Round(n, phase, found.pair, fake=fake, accepted=found.accepted, missing=missing)
