"""A text inside or before a sentence of ours, in the manner of its source: its spacing and its capitals."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import Framed, frames
from zellig.breakers.strategies.domains import NEUTRAL
from zellig.breakers.strategies.opinion import Opinion, Reading, words
from zellig.breakers.strategies.rewriting import body, rewrite, uncapitalised
from zellig.breakers.strategies.version import about_something, single_statement
from zellig.language.clause import RefusedError
from zellig.language.inflection import with_article
from zellig.language.tokens import FINITE
from zellig.transform.change import refuse_if

LONGEST = 45  # tokens: longer, and nobody remembers the frame
QUOTES = ('"', "''", "``", "“", "”")
BEGINNINGS = frozenset(
    {"and", "but", "or", "so", "yet", "then", "because", "yes", "no", "well", "what", "how", "let", "if"}
)
NO_START = frozenset(
    {"as", "so", "too", "not", "about", "more", "just", "all", "enough", "even", "way", "far"}
)
ARTICLES = frozenset({"a", "an", "the", "another", "his", "its"})
# Refusals of the grammar that do not mean that there is no clause.
READABLE = frozenset(
    {"unread coordination", "no round trip", "mixed tenses", "already negative", "unsure verb"}
)


def spaced(reading: Reading) -> bool:
    """Does punctuation stand apart in the source?"""
    return any(token.low in (".", ",") and token.space for token in reading.tokens)


def appended(reading: Reading, sentence: str) -> str:
    """The text with another sentence behind it."""
    text, tokens = reading.sentence.text, reading.tokens
    apart = spaced(reading)
    if tokens[-1].text[-1:].isalnum():
        text += " ." if apart else "."
    if apart:
        for mark in ".,!?;":
            sentence = sentence.replace(mark, f" {mark}")
    return f"{text} {sentence if tokens[0].text[:1].isupper() or not apart else sentence.lower()}"


def framed(opinion: Opinion, frame: Framed, chance: random.Random, *, own_voice: bool = False) -> str:
    """The text inside a frame if it fits there, else between quotes if the frame has such; else a refusal.

    In a frame of the reviewer's `own_voice`, *I* and *we* stay who they are.
    """
    reading = opinion.reading
    about_something(opinion)
    refuse_if(len(reading.tokens) > LONGEST, "too long")
    refuse_if(reading.has("?"), "question")
    refuse_if(any(mark in reading.sentence.text for mark in QUOTES), "quotation")
    try:
        kind = _fitting(opinion, own_voice=own_voice)
    except RefusedError:
        if not frame.quoted:
            raise
        text = reading.sentence.text
        if text[-1].isalnum():
            text += " ." if spaced(reading) else "."
        return as_source(reading, chance.choice(frame.quoted)).replace("{t}", text)
    said = as_inside(reading)
    if kind == "phrase":
        chosen = chance.choice(frame.phrase)
        return as_source(reading, _agreeing(reading, chosen).replace("{x}", said))
    subject = "it " if reading.shape == "subjectless" else ""
    return as_source(reading, chance.choice(frame.clause).replace("{s}", subject + said))


def _agreeing(reading: Reading, frame: str) -> str:
    """A frame for one thing, or for several: *call them the best fries*."""
    root = reading.tokens[reading.sentence.root]
    if root.tag == "NNS" and reading.shape == "noun phrase":
        for one, several in frames().plural.items():
            frame = frame.replace(one, several)
    return frame


def prefixed(reading: Reading, openings: list[str], chance: random.Random) -> str:
    """The text behind an adverbial and a comma; only its beginning must fit."""
    refuse_if(len(reading.tokens) > LONGEST, "too long")
    refuse_if(reading.has("?"), "question")
    refuse_if(reading.has_any("opposing") or reading.lows[0] == "while", "contrast")
    refuse_if(reading.has_any("assurances"), "stressed already")
    start = 1 if reading.lows[0] in ("...", "…") and len(reading.tokens) > 1 else 0
    first, second = reading.tokens[start], reading.lows[start + 1] if len(reading.tokens) > start + 1 else "."
    refuse_if(not first.text[0].isalpha() or first.tag in ("UH", "WP", "CC"), "unread beginning")
    refuse_if(first.low in words("no-opening") or (second == "," and first.tag == "RB"), "unread beginning")
    refuse_if(first.low == "no" and first.dep != "det", "unread beginning")
    # A text about anything may be no more than a cheer.
    refuse_if(reading.domain.name == NEUTRAL and reading.shape != "clause", "no clause")
    opening = chance.choice(openings)
    if start:
        return rewrite(reading.sentence, {}, {start: f"{opening},"})
    opened = as_source(reading, f"{opening.capitalize()}, {uncapitalised(reading.sentence)}")
    return opened + reading.sentence.text[len(first.text) :]


def as_inside(reading: Reading) -> str:
    """The text as it stands inside another sentence; *flat comedy* gets its article."""
    said = body(reading.sentence)
    return with_article(said) if _lacks_article(reading) else said


def _lacks_article(reading: Reading) -> bool:
    """Is it a single thing that is counted, without a word that says which: *flat, misguided comedy*?"""
    first, root = reading.tokens[0], reading.tokens[reading.sentence.root]
    return (
        reading.shape == "noun phrase"
        and root.tag == "NN"
        and root.low in reading.domain.counted_nouns
        and first.tag in ("JJ", "VBN", "VBG", "RB")
        and first.low not in NO_START
        and reading.child(root.i, "det", "poss", "nummod") is None
    )


def _fitting(opinion: Opinion, *, own_voice: bool) -> str:
    """Whether it may stand behind *that* (clause) or behind *call it* (phrase)."""
    reading = opinion.reading
    single_statement(opinion)
    refuse_if(reading.has_any("contrast"), "contrast")
    refuse_if(not own_voice and reading.has_any("first-person"), "first person")
    first = reading.tokens[0]
    refuse_if(first.low in BEGINNINGS or not first.text[0].isalpha(), "unread beginning")
    if reading.shape in ("clause", "subjectless"):
        _sound_clause(reading)
        return "clause"
    _sound_phrase(reading)
    return "phrase"


def _sound_clause(reading: Reading) -> None:
    if reading.clause is None:
        refuse_if(
            reading.refusal not in READABLE or reading.tokens[0].tag not in ("DT", "PRP", "NNP", "PRP$"),
            "no clause",
        )
    else:
        refuse_if(reading.clause.kind not in ("declarative", "subjectless"), "no statement")
    refuse_if(any(token.dep in ("parataxis", "intj", "dep") for token in reading.tokens), "two statements")
    root = reading.tokens[reading.sentence.root]
    before = reading.tokens[root.i - 1] if root.i else root
    # A participle taken for a verb: *priggish, lethargically paced parable*, *a parable, finely told*.
    odd = root.tag == "VBD" and reading.child(root.i, "aux") is None
    bare = reading.child(root.i, "dobj") is None and reading.tokens[0].tag.startswith("JJ")
    refuse_if(odd and (bare or before.tag == "RB" or before.low == ","), "unsure verb")
    # Without a subject it begins with the verb: *like all romances, moves us* has lost a name.
    late = root.i > 0 and not (root.i == 1 and before.tag == "RB")
    refuse_if(reading.shape == "subjectless" and late, "unread beginning")
    # *Moves us* is said of a film, *Loved the soup* of whoever writes.
    unsaid = reading.shape == "subjectless" and not reading.domain.stories
    refuse_if(unsaid and root.tag != "VBZ", "unsure subject")


def _sound_phrase(reading: Reading) -> None:
    refuse_if(reading.shape not in ("noun phrase", "adjective phrase"), "no phrase")
    first, root = reading.tokens[0], reading.tokens[reading.sentence.root]
    below = [reading.tokens[child] for child in reading.sentence.children[root.i]]
    refuse_if(any(token.dep in ("parataxis", "ccomp", "dep", "nsubj") for token in below), "two statements")
    refuse_if(any(token.dep == "conj" and token.tag in FINITE for token in below), "two statements")
    if reading.shape == "noun phrase":
        articled = first.low in ARTICLES and first.head == root.i and root.tag != "NNP"
        refuse_if(not articled and not _lacks_article(reading), "no article")
        return
    refuse_if(reading.domain.name == NEUTRAL, "unsure subject")  # *Confused*: who, or what?
    refuse_if(reading.child(root.i, "dobj", "agent") is not None, "no adjective phrase")
    adjective = first.tag in ("JJ", "RB", "VBN", "VBG") and first.dep in ("ROOT", "amod", "advmod")
    refuse_if(not adjective or first.low in NO_START, "no adjective phrase")
    refuse_if(any(token.dep in ("relcl", "advcl", "prep", "xcomp") for token in below), "no adjective phrase")


def as_source(reading: Reading, text: str) -> str:
    """A text of ours, spaced as the source is; in lower case where the source begins so."""
    if spaced(reading):
        for mark in ";,":
            text = text.replace(f"{mark} ", f" {mark} ")
        text = " ".join(text.split())
        if text[-1] in ".?":
            text = f"{text[:-1].rstrip()} {text[-1]}"
    first = reading.tokens[0].text[:1]
    return text if first.isupper() or not first.isalpha() else text[:1].lower() + text[1:]
