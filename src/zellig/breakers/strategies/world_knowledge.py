"""World knowledge: names with a reputation, and idioms."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import Idiom, idioms
from zellig.breakers.strategies.lexical import central, no_exclamation
from zellig.breakers.strategies.opinion import Cue, Opinion, Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import states
from zellig.breakers.strategies.version import (
    Version,
    leans,
    not_negated,
    of_one_thing,
    one_cue,
    single_statement,
    unmixed,
)
from zellig.language.clause import RefusedError
from zellig.transform.change import refuse_if


def reputation(opinion: Opinion, chance: random.Random) -> Version:
    """*worthy of Hitchcock* becomes *worthy of Ed Wood*."""
    leans(opinion)
    reading = opinion.reading
    refuse_if(reading.has_any("contrast"), "contrast")
    refuse_if(any(cue.word not in ("worthy", "good", "best") for cue in opinion.against), "mixed")
    not_negated(opinion)
    text = reading.sentence.text
    reputations = reading.domain.reputations
    refuse_if(not reputations, "no names in this domain")
    for kind in ("makers", "works"):
        standing = reputations[kind]
        from_, to = (standing.high, standing.low) if opinion.sign > 0 else (standing.low, standing.high)
        for name in from_:
            for frame in reputations["frames"].high:
                phrase = f" {frame} {name}"
                if phrase in text and not text.partition(phrase)[2][:1].isalnum():
                    refuse_if(
                        bool(opinion.cues) and opinion.sign > 0 and frame in ("like", "as", "since"),
                        "more cues",
                    )
                    other = chance.choice(to)
                    changed = text.replace(phrase, f" {frame} {other}", 1)
                    return Version(
                        changed, f"{name} -> {other}", f"'{other}' stands for the opposite of '{name}'."
                    )
    raise RefusedError("no name with a reputation")


def idiom(opinion: Opinion, chance: random.Random) -> Version:
    """*a triumph* becomes *a knock-out* or *a white elephant*."""
    leans(opinion)
    states(opinion)
    single_statement(opinion)
    unmixed(opinion)
    not_negated(opinion)
    of_one_thing(opinion)
    no_exclamation(opinion.reading)
    cue = one_cue(opinion)
    reading = opinion.reading
    fitting = [
        (entry, text)
        for entry in idioms().idiom
        for text in _texts(reading, cue, entry)
        if reading.domain.says(text)
    ]
    refuse_if(not fitting, "no idiom")
    refuse_if(not central(reading, cue) or reading.has_any("turning") or reading.has("either"), "cue aside")
    entry, phrase = chance.choice(fitting)
    changes = {cue.i: phrase}
    text = rewrite(reading.sentence, changes)
    why = f"'{phrase}' says {'the same as' if entry.promise == 'same' else 'the opposite of'} '{cue.word}'."
    return Version(text, f"{cue.word} -> {phrase}", why, entry.promise)


def _texts(reading: Reading, cue: Cue, entry: Idiom) -> list[str]:
    """The idioms of an entry that fit the place of a cue."""
    token = reading.tokens[cue.i]
    if cue.word not in entry.for_.split():
        return []
    modified = any(reading.tokens[c].dep in ("advmod", "conj") for c in reading.sentence.children[cue.i])
    if token.dep == "amod" and token.head == cue.i + 1 and cue.part == "adjective" and not modified:
        judged = reading.tokens[token.head].dep in ("ROOT", "attr")  # what the sentence says of its subject
        return entry.attributive if judged else []
    before = reading.tokens[cue.i - 1] if cue.i else None
    if before is None:
        return []
    after = reading.lows[cue.i + 1] if cue.i + 1 < len(reading.lows) else "."
    if cue.part == "noun" and before.low in ("a", "an", "another") and token.tag == "NN":
        bare = reading.child(cue.i, "relcl", "acl", "prep") is None
        return entry.noun if bare else []
    alone = (
        token.dep == "acomp"
        and token.head == before.i
        and before.lemma == "be"
        and not reading.sentence.children[cue.i]
    )
    return entry.predicate if alone and after in (".", "!", ",", "and", ";") and after != "and" else []
