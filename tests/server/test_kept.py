"""What a process keeps of a contest so that it need not read it again: it is what the rows say, in every
process, and nothing that changes meanwhile is passed over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contest_night import night
from databases import Databases
from small_contest import NAME, C, Small
from zellig.games.contest import Contest
from zellig.games.contest.judging import Tally
from zellig.games.contest.rules import Judging
from zellig.server import drawing_boards, showing_boards
from zellig.server.judging import question_of, questions_of, said_in
from zellig.server.scoring import Computed, compute
from zellig.server.tallies import Tallies


@pytest.fixture(scope="module")
def small(new_databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("kept")) as served:
        found = Small(served)
        for step in (found.build, found.break_, found.predict):
            step()
        yield found


def _told(tally: Tally) -> object:
    return tally.states(), tally.said_by(), tally.next_for("somebody", (), 100, 1)


def test_tallies_of_two_processes_are_what_the_rows_say(small: Small) -> None:
    database = small.night.house.database
    rules = Judging()
    here, there = Tallies(), Tallies()

    def agree() -> None:
        with database.reading() as connection:
            questions = [question_of(row) for row in questions_of(connection, NAME, 1).values()]
            said = [each._replace(grammatical=None, natural=None) for each in said_in(connection, NAME, 1)]
            wanted = _told(Tally(questions, rules, said))
            for tallies in (here, there):
                with tallies.of(connection, NAME, 1, rules) as tally:
                    assert _told(tally) == wanted

    agree()
    small.night.clock.to("judge")
    for name in ("judge", "second judge"):
        person = small.people[name]
        for number, asked in enumerate(person.post(f"{C}/questions")):
            person.post(f"{C}/questions/{asked['question']}/verdicts", {"answer": "-1"})
            if number % 2:
                person.post(f"{C}/undo")
            agree()
    with database.writing() as connection, here.of(connection, NAME, 1, rules) as tally:
        tally.questions.clear()  # what one who writes has made of it is nobody else's
    agree()


def test_what_is_ruled_while_scores_are_computed_is_in_them(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, clock = small.organiser, small.night.clock
    clock.to("score")
    organiser.post(f"{C}/scores")
    pair = f"{small.submission('breaker', 'pairs')}/p0"
    computed: list[Computed] = []

    def slowly(*given: object) -> tuple[Computed, Contest]:
        found = compute(*given)  # type: ignore[arg-type]
        if not computed:
            organiser.post(
                f"{C}/rulings", {"pair": pair, "side": "modified", "accepted": [], "reason": "No."}
            )
        computed.append(found[0])
        return found

    monkeypatch.setattr(drawing_boards, "compute", slowly)
    organiser.post(f"{C}/scores")
    before, after = organiser.get(f"{C}/boards")
    assert [each.scores.pairs for each in computed] == [5, 4]
    assert (before["scores"]["pairs"], after["scores"]["pairs"]) == (5, 4)
    house = small.night.house
    shown = organiser.send("GET", f"{small.night.address}{C}/board").text
    kept = dict(house.boards.items())
    assert {f"{board['id']} {known}" for board in (before, after) for known in (True, False)} == set(kept)
    house.boards.clear()  # as in a process that has not computed it
    assert organiser.send("GET", f"{small.night.address}{C}/board").text == shown
    assert house.boards[f"{after['id']} True"] == kept[f"{after['id']} True"]


def test_what_is_large_is_drawn_by_a_process_of_its_own_and_comes_to_the_same(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser, house = small.organiser, small.night.house
    small.night.clock.to("score")
    organiser.post(f"{C}/scores")
    monkeypatch.setattr(showing_boards, "draw", None)  # nobody draws it here
    monkeypatch.setattr(showing_boards, "LARGE", 1)
    organiser.post(f"{C}/scores")
    *_, here, apart = organiser.get(f"{C}/boards")
    assert apart["id"] != here["id"]
    assert apart["scores"] == here["scores"]
    for known in (True, False):
        assert house.boards[f"{apart['id']} {known}"] == house.boards[f"{here['id']} {known}"]


def test_scores_that_never_come_to_rest_are_refused(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser = small.organiser
    small.night.clock.to("score")
    pair = f"{small.submission('breaker', 'pairs')}/p1"

    def disturbed(*given: object) -> tuple[Computed, Contest]:
        found = compute(*given)  # type: ignore[arg-type]
        standing = found[0].standing
        reason = f"After {len(standing.rulings)}, {standing.last}."
        organiser.post(f"{C}/rulings", {"pair": pair, "side": "modified", "accepted": [], "reason": reason})
        return found

    results = len(organiser.get(f"{C}/boards"))
    monkeypatch.setattr(drawing_boards, "compute", disturbed)
    organiser.send("POST", f"{C}/scores", status=409)
    assert len(organiser.get(f"{C}/boards")) == results
