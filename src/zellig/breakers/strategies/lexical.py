"""Lexicon: a word is exchanged, put in or left out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from zellig.breakers.strategies.evaluative import opposites, synonyms
from zellig.breakers.strategies.opinion import SUBJECTS, Cue, Opinion, Reading, words
from zellig.breakers.strategies.plain import plain_synonym
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import is_formal, shows_its_side, states
from zellig.breakers.strategies.version import (
    NEGATIVES,
    Version,
    leans,
    not_negated,
    some_cue,
)
from zellig.language.clause import RefusedError
from zellig.language.inflection import FORMS
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if

MOST_CUES = 3
LONGEST_BLAME = 22  # tokens
JOINS = (",", "and")


def antonym(opinion: Opinion, chance: random.Random) -> Version:
    """Every cue becomes its opposite: *a dull film*, *a gripping film*."""
    leans(opinion)
    some_cue(opinion)
    reading = opinion.reading
    refuse_if(len(opinion.cues) > MOST_CUES, "too many cues")
    # What leans the other way already may stay, if it is said plainly.
    refuse_if(any(not cue.real or cue.sign != cue.force for cue in opinion.against), "mixed")
    refuse_if(NEGATIVES.intersection(reading.lows) or reading.has_any("turning"), "already negative")
    turns_with_its_cues(opinion)
    changes: dict[int, str] = {}
    for cue in opinion.cues:
        refuse_if(
            cue.tag in ("JJR", "JJS") and cue.word not in ("best", "worst", "finest", "greatest"), "degree"
        )
        refuse_if(cue.sign != cue.force, "negated cue")
        options = [
            word
            for word in opposites(cue.lemma, cue.part, reading.domain)
            if cue.fitted(word) not in changes.values()
        ]
        refuse_if(not options, "cue without an opposite")
        refuse_if(modified_by_opinion(reading, cue), "degree")
        changes[cue.i] = cue.fitted(chance.choice(options[:3]))
    how = ", ".join(f"{reading.tokens[i].low} -> {word}" for i, word in changes.items())
    return Version(
        rewrite(reading.sentence, changes), how, "Each word that judges is exchanged for an opposite."
    )


def turns_with_its_cues(opinion: Opinion) -> None:
    """Refuses a sentence that may keep its opinion when its cues are turned."""
    reading = opinion.reading
    refuse_if(not reading.single or reading.has("?"), "more than one sentence")
    refuse_if(not any(central(reading, cue) for cue in opinion.cues), "cue aside")
    refuse_if(_beside_unknown(opinion), "joined to an unknown word")
    refuse_if(opinion.sign < 0 and _winding(reading), "long-winded blame")


def central(reading: Reading, cue: Cue) -> bool:
    """Is the cue in the main clause, or in the phrase itself, not in a clause inside it?"""
    aside = ("advcl", "relcl", "acl", "ccomp", "pcomp", "csubj", "parataxis", "appos")
    return not any(token.dep in aside for token in reading.above(cue.i))


def _winding(reading: Reading) -> bool:
    """Blame is often spread over a long sentence; one word does not turn it."""
    clauses = any(token.dep in ("advcl", "ccomp", "relcl", "acl", "parataxis") for token in reading.tokens)
    return len(reading.tokens) > LONGEST_BLAME or clauses or reading.has("until", "before", "fails")


def _beside_unknown(opinion: Opinion) -> bool:
    """Is a cue joined to an adjective or adverb that may judge as it does, for all we know?"""
    reading = opinion.reading
    known = {cue.i for cue in reading.cues}
    for cue in opinion.cues:
        token = reading.tokens[cue.i]
        near = [
            reading.tokens[c] for c in reading.sentence.children[cue.i] if reading.tokens[c].dep == "conj"
        ]
        near += [reading.tokens[token.head]] if token.dep == "conj" else []
        if token.dep == "amod":
            near += [
                t
                for t in reading.tokens
                if t.dep == "amod" and t.head == token.head and abs(t.i - cue.i) == 2
            ]
        like = (t for t in near if t.tag[:2] == token.tag[:2] or t.tag in ("JJ", "VBN", "VBG", "RB"))
        if cue.part in ("adjective", "adverb") and any(t.i not in known for t in like):
            return True
    return False


def modified_by_opinion(reading: Reading, cue: Cue) -> bool:
    """*wonderfully funny*, *painfully dull*: the adverb goes with the old word."""
    before = [reading.tokens[c] for c in reading.sentence.children[cue.i] if c < cue.i]
    return any(
        token.dep == "advmod" and token.low.endswith("ly") and token.low not in words("mild-degrees")
        for token in before
    )


def synonym(opinion: Opinion, chance: random.Random) -> Sequence[Version]:
    """A cue, and a word that judges nothing, each for a synonym."""
    refuse_if(opinion.label == "", "no answer")
    shows_its_side(opinion)
    found = [
        version
        for version in (_cue_synonym(opinion, chance, rare=False), plain_synonym(opinion.reading, chance))
        if version
    ]
    refuse_if(not found, "no synonym")
    return found


def rare_synonym(opinion: Opinion, chance: random.Random) -> Version:
    """A usual cue becomes a rare synonym."""
    leans(opinion)
    shows_its_side(opinion)
    no_exclamation(opinion.reading)
    version = _cue_synonym(opinion, chance, rare=True)
    if version is None:
        raise RefusedError("no synonym")
    return version


def no_exclamation(reading: Reading) -> None:
    """Refuses *What a smell!* and *Thank you for a lovely day*, which are said in usual words."""
    what_a = any(pair in (("what", "a"), ("what", "an")) for pair in pairwise(reading.lows))
    refuse_if(what_a or reading.has_any("thanks"), "exclamation")


def _cue_synonym(opinion: Opinion, chance: random.Random, *, rare: bool) -> Version | None:
    reading = opinion.reading
    cues = list(opinion.cues)
    chance.shuffle(cues)
    for cue in cues:
        token = reading.tokens[cue.i]
        options = [
            word
            for word in synonyms(cue.lemma, cue.part, reading.domain, rare=rare)
            if cue.fitted(word) not in reading.lows
            and (token.dep == "amod" or word not in words("before-nouns"))
        ]
        if reading.lows.count(token.low) > 1:  # said twice for a reason
            continue
        if not options or token.tag in ("JJR", "JJS") or (cue.part == "verb" and token.tag not in FORMS):
            continue
        if cue.sign != cue.force or not _exchangeable(reading, cue):
            continue
        if rare and cue.near is not None and cue.lemma in cue.near.rare.split():
            continue
        word = cue.fitted(chance.choice(options))
        text = rewrite(reading.sentence, {cue.i: word})
        return Version(text, f"{cue.word} -> {word}", f"'{word}' says what '{cue.word}' says.")
    return None


def _exchangeable(reading: Reading, cue: Cue) -> bool:
    """Is the word what its set means: no part of a name or compound, no adverb, no verb with a clause?"""
    token = reading.tokens[cue.i]
    before, after = (
        reading.tokens[i] if 0 <= i < len(reading.tokens) else None for i in (cue.i - 1, cue.i + 1)
    )
    if any(each is not None and each.text.startswith("-") for each in (before, after)) or "-" in token.text:
        return False
    inside = before is not None and before.text not in (".", "!", "...", '"', "``")
    if (inside and token.text[:1].isupper()) or token.text.isupper():
        return False
    if cue.part == "verb":
        dragged = token.lemma == "drag" and reading.child(cue.i, "dobj") is not None
        return not dragged and reading.child(cue.i, "xcomp", "ccomp", "prt", "neg") is None
    if cue.part == "adjective":
        if before is not None and before.low in ("most", "least", "more", "less"):
            return False
        return token.dep in ("amod", "acomp", "ROOT", "conj", "attr", "oprd", "appos", "ccomp")
    return token.dep != "compound"


def ambivalent(opinion: Opinion, chance: random.Random) -> Version:
    """*savagely funny*: harsh alone, and praise here."""
    leans(opinion, 1)
    refuse_if(opinion.against, "mixed")
    not_negated(opinion)
    states(opinion)
    reading = opinion.reading
    refuse_if(is_formal(reading), "formal")
    for token in reading.tokens:
        harsh = reading.domain.harsh.get(token.low)
        cue = next((cue for cue in opinion.cues if cue.i == token.i), None)
        quality = token.tag == "NN" and token.low in reading.domain.harsh
        if harsh is None or (cue is None and not quality) or not _free(reading, token):
            continue
        word = chance.choice(harsh.split())
        refuse_if(token.tag == "NN" and word.endswith("ly"), "no adjective")
        text = rewrite(reading.sentence, {}, {token.i: word})
        return Version(text, f"{word} {token.low}", f"'{word}' sounds harsh, and strengthens '{token.low}'.")
    raise RefusedError("no collocation")


def _free(reading: Reading, token: Token) -> bool:
    """Is there room before it, in what the sentence itself says: *is good*, *a good phone*?"""
    before = reading.lows[token.i - 1] if token.i else ""
    if token.i and token.text.istitle():
        return False  # a new sentence, or a name
    children = [reading.tokens[c] for c in reading.sentence.children[token.i] if c < token.i]
    if token.tag == "NN":
        return all(child.dep in ("det", "poss") for child in children) and token.dep in (
            "dobj",
            "pobj",
            "attr",
            "ROOT",
        )
    modified = any(child.dep in ("advmod", "npadvmod") for child in children)
    if token.i + 1 < len(reading.lows) and reading.lows[token.i + 1] == "enough":
        return False
    if modified or before in words("degrees") or token.tag not in ("JJ", "VBG", "VBN"):
        return False
    if token.dep == "amod":
        noun = reading.tokens[token.head]
        plain = noun.i == token.i + 1 and noun.dep in ("ROOT", "attr", "dobj")
        aside = any(
            above.dep in ("advcl", "relcl", "acl", "xcomp", "pcomp") for above in reading.above(noun.i)
        )
        return plain and not aside and before in ("a", "an", "")
    return token.dep == "acomp" or (reading.domain.stories and token.dep in ("ROOT", "conj"))


def cue_drop(opinion: Opinion, chance: random.Random) -> Version:
    """*a dull, pretentious film* becomes *a pretentious film*."""
    leans(opinion)
    shows_its_side(opinion)
    refuse_if(opinion.against, "mixed")
    reading = opinion.reading
    refuse_if(len(opinion.cues) < 2, "no other cue")
    for cue in opinion.cues:
        gone = _droppable(reading, cue)
        if gone is not None and any(other.i not in gone and _stays(other) for other in opinion.cues):
            text = rewrite(reading.sentence, dict.fromkeys(gone, ""))
            return Version(text, f"{cue.word} dropped", f"Without '{cue.word}' the rest still judges so.")
    raise RefusedError("no cue to drop")


def _stays(cue: Cue) -> bool:
    return cue.near is not None and cue.sign == cue.force


def _droppable(reading: Reading, cue: Cue) -> set[int] | None:
    """The places of an adjective with the comma or *and* that joins it to the next one."""
    token = reading.tokens[cue.i]
    if cue.part != "adjective" or token.tag not in ("JJ", "VBG", "VBN"):
        return None
    children = [reading.tokens[c] for c in reading.sentence.children[cue.i]]
    start = min([cue.i, *(c.i for c in children if c.dep == "advmod" and c.i < cue.i)])
    if any(c.i > cue.i and c.dep not in ("cc", "punct", "conj") for c in children):
        return None
    if start and reading.tokens[start].text.istitle():
        return None  # another sentence begins with it
    gone = set(range(start, cue.i + 1))
    tokens = reading.tokens
    after = tokens[cue.i + 1] if cue.i + 1 < len(tokens) else None
    if after is None:
        return None
    if after.low not in JOINS or cue.i + 2 >= len(tokens):
        return None
    beyond = tokens[cue.i + 2]
    alike = beyond.dep in ("conj", "amod", "advmod") and token.dep in ("amod", "acomp", "ROOT", "conj")
    alike = alike and beyond.tag in ("JJ", "VBG", "VBN", "RB")
    # *is excellent, downloading pictures is quick*
    alike = alike and not (token.dep == "acomp" and reading.child(beyond.i, "dobj", *SUBJECTS))
    alike = alike and not (start and tokens[start - 1].low in ("both", "either"))
    last_of_list = after.low == "and" and (start == 0 or tokens[start - 1].low == ",")
    return gone | {after.i} if alike and not last_of_list else None
