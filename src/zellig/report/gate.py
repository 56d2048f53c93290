"""What a gate decided, in words and examples: for a terminal, a log, a page, for whoever's test failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zellig.files import write_text
from zellig.games.breaking.gate import (
    BaselineComparison,
    Decision,
    Demand,
    Doubted,
    FailedPair,
    Percentage,
)
from zellig.items import pair_hash
from zellig.pairs.show import Line, show_pair
from zellig.report.cards import fields_of
from zellig.report.figures import Example, FigurePage, FigureTable
from zellig.report.p_values import how_tested, p_in_words, p_number
from zellig.systems.doubt_words import doubt_in_words
from zellig.tasks import get_task
from zellig.terminal import one_line

EXAMPLES = 5  # shown in all
METHOD = (
    "A pair is passed if both of its sides are answered right. Intervals: Wilson's, 95%, for as many "
    "independent pairs as spread like these; of differences, 95% percentiles of a bootstrap over originals. "
    "Beside a baseline, worse with a p below 0.05 is a regression."
)


def name_of(each: Demand) -> str:
    """What a demand is called."""
    if isinstance(each, Doubted):
        return f"reading ({each.doubt.kind})"
    if isinstance(each, BaselineComparison):
        return f"regression ({each.phenomenon or 'all pairs'})"
    return f"{each.what} ({each.phenomenon or ('originals' if each.what == 'accuracy' else 'all pairs')})"


def in_words(each: Demand, decision: Decision) -> str:
    """One sentence about a demand, and whether it is met."""
    if isinstance(each, Doubted):
        return doubt_in_words(each.doubt, decision.system, get_task(decision.task))
    about = "" if each.phenomenon is None else f"{each.phenomenon}: "
    if isinstance(each, BaselineComparison):
        met = _unknown(each.needed, "pairs") or ("a regression" if each.fails else "no regression")
        return (
            f"{about}{each.no_longer_passed} no longer passed and {each.newly_passed} newly passed of "
            f"{_number(each.pairs, 'pair')}, beside {decision.baseline} "
            f"({p_in_words(each.adjusted_p, each.corrected_for)}): {met}.{_side(each)}"
        )
    did = "answers" if each.what == "accuracy" else "passes"
    unit = "original" if each.what == "accuracy" else "pair"
    right = " right" if each.what == "accuracy" else ""
    met = _unknown(each.needed, f"{unit}s") or ("too few" if each.fails else "enough")
    return (
        f"{about}{decision.system} {did} {each.found.hits:,} of {_number(each.found.counted, unit)}{right}, "
        f"{percent(each.found)}; at least {each.at_least:g}% are asked for: {met}."
    )


def _unknown(needed: int | None, what: str) -> str:
    """What is said where so few were counted that nobody knows."""
    return "" if needed is None else f"that is not known, at least {needed} {what} are needed to tell"


def _side(each: BaselineComparison) -> str:
    """What is to blame: the phenomenon is not, where the original is answered wrong."""
    if not each.original_wrong:
        return ""
    of = f"{each.original_wrong:,} of the {each.no_longer_passed:,}"
    what = each.phenomenon or "the change"
    return f" In {of}, the original itself is answered wrong now: there, {what} is not to blame."


def percent(found: Percentage) -> str:
    """A percentage with its interval."""
    return f"{found.percent:.1f}% ({found.interval[0]:.1f}–{found.interval[1]:.1f})"


def doubts(decision: Decision) -> Iterator[str]:
    """What else has to be known about the systems, the pairs and the answers."""
    task = get_task(decision.task)
    if decision.doubt is not None and not any(isinstance(each, Doubted) for each in decision.demands):
        told = doubt_in_words(decision.doubt, decision.system, task)
        decided = decision.limits or decision.comparisons
        yield f"{told} It is decided by what it passes all the same." if decided else told
    if decision.baseline_doubt is not None:
        told = doubt_in_words(decision.baseline_doubt, f"{decision.baseline} (the baseline)", task)
        yield f"{told} Not falling behind it says little."
    if few := [each for each in decision.comparisons if each.needed and each.phenomenon]:
        names = ", ".join(f"{each.phenomenon} ({each.pairs})" for each in few)
        yield f"Is it worse at {names}? Of each, {_unknown(few[0].needed, 'pairs')}."
    if decision.doubtful:
        yield (
            f"Not counted, as in the report of the run: {_number(decision.doubtful, 'pair')} that a check "
            "speaks against."
        )
    if decision.searched:
        uncompared = "" if decision.baseline is None else f", and not compared with {decision.baseline}"
        yield (
            f"{_number(decision.searched, 'pair')} made by asking a system, which such pairs break by "
            f"construction: counted by limits{uncompared}."
        )
    for name, unparsed in (
        (decision.system, decision.unparsed),
        (decision.baseline, decision.baseline_unparsed),
    ):
        if unparsed:
            answers = _number(2 * decision.pairs, "answer")
            yield f"{unparsed:,} of {answers} of {name} are none of the task's: they count as wrong."
    for item, why in list(decision.failures.items())[:1]:
        yield f"{decision.system} failed on {_number(len(decision.failures), 'text')}, e.g. {item}: {why}."


def conclusion(decision: Decision) -> str:
    """The last sentence."""
    if not (decision.limits or decision.comparisons):
        return f"There was no limit and no baseline: nothing was decided about {decision.system}."
    if decision.passes:
        return f"{decision.system} passes."
    names = ", ".join(map(name_of, decision.failing))
    if all(each.needed for each in decision.failing):
        return f"{decision.system} does not pass, too little is known: {names}."
    return f"{decision.system} does not pass: {names}."


def worst(decision: Decision) -> list[FailedPair]:
    """Examples of all that fails, a pair once."""
    every = [example for each in decision.failing for example in each.examples]
    return list({pair_hash(example.pair): example for example in every}.values())[:EXAMPLES]


def show_example(example: FailedPair, task: str, *, colour: bool) -> Iterator[Line]:
    """The lines that show a pair, and what was answered."""
    yield from show_pair(example.pair, get_task(task), colour=colour)
    marks = ["right" if right else "WRONG" for right in example.right]
    line = [("  answered ", "")]
    for answer, mark in zip(example.answers, marks, strict=True):
        line += [(f"{answer} ", ""), (mark, "" if mark == "right" else "bold red"), (", ", "")]
    yield line[:-1]
    if example.before is not None:
        yield [(f"  before: {', '.join(example.before)}", "")]


def plain_examples(examples: list[FailedPair], task: str) -> str:
    """The same without colours, as one text; what follows a line end in somebody's text is set in."""
    lines = (line for example in examples for line in show_example(example, task, colour=False))
    return "\n".join("".join(text for text, _ in line).replace("\n", "\n    ") for line in lines)


def plain_text(decision: Decision) -> str:
    """All that is said about a system that does not pass, for a log."""
    lines = [*(in_words(each, decision) for each in decision.failing), *doubts(decision)]
    shown = plain_examples(worst(decision), decision.task)
    return "\n".join([*map(one_line, [conclusion(decision), *lines]), shown]).rstrip()


def heads(decision: Decision) -> tuple[str, ...]:
    """What the columns of a table by phenomenon are called."""
    beside = ("no longer passed", "newly passed", "p") if decision.comparisons else ()
    return ("", "pairs", "passed", *beside)


def rows(decision: Decision) -> tuple[list[list[str]], list[list[str]]]:
    """The cells of each phenomenon, and of all pairs."""
    compared = {each.phenomenon: each for each in decision.comparisons}
    phenomena = [_row(name, found, compared.get(name)) for name, found in decision.phenomena.items()]
    return phenomena, [_row("all pairs", decision.passed, compared.get(None))]


def _row(name: str, found: Percentage, compared: BaselineComparison | None) -> list[str]:
    cells = [name, f"{found.counted:,}", percent(found)]
    if compared is not None:
        changed = (compared.no_longer_passed, compared.newly_passed)
        cells += [*(f"{number:,}" for number in changed), p_number(compared.adjusted_p)]
    return cells


def sentences(decision: Decision) -> list[str]:
    """What came of each limit, each regression, and what else has to be known."""
    regressions = [each for each in decision.comparisons if each.fails]
    doubted = [each for each in decision.demands if isinstance(each, Doubted)]
    told: list[Demand] = [*doubted, *decision.limits, *regressions]
    words = [*(in_words(each, decision) for each in told), *doubts(decision)]
    return [*words, _tests(decision)] if decision.comparisons else words


def _tests(decision: Decision) -> str:
    return how_tested(sum(each.phenomenon is not None for each in decision.comparisons))


def write_decision(path: Path, decision: Decision) -> None:
    """Write the page, whole or not at all."""
    phenomena, whole = rows(decision)
    beside = [] if decision.baseline is None else [f"beside {decision.baseline}"]
    page = FigurePage(
        kind="a gate",
        title=decision.system,
        facts=[
            f"Task {decision.task}",
            f"{_number(decision.pairs, 'pair')} of {_number(decision.originals, 'original')}",
            *beside,
        ],
        words=[conclusion(decision), *sentences(decision)],
        tables=[FigureTable("By phenomenon", heads(decision), phenomena + whole)],
        method=METHOD,
        examples=[_example(each) for each in worst(decision)],
    )
    write_text(path, page.html())


def _example(failed: FailedPair) -> Example:
    pair = failed.pair
    promised = [" or ".join(item.accepted) for item in (pair.original, pair.modified)]
    about = f"{pair.id} · {pair.phenomenon} · right: {' → '.join(promised)} · answered: "
    before = "" if failed.before is None else f" · before: {' → '.join(failed.before)}"
    return Example(f"{about}{' → '.join(failed.answers)}{before}", fields_of(pair))


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
