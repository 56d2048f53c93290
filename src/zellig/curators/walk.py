"""What the curators share: the items of a corpus as single texts, and a walk through them by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import Spec, derive_seed
from zellig.tasks import Task, get_task
from zellig.texts import tokens

TOGETHER = 64  # items that are looked at together

Narrow = Callable[[Sequence[Item], int], list[Item]]  # the items that will do, of some; a seed for chance


class Walk:
    """A curator that gives every item that will do once, in an order by chance, and then again in another.

    The item of a round depends on the seed of the game and on the round's number alone. Items are looked at
    only as far as the walk has come: of a large corpus that may be a small part.
    """

    def __init__(
        self,
        spec: Spec,
        justification: str,
        corpus: str,
        *,
        read: Callable[[str], list[Item]] | None = None,
        narrow: Narrow = lambda items, seed: list(items),
        together: int = TOGETHER,
    ) -> None:
        open_corpus(corpus)  # refuses a wrong name at once
        self.spec = spec
        self.justification = spec.params["justification"] or justification
        self._corpus, self._read = corpus, read or read_texts
        self._narrow, self._together = narrow, together
        self._all: list[Item] = []
        self.start("", 0)

    def start(self, game_id: str, seed: int) -> None:
        """Begin another walk."""
        self._seed = seed
        self._found: list[Item] = []  # in the order of the first lap
        self._ahead: list[Item] | None = None  # not looked at yet, the next one last
        self._lap, self._order = 0, [0]

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        """The items of these rounds."""
        return [self._item(int(each)) for each in rounds]

    def _item(self, number: int) -> Item:
        self._look_ahead(number)
        lap, place = divmod(number, len(self._found))
        if lap == 0:
            return self._found[place]
        if lap != self._lap:
            self._lap, self._order = lap, list(range(len(self._found)))
            self._chance(f"lap {lap}").shuffle(self._order)
        return self._found[self._order[place]]

    def _look_ahead(self, number: int) -> None:
        """Find items up to this number, or all there are; refuses if there is none."""
        if self._ahead is None:
            self._all = self._all or self._read(self._corpus)
            self._ahead = self._all.copy()
            self._chance("lap 0").shuffle(self._ahead)
        while len(self._found) <= number and self._ahead:
            items = self._ahead[: -self._together - 1 : -1]
            del self._ahead[-self._together :]
            self._found += self._narrow(items, self._seed)
        if not self._found:
            raise ZelligError(
                f"the curator {self.spec.name!r} finds no text in {self._corpus} that will do",
                remedy="Choose another corpus, or ask less of it.",
            )

    def _chance(self, what: str) -> random.Random:
        return random.Random(derive_seed(self._seed, self.spec.name, what))  # noqa: S311  (an order)


def read_texts(corpus: str) -> list[Item]:
    """The items of a corpus with one text each; what else they say goes into their metadata."""
    source = open_corpus(corpus)
    task = get_task(source.task)
    texts = [_one_text(task, item) for item in source]
    return [item for item in texts if item.fields["text"].strip()]


def _one_text(task: Task, item: Item) -> Item:
    # Answers to real-or-fake are names of fields: the text that is named is no real one.
    real = [name for name in task.editable if name not in item.accepted] or task.editable
    others = {name: text for name, text in item.fields.items() if name != real[-1]}
    return Item(item.id, {"text": item.fields.get(real[-1], "")}, item.accepted, {**item.metadata, **others})


def with_metadata(item: Item, name: str, value: object) -> Item:
    """The item with one more thing known about it."""
    return Item(item.id, item.fields, item.accepted, {**item.metadata, name: value})


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation marks."""
    return [token for token in tokens(text.lower()) if token[0].isalnum()]


def check_share(share: float) -> None:
    """Refuse a share that is none."""
    if not 0 < share <= 1:
        raise ZelligError(f"{share} is not a share", remedy="Give one above 0, up to 1.")
