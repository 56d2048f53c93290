"""Guessers and buzzers on real questions: tables and picture of docs/results/quiz.md (`make quiz`).

quiz.py DATA OUT: DATA is ../shared/data/quizbowl. Whatever OUT holds already is not trained again. `ir` and
`tfidf` learn all training questions, `dan` and `gru` four fifths of them, the ensemble and the buzzers a
tenth each, which is new to what they learn to trust.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from zellig.buzzers import load_buzzer
from zellig.corpora import open_corpus
from zellig.files import write_json, write_text
from zellig.front.people import QuizPeople, quiz_people
from zellig.front.quiz import quiz_evaluate
from zellig.games.quiz.buzzer_training import fit_buzzer, hear_lessons
from zellig.games.quiz.evaluation import first_buzz
from zellig.games.quiz.hearing import hear
from zellig.items import Item, write_records
from zellig.measures.by_position import QUARTERS, Place, accuracy_by_position
from zellig.measures.expected_wins import PUBLISHED, wins
from zellig.measures.intervals import Block, bootstrap_sums, percentile_interval
from zellig.measures.people import second_half
from zellig.measures.significance import sampled_permutation_test
from zellig.measures.tracks import Track, as_tracks
from zellig.performers import System, ask, derive_seed
from zellig.systems.ensemble import Settings as Together
from zellig.systems.loading import load_system
from zellig.systems.training import train_system
from zellig.tasks.quiz import QUIZ
from zellig.tasks.quiz.beginnings import beginning

GUESSERS = ("tfidf", "dan", "gru", "ir", "ensemble")
BUZZERS = ("threshold", "logistic", "mlp", "lstm", "wins")
AT_LEAST = 2  # training questions that a known answer has
TOGETHER = 64  # questions that a guesser is asked about at once
DRAWN = 1000  # questions behind the picture
LESSONS = 3000  # questions that buzzers learn from

_FORMAT = re.compile(r"</?(?:b|u|i|em|strong|req)>|\b_|_\b", re.IGNORECASE)  # of lines of other years
_HEAD = re.compile(r"[\[\(<]| or |;|,? accept")
_NOT_A_LETTER = re.compile(r"[^\w\s]")


def main(data: Path, out: Path) -> None:
    train, dev = data / "tossups.train.jsonl.gz", data / "tossups.dev.jsonl.gz"
    minutes = train_guessers(train, data / "wiki-leads.jsonl.gz", out)
    known = known_questions(train, dev)
    tables = [f"{len(known):,} known development questions, percent right by the rule of the baseline", ""]
    tables += by_the_same_rule(known, out, minutes)
    # The file goes from easy tournaments to hard ones; the first of these are a sample of all.
    mixed = sorted(known, key=lambda item: derive_seed(2017, "drawn", item.id))
    write_records(out / "known.jsonl", Item, mixed, QUIZ.name)
    people = quiz_people(data / "buzzes.csv.gz", questions=data / "buzzed-tossups.jsonl.gz")
    judged = quiz_evaluate(
        [str(out / name) for name in GUESSERS],
        data=f"items:{out / 'known.jsonl'}",
        people=people,
        limit=DRAWN,
    )
    judged.report(out / "quiz.html")
    write_json(out / "quiz.json", judged.figures)
    tables += ["", f"{DRAWN:,} of them, judged by answer lines", "", *repr(judged).splitlines()]
    tables += ["", *buzzers(data, out, people)]
    write_text(out / "quiz.md", "\n".join(tables) + "\n")
    print("\n".join(tables))


def train_guessers(train: Path, leads: Path, out: Path) -> dict[str, float]:
    """CPU minutes of each training that was done now."""
    minutes = {}
    lessons: dict[str, Sequence[str]] = {
        "tfidf": [f"tossups:{train}"],
        "ir": [f"tossups:{train}", f"leads:{leads}"],
        "dan": [f"tossups:{train}:guesstrain"],
        "gru": [f"tossups:{train}:guesstrain"],
        "ensemble": [f"tossups:{train}:guessdev"],
    }
    members = tuple(str(out / name) for name in ("ir", "dan", "gru"))
    for name, corpora in lessons.items():
        start = time.process_time()
        config = Together(members) if name == "ensemble" else None
        train_system(name, corpora, out / name, config=config)
        minutes[name] = (time.process_time() - start) / 60
        print(f"{name}: {minutes[name]:.1f} CPU minutes", flush=True)
    return minutes


def known_questions(train: Path, dev: Path) -> list[Item]:
    """Development questions whose answer, by the baseline's rule, at least two training questions have."""
    counts = Counter(baseline_key(_line(item)) for item in open_corpus(f"tossups:{train}"))
    return [i for i in open_corpus(f"tossups:{dev}") if counts[baseline_key(_line(i))] >= AT_LEAST]


def by_the_same_rule(items: Sequence[Item], out: Path, minutes: dict[str, float]) -> list[str]:
    """A row a guesser; and the ensemble against each of the others, paired."""
    tracks = {name: as_tracks(_tracks(load_system(str(out / name)), items)) for name in GUESSERS}
    found = accuracy_by_position(tracks, QUARTERS, {"all": np.arange(len(items))}, 1000, 2017)
    rows = [
        "| guesser | " + " | ".join(QUARTERS) + " | CPU minutes of training |",
        "|---|" + "---|" * (len(QUARTERS) + 1),
    ]
    for name in GUESSERS:
        cells = [found.figures[Place("all", point)][name] for point in QUARTERS]
        shown = [
            f"{100 * (c.value or 0):.1f} ({100 * c.interval[0]:.1f}–{100 * c.interval[1]:.1f})"
            for c in cells
            if c.interval
        ]
        rows.append(f"| {name} | " + " | ".join(shown) + f" | {minutes[name]:.1f} |")
    for (_, point), compared in found.comparisons.items():
        for each in compared:
            if "ensemble" in (each.first, each.second) and each.interval:
                low, high = (100 * end for end in each.interval)
                apart = f"{100 * each.difference:+.1f} ({low:+.1f} to {high:+.1f})"
                rows.append(f"{point}: {each.first} – {each.second} {apart}")
    return rows


def _tracks(system: System, items: Sequence[Item]) -> list[Track]:
    """Was the best guess right at the quarters, by the rule of the baseline?"""
    tracks = []
    for start in range(0, len(items), TOGETHER):
        batch = items[start : start + TOGETHER]
        asked = [beginning(item, place) for item in batch for place in _quarters(item)]
        given = iter(ask(system, asked))
        for item in batch:
            gold, length = baseline_key(_line(item)), len(item.fields["text"])
            right = [baseline_key(str(next(given).answer)) == gold for _ in QUARTERS]
            tracks.append(Track([place / length for place in _quarters(item)], right))
    return tracks


def baseline_key(line: str) -> str:
    """What the plain baseline compares: what stands before the first bracket or alternative, its words alone.

    It is rough, and the same for everybody who compares guessers; nothing else goes by it.
    """
    found = _NOT_A_LETTER.sub(" ", _HEAD.split(_FORMAT.sub("", line))[0].lower()).split()
    return " ".join(found[1:] if found[:1] in (["the"], ["a"], ["an"]) and len(found) > 1 else found)


def _quarters(item: Item) -> list[int]:
    return [int(len(item.fields["text"]) * float(point)) for point in QUARTERS]


def buzzers(data: Path, out: Path, people: QuizPeople) -> list[str]:
    """Buzzers that learnt elsewhere, on the questions that people buzzed on.

    The win curve of each half of the questions is fitted on the other; what a buzzer is trained for is that
    curve, too.
    """
    guesser = str(out / "ensemble")
    train = open_corpus(f"tossups:{data / 'tossups.train.jsonl.gz'}:buzztrain")
    items = [i for i in open_corpus(f"tossups:{data / 'buzzed-tossups.jsonl.gz'}") if i.accepted]
    system = load_system(guesser)
    heard = [reading.heard for reading in hear(system, items)]
    lessons = hear_lessons(guesser, train, limit=LESSONS)
    second = second_half(item.id for item in items)
    rows = [f"Expected wins on {len(items):,} questions that people buzzed on", ""]
    for title, curves in (
        ("fitted on the other half", [half.curve for half in people.figures.other_half]),
        ("published", [PUBLISHED, PUBLISHED]),
    ):
        won = {name: np.zeros(len(items)) for name in BUZZERS}
        for name in BUZZERS:
            for number, (curve, here) in enumerate(zip(curves, (second, ~second), strict=True)):
                folder = out / f"buzzer-{name}-{title.split()[0]}-{number}"
                if not folder.exists():
                    fit_buzzer(name, lessons, curve, folder)
                buzzer, places = load_buzzer(str(folder)), np.flatnonzero(here)
                tracks = as_tracks(
                    Track(heard[p].shares, heard[p].right, first_buzz(buzzer, heard[p], 2017)) for p in places
                )
                won[name][places] = wins(tracks, curve)
        rows += compared(title, won)
    return rows


def compared(title: str, won: dict[str, NDArray[np.float64]]) -> list[str]:
    """Means, and each buzzer against the threshold, paired."""
    table = np.stack(list(won.values()), axis=1)
    (drawn,) = bootstrap_sums([Block(np.arange(len(table)), table)], len(table), 1000, 2017)
    means = drawn / len(table)
    rows = []
    for place, name in enumerate(won):
        low, high = percentile_interval(means[:, place])
        apart = percentile_interval(means[:, place] - means[:, 0])
        p = sampled_permutation_test(table[:, place] - table[:, 0], np.arange(len(table)), 2017)
        rows.append(
            f"{title}: {name} {table[:, place].mean():.4f} ({low:.4f}–{high:.4f}); beside the threshold "
            f"{(table[:, place] - table[:, 0]).mean():+.4f} ({apart[0]:+.4f} to {apart[1]:+.4f}), p = {p:.4f}"
        )
    return rows


def _line(item: Item) -> str:
    return str(item.metadata["gold_answer_line"])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
