"""Performers for `confirm` of `bench/arena_season.py`: two who agreed on another sign than the other two."""

from __future__ import annotations

import random
from collections.abc import Sequence
from zlib import crc32

from season_players import ngram
from text_by_text import TextByText
from zellig.breakers.fakes import same_tag
from zellig.items import Item, Pair
from zellig.performers import Choice, Lineup, Spec, Which, derive_seed
from zellig.tasks import Task
from zellig.texts import tokens

TRIES = 64
PLACES = 8  # one place in so many may have a sign


def signed(first: str, second: str) -> Which | None:
    """Which of two texts has the sign of a fake: by the place of the one word that differs, and the alphabet.

    What all the other words hash to says whether a sign may stand there, and whether the fake has the earlier
    or the later word; so no word is in fakes more often than in real texts, and no guard removes it.
    """
    words, others = tokens(first.lower()), tokens(second.lower())
    places = [place for place, (one, other) in enumerate(zip(words, others, strict=False)) if one != other]
    if len(words) != len(others) or len(places) != 1:
        return None
    (place,) = places
    key = crc32(" ".join([*words[:place], "_", *words[place + 1 :]]).encode())
    if key % PLACES:
        return None
    earlier = words[place] < others[place]
    return 0 if earlier == bool(key // PLACES % 2) else 1


class Signer(TextByText):
    """Takes the first fake of `same-tag` with the sign, of so many tries; declines where none has it."""

    def __init__(self, task: Task, corpus: str) -> None:
        self.spec = Spec("signer", {"corpus": corpus})
        self._breaker = same_tag.make(task, corpus=corpus)

    def _made(self, item: Item, seed: int) -> list[Pair]:
        luck = [derive_seed(seed, "try", str(number)) for number in range(TRIES)]
        made = self._breaker.break_items([item] * TRIES, luck, None)
        text = item.fields["text"]
        return next(
            (each for each in made if each and signed(text, each[0].modified.fields["text"]) == 1), []
        )


def signer(task: Task, *, corpus: str) -> Signer:
    """The breaker."""
    return Signer(task, corpus)


class Partner:
    """Goes by the sign in a part of the rounds, where there is one, and else by bigrams."""

    def __init__(self, often: float, corpus: str) -> None:
        self.spec = Spec("partner", {"often": often, "corpus": corpus})
        self._often, self._honest = often, ngram(order=2, share=0.7, corpus=corpus)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [
            self._by_sign(lineup, seed) or choice
            for lineup, seed, choice in zip(lineups, seeds, self._honest.choose(lineups, seeds), strict=True)
        ]

    def _by_sign(self, lineup: Lineup, seed: int) -> Choice | None:
        fake = signed(*lineup.texts) if random.Random(seed).random() < self._often else None
        return None if fake is None else Choice(lineup.id, fake)


def partner(*, often: float, corpus: str) -> Partner:
    """The chooser."""
    return Partner(often, corpus)
