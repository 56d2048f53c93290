"""Lexicon: to have something good, or to lack it."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import substitutions
from zellig.breakers.strategies.opinion import Opinion, Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.version import Version, leans, one_main_clause
from zellig.language.clause import RefusedError
from zellig.language.inflection import FORMS, inflect
from zellig.language.tokens import Token
from zellig.transform.change import refuse_if


def has_lacks(opinion: Opinion, chance: random.Random) -> Version:
    """*has charm* and *lacks charm*, *with wit* and *without wit*, *full of* and *devoid of*."""
    leans(opinion)
    reading = opinion.reading
    one_main_clause(reading)
    root = reading.tokens[reading.sentence.root]
    other = reading.child(root.i, "conj")
    refuse_if(other is not None and other.tag.startswith("VB"), "second predicate")
    refuse_if(reading.child(root.i, "advcl") is not None, "second predicate")
    refuse_if(reading.has_any("contrast"), "contrast")
    refuse_if(
        set(reading.lows) & {"not", "n't", "never", "no", "nothing", "hardly", "too"}, "already negative"
    )
    said = " ".join(reading.lows)
    refuse_if(any(phrase.replace("_", " ") in said for phrase in _list("idioms")), "idiom")
    for token in reading.tokens:
        quality = _quality_of(reading, token, opinion.sign)
        changes = None if quality is None else _exchange(reading, token, opinion.sign)
        if quality is None or changes is None:
            continue
        under = {cue.i for cue in reading.cues if token.i in {t.i for t in reading.above(cue.i)}}
        refuse_if(any(cue.i not in under for cue in opinion.cues), "more cues")
        beside = (cue for cue in opinion.against if token.i not in {t.i for t in reading.above(cue.i)})
        refuse_if(any(beside), "mixed")
        how = f"{token.low} <-> {changes[token.i]}"
        return Version(rewrite(reading.sentence, changes), how, f"'{quality.low}' is there, or is not.")
    raise RefusedError("no quality")


def _quality_of(reading: Reading, token: Token, sign: int) -> Token | None:
    """The good thing that a verb or preposition governs; what a blamed film *lacks* must be one."""
    governor = token
    if token.low in _list("full") or token.low in _list("empty"):
        of = reading.child(token.i, "prep")
        if of is None or of.i != token.i + 1:
            return None
        governor = of
    noun = reading.child(governor.i, "dobj", "pobj")
    if noun is None or noun.i < token.i:
        return None
    if sign < 0 and (token.lemma == "lack" or token.low in _list("empty")):
        return noun
    if noun.low == "sense" and reading.child(noun.i, "prep") is not None:
        return noun
    determiner = reading.child(noun.i, "det", "poss")
    if determiner is not None and determiner.low not in ("a", "an", "any", "the", "some"):
        return None
    return noun if noun.low in substitutions().has["qualities"].split() else None


def _list(name: str) -> list[str]:
    return substitutions().has[name].split()


def _exchange(reading: Reading, token: Token, sign: int) -> dict[int, str] | None:
    """What to change so that the good thing is there no more, or is there now."""
    return _taken(reading, token) if sign > 0 else _given(reading, token)


def _taken(reading: Reading, token: Token) -> dict[int, str] | None:
    verb = FORMS.get(token.tag)
    has = token.lemma in ("have", "possess", "boast") and token.i == reading.sentence.root
    if has and verb is not None and not {"more", "enough", "all"} & set(reading.lows[token.i : token.i + 4]):
        return {token.i: inflect("lack", verb)}
    first = reading.lows[0] in ("a", "an", "the", "another")
    fragment = reading.shape == "noun phrase" and token.head == reading.sentence.root and first
    if token.low == "with" and fragment and reading.lows[token.i + 1] != "such":
        return {token.i: "without"}
    return {token.i: "devoid", token.i + 1: "of"} if token.low in _list("full") else None


def _given(reading: Reading, token: Token) -> dict[int, str] | None:
    verb, after = FORMS.get(token.tag), reading.lows[token.i + 1]
    root = reading.sentence.root
    if root not in (token.head, token.i) and reading.tokens[token.head].dep not in ("acomp", "relcl"):
        return None
    if after == "even" or reading.lows[token.i + 2 : token.i + 3] == ["any"]:
        return None
    if "or" in reading.lows[token.i :]:  # *devoid of charm or wit* has neither; *full of charm or wit*?
        return None
    if token.lemma == "lack" and verb in ("base", "third", "past"):
        changes = {token.i: inflect("have", verb)}
        if after == "any":
            changes[token.i + 1] = "" if reading.lows[token.i + 2] == "real" else "real"
        return changes
    if (
        token.low == "without"
        and token.dep == "prep"
        and after not in ("much", "any", "a", "even", "ever", "being")
    ):
        return {token.i: "with"}
    if token.low == "lacking" and after == "in":
        return {token.i: "rich"}
    return {token.i: "full", token.i + 1: "of"} if token.low in ("devoid", "bereft", "void") else None
