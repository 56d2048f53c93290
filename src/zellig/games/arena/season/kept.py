"""Common samples: what a curator picked and a breaker made in one game is what all their games have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zellig.games.arena.rounds import TEXT, Round
from zellig.items import Item
from zellig.messages import Break, Message, Modified, Reply, Select
from zellig.seats.seat import History, Seat

Fakes = Mapping[tuple[str, str], list[Modified]]  # by round, and by the text that they were made of


class Kept(Seat):
    """A performer that is asked only for what it has not given in an earlier game with the same sample.

    One that learns in a game is not to be kept: what it gives depends on whom it plays with.
    """

    def __init__(
        self, seat: Seat, items: Mapping[str, Item] | None = None, fakes: Fakes | None = None
    ) -> None:
        super().__init__()
        self.player = seat.player
        self.seat, self._items, self._fakes = seat, items or {}, fakes or {}

    def join(self, game: str, history: History = tuple) -> None:
        """Play this game from now on."""
        self.seat.join(game, history)

    def ask(self, message: Message, limit: float | None) -> Reply:
        """What was given before, and the answer to the rest."""
        if isinstance(message, Select):
            new = [place for place, each in enumerate(message.rounds) if each not in self._items]
            asked = Select([message.rounds[i] for i in new], [message.seeds[i] for i in new])
            items = iter((self.seat.ask(asked, limit).items or []) if new else [])
            return Reply(0, items=[self._items.get(each) or next(items) for each in message.rounds])
        if isinstance(message, Break):
            keys = [(each.id, each.fields[TEXT]) for each in message.items]
            new = [place for place, key in enumerate(keys) if key not in self._fakes]
            wanted = Break([message.items[i] for i in new], [message.seeds[i] for i in new])
            made = iter((self.seat.ask(wanted, limit).pairs or []) if new else [])
            return Reply(0, pairs=[self._fakes[key] if key in self._fakes else next(made) for key in keys])
        return self.seat.ask(message, limit)

    def leave(self) -> None:
        """The game is over."""
        self.seat.leave()

    def close(self) -> None:
        """Let the performer go."""
        self.seat.close()


def texts_of(rounds: Iterable[Round]) -> dict[str, Item]:
    """The texts that a curator gave, by round; those that others picked in its place are not among them."""
    return {
        played.id: Item(
            played.pair.original.id, {TEXT: played.real}, played.accepted, played.pair.original.metadata
        )
        for played in rounds
        if "curator" not in played.missing and played.repeats is None
    }


def fakes_of(rounds: Iterable[Round]) -> dict[tuple[str, str], list[Modified]]:
    """What a breaker made, by round and text: nothing where it declined; rounds that it missed are not among
    them. A curator that has missed a round may give another text the next time."""
    found: dict[tuple[str, str], list[Modified]] = {}
    for played in rounds:
        if "breaker" not in played.missing:
            made = Modified({TEXT: played.made}, played.pair.phenomenon, played.pair.rationale)
            found[played.id, played.real] = [made] if played.pair.promise == "flip" or made.phenomenon else []
    return found
