"""Performers of the arena whose skill is known beforehand, and files that let them play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from text_by_text import TextByText
from zellig.items import Item, Pair, write_records
from zellig.performers import Choice, Lineup, Observation, Spec

MARK = "oddly"  # what gives a fake away

RULES = """
rounds = {rounds}
seed = 7
tie_rule = "{tie_rule}"
[corpus]
name = "items:{corpus}"
"""


class Marker(TextByText):
    """A breaker that adds a word, in a share of the rounds."""

    def __init__(self, share: float) -> None:
        self.spec = Spec("marker", {"share": share})
        self._share = share

    def _made(self, item: Item, seed: int) -> list[Pair]:
        if random.Random(seed).random() >= self._share:
            return []
        changed = Item(item.id, {"text": f"{item.fields['text']} {MARK}"})
        return [Pair(f"{item.id}-marker", item, changed, "not", phenomenon="mark")]


class Reader:
    """A chooser that finds the mark with a certain chance; what it is told it counts."""

    def __init__(self, skill: float) -> None:
        self.spec = Spec("reader", {"skill": skill})
        self._skill = skill
        self.start("", 0)

    def start(self, game_id: str, seed: int) -> None:
        self.told = 0

    def observe(self, observations: Sequence[Observation]) -> None:
        self.told += len(observations)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        chosen = []
        for lineup, seed in zip(lineups, seeds, strict=True):
            marked = MARK in lineup.texts[1]
            right = random.Random(seed).random() < self._skill
            chosen.append(Choice(lineup.id, int(marked == right), 0.75))  # type: ignore[arg-type]
        return chosen


def marker(*, share: float = 1.0) -> Marker:
    return Marker(share)


def reader(*, skill: float = 1.0) -> Reader:
    return Reader(skill)


def player(role: str, name: str, **params: float) -> str:
    """The table of a performer that plays in this process."""
    lines = [f"[[{role}]]", f'name = "{name}"', "isolated = false"]
    return "\n".join([*lines, *(f"{key} = {value}" for key, value in params.items()), ""])


def write_texts(path: Path, texts: Sequence[str]) -> None:
    items = [Item(str(n), {"text": text}, ("+1" if n % 2 else "-1",)) for n, text in enumerate(texts)]
    write_records(path, Item, items, "sentiment")


def write_rules(
    folder: Path, *tables: str, rounds: int = 60, tie_rule: str = "coin", extra: str = ""
) -> Path:
    """A file of rules over a corpus of numbered sentences."""
    corpus = folder / "texts.jsonl"
    if not corpus.exists():
        write_texts(corpus, [f"The tram number {n} stopped at the {n % 7}th bridge." for n in range(200)])
    text = RULES.format(rounds=rounds, tie_rule=tie_rule, corpus=corpus) + extra + "\n".join(tables)
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return path
