"""Answers read strictly in what a language model replies: what is not clearly one label is none.

An export carries this file beside its tasks, so that others read replies as Zellig does: it needs nothing but
Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_AROUND = " \t\r\n.,;:!?\"'`*_()[]{}<>“”‘’«»"
_DENIAL = re.compile(r"\b(?:not|no|neither|nor|never|cannot|without|\w+n['’]t)\b", re.IGNORECASE)


def bare_reply(text: str) -> str:
    """A reply without what stands around its words."""
    return text.strip(_AROUND)


def read_reply(text: str, spellings: Mapping[str, str], alone: Mapping[str, str]) -> str | None:
    """The label in a reply; None unless it is one, or holds exactly one as a whole word.

    `spellings` are those of the labels, in lower case; those in `alone` count only where nothing else is
    said. A longer reply with a denial in it ("not positive") is None, too: its one label is the one that is
    denied.
    """
    bare = bare_reply(text.replace("\N{MINUS SIGN}", "-")).casefold()
    said = spellings.get(bare) or alone.get(bare)
    if said is not None:
        return said
    found = {label for spelling, label in spellings.items() if _as_word(spelling).search(bare)}
    return found.pop() if len(found) == 1 and not _DENIAL.search(bare) else None


def _as_word(spelling: str) -> re.Pattern[str]:
    """The spelling as a word or number of its own: not within +1.5, non-neutral or -10."""
    return re.compile(rf"(?<![\w+\-/])(?<!\d[.,]){re.escape(spelling)}(?![\w\-/])(?![.,]\d)")
