"""What a model gives for a batch, in whatever form, as labels and probabilities in the model's own words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.performers import MixedUpError

SLACK = 0.02  # by how much probabilities may miss 1 in sum: some models compute with few digits
SHOWN = 60  # characters of something odd, in a sentence

FORMS = (
    "Give one answer for each text, in the same order: a label, a dictionary from labels to probabilities, "
    "or a row of probabilities in the order of labels=[...]."
)
ONE_BY_ONE = (
    "If it takes one at a time, say so in its signature (text: str), "
    "or give lambda texts: [f(text) for text in texts]."
)
_OWN = {str, bool, int, float, list, tuple, dict}  # types of Python itself


class Said(NamedTuple):
    """The label that a model gives; None where the most probable one is its answer."""

    label: str | None
    shares: Mapping[str, float] | None = None  # the probability of each label


def label_text(value: object) -> str | None:
    """A label as a text; None if this is none. Whole numbers are, also where they are floats."""
    value = plain(value)
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, bool | int) else None


def read_answers(given: object, items: Sequence[Item], model: str, columns: Sequence[str]) -> list[Said]:
    """One answer for each item; refuses too few, too many, and what is neither a label nor probabilities.

    `columns` are the labels of a row of probabilities; without them, they are called by their numbers.
    """
    answers = _listed(given, model)
    if len(answers) != len(items):
        raise MixedUpError(
            f"the model {model!r} was asked about {len(items)} texts and gave {len(answers)} answers",
            remedy=FORMS,
        )
    return [_said(each, _About(model, item), columns) for item, each in zip(items, answers, strict=True)]


class _About(NamedTuple):
    """Whose answer to what."""

    model: str
    item: Item

    def refusal(self, what: str, remedy: str = FORMS) -> ZelligError:
        return ZelligError(f"the model {self.model!r} gave item {self.item.id!r} {what}", remedy=remedy)


def _listed(given: object, model: str) -> list[Any]:
    given = plain(given)
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ZelligError(
            f"the model {model!r} was handed a list, and gave {_shown(given)} instead of a list of answers",
            remedy=ONE_BY_ONE,
        )
    return list(given)


def _said(raw: object, about: _About, columns: Sequence[str]) -> Said:
    raw = plain(raw)
    if (label := label_text(raw)) is not None:
        return Said(label)
    if isinstance(raw, float) or (isinstance(raw, list | tuple) and len(raw) == 1 and _is_number(raw[0])):
        number = raw if isinstance(raw, float) else raw[0]
        raise about.refusal(
            f"the number {number:.6g}, which is no label, and it is not said of which it is the probability",
            "Give labels, or a probability for each label, e.g. {'negative': 0.1, 'positive': 0.9}.",
        )
    if isinstance(raw, Mapping) and raw.keys() == {"label", "score"}:  # as a pipeline of transformers does
        if (label := label_text(raw["label"])) is not None:
            return Said(label)
    elif isinstance(raw, Mapping) and raw:
        return Said(None, _shares(raw.items(), about))
    elif isinstance(raw, list | tuple) and raw and all(map(_is_number, raw)):
        return Said(None, _shares(zip(_names(raw, about, columns), raw, strict=True), about))
    elif isinstance(raw, list | tuple) and raw and all(map(_is_scored, raw)):
        return Said(None, _shares(((each["label"], each["score"]) for each in raw), about))
    raise about.refusal(f"{_shown(raw)}, which is neither a label nor probabilities")


def _names(row: Sequence[object], about: _About, columns: Sequence[str]) -> Sequence[str]:
    """What the probabilities of a row are those of."""
    if columns and len(columns) != len(row):
        raise about.refusal(
            f"{len(row)} probabilities, and there are {len(columns)} labels ({', '.join(columns)})"
        )
    return columns or [str(number) for number in range(len(row))]


def _shares(pairs: Iterable[tuple[object, object]], about: _About) -> dict[str, float]:
    """The probability of each label; labels that stand there twice are added up."""
    found: dict[str, float] = {}
    for name, value in pairs:
        label, share = label_text(name), plain(value)
        if label is None or not _is_number(share):
            raise about.refusal(f"{_shown({name: share})}, which is no label with its probability")
        if not 0 <= share <= 1 + SLACK:
            what = "no number (NaN)" if math.isnan(share) else f"{share:.6g}"
            raise about.refusal(
                f"a probability of {label!r} that is {what}",
                "Give probabilities from 0 to 1 (scores become probabilities by softmax), or labels alone.",
            )
        found[label] = found.get(label, 0.0) + float(share)
    if abs(sum(found.values()) - 1) > SLACK:
        raise about.refusal(
            f"probabilities that add up to {sum(found.values()):.6g} instead of 1",
            "Give the probabilities of all labels, of which one is chosen; or give labels alone.",
        )
    return found


def plain(value: Any) -> Any:
    """Arrays, tensors, series and their numbers as what Python itself has."""
    if type(value) in _OWN:
        return value
    for change in ("tolist", "to_list"):
        if callable(getattr(value, change, None)) and not isinstance(value, type):
            return getattr(value, change)()
    return value


def _is_number(value: Any) -> bool:
    return isinstance(plain(value), int | float) and not isinstance(plain(value), bool)


def _is_scored(value: object) -> bool:
    return isinstance(value, Mapping) and value.keys() == {"label", "score"}


def _shown(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
