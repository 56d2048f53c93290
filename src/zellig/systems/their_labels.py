"""Which answer of a task each label of somebody else's model is: stated, understood, or refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from zellig.doors import by_door
from zellig.errors import ZelligError
from zellig.items import UNPARSED, Item
from zellig.notices import note
from zellig.performers import MixedUpError
from zellig.systems.said import Said, label_text, plain
from zellig.tasks import Task
from zellig.tasks.labels import SHOWN, Meaning, meaning_of

Stated = Mapping[Any, Any] | Sequence[Any]  # by label, or for each class in their order

_BOOLS = {"False": "0", "True": "1"}


class TheirLabels:
    """The answers that a model's labels stand for.

    If nothing was stated and nothing is known beforehand, they are understood from the first answers. A label
    that comes later is understood if what was understood before stays as it was. If it does not, no answer of
    the model can be trusted, and that is no failure on a single text: it is a MixedUpError, which ends a run.
    """

    def __init__(self, task: Task, model: str, classes: Sequence[str], stated: Stated | None) -> None:
        self._task, self._model = task, model
        self.columns: Sequence[str] = classes  # labels of a row of probabilities
        self.guessed = False  # something was taken from an order, and may be the wrong way round
        self.answers: dict[str, str] = {}
        self._fixed = stated is not None or bool(classes)
        stated = plain(stated)
        if stated is not None and not (isinstance(stated, Mapping | list | tuple) and stated):
            raise ZelligError(
                f"labels={stated!r} does not say what labels mean",
                remedy="Give a dictionary from the model's labels to the task's, or a list in their order.",
            )
        if not task.labels:  # any text is an answer
            if stated is not None and not isinstance(stated, Mapping):
                self.columns = [self._named(each) for each in stated]
        elif isinstance(stated, Mapping):
            self._state(stated)
        elif stated is not None:
            self._state_in_order([self._named(each) for each in stated])
        elif classes:
            self._understand(classes)

    def known(self) -> dict[str, str]:
        """What is known before it answers anything, in the order of its probabilities."""
        return {label: self.answers[label] for label in self.columns}

    def read(self, said: Sequence[Said], items: Sequence[Item]) -> Mapping[str, str]:
        """The answer for each label in these; refuses labels that are not understood, naming an item."""
        where: dict[str, str] = {}
        for item, (label, shares) in zip(items, said, strict=True):
            for each in [*(() if label in (None, UNPARSED) else (label,)), *(shares or ())]:
                where.setdefault(each, item.id)
        if not self._task.labels:
            return {each: each for each in where}
        new = [each for each in where if each not in self.answers]
        if new and self._fixed:
            raise MixedUpError(
                f"the model {self._model!r} answered item {where[new[0]]!r} with {new[0]!r}, which is none "
                f"of its labels ({', '.join(self.answers)})",
                remedy=self._how_to_say([*self.answers, *new]),
            )
        if new:
            odd = next((each for each in new if _named_alone(each, self._task) is None), new[0])
            self._understand([*self.answers, *new], f" (item {where[odd]!r} is answered {odd!r})")
        return self.answers

    def _understand(self, labels: Sequence[str], example: str = "") -> None:
        try:
            meaning = understood(labels, self._task, self._model, whole=self._fixed)
        except ZelligError as error:
            raise MixedUpError(error.what + example, remedy=self._how_to_say(labels)) from None
        answers = {label: answer for label, answer in meaning.answers.items() if answer is not None}
        for label, before in self.answers.items():
            if answers[label] != before:
                raise MixedUpError(
                    f"the labels of the model {self._model!r} were understood as "
                    f"{Meaning(self.answers, False).in_words(self._task)}, which cannot be right{example}",
                    remedy=self._how_to_say(labels),
                )
        fresh = {label: answer for label, answer in answers.items() if label not in self.answers}
        say(Meaning(fresh, meaning.named), self._task, self._model)
        self.guessed = self.guessed or not meaning.named
        self.answers = answers

    def _state(self, stated: Mapping[Any, Any]) -> None:
        """Take what was stated by label; the classes of a model may be called by their numbers, too."""
        said = {self._named(label): answer for label, answer in stated.items()}
        numbers = {str(number): name for number, name in enumerate(self.columns)}
        if said.keys() == numbers.keys() != set(self.columns):
            said = {numbers[number]: answer for number, answer in said.items()}
        if self.columns and said.keys() != set(self.columns):
            odd = sorted(said.keys() ^ set(self.columns))[0]
            what = "is not a label of" if odd in said else "is missing: it is a label of"
            raise ZelligError(
                f"in labels=, {odd!r} {what} the model {self._model!r} ({', '.join(self.columns)})",
                remedy=self._how_to_say(self.columns),
            )
        self.answers = {label: self._answer(answer) for label, answer in said.items()}
        self.columns = self.columns or list(said)

    def _state_in_order(self, names: Sequence[str]) -> None:
        """Take what was stated for each class, in their order."""
        if self.columns and len(names) != len(self.columns):
            raise ZelligError(
                f"labels= has {len(names)} labels, and the model {self._model!r} has {len(self.columns)} "
                f"({', '.join(self.columns)})",
                remedy=self._how_to_say(self.columns),
            )
        if not set(names) <= set(self._task.labels):
            self._understand(names)
        by_name = self.answers or {name: name for name in names}
        numbers = [str(number) for number in range(len(names))]
        by_place = dict(zip(self.columns or numbers, map(by_name.__getitem__, names), strict=True))
        if self.columns:
            self.answers = by_place
        else:  # it may answer by name or by number, unless the names are numbers themselves
            self.answers = by_name if by_name.keys() & by_place.keys() else by_name | by_place
            self.columns = names

    def _named(self, label: object) -> str:
        found = label_text(label)
        if found is None:
            raise ZelligError(
                f"in labels=, {label!r} cannot be a label", remedy="Give labels as texts or whole numbers."
            )
        return found

    def _answer(self, stated: object) -> str:
        """An answer of the task, by its own name or a word for it."""
        text = self._named(stated)
        try:
            return self._task.answer(text)
        except ZelligError:
            found = _named_alone(text, self._task)
        if found is None:
            raise ZelligError(
                f"in labels=, {text!r} is not an answer of the task {self._task.name}",
                remedy=f"Use one of {_answers(self._task)}.",
            )
        return found

    def _how_to_say(self, labels: Iterable[str]) -> str:
        shown = list(dict.fromkeys(labels))
        more = ", ..." if len(shown) > SHOWN or not self._fixed else ""  # it may have others
        each = ", ".join(f"{label!r}: ..." for label in shown[:SHOWN])
        behind = f"?task={self._task.name}&labels={','.join(self._task.labels)}"
        said = by_door(
            f"behind its name, in the order of its classes ({behind})",
            f"labels={{{each}{more}}}, with {_answers(self._task)}",
        )
        return f"Say what each of its labels means: {said}."


def understood(labels: Iterable[str], task: Task, model: str, *, whole: bool) -> Meaning:
    """As `meaning_of`, for what a model answers: false and true are 0 and 1, and nothing is left out.

    Three stars of five are the middle of the scale, for an answer cannot be left out as a row of data can;
    refuses them where the scale has none.
    """
    written = list(labels)
    bools = {*written} <= _BOOLS.keys()
    found = meaning_of(_BOOLS.values() if bools else written, task, name=model, whole=whole)
    answers = {label: found.answers[_BOOLS[label] if bools else label] for label in written}
    left_out = [label for label, answer in answers.items() if answer is None]
    if left_out:
        if len(task.labels) != 3:
            raise ZelligError(f"{left_out[0]!r} is in the middle, and {task.name} has no answer there")
        answers |= dict.fromkeys(left_out, task.labels[1])
    return Meaning(answers, found.named)


def in_own_words(answers: Mapping[str, str | None], task: Task) -> bool:
    """Are these labels the task's own, or the words that it has for them?"""
    return all(
        label.casefold() in (answer, task.words.get(answer or "")) for label, answer in answers.items()
    )


def say(meaning: Meaning, task: Task, model: str) -> None:
    """Tell what was understood, unless the model speaks as the task does."""
    if not in_own_words(meaning.answers, task):
        order = "" if meaning.named else "; taken from their order"
        note(f"labels of {model}: {meaning.in_words(task)}{order}")


def _answers(task: Task) -> str:
    return ", ".join(repr(task.words.get(answer, answer)) for answer in task.labels)


def _named_alone(text: str, task: Task) -> str | None:
    try:
        meaning = meaning_of([text], task)
    except ZelligError:
        return None
    return meaning.answers[text] if meaning.named else None
