"""`zellig serve --demo`: a contest in each phase, a finished one, matches, an arena, people to sign in as.

The sentences are in `data/`, and are our own. What is played goes through the same services as what people
do, at moments in the past; only the checks of the files are not run, for a test does.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from importlib.resources import files

import msgspec
from sqlalchemy import Connection

from zellig.games.contest import events
from zellig.games.contest.rules import PHASES, Phase, Role, Rules, Window
from zellig.games.contest.standing import Standing
from zellig.games.contest.uploads import Kind, read_items_of
from zellig.items import Item, Prediction, encode_record, header_of
from zellig.server.accounts import Account, make_account
from zellig.server.appeals import appeal, rule
from zellig.server.contests import (
    Standings,
    append,
    create_contest,
    found_team,
    give_roles,
    give_rules,
    open_contest,
)
from zellig.server.demo_arena import furnish_arena
from zellig.server.demo_match import furnish_matches
from zellig.server.gathering import blind_round, brought_pairs, rules_of
from zellig.server.judged import judged
from zellig.server.judging import (
    NOTE,
    Asked,
    Saying,
    ask_next,
    draw_questions,
    find_question,
    judgeable,
    verdict,
)
from zellig.server.receiving import receive
from zellig.server.scoring import compute, keep, publish
from zellig.server.submissions import note_state
from zellig.server.tallies import Tallies

PASSWORD = "soup for everybody"  # noqa: S105 -- it is printed; the demo is for this machine alone
ORGANISER = "Olga"
TEAMS = {"Spoons": "Sam", "Ladles": "Lea", "Forks": "Finn", "Knives": "Kim"}  # and who plays for each
BUILDERS, BREAKERS = ("Spoons", "Ladles"), ("Forks", "Knives")
JUDGES = ("Jana", "Joe", "Jun")
OBSERVER = "Oskar"

_WEEK, _DAY = timedelta(days=7), timedelta(days=1)
_GLOOMY = frozenset(
    ("awful", "bland", "broken", "burnt", "cold", "dirty", "dry", "filthy", "overcooked", "sad")
)
_NEGATIONS = frozenset(("no", "not", "never", "nobody", "hardly", "far", "but"))
_MISTAKEN = "The bread is fresh in the morning, they claim."  # of which the judges say what was not promised


def furnish(connection: Connection, now: datetime) -> list[str]:
    """Make the accounts, the contests and the matches; gives the names to sign in with."""
    people = {
        name: make_account(connection, now, name, PASSWORD, operator=name == ORGANISER)
        for name in (ORGANISER, *TEAMS.values(), *JUDGES, OBSERVER)
    }
    for reached, phase in enumerate(PHASES):
        _Played(connection, people, phase, now - reached * _WEEK - _DAY).to(phase)
    furnish_matches(connection, now, people, people[ORGANISER])
    furnish_arena(connection, now, people[ORGANISER])
    return list(people)


class _Played:
    """A contest that began at a moment, played up to the middle of a phase."""

    def __init__(
        self, connection: Connection, people: dict[str, Account], phase: Phase, start: datetime
    ) -> None:
        self.connection, self.people, self.start = connection, people, start
        self.contest = f"demo-{phase}"
        self.now = start - _DAY
        organiser = people[ORGANISER]
        create_contest(connection, self.now, organiser, self.contest, f"The canteen: {phase}")
        windows = tuple(
            Window(each, start + place * _WEEK, None if each == "publish" else start + (place + 1) * _WEEK)
            for place, each in enumerate(PHASES)
        )
        give_rules(connection, self.now, self.contest, self.standing, organiser, Rules("sentiment", windows))
        for kind in ("training", "dev", "starter"):
            self._upload(ORGANISER, kind, _data(kind))
        open_contest(connection, self.now, self.contest, self.standing, organiser)
        for team, member in TEAMS.items():
            self._joins(member, "builder" if team in BUILDERS else "breaker", self._found(team))
        for judge in JUDGES:
            self._joins(judge, "judge", None)
        self._joins(OBSERVER, "observer", None)

    @property
    def standing(self) -> Standing:
        return Standings().of(self.connection, self.contest)

    def to(self, last: Phase) -> None:
        """Play all phases up to this one; in the last one half of those who play have done their part."""
        plays: dict[Phase, Callable[[bool], None]] = {
            "build": self._build,
            "break": self._break,
            "predict": self._predict,
            "judge": self._judge,
            "appeal": self._appeal,
            "score": self._score,
            "publish": self._publish,
        }
        for place, phase in enumerate(PHASES[: PHASES.index(last) + 1]):
            self.now = self.start + place * _WEEK + _DAY / 2
            plays[phase](phase != last)

    def _build(self, whole: bool) -> None:
        items = read_items_of("dev.jsonl", _data("dev"), rules_of(self.standing))
        for team in BUILDERS[: 2 if whole else 1]:
            self._upload(TEAMS[team], "dev-predictions", _answers(team, items))

    def _break(self, whole: bool) -> None:
        for number, team in enumerate(BREAKERS[: 2 if whole else 1], 1):
            self._upload(TEAMS[team], "pairs", _data(f"pairs-{number}"))

    def _predict(self, whole: bool) -> None:
        standing = self.standing
        asked = blind_round(brought_pairs(self.connection, self.contest, rules_of(standing), 1), standing, 1)
        for team in BUILDERS[: 2 if whole else 1]:
            self._upload(TEAMS[team], "predictions", _answers(team, asked))

    def _judge(self, whole: bool) -> None:
        found = judgeable(self.connection, self.contest, self.standing, 1)
        draw_questions(self.connection, self.now, self.contest, self.standing, 1, found)
        standing = self.standing
        known = {item.fields["text"]: item.accepted[0] for item in _all_items()}
        for judge in JUDGES[: 3 if whole else 1]:
            account = self.people[judge]
            while asked := self._next(standing, account):
                for each in asked:
                    text = each.fields["text"]
                    saying = Saying("+1" if text == _MISTAKEN else known[text], True, True)
                    posed = find_question(self.connection, self.contest, each.question)
                    given = self.now, self.contest, standing, account, each.question, posed, saying
                    self.connection.execute(NOTE, verdict(*given))

    def _next(self, standing: Standing, account: Account) -> list[Asked]:
        with Tallies().of(self.connection, self.contest, 1, rules_of(standing).judging) as tally:
            return ask_next(self.connection, tally, standing, account, 1)

    def _appeal(self, whole: bool) -> None:
        deviating = judged(self.connection, self.contest, self.standing, 1, self.people[ORGANISER])[0]
        team = self.people[TEAMS[BREAKERS[0]]]
        reason = "It is meant ironically, and whoever has eaten there knows."
        appeal(
            self.connection,
            self.now,
            self.contest,
            self.standing,
            team,
            1,
            deviating.pair,
            "modified",
            reason,
            there=True,
        )

    def _score(self, whole: bool) -> None:
        organiser = self.people[ORGANISER]
        self._compute(self.now)
        if whole:
            ((name, found),) = self.standing.appeals.items()
            ruling = events.Ruled(
                found.event.pair, "modified", ("+1",), "Without the tone it is praise.", name
            )
            rule(self.connection, self.now, self.contest, self.standing, organiser, 1, ruling, there=True)
            self._compute(self.now + _DAY)

    def _compute(self, now: datetime) -> None:
        computed, _ = compute(lambda: nullcontext(self.connection), now, self.contest, Standings(), 1)
        keep(self.connection, now, self.contest, self.standing, self.people[ORGANISER], 1, computed)

    def _publish(self, whole: bool) -> None:
        organiser = self.people[ORGANISER]
        publish(self.connection, self.now, self.contest, self.standing, organiser, 1, names=True, reason="")

    def _found(self, team: str) -> str:
        by = self.people[ORGANISER].id
        return found_team(self.connection, self.now, self.contest, self.standing, by, team)

    def _joins(self, member: str, role: Role, team: str | None) -> None:
        account = self.people[member].id
        give_roles(self.connection, self.now, self.contest, self.standing, account, account, [role], team)
        licence = rules_of(self.standing).licence
        append(self.connection, self.now, self.contest, account, events.Consented(licence))

    def _upload(self, who: str, kind: Kind, content: bytes) -> None:
        account = self.people[who]
        key = f"{kind} of {who}"
        name = receive(
            self.connection,
            self.now,
            self.contest,
            self.standing,
            account,
            kind,
            1,
            f"{kind}.jsonl",
            content,
            key,
        )
        note_state(self.connection, self.now, name, "accepted", "All of it was taken.")


def _data(name: str) -> bytes:
    return files(__package__).joinpath(f"data/{name}.jsonl").read_bytes()


def _all_items() -> list[Item]:
    """Every item of the demo, both sides of pairs among them."""
    lines = [line for name in ("dev", "pairs-1", "pairs-2") for line in _data(name).splitlines()[1:]]
    found = []
    for line in map(msgspec.json.decode, lines):
        found += [line["original"], line["modified"]] if "original" in line else [line]
    return msgspec.convert(found, list[Item])


def _answers(team: str, items: list[Item]) -> bytes:
    """What a team's system says: both go by words, and one of them knows of negation."""
    lines = [header_of(Prediction, "sentiment")]
    for item in items:
        words = set(item.fields["text"].lower().replace(",", "").rstrip(".").split())
        gloomy = bool(words & _GLOOMY) ^ (team == BUILDERS[1] and bool(words & _NEGATIONS))
        lines.append(encode_record(Prediction(item.id, "-1" if gloomy else "+1")))
    return b"".join(lines)
