"""A question to be printed: with its marks for the reader, bold up to the end of the power."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zellig.corpora.question_text import markup
from zellig.corpora.questions import as_published, marks_of
from zellig.items import Item
from zellig.tasks.quiz.printing import Run, Type, joined

_TAG = re.compile(r"<(/?)(\w+)")
_FIELDS = {
    **{"b": "bold", "strong": "bold", "u": "underlined", "i": "italic", "em": "italic"},
    **{"sub": "low", "sup": "high"},
}


def question_runs(item: Item) -> list[Run]:
    """The question as it was published, in runs."""
    return joined(_runs(as_published(item)))


def question_in_power(item: Item) -> list[Run]:
    """The same, bold up to its power mark: so moderators see at a glance what a right answer is worth."""
    return joined(_runs(as_published(item), bold_until=_end_of_power(item)))


def _runs(published: str, bold_until: int = 0) -> Iterator[Run]:
    open_tags = dict.fromkeys(Type._fields, 0)
    place = 0

    def stretch(end: int) -> Iterator[Run]:
        """What stands between two tags, cut where the power ends."""
        type_ = Type(**{field: number > 0 for field, number in open_tags.items()})
        cut = min(max(bold_until, place), end)
        yield Run(published[place:cut], type_._replace(bold=True))
        yield Run(published[cut:end], type_)

    for edit in markup(published):
        yield from stretch(edit.start)
        tag = _TAG.match(published, edit.start)
        if tag is not None and (field := _FIELDS.get(tag[2].lower())):
            open_tags[field] = max(open_tags[field] + (-1 if tag[1] else 1), 0)
        # The dot of "poly·styrene" is for the reader, so it is printed.
        shown = published[edit.start : edit.end] if edit.kind == "guide" else edit.new
        bold = open_tags["bold"] > 0 or edit.start < bold_until
        yield Run(shown, Type(**{name: number > 0 for name, number in open_tags.items()} | {"bold": bold}))
        place = edit.end
    yield from stretch(len(published))


def _end_of_power(item: Item) -> int:
    """Where the last power mark ends in the question as it was published; 0 without one."""
    end = shift = 0
    for mark in marks_of(item):
        start = mark.start + shift
        if mark.kind == "power":
            end = start + len(mark.published.rstrip())
        shift += len(mark.published) - (mark.end - mark.start)
    return end
