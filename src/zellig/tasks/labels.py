"""What labels mean that somebody else has written: in a table, or as the classes of a model.

Names are understood; numbers are where their order is that of the task's labels, and stars are. What could be
read in two ways is refused, and whatever was understood is said in words, so that it can be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.tasks.task import Task

STARS = (1, 2, 3, 4, 5)
FEW, MANY = 2, 4  # stars up to which an opinion is low, and from which on it is high
ENOUGH = 20  # rows of five stars: if a fifth of all have the most, one in a hundred such samples has none
LEFT_OUT = "left out"
SHOWN = 8  # labels in a sentence

_NUMBER = re.compile(r"(?:LABEL_|__label__|class_)?([+-]?\d+(?:\.\d+)?)", re.IGNORECASE)
_OF_STARS = re.compile(r"([1-5](?:\.\d+)?) ?[-_]?stars?", re.IGNORECASE)
_ABOUT_STARS = re.compile(r"stars?|ratings?", re.IGNORECASE)


class Meaning(NamedTuple):
    """The task's answer for each label; None where items with it are to be left out."""

    answers: Mapping[str, str | None]
    named: bool  # all were understood by their names, none by its number

    def in_words(self, task: Task) -> str:
        """E.g. `1-2 negative, 4-5 positive, 3 left out`."""
        by_answer: dict[str | None, list[str]] = {}
        for label, answer in self.answers.items():
            by_answer.setdefault(answer, []).append(label)
        order = [*task.labels, None]
        said = [
            _said(_range(by_answer[answer]), LEFT_OUT if answer is None else task.words.get(answer, answer))
            for answer in order
            if answer in by_answer
        ]
        if {_number(label) for label in self.answers} == {0, 1} and by_answer.keys() == set(task.ends):
            # In a table that has 2 as well, 1 means something else: who has a part of it is to see this.
            said += [f"none {task.words.get(each, each)}" for each in task.labels if each not in by_answer]
        return ", ".join(said)


def _said(written: str, word: str) -> str:
    return word if written == word else f"{written} {word}"


def meaning_of(labels: Iterable[str], task: Task, *, name: str = "label", whole: bool = False) -> Meaning:
    """What labels mean in a task; `name` is that of their column or model, and may tell that they are stars.

    Refuses labels that are not understood, and such that could be read in two ways. If these are the `whole`
    of the labels, as far as `ENOUGH` rows can tell, they are no stars of five unless some are above four.
    """
    written = sorted(set(labels), key=_in_order)
    by_name = {label: _by_name(label, task) for label in written}
    named = bool(written) and all(by_name.values())
    # A number is a name where the task calls its labels so; but 0 of sentiment may be the lower of two.
    if named and not task.ends:
        return Meaning(by_name, named=True)
    numbers = {label: number for label in written if (number := _number(label)) is not None}
    if task.ordered and len(numbers) == len(written):
        stars = _ABOUT_STARS.search(name) or all(map(_OF_STARS.fullmatch, written))
        answers = _by_number(numbers, task, stars=bool(stars), whole=whole)
        # 0, 1, 2 cannot be the places of labels that are called 1, 2, 3.
        if answers and (task.ends or all(by_name[label] in (None, answers[label]) for label in written)):
            return Meaning(answers, named=False)
    if named and not any(label.strip().isdigit() for label in written):
        return Meaning(by_name, named=True)
    shown = ", ".join(written[:SHOWN]) + (", ..." if len(written) > SHOWN else "")
    wanted = ", ".join(f"{label} ({word})" for label, word in task.words.items()) or ", ".join(task.labels)
    low = whole and len(numbers) == len(written) and all(1 <= number <= MANY for number in numbers.values())
    none = f"; none is {STARS[-1]}, so they need not be five stars" if low and task.ordered else ""
    raise ZelligError(
        f"it is not clear which of {shown} in {name!r} is which answer of {task.name}{none}",
        remedy=f"Say it for each of them, in a mapping; the answers are {wanted}.",
    )


def _by_name(label: str, task: Task) -> str | None:
    """The answer that is called so; case and the marks between words mean nothing."""
    for answer in task.labels:
        names = (answer, task.words.get(answer, answer), *task.spellings.get(answer, ()))
        if _plain(label) in map(_plain, names):
            return answer
    return None


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+(?=\w*[a-z])", " ", text.strip().casefold())


def _number(label: str) -> float | None:
    found = _NUMBER.fullmatch(label.strip()) or _OF_STARS.fullmatch(label.strip())
    return float(found[1]) if found else None


def _by_number(
    numbers: Mapping[str, float], task: Task, *, stars: bool, whole: bool
) -> dict[str, str | None] | None:
    """The answers of labels that are numbers, in a task whose labels are a scale; None if it is not clear."""
    low, high = task.labels[0], task.labels[-1]
    there = set(numbers.values())
    signed = -1 in there or (0 in there and any(label.strip().startswith("+") for label in numbers))
    if there <= {-1, 0, 1} and signed and len(task.labels) == 3:
        scale: dict[float, str] = dict(zip((-1, 0, 1), task.labels, strict=True))
    elif there == {0, 1} and task.ends:
        scale = dict(zip((0, 1), task.ends, strict=True))
    elif there == set(range(len(task.labels))):
        scale = dict(zip(range(len(task.labels)), task.labels, strict=True))
    elif (
        len(task.labels) <= 3
        and all(STARS[0] <= each <= STARS[-1] for each in there)
        and ((stars and _of_five(there, whole=whole)) or there == set(STARS))
    ):
        # Three stars are given for good and bad together as well as for neither: they are no gold answer in
        # sentiment, where only the ends are clear. On a scale of one's own they are its middle.
        middle = None if task.ends or len(task.labels) == 2 else task.labels[1]
        return {
            label: low if number <= FEW else high if number >= MANY else middle
            for label, number in numbers.items()
        }
    else:
        return None
    return {label: scale[number] for label, number in numbers.items()}


def _of_five(there: Set[float], *, whole: bool) -> bool:
    """Are these stars of five? A part of the labels may lack the best; 1 and 2 can be the lower and the
    higher of two."""
    return max(there) > MANY if whole else not there <= {1, 2}


def _in_order(label: str) -> tuple[float, str]:
    number = _number(label)
    return (float("inf") if number is None else number, label)


def _range(labels: list[str]) -> str:
    """Labels that are many numbers as the first and the last; they are in order."""
    if len(labels) > 1 and all(_number(label) is not None for label in labels):
        stars = _OF_STARS.fullmatch(labels[0].strip())
        return f"{stars[1] if stars else labels[0]}-{labels[-1]}"
    return "/".join(labels[:SHOWN]) + ("/..." if len(labels) > SHOWN else "")
