"""What verdicts come to: how true promises are, by phenomenon, and how far judges agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from zellig.errors import ZelligError
from zellig.games.judging.keys import Keyed
from zellig.games.judging.truth import (
    OPINIONS,
    Said,
    Truth,
    answer_of,
    answers_to,
    is_right,
    most_give,
    truth_of,
)
from zellig.games.judging.verdicts import Counted, is_opinion
from zellig.items import Key, Relation, Verdict
from zellig.measures import judges
from zellig.measures.intervals import Estimate


class JudgeFigures(msgspec.Struct, frozen=True):
    """A judge: how much was said, how true promises are by that alone, and what it is worth."""

    verdicts: int
    unanswered: int  # of them, those that say something of the text, and no answer
    skipped: int
    truth: Truth | None
    estimated: Estimate | None  # how likely an answer is right, by what all said; None: too few to tell


class Deviation(msgspec.Struct, frozen=True):
    """A text about which judges say something else than was promised."""

    text: str  # as verdicts call it
    pair: str  # the first one that it stands in, or the item
    original: bool  # is it what the pair was made from?
    phenomenon: str
    promised: tuple[str, ...]
    said: dict[str, int]


class Shared(msgspec.Struct, frozen=True):
    """What agreement is told of: texts with two opinions or more, and the judges whose they are."""

    texts: int
    judges: int


class JudgingFigures(msgspec.Struct, frozen=True):
    """All that is told of verdicts on texts."""

    task: str
    asked: int  # texts that there are
    judged: int
    judges: dict[str, JudgeFigures]
    alpha: dict[str, Estimate | None]  # Krippendorff's: of the answers, of grammar, of naturalness
    agreed: dict[
        str, Estimate | None
    ]  # of texts with two opinions or more, those about which all say the same
    shared: dict[str, Shared]  # of how many texts and judges alpha and `agreed` are
    changed: Truth | None  # texts that were changed, or items
    originals: Truth | None
    promises: dict[Relation, Truth]
    phenomena: dict[str, Truth]
    under: dict[str, tuple[str, ...]]  # by phenomenon, what is good of too few texts
    deviations: tuple[Deviation, ...]
    foreign: int  # verdicts on other texts, which are left out


def judged_figures(keyed: Keyed, verdicts: Counted) -> JudgingFigures:
    """The figures of verdicts that count; refuses if none is about these texts."""
    by_text: defaultdict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts.values():
        if verdict.id in keyed.keys:
            by_text[verdict.id].append(verdict)
    own = [each for some in by_text.values() for each in some]
    if not own and not verdicts:
        raise ZelligError(
            "there is no verdict that counts: all were taken back", remedy="Judge some texts first."
        )
    if not own:
        raise ZelligError(
            "none of these verdicts is about these texts",
            remedy="Give the pairs that were judged, or their keys.",
        )
    phenomena = _truths(keyed, by_text, lambda key: key.phenomenon)
    read_originals = any(name in by_text for name in keyed.originals)
    return JudgingFigures(
        task=keyed.task.name,
        asked=len(keyed.keys if read_originals else keyed.changed),
        judged=sum(any(map(is_opinion, some)) for some in by_text.values()),
        judges=dict(_judges(keyed, own)),
        **_agreement(own),
        changed=truth_of(keyed, keyed.changed, by_text),
        originals=truth_of(keyed, keyed.originals, by_text),
        promises=_truths(keyed, by_text, lambda key: key.promise),
        phenomena=phenomena,
        under={name: truth.under for name, truth in phenomena.items() if truth.under},
        deviations=tuple(_deviations(keyed, by_text)),
        foreign=len(verdicts) - len(own),
    )


Group = TypeVar("Group", str, Relation)


def _truths(keyed: Keyed, said: Said, group_of: Callable[[Key], Group | None]) -> dict[Group, Truth]:
    """How true the changed texts of each group are, without those that are in none."""
    groups: defaultdict[Group, list[str]] = defaultdict(list)
    for name, key in keyed.changed.items():
        if group := group_of(key):
            groups[group].append(name)
    found = {group: truth_of(keyed, names, said) for group, names in sorted(groups.items())}
    return {group: truth for group, truth in found.items() if truth}


def _judges(keyed: Keyed, said: Sequence[Verdict]) -> Iterator[tuple[str, JudgeFigures]]:
    verdicts = [
        judges.Verdict(each.id, each.judge, answer)
        for each in said
        if (answer := answer_of(each)) is not None
    ]
    coded = judges.code(verdicts)
    told = judges.comparable_items(coded)
    compared = [each for each in verdicts if each.item in told]
    often = Counter(each.judge for each in compared)
    worth = judges.estimated_accuracies(judges.dawid_skene(coded), compared) if compared else {}
    number = Counter((each.judge, is_opinion(each)) for each in said)
    for name in sorted({each.judge for each in said}):
        alone = {each.id: [each] for each in said if each.judge == name}
        truth = truth_of(keyed, keyed.changed, alone)
        estimated = worth.get(name) if often[name] >= judges.ENOUGH else None
        answered = sum(each.judge == name for each in verdicts)
        yield (
            name,
            JudgeFigures(
                number[name, True], number[name, True] - answered, number[name, False], truth, estimated
            ),
        )


def _agreement(said: Sequence[Verdict]) -> dict[str, dict[str, Any]]:
    """How far judges agree on each question: by Krippendorff's alpha, how often all say the same, and of how
    many texts that is."""
    coded = {
        what: judges.code(
            judges.Verdict(each.id, each.judge, str(told))
            for each in said
            if (told := opinion(each)) is not None
        )
        for what, opinion in OPINIONS.items()
    }
    return {
        "alpha": {what: judges.krippendorff_alpha(each) for what, each in coded.items()},
        "agreed": {what: judges.unanimous(each) for what, each in coded.items()},
        "shared": {what: Shared(*judges.shared(each)) for what, each in coded.items()},
    }


def _deviations(keyed: Keyed, said: Said) -> Iterator[Deviation]:
    for name, key in sorted(keyed.keys.items(), key=lambda entry: (entry[1].phenomenon, entry[1].pair)):
        answers = answers_to(name, said)
        if answers and key.accepted and not most_give(answers, is_right(keyed, name)):
            counts = dict(Counter(answers).most_common())
            yield Deviation(name, key.pair, name in keyed.originals, key.phenomenon, key.accepted, counts)
