"""Sentences out of which words have fallen, as where measures and links were stripped from text."""

from __future__ import annotations

from itertools import pairwise

from zellig.breakers.strategies.opinion import SUBJECTS, Reading
from zellig.language.slips import has_double
from zellig.language.tokens import FINITE, Token, helpers_of
from zellig.transform.change import refuse_if

ENDS = (",", ".", "CC", ":")
NO_NOUN = (*ENDS, "IN", "TO", "MD", "VBZ", "VBP", "WDT")  # what no article stands before


def refuse_torn(reading: Reading) -> None:
    """Refuses a sentence that shows that a word is missing, or one too many."""
    tokens, root = reading.tokens, reading.tokens[reading.sentence.root]
    refuse_if(tokens[0].text[0].islower(), "no beginning")
    # VB: *Often, cooks bake*, where the tagger does not know better
    finite = any(token.tag in (*FINITE, "VB") for token in (root, *helpers_of(reading.sentence, root)))
    refuse_if(not finite, "no finite verb")
    gap = any(_gap(reading, one, two) for one, two in pairwise(tokens))
    refuse_if(gap or has_double(reading.sentence), "torn")
    refuse_if(any(_spliced(reading, token) for token in tokens[: root.i]), "two sentences")


def _gap(reading: Reading, one: Token, two: Token) -> bool:
    if one.low in ("a", "an", "the"):
        return two.tag in NO_NOUN
    if two.low == "of" and one.low.endswith("ly") and one.tag == "RB":  # *roughly of land*
        return True
    if one.tag != "IN" or one.dep != "prep":
        return False
    # *on the side at.*; but *the house that he lived in.*
    alone = not reading.sentence.children[one.i] and not reading.tokens[one.head].tag.startswith("VB")
    return two.tag == "CC" or (alone and two.tag in (*ENDS, "IN"))


def _spliced(reading: Reading, token: Token) -> bool:
    """*The church is old, the roof has been mended*: the first is taken for what the second says."""
    clause = token.dep == "ccomp" and token.head == reading.sentence.root
    return clause and reading.child(token.i, *SUBJECTS) is not None
