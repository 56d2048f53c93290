"""Pairs that share an original: a ruling on it holds for all of them, in the scores and in the bundle."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from contest_night import night
from databases import Databases
from small_contest import LARGE, NAME, PAIRS, C, Small, records
from zellig.games.contest import score_contest
from zellig.games.contest.folder import read_contest
from zellig.items import Pair


def test_a_ruling_on_an_original_holds_for_every_pair_of_it(new_databases: Databases, tmp_path: Path) -> None:
    with night(new_databases.new("sqlite"), tmp_path / "house") as served:
        small = Small(served)
        small.build()
        served.clock.to("break")
        for who, pairs in (("breaker", [PAIRS[1], LARGE]), ("both", PAIRS[:2])):
            small.people[who].upload(NAME, "pairs", records(Pair, pairs))
        served.work()
        small.predict()
        small.judge()
        served.clock.to("score")
        first = f"{small.submission('breaker', 'pairs')}/{PAIRS[1].id}"
        for accepted in (["0"], ["-1"]):
            ruling = {"pair": first, "side": "original", "accepted": accepted, "reason": "Read it again."}
            small.organiser.post(f"{C}/rulings", ruling)
        small.organiser.post(f"{C}/scores")
        served.clock.to("publish")
        small.organiser.post(f"{C}/publication", {"names": True})
        (board,) = small.organiser.all(f"{C}/boards")
        content = small.people["builder"].send("GET", f"{C}/bundle").content
    zipfile.ZipFile(io.BytesIO(content)).extractall(tmp_path / "bundle")
    contest = read_contest(tmp_path / "bundle")
    right = {(entry.name, pair.id): pair.original.accepted for entry, _, pair in contest.rows()}
    assert {key for key, accepted in right.items() if accepted == ("-1",)} == {
        ("Owls", PAIRS[1].id),
        ("Owls", LARGE.id),
        ("Wrens", PAIRS[1].id),
    }
    again = score_contest(contest)
    names = {name: alias for alias, name in board["names"].items()}
    for name, system in again.systems.items():
        assert system.broken == board["scores"]["systems"][names[name]]["broken"]
