"""A small contest with somebody in every role, played over HTTP up to any phase."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from contest_night import Night, Person, timeline
from helpers import sentiment_pair
from zellig.items import Item, Pair, Prediction, encode_record, header_of

NAME = "small"
C = f"/contests/{NAME}"
PAIRS = [sentiment_pair(f"p{number}") for number in range(4)]
LARGE = Pair(  # changed beyond measure: an organiser has to look at it
    "large",
    PAIRS[1].original,
    Item("large_b", {"text": "Nobody who was there would ever speak of that evening."}, ("-1",)),
    "flip",
    rationale="It says the same in other words.",
)
DEV = [
    Item(f"d{number}", {"text": f"The bread of day {number} was {word}."}, (gold,))
    for number, (word, gold) in enumerate([("fresh", "+1"), ("stale", "-1"), ("warm", "+1")])
]
TRAINING = [Item("t0", {"text": "The train was late again."}, ("-1",))]
TEAMS = {"Larks": ["builder"], "Owls": ["breaker"], "Wrens": ["builder", "breaker"]}
ROLES: dict[str, tuple[list[str], str | None]] = {  # people, what they are, and for whom they play
    "builder": (["builder"], "Larks"),
    "breaker": (["breaker"], "Owls"),
    "both": (["builder", "breaker"], "Wrens"),
    "judge": (["judge"], None),
    "second judge": (["judge"], None),
    "breaking judge": (["breaker", "judge"], "Owls"),
    "observer": (["observer"], None),
}


def records(kind: type[Any], found: Sequence[Any]) -> list[bytes]:
    """The lines of a record file."""
    return [header_of(kind, "sentiment"), *map(encode_record, found)]


class Small:
    """Everybody by what they are; `stranger` has an account and no role, `nobody` has none."""

    def __init__(self, served: Night, **rules: Any) -> None:
        self.night = served
        self.organiser = served.operator()
        self.organiser.post("/contests", {"contest": NAME, "title": "A small one"})
        self.organiser.put(
            f"{C}/rules",
            {"task": "sentiment", "timeline": timeline(), "quotas": {"uploads": 1000}, **rules},
        )
        starter = [
            Item(f"s{n}", pair.original.fields, pair.original.accepted) for n, pair in enumerate(PAIRS)
        ]
        for kind, items in (("starter", starter), ("dev", DEV), ("training", TRAINING)):
            self.organiser.upload(NAME, kind, records(Item, items))
        self.organiser.post(f"{C}/open")
        self.teams = {name: self.organiser.post(f"{C}/teams", {"name": name})["id"] for name in TEAMS}
        self.people = {name: self._joins(name, *given) for name, given in ROLES.items()}
        self.people["organiser"] = self.organiser
        self.people["stranger"] = self._stranger()
        self.asked: dict[str, list[dict[str, Any]]] = {}  # what the judges were asked
        self.people["nobody"] = served.nobody()
        served.work()

    def _joins(self, name: str, roles: list[str], team: str | None) -> Person:
        invitation = {"roles": roles, "team": self.teams[team] if team else None}
        link = self.organiser.post(f"{C}/invitations", invitation)["link"]
        person = self.night.person(name, link)
        person.put(f"{C}/consent")
        return person

    def _stranger(self) -> Person:
        """Somebody who takes part in another contest."""
        self.organiser.post("/contests", {"contest": "other", "title": "Another one"})
        link = self.organiser.post("/contests/other/invitations", {"roles": ["observer"]})["link"]
        return self.night.person("stranger", link)

    def build(self) -> None:
        self.night.clock.to("build")
        answers = records(Prediction, [Prediction(item.id, "+1") for item in DEV])
        for name in ("builder", "both"):
            self.people[name].upload(NAME, "dev-predictions", answers)
        self.night.work()

    def break_(self) -> None:
        self.night.clock.to("break")
        self.people["breaker"].upload(NAME, "pairs", records(Pair, PAIRS[:3]))
        self.people["both"].upload(NAME, "pairs", records(Pair, PAIRS[2:]))
        self.night.work()

    def predict(self) -> None:
        self.night.clock.to("predict")
        for name in ("builder", "both"):
            lines = self.people[name].send("GET", f"{C}/data/pairs").text.splitlines()[1:]
            answers = [Prediction(json.loads(line)["id"], "+1") for line in lines]
            self.people[name].upload(NAME, "predictions", records(Prediction, answers))
        self.night.work()

    def judge(self, answer: str = "-1") -> None:
        self.night.clock.to("judge")
        for name in ("judge", "second judge", "breaking judge"):
            person = self.people[name]
            self.asked[name] = person.post(f"{C}/questions")
            for asked in self.asked[name]:
                person.post(f"{C}/questions/{asked['question']}/verdicts", {"answer": answer})

    def play(self, *, publish: bool = True) -> None:
        """The whole contest, to just after its scores, or its publication."""
        for step in (self.build, self.break_, self.predict, self.judge):
            step()
        self.night.clock.to("score")
        self.organiser.post(f"{C}/scores")
        if publish:
            self.night.clock.to("publish")
            self.organiser.post(f"{C}/publication", {"names": True})

    def submission(self, who: str, kind: str) -> str:
        """The id of the newest submission of a kind of somebody's team."""
        found = [each for each in self.people[who].all(f"{C}/submissions") if each["kind"] == kind]
        return str(found[-1]["id"])
