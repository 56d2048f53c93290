"""What guessers share: the answers that they learn, and how they rank them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from pathlib import Path
from typing import Self

import msgspec
import numpy as np

from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import read_whole, sha256_of, write_text
from zellig.items import Item, Prediction
from zellig.performers import System
from zellig.systems.card import training_keys
from zellig.systems.training import Lesson
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.answers import Answers
from zellig.tasks.quiz.pages import read_pages
from zellig.tasks.quiz.task import line_of
from zellig.texts import key64

GUESSES = 20  # with a prediction: the writer of a question sees the rank of the truth as far as this
ANSWERS = "answers.json"
LARGEST = 2**28  # bytes of the names of all answers


def needs_questions(name: str, lesson: Lesson) -> None:
    """Refuses to learn any task but the one whose answers are names, and from nothing."""
    if lesson.task.name != QUIZ.name:
        raise ZelligError(
            f"{name} guesses the answers of quiz questions, and the corpus is of {lesson.task.name}",
            remedy="Train it on a corpus of quiz questions, e.g. tossups:FILE.",
        )
    if not lesson.train:
        raise ZelligError("there is no question with an answer", remedy="Train it on another corpus.")


class NamingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every guesser can be told about the names of answers."""

    pages: str = ""  # a table from answers to pages (JSON, TSV, CSV): answers of one page are one
    pages_hash: str = ""  # of that table; training notes it

    def pinned(self) -> Self:
        """With the hash of the table; refuses one that is not the table that was noted."""
        found = sha256_of(Path(self.pages)) if self.pages else ""
        if self.pages_hash not in ("", found):
            raise ZelligError(
                "this is not the table of pages that the settings were noted with",
                path=self.pages or None,
                remedy="Leave pages_hash out to train with it.",
            )
        return msgspec.structs.replace(self, pages_hash=found)


def answers_of(items: Sequence[Item], settings: NamingSettings) -> list[str]:
    """The answer that each item is about: one name, however the lines of its questions spell it.

    An article has no such line: it is about its title.
    """
    lines = [line_of(item) for item in items]
    pages = read_pages(Path(settings.pages)) if settings.pages else None
    known = Answers.of((line for line in lines if line), pages)
    return [
        known[line] if line else known.called(item.accepted[0])
        for item, line in zip(items, lines, strict=True)
    ]


def ranked(item: Item, probabilities: Mapping[str, float]) -> Prediction:
    """The best guess, with the probabilities of the first ones, best first."""
    best = nlargest(GUESSES, probabilities.items(), key=lambda entry: (entry[1], entry[0]))
    given = {answer: round(min(probability, 1.0), 6) for answer, probability in best}
    return Prediction(item.id, best[0][0], given, position=len(item.fields["text"]))


def share_right(system: System, items: Sequence[Item]) -> float:
    """Share of the items that are answered right; for a look while learning."""
    given = system.predict(items)
    return float(
        np.mean([QUIZ.rule(str(each.answer), item).right for item, each in zip(items, given, strict=True)])
    )


def refuse_known(folder: Path, items: Sequence[Item]) -> None:
    """Refuses a trained guesser that knows some of the questions by heart: it is much too sure of them."""
    keys = np.array([key64(QUIZ.text(item)) for item in items], dtype=np.uint64)
    known = int(np.isin(keys, training_keys(folder)).sum())
    if known:
        raise ZelligError(
            f"this guesser has learnt from {known:,} of the {len(items):,} questions",
            path=folder,
            remedy="Train on questions that are new to it.",
        )


def asked_apart(system: System, items: Sequence[Item]) -> tuple[System, int]:
    """A guesser when it is asked these questions: one that looks up texts takes none of them for evidence of
    itself; and how many of them it has."""
    apart: Callable[[Sequence[Item]], tuple[System, int]] | None = getattr(system, "apart_from", None)
    return (system, 0) if apart is None else apart(items)


def left_out(system: System, item: Item) -> tuple[str, ...]:
    """The questions that a guesser which looks up texts leaves out when it is asked this, by where they are
    from: it is nearly one of them."""
    named: Callable[[Item], tuple[str, ...]] | None = getattr(system, "left_out", None)
    return () if named is None else named(item)


def write_answers(folder: Path, answers: Sequence[str]) -> None:
    """The names of answers, in the order in which a system numbers them."""
    write_text(folder / ANSWERS, msgspec.json.encode(list(answers)).decode())


def read_answers(folder: Path) -> list[str]:
    """The names again; refuses what is not a list of different names."""
    path, remedy = folder / ANSWERS, "Train the system again."
    found = decode_json(
        read_whole(path, LARGEST), list[str], path=path, what="a list of answers", remedy=remedy
    )
    if not found or len(set(found)) < len(found):
        raise ZelligError("there is no answer in it, or one comes twice", path=path, remedy=remedy)
    return found
