"""How true some texts are by what judges said of them.

Of a text most judges decide. Where as many say one thing as another nothing is decided, and that counts as
not promised, not grammatical, not natural: what divides readers proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, get_args

import msgspec
import numpy as np

from zellig.games.judging.keys import Keyed, cluster_of
from zellig.games.judging.verdicts import is_opinion
from zellig.items import Pair, Verdict
from zellig.judges.person import NONE
from zellig.measures.intervals import Estimate, share_interval
from zellig.transform.expectation import expected_answers

Said = Mapping[str, Sequence[Verdict]]  # by text
What = Literal["promised", "grammatical", "natural"]
WHAT: tuple[What, ...] = get_args(What)
LEAST, READ = 0.8, 15  # what is good of less than this share of so many texts is pointed at


class Truth(msgspec.Struct, frozen=True):
    """How true some texts are; None where nobody said anything about it."""

    texts: int  # that were judged
    undecided: int  # of them, those about whose answer as many say one thing as another
    promised: Estimate | None  # the answer is one of those that were promised
    grammatical: Estimate | None
    natural: Estimate | None
    sound: Estimate | None  # all of these, as far as something was promised and said
    follows: Estimate | None  # the answer follows from what the judges say of the original
    under: tuple[What, ...]  # what is good of too few


def most_of(said: Iterable[object]) -> tuple[object, bool]:
    """What most say, and whether more say it than anything else."""
    ranked = Counter(said).most_common(2)
    return ranked[0][0], len(ranked) == 1 or ranked[0][1] > ranked[1][1]


def answer_of(verdict: Verdict) -> str | None:
    """The answer that a judge gave, if any."""
    return None if verdict.answer is None else str(verdict.answer)


OPINIONS: dict[str, Callable[[Verdict], object]] = {
    "answer": answer_of,
    "grammatical": lambda verdict: verdict.grammatical,
    "natural": lambda verdict: verdict.natural,
}


def decided(name: str, said: Said) -> str | None:
    """The answer to a text that most judges give; None: they gave none, or are divided."""
    answers = _told(said.get(name, ()), answer_of)
    if not answers:
        return None
    most, clear = most_of(answers)
    return str(most) if clear else None


def is_right(keyed: Keyed, name: str, answer: str | None) -> bool:
    """Is this one of the answers that were promised?"""
    if answer is None or answer == NONE:
        return False
    return keyed.task.rule(keyed.task.given(answer), keyed.items[name]).right


def truth_of(keyed: Keyed, names: Iterable[str], said: Said) -> Truth | None:
    """How true some texts are; None if nobody has judged any."""
    rows = [name for name in names if any(map(is_opinion, said.get(name, ())))]
    if not rows:
        return None
    found = {name: _found(keyed, name, said) for name in rows}
    answers = [_told(said[name], answer_of) for name in rows]

    def share(hits: Mapping[str, bool]) -> Estimate | None:
        return _estimate(list(hits.values()), [cluster_of(keyed.keys[name]) for name in hits])

    good = {what: {name: each[what] for name, each in found.items() if what in each} for what in WHAT}
    shares = {what: share(hits) for what, hits in good.items()}
    following = {name: _follows(keyed, name, said) for name in rows}
    return Truth(
        texts=len(rows),
        undecided=sum(bool(said_of) and not most_of(said_of)[1] for said_of in answers),
        **shares,
        sound=share({name: all(each.values()) for name, each in found.items() if each}),
        follows=share({name: hit for name, hit in following.items() if hit is not None}),
        under=tuple(
            what
            for what, each in shares.items()
            if each is not None and each.value < LEAST and len(good[what]) >= READ
        ),
    )


def _told(said: Iterable[Verdict], opinion: Callable[[Verdict], object]) -> list[object]:
    return [told for each in said if (told := opinion(each)) is not None]


def _found(keyed: Keyed, name: str, said: Said) -> dict[What, bool]:
    """What judges find of a text, as far as they said something."""
    found: dict[What, bool] = {}
    if keyed.keys[name].accepted and _told(said[name], answer_of):
        found["promised"] = is_right(keyed, name, decided(name, said))
    for what in ("grammatical", "natural"):
        if told := _told(said[name], OPINIONS[what]):
            found[what] = most_of(told) == (True, True)
    return found


def _follows(keyed: Keyed, name: str, said: Said) -> bool | None:
    """Is the answer to a text what the promise makes of the answer to its original? None where nothing
    follows, or nobody has answered one of the two."""
    key, task = keyed.keys[name], keyed.task
    before, after = decided(key.original, said), decided(name, said)
    if key.promise is None or before is None or before == NONE or not _told(said[name], answer_of):
        return None
    pair = Pair(key.pair, keyed.items[key.original], keyed.items[name], key.promise, key.phenomenon)
    expected = expected_answers(pair, task.given(before), task)
    if not expected:
        return None
    return after is not None and after != NONE and task.right(task.given(after), expected)


def _estimate(hits: Sequence[bool], clusters: Sequence[str]) -> Estimate | None:
    if not hits:
        return None
    places = np.unique(clusters, return_inverse=True)[1]
    return Estimate(float(np.mean(hits)), share_interval(hits, 1, places))
