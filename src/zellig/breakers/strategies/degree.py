"""Semantics: degree, comparison, scales."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import substitutions
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.evaluative import near_of, sign_of
from zellig.breakers.strategies.framing import closed
from zellig.breakers.strategies.lexical import central
from zellig.breakers.strategies.opinion import Cue, Opinion, Reading
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.stating import states
from zellig.breakers.strategies.version import (
    NEGATIVES,
    Version,
    leans,
    not_negated,
    of_others,
    one_main_clause,
    single_statement,
    some_cue,
    unmixed,
)
from zellig.language.clause import RefusedError
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if

ASIDE = ("relcl", "advcl", "acl", "ccomp", "parataxis", "appos")
LONGEST_LIMITED = 13  # tokens


def degree_too(opinion: Opinion, chance: random.Random) -> Version:
    """*too long* becomes *just long enough*; *long enough to please* becomes *not long enough to please*."""
    leans(opinion)
    reading = opinion.reading
    toos = [token for token in reading.tokens if token.low == "too"]
    if opinion.sign < 0:
        refuse_if(not toos, "no *too*")
        changes: dict[int, str] = {}
        for too in toos:
            changes |= _from_too(opinion, too)
        graded = " and ".join(reading.lows[too.i + 1] for too in toos)
        return Version(
            rewrite(reading.sentence, changes), "too -> enough", f"Not too {graded}, but just enough."
        )
    return _from_enough(opinion)


def _from_too(opinion: Opinion, too: Token) -> dict[int, str]:
    reading = opinion.reading
    refuse_if(reading.has_any("contrast") or NEGATIVES.intersection(reading.lows), "contrast")
    refuse_if(too.i + 1 >= len(reading.tokens), "*too* is also")
    graded = reading.tokens[too.i + 1]
    refuse_if(too.head != graded.i or graded.tag not in ("JJ", "RB"), "*too* is also")
    refuse_if(too.i and reading.lows[too.i - 1] in ("all", "none", "only", "not", "once", "and"), "all too")
    one_main_clause(reading)
    whole = graded.dep == "ROOT" or (graded.dep == "acomp" and graded.head == reading.sentence.root)
    after = reading.tokens[graded.i + 1].tag if graded.i + 1 < len(reading.tokens) else ""
    refuse_if(graded.tag != "JJ" or not whole or after in ("JJ", "VBN", "RB"), "unsure place")
    refuse_if(reading.child(graded.i, "conj", "prep") is not None, "unsure place")
    judging = {cue.i: cue.sign for cue in reading.cues}
    refuse_if(judging.get(graded.i, 0) < 0 or graded.low == "bad", "the graded word blames")
    graded_places = {token.i + 1 for token in reading.tokens if token.low == "too"}
    refuse_if(any(cue.sign < 0 and cue.i not in graded_places for cue in reading.cues), "more blame")
    refuse_if(graded.low in ("little", "few"), "too little")
    _desirable_purpose(reading, graded)
    start = too.i
    while start and reading.lows[start - 1] in substitutions().degree["downtoners"].split():
        start -= 1
    changes = dict.fromkeys(range(start, too.i), "") | {too.i: "just", graded.i: f"{graded.text} enough"}
    return changes


def _desirable_purpose(reading: Reading, graded: Token) -> None:
    """What it is too X for must be something good."""
    purpose = reading.child(graded.i, "xcomp", "advcl") or reading.child(graded.head, "advcl")
    if purpose is not None and purpose.i > graded.i:
        refuse_if(purpose.lemma not in substitutions().degree["desirable"].split(), "unsure purpose")


def _from_enough(opinion: Opinion) -> Version:
    reading = opinion.reading
    unmixed(opinion)
    not_negated(opinion)
    found = [t for t in reading.tokens if t.low == "enough" and t.dep == "advmod" and t.head == t.i - 1]
    refuse_if(len(found) != 1, "no *enough*")
    graded = reading.tokens[found[0].head]
    refuse_if(graded.tag not in ("JJ", "RB"), "no *enough*")
    refuse_if(any(cue.i != graded.i and cue.i < graded.i for cue in reading.cues), "more praise")
    purpose = reading.lows[found[0].i + 1 : found[0].i + 2] == ["to"]
    refuse_if(not purpose and not (graded.i and reading.lows[graded.i - 1] == "just"), "no purpose")
    before = reading.tokens[graded.i - 1] if graded.i else None
    if before is not None and before.low in ("just", "more"):
        return Version(
            rewrite(reading.sentence, {before.i: "not"}), "not enough", "It is not X enough for that."
        )
    copula = graded.dep == "acomp" and before is not None and before.i == graded.head and before.lemma == "be"
    refuse_if(graded.i != 0 and not copula, "place")
    return Version(
        rewrite(reading.sentence, {}, {graded.i: "not"}), "not enough", "It is not X enough for that."
    )


def degree_less(opinion: Opinion, chance: random.Random) -> Version:
    """*more moving than* becomes *less moving than*, *funnier than* becomes *less funny than*."""
    leans(opinion)
    reading = opinion.reading
    refuse_if(reading.has_any("contrast") or NEGATIVES.intersection(reading.lows), "contrast")
    than = next((token for token in reading.tokens if token.low == "than"), None)
    if than is None:
        raise RefusedError("no comparison")
    refuse_if(any(cue.i > than.i for cue in reading.cues), "evaluative standard")
    comparatives = [token for token in reading.tokens[: than.i] if token.tag in ("JJR", "RBR")]
    refuse_if(len(comparatives) > 1, "several comparisons")
    signs = {cue.i: cue.sign for cue in reading.cues}
    for token in reading.tokens[: than.i]:
        turned = _compared(reading, token, signs, opinion.sign)
        if turned is not None:
            outside = [cue for cue in opinion.cues if cue.i not in (token.i, token.i + 1)]
            refuse_if(outside, "more cues")
            return Version(
                rewrite(reading.sentence, turned), "degree turned", "The comparison is turned round."
            )
    raise RefusedError("no comparison")


def _compared(reading: Reading, token: Token, signs: dict[int, int], sign: int) -> dict[int, str] | None:
    """What to change at a comparative, if it praises or blames as the answer says."""
    after = reading.tokens[token.i + 1] if token.i + 1 < len(reading.tokens) else None
    if token.low in ("more", "less") and after is not None and after.tag == "JJ" and token.head == after.i:
        praises = signs.get(after.i, 0) > 0 and sign == (1 if token.low == "more" else -1)
        return {token.i: "less" if token.low == "more" else "more"} if praises else None
    if token.tag == "JJR" and token.low not in ("more", "less", "better", "worse"):
        from lemminflect import getLemma

        base = str(getLemma(token.low, "ADJ")[0])
        return {token.i: f"less {base}"} if sign > 0 and _praises(base, reading.domain) else None
    return None


def _praises(word: str, domain: Domain) -> bool:
    near = near_of(word, "adjective", domain)
    return near.sign > 0 if near is not None else sign_of(word, word, domain) > 0


def most_least(opinion: Opinion, chance: random.Random) -> Version:
    """*the most moving film* becomes *the least moving film*; or praise for *only its first five minutes*."""
    leans(opinion)
    reading = opinion.reading
    not_negated(opinion)
    refuse_if(reading.has_any("contrast"), "contrast")
    signs = {cue.i: cue.sign for cue in reading.cues}
    for token in reading.tokens[:-1]:
        after = reading.tokens[token.i + 1]
        if token.low in ("most", "least") and token.head == after.i and after.tag == "JJ":
            said = 1 if token.low == "most" else -1
            others_there = [
                cue for cue in opinion.cues if cue.i != after.i and not _joined(reading, cue, after)
            ]
            if signs.get(after.i) == 1 and said == opinion.sign and not others_there:
                other = "least" if token.low == "most" else "most"
                refuse_if(
                    not token.i or reading.lows[token.i - 1] not in ("the", "'s", "its", "his", "her"),
                    "a most X",
                )
                text = rewrite(reading.sentence, {token.i: other})
                return Version(text, f"{token.low} -> {other}", "The scale is turned round.")
    return _only_briefly(opinion, chance)


def _joined(reading: Reading, cue: Cue, adjective: Token) -> bool:
    """Is the cue joined to the adjective, so that *least* reaches it too, or is it the noun they describe?"""
    return reading.tokens[cue.i].head == adjective.i or cue.i == adjective.head


def _only_briefly(opinion: Opinion, chance: random.Random) -> Version:
    reading = opinion.reading
    refuse_if(opinion.sign < 0, "no superlative")
    states(opinion)
    of_others(opinion)
    single_statement(opinion)
    unmixed(opinion)
    some_cue(opinion)
    refuse_if(
        reading.shape not in ("clause", "noun phrase", "adjective phrase") or reading.has("only"), "shape"
    )
    refuse_if(len(reading.tokens) > LONGEST_LIMITED, "too long")
    refuse_if(reading.has_any("verdicts") or reading.has_any("partial"), "limited already")
    root = reading.tokens[reading.sentence.root]
    # The praise itself must be limited: *good pictures, which I like, but only ...* limits the liking.
    refuse_if(
        "," in reading.lows[root.i :] or any(t.dep in ASIDE for t in reading.tokens), "more than the praise"
    )
    refuse_if(reading.shape == "clause" and not (root.lemma == "be" and root.tag in FINITE), "no judgement")
    refuse_if(root.tag in ("VBD", "VBN") and reading.shape == "clause", "past")
    subject = reading.child(root.i, "nsubj", "nsubjpass")
    refuse_if(subject is not None and subject.tag in ("NNP", "NNPS"), "perhaps a person")
    refuse_if(not any(central(reading, cue) for cue in opinion.cues), "cue aside")
    tag = chance.choice(reading.domain.behind("brief"))
    return Version(closed(reading, f", but {tag}"), "append", "The praise is not for long.")
