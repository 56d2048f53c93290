"""Morphology: a prefix or suffix that turns a word into its opposite."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import pairs_of, substitutions
from zellig.breakers.strategies.lexical import turns_with_its_cues
from zellig.breakers.strategies.opinion import Opinion
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import NEGATIVES, Version, leans, of_one_thing, one_cue, unmixed
from zellig.transform.change import refuse_if


def affix(opinion: Opinion, chance: random.Random) -> Version:
    """*funny* becomes *unfunny*, *implausible* becomes *plausible*."""
    leans(opinion)
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
    before = reading.lows[cue.i - 1] if cue.i else ""
    refuse_if(before in ("too", "less", "least", "as", "so", "enough"), "degree")
    text = rewrite(reading.sentence, {cue.i: str(other)})
    return Version(text, f"{cue.word} -> {other}", f"'{other}' says the opposite of '{cue.word}'.")
