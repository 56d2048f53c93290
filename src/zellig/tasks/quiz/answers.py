"""One name for each answer, however the lines of its questions spell it.

Two lines mean the same answer if their main answers have the same words (case, accents, articles and, of
common nouns, the plural do not matter), if a table of pages gives them one page, or if they are names of one
person, or told as names of one thing. A work is not the thing that it is called after.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from zellig.tasks.quiz.lines import names_an_answer, parse
from zellig.tasks.quiz.names.keys import Key, key_of
from zellig.tasks.quiz.names.persons import one_person
from zellig.tasks.quiz.names.synonyms import may_name, merged, other_names
from zellig.tasks.quiz.names.things import Things, things_in
from zellig.tasks.quiz.words import words

NEARLY = 0.6  # as common as the commonest name: of such the shortest is shown


class Answers:
    """The names of answers, by the lines of their questions."""

    def __init__(self, names: Mapping[Key, str], things: Things, pages: Mapping[Key, str]) -> None:
        self._names, self._things, self._pages = names, things, pages

    @classmethod
    def of(cls, lines: Iterable[str], pages: Mapping[str, str] | None = None) -> Answers:
        """Learn the names from lines; `pages` gives the page of an answer, where somebody knows it."""
        numbers = Counter(lines)
        shown = {line: main_answer(line) for line in numbers}
        things = things_in((shown[line], line, number) for line, number in numbers.items())
        by_page = {
            key: page.replace("_", " ")
            for answer, page in (pages or {}).items()
            for key in things.keys_in_a_table(answer)
        }
        keys = {line: things.key(shown[line], line) for line in numbers}
        forms: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        for line, number in numbers.items():
            forms[keys[line]][shown[line]] += number
        person = one_person(forms, by_page)
        root = {key: person.get(key, key) for key in forms}
        told: Counter[tuple[Key, Key]] = Counter()
        for line, number in numbers.items():
            one = root[keys[line]]
            for name in other_names(line):
                other = things.key(name)
                if other in forms and root[other] != one and may_name(name, forms[other]):
                    told[one, root[other]] += number
        known = {root[key]: by_page[key] for key in forms if key in by_page}
        apart = merged(_together(forms, root), told, known)
        root = {key: apart[first] for key, first in root.items()}
        known = {apart[key]: page for key, page in known.items()}
        names = {key: known.get(key) or _shown(spelt) for key, spelt in _together(forms, root).items()}
        return cls({key: names[root[key]] for key in forms}, things, by_page)

    def __getitem__(self, line: str) -> str:
        """The name of the answer of a line; one that was not learnt from goes by its own main answer."""
        return self._called(main_answer(line), line)

    def called(self, name: str) -> str:
        """The name of the answer that is called so, e.g. in the title of an article; else this name."""
        return self._called(name, "")

    def _called(self, name: str, line: str) -> str:
        key = self._things.key(name, line)
        return self._names.get(key) or self._pages.get(key) or name


def main_answer(line: str) -> str:
    """The answer of a line, to be shown; empty if it names none."""
    return parse(line).answer if names_an_answer(line) else ""


def _together(forms: Mapping[Key, Counter[str]], root: Mapping[Key, Key]) -> dict[Key, Counter[str]]:
    found: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    for key, spelt in forms.items():
        found[root[key]].update(spelt)
    return dict(found)


def _shown(counts: Counter[str]) -> str:
    """The name to show: a short one, if it is about as common as any ("Australia", not its full name).

    Of its forms the commonest, and of that one's spellings: what differs only in print is counted together.
    """
    names: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    for form, number in counts.items():
        names[key_of(form)][form] += number
    most = max(spelt.total() for spelt in names.values())
    usual = {_commonest(spelt): -spelt.total() for spelt in names.values() if spelt.total() >= NEARLY * most}
    return min(usual, key=lambda form: (len(form), usual[form], form))


def _commonest(spelt: Counter[str]) -> str:
    together: Counter[Key] = Counter()
    for form, number in spelt.items():
        together[words(form)] += number
    return min(spelt, key=lambda form: (-together[words(form)], -spelt[form], len(form), form))
