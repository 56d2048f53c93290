"""A tournament of our own questions, for tests: two sets of the same categories, and programs that differ."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from zellig.games.match.playing import Match, answer, ask, buzz, due, passing
from zellig.games.match.setting import Setting
from zellig.games.match.standing import heard
from zellig.games.tournament.plan import Entrant, Member, Phase, Plan, Questions
from zellig.items import Item
from zellig.performers import Hearing, Said, Spec

THINGS = ("kettle", "river", "snow", "bee", "ladder", "candle", "anchor", "barrel", "mirror", "window")
RULES = 'name = "Own"\ntossups = 4\npower = 15\n'


def question(side: str, number: int) -> Item:
    """A question of twelve words, whose answer is a thing and a number."""
    thing = THINGS[number % len(THINGS)]
    text = f"Clue {side} number {number} leads slowly on and at last names this {thing}."
    category = "Kitchen" if number % 2 else "Garden"
    metadata = {"category": category, "power": text.index("slowly")}
    if side == "challenge":
        metadata["phenomenon"] = ["multi-step"] if number % 3 else ["multi-step", "paraphrase"]
    return Item(f"{side}-{number}", {"text": text}, (thing,), metadata)


def questions(side: str, number: int = 24) -> list[Item]:
    return [question(side, each) for each in range(number)]


class Quick:
    """Buzzes at a word, and is right on some sets from there on."""

    def __init__(self, name: str, at: int, wrong_on: str = "nothing") -> None:
        self.spec = Spec(name)
        self._at, self._wrong_on = at, wrong_on

    def play(self, hearings: Sequence[Hearing], seeds: Sequence[int]) -> list[Said]:
        if stop := os.environ.get("STOP_AT_GAME"):  # a tournament that is killed in its middle
            _count(int(stop))
        return [self._said(each) for each in hearings]

    def _said(self, heard: Hearing) -> Said:
        words = heard.text.split()
        number = int(words[3]) if len(words) > 3 else 0
        guess = "spoon" if self._wrong_on in heard.text else THINGS[number % len(THINGS)]
        return Said(heard.id, guess, 0.5, len(words) >= self._at)


_asked = [0]


def _count(most: int) -> None:
    _asked[0] += 1
    if _asked[0] > most:
        raise KeyboardInterrupt


EARLY, LATE, TRICKED, LAST = (
    Quick("early", 5),
    Quick("late", 9),
    Quick("tricked", 6, "challenge"),
    Quick("last", 11),
)
PROGRAMS = {"Ink": "EARLY", "Owl": "LATE", "Fox": "TRICKED", "Elm": "LAST"}


def plan(
    asked: Questions,
    *,
    phases: tuple[Phase, ...] = (Phase("round robin"),),
    people: Mapping[str, str] | None = None,
    **more: object,
) -> Plan:
    """Four teams of programs; `people` are members of some team who are none."""
    teams = []
    for team, program in PROGRAMS.items():
        members = [Member(f"{team} {program.lower()}", f"py:tournament_night:{program}")]
        if people and team in people:
            members = [Member(people[team])]
        teams.append(Entrant(team, tuple(members), "experts" if team in ("Ink", "Owl") else "novices"))
    return Plan("Own cup", tuple(teams), asked, phases, **more)  # type: ignore[arg-type]


def played_by_hand(setting: Setting, at: Mapping[str, int]) -> Match:
    """A match in which each player buzzes after so many words and says the right thing."""
    match, moment = Match(setting), 1000
    match = match.with_events(ask(match, moment))
    while match.now.stage != "over":
        now = match.now
        if now.stage == "reading":
            words = heard(setting, now, moment)
            for player, word in at.items():
                team = setting.team_of(player)
                if words >= word and team not in match.now.out and match.now.stage in ("reading", "racing"):
                    match = match.with_events(buzz(match, player, moment, 0))
        if match.now.stage == "answering":
            said = setting.tossups[match.now.number - 1].accepted[0]
            match = match.with_events(answer(match, match.now.player, said, moment))
        moment += 20
        while (
            (when := due(match, {})) is not None and when <= moment and (events := passing(match, moment, {}))
        ):
            match = match.with_events(events)
    return match
