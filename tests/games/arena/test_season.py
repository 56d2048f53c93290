"""A season: the plan, the reckoning of all rounds, quarantine, what is handed out, and one in a folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from season_night import HERE, breaker, chooser, small_season, write_sentences
from zellig.errors import ZelligError
from zellig.games.arena.rounds import Round, without_fake
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.kept import Kept
from zellig.games.arena.season.plan import candidates, plan
from zellig.games.arena.season.play import LADDER, play_season, recomputed, replay_season
from zellig.games.arena.season.reckoning import outcome_of, quarantined, reckoning, reckonings, total
from zellig.games.arena.season.records import Entrant, Planned, Season
from zellig.games.arena.transcript import FILE, rounds_of
from zellig.items import Item
from zellig.messages import Break, Message, Modified, Reply
from zellig.performers import ROLES, Role
from zellig.report.season import season_html
from zellig.seats.seat import Seat
from zellig.seats.seating import Seating

SEASON = Season(name="s", rounds=10, corpus="items:none", quarantine=5)
GAME = Planned("k", "b", "c")


def entrant(id: str, role: Role, name: str = "x") -> Entrant:
    return Entrant(id, role, id, Seating(name))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_sentences(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def played(corpus: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season") / "out"
    play_season(*small_season(corpus), folder)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """All that must be the same again: everything but the times."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "log.jsonl"
    }


# -- the plan


@given(roles=st.lists(st.sampled_from(ROLES), max_size=9), late=st.integers(0, 9))
def test_a_plan_only_grows_at_its_end(roles: list[Role], late: int) -> None:
    entrants = [entrant(f"e{n}", role) for n, role in enumerate(roles)]
    before, after = plan(SEASON, entrants[: len(roles) - late] if late else entrants), plan(SEASON, entrants)
    if late < len(roles):
        assert after[: len(before)] == before
    assert len(set(after)) == len(after)
    counts = [sum(role == each for role in roles) for each in ROLES]
    assert len(after) == counts[0] * counts[1] * counts[2]


def test_two_at_one_address_do_not_meet_unless_they_may_collude() -> None:
    entrants = [
        entrant("k", "curator"),
        entrant("b", "breaker", "http://127.0.0.1:1"),
        entrant("c", "chooser", "http://127.0.0.1:1/"),
        entrant("d", "chooser", "http://127.0.0.1:2"),
    ]
    assert plan(SEASON, entrants) == [Planned("k", "b", "d")]
    allowed = msgspec.structs.replace(SEASON, collusion=("breaker", "chooser"))
    assert len(plan(allowed, entrants)) == 2


@pytest.mark.parametrize("id", ["", "A", "../x", "-a", "a" * 41])
def test_an_id_is_a_plain_name_of_a_folder(id: str) -> None:
    with pytest.raises(ZelligError, match="is not an id"):
        plan(SEASON, [entrant(id, "chooser")])


def test_two_entrants_with_one_id_are_refused() -> None:
    with pytest.raises(ZelligError, match="two entrants"):
        plan(SEASON, [entrant("a", "chooser"), entrant("a", "breaker")])


# -- what is handed out


@given(
    texts=st.integers(2, 300), share=st.floats(0.01, 1), size=st.integers(2, 20), rounds=st.integers(1, 200)
)
def test_a_corpus_is_never_handed_out_in_full(texts: int, share: float, size: int, rounds: int) -> None:
    season = msgspec.structs.replace(SEASON, held_out=share, candidates=size)
    found = candidates(season, texts, range(rounds))
    seen = {each for portion in found for each in portion}
    assert len(seen) <= max(1, share * texts)
    assert all(0 <= each < texts for each in seen)
    assert all(len(set(portion)) == len(portion) <= size for portion in found)
    assert candidates(season, texts, [rounds - 1]) == found[-1:]  # whatever was asked before


def test_another_secret_hands_out_other_texts() -> None:
    other = msgspec.structs.replace(SEASON, secret="x")
    assert candidates(SEASON, 1_000, range(5)) != candidates(other, 1_000, range(5))


# -- the reckoning


def a_round(n: int, missing: dict[Role, str], point: bool | None = True) -> Round:
    pair = without_fake(n, Item(str(n), {"text": "It rains."}, ("real",)))
    return Round(n, "scored", pair, point=point, missing=missing)


@pytest.mark.parametrize(
    ("missing", "point", "outcome"),
    [
        ({}, True, "played"),
        ({}, None, "void"),
        ({"chooser": "late"}, True, "late"),
        ({"breaker": "garbled"}, True, "garbled"),
        ({"breaker": "length"}, True, "garbled"),
        ({"breaker": "late", "chooser": "gone"}, True, "dead"),
        ({"curator": "late", "chooser": "flooded"}, True, "garbled"),
    ],
)
def test_the_worst_that_happened_is_the_outcome(
    missing: dict[Role, str], point: bool | None, outcome: str
) -> None:
    assert outcome_of(a_round(0, missing, point)) == outcome


@given(
    whys=st.lists(
        st.dictionaries(
            st.sampled_from(ROLES), st.sampled_from(["late", "garbled", "gone", "crashed"]), max_size=3
        ),
        max_size=10,
    ),
    away=st.sampled_from(["", "withdrawn", "quarantined"]),
)
def test_every_planned_round_is_accounted_for(whys: list[dict[Role, str]], away: str) -> None:
    other = Planned("k", "b", "d")
    rounds = {GAME: [a_round(n, why) for n, why in enumerate(whys)]}
    found = reckonings(
        SEASON,
        [GAME, other],
        rounds,
        withdrawn={"d"} if away == "withdrawn" else (),
        quarantined={"d"} if away == "quarantined" else (),
    )
    rest = {"": "open", "withdrawn": "withdrawn", "quarantined": "void"}[away]
    assert found[other].outcomes == {rest: 10}
    assert found[GAME].outcomes.get("open", 0) == 10 - len(whys)
    whole = total(found.values())
    assert whole.planned == sum(whole.outcomes.values()) == 20
    for role in ROLES:
        faults = sum(role in why for why in whys)
        assert sum(whole.faults.get(GAME.by(role), {}).values()) == faults
        assert (GAME.by(role) in quarantined(SEASON, found.values())) == (faults >= 5)


def test_an_account_that_does_not_add_up_is_none() -> None:
    with pytest.raises(ValueError, match="are accounted for"):
        msgspec.structs.replace(reckoning(SEASON, GAME, ()), planned=11).__post_init__()


# -- a season in a folder


def test_games_of_a_breaker_have_its_fakes_in_common(played: Path) -> None:
    fakes = [
        [(each.real, each.made) for each in rounds_of(played / "games/uniform/swap-1" / chooser / FILE)]
        for chooser in ("reader-a", "coin")
    ]
    assert fakes[0] == fakes[1]
    assert len(set(fakes[0])) > 50


def test_a_fake_is_kept_for_the_text_that_it_was_made_of() -> None:
    asked: list[str] = []

    class Asked(Seat):
        player = None  # type: ignore[assignment]

        def ask(self, message: Message, limit: float | None) -> Reply:
            assert isinstance(message, Break)
            asked.extend(each.fields["text"] for each in message.items)
            return Reply(0, pairs=[[Modified({"text": "new"}, "x", "")] for _ in message.items])

        def close(self) -> None:
            pass

    made = [Modified({"text": "old"}, "x", "")]
    kept = Kept(Asked(), fakes={("7", "It was late."): made})
    items = [Item("7", {"text": "It was late."}), Item("7", {"text": "It was early."})]
    found = kept.ask(Break(items, [1, 2]), None).pairs
    assert found is not None
    assert found[0] == made
    assert asked == ["It was early."]  # a curator that had missed the round gives another text


def test_everything_is_computed_again_from_the_transcripts(played: Path) -> None:
    assert isinstance(replay_season(played), Ladder)


def test_a_ladder_that_was_edited_is_found(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "s")
    path = tmp_path / "s" / LADDER
    path.write_bytes(path.read_bytes().replace(b'"tier": 1', b'"tier": 2', 1))
    with pytest.raises(ZelligError, match="not the ladder"):
        replay_season(tmp_path / "s")


def test_a_transcript_of_another_game_is_found(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "s")
    games = tmp_path / "s" / "games" / "uniform"
    shutil.copy(games / "swap-1/coin" / FILE, games / "swap-4/coin" / FILE)
    with pytest.raises(ZelligError, match="other rules, or other players"):
        replay_season(tmp_path / "s")


def test_a_game_that_is_not_there_is_missed(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "s")
    shutil.rmtree(tmp_path / "s" / "games" / "uniform" / "swap-4" / "coin")
    with pytest.raises(ZelligError, match="was not played"):
        replay_season(tmp_path / "s")


def test_a_season_that_was_killed_ends_with_the_same_bytes(corpus: str, played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "s"
    shutil.copytree(played, folder)
    game = folder / "games" / "uniform" / "swap-4" / "reader-a"
    lines = (game / FILE).read_bytes().splitlines(keepends=True)
    (game / FILE).write_bytes(b"".join(lines[:20]) + lines[20][:15])
    (game / "scores.json").unlink()
    shutil.rmtree(folder / "games" / "uniform" / "swap-1" / "coin")
    (folder / LADDER).unlink()
    play_season(*small_season(corpus), folder)
    assert files_of(folder) == files_of(played)


def test_who_comes_late_plays_and_nobody_plays_again(corpus: str, played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "s"
    shutil.copytree(played, folder)
    before = files_of(folder / "games")
    late = [breaker("swap-1", place=1), breaker("late", place=8), breaker("swap-4", place=4)]
    season, entrants = small_season(corpus, breaker=late)
    found = play_season(season, entrants, folder)
    after = files_of(folder / "games")
    assert {name: after[name] for name in before} == before
    assert {name.split("/")[1] for name in after.keys() - before} == {"late"}
    assert {rung.id for rung in found.rungs["breaker"]} == {"swap-1", "swap-4", "late"}
    assert found.reckoning.outcomes == {"played": 360}
    replay_season(folder)


def test_another_season_or_a_missing_entrant_is_refused(corpus: str, played: Path) -> None:
    with pytest.raises(ZelligError, match="its rules are others"):
        play_season(*small_season(corpus, rounds=61), played)
    with pytest.raises(ZelligError, match="'swap-4' is missing"):
        play_season(*small_season(corpus, breaker=[breaker("swap-1", place=1)]), played)


def test_who_withdraws_keeps_what_was_played(corpus: str, played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "s"
    shutil.copytree(played, folder)
    gone = [breaker("swap-1", place=1), breaker("swap-4", place=4) | {"withdrawn": True}]
    more = [chooser("reader-a"), {"id": "coin", "name": "random", **HERE}, chooser("late")]
    found = play_season(*small_season(corpus, breaker=gone, chooser=more), folder)
    assert found.reckoning.outcomes == {"played": 300, "withdrawn": 60}
    assert {rung.id: rung.state for rung in found.rungs["breaker"]}["swap-4"] == "withdrawn"
    replay_season(folder)


@pytest.fixture
def with_silent(corpus: str, tmp_path: Path) -> tuple[Path, Ladder]:
    silent = {"id": "silent", "name": "py:season_night:Silent", **HERE}
    season = small_season(
        corpus, quarantine=60, chooser=[silent, chooser("reader-a"), chooser("reader-b", own="b")]
    )
    return tmp_path / "s", play_season(*season, tmp_path / "s")


def test_who_fails_too_often_is_not_asked_any_more(with_silent: tuple[Path, Ladder]) -> None:
    folder, found = with_silent
    assert found.reckoning.planned == 360
    assert found.reckoning.outcomes == {"played": 240, "dead": 60, "void": 60}
    assert found.reckoning.faults == {"silent": {"dead": 60}}
    rung = {rung.id: rung for rung in found.rungs["chooser"]}["silent"]
    assert (rung.state, rung.faults, rung.games) == ("quarantined", 60, 1)
    assert recomputed(folder) == found


def test_canaries_and_guards_of_the_season_are_those_of_its_games(corpus: str, tmp_path: Path) -> None:
    rules = {"canary": {"share": 0.3}, "guards": {"casing": True}, "tie_rule": "void"}
    found = play_season(*small_season(corpus, **rules), tmp_path / "s")
    rounds = list(rounds_of(tmp_path / "s/games/uniform/swap-1/coin" / FILE))
    repeats = sum(each.repeats is not None for each in rounds)
    assert 5 < repeats < 35
    assert found.rounds == 240 - 4 * repeats
    assert found.reckoning.outcomes == {"played": 240}


def test_a_report_has_everything_and_no_network(corpus: str, played: Path) -> None:
    season, _ = small_season(corpus)
    page = season_html(season, recomputed(played))
    assert all(f'id="{part}"' in page for part in ("ladder", "time", "winners", "collusion", "reckoning"))
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "reader-a" in page


def test_two_who_agreed_on_a_sign_are_found_and_honest_kin_are_not(corpus: str, tmp_path: Path) -> None:
    breakers = [
        breaker(f"swap-{n}", label=f"swap-{n}", place=place) for n, place in enumerate((1, 4, 8, 1, 4))
    ]
    choosers = [
        chooser("kin", own="k"),
        chooser("kin-too", own="l"),
        chooser("partner", own="p", often=0.9),
        chooser("other", kin="b", own="o"),
        chooser("other-kin", kin="b", own="n"),
    ]
    season, entrants = small_season(
        corpus,
        rounds=300,
        permutations=9_999,
        breaker=[*breakers, breaker("signer", label="signer", place=8, sign=True)],
        chooser=choosers,
    )
    found = play_season(season, entrants, tmp_path / "s")
    judged = [row for row in found.collusion if not row.unknown]
    assert len(judged) == 30
    accused = [(row.first, row.second, set(row.twins)) for row in judged if row.accused]
    assert accused == [("signer", "partner", {"kin", "kin-too"})]
    assert "may have agreed" not in season_html(season, found)
    assert ">yes<" in season_html(season, found)
