"""An answer without what it says besides: the Volga *River*, where the question asks for a river."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zellig.tasks.quiz.judging.comparing import Said
from zellig.tasks.quiz.judging.forms import ACCEPTED, Prepared
from zellig.tasks.quiz.judging.question import Asked
from zellig.tasks.quiz.names.keys import is_proper
from zellig.tasks.quiz.numbers import is_number
from zellig.tasks.quiz.tables import known
from zellig.tasks.quiz.words import words

SHORTEST_PARENT = 4  # letters of a name by which a child is called

_OWNER = re.compile(r"(?P<name>.+)['’]s?\s")


class Bare(NamedTuple):
    """What is left of an answer; empty if that is nothing, or all of it."""

    certain: str = ""  # without what does not make it another one
    doubtful: str = ""  # without what may do so, too


ALL = Bare()


class _Named(NamedTuple):
    """What of a line is looked at."""

    words: frozenset[str]
    has_a_kind: bool  # in a main answer: "New York City"
    name: bool  # has a capital letter
    title: bool  # may be that of a work


def bare(given: Said, line: Prepared, asked: Asked) -> Bare:
    """An answer without what it says besides, as far as the question, or the words themselves, allow it."""
    named = _named(line)
    extra = [word for word in given.look.words if word not in named.words and not _makes_another(word, named)]
    certain = {word for word in _asked_for(extra, given, asked) if _may_go(word, given, named, asked)}
    certain.update(word for word in extra if _goes_without_saying(word, given, named, asked))
    doubtful: set[str] = set()
    for word, sure in (*_patronymics(given, extra, asked), *_where(given, named.words, asked)):
        (certain if sure else doubtful).add(word)
    every = frozenset(certain | doubtful)
    return Bare(_without(given.text, frozenset(certain)), _without(given.text, every) if doubtful else "")


def _named(line: Prepared) -> _Named:
    main = (word for each in line.accept if each.role != ACCEPTED for word in each.form.look.words)
    return _Named(
        frozenset(word for each in line.accept for word in each.form.look.words),
        not known().kinds.isdisjoint(main),
        any(each.form.look.name for each in line.accept),
        any(is_proper(each.choice.whole) for each in line.accept),
    )


def _makes_another(word: str, named: _Named) -> bool:
    """Is it another answer with this word, whatever the question says?"""
    table = known()
    return (
        is_number(word)
        or word in table.one_of_two
        or word in table.negations
        or word in table.generations
        or not table.contrary.get(word, frozenset()).isdisjoint(named.words)
    )


def _asked_for(extra: Sequence[str], given: Said, asked: Asked) -> Iterator[str]:
    """What the question calls its answer, too: the river of "this waterway". What it is called besides counts
    beside such a kind, "Russian composer", or as the owner, "Jane Austen's"; or else Ra would be Sun Ra."""
    names = asked.kinds | (asked.besides & known().asks_for)  # "this poetic form"
    kinds = [word for word in extra if _is_called(word, given, names)]
    yield from kinds
    owner = _OWNER.match(given.text)
    owners = asked.besides.intersection(words(owner["name"])) if owner else frozenset()
    for word in extra:
        if (kinds and word in asked.besides) or word in owners or word.removesuffix("s") in owners:
            yield word


def _is_called(word: str, given: Said, names: frozenset[str]) -> bool:
    """Is it one of these, or called like one? A title is only itself; and "sons of" somebody are others."""
    table = known()
    one = word.removesuffix("s")
    if not {word, one}.isdisjoint(table.roles) and "of" in given.look.words:
        return False
    alike = frozenset() if word in table.titles else table.called_alike.get(one, frozenset())
    return word in names or one in names or not alike.isdisjoint(names)


def _may_go(word: str, given: Said, named: _Named, asked: Asked) -> bool:
    """May a kind be left aside? Not beside another one in the line (New York City), nor at the end of a
    title, nor beside a state's name, if the question speaks of a state as well."""
    table = known()
    if word not in table.kinds:
        return True
    ends_a_title = named.title and word in table.ends_titles and given.look.words[0] != word
    is_state = _other_words(given, word) in table.regions | table.countries
    speaks_of_both = is_state and word not in table.states and not table.states.isdisjoint(asked.kinds)
    return not (named.has_a_kind or ends_a_title or speaks_of_both)


def _goes_without_saying(word: str, given: Said, named: _Named, asked: Asked) -> bool:
    """Is it what a name has that often goes without, "river", where the question does not tell a kind?"""
    table = known()
    if word not in table.goes_without or not named.name or named.has_a_kind or asked.kinds or asked.other:
        return False
    others = table.regions | table.countries | table.first_names | table.of_other_things
    return _other_words(given, word) not in others


def _other_words(given: Said, word: str) -> str:
    return " ".join(other for other in given.look.core if other != word)


def _patronymics(given: Said, extra: Sequence[str], asked: Asked) -> Iterator[tuple[str, bool]]:
    """Whose child somebody is, as the last name, and whether the question names that parent."""
    table, word = known(), given.look.words[-1]
    if word not in extra or not word.endswith(table.patronymics):
        return
    if any(len(name) >= SHORTEST_PARENT and word.startswith(name) for name in asked.kin):
        yield word, True
    elif given.look.words[0] not in table.first_names and any(
        word.endswith(end) and len(word) >= len(end) + SHORTEST_PARENT for end in table.only_patronymics
    ):
        yield word, False


def _where(given: Said, named: frozenset[str], asked: Asked) -> Iterator[tuple[str, bool]]:
    """The words of the country or the state that a place is said to be in, and whether that is certain: the
    question asks for a place and names that country or state, and no other place is known to be called so."""
    table = known()
    name, comma, behind = given.text.rpartition(",")
    if not comma:
        name, _, behind = given.text.rpartition(" ")
    found, where = words(behind), " ".join(words(behind))
    place = not table.kinds_of_places.isdisjoint(asked.kinds)
    country = where in table.countries
    if not (country or where in table.regions) or not (comma or (place and country)):
        return
    if not named.isdisjoint(found) or not (table.regions | table.countries).isdisjoint(named):
        return  # the line tells where it is: Kansas City, Missouri
    namesakes = table.in_several_countries | (frozenset() if country else table.in_several_states)
    if place or country:
        sure = where in asked.places and " ".join(words(name)) not in namesakes
        yield from ((word, sure) for word in found)


def _without(text: str, gone: frozenset[str]) -> str:
    """A text without some of its words, and without what joined them."""
    parts = text.replace(",", " ").split()
    left = [part for part in parts if not gone.issuperset(words(part))]
    while left and known().little.issuperset(words(left[0])):
        left = left[1:]
    return " ".join(left) if gone and len(left) < len(parts) else ""
