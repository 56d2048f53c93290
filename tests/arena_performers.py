"""Small performers for the tests of the arena (`py:arena_performers:NAME`), and what its tests share."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from text_by_text import TextByText
from zellig.games.arena.figures import Figures
from zellig.games.arena.play import play
from zellig.games.arena.rounds import Round, with_fake, without_fake
from zellig.games.arena.rules import Rules, rules_of
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.items import Item, Pair, write_records
from zellig.performers import Choice, Lineup, Observation, Spec
from zellig.seats.schedule import Phase

TESTS = Path(__file__).resolve().parent
PROGRAM = TESTS / "arena_program.py"

SENTENCES = (
    "The baker sold nine warm loaves .",
    "Our neighbour painted the old gate green .",
    "Two goats slept under the wooden bridge .",
    "She folded the map and walked north .",
    "The kettle sang before the guests arrived .",
    "A thin cat watched the quiet harbour .",
    "They carried the piano up four floors .",
    "His lamp burned until the storm ended .",
    "The miller counted every sack of rye .",
    "Rain filled the barrels behind our house .",
    "The clock in the hall runs slowly .",
    "Nobody heard the small bell at noon .",
)


# -- performers


class Reverser(TextByText):
    """Writes the words in the opposite order."""

    spec = Spec("reverser")

    def _made(self, item: Item, seed: int) -> list[Pair]:
        return [pair_of(item, " ".join(reversed(item.fields["text"].split())), "order")]


class Copier(TextByText):
    """Declines every round."""

    spec = Spec("copier")

    def _made(self, item: Item, seed: int) -> list[Pair]:
        return []


class Mixed(TextByText):
    """Declines a third of its rounds, copies another third, and reverses the others."""

    spec = Spec("mixed")

    def _made(self, item: Item, seed: int) -> list[Pair]:
        text = item.fields["text"]
        fake = (None, text, " ".join(reversed(text.split())))[seed % 3]
        return [] if fake is None else [pair_of(item, fake, ("", "copy", "order")[seed % 3])]


class Sharp:
    """Takes the text that does not begin with a capital letter for the fake."""

    spec = Spec("sharp")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(each.id, 1 if each.texts[0][:1].isupper() else 0) for each in lineups]


class ByChance:
    """Decides by its seed alone."""

    spec = Spec("by-chance")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(each.id, 1 if seed & 2 else 0) for each, seed in zip(lineups, seeds, strict=True)]


class Crasher(ByChance):
    """Fails whenever it is asked."""

    spec = Spec("crasher")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        raise ValueError("no idea")


class Slow(ByChance):
    """Takes a moment for every round."""

    spec = Spec("slow")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        time.sleep(0.001 * len(lineups))
        return super().choose(lineups, seeds)


class Learner:
    """Its choices depend on all that it has observed; its confidence says how much that was."""

    spec = Spec("learner")

    def __init__(self) -> None:
        self.start("", 0)

    def start(self, game_id: str, seed: int) -> None:
        self._known = hashlib.sha256(str(seed).encode())
        self._count = 0

    def observe(self, observations: Sequence[Observation]) -> None:
        for each in observations:
            self._known.update(f"{each}".encode())
            self._count += 1

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        time.sleep(0.001 * len(lineups))
        bit = self._known.digest()[0]
        return [
            Choice(each.id, 1 if (bit + seed) % 5 < 2 else 0, self._count / 1000)
            for each, seed in zip(lineups, seeds, strict=True)
        ]


class LearningBreaker(Reverser):
    """Drops a word that depends on all that it has observed."""

    spec = Spec("learning-breaker")

    def __init__(self) -> None:
        self.start("", 0)

    def start(self, game_id: str, seed: int) -> None:
        self._known = 0

    def observe(self, observations: Sequence[Observation]) -> None:
        for each in observations:
            self._known = self._known * 3 + int(each.id) + (each.choice or 0)

    def _made(self, item: Item, seed: int) -> list[Pair]:
        words = item.fields["text"].split()
        del words[self._known % len(words)]
        return [pair_of(item, " ".join(words), f"after {self._known % 7}")]


class Rememberer:
    """Knows a real text when it sees it again, and guesses otherwise; the real one is told to it."""

    spec = Spec("rememberer")

    def __init__(self) -> None:
        self._real: set[str] = set()

    def start(self, game_id: str, seed: int) -> None:
        self._real.clear()

    def observe(self, observations: Sequence[Observation]) -> None:
        self._real.update(each.texts[1 - each.fake] for each in observations if each.fake is not None)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [self._one(each, seed) for each, seed in zip(lineups, seeds, strict=True)]

    def _one(self, lineup: Lineup, seed: int) -> Choice:
        known = [text in self._real for text in lineup.texts]
        if known[0] != known[1]:
            return Choice(lineup.id, 1 if known[0] else 0)
        return Choice(lineup.id, 1 if seed & 2 else 0)


class Endless:
    """A curator whose texts are all different."""

    spec = Spec("endless")
    justification = "No text comes twice."

    def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
        return [
            Item(n, {"text": f"The ferry number {n} left at dawn ."}, metadata={"side": "port"})
            for n in rounds
        ]


class Colluder(ByChance):
    """Says in its confidence what it was given to share."""

    spec = Spec("colluder")
    shared = 0

    def collude(self, seed: int) -> None:
        self.shared = seed

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        return [Choice(each.id, 0, float(self.shared % 1000)) for each in lineups]


class Chatty(Sharp):
    """Prints while it works, in Python and past it."""

    spec = Spec("chatty")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        import os

        print('{"turn": 1}')
        os.write(1, b'{"turn": 2}\n')
        return super().choose(lineups, seeds)


class Quitter(Sharp):
    """Leaves in its third round, crashes in the sixth, counts wrongly in the ninth."""

    spec = Spec("quitter")

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        names = [each.id for each in lineups]
        if "3" in names:
            sys.exit(0)
        if "6" in names:
            raise ValueError("six is too much")
        return super().choose(lineups, seeds)[: 0 if "9" in names else None]


class Recording(Learner):
    """Notes in a file what it does, for servers that must not act twice."""

    spec = Spec("recording")

    def __init__(self, path: str) -> None:
        self._path = path
        super().__init__()

    def start(self, game_id: str, seed: int) -> None:
        super().start(game_id, seed)
        if hasattr(self, "_path"):
            self._note(f"start {game_id}")

    def observe(self, observations: Sequence[Observation]) -> None:
        self._note("observe " + " ".join(each.id for each in observations))
        super().observe(observations)

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        self._note("choose " + " ".join(each.id for each in lineups))
        if lineups[0].texts[0].startswith("Fail"):
            raise ValueError("as you wish")
        return super().choose(lineups, seeds)

    def _note(self, what: str) -> None:
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(what + "\n")


def recording(*, path: str) -> Recording:
    return Recording(path)


def pair_of(item: Item, text: str, phenomenon: str) -> Pair:
    name = f"{item.id}-fake"
    return Pair(name, item, Item(name, {"text": text}), "not", phenomenon)


# -- what the tests share


def write_corpus(folder: Path) -> str:
    """Sentences of our own as a corpus; what must not be handed over is easily found again."""
    items = [
        Item(
            f"hidden-id-{number}",
            {"text": text},
            ("+1" if number % 2 else "-1",),
            {"topic": f"hidden-topic-{number % 3}", "even": number % 2 == 0},
        )
        for number, text in enumerate(SENTENCES)
    ]
    write_records(folder / "corpus.jsonl", Item, items, "sentiment")
    return f"items:{folder / 'corpus.jsonl'}"


def here(name: str) -> dict[str, Any]:
    """A performer of this file in the arena's own process."""
    return {"name": f"py:arena_performers:{name}", "isolated": False}


def apart(name: str, **params: Any) -> dict[str, Any]:
    """A performer of this file in a process of its own."""
    return {"name": f"py:arena_performers:{name}", **params}


def program(log: Path, script: Path = PROGRAM, **options: Any) -> dict[str, Any]:
    """The program as a performer."""
    words = [sys.executable, "-I", "-S", str(script), json.dumps({"log": str(log), **options})]
    return {"name": f"cmd:{shlex.join(words)}"}


def make_rules(folder: Path, **changes: Any) -> Rules:
    """Rules of a small game: a reverser against a sharp chooser, unless something else is said."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {
        "rounds": 12,
        "seed": 7,
        "corpus": {"name": write_corpus(folder)},
        "breaker": here("Reverser"),
        "chooser": here("Sharp"),
        "curator": {"name": "uniform", "isolated": False},
        **changes,
    }
    return rules_of(written, folder / "arena.toml")


def played(rules: Rules, folder: Path) -> tuple[Figures, list[Round]]:
    """Play a game in a folder: its figures and its rounds."""
    figures = play(rules, folder)
    return figures, list(rounds_of(folder / FILE))


def round_of(
    n: int,
    phase: Phase,
    real: str,
    fake_text: str | None = None,
    *,
    metadata: dict[str, Any] | None = None,
    **more: Any,
) -> Round:
    """A round with these texts."""
    original = Item(f"x{n}", {"text": real}, ("real",), metadata or {})
    if fake_text is None:
        return Round(n, phase, without_fake(n, original), **more)
    return Round(n, phase, with_fake(n, original, fake_text, "", ""), **more)


def envelopes_in(log: Path) -> list[dict[str, Any]]:
    """What a program was told, with the game and the turn."""
    return [json.loads(line) for line in log.read_bytes().splitlines()]


def messages_in(log: Path) -> list[dict[str, Any]]:
    """What a program was told."""
    return [envelope["message"] for envelope in envelopes_in(log)]
