"""Do premise and hypothesis speak of one scene? Who annotated the data decided that; contradictions show it.

In SNLI *a man* of the hypothesis is the man of the premise, and *a woman* contradicts. In SICK they are two
people, and hardly anything contradicts but a denial.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.items import Item
from zellig.language.words import is_negative
from zellig.notices import note, warn
from zellig.tasks import Task
from zellig.texts import tokens

TASK, ANSWER = "nli", "contradiction"
ENOUGH = 20  # contradictions, to say anything about them
MOSTLY = 0.6  # of them deny; SNLI 5%, SICK 86 to 90%


def unfit(codes: Iterable[str], named: Collection[str], items: Sequence[Item], task: Task) -> frozenset[str]:
    """Strategies that contradict as of one scene, where hardly anything but a denial does.

    Those that are named one by one are told, and not among them.
    """
    used = [code for code in codes if code in taxonomy() and taxonomy()[code].one_scene]
    share = denied(items) if used and task.name == TASK else None
    if share is None or share <= MOSTLY:
        return frozenset()
    why = (
        f"{100 * share:.0f}% of the contradictions in these data deny (not, no, nobody), so two sentences "
        "need not be about one scene"
    )
    kept, left = ([code for code in used if (code in named) is wanted] for wanted in (True, False))
    if left:
        note(f"{why}: {', '.join(left)} {'is' if len(left) == 1 else 'are'} left out")
    if kept:
        whose = f"{', '.join(kept)} promise{'s' * (len(kept) == 1)}"
        warn(f"{why}, and what {whose} (a man, a woman) may be neutral")
    return frozenset(left)


def denied(items: Sequence[Item]) -> float | None:
    """The share of contradictions of which one side denies, and not the other; None if there are few."""
    found = [item.fields for item in items if item.accepted == (ANSWER,)]
    if len(found) < ENOUGH:
        return None
    return sum(_denies(each["premise"]) != _denies(each["hypothesis"]) for each in found) / len(found)


def _denies(text: str) -> bool:
    return any(map(is_negative, tokens(text.lower())))
