"""How people buzz, in words, in rows of a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from zellig.measures.expected_wins import LEAST
from zellig.measures.intervals import Estimate
from zellig.measures.people import Buzzing, People
from zellig.report.curve import Line
from zellig.report.picture import PERCENT, picture_of_questions

HEADS = ("", "buzzes", "questions", "players", "right, %", "heard, %", "heard when right, %")


def people_in_words(people: People) -> Iterator[str]:
    """The main findings, a sentence each."""
    every = people.every
    right, heard = percent(every.accuracy, "%"), percent(every.position, "%")
    yield (
        f"{every.buzzes:,} buzzes of {every.players:,} players on {every.questions:,} of {people.asked:,} "
        f"questions: {right} were right, after {heard} of a question."
    )
    if people.past_the_end:
        yield f"{people.past_the_end:,} buzzes were beyond the last word, and count as at the end."
    if people.games is None:
        yield (
            "The table has no column for the game, so nobody knows who heard which question: the players are "
            "not divided by ability."
        )
    if people.win_curve is None:
        yield f"For a win curve of these people there are too few buzzes: {LEAST} are the least."
        return
    numbers = ", ".join(f"{number:.4f}" for number in people.win_curve.coefficients)
    yield f"The win curve of these people has the coefficients {numbers} (of x to the power of 0, 1, 2, 3)."
    for number, half in enumerate(people.other_half, start=1):
        yield (
            f"Fitted on half {number} of the questions, it is {half.error:.3f} from the people on the other "
            f"(root of the mean square); the published curve is {half.published_error:.3f} from them."
        )


def buzzing_cells(name: str, found: Buzzing) -> list[str]:
    """A row under HEADS."""
    numbers = (found.buzzes, found.questions, found.players)
    estimates = (found.accuracy, found.position, found.right_position)
    return [name, *(f"{number:,}" for number in numbers), *map(percent, estimates)]


def percent(estimate: Estimate | None, unit: str = "") -> str:
    """A share with its interval."""
    if estimate is None:
        return "–"
    value = f"{PERCENT * estimate.value:.1f}{unit}"
    if estimate.interval is None:
        return value
    low, high = (PERCENT * end for end in estimate.interval)
    return f"{value} ({low:.1f}–{high:.1f})"


def people_lines(people: People) -> list[Line]:
    """Of all buzzes of a group, the share that was right by then, over how much was heard."""
    lines = []
    for number, (name, points) in enumerate(people.reached.items()):
        at = [(PERCENT * each.heard, each.right) for each in points]
        band = [(x, *right.interval) for x, right in at if right.interval is not None]
        label = "people" if name == "all" else f"people, {name}"
        lines.append(Line(label, [(x, right.value) for x, right in at], band, number, number))
    return lines


def people_picture(people: People) -> str:
    """The curves of people, of each third of them and of all, as an SVG."""
    return picture_of_questions(
        "Buzzes of people that were right, by how much was heard", people_lines(people)
    )
