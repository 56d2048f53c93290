"""Once it is drawn what is judged: nothing comes that nobody would be asked about, and no judge is asked
about what a team brought that they have played for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from contest_night import night
from databases import Databases
from small_contest import NAME, PAIRS, C, Small, records
from zellig.games.judging.asked import name_of
from zellig.items import Pair, Verdict, encode_record


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """Pairs are there, nobody has answered them, and one of the Owls has left their team."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("drawn")) as served:
        found = Small(served)
        found.break_()
        left = found.people["breaking judge"].get("/account")["id"]
        found.organiser.post(f"{C}/roles/taken", {"account": left, "role": "breaker"})
        found.judge()
        yield found


def test_former_members_do_not_judge_what_their_team_brought(small: Small) -> None:
    former, judge = small.people["breaking judge"], small.people["judge"]
    theirs = {pair.modified.fields["text"] for pair in PAIRS[:2]}  # of the Owls alone
    asked = {each["fields"]["text"]: each["question"] for each in small.asked["judge"]}
    assert theirs <= set(asked)
    assert not theirs & {each["fields"]["text"] for each in small.asked["breaking judge"]}
    for text in theirs:
        former.post(f"{C}/questions/{asked[text]}/verdicts", {"answer": "+1"}, status=403)
    assert former.get(f"{C}/progress")["left"] == judge.get(f"{C}/progress")["left"] == 0


def test_no_judge_chooses_the_texts_of_teams_by_bringing_a_file(small: Small) -> None:
    chosen = encode_record(Verdict(name_of(PAIRS[0].modified), "Jo", "+1"))
    refused = small.people["judge"].send("POST", f"{C}/verdicts", content=chosen, status=409).json()
    assert "nobody chooses the texts that they judge" in refused["detail"]


def test_nothing_comes_that_nobody_would_be_asked_about(small: Small) -> None:
    organiser = small.organiser
    late = (small.night.clock.now + timedelta(hours=2)).isoformat()
    extension = {"phase": "break", "closes": late, "reason": "The Owls were ill."}
    refused = organiser.post(f"{C}/extensions", extension, status=409)
    assert "it has been drawn which pairs of this round are judged" in refused["detail"]
    refused = organiser.upload(NAME, "to-judge", records(Pair, PAIRS), status=409)
    assert "nobody would be asked about these data" in refused["detail"]
