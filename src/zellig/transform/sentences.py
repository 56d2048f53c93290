"""What becomes of sentences: each is read as a clause, changed under every name, and the results filtered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from zellig.errors import ZelligError
from zellig.language.clause import Clause, RefusedError
from zellig.language.erg.select import Scorer
from zellig.language.reading import read_clauses
from zellig.language.realise import realise
from zellig.transform.catalogue import TRANSFORMATIONS, rank
from zellig.transform.change import ChangedText, Refusal
from zellig.transform.composition import JOIN, Steps
from zellig.transform.erg import STEPS, Erg, close_erg, open_erg, through_meaning
from zellig.transform.filters import Draft, shows
from zellig.transform.ranker import Output, Ranker, load_ranker

Key = tuple[str, str]  # a text, and the name of what is done to it


@dataclass
class Transformed:
    """A sentence, its clause, what could be made of it by name, and why the rest could not."""

    text: str
    clause: Clause | None = None
    changes: dict[str, ChangedText] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # by name; "" is all of them

    def refusals(self) -> Iterator[str]:
        """The reasons as they are counted."""
        return (f"{name}: {reason}" if name else reason for name, reason in self.refused.items())


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What becomes of a sentence under a name: the text and what it means beside it, or why there is none."""

    phenomenon: str
    text: str = ""
    meaning: str = ""
    refused: str = ""


def phenomena_of(erg: Erg | None) -> tuple[str, ...]:
    """The single steps that a grammar has."""
    return tuple(TRANSFORMATIONS if erg is None else STEPS)


def check_names(names: Sequence[str], erg: Erg | None) -> None:
    """Refuse wrong names, and a grammar that is not there, before any work is done."""
    there = phenomena_of(erg)
    for name in names:
        for step in name.split(JOIN):
            if step not in there:
                whose = "a transformation" if erg is None else "a transformation of the ERG backend"
                raise ZelligError(f"{step!r} is not {whose}", remedy=f"There are: {', '.join(there)}.")
        kinds = [rank(step) for step in name.split(JOIN)]
        if erg is None and len(set(kinds)) < len(kinds):
            raise ZelligError(f"{name!r} has two steps of one kind", remedy="Keep one of them.")
    if erg is not None:
        open_erg(erg)


def show(sentence: str, names: Sequence[str], erg: Erg | None = None) -> list[Shown]:
    """What becomes of a sentence under each name, whatever the filters would say."""
    check_names(names, erg)
    try:
        (found,) = transform([sentence], names, filtered=False, erg=erg).values()
    finally:
        close_erg()
    return [_shown(found, name) for name in names]


def _shown(found: Transformed, name: str) -> Shown:
    if name in found.changes:
        return Shown(name, found.changes[name].text, found.changes[name].meaning)
    return Shown(name, refused=found.refused.get(name) or found.refused[""])


def transform(
    texts: Sequence[str],
    names: Sequence[str],
    *,
    filtered: bool = True,
    erg: Erg | None = None,
    ranker: str = "cheap",
) -> dict[str, Transformed]:
    """What becomes of every text under each name, after the filters."""
    ranked = load_ranker(ranker if filtered else "cheap")
    found = draft(texts, names, ranked, erg=erg)
    if filtered:
        drop_faulty(found, ranked, subject=erg is None)
    return found


def draft(
    texts: Sequence[str],
    names: Sequence[str],
    ranker: Ranker,
    *,
    erg: Erg | None = None,
    read_only: bool = False,
) -> dict[str, Transformed]:
    """What the grammar makes of every text under each name, before the filters.

    The ERG makes something of texts that our own reader does not understand, too; not so if `read_only`.
    """
    found = {text: Transformed(text) for text in texts}
    for text, read in zip(texts, read_clauses(texts), strict=True):
        sentence = found[text]
        if isinstance(read, Clause) and not (read.unread and erg is not None):
            sentence.clause = read
        elif erg is None or read_only:
            sentence.refused[""] = read.unread if isinstance(read, Clause) else read.reason
            continue
        for name, made in _drafts(text, sentence.clause, names, erg, ranker.scores(text)):
            if isinstance(made, Refusal):
                sentence.refused[name] = made.reason
            elif made.text == text:
                sentence.refused[name] = "unchanged"
            else:
                sentence.changes[name] = made
    return found


def _drafts(
    text: str, clause: Clause | None, names: Sequence[str], erg: Erg | None, scores: Scorer
) -> Iterator[tuple[str, ChangedText | Refusal]]:
    """What the grammar makes of a text: a text or a refusal for each name; scores rank alternatives."""
    if erg is not None:
        yield from through_meaning(text, clause, names, erg, scores)
    elif clause is not None:
        steps = Steps(clause)
        for name in names:
            try:
                change = steps.apply(name)
                yield name, ChangedText(realise(change.clause), change.meaning, change.clause)
            except RefusedError as refused:
                yield name, Refusal(refused.reason)


def drop_faulty(
    found: dict[str, Transformed], ranker: Ranker, *, subject: bool, only: Collection[Key] | None = None
) -> None:
    """Refuse changes that do not pass the filters: all, or `only` these and what is judged with them."""
    judged = None if only is None else {(text, ranker.judged_with(name)) for text, name in only}
    made = [
        (text, name, change)
        for text, sentence in found.items()
        for name, change in sentence.changes.items()
        if judged is None or (text, ranker.judged_with(name)) in judged
    ]
    for (text, name, _), fault in zip(made, _faults(made, ranker, subject=subject), strict=True):
        if fault:
            found[text].refused[name] = fault
            del found[text].changes[name]


def _faults(made: Sequence[tuple[str, str, ChangedText]], ranker: Ranker, *, subject: bool) -> list[str]:
    """For each draft which filter it does not pass, or nothing."""
    good = list(_good(made, subject=subject))
    kept = [Output(text, name, draft.text) for (text, name, draft), ok in zip(made, good, strict=True) if ok]
    odd = iter(ranker.odd(kept))
    return [("ranker" if next(odd) else "") if ok else "filter" for ok in good]


def _good(made: Sequence[tuple[str, str, ChangedText]], *, subject: bool) -> Iterator[bool]:
    """For each draft, whether it shows what it should; one that cannot be judged does not."""
    known = [Draft(made.text, made.clause, text) for text, _, made in made if made.clause is not None]
    shown = shows(known, subject=subject)
    yield from (draft.clause is not None and next(shown) for _, _, draft in made)
