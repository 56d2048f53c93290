"""The contest of 2017 over HTTP: four breakers, seven builders, three judges, one appeal."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contest_night import Night, Person, night, timeline
from databases import KINDS, Databases
from helpers import ROOT, zellig
from zellig.games.contest import Contest, read_contest, score_contest
from zellig.items import Item, Pair, Prediction, content_hash, encode_record, header_of

RELEASE = ROOT.parent / "shared" / "data" / "bibi2017"
BROKEN = [146, 140, 164, 97, 149, 144, 142]  # of 287 pairs, by the seven builders in their order
C = "/contests/bibi"


class Played:
    """Everybody who took part, and the boards that they got."""

    def __init__(self, served: Night) -> None:
        self.night = served
        self.release: Contest = read_contest(RELEASE, "bibi2017")
        self.organiser = served.operator()
        self.organiser.post("/contests", {"contest": "bibi", "title": "Build it, break it"})
        rules = {"task": "sentiment", "timeline": timeline(), "judging": {"originals": False}}
        self.organiser.put(f"{C}/rules", rules)
        self.organiser.upload("bibi", "starter", self._starter())
        self.organiser.post(f"{C}/open")
        self.breakers = {e.name: self._joins(e.name, "breaker") for e in self.release.entries}
        self.builders = {name: self._joins(name, "builder") for name in self.release.answers}
        self.judges = [self._judge(f"judge {number}") for number in range(3)]
        served.work()

    def _starter(self) -> list[bytes]:
        """The originals of the release; of some the breakers gave two answers, and both were taken."""
        originals = (pair.original for entry in self.release.entries for pair in entry.pairs)
        found = {(content_hash(item), item.accepted): item for item in originals}
        items = [Item(f"s{number}", item.fields, item.accepted) for number, item in enumerate(found.values())]
        return [header_of(Item, "sentiment"), *map(encode_record, items)]

    def _joins(self, name: str, role: str) -> Person:
        team = self.organiser.post(f"{C}/teams", {"name": name})["id"]
        link = self.organiser.post(f"{C}/invitations", {"roles": [role], "team": team})["link"]
        person = self.night.person(f"{role} {name}", link)
        person.put(f"{C}/consent")
        return person

    def _judge(self, name: str) -> Person:
        link = self.organiser.post(f"{C}/invitations", {"roles": ["judge"]})["link"]
        return self.night.person(name, link)

    def break_(self) -> None:
        self.night.clock.to("break")
        for entry in self.release.entries:
            lines = [header_of(Pair, "sentiment"), *map(encode_record, entry.pairs)]
            self.breakers[entry.name].upload("bibi", "pairs", lines)
        self.night.work()

    def predict(self) -> None:
        self.night.clock.to("predict")
        aliases = {f"Team {number}": entry.name for number, entry in enumerate(self.release.entries, 1)}
        for name, builder in self.builders.items():
            asked = builder.send("GET", f"{C}/data/pairs").text.splitlines()[1:]
            builder.upload("bibi", "predictions", self._answers(name, map(json.loads, asked), aliases))
        self.night.work()

    def _answers(self, system: str, asked: Iterator[Any], aliases: dict[str, str]) -> list[bytes]:
        """What the system said of a text in the set of the same breaker; ids and sides are not told."""
        said = {}
        for entry in self.release.entries:
            for pair, *answers in zip(entry.pairs, *self.release.answers[system][entry.name], strict=True):
                for item, answer in zip((pair.original, pair.modified), answers, strict=True):
                    said[entry.name, content_hash(item)] = answer
        return [
            encode_record(
                Prediction(
                    row["id"],
                    said[aliases[row["metadata"]["entry"]], content_hash(Item("", row["fields"]))],
                )
            )
            for row in asked
        ]

    def judge(self, contested: dict[str, str]) -> None:
        """Every judge says what the release says, but of contested texts what is given here."""
        gold = {
            json.dumps(pair.modified.fields): pair.modified.accepted[0]
            for entry in self.release.entries
            for pair in entry.pairs
        }
        self.night.clock.to("judge")
        for judge in self.judges:
            while asked := judge.post(f"{C}/questions"):
                for each in asked:
                    text = json.dumps(each["fields"])
                    answer = contested.get(text, gold[text])
                    judge.post(f"{C}/questions/{each['question']}/verdicts", {"answer": answer})

    def board(self, who: Person | None = None, **options: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (who or self.organiser).get(f"{C}/boards", **options)
        return found


@pytest.fixture(scope="module", params=KINDS)
def played(
    request: pytest.FixtureRequest, new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    with night(new_databases.new(request.param), tmp_path_factory.mktemp("replay")) as served:
        whole = Played(served)
        whole.break_()
        whole.predict()
        yield whole


def _broken(board: dict[str, Any], builders: list[str]) -> list[int]:
    alias = {name: alias for alias, name in board["names"].items()}
    return [board["scores"]["systems"][alias[name]]["broken"] for name in builders]


def test_the_board_is_that_of_the_release_before_and_after_a_ruling(played: Played, tmp_path: Path) -> None:
    organiser, builders = played.organiser, list(played.builders)
    entry = played.release.entries[0]
    pair = next(each for each in entry.pairs if each.promise == "flip")
    flipped = {"+1": "-1", "-1": "+1"}[pair.modified.accepted[0]]
    played.judge({json.dumps(pair.modified.fields): flipped})

    played.night.clock.to("appeal")
    breaker = played.breakers[entry.name]
    first = next(each for each in breaker.all(f"{C}/judged") if each["deviates"])
    assert (first["deviates"], first["judged"]) == (True, flipped)
    assert first["promised"] == list(pair.modified.accepted)
    assert sum(each["deviates"] for each in breaker.all(f"{C}/judged")) == 1
    appeal = breaker.post(
        f"{C}/appeals",
        {"pair": first["pair"], "side": "modified", "reason": "Irony, and all three missed it."},
    )["id"]

    played.night.clock.to("score")
    organiser.post(f"{C}/scores")
    organiser.post(
        f"{C}/rulings",
        {
            "pair": first["pair"],
            "side": "modified",
            "accepted": [flipped],
            "reason": "Not ironic.",
            "appeal": appeal,
        },
    )
    organiser.post(f"{C}/scores")
    assert breaker.get(f"{C}/appeals")[0]["ruling"]["reason"] == "Not ironic."
    breaker.send("GET", f"{C}/boards", status=409)

    played.night.clock.to("publish")
    organiser.post(f"{C}/publication", {"names": True})
    before, after = played.board(breaker)
    assert _broken(before, builders) == BROKEN
    assert before["scores"]["pairs"] == 287
    expected = score_contest(played.release)
    for name, alias in {name: alias for alias, name in before["names"].items()}.items():
        if name in expected.systems:
            assert before["scores"]["systems"][alias]["broken"] == expected.systems[name].broken
    changed = [
        (a, b) for a, b in zip(_broken(before, builders), _broken(after, builders), strict=True) if a != b
    ]
    assert changed
    assert all(abs(a - b) == 1 for a, b in changed)

    archive = zipfile.ZipFile(io.BytesIO(breaker.send("GET", f"{C}/bundle").content))
    archive.extractall(tmp_path / "bundle")
    scored = zellig("contest", "score", tmp_path / "bundle", "--format", "json")
    assert scored.returncode == 0, scored.stderr
    again = json.loads(scored.stdout)
    assert [again["systems"][name]["broken"] for name in builders] == _broken(after, builders)
