"""What a writer does to a draft: groups of keystrokes and notes beside the text, written once, never changed.

A draft is the sum of its strokes in their order, and undoing is a stroke like any other. Places are
characters of a field, whatever a browser counts by.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Annotated

import msgspec

from zellig.errors import ZelligError
from zellig.items import Relation

LONGEST = 20_000  # characters of a field: more than any question or sentence has

LONGEST_ID, LONGEST_LINE = 200, 5000  # of what is noted

Place = Annotated[int, msgspec.Meta(ge=0, le=LONGEST)]
Short = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]
Line = Annotated[str, msgspec.Meta(max_length=LONGEST_LINE)]


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a writer says about a draft."""

    answer: Line = ""  # quiz: the answer line
    category: Short = ""
    subcategory: Short = ""
    phenomena: tuple[Short, ...] = ()
    private: bool = False  # for nobody else: handed in, it takes back what stands of it
    original: Short = ""  # the item that is changed or rewritten; none: from scratch
    promise: Relation | None = None  # of a pair: what becomes of the original's answer; none: not said yet
    accepted: tuple[Short, ...] = ()  # where the promise does not say
    rationale: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class _Stroke(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="stroke"
):
    """One thing that a writer did; `tag` is its name in the database."""


class Typed(_Stroke, frozen=True, tag="typed"):
    """Characters of a field were replaced by others."""

    field: Short
    start: Place
    end: Place
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    length: Place  # of the field afterwards: so a browser that is out of step is found out


class Noted(_Stroke, frozen=True, tag="noted"):
    """The notes were changed; these are all of them."""

    notes: Notes


class Looked(_Stroke, frozen=True, tag="looked"):
    """The writer asked why a system gives an answer."""

    system: Short
    answer: Short


Stroke = Typed | Noted | Looked


class Draft(msgspec.Struct, frozen=True):
    """What is being written: the texts by field, and the notes beside them."""

    fields: dict[str, str] = {}
    notes: Notes = Notes()


class OutOfStepError(ZelligError):
    """A stroke that does not fit the draft: the browser has another text than the server."""


def write(draft: Draft, stroke: Stroke) -> Draft:
    """The draft after a stroke; refuses one that does not fit it."""
    match stroke:
        case Noted(notes):
            return Draft(draft.fields, notes)
        case Typed(field, start, end, text, length):
            before = draft.fields.get(field, "")
            after = before[:start] + text + before[end:]
            if not start <= end <= len(before) or len(after) != length:
                raise OutOfStepError(
                    f"a change at {start} to {end} does not fit the {len(before)} characters of {field!r}",
                    remedy="Send the whole text as one change.",
                )
            return Draft({**draft.fields, field: after}, draft.notes)
    return draft


def replayed(strokes: Iterable[Stroke]) -> Draft:
    """What strokes make of an empty draft."""
    return reduce(write, strokes, Draft())


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Stroke).decode
