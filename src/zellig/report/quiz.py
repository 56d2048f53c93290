"""Guessers on quiz questions, in words, in rows of a table and as a page with their curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from zellig import __version__
from zellig.games.quiz.evaluation import FIRST_SENTENCE, QuizEvaluation, QuizFigures
from zellig.games.quiz.retraining import AFTER, BEFORE, Retrained
from zellig.measures.by_position import QUARTERS
from zellig.measures.comparing import Comparison
from zellig.measures.people import People
from zellig.report.curve import Line, drawn
from zellig.report.page import template
from zellig.report.people import people_lines, percent
from zellig.report.picture import HEARD, PERCENT

POINTS = (*QUARTERS, FIRST_SENTENCE)
HEADS = (
    "system",
    "25%",
    "50%",
    "75%",
    "all heard",
    FIRST_SENTENCE,
    "buzzes right, %",
    "heard, %",
    "expected wins",
)


def quiz_in_words(found: QuizEvaluation) -> Iterator[str]:
    """What came of it, a sentence each."""
    for name, row in found.systems.items():
        half, whole = row.accuracy["0.5"], row.accuracy["1.0"]
        yield (
            f"{name} answers {whole:.1f}% of {found.questions:,} questions right at their end "
            f"{_ends(row.intervals['1.0'])}, {half:.1f}% when half is heard {_ends(row.intervals['0.5'])}; "
            f"with the buzzer {row.buzzer} it is expected to win {row.expected_wins:.3f} of a question "
            f"{_ends(row.intervals['expected_wins'], 3)}."
        )
    for point in ("0.5", "1.0"):
        best = max(found.systems, key=lambda name: found.systems[name].accuracy[point])
        for each in found.comparisons.get(point, ()):
            if best in (each.first, each.second):
                yield f"{_when(point)}: {_compared(each)}"
    most = max(found.systems, key=lambda name: found.systems[name].expected_wins)
    for wins in found.wins_apart:
        if most not in (wins.first, wins.second):
            continue
        told = "" if wins.apart else " The data do not separate the two."
        yield (
            f"Expected wins: {wins.first} – {wins.second} {wins.difference:+.3f} {_ends(wins.interval, 3)}, "
            f"p = {wins.adjusted_p:.2g} (corrected).{told}"
        )
    for apart in found.apart:
        there, here = (PERCENT * share for share in apart.compared.values)
        yield (
            f"{_when(apart.point)}, {apart.system} is right on {there:.1f}% of {found.other_corpus} and on "
            f"{here:.1f}% of {found.corpus} (p = {apart.adjusted_p:.2g}, corrected)."
        )


def retrained_in_words(found: Retrained) -> Iterator[str]:
    """What learning from challenge questions brought, and what it cost."""
    for kind, here in (("challenge", found.challenge), ("ordinary", found.ordinary)):
        before, after = here.systems[BEFORE].accuracy["1.0"], here.systems[AFTER].accuracy["1.0"]
        (change,) = here.comparisons["1.0"]
        apart = "" if change.apart else " The data do not separate the two."
        learnt = "other challenge questions" if kind == "challenge" else "challenge questions"
        yield (
            f"On {here.questions:,} {kind} questions {found.guesser} is right on {before:.1f}% before and "
            f"{after:.1f}% after learning from {learnt} (p = {change.adjusted_p:.2g}).{apart}"
        )


def quiz_cells(name: str, row: QuizFigures) -> list[str]:
    """A row under HEADS."""
    shares = [_share(row, point) for point in POINTS]
    wins = f"{row.expected_wins:.3f} {_ends(row.intervals['expected_wins'], 3)}"
    return [name, *shares, percent(row.buzzes.accuracy), percent(row.buzzes.position), wins]


def render_quiz(found: QuizEvaluation, people: People | None, title: str = "") -> str:
    """The page as one string of HTML; the same figures give the same bytes."""
    lines = _lines(found.systems)
    if people is not None:
        lines += [
            line._replace(colour=len(lines) + number, dash=3)
            for number, line in enumerate(people_lines(people)[:1])
        ]
    return template("quiz.html").render(
        title=title or found.corpus,
        version=__version__,
        words=list(quiz_in_words(found)),
        heads=HEADS,
        cells={name: quiz_cells(name, row) for name, row in found.systems.items()},
        points=POINTS,
        lines=lines,
        curve=_drawn(lines),
        found=found,
        people=people is not None,
    )


def render_retrained(found: Retrained) -> str:
    """The page of a retraining: the challenge questions, before and after."""
    here = found.challenge
    lines = _lines(here.systems)
    return template("quiz.html").render(
        title=f"{found.guesser}, with and without challenge questions",
        version=__version__,
        words=list(retrained_in_words(found)),
        heads=HEADS,
        cells={
            f"{name}, {kind}": quiz_cells(f"{name}, {kind}", row)
            for kind, of in (("challenge", here), ("ordinary", found.ordinary))
            for name, row in of.systems.items()
        },
        points=POINTS,
        lines=lines,
        curve=_drawn(lines),
        found=here,
        people=False,
    )


def _lines(systems: Mapping[str, QuizFigures]) -> list[Line]:
    lines = []
    for number, (name, row) in enumerate(systems.items()):
        points = [(PERCENT * each.middle, each.accuracy) for each in row.curve]
        band = [(PERCENT * each.middle, *each.interval) for each in row.curve]
        lines.append(Line(name, points, band, number, number))
    return lines


def _drawn(lines: list[Line]) -> Markup:
    return drawn(
        0, "Guesses that are right, by how much of the question was heard", lines, PERCENT, axes=HEARD
    )


def _share(row: QuizFigures, point: str) -> str:
    return f"{row.accuracy[point]:.1f} {_ends(row.intervals[point])}"


def _ends(interval: tuple[float, float] | None, digits: int = 1) -> str:
    return "" if interval is None else f"({interval[0]:.{digits}f}–{interval[1]:.{digits}f})"


def _when(point: str) -> str:
    return "At the end" if point == "1.0" else f"When {PERCENT * float(point):.0f}% is heard"


def _compared(row: Comparison) -> str:
    spread = (
        "" if row.interval is None else " ({:+.1f} to {:+.1f})".format(*(PERCENT * e for e in row.interval))
    )
    told = "" if row.apart else " The data do not separate the two."
    return (
        f"{row.first} – {row.second} {PERCENT * row.difference:+.1f} points{spread}, "
        f"p = {row.adjusted_p:.2g} (corrected).{told}"
    )
