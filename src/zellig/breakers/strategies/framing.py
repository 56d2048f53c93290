"""A text inside or before a sentence of ours, in the manner of its source: its spacing and its capitals."""

from __future__ import annotations

import random

from zellig.breakers.strategies.data import Framed
from zellig.breakers.strategies.opinion import Opinion, Reading
from zellig.breakers.strategies.rewriting import body
from zellig.breakers.strategies.version import single_statement
from zellig.language.clause import RefusedError
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


def framed(opinion: Opinion, frame: Framed, chance: random.Random) -> str:
    """The text inside a frame if it fits there, else between quotes if the frame has such; else a refusal."""
    reading = opinion.reading
    refuse_if(len(reading.tokens) > LONGEST, "too long")
    refuse_if(reading.has("?"), "question")
    refuse_if(any(mark in reading.sentence.text for mark in QUOTES), "quotation")
    try:
        kind = _fitting(opinion)
    except RefusedError:
        if not frame.quoted:
            raise
        text = reading.sentence.text
        if text[-1].isalnum():
            text += " ." if spaced(reading) else "."
        return as_source(reading, chance.choice(frame.quoted)).replace("{t}", text)
    said = body(reading.sentence)
    if kind == "phrase":
        return as_source(reading, chance.choice(frame.phrase).replace("{x}", said))
    subject = "it " if reading.shape == "subjectless" else ""
    return as_source(reading, chance.choice(frame.clause).replace("{s}", subject + said))


def _fitting(opinion: Opinion) -> str:
    """Whether it may stand behind *that* (clause) or behind *call it* (phrase)."""
    reading = opinion.reading
    single_statement(opinion)
    refuse_if(reading.has_any("contrast"), "contrast")
    refuse_if(reading.has_any("first-person"), "first person")
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
    # A participle taken for a verb: *priggish, lethargically paced parable*.
    odd = root.tag == "VBD" and reading.child(root.i, "dobj") is None and reading.child(root.i, "aux") is None
    refuse_if(odd and reading.tokens[0].tag.startswith("JJ"), "unsure verb")


def _sound_phrase(reading: Reading) -> None:
    refuse_if(reading.shape not in ("noun phrase", "adjective phrase"), "no phrase")
    first, root = reading.tokens[0], reading.tokens[reading.sentence.root]
    below = [reading.tokens[child] for child in reading.sentence.children[root.i]]
    refuse_if(any(token.dep in ("parataxis", "ccomp", "dep", "nsubj") for token in below), "two statements")
    refuse_if(any(token.dep == "conj" and token.tag in FINITE for token in below), "two statements")
    if reading.shape == "noun phrase":
        refuse_if(first.low not in ARTICLES or first.head != root.i or root.tag == "NNP", "no article")
        return
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
