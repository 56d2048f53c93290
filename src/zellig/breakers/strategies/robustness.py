"""Robustness: nothing that matters changes."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import entities, frames
from zellig.breakers.strategies.domains import NEUTRAL, Side, names_with_a_reputation
from zellig.breakers.strategies.framing import appended
from zellig.breakers.strategies.opinion import Opinion, Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import is_message, shows_its_side
from zellig.breakers.strategies.version import Version, leans
from zellig.language.clause import RefusedError
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if

SHORTEST_TYPO = 5  # letters
KINDS = ("exchange", "double", "drop", "punctuation")


def entity_neutral(opinion: Opinion, chance: random.Random) -> Version:
    """A name, place or decade becomes another one."""
    refuse_if(opinion.label == "", "no answer")
    shows_its_side(opinion)
    reading = opinion.reading
    for token in reading.tokens:
        if (
            token.i == 0
            or token.text in names_with_a_reputation()
            or (token.dep == "compound" and token.tag == "NNP")
        ):
            continue
        after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
        for kind, names in entities().items():
            if token.text not in names:
                continue
            if kind == "nations" and (token.tag != "JJ" or (after is not None and after.tag == "POS")):
                continue
            neighbours = [each for each in reading.tokens[max(1, token.i - 2) : token.i + 3] if each != token]
            if any(each.text[:1].isupper() for each in neighbours):
                continue  # part of a longer name, which may mean something
            if reading.domain.name == NEUTRAL and _other_names(reading, token):
                continue  # *Paris, the capital of France*: what is told of the world would be false
            other = chance.choice([name for name in names if name != token.text])
            text = rewrite(reading.sentence, {token.i: other})
            return Version(text, f"{token.text} -> {other}", "The name carries no opinion.")
    raise RefusedError("no name")


def _other_names(reading: Reading, name: Token) -> bool:
    return any(token.i != name.i and token.tag in ("NNP", "NNPS") for token in reading.tokens)


def noise(opinion: Opinion, chance: random.Random) -> Version:
    """A typing error of at most two characters, outside the words that judge."""
    refuse_if(opinion.label == "", "no answer")
    shows_its_side(opinion)
    reading = opinion.reading
    kind = chance.choice(KINDS)
    if kind == "punctuation" and reading.tokens[-1].text == "." and len(reading.tokens) > 1:
        return Version(
            rewrite(reading.sentence, {len(reading.tokens) - 1: ""}),
            "full stop",
            "Only a full stop is missing.",
        )
    cues = {cue.i for cue in reading.cues}
    plain = [
        t
        for t in reading.tokens
        if t.text.isalpha() and len(t.text) >= SHORTEST_TYPO and t.i not in cues and t.tag != "NNP"
    ]
    refuse_if(not plain, "no word to mistype")
    token = chance.choice(plain)
    word = _mistyped(token.text, kind, chance)
    changes = {token.i: word}
    text = rewrite(reading.sentence, changes)
    refuse_if(text.lower() == reading.sentence.text.lower(), "no change")  # capitals are another matter
    return Version(text, f"{token.text} -> {word}", "A typing error changes no opinion.")


def _mistyped(word: str, kind: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 2)
    if kind == "double":
        return word[: at + 1] + word[at:]
    if kind == "drop":
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def distractor(opinion: Opinion, chance: random.Random) -> Version:
    """*The popcorn was stale.*"""
    leans(opinion)
    shows_its_side(opinion)
    reading = opinion.reading
    own = reading.domain.distractor
    refuse_if(not own, "no words in this domain")
    refuse_if(reading.has("?") or is_message(reading), "question")
    refuse_if(
        not (reading.tokens[-1].text in (".", "!") or reading.tokens[-1].text[-1:].isalnum()), "unread end"
    )
    side: Side = "positive" if opinion.sign > 0 else "negative"
    sentence = chance.choice([*own[side], *frames().distractor[side]])
    return Version(appended(reading, sentence), sentence, "The last sentence is about something else.")
