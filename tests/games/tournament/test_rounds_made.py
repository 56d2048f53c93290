"""Rounds that somebody made one after the other: who met whom stays, whatever is ruled afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournament_night import plan, played_by_hand, question, questions
from zellig.errors import ZelligError
from zellig.files import write_json
from zellig.games.match.packet import Packet
from zellig.games.match.playing import Match, rule
from zellig.games.match.rules import Rules
from zellig.games.tournament.folder import ROUNDS, read_tournament, write_tournament
from zellig.games.tournament.plan import Phase, Questions, Seen
from zellig.games.tournament.questions import Pool, brought_pool, design_pool, own_work
from zellig.games.tournament.rounds import Paired, paired
from zellig.games.tournament.tournament import Beginning, Game, Tournament, advanced, forfeit_of
from zellig.items import Item
from zellig.performers import Spec

RULES = Rules("Own", tossups=4)
SETS = Questions(control="a", challenge="b")


def bracket() -> Beginning:
    given = plan(SETS, phases=(Phase("bracket"),))
    return Beginning(given, RULES, design_pool(given, questions("control"), questions("challenge"), 4))


def first_wins(game: Game) -> Match:
    first, second = (each.id for each in game.setting.players)
    return played_by_hand(game.setting, {first: 5, second: 20})


def overturned(match: Match) -> Match:
    """All that the first was right on is wrong after all, and the second one has won."""
    first, at = match.setting.players[0].id, match.events[-1].at
    for number in range(1, 5):
        match = match.with_events(rule(match, "Olga", number, first, "wrong", "No.", at + number))
    return match


def made_rounds() -> tuple[Beginning, list[Paired], Tournament]:
    beginning = bracket()
    made: list[Paired] = []
    found = advanced(beginning, (), first_wins, made)
    while len(made) < beginning.plan.rounds:
        made.append(paired(beginning.plan, found.rounds, found.results))
        found = advanced(beginning, (), first_wins, made)
    return beginning, made, found


def test_it_goes_no_further_than_what_was_made_and_pairs_the_same() -> None:
    beginning, made, found = made_rounds()
    assert advanced(beginning, (), first_wins, made[:1]).rounds == made[:1]
    alone = advanced(beginning, (), first_wins)
    assert (alone.rounds, alone.results) == (found.rounds, found.results)
    assert found.over


def test_a_ruling_after_the_next_round_was_made_changes_the_score_and_nobodys_opponent(
    tmp_path: Path,
) -> None:
    beginning, made, before = made_rounds()

    def play(game: Game) -> Match:
        match = first_wins(game)
        return overturned(match) if (game.round, game.number) == (1, 1) else match

    found = advanced(beginning, (), play, made)
    assert found.rounds == before.rounds
    assert found.results[0] != before.results[0]
    assert found.results[1:] == before.results[1:]
    assert advanced(beginning, (), play).rounds != found.rounds  # else this would show nothing
    write_tournament(tmp_path, found, {"Ink early": Spec("early")})
    again = read_tournament(tmp_path)
    assert (again.rounds, again.results, again.matches) == (list(found.rounds), found.results, found.matches)


@pytest.mark.parametrize(
    "changed",
    [
        Paired(2, 0, (("Ink", "Owl"),)),
        Paired(1, 3, (("Ink", "Owl"),)),
        Paired(1, 0, (("Ink", "Cat"),)),
        Paired(1, 0, (("Ink", "Ink"),)),
    ],
)
def test_rounds_that_are_none_of_the_plan_are_refused(tmp_path: Path, changed: Paired) -> None:
    _, _, found = made_rounds()
    write_tournament(tmp_path, found, {})
    write_json(tmp_path / ROUNDS, [changed])
    with pytest.raises(ZelligError, match="is none of this tournament"):
        read_tournament(tmp_path)


def test_a_forfeit_has_a_reason_and_a_game_that_waits() -> None:
    beginning = bracket()
    waits = advanced(beginning, (), lambda game: None, [paired(beginning.plan, [], [])])
    assert forfeit_of(waits, "Ink", " Ill. ").reason == "Ill."
    with pytest.raises(ZelligError, match="for a reason"):
        forfeit_of(waits, "Ink", " ")
    _, _, over = made_rounds()
    with pytest.raises(ZelligError, match="no game waits for 'Ink'"):
        forfeit_of(over, "Ink", "Ill.")


def test_what_was_read_in_place_of_another_is_not_read_again_after_a_forfeit() -> None:
    tossups = questions("control", 8)
    given = plan(
        Questions(("a", "b", "c"), reserve="r"),
        seen=(Seen("Ink", "wrote", (tossups[0].id, tossups[2].id)),),
    )
    packets = [Packet(tuple(tossups[n : n + 2])) for n in (0, 2, 4)]
    pool = brought_pool(packets, [tossups[6], question("control", 8)])
    beginning = Beginning(given, Rules("Own", tossups=2), pool)
    made = [paired(given, [], [])]
    waits = advanced(beginning, (), lambda game: None, made)
    gone = [forfeit_of(waits, "Ink", "The light went out.")]
    found = advanced(beginning, gone, first_wins, made)
    found = advanced(beginning, gone, first_wins, [*made, paired(given, found.rounds, found.results)])
    replaced = [each.by for game in found.games if "Ink" in game.teams for each in game.replaced]
    assert replaced == ["control-6", "control-8"]


def test_what_players_wrote_is_their_teams_and_namesakes_are_refused() -> None:
    given = plan(SETS, people={"Owl": "Ann"})
    items = [
        Item("q1", {"text": "One."}, ("x",), {"author": "Ann"}),
        Item("q2", {"text": "Two."}, ("x",), {"editor": "Ann"}),
        Item("q3", {"text": "Three."}, ("x",), {"author": "Bob"}),
    ]
    assert [(each.who, each.how, each.questions) for each in own_work(given, items)] == [
        ("Owl", "wrote", ("q1",)),
        ("Owl", "edited", ("q2",)),
    ]
    assert brought_pool([Packet(tuple(items))], [items[0]]) == Pool((Packet(tuple(items)),), (items[0],))
    with pytest.raises(ZelligError, match="two questions are called 'q1'"):
        brought_pool([Packet(tuple(items))], [Item("q1", {"text": "Another."}, ("x",))])
