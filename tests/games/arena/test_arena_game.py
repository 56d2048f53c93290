"""Whole games with performers that behave: ties, guards, canaries, figures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena_performers import SENTENCES, here, make_rules, played, program
from zellig.errors import ZelligError
from zellig.games.arena.figures import Figures, Share
from zellig.games.arena.play import SCORES, play, replay
from zellig.games.arena.transcript import FILE, read_head

pytestmark = pytest.mark.usefixtures("tests_on_the_path")


def test_a_sharp_chooser_wins_every_round_and_the_figures_say_so(tmp_path: Path) -> None:
    figures, rounds = played(make_rules(tmp_path, rounds=24), tmp_path / "game")
    assert (figures.rounds, figures.S, figures.no_fake, figures.voids) == (24, 1.0, 0, 0)
    assert figures.interval is not None
    assert figures.interval[0] < 1 == figures.interval[1]
    assert figures.with_fake == Share(24, figures.S, figures.interval)
    assert figures.late == {"curator": 0, "breaker": 0, "chooser": 0}
    assert set(figures.by) == {"topic", "even", "label", "change"}
    for values in figures.by.values():
        assert sum(share.rounds for share in values.values()) == 24
    assert figures.by["change"]["order"].rounds == 24
    assert {each.real for each in rounds} == set(SENTENCES)
    assert [each.n for each in rounds] == list(range(24))


def test_the_first_line_has_rules_players_and_justification(tmp_path: Path) -> None:
    seats = {"chooser": {**here("Sharp"), "resources": ["a dictionary"]}, "curator": here("Endless")}
    rules = make_rules(tmp_path, rounds=3, **seats)
    played(rules, tmp_path / "game")
    head = read_head(tmp_path / "game" / FILE)
    assert (head.game, head.rules) == (rules.game, rules)
    assert head.players["chooser"].resources == ("a dictionary",)
    assert head.players["curator"].justification == "No text comes twice."
    assert not any(player.adapts for player in head.players.values())


@pytest.mark.parametrize("tie_rule", ["free_point", "coin", "void"])
def test_a_breaker_that_copies(tie_rule: str, tmp_path: Path) -> None:
    rules = make_rules(
        tmp_path, rounds=600, tie_rule=tie_rule, breaker=here("Copier"), chooser=here("ByChance")
    )
    figures, rounds = played(rules, tmp_path / "game")
    assert figures.no_fake == 600
    assert all(each.made == each.real and each.pair.promise == "same" for each in rounds)
    if tie_rule == "free_point":
        assert (figures.S, figures.rounds) == (1.0, 600)
    elif tie_rule == "void":
        assert (figures.S, figures.rounds, figures.voids) == (None, 0, 600)
    else:
        assert figures.interval is not None
        assert figures.interval[0] < 0.5 < figures.interval[1]
        assert all(each.choice is not None for each in rounds)


def test_a_breaker_that_declines_and_one_that_copies_are_the_same(tmp_path: Path) -> None:
    figures, rounds = played(make_rules(tmp_path, rounds=60, breaker=here("Mixed")), tmp_path / "game")
    copied = [each for each in rounds if each.pair.phenomenon == "copy"]
    declined = [each for each in rounds if not each.pair.phenomenon]
    assert len(copied) > 5
    assert len(declined) > 5
    for each in [*copied, *declined]:
        assert (each.made, each.choice, each.point) == (each.real, None, True)
    assert figures.no_fake == len(copied) + len(declined)
    # Free points are not the chooser's skill: S without them stands beside the other.
    with_fake = [each for each in rounds if each.choice is not None]
    assert figures.with_fake.rounds == len(with_fake) == 60 - figures.no_fake
    assert round(sum(each.point is True for each in with_fake) / len(with_fake), 6) == figures.with_fake.S


def test_ties_by_a_guard_are_ties(tmp_path: Path) -> None:
    faults = {"0": "space", "1": "copy", "2": "decline"}
    breaker = program(tmp_path / "log", faults=faults)
    found = {}
    for name, guards in {"on": {}, "off": {"white_space": False}}.items():
        rules = make_rules(tmp_path, rounds=5, time_limit=20, breaker=breaker, guards=guards)
        found[name], rounds = played(rules, tmp_path / name)
        assert rounds[0].made == "  ".join(rounds[0].real.split())
        assert (rounds[0].choice is None) is (name == "on")
    assert (found["on"].no_fake, found["off"].no_fake) == (3, 2)


def test_a_fake_of_another_length_loses_the_round(tmp_path: Path) -> None:
    breaker = program(tmp_path / "log", faults={"1": "long"})
    for name, guards in {"on": {}, "off": {"length": 0}}.items():
        rules = make_rules(tmp_path, rounds=3, time_limit=20, tie_rule="coin", breaker=breaker, guards=guards)
        figures, rounds = played(rules, tmp_path / name)
        if name == "on":
            assert (rounds[1].missing, rounds[1].choice) == ({"breaker": "length"}, None)
            assert rounds[1].made == rounds[1].real
            assert rounds[1].point is True
            assert figures.missing == {"breaker": {"length": 1}}
        else:
            assert rounds[1].made == rounds[1].real * 5
            assert figures.missing == {}


def test_guards_hold_for_both_texts(tmp_path: Path) -> None:
    log = tmp_path / "log"
    guards = {"casing": True, "tokenisation": True}
    rules = make_rules(tmp_path, rounds=6, chooser=program(log), guards=guards)
    _, rounds = played(rules, tmp_path / "game")
    assert log.read_bytes().split(b'"lineups"')[1] == log.read_bytes().split(b'"lineups"')[1].lower()
    assert all(each.real != each.real.lower() for each in rounds)


def test_results_do_not_depend_on_how_rounds_are_put_together(tmp_path: Path) -> None:
    found = []
    for limit, batch in ((None, None), (60, None), (60, 7)):
        seats = {"breaker": here("Mixed"), "chooser": here("ByChance")}
        rules = make_rules(
            tmp_path,
            rounds=40,
            tie_rule="coin",
            **({"time_limit": limit} if limit else {}),
            **{role: {**seat, **({"batch": batch} if batch else {})} for role, seat in seats.items()},
        )
        found.append(played(rules, tmp_path / rules.game)[1])
    assert found[0] == found[1] == found[2]


# -- canaries


def test_a_chooser_that_remembers_texts_is_found_out(tmp_path: Path) -> None:
    figures = {}
    for name in ("Rememberer", "ByChance"):
        rules = make_rules(
            tmp_path,
            rounds=400,
            chooser=here(name),
            curator=here("Endless"),
            schedule={"scored": "transparent"},
            canary={"share": 0.3},
        )
        figures[name], rounds = played(rules, tmp_path / name)
        again = [each for each in rounds if each.repeats is not None]
        assert 85 < len(again) < 155  # 120, give or take
        assert all(rounds[each.repeats or 0].real == each.real for each in again)
        assert all(rounds[each.repeats or 0].repeats is None for each in again)
        assert all((each.repeats or 0) < each.n for each in again)
        assert figures[name].rounds == 400 - len(again)
    remembers, guesses = figures["Rememberer"].canary, figures["ByChance"].canary
    assert remembers is not None
    assert guesses is not None
    assert remembers.repeated.S == 1.0
    assert (remembers.first.interval or (0, 1))[1] < (remembers.repeated.interval or (0, 1))[0]
    assert (guesses.repeated.interval or (1, 0))[0] < 0.5 < (guesses.repeated.interval or (1, 0))[1]


def test_a_canary_counts_nowhere_but_among_canaries(tmp_path: Path) -> None:
    rules = make_rules(
        tmp_path,
        rounds=300,
        tie_rule="void",
        breaker=here("Mixed"),
        chooser=here("ByChance"),
        time_limit=60,
        canary={"share": 0.4},
    )
    figures, rounds = played(rules, tmp_path / "game")
    first = [each for each in rounds if each.repeats is None]
    points = Counter(each.point for each in first)
    assert figures.voids == points[None]
    assert figures.no_fake == points[None]
    assert figures.rounds == points[True] + points[False]
    assert sum(window.rounds for window in figures.curve) == figures.rounds
    assert figures.trend["scored"].rounds == figures.rounds
    assert figures.canary is not None
    assert figures.canary.first.S == figures.S
    again = [each for each in rounds if each.repeats is not None and each.point is not None]
    assert figures.canary.repeated.rounds == len(again)


# -- beginning


def test_nothing_is_loaded_for_a_corpus_that_is_not_there(tmp_path: Path) -> None:
    corpus = {"name": f"items:{tmp_path / 'nowhere.jsonl'}"}
    log = tmp_path / "log"
    with pytest.raises(ZelligError, match="nowhere"):
        play(make_rules(tmp_path, corpus=corpus, chooser=program(log)), tmp_path / "game")
    assert not log.exists()


@pytest.mark.parametrize(
    ("chooser", "what"),
    [
        ({"name": "py:arena_performers:Nobody"}, "Nobody"),
        ({"name": "py:arena_performers:Sharp", "order": 3}, "no parameter 'order'"),
        ({"name": "py:arena_performers:Reverser"}, "no 'choose'"),
        ({"name": "cmd:/nowhere/at/all"}, "cannot be started"),
        ({"name": "cmd:"}, "no program"),
        ({"name": "cmd:python 'half a quotation"}, "quotation"),
        ({"name": "ngrams"}, "ngrams"),
        ({"name": "http://127.0.0.1:9"}, "does not introduce itself"),
        ({"name": "http://"}, "not an address"),
    ],
    ids=str,
)
def test_a_performer_that_cannot_be_loaded_is_named(
    chooser: dict[str, Any], what: str, tmp_path: Path
) -> None:
    with pytest.raises(ZelligError, match=what):
        play(make_rules(tmp_path, chooser=chooser), tmp_path / "game")


def test_a_program_may_be_given_in_many_words(tmp_path: Path) -> None:
    code = "import sys, json\n" + "# a long remark\n" * 40
    code += "for line in sys.stdin:\n    print(json.dumps({'turn': json.loads(line)['turn']}), flush=True)"
    rules = make_rules(tmp_path, rounds=2, chooser={"name": f'cmd:python3 -I -S -c "{code}"'})
    _, rounds = played(rules, tmp_path / "game")
    assert [each.missing for each in rounds] == [{"chooser": "garbled"}] * 2


def test_a_folder_of_another_game_is_left_alone(tmp_path: Path) -> None:
    played(make_rules(tmp_path, rounds=5), tmp_path / "game")
    before = (tmp_path / "game" / FILE).read_bytes()
    with pytest.raises(ZelligError, match="another run"):
        play(make_rules(tmp_path, rounds=6), tmp_path / "game")
    assert (tmp_path / "game" / FILE).read_bytes() == before


def test_scores_are_recomputed_from_the_transcript_alone(tmp_path: Path) -> None:
    figures, _ = played(make_rules(tmp_path, rounds=30, breaker=here("Mixed")), tmp_path / "game")
    (tmp_path / "corpus.jsonl").unlink()
    assert replay(tmp_path / "game") == figures
    assert msgspec.json.decode((tmp_path / "game" / SCORES).read_bytes(), type=Figures) == figures
