"""A match of our own questions, for tests: four teams' worth of names, and a clock that is handed in."""

from __future__ import annotations

from zellig.corpora.question_text import clean
from zellig.corpora.questions import POWER
from zellig.games.match.playing import Lines, Match, answer, ask, buzz, due, passing
from zellig.games.match.rules import Rules
from zellig.games.match.setting import BonusQuestion, Player, Setting, Team
from zellig.items import Item

TOSSUPS = {
    "kettle": (
        "This vessel whistles when what is in it is ready. (*) It stands on a stove, has a spout and a "
        "handle, and for ten points, name this thing in which water is boiled for tea.",
        '<b><u>kettle</u></b> [or tea <b><u>kettle</u></b>; prompt on pot by asking "what is it for?"]',
    ),
    "river": (
        "Boats go down it to the sea. Bridges (*) cross it, and for ten points, name this body of water that "
        "flows through a valley.",
        "<b><u>river</u></b>",
    ),
    "snow": (
        "Children wait for it in December. For ten points, name what is white and cold.",
        "<b><u>snow</u></b>",
    ),
    "bee": (
        "It dances to tell the way. For ten points, name this insect that makes honey.",
        "<b><u>bee</u></b>",
    ),
}


def tossup(name: str) -> Item:
    text, line = TOSSUPS[name]
    cleaned = clean(text)
    power = {} if cleaned.power is None else {POWER: cleaned.power}
    return Item(name, {"text": cleaned.text}, (name,), {"gold_answer_line": line, **power})


def bonus(name: str) -> BonusQuestion:
    parts = [
        Item(f"{name}-{n}", {"text": f"Say {word}."}, (word,))
        for n, word in enumerate(("one", "two", "three"))
    ]
    return BonusQuestion(name, "For ten points each:", tuple(parts))


TEAMS = (Team("a", "Anchors"), Team("b", "Barrels"))
PLAYERS = (
    Player("ann", "Ann", "a"),
    Player("art", "Art", "a"),
    Player("bea", "Bea", "b"),
    Player("bot", "Bot", "b", "program"),
)


def new_match(
    rules: Rules | None = None, *, bonuses: int = 0, moderator: bool = False, seed: int = 0
) -> Match:
    """All four questions."""
    return Match(
        Setting(
            rules or Rules("own", tossups=4, power=15),
            TEAMS,
            PLAYERS,
            tuple(map(tossup, TOSSUPS)),
            tuple(bonus(f"b{n}") for n in range(bonuses)),
            moderator,
            seed,
        )
    )


class Table:
    """A match that is played by a clock that the test moves."""

    def __init__(self, match: Match, lines: Lines | None = None) -> None:
        self.match, self.lines, self.now = match, lines or {}, 1_000_000

    def wait(self, milliseconds: int) -> Table:
        """Let time pass, and with it what happens by itself."""
        self.now += milliseconds
        while events := passing(self.match, self.now, self.lines):
            self.match = self.match.with_events(events)
        return self

    def until(self, number: int) -> Table:
        """Let time pass until this tossup has just been asked, if nobody does anything."""
        while self.match.now.number < number:
            self.now = due(self.match, self.lines) or self.now
            self.wait(0)
        return self

    def ask(self) -> Table:
        self.match = self.match.with_events(ask(self.match, self.now))
        return self

    def buzz(self, player: str) -> Table:
        self.match = self.match.with_events(buzz(self.match, player, self.now, self.lines.get(player, 0)))
        return self

    def say(self, player: str, text: str) -> Table:
        self.match = self.match.with_events(answer(self.match, player, text, self.now))
        return self

    @property
    def points(self) -> dict[str, int]:
        return self.match.score.teams
