"""Things, which are printed in lower case, and works that are called after them: "The Raven" is not a raven.

A title is in quotes, or begins with an article in capitals. Such a name may still be the thing itself at the
beginning of a line ("The Mantle"). It is a work if there is a thing of the same words in lower case, never
with an article, and the thing is in the plural or the title comes more than once. Any other name that has
the words of a thing is that thing at the beginning of a line ("Protons"), but one in the plural that is
commoner than the thing is not ("Ethics").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from zellig.tasks.quiz.lines.markup import read_markup
from zellig.tasks.quiz.names.keys import Key, article, is_proper, key_of, singular
from zellig.tasks.quiz.words import words

SEVERAL = 2  # lines with the title

_WORK = "a work"  # before the words of a title that are also those of a thing: no word is written so
_QUOTES = ('"', "‘")  # all double ones are straight when a line is read


class Things(NamedTuple):
    """Words of things."""

    plurals: frozenset[Key]
    works: frozenset[Key]  # that are those of a work, too

    def key(self, name: str, line: str = "") -> Key:
        """By what a name is looked up; the line that it is from tells more."""
        key, plain = key_of(name), words(name)
        if _is_title(name, line):
            return (_WORK, *plain) if plain in self.works else key
        return singular(plain) if plain in self.plurals else key

    def keys_in_a_table(self, answer: str) -> tuple[Key, ...]:
        """By what an answer is looked up that is from a table, which need not keep the case of names."""
        plain = words(answer)
        return ((_WORK, *plain),) if article(answer) and plain in self.works else (key_of(answer), plain)


def things_in(names: Iterable[tuple[str, str, int]]) -> Things:
    """The things among names, given with their lines and how many these are."""
    titles: Counter[Key] = Counter()
    proper: Counter[Key] = Counter()
    things: defaultdict[Key, Counter[Key]] = defaultdict(Counter)  # in the singular: their words as they are
    with_article: set[Key] = set()
    for name, line, number in names:
        plain = words(name)
        if _is_title(name, line):
            titles[plain] += number
        elif is_proper(name):
            proper[plain] += number
        else:
            things[key_of(name)][plain] += number
        if article(name).islower():
            with_article.add(plain)
    plurals = {plain: n for key, found in things.items() for plain, n in found.items() if plain != key}
    return Things(
        frozenset(key for key, number in plurals.items() if number >= proper[key]),
        frozenset(
            key
            for key, number in titles.items()
            if key in things and key not in with_article and (number >= SEVERAL or key not in things[key])
        ),
    )


def _is_title(name: str, line: str) -> bool:
    quoted = read_markup(line)[0].text.lstrip().startswith(_QUOTES)
    return quoted or (article(name)[:1].isupper() and is_proper(name))
