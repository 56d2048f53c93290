"""Skip-grams: n-grams whose words may have others left out between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def skipgrams(words: Sequence[str], longest: int, skip: int, *, each_gap: bool = False) -> Iterator[str]:
    """Every sequence of 1 to `longest` words in order, with at most `skip` words left out in all.

    With `each_gap` the limit holds for each gap instead. Words are joined by spaces: a left-out word
    leaves no trace, so that the same words with and without a gap are one feature.
    """

    def grow(found: str, last: int, more: int, left: int) -> Iterator[str]:
        yield found
        if more:
            for gap in range(min(left, len(words) - last - 2) + 1):
                place = last + 1 + gap
                rest = left if each_gap else left - gap
                yield from grow(f"{found} {words[place]}", place, more - 1, rest)

    if longest > 0:
        for place, word in enumerate(words):
            yield from grow(word, place, longest - 1, skip)
