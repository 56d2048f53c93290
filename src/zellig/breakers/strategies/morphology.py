"""Morphology: a prefix or suffix that turns a word into its opposite."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import pairs_of, substitutions
from zellig.breakers.strategies.lexical import modified_by_opinion, turns_with_its_cues
from zellig.breakers.strategies.opinion import Opinion
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import states
from zellig.breakers.strategies.version import NEGATIVES, Version, leans, of_one_thing, one_cue, unmixed
from zellig.transform.change import refuse_if


def affix(opinion: Opinion, chance: random.Random) -> Version:
    """*funny* becomes *unfunny*, *implausible* becomes *plausible*."""
    leans(opinion)
    states(opinion)
    unmixed(opinion)
    of_one_thing(opinion)
    cue = one_cue(opinion)
    lists = substitutions().affix
    pairs = pairs_of(lists["pairs"])
    other = (pairs | {two: one for one, two in pairs.items()}).get(cue.word)
    if other is None or {cue.word, other} & set(lists["not-opposites"].split()):
        refuse_if(True, "no affix")
    reading = opinion.reading
    refuse_if(NEGATIVES.intersection(reading.lows) or cue.sign != cue.force, "already negative")
    turns_with_its_cues(opinion)
    refuse_if(modified_by_opinion(reading, cue), "degree")
    root = reading.sentence.root
    second = any(
        token.dep == "conj" and token.head == root and token.tag[:2] in ("VB", "MD")
        for token in reading.tokens
    )
    refuse_if(second, "second predicate")
    refuse_if(reading.child(cue.i, "xcomp") is not None, "verb")  # *inspired to write*
    before = reading.lows[cue.i - 1] if cue.i else ""
    refuse_if(before in ("too", "less", "least", "as", "so", "enough"), "degree")
    text = rewrite(reading.sentence, {cue.i: str(other)})
    return Version(text, f"{cue.word} -> {other}", f"'{other}' says the opposite of '{cue.word}'.")
