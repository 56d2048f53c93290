"""Names of judges: two that look alike to a person are one judge who was written in two ways."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from zellig.doors import option
from zellig.errors import ZelligError


def folded(name: str) -> str:
    """What two spellings of a name share: case, spaces and the form of its characters tell nobody apart."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def refuse_alike(names: Iterable[str]) -> None:
    """Refuse names that differ in case, spaces or the form of characters alone: whether they are one judge
    or two decides what most say, and how far judges agree."""
    known: dict[str, str] = {}
    for name in sorted(set(names)):
        other = known.setdefault(folded(name), name)
        if other != name:
            raise ZelligError(
                f"{other!r} and {name!r} are two judges only by how they are written",
                remedy="Write the name in one way in the files of verdicts; two people need two names.",
            )


def refuse_other_spelling(by: str, names: Iterable[str]) -> None:
    """Refuse somebody who goes on under another spelling of a name that a file has already."""
    for name in sorted(set(names)):
        if name != by and folded(name) == folded(by):
            raise ZelligError(
                f"this file has verdicts of {name!r} already, and {by!r} would be another judge",
                remedy=f"Say {option('by', name)}; somebody else needs another name.",
            )
