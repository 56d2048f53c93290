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
from zellig.games.tournament.brought import playing_from
from zellig.measures.expected_wins import PUBLISHED, curve_error, fit_win_curve
from zellig.measures.people import ABILITIES, People, ability, describe, second_half
from zellig.measures.playing import Apart, Line, apart, compared, line
from zellig.measures.two_samples import TwoSamples
from zellig.measures.two_way import Crossing
from zellig.report.people import HEADS, buzzing_cells, people_picture, percent

# How the paper calls the events of its file, and its sets.
EVENTS = {"parents": "intermediate players", "maryland": "experts", "live": "national players, live"}
SETS = {"adv": "adversarial", "control": "control", "advneural": "adversarial (RNN)"}
PAPER_RIGHT, PAPER_REMAINING = (0.897, 0.842), (0.416, 0.283)  # adversarial and control questions
DRAWS, ON_A_SIDE = 1000, 60  # as many questions of a side as the paper read
PAPER_BUZZES = (136, 54)
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


def set_apart(first: Heard, second: Heard) -> tuple[TwoSamples, TwoSamples]:
    """As a tournament tells challenge from control questions: accuracy, and the share that remains."""
    right, heard = (
        np.concatenate(column)
        for column in zip((first.right, first.positions), (second.right, second.positions), strict=True)
    )
    return compared(right, heard, np.arange(len(right)) < len(first.right))


def paper_table(gameplay: Gameplay) -> str:
    """The figures of the paper (arXiv v1, section 6) beside the same ones from the published buzzes."""
    accuracy, remaining = set_apart(together(gameplay, "adv"), together(gameplay, "control"))
    rows = [
        [f"{name}, {what}", f"{100 * paper:.1f}%", f"{100 * value:.1f}%", _agrees(paper, value)]
        for what, found, papers in (
            ("right", accuracy, PAPER_RIGHT),
            ("remaining", remaining, PAPER_REMAINING),
        )
        for name, paper, value in zip(("adversarial", "control"), papers, found.values, strict=True)
    ]
    for what, found, paper in (("accuracy, Fisher", accuracy, 0.16), ("position, t test", remaining, 0.0047)):
        rows.append([what, f"p = {paper:.2g}", f"p = {found.p:.2g}", _agrees(paper, found.p)])
    return _table(("", "the paper", "from the published buzzes", ""), rows)


def _agrees(paper: float, found: float) -> str:
    return "the same" if abs(paper - found) < 0.0005 else "another"


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
    yield _table(heads, ([name, *_cells(set_apart(*two))] for name, two in pairs.items()))


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


def tossup_table(buzzes: Buzzes) -> str:
    """What a tournament's report says of players, for all of these people and for each third of them."""
    play = playing_from(buzzes)
    able = ability(buzzes, second_half(item.id for item in buzzes.asked))
    groups = {"all": np.arange(len(buzzes))}
    groups |= {name: np.flatnonzero(able == place) for place, name in enumerate(ABILITIES)}
    rows = [_tossups(line(play, name, rows, None)) for name, rows in groups.items()]
    return _table(("", "first buzzes right, %", "powers, %", "negs, %", "points a buzz", "words heard"), rows)


def _tossups(found: Line) -> list[object]:
    shares = (f"{100 * number / found.buzzes:.1f}" for number in (found.powers, found.negs))
    a_buzz = f"{found.points / found.buzzes:.2f}"
    return [found.name, percent(found.first_right), *shares, a_buzz, f"{found.words:.1f}"]


def false_alarms(buzzes: Buzzes) -> str:
    """How often two sides are told apart that were drawn by lot of one set of questions, and so are one."""
    chance = np.random.default_rng(2018)
    sets = np.array([str(item.metadata.get("set", "")) for item in buzzes.asked])
    rows_of = np.split(
        np.argsort(buzzes.question, kind="stable"),
        np.searchsorted(np.sort(buzzes.question), np.arange(1, len(sets))),
    )
    asked = np.array([len(rows) > 0 for rows in rows_of])
    large = [name for name in np.unique(sets) if (asked & (sets == name)).sum() >= 2 * ON_A_SIDE]
    found: dict[str, list[list[float]]] = {"all buzzes": [], "as many as the paper's": []}
    for _ in range(DRAWS):
        inside = np.flatnonzero(asked & (sets == chance.choice(large)))
        drawn = chance.choice(inside, 2 * ON_A_SIDE, replace=False)
        rows = np.concatenate([rows_of[place] for place in drawn])
        challenge = np.isin(buzzes.question[rows], drawn[:ON_A_SIDE])
        found["all buzzes"].append(_chances(apart(buzzes, "", rows, challenge)))
        sides = (np.flatnonzero(challenge), np.flatnonzero(~challenge))
        few = np.concatenate(
            [chance.choice(side, many, replace=False) for side, many in zip(sides, PAPER_BUZZES, strict=True)]
        )
        found["as many as the paper's"].append(_chances(apart(buzzes, "", rows[few], challenge[few])))
    names = (
        "accuracy, Fisher",
        "accuracy, allowing for questions and players",
        "position, Welch",
        "position, allowing for questions and players",
    )
    wrong = [(np.array(each) < 0.05).mean(axis=0) for each in found.values()]
    shares = (
        [name, *(f"{100 * share:.1f}" for share in row)] for name, *row in zip(names, *wrong, strict=True)
    )
    return _table(("told apart by a test at 5%, % of 1,000 draws", *found), shares)


def _chances(found: Apart) -> list[float]:
    clustered = (found.right_clustered.p, found.remaining_clustered.p)
    right, remaining = (1.0 if p is None else p for p in clustered)
    return [found.right.p, right, found.remaining.p, remaining]


def people_table(people: People) -> str:
    """All, thirds, and the ten largest categories."""
    named = {"all": people.every, **people.abilities, **dict(list(people.categories.items())[:10])}
    return _table(HEADS, (buzzing_cells(*row) for row in named.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def main(data: Path, out: Path) -> None:
    """Print the tables; draw the picture."""
    gameplay = read_gameplay(data / "trickme/all_human_gameplay.json")
    for table in (*gameplay_tables(gameplay), paper_table(gameplay)):
        print(table)
    buzzes = read_buzzes(data / "buzzes.csv.gz", open_corpus(f"tossups:{data}/buzzed-tossups.jsonl.gz"))
    people = describe(buzzes)
    print(people_table(people))
    print(tossup_table(buzzes))
    print(false_alarms(buzzes))
    print(curve_table(buzzes))
    write_text(out, people_picture(people))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
