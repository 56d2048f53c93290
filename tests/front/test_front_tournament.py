"""Tournaments from Python and the command line: designs, who has seen what, people's matches, going on."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

import zellig as zl
from helpers import ROOT
from helpers import zellig as run
from qbj_facts import refuse_no_tournament
from tournament_night import RULES, plan, played_by_hand, question, questions
from zellig.corpora.packet_json import packet_json
from zellig.front.tournament import PlayedTournament
from zellig.games.match.folder import packed, read_beginning, write_match
from zellig.games.match.setting import Setting, Team
from zellig.games.tournament.plan import Phase, Plan, Questions, Seen
from zellig.items import Item, write_records
from zellig.server.room_packets import packet_in


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets")
    for side in ("control", "challenge"):
        write_records(folder / f"{side}.jsonl", Item, questions(side), "quiz")
    (folder / "own.toml").write_text(RULES)
    return folder


def asked(sets: Path) -> Questions:
    return Questions(control=f"items:{sets}/control.jsonl", challenge=f"items:{sets}/challenge.jsonl")


def made(sets: Path, **more: object) -> Plan:
    return plan(asked(sets), rules=f"{sets}/own.toml", **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def cup(sets: Path, tmp_path_factory: pytest.TempPathFactory) -> PlayedTournament:
    return zl.play_tournament(made(sets), out=tmp_path_factory.mktemp("cup") / "cup")


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_games_are_played_and_everybody_stands_somewhere(cup: PlayedTournament) -> None:
    assert cup.tournament.over
    assert len(cup.tournament.results) == 6
    rows = cup.table().to_dicts()
    assert rows[0]["team"] == "Ink"
    assert sum(row["won"] for row in rows) + sum(row["tied"] for row in rows) / 2 == 6
    assert "Own cup is over: 3 rounds, 6 games." in repr(cup)
    assert "Ink is first" in repr(cup)


def test_every_packet_has_as_many_of_each_side_and_category(cup: PlayedTournament) -> None:
    pool = cup.tournament.beginning.pool
    for packet in pool.packets:
        kinds = [(pool.sides[each.id], each.metadata["category"]) for each in packet.tossups]
        for category in ("Kitchen", "Garden"):
            assert kinds.count(("control", category)) == kinds.count(("challenge", category))


def test_nothing_that_players_and_readers_are_given_tells_the_sides(sets: Path, tmp_path: Path) -> None:
    """The texts of these questions name their side, as no real ones do: without the texts nothing is left."""
    pool = zl.play_tournament(made(sets)).tournament.beginning.pool
    seen = (Seen("Owl", "edited", (pool.packets[0].tossups[0].id,)),)
    given = made(sets, seen=seen, people={"Fox": "Ann"})
    zl.play_tournament(given, out=tmp_path)
    handed = content(tmp_path / "rounds")
    assert {Path(name).name for name in handed} >= {"match.json", "packet.json", "transcript.jsonl"}
    for raw in handed.values():
        told = raw.decode()
        for item in (*questions("control"), *questions("challenge")):
            told = told.replace(item.fields["text"], "").replace(published(item), "")
        assert "control" not in told
        assert "challenge" not in told
        assert "multi-step" not in told
        assert "Kitchen" not in told


def published(item: Item) -> str:
    """With its power mark, as readers have it."""
    return str(json.loads(packet_json([item]))["tossups"][0]["question"])


def test_statistics_say_who_was_tricked(cup: PlayedTournament) -> None:
    players = {line.name.partition(" (")[0]: line for line in cup.figures.players}
    early, tricked = players["Ink early"], players["Fox tricked"]
    assert early.right is not None
    assert early.right.value == 1
    assert early.words == pytest.approx(5, abs=0.01)
    assert early.tossups == 12
    assert early.points_a_tossup == early.points / 12
    assert tricked.negs > 0
    assert early.powers == early.buzzes  # it buzzes before the mark
    sides = {line.name: line for line in cup.figures.sides}
    assert sides["challenge"].tossups == sides["control"].tossups == 12
    everybody = cup.figures.apart[0]
    assert everybody.name == "everybody"
    assert everybody.right.difference < 0  # Fox is wrong on challenge questions alone
    assert everybody.right_clustered.value == pytest.approx(everybody.right.difference)
    assert {line.name for line in cup.figures.phenomena} == {"multi-step", "paraphrase"}
    assert {line.name for line in cup.figures.groups} == {"experts", "novices"}


def test_the_same_call_gives_the_same_bytes_also_after_it_was_stopped(
    cup: PlayedTournament, sets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOP_AT_GAME", "150")
    with pytest.raises(KeyboardInterrupt):
        zl.play_tournament(made(sets), out=tmp_path / "cup")
    monkeypatch.delenv("STOP_AT_GAME")
    assert 0 < len(list((tmp_path / "cup").rglob("score.json"))) < 6
    zl.play_tournament(made(sets), out=tmp_path / "cup")
    assert cup.folder is not None
    assert content(tmp_path / "cup") == content(cup.folder)
    before = content(cup.folder)
    zl.play_tournament(made(sets), out=cup.folder)
    assert content(cup.folder) == before


def test_a_folder_of_another_tournament_is_refused(cup: PlayedTournament, sets: Path) -> None:
    with pytest.raises(zl.ZelligError, match="its plan is another"):
        zl.play_tournament(made(sets, seed=1), out=cup.folder)


def test_what_a_team_has_seen_is_replaced_by_its_like(sets: Path, tmp_path: Path) -> None:
    first = zl.play_tournament(made(sets)).tournament.beginning.pool.packets[0].tossups[0]
    seen = (Seen("Owl late", "wrote", (first.id,)),)
    found = zl.play_tournament(made(sets, seen=seen), out=tmp_path / "cup").tournament
    (game,) = (each for each in found.games if each.round == 1 and "Owl" in each.teams)
    (replaced,) = game.replaced
    assert (replaced.number, replaced.question, replaced.why) == (1, first.id, "Owl wrote it")
    pool = found.beginning.pool
    instead = next(each for each in pool.reserve if each.id == replaced.by)
    assert pool.sides[instead.id] == pool.sides[first.id]
    assert instead.metadata["category"] == first.metadata["category"]
    read = {found.names[each.id] for each in game.setting.tossups}
    assert instead.id in read
    assert first.id not in read
    other = next(each for each in found.games if each.round == 1 and "Owl" not in each.teams)
    assert first.id in {found.names[each.id] for each in other.setting.tossups}


def test_a_text_that_was_seen_is_seen_under_any_id(tmp_path: Path) -> None:
    """The same question, spelt a little otherwise, is in the second packet and in the reserve."""
    texts = {each.id: each.fields["text"] for each in questions("control")}
    names = {
        "one": ("control-1", "control-3"),
        "two": ("again-1", "control-5"),
        "reserve": ("more-1", "control-7", "control-9"),
    }
    texts |= {"again-1": texts["control-1"].replace(" ", "  ").upper(), "more-1": texts["control-1"]}
    for file, ids in names.items():
        items = [replace(question("control", 1), id=each, fields={"text": texts[each]}) for each in ids]
        write_records(tmp_path / f"{file}.jsonl", Item, items, "quiz")
    given = Questions(
        packets=(f"items:{tmp_path}/one.jsonl", f"items:{tmp_path}/two.jsonl"),
        reserve=f"items:{tmp_path}/reserve.jsonl",
    )
    rules = tmp_path / "own.toml"
    rules.write_text(RULES.replace("tossups = 4", "tossups = 2"))
    made = plan(given, rules=str(rules), phases=(Phase("swiss", 2),))
    two = replace(made, teams=made.teams[:2])
    games = zl.play_tournament(two).tournament.games
    assert [each.replaced for each in games[:1]] == [()]
    (replaced,) = games[1].replaced
    assert (replaced.question, replaced.by) == ("again-1", "control-7")
    assert replaced.why == "Ink played it, Owl played it"
    # What was seen is named by its id, and the packet has it under another one.
    seen = replace(two, seen=(Seen("Owl", "wrote", ("more-1",)),))
    first = zl.play_tournament(seen).tournament.games[0]
    assert [(each.question, each.by, each.why) for each in first.replaced] == [
        ("control-1", "control-7", "Owl wrote it")
    ]


def test_without_a_like_question_the_game_is_refused(sets: Path) -> None:
    every = tuple(item.id for side in ("control", "challenge") for item in questions(side))
    with pytest.raises(zl.ZelligError, match=r"Owl played it, and no other of its side and category is left"):
        zl.play_tournament(made(sets, seen=(Seen("Owl", "played", every),)))


def test_people_play_elsewhere_and_their_matches_are_taken(sets: Path, tmp_path: Path) -> None:
    out = tmp_path / "cup"
    given = made(sets, people={"Ink": "Ann", "Owl": "Bob"})
    found = zl.play_tournament(given, out=out)
    assert not found.tournament.over
    assert len(found.tournament.rounds) == 1
    while not found.tournament.over:
        for game in found.tournament.waiting:
            place = out / "rounds" / str(game.round) / str(game.number)
            assert json.loads((place / "packet.json").read_text())["tossups"]
            setting = read_beginning(place).setting
            noted = tuple(replace(each, metadata={**each.metadata, "number": 1}) for each in setting.tossups)
            setting = replace(setting, tossups=noted, moderator=False)  # as a room may write it down
            at = {each.id: 4 if each.kind == "person" else 7 for each in setting.players}
            write_match(tmp_path / "room", played_by_hand(setting, at), {})
            found = found.take(tmp_path / "room")
        found = zl.play_tournament(given, out=out)
    assert found.tournament.places[0].team in ("Ink", "Owl")
    kinds = {line.name: line for line in found.figures.kinds}
    assert kinds["person"].points > kinds["program"].points
    assert {each.name for each in found.figures.apart} >= {"everybody", "person", "experts"}


def test_a_packet_with_bonuses_goes_to_a_room_and_comes_back_as_the_room_packs_it(tmp_path: Path) -> None:
    """As people do it: packet.json founds a room, and the zip that the room gives is handed in."""
    tossups = [json.loads(packet_json([each]))["tossups"][0] for each in questions("control", 4)]
    bonus = {
        "leadin": "Of <em>tools</em> & such, each:",
        "parts": ["Name this one (“IT-um”).", "And that one."],
        "answers": ["<b><u>tongs</u></b> [or <b><u>pliers</u></b>]", "awl"],
    }
    (tmp_path / "packet.json").write_text(json.dumps({"tossups": tossups, "bonuses": [bonus] * 4}))
    (tmp_path / "own.toml").write_text(RULES)
    made = plan(
        Questions(packets=(f"packets:{tmp_path}/packet.json",)),
        rules=f"{tmp_path}/own.toml",
        people={"Ink": "Ann", "Owl": "Bob"},
    )
    given = replace(made, teams=made.teams[:2])
    found = zl.play_tournament(given, out=tmp_path / "cup")
    (game,) = found.tournament.waiting
    packet = packet_in(json.loads((tmp_path / "cup/rounds/1/1/packet.json").read_text()))
    setting = Setting(
        game.setting.rules,
        (Team("t1", "Ink"), Team("t2", "Owl")),
        tuple(replace(each, team="t1" if each.team == "Ink" else "t2") for each in game.setting.players),
        packet.tossups,
        packet.bonuses,
    )
    match = played_by_hand(setting, {"Ann": 5, "Bob": 9})
    assert sum(bool(each.parts) for each in match.score.tossups) == 4
    (tmp_path / "room.zip").write_bytes(packed(match, {}))
    assert zl.replay_match(tmp_path / "room.zip").match.score == match.score
    with pytest.raises(zl.ZelligError, match=r"r2\.zip: there is no such file or folder"):
        zl.replay_match(tmp_path / "r2.zip")
    assert found.take(tmp_path / "room.zip").tournament.over
    (result,) = zl.read_tournament(tmp_path / "cup").tournament.results
    assert [each.bonuses for each in result.sides] == [4, 0]


def test_a_match_of_others_is_refused_and_a_forfeit_is_a_loss(sets: Path, tmp_path: Path) -> None:
    given = made(sets, people={"Ink": "Ann"}, phases=(Phase("bracket"),))
    found = zl.play_tournament(given, out=tmp_path / "cup")
    (game,) = found.tournament.waiting
    setting = read_beginning(tmp_path / "cup/rounds/1" / str(game.number)).setting
    others = (*setting.tossups[1:], question("control", 99))
    wrong = played_by_hand(replace(setting, tossups=others), {})
    write_match(tmp_path / "room", wrong, {})
    with pytest.raises(zl.ZelligError, match="its questions are others"):
        found.take(tmp_path / "room")
    found = found.forfeit("Ink", "the bus is late")
    assert [each.round for each in found.tournament.waiting] == [2]
    with pytest.raises(zl.ZelligError, match="no game waits for 'Ink'"):
        found.forfeit("Ink", "again")
    found = zl.play_tournament(given, out=tmp_path / "cup")
    assert found.tournament.over
    assert "Ink" not in found.tournament.rounds[1].teams
    qbj = refuse_no_tournament(dict(found_files(found, tmp_path))["tournament.qbj"])
    (lost,) = (each for match in qbj for each in match["match_teams"] if each.get("forfeit_loss"))
    assert lost["team"] == {"$ref": "team-1"}


def found_files(found: PlayedTournament, folder: Path) -> dict[str, bytes]:
    return content(found.export(folder / "files"))


def test_it_is_exported_and_its_buzzes_come_back(cup: PlayedTournament, sets: Path, tmp_path: Path) -> None:
    files = found_files(cup, tmp_path)
    assert sorted(files) == [
        "buzzes.csv",
        "datasets/README.md",
        "datasets/data/buzzes.parquet",
        "datasets/data/games.parquet",
        "datasets/data/questions.parquet",
        "tournament.qbj",
    ]
    assert len(refuse_no_tournament(files["tournament.qbj"])) == 6
    rows = list(csv.DictReader(files["buzzes.csv"].decode().splitlines()))
    assert len(rows) == cup.figures.buzzes
    every = [*questions("control"), *questions("challenge")]
    for name in ("buzzes.csv", "tournament.qbj"):
        back = zl.buzz_statistics(
            tmp_path / "files" / name, questions=every, challenge=questions("challenge")
        )
        assert back.figures.buzzes == cup.figures.buzzes
        ours, theirs = cup.figures.apart[0], back.figures.apart[0]
        assert theirs.right == ours.right
        assert theirs.remaining == ours.remaining
        assert theirs.remaining_clustered == ours.remaining_clustered
        assert {line.name: line.points for line in back.figures.players} == {
            line.name: line.points for line in cup.figures.players if line.buzzes
        }


def test_the_report_is_one_page(cup: PlayedTournament, tmp_path: Path) -> None:
    page = cup.report(tmp_path / "page.html").read_text()
    assert "Order: the last phase" in page
    assert "Fisher" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert cup.report(tmp_path / "again.html").read_text() == page


def test_the_commands(sets: Path, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    lines = [
        'name = "Own cup"',
        f'rules = "{sets}/own.toml"',
        "[questions]",
        f'control = "items:{sets}/control.jsonl"',
        f'challenge = "items:{sets}/challenge.jsonl"',
    ]
    for team, program in (("Ink", "EARLY"), ("Owl", "TRICKED")):
        lines += ["[[teams]]", f'name = "{team}"']
        lines += ["[[teams.players]]", f'name = "{program}"', f'program = "py:tournament_night:{program}"']
    file.write_text("\n".join(lines))
    out = tmp_path / "cup"
    played = run("tournament", "play", str(file), "--out", str(out), cwd=ROOT / "tests")
    assert played.returncode == 0, played.stderr
    assert "Own cup is over: 1 round, 1 game." in played.stdout
    shown = run("tournament", "show", str(out), "--report", str(tmp_path / "page.html"))
    assert "Ink" in shown.stdout
    assert (tmp_path / "page.html").exists()
    figures = json.loads(run("tournament", "show", str(out), "--format", "json").stdout)
    assert figures["results"][0]["tossups"] == 4
    assert run("tournament", "export", str(out), "--out", str(tmp_path / "files")).returncode == 0
    both = tmp_path / "both.jsonl"
    write_records(both, Item, [*questions("control"), *questions("challenge")], "quiz")
    words = [str(tmp_path / "files/buzzes.csv"), "--questions", f"items:{both}"]
    described = run("tournament", "buzzes", *words, "--challenge", f"items:{sets}/challenge.jsonl")
    assert described.returncode == 0, described.stderr
    assert "4 questions" in described.stdout
    shutil.rmtree(out / "rounds")
    again = run("tournament", "forfeit", str(out), "--team", "Owl", "--reason", "ill")
    assert again.returncode == 0, again.stderr
    assert "Ink" in again.stdout
    refused = run("tournament", "take", str(out), str(tmp_path / "files"))
    assert refused.returncode == 1
