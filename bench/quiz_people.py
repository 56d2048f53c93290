"""How people buzz: tables for docs/results/quiz.md, and a picture.

Usage: quiz_people.py ../shared/data/quizbowl PICTURE.svg
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from zellig.corpora import open_corpus
from zellig.corpora.buzzes import Buzzes, read_buzzes
from zellig.files import write_text
from zellig.measures.expected_wins import PUBLISHED, curve_error, fit_win_curve
from zellig.measures.people import People, describe, second_half
from zellig.measures.two_samples import TwoSamples, two_means, two_shares
from zellig.measures.two_way import Crossing
from zellig.report.people import HEADS, buzzing_cells, people_picture

# How the paper calls the events of its file, and its sets.
EVENTS = {"parents": "intermediate players", "maryland": "experts", "live": "national players, live"}
SETS = {"adv": "adversarial", "control": "control", "advneural": "adversarial (RNN)"}
PEOPLE_ONLY = ("parents", "maryland")  # events of people alone, which the paper reports together


class Heard(NamedTuple):
    """Buzzes on a set of questions: the share that was heard, and whether the answer was right."""

    positions: NDArray[np.float64]
    right: NDArray[np.bool_]


Gameplay = dict[str, dict[str, Heard]]  # event, set


def read_gameplay(path: Path) -> Gameplay:
    """The file behind the paper's figure of people: by event and set, where right and wrong buzzes were."""
    raw = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, list[float]]])
    found: Gameplay = {}
    for event, lists in raw.items():
        found[event] = {}
        for name in SETS:
            right, wrong = lists[f"{name}_correct_positions"], lists[f"{name}_wrong_positions"]
            if right or wrong:
                flags = np.arange(len(right) + len(wrong)) < len(right)
                found[event][name] = Heard(np.array([*right, *wrong]), flags)
    return found


def together(gameplay: Gameplay, name: str) -> Heard:
    """The buzzes of both events of people alone on one set."""
    parts = [gameplay[event][name] for event in PEOPLE_ONLY]
    return Heard(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def compared(first: Heard, second: Heard) -> tuple[TwoSamples, TwoSamples]:
    """Accuracy by Fisher's test, and the share that remains of the question by Welch's."""
    return two_shares(first.right, second.right), two_means(1 - first.positions, 1 - second.positions)


def gameplay_tables(gameplay: Gameplay) -> Iterator[str]:
    """Every event and set; then adversarial against control questions."""
    rows = [
        _heard(EVENTS[event], name, gameplay[event][name]) for event in gameplay for name in gameplay[event]
    ]
    rows += [_heard("both without a computer", name, together(gameplay, name)) for name in ("adv", "control")]
    yield _table(("event", "questions", "buzzes", "right, %", "remaining, %"), rows)
    pairs = {EVENTS[event]: (gameplay[event]["adv"], gameplay[event]["control"]) for event in PEOPLE_ONLY}
    pairs["both"] = (together(gameplay, "adv"), together(gameplay, "control"))
    heads = ("event", "more right, points", "Fisher's p", "more remains, points", "Welch's p")
    yield _table(heads, ([name, *_cells(compared(*two))] for name, two in pairs.items()))


def _heard(event: str, name: str, heard: Heard) -> list[object]:
    shares = (heard.right.mean(), 1 - heard.positions.mean())
    return [event, SETS[name], len(heard.right), *(f"{100 * share:.1f}" for share in shares)]


def _cells(found: Iterable[TwoSamples]) -> Iterator[str]:
    for each in found:
        low, high = (100 * end for end in each.interval or (np.nan, np.nan))
        yield f"{100 * each.difference:+.1f} ({low:.1f} to {high:.1f})"
        yield f"{each.p:.2g}"


def curve_table(buzzes: Buzzes) -> str:
    """Fitted on the first half of the questions, beside the people of the second and the published curve."""
    first = ~second_half(item.id for item in buzzes.asked)[buzzes.question]
    fitted = fit_win_curve(buzzes.heard[first], buzzes.right[first])
    other = np.flatnonzero(~first)
    crossing = Crossing.of(buzzes.question[other], buzzes.player[other])
    rows = []
    for x in np.arange(11) / 10:
        before = crossing.share(buzzes.right[other] & (buzzes.heard[other] < x))
        low, high = before.interval or (np.nan, np.nan)
        curves = (f"{float(curve(np.array(x))):.3f}" for curve in (fitted, PUBLISHED))
        rows.append([f"{x:.1f}", f"{1 - before.value:.3f} ({1 - high:.3f} to {1 - low:.3f})", *curves])
    errors = [curve_error(curve, buzzes.heard[other], buzzes.right[other]) for curve in (fitted, PUBLISHED)]
    rows.append(["root mean square", "", *(f"{error:.3f}" for error in errors)])
    return _table(("heard", "people, second half", "fitted on the first half", "published"), rows)


def people_table(people: People) -> str:
    """All, thirds, and the ten largest categories."""
    named = {"all": people.every, **people.abilities, **dict(list(people.categories.items())[:10])}
    return _table(HEADS, (buzzing_cells(*row) for row in named.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def main(data: Path, out: Path) -> None:
    """Print the tables; draw the picture."""
    for table in gameplay_tables(read_gameplay(data / "trickme/all_human_gameplay.json")):
        print(table)
    buzzes = read_buzzes(data / "buzzes.csv.gz", open_corpus(f"tossups:{data}/buzzed-tossups.jsonl.gz"))
    people = describe(buzzes)
    print(people_table(people))
    print(curve_table(buzzes))
    write_text(out, people_picture(people))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
