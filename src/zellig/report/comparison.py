"""Two versions side by side: what is newly passed, no longer passed and unchanged, as a page and in words."""

from __future__ import annotations

from pathlib import Path

from zellig import __version__
from zellig.files import write_text
from zellig.games.breaking.comparing import STATES, Change, ComparedRuns
from zellig.report.browser import browser_of
from zellig.report.cards import Deck
from zellig.report.p_values import how_tested, p_in_words, p_number
from zellig.report.page import template
from zellig.systems.doubt_words import doubt_in_words


def write_comparison(path: Path, compared: ComparedRuns, title: str = "") -> None:
    """Write the page, whole or not at all."""
    write_text(path, comparison_html(compared, title))


def comparison_html(compared: ComparedRuns, title: str = "") -> str:
    """The page as one string of HTML; the same comparison gives the same bytes."""
    first, second = compared.names
    return template("comparison.html").render(
        title=title or f"{second} beside {first}",
        version=__version__,
        task=compared.contest.task,
        versions=compared.names,
        words=comparison_in_words(compared),
        tests=how_tested(len(compared.phenomena)),
        compared=compared,
        states={state: compared.states.count(state) for state in STATES},
        browser=browser_of(Deck(compared.contest, states=compared.states)),
    )


def comparison_in_words(compared: ComparedRuns) -> list[str]:
    """A few sentences: what came of it, where, and on what it rests."""
    first, second = compared.names
    every = compared.every
    old, new = (100 * passed / every.pairs for passed in every.passed)
    contest = compared.contest
    words = [doubt_in_words(doubt, name, contest.task) for name, doubt in contest.doubts.items()]
    words += [
        f"{second} passes {new:.0f}% of {_number(every.pairs, 'pair')} (both sides right), {first} "
        f"{old:.0f}%. It no longer passes {every.no_longer_passed:,} of them, and newly passes "
        f"{every.newly_passed:,}. {_separated(every)}"
    ]
    apart = [change for change in compared.phenomena if change.apart]
    for told, some in (
        ("Better on", [change for change in apart if change.difference > 0]),
        ("Worse on", [change for change in apart if change.difference < 0]),
    ):
        if some:
            number = some[0].corrected_for
            corrected = f" (p corrected for {number:,} phenomena)" if number > 1 else ""
            words.append(f"{told}{corrected}: {', '.join(map(_phenomenon, some))}.")
    left_out = {
        f"that only {first} was asked about": compared.only_first,
        f"that only {second} was asked about": compared.only_second,
        "made by asking a system": compared.searched,
        "that a check speaks against": compared.doubtful,
    }
    if reasons := [f"{_number(count, 'pair')} {why}" for why, count in left_out.items() if count]:
        words.append(f"Not compared: {', '.join(reasons)}. The scores of a contest count every pair.")
    return words


def change_cells(change: Change) -> list[str]:
    """A row of a table."""
    counts = (change.pairs, *change.passed, change.no_longer_passed, change.newly_passed)
    name = change.phenomenon or "all pairs"
    return [name, *(f"{count:,}" for count in counts), p_number(change.adjusted_p)]


def _separated(change: Change) -> str:
    if not change.apart:
        more = f" About {change.still_needed:,} more pairs would tell." if change.still_needed else ""
        return f"The data do not separate the two ({p_in_words(change.adjusted_p)}).{more}"
    return f"It is {'better' if change.difference > 0 else 'worse'} ({p_in_words(change.adjusted_p)})."


def _phenomenon(change: Change) -> str:
    found = p_in_words(change.adjusted_p)
    passed = f"{change.passed[0]:,} to {change.passed[1]:,} of {change.pairs:,} passed; {found}"
    original = (
        f"; of the {change.no_longer_passed:,} no longer passed, {change.original_wrong:,} because the "
        "original itself is answered wrong now"
    )
    return f"{change.phenomenon} ({passed}{original if change.original_wrong else ''})"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
