"""One name for each answer, however the lines of its questions spell it.

Two lines mean the same answer if their main answers have the same words (case, accents, articles and, of
common nouns, the plural do not matter), if a table of pages gives them one page, or if the one is told as
another name of the other ("Belgium [or Kingdom of Belgium]") in several lines, or in lines of both. What a
line merely accepts may be another thing ("mountains [accept volcanoes]"), and what it prompts on is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from zellig.tasks.quiz.lines import parse
from zellig.tasks.quiz.words import words

SEVERAL = 2  # lines that have to tell another name,
OFTEN = 0.25  # and the share of all lines of the answer that have to
NEARLY = 0.6  # as common as the commonest spelling: of such the shortest is shown
SHORTEST = 3  # letters of a name; "E" is the name of too much

_OTHER_NAME = re.compile(r"(?:^|[\[(;])\s*or\s+(?P<name>[^;\])(\[]+)", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r",?\s+or\s+", re.IGNORECASE)
_HEAD = re.compile(r"[\[\(<]| or |;|,? accept")
_NOT_A_LETTER = re.compile(r"[^\w\s]")

Key = tuple[str, ...]


class Answers:
    """The names of answers, by the lines of their questions."""

    def __init__(self, names: Mapping[Key, str], pages: Mapping[Key, str]) -> None:
        self._names, self._pages = names, pages

    @classmethod
    def of(cls, lines: Iterable[str], pages: Mapping[str, str] | None = None) -> Answers:
        """Learn the names from lines; `pages` gives the page of an answer, where somebody knows it."""
        by_page = {
            key: page.replace("_", " ")
            for answer, page in (pages or {}).items()
            for key in (_key(answer), words(answer))  # a table need not keep the case of names
        }
        forms: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        others: Counter[tuple[Key, Key]] = Counter()
        for line, number in Counter(lines).items():
            shown = main_answer(line)
            key = _key(shown)
            forms[key][shown] += number
            for other in set(_other_names(line)) - {key}:
                others[key, other] += number
        root = _merged(forms, others, by_page)
        spelt: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        for key, counts in forms.items():
            spelt[root[key]].update(counts)
        shown_as = {key: by_page.get(key) or _shown(counts) for key, counts in spelt.items()}
        return cls({key: shown_as[root[key]] for key in forms}, by_page)

    def __getitem__(self, line: str) -> str:
        """The name of the answer of a line; one that was not learnt from goes by its own main answer."""
        return self.called(main_answer(line))

    def called(self, name: str) -> str:
        """The name of the answer that is called so, e.g. in the title of an article; else this name."""
        key = _key(name)
        return self._names.get(key) or self._pages.get(key) or name


def main_answer(line: str) -> str:
    """The answer of a line, to be shown."""
    return parse(line).answer or line.strip()


def baseline_key(line: str) -> str:
    """What the plain baseline compares: what stands before the first bracket or alternative, its words alone.

    It is rough, and the same for everybody who compares guessers; nothing else goes by it.
    """
    found = _NOT_A_LETTER.sub(" ", _HEAD.split(line)[0].lower()).split()
    return " ".join(found[1:] if found[:1] in (["the"], ["a"], ["an"]) and len(found) > 1 else found)


@lru_cache(maxsize=1 << 17)
def _key(answer: str) -> Key:
    """The words of an answer; a common noun, which is printed in lower case, in the singular."""
    found = words(answer)
    return (*found[:-1], _singular(found[-1])) if found and answer[:1].islower() else found


def _shown(counts: Counter[str]) -> str:
    """The spelling to show: a short one, if it is about as common as any ("Australia", not its full name)."""
    most = max(counts.values())
    usual = [form for form, number in counts.items() if number >= NEARLY * most]
    return min(usual, key=lambda form: (len(form), -counts[form], form))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )


def _other_names(line: str) -> list[Key]:
    """What a line says the answer is called, too."""
    return [
        _key(name.strip(" \"“”'"))
        for found in _OTHER_NAME.finditer(line)
        for name in _BETWEEN_NAMES.split(found["name"])
        if name.strip()
    ]


def _merged(
    forms: Mapping[Key, Counter[str]], others: Mapping[tuple[Key, Key], int], pages: Mapping[Key, str]
) -> dict[Key, Key]:
    """For each key the one that stands for its answer.

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
    sure = [
        (one, other)
        for (one, other), number in others.items()
        if number >= (1 if (other, one) in others else SEVERAL)
        and number >= OFTEN * counts[one]
        and min(len("".join(one)), len("".join(other))) >= SHORTEST
    ]
    for pair in sorted(sure, key=lambda pair: (-others[pair], pair)):
        if not set(pair) <= forms.keys() or len({pages[key] for key in pair if key in pages}) > 1:
            continue
        common, rare = sorted(pair, key=lambda key: (-counts[key], key))
        if root[common] == common and root[rare] == rare and rare not in heads:
            root[rare] = common
            heads.add(common)
    return root


def _same_page(forms: Iterable[Key], pages: Mapping[Key, str]) -> list[list[Key]]:
    found: defaultdict[str, list[Key]] = defaultdict(list)
    for key in forms:
        if key in pages:
            found[pages[key]].append(key)
    return list(found.values())
