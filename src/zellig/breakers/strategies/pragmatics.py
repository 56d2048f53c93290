"""Pragmatics: the praise stays, and something around it says that it is not meant, or not true."""

from __future__ import annotations

import random
from itertools import pairwise

from zellig.breakers.strategies.data import frames
from zellig.breakers.strategies.domains import Domain
from zellig.breakers.strategies.evaluative import opposites, others
from zellig.breakers.strategies.framing import appended, as_source, framed, spaced, told_by_others
from zellig.breakers.strategies.lexical import modified_by_opinion
from zellig.breakers.strategies.opinion import Cue, Opinion, Reading
from zellig.breakers.strategies.rewriting import ending, rewrite, uncapitalised
from zellig.breakers.strategies.stating import is_formal, said_outright, states
from zellig.breakers.strategies.version import (
    Version,
    choose,
    leans,
    not_negated,
    of_one_thing,
    of_others,
    one_cue,
    single_statement,
    some_cue,
    unmixed,
)
from zellig.language.tokens import FINITE, Token
from zellig.transform.change import refuse_if

NOUNS = ("NN", "NNS")
LONGEST_TAKEN_BACK = 24  # tokens: longer, and nobody knows what the end takes back


def stance(opinion: Opinion, chance: random.Random) -> Version:
    """*a supposedly witty film*, *is hardly witty*."""
    leans(opinion, 1)
    states(opinion)
    single_statement(opinion)
    unmixed(opinion)
    not_negated(opinion)
    of_one_thing(opinion)
    of_others(opinion)  # nobody *supposedly* is what he says of himself
    reading = opinion.reading
    cue = _first_of_one_phrase(opinion)
    token = reading.tokens[cue.i]
    refuse_if(cue.part != "adjective" or not said_outright(reading, cue.i), "cue is no adjective")
    # *was quick, offering supposedly good bread* doubts the bread only
    refuse_if(any(_joins_statement(above) for above in reading.above(cue.i)), "another statement")
    refuse_if(token.tag in ("JJR", "JJS") or cue.word in ("best", "finest", "worth"), "superlative")
    refuse_if(reading.has("worth") or _noun_goes_on(reading, token), "praise beside it")
    start = _with_degree(reading, cue.i)
    refuse_if(start != cue.i or (start and reading.tokens[start - 1].low in ("as", "so", "too")), "degree")
    before = reading.tokens[start - 1].low if start else ""
    refuse_if(before == "always", "degree")
    predicative = token.dep == "acomp" and reading.tokens[token.head].lemma == "be"
    if predicative and token.head == start - 1 and start == cue.i:
        adverb = chance.choice(_reaching(opinion, "doubt_predicate"))
    else:
        refuse_if(token.dep != "amod" or before not in ("a", "an"), "taken for granted")
        adverb = chance.choice(_reaching(opinion, "doubt_attributive"))
    text = rewrite(reading.sentence, {}, {start: adverb})
    return Version(text, f"{adverb} {cue.word}", f"'{adverb}' takes back the praise '{cue.word}'.")


def _reaching(opinion: Opinion, name: str) -> list[str]:
    """Before several adjectives *not* would reach the first alone; *supposedly* reaches them all."""
    adjectives = [token for token in opinion.reading.tokens if token.tag == "JJ"]
    return frames().insert["doubt_several" if len(opinion.cues) > 1 or len(adjectives) > 1 else name]


def _noun_goes_on(reading: Reading, adjective: Token) -> bool:
    """*a good play and a good evening*: the second noun is not doubted."""
    return adjective.dep == "amod" and reading.child(adjective.head, "conj", "appos", "relcl") is not None


def _first_of_one_phrase(opinion: Opinion) -> Cue:
    """The first cue, if an adverb before it reaches all the others, which share its noun or are joined."""
    some_cue(opinion)
    reading, first = opinion.reading, opinion.cues[0]
    token = reading.tokens[first.i]
    for cue in opinion.cues[1:]:
        other = reading.tokens[cue.i]
        joined = other.dep == "conj" and other.head in (first.i, *(c.i for c in opinion.cues))
        same = other.dep == "amod" and token.dep == "amod" and other.head == token.head
        head = token.dep == "amod" and other.i == token.head
        refuse_if(not (joined or same or head), "several cues")
    return first


def _joins_statement(token: Token) -> bool:
    """Is this the verb of an adverbial clause, or one that is joined to another?"""
    return token.dep in ("advcl", "conj") and token.tag.startswith("VB")


def _with_degree(reading: Reading, i: int) -> int:
    """Where an adjective begins, with an adverb of degree before it."""
    children = reading.sentence.children[i]
    return min([i, *(c for c in children if c < i and reading.tokens[c].dep == "advmod")])


def _bare_noun_phrase(opinion: Opinion) -> None:
    """A fragment: *A witty film.*"""
    reading = opinion.reading
    refuse_if(reading.shape != "noun phrase", "no noun phrase")
    refuse_if(reading.tokens[0].low not in ("a", "an"), "no article")
    root = reading.sentence.root
    refuse_if(reading.tokens[0].head != root, "no article")


def fragment_stance(opinion: Opinion, chance: random.Random) -> Version:
    """*Hardly a witty film.*"""
    leans(opinion, 1)
    single_statement(opinion)
    unmixed(opinion)
    not_negated(opinion)
    _bare_noun_phrase(opinion)
    reading = opinion.reading
    refuse_if(any(token.dep in ("parataxis", "appos") for token in reading.tokens), "two phrases")
    some_cue(opinion)
    refuse_if(any(_trails(reading, cue) for cue in opinion.cues), "cue out of scope")
    root = reading.sentence.root
    named = any(cue.i == root or reading.tokens[cue.i].head == root for cue in opinion.cues)
    refuse_if(not named, "cue out of scope")  # *a play with the nerve of its author* is an epic
    finite = any(token.dep == "conj" and token.tag in FINITE for token in reading.tokens)
    refuse_if(finite, "two statements")
    refuse_if(len(reading.tokens) > LONGEST_TAKEN_BACK, "too long")
    frame = chance.choice(frames().fragment["stance"])
    text = rewrite(reading.sentence, {}, {0: frame})
    return Version(text, frame, f"'{frame}' denies that it is such a thing.")


def _trails(reading: Reading, cue: Cue) -> bool:
    """Does the cue stand behind a comma that follows the noun?"""
    root = reading.sentence.root
    return cue.i > root and "," in reading.lows[root : cue.i]


def so_called(opinion: Opinion, chance: random.Random) -> Version:
    """*a so-called masterpiece*, *a "witty" film*."""
    leans(opinion, 1)
    states(opinion)
    refuse_if(opinion.against, "mixed")
    single_statement(opinion)
    not_negated(opinion)
    reading = opinion.reading
    refuse_if(reading.has_any("contrast"), "contrast")
    some_cue(opinion)
    refuse_if(not all(_known(cue, reading.domain) for cue in opinion.cues), "unsure cue")
    nouns = {_noun_of(reading, cue) for cue in opinion.cues}
    refuse_if(len(nouns) > 1 or -1 in nouns, "cues in several phrases")
    noun = reading.tokens[max(nouns)]
    root = reading.sentence.root
    refuse_if(noun.i != root and not (noun.head == root and noun.dep in ("attr", "dobj")), "cue out of scope")
    refuse_if(_praise_beside(opinion), "unsure praise beside it")
    places = sorted(each.i for each in opinion.cues)
    refuse_if(any(b == a + 1 for a, b in pairwise(places)) or reading.has("worth"), "quotes side by side")
    cue = opinion.cues[-1]
    token = reading.tokens[cue.i]
    if cue.part in ("noun", "mass") and token.tag in NOUNS and chance.random() < 0.5:
        first = min(
            [
                c
                for c in reading.sentence.children[cue.i]
                if c < cue.i and reading.tokens[c].dep in ("amod", "compound")
            ]
            + [cue.i]
        )
        text = rewrite(reading.sentence, {}, {first: "so-called"})
        return Version(text, "so-called", f"Who says 'so-called' does not call it '{cue.word}'.")
    apart = " " if spaced(reading) else ""
    changes = {each.i: f'"{apart}{reading.tokens[each.i].text}{apart}"' for each in opinion.cues}
    text = rewrite(reading.sentence, changes)
    return Version(text, "scare quotes", f"The quotes keep away from the praise '{cue.word}'.")


def _praise_beside(opinion: Opinion) -> bool:
    """May a word outside the quotes praise, too, though no list has it: an adjective, an adverb, a clause?"""
    reading = opinion.reading
    cues = {cue.i for cue in opinion.cues}
    describing = any(
        token.i not in cues
        and (token.dep in ("amod", "acomp", "relcl", "advcl", "acl") or token.low.endswith("ly"))
        for token in reading.tokens
    )
    joined = any(token.dep == "conj" and token.i not in cues for token in reading.tokens)
    return describing or joined


def _known(cue: Cue, domain: Domain) -> bool:
    """Is it a word of our own lists, not only a rated one?"""
    return cue.near is not None or cue.word in others("praise", domain)


def _noun_of(reading: Reading, cue: Cue) -> int:
    """The noun that a cue is or describes; -1 if there is none."""
    for token in reading.above(cue.i):
        if token.tag in NOUNS:
            return token.i
        if token.dep not in ("amod", "conj", "compound", "advmod"):
            return -1
    return -1


def not_tag(opinion: Opinion, chance: random.Random) -> Version:
    """*A witty film. Yeah, right.*"""
    leans(opinion, 1)
    states(opinion)
    unmixed(opinion)
    not_negated(opinion)
    some_cue(opinion)
    reading = opinion.reading
    refuse_if(len(reading.tokens) > LONGEST_TAKEN_BACK, "too long")
    refuse_if(reading.has(":", ";", "(", ")", '"', "''"), "aside")
    refuse_if(is_formal(reading), "formal")
    last = reading.tokens[-1].text
    refuse_if(last not in (".", "!", "...", "…") and not last.isalpha(), "unread end")
    tag = chance.choice(reading.domain.behind("denial"))
    return Version(appended(reading, tag), tag, "The end takes back what the sentence says.")


def rhetorical(opinion: Opinion, chance: random.Random) -> Version:
    """*Who in their right mind would call this a witty film?*"""
    leans(opinion, 1)
    not_negated(opinion)  # *Who would say that it is not good?*: nobody can tell
    text = framed(opinion, frames().rhetorical, chance)
    return Version(text, "disbelief", "The question says that nobody would say so.")


def reported(opinion: Opinion, chance: random.Random) -> Version:
    """*My neighbor called it a witty film. Nonsense.*"""
    leans(opinion)
    text = told_by_others(opinion, chance)
    return Version(text, "reported and denied", "The opinion is somebody else's, and is said to be wrong.")


def sarcasm_cue(opinion: Opinion, chance: random.Random) -> Version:
    """*Just what the world needed: a witless film.*"""
    leans(opinion, 1)
    single_statement(opinion)
    unmixed(opinion)
    not_negated(opinion)
    _bare_noun_phrase(opinion)
    cue = one_cue(opinion)
    refuse_if(cue.part != "adjective" or cue.near is None, "cue without an opposite")
    beside = [token for token in opinion.reading.tokens if token.tag == "JJ" and token.i != cue.i]
    refuse_if(beside or len(opinion.reading.tokens) > LONGEST_TAKEN_BACK, "more than the cue")
    refuse_if(modified_by_opinion(opinion.reading, cue), "degree")
    word = choose(
        chance, opposites(cue.lemma, cue.part, opinion.reading.domain)[:2], "cue without an opposite"
    )
    reading = opinion.reading
    turned = rewrite(reading.sentence, {cue.i: cue.fitted(word)})
    stop = ending(reading.sentence)
    end = sum(len(token.text) + len(token.space) for token in reading.tokens[stop:])
    turned = turned[: len(turned) - end] if end else turned
    turned = turned[:1].lower() + turned[1:] if uncapitalised(reading.sentence)[:1].islower() else turned
    text = chance.choice(frames().sarcasm["phrase"]).replace("{np}", turned)
    return Version(
        as_source(reading, text), f"{cue.word} -> {word}", "The frame sounds like praise, and is none."
    )
