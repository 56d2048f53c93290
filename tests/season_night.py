"""A small season for tests: sentences, breakers and choosers of our own, and two who agreed on a sign."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from arena_performers import pair_of
from text_by_text import TextByText
from zellig.games.arena.season.reading import season_of
from zellig.games.arena.season.records import Entrant, Season
from zellig.items import Item, Pair, write_records
from zellig.performers import Choice, Lineup, Spec, Which

_BEGINNINGS, _ENDINGS = ("gar", "mil", "har", "ket", "lan", "sto"), ("den", "ler", "bour", "tle", "rm", "dge")
NOUNS = [one + two for one in _BEGINNINGS for two in _ENDINGS[:3]]
RARE = [one + two for one in _BEGINNINGS for two in _ENDINGS[3:]]  # what fakes have
VERBS = ["sold", "painted", "watched", "carried", "counted", "filled", "folded", "heard", "moved", "found"]
HERE = {"isolated": False}


def write_sentences(folder: Path, texts: int = 400) -> str:
    """A corpus of sentences that are all different."""
    chance = random.Random(1)
    made: dict[str, None] = {}
    while len(made) < texts:
        one, two, three = chance.sample(NOUNS, 3)
        made[f"The {one} {chance.choice(VERBS)} the {two} near the old {three} ."] = None
    items = [
        Item(str(n), {"text": text}, ("+1",), {"kind": "long" if len(text) > 48 else "short"})
        for n, text in enumerate(made)
    ]
    write_records(folder / "sentences.jsonl", Item, items, "sentiment")
    return f"items:{folder / 'sentences.jsonl'}"


class Swapper(TextByText):
    """Puts another noun in the place of one; with a sign it takes one whose hash is even."""

    def __init__(self, *, label: str = "swapper", place: int = 1, sign: bool = False) -> None:
        self.spec = Spec(label, {"place": place, "sign": sign})
        self._place, self._sign = place, sign

    def _made(self, item: Item, seed: int) -> list[Pair]:
        words = item.fields["text"].split()
        others = [word for word in RARE if not self._sign or signed(word)]
        words[min(self._place, len(words) - 1)] = random.Random(seed).choice(others)
        return [pair_of(item, " ".join(words), "swap")]


class Reader:
    """Takes the less familiar text for the fake; kin find nearly the same things familiar, but for what sets
    them apart.

    One who knows the sign goes by it in a part of the rounds.
    """

    def __init__(self, *, kin: str = "a", own: str = "", often: float = 0.0, apart: float = 0.4) -> None:
        self.spec = Spec("reader", {"kin": kin, "own": own, "often": often, "apart": apart})
        self._kin, self._own, self._often, self._apart = kin, own, often, apart

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [
            Choice(lineup.id, self._fake(lineup, seed)) for lineup, seed in zip(lineups, seeds, strict=True)
        ]

    def _fake(self, lineup: Lineup, seed: int) -> Which:
        first, second = (set(text.split()) for text in lineup.texts)
        if random.Random(seed).random() < self._often:
            signs = [
                any(word in RARE and signed(word) for word in new) for new in (first - second, second - first)
            ]
            if signs[0] != signs[1]:
                return 0 if signs[0] else 1
        return 0 if self._familiar(lineup.texts[0]) < self._familiar(lineup.texts[1]) else 1

    def _familiar(self, text: str) -> float:
        return sum(
            chance_of(f"{self._kin} {one} {two}")
            + self._apart * chance_of(f"{self._own} {one} {two}")
            - 0.2 * (two in RARE)
            for one, two in pairwise(text.split())
        )


def reader(*, kin: str = "a", own: str = "", often: float = 0.0) -> Reader:
    """The reader; a function may have parameters."""
    return Reader(kin=kin, own=own, often=often)


class Silent:
    """A chooser that crashes."""

    spec = Spec("silent")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        raise RuntimeError("no voice")


def signed(word: str) -> bool:
    """A few nouns carry the sign."""
    return crc32(word.encode()) % 3 == 0


@cache
def chance_of(text: str) -> float:
    """A number from 0 to 1 that is always the same for a text."""
    return crc32(text.encode()) % 100_003 / 100_003


def breaker(id: str, **params: object) -> dict[str, object]:
    return {"id": id, "name": "py:season_night:Swapper", **HERE, **params}


def chooser(id: str, **params: object) -> dict[str, object]:
    return {"id": id, "name": "py:season_night:reader", **HERE, **params}


def small_season(corpus: str, **rules: object) -> tuple[Season, list[Entrant]]:
    """Two breakers, two choosers, sixty rounds a game, in this process."""
    written: dict[str, object] = {
        "name": "small",
        "rounds": 60,
        "seed": 7,
        "secret": "s",
        "permutations": 1_999,
        "corpus": {"name": corpus},
        "curator": [{"name": "uniform", **HERE}],
        "breaker": [breaker("swap-1", place=1), breaker("swap-4", place=4)],
        "chooser": [chooser("reader-a"), {"id": "coin", "name": "random", **HERE}],
        **rules,
    }
    return season_of(written)
