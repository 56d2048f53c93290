"""Which of the sentences that ACE generates is taken: LIT's choice, and a closer look at its faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz.distance import Levenshtein

# For every text a number, the lower the better, such as a language model's loss; asked once with all of them.
Scorer = Callable[[Sequence[str]], Sequence[float]]

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
MARKS = ".,;:!?"
INVERTED = re.compile(
    r"(am|is|are|was|were|do|does|did|has|have|had|will|would|shall|should|can|could|may|might|must)\b",
    re.IGNORECASE,
)


def choose(texts: Iterable[str], scores: Scorer) -> str:
    """The text with the lowest score; commas are settled before. Empty if there is no text."""
    candidates = fewest_commas(texts)
    if not candidates:
        return ""
    losses = scores(candidates)
    return candidates[min(range(len(candidates)), key=losses.__getitem__)]  # the first of equal ones


def fewest_commas(texts: Iterable[str]) -> list[str]:
    """Of texts that differ in commas only, the one with the fewest; in the order of first appearance."""
    found: dict[str, str] = {}
    for text in texts:
        bare = text.replace(",", "")
        if bare not in found or text.count(",") < found[bare].count(","):
            found[bare] = text
    return list(found.values())


def nearness(source: str) -> Scorer:
    """The cheap score: how many words differ from the source; so adjuncts stay where they were."""
    words = source.lower().split()

    def scores(texts: Sequence[str]) -> list[float]:
        return [float(Levenshtein.distance(words, text.lower().split())) for text in texts]

    return scores


def is_inverted(text: str) -> bool:
    """Whether this is a yes/no question: ACE also offers *The dog barks?*"""
    return text.endswith("?") and INVERTED.match(text) is not None


def has_odd_relative(text: str, source: str) -> bool:
    """*It is Alice which drives*, *It is the car Bob sold*: a cleft takes *who* or *that*."""
    if "which" in text.split() and "which" not in source.split():
        return True
    return re.search(r"\b(who|that)\b", text) is None


def is_contracted(text: str) -> bool:
    """Whether a *not* is contracted."""
    return re.search(r"n['\N{RIGHT SINGLE QUOTATION MARK}]t\b", text) is not None


def like_source(text: str, source: str) -> str:
    """Undo what ACE changes unasked: number words, capitals, apostrophes, the first letter, the full stop."""
    spelt = {word.strip(MARKS) for word in source.split()}
    text = " ".join(_respelt(word, spelt) for word in text.split())
    if "\N{RIGHT SINGLE QUOTATION MARK}" not in source:
        text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    begins_small = source[:1].islower() and text.partition(" ")[0] not in {"I", *_capitalised(spelt)}
    text = (text[:1].lower() if begins_small else text[:1].upper()) + text[1:]
    return text.removesuffix(".") if source.rstrip()[-1:].isalnum() else text


def _capitalised(words: set[str]) -> set[str]:
    return {word for word in words if word[:1].isupper()}


def _respelt(word: str, spelt: set[str]) -> str:
    """A word as it is spelt in the source; another one as it is."""
    bare = word.strip(MARKS)
    if bare in spelt:
        return word
    if bare.isascii() and bare.isdigit() and int(bare) < len(NUMBERS):
        number = NUMBERS[int(bare)]
        return word.replace(bare, number) if number in {each.lower() for each in spelt} else word
    return word.replace(bare, bare.lower()) if bare.lower() in spelt else word
