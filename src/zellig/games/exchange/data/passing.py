"""How many pairs are passed, for harnesses that ask about one item after the other.

A pair is a text and a changed copy of it; it is passed if both are answered right.
"""

from collections import defaultdict


def share_passed(answered):
    """The share of pairs that are passed, of those of which both items were asked.

    `answered` has for each item the names of its pairs, and whether the answer is right.
    """
    sides = defaultdict(list)
    for pairs, right in answered:
        for pair in pairs:
            sides[pair].append(right)
    whole = [all(both) for both in sides.values() if len(both) == 2]
    return sum(whole) / len(whole) if whole else float("nan")
