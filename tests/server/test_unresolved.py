"""What judging leaves open is listed, with why and who has to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contest_night import night
from databases import Databases
from small_contest import C, Small

SAID = {  # by the number in the text: what two judges say of what was promised to be -1, or nothing
    "p0": ("+1", "+1"),
    "p1": ("+1", "-1"),
    "p2": ("-1", None),
    "p3": ("-1", "-1"),
}


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("unresolved")) as served:
        found = Small(served)
        for step in (found.build, found.break_, found.predict):
            step()
        served.clock.to("judge")
        for place, name in enumerate(("judge", "second judge")):
            person = found.people[name]
            for asked in person.post(f"{C}/questions"):
                pair = next((pair for pair in SAID if pair in asked["fields"]["text"]), "p3")
                answer = SAID[pair][place]
                said = {"skipped": "I cannot say."} if answer is None else {"answer": answer}
                person.post(f"{C}/questions/{asked['question']}/verdicts", said)
        yield found


def _left(small: Small) -> set[tuple[str, str, str]]:
    found: list[dict[str, Any]] = small.organiser.all(f"{C}/unresolved")
    return {(each["judged"]["pair"].partition("/")[2], each["why"], each["acts"]) for each in found}


def test_a_disagreement_is_listed_with_who_has_to_act(small: Small) -> None:
    small.people["judge"].get(f"{C}/unresolved", status=403)
    assert _left(small) == {("p0", "otherwise", "organiser"), ("p1", "split", "judges")}
    small.night.clock.to("score")
    assert _left(small) == {
        ("p0", "otherwise", "organiser"),
        ("p1", "split", "organiser"),
        ("p2", "too-few", "organiser"),
    }
    shown = small.organiser.send("GET", f"{small.night.address}{C}/appeals").text
    for words in (
        "The judges agree on another answer: 1",
        "The judges have said different things, and too few of them: 1",
        "nobody else is asked: you rule",
        "Too few verdicts, and nobody contradicts: 2",
        "is scored if nobody does",
    ):
        assert words in shown, words


def test_scores_say_what_becomes_of_it_and_a_ruling_ends_it(small: Small) -> None:
    warnings = small.organiser.post(f"{C}/scores")["warnings"]
    assert [each.partition(" ")[0] for each in warnings] == ["2", "2"]
    assert all("what was promised is scored" in each for each in warnings)
    split = next(each for each in small.organiser.all(f"{C}/unresolved") if each["why"] == "split")["judged"]
    assert split["said"] == {"+1": 1, "-1": 1}
    ruling = {"pair": split["pair"], "side": "modified", "accepted": ["-1"], "reason": "It is cold."}
    small.organiser.post(f"{C}/rulings", ruling)
    assert "p1" not in {pair for pair, _, _ in _left(small)}
