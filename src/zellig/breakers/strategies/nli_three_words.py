"""Inference: three places of the premise where something can be said, and what each side says there.

The premise says something in two of the places, and the hypothesis in one; elsewhere there is a wider word,
or none. What the hypothesis says is what the premise says there (it follows), something that excludes it, or
something about the place that the premise leaves open. For each of the three every premise and every
hypothesis is as likely as for the others, so neither side alone tells the label: it takes both.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from zellig.breakers.strategies.inference import Inference, words_for
from zellig.breakers.strategies.kinds import Kind, Place, kinds, places
from zellig.breakers.strategies.nli_words import can_be_described, can_widen, described_as
from zellig.breakers.strategies.opinion import Reading
from zellig.breakers.strategies.rewriting import ending, rewrite
from zellig.breakers.strategies.version import Version
from zellig.transform.change import refuse_if

BEFORE, ITSELF, BEHIND = range(3)  # where something is said: at a token


class Open(NamedTuple):
    """A place where something can be said, or left open."""

    token: int
    part: int
    words: tuple[str, ...]  # that can be said there
    kind: Kind | None = None  # of the words; without one, each excludes all others
    place: Place | None = None  # where a word is there already

    def written(self, word: str | None) -> str:
        """A word as it is written there; None: what leaves it open."""
        if word is None:
            return self.place.wider if self.place else ""
        return self.place.fitted(word) if self.place else word

    def others(self, word: str) -> Sequence[str]:
        """The words that exclude this one."""
        return self.kind.others(word) if self.kind else [each for each in self.words if each != word]


class Sides(NamedTuple):
    """What premise and hypothesis say in three places; None leaves it open."""

    places: Sequence[Open]
    given: list[str | None]
    said: list[str | None]


def less_said(inference: Inference, chance: random.Random) -> Version:
    """*A young man drives a truck.*: *A man drives a truck.*"""
    sides = _sides(inference, chance)
    one = chance.choice([place for place, word in enumerate(sides.given) if word is not None])
    sides.said[one] = sides.given[one]
    return _version(inference, sides, "The premise says as much, and more.")


def new_said(inference: Inference, chance: random.Random) -> Version:
    """*A young man drives a truck.*: *A man drives a vehicle at night.*"""
    sides = _sides(inference, chance)
    one = sides.given.index(None)
    word = _word(sides.places[one], chance)
    sides.said[one] = word
    return _version(inference, sides, f"Nothing is said about '{word}'.")


def other_said(inference: Inference, chance: random.Random) -> Version:
    """*A young man drives a truck.*: *A man drives a bus.*"""
    sides = _sides(inference, chance)
    one = chance.choice([place for place, word in enumerate(sides.given) if word is not None])
    place = sides.places[one]
    word = place.place.word if place.place else chance.choice(place.words)
    # Each side has the word that was there as often as the others do for other labels: half of the time.
    given, said = chance.sample([word, chance.choice(place.others(word))], 2)
    sides.given[one], sides.said[one] = given, said
    return _version(inference, sides, f"What is '{given}' is not '{said}'.")


def _sides(inference: Inference, chance: random.Random) -> Sides:
    """Three places, in two of which the premise says something; the hypothesis says nothing yet."""
    found = _open_places(inference.premise)
    refuse_if(len(found) < 3, "no three places where something can be left open")
    three = chance.sample(found, 3)
    given: list[str | None] = [_word(place, chance) for place in three]
    given[chance.randrange(3)] = None
    return Sides(three, given, [None] * 3)


def _word(place: Open, chance: random.Random) -> str:
    """The word that is there, or as often another one; any word where none is."""
    if place.place is None:
        return chance.choice(place.words)
    return chance.choice([place.place.word, chance.choice(place.others(place.place.word))])


def _version(inference: Inference, sides: Sides, why: str) -> Version:
    premise, hypothesis = (_written(inference.premise, sides.places, words) for words in sides[1:])
    how = "; ".join(
        f"{place.place.word if place.place else 'new'}: {given or 'open'} -> {said or 'open'}"
        for place, given, said in zip(*sides, strict=True)
    )
    return Version(hypothesis, how, why, premise=premise)


def _written(reading: Reading, places: Sequence[Open], words: Sequence[str | None]) -> str:
    parts = {place.token: ["", reading.tokens[place.token].text, ""] for place in places}
    for place, word in zip(places, words, strict=True):
        parts[place.token][place.part] = place.written(word)
    return rewrite(reading.sentence, {token: " ".join(filter(None, some)) for token, some in parts.items()})


def _open_places(reading: Reading) -> list[Open]:
    """Words with a wider one or that can go, nouns that can be described, and the end, for a time of day."""
    found = places(reading)
    lows = frozenset(reading.lows)
    there = [
        Open(place.token.i, ITSELF, tuple(place.kind.words.split()), place.kind, place)
        for place in found
        if can_widen(place)
    ]
    new = [
        Open(place.token.i, BEFORE, words, kind)
        for place in found
        for kind in (_describing(place),)
        if can_be_described(place)
        and not (kind.words == kinds()["ages"].words and can_widen(place))  # *an old girl*
        and not lows.intersection(words := tuple(kind.words.split()))
    ]
    if found and not lows.intersection(words_for("described", "told-by")):
        new.append(Open(ending(reading.sentence) - 1, BEHIND, words_for("described", "time")))
    return there + new


def _describing(place: Place) -> Kind:
    """Words that say how such a thing may be, of which one is true."""
    return kinds()["ages" if described_as(place) == "of-people" else "colours"]
