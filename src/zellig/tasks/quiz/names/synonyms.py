"""Other names that lines tell: "Belgium [or Kingdom of Belgium]".

A name is told if several lines of the answer say it, or lines of both names do. What a line merely accepts
may be another thing ("mountains [accept volcanoes]"), and what it prompts on is. A name that is commoner than
the one it is told for may be mostly that of something else ("Jacob [or Israel]"): if its own lines never say
so, both have to be proper names with a word in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from zellig.tasks.quiz.lines import parse
from zellig.tasks.quiz.names.keys import Forms, Key, article, is_proper

SEVERAL = 2  # lines that have to tell another name,
OFTEN = 0.25  # and the share of all lines of the answer that have to
MANY = 4  # lines of a name, of which one would tell the other
SHORTEST = 3  # letters of a name; "E" is the name of too much
GROUPS = frozenset(("family", "brothers", "sisters"))  # which tell their members

Told = Mapping[tuple[Key, Key], int]  # how many lines of an answer tell another name


def other_names(line: str) -> set[str]:
    """What a line says the answer is called, too, at any place of the question."""
    found = parse(line)
    return {
        each.text
        for each in (*found.main[1:], *found.accept)
        if each.synonym and not each.loose and each.condition is None and each.text
    }


def may_name(name: str, forms: Iterable[str]) -> bool:
    """May a name that is told be that of an answer? "Island" is how Icelanders call it, and no island."""
    several = " " in name.removeprefix(article(name)).strip()
    return several or not is_proper(name) or any(map(is_proper, forms))


def merged(forms: Forms, told: Told, pages: Mapping[Key, str]) -> dict[Key, Key]:
    """For each name the one that stands for its answer.

    The rarer name goes to the commoner one, the surest first, and nothing goes on from there: a chain of
    names leads from one answer to another.
    """
    counts = {key: spelt.total() for key, spelt in forms.items()}
    root = {key: key for key in forms}
    heads: set[Key] = set()  # that others go to
    for same in _same_page(forms, pages):
        common = max(same, key=lambda key: (counts[key], key))
        root.update(dict.fromkeys(same, common))
        heads.add(common)
    for pair in sorted(told, key=lambda pair: (-told[pair], pair)):
        if len({pages[key] for key in pair if key in pages}) > 1 or not _is_sure(*pair, told, forms, counts):
            continue
        common, rare = sorted(pair, key=lambda key: (-counts[key], key))
        if root[common] == common and root[rare] == rare and rare not in heads:
            root[rare] = common
            heads.add(common)
    return root


def _is_sure(one: Key, other: Key, told: Told, forms: Forms, counts: Mapping[Key, int]) -> bool:
    number, answered = told[one, other], (other, one) in told
    if number < (1 if answered else SEVERAL) or number < OFTEN * counts[one]:
        return False
    if min(len("".join(one)), len("".join(other))) < SHORTEST or len({one[-1], other[-1]} & GROUPS) == 1:
        return False
    if answered or counts[other] < max(MANY, counts[one]):
        return True
    proper = all(is_proper(name) for key in (one, other) for name in forms[key])
    return proper and not set(one).isdisjoint(other)


def _same_page(forms: Iterable[Key], pages: Mapping[Key, str]) -> list[list[Key]]:
    found: defaultdict[str, list[Key]] = defaultdict(list)
    for key in forms:
        if key in pages:
            found[pages[key]].append(key)
    return list(found.values())
