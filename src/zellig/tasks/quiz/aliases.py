"""Which of the known answers somebody means, by whatever name: the one way to find the same answer.

First by the one name that its lines come to (`answers`); then by any name that lines tell ("or X"), by what
they accept besides, and at last by what a reader would take: initials, another plural, a slip of the pen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from zellig.tasks.quiz.answers import Answers, main_answer
from zellig.tasks.quiz.judging.verdict import judge
from zellig.tasks.quiz.lines import Choice, parse
from zellig.tasks.quiz.names.keys import Key, singular
from zellig.tasks.quiz.words import words

STEM = 5  # letters by which words are alike that may be forms of one
MOST_JUDGED = 100  # answers that share a word; it tells little if more do

_Names = dict[Key, tuple[str, ...]]


class Aliases:
    """Answers by all of their names."""

    def __init__(self, names: Iterable[str], lines: Iterable[str] = ()) -> None:
        """`names` are what answers are called here; `lines`, of questions about them, tell their others."""
        self._answers = Answers.of(given := list(lines))
        self._names: set[str] = set()
        self._called: _Names = {}
        self._accepted: _Names = {}
        self._lines: dict[str, str] = {}  # of an answer the first
        self._alike: defaultdict[str, list[str]] = defaultdict(list)
        self._told: dict[str, str] = {}
        for name in names:
            self._names.add(name)
            _note(self._called, name, name)
        for line in dict.fromkeys(given):
            if name := self._of_line(line):
                self._learn(name, line)

    @property
    def told(self) -> Iterator[tuple[str, str]]:
        """Other names that lines tell, each with the name that the answer has here."""
        return ((other, name) for other, name in self._told.items() if other not in self._names)

    def meant(self, line: str) -> tuple[str, ...]:
        """The answers that a line means, or a bare name, by the names that they have here, the surest first:
        one thing may be known by two names ("Danube", "Danube River")."""
        if not (main := main_answer(line)):
            return ()
        if (name := self._answers[line]) in self._names:
            namesakes = {
                each for key in _keys(name) for each in self._called.get(key, ())
            }  # "The Raven", a raven
            return (name, *(each for each in self._judged(main) if each not in namesakes))
        told = _in(self._called, line) or _in(self._accepted, line)
        return tuple(dict.fromkeys((*told, *self._judged(main))))

    def _of_line(self, line: str) -> str:
        """What the answer of a line is called here; empty if it is not known."""
        name = self._answers[line]
        return name if name in self._names else next(iter(_in(self._called, line)), "")

    def _learn(self, name: str, line: str) -> None:
        read = parse(line)
        for each in (*read.main, *read.accept):
            if each.text and not each.loose and each.condition is None:
                _note(
                    self._accepted if each in read.accept and not each.synonym else self._called,
                    each.text,
                    name,
                )
                self._told.setdefault(each.text, name)
        if name not in self._lines:
            self._lines[name] = line
            for stem in {word[:STEM] for word in words(name)}:
                self._alike[stem].append(name)

    def _judged(self, said: str) -> Iterator[str]:
        """Answers with a word in common for which a reader would take this."""
        alike = (self._alike.get(stem, ()) for stem in dict.fromkeys(word[:STEM] for word in words(said)))
        for name in dict.fromkeys(name for found in alike if len(found) <= MOST_JUDGED for name in found):
            if judge(said, self._lines[name]).right:
                yield name


def _is_name(choice: Choice) -> bool:
    """Is this another name of the same thing, wherever it is said?"""
    return choice.synonym and not choice.loose and choice.condition is None


def _in(known: _Names, line: str) -> dict[str, None]:
    """The answers that are called like that of a line, by any name that it tells."""
    read = parse(line)
    said = (each.text for each in (*read.main, *filter(_is_name, read.accept)))
    return dict.fromkeys(name for each in said for key in _keys(each) for name in known.get(key, ()))


def _note(known: _Names, said: str, name: str) -> None:
    for key in _keys(said):
        if name not in known.get(key, ()):
            known[key] = (*known.get(key, ()), name)


def _keys(name: str) -> Iterable[Key]:
    """By what a name is looked up, however it is written: in capitals or not, one or many."""
    plain = words(name)
    return dict.fromkeys((plain, singular(plain))) if plain else ()
