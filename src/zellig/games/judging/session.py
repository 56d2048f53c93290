"""A judge who is asked about one text after the other, may take back what was said, and comes back later."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from zellig.games.judging.asked import in_order
from zellig.games.judging.names import refuse_other_spelling
from zellig.games.judging.verdicts import VerdictFile, counted, is_opinion
from zellig.items import Item, Verdict
from zellig.judges.person import Reply


class Far(NamedTuple):
    """How far a judge is: so many texts are done, some of them skipped."""

    done: int
    of: int
    skipped: int = 0


JudgeSome = Callable[[Sequence[Item]], Sequence[Verdict]]
Ask = Callable[[Item, Far], Reply | Literal["undo"]]


def far_of(asked: Collection[str], by: str, file: VerdictFile) -> Far:
    """How far a person is with what is asked."""
    said = _said(asked, by, file, program=False)
    return Far(len(said), len(asked), sum(not is_opinion(each) for each in said.values()))


def judge_on(asked: Mapping[str, Item], by: str, seed: int, file: VerdictFile, ask: Ask) -> None:
    """Ask a person about what is left, and keep each verdict before the next text is shown. Whoever undoes is
    asked about the last text again. Refuses another spelling of a name that the file has."""
    refuse_other_spelling(by, file.people())
    order = in_order(asked, by, seed)
    while True:
        said = list(_said(asked, by, file, program=False))
        left = next((name for name in order if name not in set(said)), None)
        if left is None:
            return
        reply = ask(asked[left], Far(len(said), len(asked)))
        if reply == "undo":
            file.add(*(Verdict(last, by) for last in said[-1:]))
        else:
            file.add(Verdict(left, by, *reply))


def judge_by_program(
    asked: Mapping[str, Item], by: str, seed: int, file: VerdictFile, judge: JudgeSome, together: int
) -> list[Verdict]:
    """Have a program judge what is left, some texts at once, and keep their verdicts before the next ones;
    gives what it has said of all."""
    said = _said(asked, by, file, program=True)
    left = [name for name in in_order(asked, by, seed) if name not in said]
    for start in range(0, len(left), together):
        file.add(*judge([asked[name] for name in left[start : start + together]]))
    return list(_said(asked, by, file, program=True).values())


def _said(asked: Collection[str], by: str, file: VerdictFile, *, program: bool) -> dict[str, Verdict]:
    """By text what a judge has said, a person or a program, in the order in which it was said."""
    return {text: verdict for text, verdict in said_by(by, file, program=program).items() if text in asked}


def said_by(by: str, file: VerdictFile, *, program: bool = False) -> dict[str, Verdict]:
    """By text what a judge has said of whatever texts, in the order in which it was said."""
    return {
        whose.text: verdict
        for whose, verdict in counted(file.said).items()
        if (whose.judge, whose.program) == (by, program)
    }
