"""A small quiz night: questions, and who buzzed when, in the files that `zellig quiz people` reads."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from zellig.corpora import open_corpus
from zellig.items import Item

WORDS = (
    "This instrument is blown and pressed and heard at harbours (*) where sailors name it squeezebox today"
)
HEAD = "set,tossup_key,game,team,player,buzz_position,value"
QUESTIONS = 96  # with three buzzes each, enough for a win curve of either half


def write_questions(path: Path, number: int = QUESTIONS) -> Path:
    """Questions of 16 words that are read out, of two categories."""
    rows = [
        {
            "key": f"q{place}",
            "set": "Night",
            "question": f"{WORDS}.",
            "n_words": 17,
            "answer": "accordion",
            "category": "Music - Folk" if place % 2 else "Crafts",
        }
        for place in range(number)
    ]
    raw = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def asked(path: Path, number: int = QUESTIONS) -> list[Item]:
    """The same, written and read."""
    return list(open_corpus(f"tossups:{write_questions(path, number)}"))


def write_buzzes(path: Path, rows: Sequence[str], head: str = HEAD) -> Path:
    """A table of buzzes."""
    raw = "\n".join([head, *rows, ""]).encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def night(questions: int = QUESTIONS, players: int = 9, seed: int = 3) -> list[str]:
    """Games of three: players of a higher number know more, and earlier."""
    generator = np.random.default_rng(seed)
    rows = []
    for game in range(0, players, 3):
        for question in range(questions):
            who = game + int(generator.integers(3))
            right = generator.random() < 0.3 + 0.07 * who
            position = 16 if generator.random() < 0.2 else int(generator.integers(4, 16 - who))
            value = 10 if right else (0 if position == 16 else -5)
            rows.append(f"Night,q{question},g{game},t{who},p{who},{position},{value}")
    return rows
