"""What a user knows about a task of their own: an edit, and what it does to the answer."""

from __future__ import annotations

import msgspec

from zellig.items import Relation


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One edit with its promise; docs/extend/own-task.md explains the keys.

    Either words are exchanged or added (`replace`, `begin`, `end`: a breaker does that), or a sentence is
    transformed by the grammar (`transform`: contrast sets do that).
    """

    phenomenon: str
    promise: Relation
    value: str = ""  # the new answer, of `becomes`
    only_if: tuple[str, ...] = ()  # the answers that it speaks of; none: all
    replace: dict[str, str] = {}  # words that give way, to others or to nothing
    begin: tuple[str, ...] = ()  # what may be put before the text
    end: tuple[str, ...] = ()  # what may be put behind it
    transform: str = ""  # the name of a transformation
    field: str = ""  # the only field that it is for; none: any that may be edited
    because: str = ""  # why the promise holds

    @property
    def edits_words(self) -> bool:
        """Is it for the breaker, and not for the grammar?"""
        return bool(self.replace or self.begin or self.end)
