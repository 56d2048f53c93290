"""What verdicts come to: how true promises are, by phenomenon, and how far judges agree.

Of a text most judges decide. Where as many say one thing as another nothing is decided, and that counts as
not promised, not grammatical, not natural: what divides readers proves nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from zellig.errors import ZelligError
from zellig.games.judging.asked import Material, name_of
from zellig.games.judging.verdicts import Counted, is_opinion
from zellig.items import Item, Verdict
from zellig.judges.person import NONE
from zellig.measures import judges
from zellig.measures.intervals import Estimate, share_interval
from zellig.measures.outcomes import number_texts
from zellig.tasks import Task


class Truth(msgspec.Struct, frozen=True):
    """How true some texts are."""

    texts: int  # that were judged
    undecided: int  # of them, those about whose answer as many say one thing as another
    promised: Estimate | None  # the answer is one of those that were promised; None: nobody gave one
    grammatical: Estimate | None
    natural: Estimate | None


class JudgeFigures(msgspec.Struct, frozen=True):
    """A judge: how much was said, how true promises are by that alone, and what it is worth."""

    verdicts: int
    skipped: int
    truth: Truth | None
    estimated: Estimate | None  # how likely an answer is right, by what all said; None: too few to tell


class Deviation(msgspec.Struct, frozen=True):
    """A text about which judges say something else than was promised."""

    text: str  # as verdicts call it
    pair: str  # the first one that it stands in, or the item
    phenomenon: str
    promised: tuple[str, ...]
    said: dict[str, int]


class JudgingFigures(msgspec.Struct, frozen=True):
    """All that is told of verdicts on texts."""

    task: str
    asked: int  # texts that there are
    judged: int
    judges: dict[str, JudgeFigures]
    alpha: dict[str, Estimate | None]  # Krippendorff's: of the answers, of grammar, of naturalness
    changed: Truth | None  # texts that were changed, or items
    originals: Truth | None
    phenomena: dict[str, Truth]
    deviations: tuple[Deviation, ...]
    foreign: int  # verdicts on other texts, which are left out


class _Text(NamedTuple):
    """A text with what was promised of it."""

    item: Item
    where: str
    phenomenon: str
    cluster: int  # texts that were made from one original go together


def judged_figures(material: Material, verdicts: Counted) -> JudgingFigures:
    """The figures of verdicts that count; refuses if none is about these texts."""
    changed, originals = _texts(material)
    texts = {**originals, **changed}
    by_text: defaultdict[str, list[Verdict]] = defaultdict(list)
    for (text, _), verdict in verdicts.items():
        if text in texts:
            by_text[text].append(verdict)
    own = [each for some in by_text.values() for each in some]
    if not own:
        raise ZelligError(
            "none of these verdicts is about these texts", remedy="Give the pairs that were judged."
        )
    alone = {name: each for name, each in originals.items() if name not in changed}
    phenomena = sorted({each.phenomenon for each in changed.values()} - {""})

    def truth(some: Mapping[str, _Text], by: str | None = None) -> Truth | None:
        return _truth(some, by_text, material.task, by)

    found = {
        name: truth({key: each for key, each in changed.items() if each.phenomenon == name})
        for name in phenomena
    }
    return JudgingFigures(
        task=material.task.name,
        asked=len(changed) + (len(alone) if any(name in by_text for name in alone) else 0),
        judged=sum(any(map(is_opinion, some)) for some in by_text.values()),
        judges=dict(_judges(own, lambda name: truth(changed, name))),
        alpha=_alphas(own),
        changed=truth(changed),
        originals=truth(alone),
        phenomena={name: each for name, each in found.items() if each},
        deviations=tuple(_deviations(texts, by_text, material.task)),
        foreign=len(verdicts) - len(own),
    )


def _texts(material: Material) -> tuple[dict[str, _Text], dict[str, _Text]]:
    """Changed texts (or items) and originals, by name."""
    clusters = number_texts([*(pair.original for pair in material.pairs), *material.items], material.task)
    changed: dict[str, _Text] = {}
    originals: dict[str, _Text] = {}
    for pair, cluster in zip(material.pairs, clusters, strict=False):
        changed.setdefault(
            name_of(pair.modified), _Text(pair.modified, pair.id, pair.phenomenon, int(cluster))
        )
        originals.setdefault(name_of(pair.original), _Text(pair.original, pair.id, "", int(cluster)))
    for item, cluster in zip(material.items, clusters[len(material.pairs) :], strict=True):
        changed.setdefault(name_of(item), _Text(item, item.id, "", int(cluster)))
    return changed, originals


def _most(said: Iterable[object]) -> tuple[object, bool]:
    """What most say, and whether more say it than anything else."""
    ranked = Counter(said).most_common(2)
    return ranked[0][0], len(ranked) == 1 or ranked[0][1] > ranked[1][1]


def _truth(
    texts: Mapping[str, _Text], said: Mapping[str, Sequence[Verdict]], task: Task, by: str | None
) -> Truth | None:
    rows = []
    for name, text in texts.items():
        given = [each for each in said.get(name, ()) if is_opinion(each) and by in (None, each.judge)]
        if given:
            rows.append((text, given))
    if not rows:
        return None

    def share(opinion: Callable[[Verdict], object], good: Callable[[_Text, object], bool]) -> Estimate | None:
        known = [
            (decided and good(text, most), text.cluster)
            for text, given in rows
            if (told := [each for each in map(opinion, given) if each is not None])
            for most, decided in [_most(told)]
        ]
        return _estimate(*zip(*known, strict=True)) if known else None

    answers = [[each.answer for each in given if each.answer is not None] for _, given in rows]
    return Truth(
        texts=len(rows),
        undecided=sum(not _most(some)[1] for some in answers if some),
        promised=share(_answer, lambda text, answer: _right(str(answer), text.item, task)),
        grammatical=share(lambda each: each.grammatical, lambda _, said: bool(said)),
        natural=share(lambda each: each.natural, lambda _, said: bool(said)),
    )


def _answer(verdict: Verdict) -> str | None:
    return None if verdict.answer is None else str(verdict.answer)


def _right(answer: str, item: Item, task: Task) -> bool:
    return answer != NONE and task.rule(task.given(answer), item).right


def _estimate(hits: Sequence[bool], clusters: Sequence[int]) -> Estimate:
    places = np.unique(clusters, return_inverse=True)[1]
    return Estimate(float(np.mean(hits)), share_interval(hits, 1, places))


def _judges(
    said: Sequence[Verdict], truth: Callable[[str], Truth | None]
) -> Iterator[tuple[str, JudgeFigures]]:
    verdicts = [
        judges.Verdict(each.id, each.judge, answer) for each in said if (answer := _answer(each)) is not None
    ]
    coded = judges.code(verdicts)
    told = judges.comparable_items(coded)
    compared = [each for each in verdicts if each.item in told]
    often = Counter(each.judge for each in compared)
    worth = judges.estimated_accuracies(judges.dawid_skene(coded), compared) if compared else {}
    number = Counter((each.judge, is_opinion(each)) for each in said)
    for name in sorted({each.judge for each in said}):
        estimated = worth.get(name) if often[name] >= judges.ENOUGH else None
        yield name, JudgeFigures(number[name, True], number[name, False], truth(name), estimated)


def _alphas(said: Sequence[Verdict]) -> dict[str, Estimate | None]:
    opinions: dict[str, Callable[[Verdict], object]] = {
        "answer": _answer,
        "grammatical": lambda each: each.grammatical,
        "natural": lambda each: each.natural,
    }
    found = {}
    for what, opinion in opinions.items():
        given = [(each, told) for each in said if (told := opinion(each)) is not None]
        coded = judges.code(judges.Verdict(each.id, each.judge, str(told)) for each, told in given)
        found[what] = judges.krippendorff_alpha(coded)
    return found


def _deviations(
    texts: Mapping[str, _Text], said: Mapping[str, Sequence[Verdict]], task: Task
) -> Iterator[Deviation]:
    for name, text in sorted(texts.items(), key=lambda entry: (entry[1].phenomenon, entry[1].where)):
        answers = Counter(answer for each in said.get(name, ()) if (answer := _answer(each)) is not None)
        if not answers:
            continue
        most, decided = _most(answers.elements())
        if not decided or not _right(str(most), text.item, task):
            yield Deviation(
                name, text.where, text.phenomenon, text.item.accepted, dict(answers.most_common())
            )
