"""The names of one person: "J. R. Quill" and "Joan Ruth Quill"; "Joan Quill", if there is no other Quill.

Two people are never taken for one: initials meet a full name, and a name the one that has more first names,
only if all full names that they may stand for have the same initials.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from zellig.tasks.quiz.names.keys import Forms, Key, is_proper
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known

SHORTEST = 3  # letters of a surname
MOST = 7  # words of a name
MOST_INITIALS = 3  # that are written as one word

_KNIGHTS = frozenset(("sir", "dame"))


def one_person(forms: Forms, pages: Mapping[Key, str]) -> dict[Key, Key]:
    """For the names of a person that has several the commonest one; two pages are two people."""
    families: defaultdict[str, list[Key]] = defaultdict(list)
    for key, spelt in forms.items():
        if _may_be_a_person(key) and all(map(is_proper, spelt)):
            families[key[-1]].append(key)
    root: dict[Key, Key] = {}
    for family in families.values():
        for names in _people(family):
            if len({pages[key] for key in names if key in pages}) > 1:
                continue
            commonest = max(names, key=lambda key: (forms[key].total(), key))
            root.update(dict.fromkeys(names, commonest))
    return root


def _people(family: Sequence[Key]) -> Iterable[set[Key]]:
    """The names of one family that are those of one person, where there are several of them."""
    if len(family) < 2:
        return
    firsts = {first for key in family for first in _given(key)[:1] if not _may_be_initials(first)}
    alone = len(firsts) == 1 and firsts <= known().first_names
    people: list[set[Key]] = []
    for short in family:
        full = [other for other in family if _stands_for(short, other, alone=alone)]
        if full and len({_initials(other) for other in full if _given(other) != _given(short)}) <= 1:
            people.append({short, *full})
    while people:
        first, *rest = people
        people = [other for other in rest if first.isdisjoint(other)]
        met = [other for other in rest if not first.isdisjoint(other)]
        if met:
            people.append(first.union(*met))
        else:
            yield first


def _stands_for(short: Key, full: Key, *, alone: bool) -> bool:
    """Is the one a short form of the other? `alone`: all of this surname have one first name."""
    given, names = _given(short), _given(full)
    if short == full or not given:
        return False
    may_lack_names = alone and given == names[:1] and (given[0], short[-1]) not in known().shared_names
    return given == names or may_lack_names or (len(names) > 1 and _abbreviates(given, names))


def _abbreviates(given: Key, names: Key) -> bool:
    """Is every first name there, some by their initials?"""
    place = 0
    for word in given:
        if place < len(names) and word == names[place]:
            place += 1
        elif _may_be_initials(word) and tuple(word) == _letters(names[place : place + len(word)]):
            place += len(word)
        else:
            return False
    return place == len(names) and given != names


def _may_be_initials(word: str) -> bool:
    return len(word) <= MOST_INITIALS and word not in known().first_names


def _letters(names: Key) -> Key:
    return tuple(name[0] for name in names)


def _initials(key: Key) -> Key:
    return _letters(_given(key))


def _given(key: Key) -> Key:
    """First names, without "Sir", "de" and "von"."""
    first = int(key[0] in _KNIGHTS)
    return tuple(word for word in key[first:-1] if word not in known().little or len(word) == 1)


def _may_be_a_person(key: Key) -> bool:
    table = known()
    return (
        1 < len(key) <= MOST
        and len(key[-1]) >= SHORTEST
        and key[-1] not in table.kinds
        and not any(is_number(word) or word in table.in_no_name for word in key)
        and not any(word in table.titles for word in key[int(key[0] in _KNIGHTS) :])
    )
