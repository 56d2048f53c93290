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


def answers_to(name: str, said: Said) -> list[str]:
    """The answers that judges gave to a text."""
    return [answer for each in said.get(name, ()) if (answer := answer_of(each)) is not None]


def most_give(answers: Sequence[str], good: Callable[[str], bool]) -> bool | None:
    """Do more judges give a good answer, whichever, than any other? None: as many give another one."""
    most, clear = most_of(True if good(answer) else answer for answer in answers)
    return most is True if clear else None


def is_right(keyed: Keyed, name: str) -> Callable[[str], bool]:
    """What tells whether an answer to a text is one of those that were promised."""

    def right(answer: str) -> bool:
        return answer != NONE and keyed.task.rule(keyed.task.given(answer), keyed.items[name]).right

    return right


def truth_of(keyed: Keyed, names: Iterable[str], said: Said) -> Truth | None:
    """How true some texts are; None if nobody has judged any."""
    rows = [name for name in names if any(map(is_opinion, said.get(name, ())))]
    if not rows:
        return None
    found = {name: _found(keyed, name, said) for name in rows}
    answered = {name: answers for name in rows if (answers := answers_to(name, said))}

    def share(hits: Mapping[str, bool]) -> Estimate | None:
        return _estimate(list(hits.values()), [cluster_of(keyed.keys[name]) for name in hits])

    good = {what: {name: each[what] for name, each in found.items() if what in each} for what in WHAT}
    shares = {what: share(hits) for what, hits in good.items()}
    following = {name: _follows(keyed, name, said) for name in rows}
    return Truth(
        texts=len(rows),
        undecided=sum(most_give(given, is_right(keyed, name)) is None for name, given in answered.items()),
        **shares,
        sound=share({name: all(each.values()) for name, each in found.items() if each}),
        follows=share({name: hit for name, hit in following.items() if hit is not None}),
        under=tuple(
            what
            for what, each in shares.items()
            if each is not None and each.value < LEAST and len(good[what]) >= READ
        ),
    )


def _found(keyed: Keyed, name: str, said: Said) -> dict[What, bool]:
    """What judges find of a text, as far as they said something."""
    found: dict[What, bool] = {}
    if keyed.keys[name].accepted and (answers := answers_to(name, said)):
        found["promised"] = most_give(answers, is_right(keyed, name)) is True
    for what in ("grammatical", "natural"):
        if told := [view for each in said[name] if (view := OPINIONS[what](each)) is not None]:
            found[what] = most_of(told) == (True, True)
    return found


def _follows(keyed: Keyed, name: str, said: Said) -> bool | None:
    """Is the answer to a text what the promise makes of the answer to its original? None where nothing
    follows, or one of the two has no answer."""
    key, task = keyed.keys[name], keyed.task
    before, after = answers_to(key.original, said), answers_to(name, said)
    if key.promise is None or not before or not after:
        return None
    most, clear = most_of(before)
    if not clear or most == NONE:
        return None
    pair = Pair(key.pair, keyed.items[key.original], keyed.items[name], key.promise, key.phenomenon)
    expected = expected_answers(pair, task.given(str(most)), task)
    if not expected:
        return None
    return most_give(after, lambda each: each != NONE and task.right(task.given(each), expected)) is True


def _estimate(hits: Sequence[bool], clusters: Sequence[str]) -> Estimate | None:
    if not hits:
        return None
    places = np.unique(clusters, return_inverse=True)[1]
    return Estimate(float(np.mean(hits)), share_interval(hits, 1, places))
