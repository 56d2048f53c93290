"""Verdicts in tables and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from zellig.doors import option
from zellig.games.judging.figures import JudgingFigures, Shared
from zellig.games.judging.programs import ProgramFigures
from zellig.games.judging.sheet import Entered
from zellig.games.judging.truth import LEAST, READ, Truth
from zellig.measures.intervals import Estimate
from zellig.texts import counted

HEADS = ("texts", "judged", "as promised", "grammatical", "natural", "sound", "follows", "undecided")
NAMES = {"promised": "as promised"}  # of what is found, where it is not the word itself
SHOWN = 10  # texts about which judges say something else than was promised


def groups(
    figures: JudgingFigures | None, programs: Mapping[str, ProgramFigures]
) -> Iterator[tuple[str, Truth]]:
    """Groups of texts by name, and of each program what it alone says of all that were changed."""
    if figures is not None:
        yield from _groups_of_people(figures)
    yield from ((f"all, by {name}", each.truth) for name, each in programs.items() if each.truth)


def _groups_of_people(figures: JudgingFigures) -> Iterator[tuple[str, Truth]]:
    whole = {"all": figures.changed, "originals": figures.originals}
    yield from ((name, truth) for name, truth in whole.items() if truth)
    yield from ((f"promise: {relation}", truth) for relation, truth in figures.promises.items())
    yield from figures.phenomena.items()


def truth_cells(name: str, truth: Truth) -> tuple[str, ...]:
    """A row of the table."""
    shares = (truth.promised, truth.grammatical, truth.natural, truth.sound, truth.follows)
    marked = f"{name} !" if truth.under else name
    return (marked, f"{truth.texts:,}", *map(_percent, shares), f"{truth.undecided:,}")


def entered_in_words(entered: Entered, by: str, where: str) -> Iterator[str]:
    """What became of a sheet; the parts add up."""
    parts = {
        "new": entered.new,
        "changed": entered.changed,
        "as before": entered.same,
        "from before, on rows that are empty now": entered.kept,
        "from before, on texts that are not in this sheet": entered.elsewhere,
    }
    told = ", ".join(f"{number:,} {what}" for what, number in parts.items() if number)
    yield f"{counted(sum(parts.values()), 'verdict')} of {by} in {where}{f': {told}' if told else ''}."
    if entered.taken_back:
        yield f"Taken back, as rows are empty now: {counted(entered.taken_back, 'verdict')}."
    if entered.unanswered:
        yield f"No answer is given to {counted(entered.unanswered, 'text')} of the sheet."
    if entered.kept:
        yield (
            "! A row that was emptied takes nothing back; "
            f"with {option('take_back', True)} such rows take back what was said before."
        )


def verdicts_in_words(
    figures: JudgingFigures | None, programs: Mapping[str, ProgramFigures]
) -> Iterator[str]:
    """What people say, if any have, and then what programs do."""
    if figures is not None:
        yield from judging_in_words(figures)
    yield from programs_in_words(programs)


def judging_in_words(figures: JudgingFigures) -> Iterator[str]:
    """What verdicts come to, in sentences."""
    judges = counted(sum(bool(each.verdicts) for each in figures.judges.values()), "judge")
    yield f"{judges} said something about {figures.judged:,} of {figures.asked:,} texts."
    yield from _weak(figures)
    for what, alpha in figures.alpha.items():
        if len(figures.judges) > 1:
            told = _agreement(alpha, figures.agreed[what], figures.shared[what])
            yield f"Krippendorff's alpha of {what}: {told}."
    for name, each in figures.judges.items():
        skipped = f", {each.skipped:,} skipped" if each.skipped else ""
        alone = f"; by {name} alone {_percent(each.truth.promised)} as promised" if each.truth else ""
        worth = f"; right by what all say: {_percent(each.estimated)}" if each.estimated else ""
        silent = f" ({each.unanswered:,} without an answer)" if each.unanswered else ""
        yield f"{name}: {counted(each.verdicts, 'verdict')}{silent}{skipped}{alone}{worth}."
    for text in figures.deviations[:SHOWN]:
        said = ", ".join(f"{answer} ({number})" for answer, number in text.said.items())
        about = f" ({text.phenomenon})" if text.phenomenon else ""
        whose = f"The original of {text.pair}" if text.original else text.pair
        yield f"{whose}{about}: promised {' or '.join(text.promised)}, said {said}."
    if (more := len(figures.deviations) - SHOWN) > 0:
        yield f"{more:,} more such texts are not shown here."
    if figures.foreign:
        yield f"{counted(figures.foreign, 'verdict')} on other texts were left out."


def _agreement(alpha: Estimate | None, agreed: Estimate | None, shared: Shared) -> str:
    """How far judges agree, and of how many texts that is told."""
    if agreed is None:
        return "not known, no text has two opinions"
    told = "not known, only one thing was ever said" if alpha is None else _plain(alpha)
    texts = "the one text" if shared.texts == 1 else f"the {shared.texts:,} texts"
    who = "both judges" if shared.judges == 2 else f"two or more of {shared.judges:,} judges"
    about = f"{texts} that {who} speak of"
    return f"{told}; of {_percent(agreed)} of {about}, all say the same"


def _least() -> str:
    return f"{100 * LEAST:.0f}% of {READ} or more texts"


def _marked(some: Iterable[tuple[str, Truth]]) -> Iterator[str]:
    """What the mark of each group says that has one."""
    for name, truth in some:
        if truth.under:
            what = ", ".join(NAMES.get(each, each) for each in truth.under)
            yield f"! {name} is under {_least()}: {what}."


def _weak(figures: JudgingFigures) -> Iterator[str]:
    """The groups that readers find wrong too often, or that no phenomenon is one."""
    least = _least()
    yield from _marked(_groups_of_people(figures))
    read = sum(truth.texts >= READ for truth in figures.phenomena.values())
    if figures.phenomena and not read:
        many = len(figures.phenomena)
        yield f"Whether a phenomenon is under {least} is not known: none of {many:,} has so many."
    elif figures.phenomena and not figures.under:
        yield f"No phenomenon is under {least}; {read:,} of {len(figures.phenomena):,} have so many."


def programs_in_words(programs: Mapping[str, ProgramFigures]) -> Iterator[str]:
    """What the verdicts of programs are worth; they count for nothing else."""
    yield from _marked(groups(None, programs))
    for name, each in programs.items():
        told = told_in_words(each.verdicts, each.tied, each.unread)
        yield f"{name}, a program: {told}; they are not among those of people."
        samples = " or ".join(map(str, each.samples))
        if len(each.samples) > 1:
            yield f"! Its verdicts are of several settings: it was asked {samples} times about a text."
        if max(each.samples) > 1 and each.agreement:
            shares = ", ".join(f"{what} {100 * share:.0f}%" for what, share in each.agreement.items())
            yield (
                f"Of the {samples} replies that were asked for about each text so many could be read and say "
                f"what most say: {shares}."
            )
        if each.few_read:
            few = counted(each.few_read, "verdict")
            yield f"For {few} no more than half of the replies could be read."
        if each.as_people is not None:
            yield f"It answers as most people do: {_percent(each.as_people)}."


def told_in_words(verdicts: int, tied: int, unread: int) -> str:
    """What came of all texts that a program was asked about."""
    without = {"its replies contradict each other": tied, "nothing could be read": unread}
    why = ", ".join(f"of {number:,} {what}" for what, number in without.items() if number)
    asked = counted(verdicts + tied + unread, "text")
    return f"{counted(verdicts, 'verdict')} on {asked}" + (f" ({why})" if why else "")


def _percent(share: Estimate | None) -> str:
    if share is None:
        return "-"
    ends = (
        "" if share.interval is None else f" ({100 * share.interval[0]:.0f} to {100 * share.interval[1]:.0f})"
    )
    return f"{100 * share.value:.1f}%{ends}"


def _plain(estimate: Estimate) -> str:
    ends = "" if estimate.interval is None else f" ({estimate.interval[0]:.2f} to {estimate.interval[1]:.2f})"
    return f"{estimate.value:.2f}{ends}"
