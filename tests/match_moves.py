"""Matches that are played at random: any move at any moment, and words that say where they are from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from match_night import PLAYERS, TEAMS, Table
from zellig.corpora.questions import POWER
from zellig.errors import ZelligError
from zellig.games.match.events import Outcome
from zellig.games.match.playing import Match, go_on, pause, protest, rule, skip, taken_up
from zellig.games.match.rules import Bonus, Rules
from zellig.games.match.setting import BonusQuestion, Setting
from zellig.items import Item

NAMES = tuple(each.id for each in PLAYERS)
RULES = (
    Rules("plain", tossups=3),
    Rules("power", tossups=4, power=15, overtime=1, prompts=1),
    Rules("bounces", tossups=4, neg=0, bonus=Bonus(bounces_back=True)),
    Rules("halves", tossups=4, minutes_of_a_half=0.3),
)
SAID = ("right", "wrong", "prompt", "")


class Move(NamedTuple):
    """What somebody tries; whether it is allowed is not asked."""

    what: str
    player: str
    wait: int  # milliseconds before
    text: str
    number: int


WHAT = (
    *("buzz", "say", "say", "wait") * 5,
    *("go on", "protest") * 2,
    *("pause", "skip", "rule", "restart", "ask"),
)

moves = st.lists(
    st.builds(
        Move,
        st.sampled_from(WHAT),
        st.sampled_from(NAMES),
        st.sampled_from((0, 3, 40, 150, 400, 1000, 2500, 9000)),
        st.sampled_from(SAID),
        st.integers(1, 4),
    ),
    min_size=20,
    max_size=80,
)
lines = st.fixed_dictionaries({name: st.integers(0, 300) for name in NAMES})


def word(number: int, place: int) -> str:
    """A word that stands at one place of one question."""
    return f"w{number}x{place}z"


def marked_tossup(number: int) -> Item:
    text = " ".join(word(number, place) for place in range(6 + number))
    line = f'<b><u>answer{number}z</u></b> [prompt on part{number}z by asking "which{number}z?"]'
    power = {POWER: text.index(word(number, 4))} if number % 2 else {}
    return Item(f"id{number}z", {"text": text}, (f"answer{number}z",), {"gold_answer_line": line, **power})


def marked_bonus(number: int) -> BonusQuestion:
    parts = (
        Item(f"part{number}y{n}z", {"text": f"ask{number}y{n}z"}, (f"reply{number}y{n}z",)) for n in (1, 2)
    )
    return BonusQuestion(f"bonus{number}z", f"lead{number}z", tuple(parts))


def marked_setting(rules: Rules, *, moderator: bool, seed: int = 0) -> Setting:
    tossups, bonuses = map(marked_tossup, range(1, 6)), map(marked_bonus, range(1, 4))
    return Setting(rules, TEAMS, PLAYERS, tuple(tossups), tuple(bonuses), moderator, seed)


def played(table: Table, moves: list[Move]) -> Iterator[Table]:
    """The table after every move; one that is refused changes nothing."""
    for move in moves:
        table.wait(move.wait)
        before = table.match
        try:
            _make(table, move)
        except ZelligError:
            assert table.match == before
        table.wait(0)
        yield table


def _make(table: Table, move: Move) -> None:
    match, now, player = table.match, table.now, move.player
    given = [(each.number, said.player) for each in match.score.tossups for said in each.answers]
    number, whose = given[-move.number] if move.number <= len(given) else (move.number, player)
    match move.what:
        case "buzz":
            table.buzz(player)
        case "say":
            turn = match.now.player or player
            table.say(turn, _said(match, move.text))
        case "ask":
            table.ask()
        case "pause":
            table.match = match.with_events(pause(match, now, "tea"))
        case "go on":
            table.match = match.with_events(go_on(match, now))
        case "skip":
            table.match = match.with_events(skip(match, now, "misread"))
        case "restart":
            table.match = match.with_events(taken_up(match, now, now + 7000))
            table.now = now + 7000
        case "protest":
            name = f"p{len(match.events)}"
            why = f"reason{number}z"
            table.match = match.with_events(protest(match, name, player, number, whose, why, now))
        case "rule":
            outcome: Outcome = "right" if move.text == "right" else "wrong"
            table.match = match.with_events(rule(match, "mod", number, whose, outcome, "rulingz", now))


def _said(match: Match, kind: str) -> str:
    """An answer of this kind to what is being asked."""
    now = match.now
    if now.stage == "bonus":
        return f"reply{now.bonuses}y{now.part}z" if kind == "right" else "no"
    n = now.number
    return {"right": f"answer{n}z", "wrong": f"wrong{n}z", "prompt": f"part{n}z"}.get(kind, "")
