"""The phenomena of LIT by way of meaning: the English Resource Grammar makes the texts, under our names.

The grammar knows the meaning of a sentence, and not our clause. So the clause of the original is that of our
own reader, and the filters look for that clause with the features that the steps ask for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from zellig.files import opened
from zellig.language.clause import Clause, Focus
from zellig.language.erg.select import Scorer
from zellig.transform.catalogue import KINDS
from zellig.transform.change import ChangedText, Meaning, Refusal
from zellig.transform.composition import JOIN, joined

if TYPE_CHECKING:
    from zellig.language.erg.ace import Grammar


class Erg(NamedTuple):
    """Where ACE and the grammar image are; what is not said is looked for as `zellig doctor` does."""

    ace: Path | None = None
    image: Path | None = None


# Our names, what the ERG backend calls them, and how their result relates to the original.
STEPS: dict[str, tuple[str, Meaning]] = {
    "question": ("polar question", "none"),
    "cleft-subject": ("it-cleft ARG1", "equivalent"),
    "cleft-object": ("it-cleft ARG2", "equivalent"),
    **{name: (name.replace("-", " "), "unrelated") for name in (*KINDS["tense"], *KINDS["aspect"])},
    **{modal: (modal, "unsettled") for modal in ("may", "might", "must", "should", "can")},
    "negation": ("negation", "contradictory"),
    "passive": ("passive", "equivalent"),
    "swap": ("swap", "unrelated"),
}
# Features of the verb group that show a step; the others are seen elsewhere.
FEATURES: dict[str, dict[str, str | bool]] = {
    "past": {"tense": "past", "modal": ""},
    "present": {"tense": "present", "modal": ""},
    "future": {"tense": "present", "modal": "will"},
    "progressive": {"progressive": True, "perfect": False},
    "perfect": {"progressive": False, "perfect": True},
    "perfect-progressive": {"progressive": True, "perfect": True},
    "simple": {"progressive": False, "perfect": False},
    "passive": {"passive": True},
}
# Subjects whose clause *not* or *no* turns into its very complement.
SETTLED = frozenset({"definite", "proper", "pronoun", "indefinite", "some", "expletive"})

_open: dict[Erg, Grammar] = {}  # of this process


def open_erg(erg: Erg) -> Grammar:
    """The grammar, opened once a process; refuses if pydelphin, ACE or the image is missing."""
    import zellig.language.erg.mrs  # noqa: F401 - says what to install
    from zellig.language.erg.ace import open_grammar

    if erg not in _open:
        _open[erg] = open_grammar(*erg)
    return _open[erg]


def identity(erg: Erg) -> dict[str, str]:
    """The files of the grammar by their content: nothing else decides what it makes."""
    from zellig.language.erg.ace import find_ace, find_erg

    found = {"ace_sha256": find_ace(erg.ace), "image_sha256": find_erg(erg.image)}
    return {name: _sha256(path) for name, path in found.items() if path is not None}


def _sha256(path: Path) -> str:
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def close_erg() -> None:
    """End every ACE that this process has opened."""
    while _open:
        _open.popitem()[1].close()


def through_meaning(
    text: str, clause: Clause | None, names: Sequence[str], erg: Erg, scores: Scorer
) -> Iterator[tuple[str, ChangedText | Refusal]]:
    """What the grammar makes of a text under each name, or why it makes nothing; scores rank alternatives."""
    from zellig.language.erg.transform import transform

    theirs = [JOIN.join(STEPS[step][0] for step in name.split(JOIN)) for name in names]
    for name, found in zip(names, transform(open_erg(erg), text, theirs, scores=scores), strict=True):
        if found.text:
            shown = None if clause is None else _intended(clause, name, found.text)
            yield name, ChangedText(found.text, _meaning(clause, name), shown)
        else:
            yield name, Refusal(found.reason)


def _meaning(clause: Clause | None, name: str) -> Meaning:
    meaning: Meaning = "equivalent"
    for step in name.split(JOIN):
        after = STEPS[step][1]
        subject = None if clause is None else clause.subject
        if step == "negation" and (subject is None or subject.determiner not in SETTLED):
            after = "contrary"  # *Dogs do not bark* is more than *It is not so that dogs bark*
        meaning = joined(meaning, after)
    return meaning


def _intended(clause: Clause, name: str, text: str) -> Clause:
    """The clause as it should show in the text, but for its subject."""
    for step in name.split(JOIN):
        if step in FEATURES:
            clause = clause.with_verb(**FEATURES[step])
        elif step == "negation":
            in_subject = text.lower().startswith("no ")
            clause = replace(clause.with_verb(negative=not in_subject), negated_determiner=in_subject)
        elif step == "question":
            clause = replace(clause, kind="question")
        elif step in ("cleft-subject", "cleft-object"):
            pronoun = "who" if " who " in text else "that"
            clause = replace(clause, focus=Focus("subject", pronoun))
        elif step != "swap":  # a modal, under which a past is a perfect
            perfect = clause.verb.perfect or clause.verb.tense == "past"
            clause = clause.with_verb(modal=step, tense="present", perfect=perfect)
    return clause
