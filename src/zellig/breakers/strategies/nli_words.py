"""Inference: one word is exchanged for another of its kind or for a wider one, on either side or on both.

What the premise says with the word decides: *a guitar* excludes *a violin*, it is *an instrument*, and of an
instrument nobody knows whether it is a guitar. The strategies come in threes, one for each label. The three
choose the hypothesis alike and differ in the premise, so that a hypothesis alone does not tell its label: so
they are fit for training.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from zellig.breakers.strategies.inference import Inference, words_for
from zellig.breakers.strategies.kinds import COMMON_NOUNS, Place, another, places, shared
from zellig.breakers.strategies.kit import StrategyFunction
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version
from zellig.transform.change import refuse_if

DESCRIBED_AS = {
    **dict.fromkeys(("person", "performer", "athlete"), "of-people"),
    **dict.fromkeys(("animal", "bird"), "of-animals"),
}
VERSIONS = 6
SAYS_MORE = "The premise says as much, and more."


def several(one: Callable[[Inference, random.Random], Version]) -> StrategyFunction:
    """The strategy that makes up to so many different versions: there are many words to exchange."""

    def strategy(inference: Inference, chance: random.Random) -> list[Version]:
        found = [one(inference, chance) for _ in range(VERSIONS)]
        return list({(each.premise, each.text): each for each in found}.values())

    return strategy


# --- the word of an entailed hypothesis, and of its premise


def both_exchanged(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: *A man is in a truck.* -> *... drives a bus.*: *... is in a bus.*"""
    given, said, word = _shared(inference, chance)
    why = "Both speak of another one, and alike."
    return Version(said.with_word(word), f"{said.word} -> {word}", why, premise=given.with_word(word))


def premise_exchanged(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: *A man is in a truck.* -> *... drives a van.*: *... is in a bus.*"""
    given, said, word = _shared(inference, chance)
    other = chance.choice(given.kind.others(word))
    why = _excludes(other, word)
    return Version(said.with_word(word), f"{other} -> {word}", why, premise=given.with_word(other))


def premise_widened(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: *A man is in a truck.* -> *... drives a vehicle.*: *... is in a bus.*"""
    given, said, word = _shared(inference, chance)
    how, why = f"{_wider(given)} -> {word}", f"It need not be '{word}'."
    return Version(said.with_word(word), how, why, premise=given.widened())


def _shared(inference: Inference, chance: random.Random) -> tuple[Place, Place, str]:
    """The places in premise and hypothesis, and what the hypothesis says now."""
    pairs = [pair for pair in shared(inference.premise, inference.hypothesis) if can_widen(pair[0])]
    refuse_if(not pairs, "no word with a wider one")
    given = _one_of([given for given, _ in pairs], chance)
    said = dict(pairs)[given]
    return given, said, another(said, chance)


# --- the premise repeated, or repeated with another word


def repeated_described(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: -> *A man drives a white truck.*: *A man drives a truck.*"""
    place, word, noun = _repeated(inference, chance)
    changes = {place.token.i: place.fitted(word)}
    described = _description(noun, chance)
    changes[noun.token.i] = f"{described} {changes.get(noun.token.i, noun.token.text)}"
    premise = rewrite(inference.premise.sentence, changes)
    return Version(place.with_word(word), f"{described} -> {word}", SAYS_MORE, premise=premise)


def repeated_narrowed(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: -> *A man drives a vehicle.*: *A man drives a truck.*"""
    place, word, _ = _repeated(inference, chance)
    how, why = f"{_wider(place)} -> {word}", f"It need not be '{word}'."
    return Version(place.with_word(word), how, why, premise=place.widened())


def repeated_exchanged(inference: Inference, chance: random.Random) -> Version:
    """*A man drives a truck.*: -> *A man drives a bus.*"""
    place, word, _ = _repeated(inference, chance)
    other = chance.choice(place.kind.others(word))
    why = _excludes(other, word)
    return Version(place.with_word(word), f"{other} -> {word}", why, premise=place.with_word(other))


def _repeated(inference: Inference, chance: random.Random) -> tuple[Place, str, Place]:
    """A place, what the hypothesis says there, and a noun that can be described."""
    found = places(inference.premise)
    nouns = [place for place in found if can_be_described(place)]
    fitting = [place for place in found if can_widen(place)]
    refuse_if(not nouns or not fitting, "no noun to describe, or no word with a wider one")
    place = _one_of(fitting, chance)
    word = chance.choice([place.word, another(place, chance)])
    return place, word, chance.choice(nouns)


# --- the premise repeated with a wider word


def widened(inference: Inference, chance: random.Random) -> Version:
    """*A red coat hangs in a truck.*: -> *A red coat hangs in a vehicle.*"""
    place, _ = _two_places(inference, chance)
    return Version(place.widened(), f"{place.word} -> {_wider(place)}", SAYS_MORE)


def widened_and_narrowed(inference: Inference, chance: random.Random) -> Version:
    """*A red coat hangs in a truck.*: -> *A coat hangs in a truck.*: *A red coat hangs in a vehicle.*"""
    place, other = _two_places(inference, chance)
    how, why = (
        f"{_wider(other)} -> {other.word}, {place.word} -> {_wider(place)}",
        f"It need not be '{other.word}'.",
    )
    return Version(place.widened(), how, why, premise=other.widened())


def widened_and_exchanged(inference: Inference, chance: random.Random) -> Version:
    """*A red coat hangs in a truck.*: -> *A blue coat hangs in a truck.*: *A red coat hangs in a vehicle.*"""
    place, other = _two_places(inference, chance)
    word = another(other, chance)
    how = f"{word} -> {other.word}, {place.word} -> {_wider(place)}"
    return Version(place.widened(), how, _excludes(word, other.word), premise=other.with_word(word))


def _two_places(inference: Inference, chance: random.Random) -> tuple[Place, Place]:
    found = [place for place in places(inference.premise) if can_widen(place)]
    refuse_if(len(found) < 2, "no two words with wider ones")
    one = _one_of(found, chance)
    return one, _one_of([place for place in found if place != one], chance)


# --- what they share


def _one_of(found: Sequence[Place], chance: random.Random) -> Place:
    """One of the places; nouns and verbs rather than adjectives, of which there are so many."""
    return chance.choice([*found, *(place for place in found if place.kind.wider)])


def _wider(place: Place) -> str:
    return place.kind.wider or "(nothing)"


def can_widen(place: Place) -> bool:
    """Is there a wider word for it that the sentence does not have yet?"""
    wider = place.kind.wider
    return wider is not None and wider not in place.reading.lows


def can_be_described(place: Place) -> bool:
    """Is it a noun of which nothing is said?"""
    is_noun = place.token.tag in COMMON_NOUNS and not place.kind.bare
    return is_noun and place.reading.child(place.token.i, "amod", "nummod") is None


def described_as(place: Place) -> str:
    """The list of words that describe such a thing."""
    return DESCRIBED_AS.get(place.kind.wider or "", "of-things")


def _description(place: Place, chance: random.Random) -> str:
    words = words_for("described", described_as(place))
    return chance.choice([word for word in words if word not in place.reading.lows])


def _excludes(one: str, other: str) -> str:
    return f"What is '{one}' is not '{other}'."
