"""Guessers on quiz questions, in words, in rows of tables and as a page with their curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from zellig import __version__
from zellig.corpora.as_written import as_written
from zellig.games.quiz.evaluation import FIRST_SENTENCE, Accuracy, QuizEvaluation, QuizFigures
from zellig.games.quiz.retraining import AFTER, BEFORE, Retrained
from zellig.measures.by_position import QUARTERS
from zellig.measures.intervals import Estimate
from zellig.measures.people import People
from zellig.report.curve import Line, drawn
from zellig.report.figures import FigureTable
from zellig.report.p_values import p_in_words
from zellig.report.page import template
from zellig.report.people import people_lines
from zellig.report.picture import HEARD as OF_QUESTIONS
from zellig.report.picture import PERCENT

POINTS = (*QUARTERS, FIRST_SENTENCE)
SPOKEN_OF = ("0.5", "1.0")
HEARD_HEADS = ("25%", "50%", "75%", "all", FIRST_SENTENCE)
BUZZ_HEADS = ("buzzed, %", "right, %", "heard, %", "expected wins", "at best")
ACCURACY, BUZZES = "Percent right, by how much of the question was heard", "Buzzes, and what they win"

Interval = tuple[float, float] | None


def quiz_in_words(found: QuizEvaluation) -> Iterator[str]:
    """What came of it, a sentence each."""
    for name, row in found.systems.items():
        half, whole = row.accuracy["0.5"], row.accuracy["1.0"]
        yield (
            f"{name} answers {whole:.1f}% of {found.questions:,} questions right at their end"
            f"{_ends(row.intervals['1.0'])}, {half:.1f}% when half is heard{_ends(row.intervals['0.5'])}; "
            f"{_buzzing(row)}."
        )
    for point in SPOKEN_OF:
        best = max(found.systems, key=lambda name: found.systems[name].accuracy[point])
        for each in found.comparisons.get(point, ()):
            if best in (each.first, each.second):
                better, worse, more, interval = _ordered(
                    each.first, each.second, each.difference, each.interval
                )
                p = p_in_words(each.adjusted_p, each.corrected_for)
                yield (
                    f"{_when(point)}, {better} is right on {PERCENT * more:.1f} points more of the questions "
                    f"than {worse}{_ends(interval, 1, PERCENT)}, {p}."
                    f"{_told(each.apart)}"
                )
    most = max(found.systems, key=lambda name: found.systems[name].expected_wins)
    for wins in found.wins_apart:
        if most in (wins.first, wins.second):
            better, worse, more, interval = _ordered(wins.first, wins.second, wins.difference, wins.interval)
            p = p_in_words(wins.adjusted_p, len(found.wins_apart))
            often = [PERCENT * found.systems[name].buzzes.buzzed.value for name in (better, worse)]
            yield (
                f"With their buzzers, {better} is expected to win {PERCENT * more:.1f} more of 100 questions "
                f"than {worse}{_ends(interval, 1, PERCENT)}, {p}; {better} buzzes on {often[0]:.1f}% of "
                f"them, {worse} on {often[1]:.1f}%."
                f"{_told(wins.apart)}"
            )
    for apart in (each for each in found.apart if each.point in SPOKEN_OF):
        there, here = (PERCENT * share for share in apart.compared.values)
        *_, more, interval = _ordered("", "", apart.compared.difference, apart.compared.interval)
        yield (
            f"{_when(apart.point)}, {apart.system} is right on {there:.1f}% of "
            f"{as_written(found.other_corpus)} and on {here:.1f}% of "
            f"{as_written(found.corpus)}: {PERCENT * more:.1f} points apart{_ends(interval, 1, PERCENT)}, "
            f"{p_in_words(apart.adjusted_p, len(found.apart))}.{_told(apart.apart)}"
        )
    if found.people_buzzed_on is not None:
        yield "Expected wins are by the win curve of the people who were given, not by the published one."


def retrained_in_words(found: Retrained) -> Iterator[str]:
    """What learning from challenge questions brought, and what it cost."""
    for kind, here in (("challenge", found.challenge), ("ordinary", found.ordinary)):
        before, after = here.systems[BEFORE].accuracy["1.0"], here.systems[AFTER].accuracy["1.0"]
        (change,) = here.comparisons["1.0"]
        learnt = "other challenge questions" if kind == "challenge" else "challenge questions"
        p = p_in_words(change.adjusted_p, change.corrected_for)
        yield (
            f"On {here.questions:,} {kind} questions {found.guesser} is right on {before:.1f}% before and "
            f"{after:.1f}% after learning from {learnt}, {p}."
            f"{_told(change.apart)}"
        )


def _buzzing(row: QuizFigures) -> str:
    if row.buzzes.accuracy is None:
        return f"with the buzzer {row.buzzer} it never buzzes"
    wins, ends = PERCENT * row.expected_wins, _ends(row.intervals["expected_wins"], 1, PERCENT)
    return f"with the buzzer {row.buzzer} it is expected to win {wins:.1f} of 100 questions{ends}"


def _ordered(
    first: str, second: str, difference: float, interval: Interval
) -> tuple[str, str, float, Interval]:
    """Two names, the better first, by how much, and the ends of that."""
    if difference >= 0:
        return first, second, difference, interval
    return second, first, -difference, interval and (-interval[1], -interval[0])


def _told(apart: bool) -> str:
    return "" if apart else " The data do not separate the two."


# -- tables


def accuracy_table(systems: Mapping[str, QuizFigures], title: str = ACCURACY) -> FigureTable:
    """A row for each guesser."""
    rows = [[name, *_accuracies(row)] for name, row in systems.items()]
    return FigureTable(title, ("guesser", *HEARD_HEADS), rows)


def buzz_table(systems: Mapping[str, QuizFigures], title: str = BUZZES) -> FigureTable:
    """A row for each guesser with its buzzer."""
    rows = []
    for name, row in systems.items():
        figures = (row.buzzes.buzzed, row.buzzes.accuracy, row.buzzes.position)
        wins = f"{row.expected_wins:.3f}{_below(row.intervals['expected_wins'], 3)}"
        rows.append([name, *map(_percent, figures), wins, f"{row.buzzes.optimal:.3f}"])
    return FigureTable(title, ("guesser", *BUZZ_HEADS), rows)


def apart_table(found: QuizEvaluation) -> FigureTable:
    """A row for each guesser: how often it is right on the other questions, and how often on these."""
    rows: dict[str, list[str]] = {}
    for each in found.apart:
        there, here = (PERCENT * share for share in each.compared.values)
        rows.setdefault(each.system, [each.system]).append(
            f"{there:.1f} → {here:.1f}\n{p_in_words(each.adjusted_p)}"
        )
    title = f"Percent right, {as_written(found.other_corpus)} → {as_written(found.corpus)}"
    return FigureTable(title, ("guesser", *HEARD_HEADS[: len(QUARTERS)]), list(rows.values()))


def quiz_tables(found: QuizEvaluation) -> list[FigureTable]:
    """Accuracy, buzzes, and the other questions, if there are any."""
    apart = [apart_table(found)] if found.apart else []
    return [accuracy_table(found.systems), buzz_table(found.systems), *apart]


def _group_tables(systems: Mapping[str, QuizFigures]) -> Iterator[FigureTable]:
    for kind in ("category", "phenomenon"):
        for name, row in systems.items():
            groups: Mapping[str, Accuracy] = getattr(row, f"by_{kind}")
            rows = [[value, f"{group.questions:,}", *_accuracies(group)] for value, group in groups.items()]
            if rows:
                yield FigureTable(name, (kind, "questions", *HEARD_HEADS), rows)


def _accuracies(row: QuizFigures | Accuracy) -> list[str]:
    return [f"{row.accuracy[point]:.1f}{_below(row.intervals[point], 1)}" for point in POINTS]


def _percent(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    ends = estimate.interval and (PERCENT * estimate.interval[0], PERCENT * estimate.interval[1])
    return f"{PERCENT * estimate.value:.1f}{_below(ends, 1)}"


# -- pages


def render_quiz(found: QuizEvaluation, people: People | None) -> str:
    """The page as one string of HTML; the same figures give the same bytes."""
    lines = _lines(found.systems)
    if people is not None:
        whole, *_ = people_lines(people)
        lines.append(whole._replace(colour=len(lines), dash=3))
    whose = "the published one" if people is None else f"that of people, from {people.every.buzzes:,} buzzes"
    beside = [f"beside {as_written(found.other_corpus)}"] if found.other_corpus else []
    return _page(
        as_written(found.corpus, mapping=False),
        [f"{found.questions:,} questions", f"win curve: {whose}", *beside],
        list(quiz_in_words(found)),
        quiz_tables(found),
        list(_group_tables(found.systems)),
        lines,
        "Over the question",
        people="" if people is None else _asked_of_people(found),
    )


def _asked_of_people(found: QuizEvaluation) -> str:
    """Whether people heard the same questions."""
    if not found.people_buzzed_on:
        return "They were asked other questions."
    if found.people_buzzed_on == found.questions:
        return "They were asked these questions, too."
    return f"They buzzed on {found.people_buzzed_on:,} of these {found.questions:,} questions."


def render_retrained(found: Retrained) -> str:
    """The page of a retraining: the challenge questions, before and after."""
    sets = {"challenge": found.challenge, "ordinary": found.ordinary}
    systems = {
        f"{name}, {kind} questions": row for kind, of in sets.items() for name, row in of.systems.items()
    }
    return _page(
        f"{found.guesser}, with and without challenge questions",
        [f"{of.questions:,} {kind} questions" for kind, of in sets.items()],
        list(retrained_in_words(found)),
        [accuracy_table(systems), buzz_table(systems)],
        list(_group_tables(systems)),
        _lines(found.challenge.systems),
        "Over the challenge questions",
        "Half of the challenge questions were asked of the guesser that had learnt the other half, and the "
        "other way round; before, it had learnt none.",
    )


def _page(
    title: str,
    facts: Sequence[str],
    words: Sequence[str],
    tables: Sequence[FigureTable],
    groups: Sequence[FigureTable],
    lines: list[Line],
    curve_title: str,
    method: str = "",
    *,
    people: str = "",
) -> str:
    what = "Guesses that are right, by how much of the question was heard"
    return template("quiz.html").render(
        title=title,
        version=__version__,
        facts=facts,
        words=words,
        accuracy=tables[0],
        buzzes=tables[1],
        others=tables[2:],
        groups=groups,
        lines=lines,
        curve=drawn(0, what, lines, PERCENT, axes=OF_QUESTIONS),
        curve_title=curve_title,
        method=method,
        people=people,
    )


def _lines(systems: Mapping[str, QuizFigures]) -> list[Line]:
    lines = []
    for number, (name, row) in enumerate(systems.items()):
        points = [(PERCENT * each.middle, each.accuracy) for each in row.curve]
        band = [(PERCENT * each.middle, *each.interval) for each in row.curve]
        lines.append(Line(name, points, band, number, number))
    return lines


def _below(interval: Interval, digits: int) -> str:
    """The ends of an interval, on a line of their own."""
    return "" if interval is None else f"\n{interval[0]:.{digits}f}–{interval[1]:.{digits}f}"


def _ends(interval: Interval, digits: int = 1, times: float = 1.0) -> str:
    """The ends of an interval, after a figure in a sentence."""
    if interval is None:
        return ""
    low, high = (times * end for end in interval)
    between = "–" if low >= 0 else " to "
    return f" ({low:.{digits}f}{between}{high:.{digits}f})"


def _when(point: str) -> str:
    return "At the end" if point == "1.0" else f"When {PERCENT * float(point):.0f}% is heard"
