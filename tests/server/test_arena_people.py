"""People in the arena: what they are handed, what they may do, and their games beside the machines'."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accessible import faults_of, too_wide, unseen_focus
from arena_night import ARENA, SEASON, Table, player, table
from contest_night import PASSWORD, Person, night
from databases import Databases
from in_browser import launched, photograph

PLACES = ("ladder", "games", "register", "play", "organise")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()


@pytest.fixture
def played(new_databases: Databases, tmp_path: Path) -> Iterator[Table]:
    """A season in which our performers have played."""
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        yield _played(table(served))


def _played(spread: Table, **rules: Any) -> Table:
    spread.open(**{"rounds": 8, "people": 3, **rules})
    for role, name in [
        ("curator", "uniform"),
        ("curator", "length"),
        ("breaker", "word-shuffle"),
        ("chooser", "random"),
    ]:
        spread.ours(role, name)
    spread.check()
    spread.play()
    return spread


def _transcripts(spread: Table, person: Person) -> list[list[dict[str, Any]]]:
    """The rounds of all games of people, once the season has ended."""
    spread.organiser.post(f"{SEASON}/close")
    spread.play()
    found = []
    for game in person.all(f"{SEASON}/games"):
        if any(name.startswith("person-") for name in (game["curator"], game["breaker"], game["chooser"])):
            text = person.send("GET", f"{SEASON}/games/{game['game']}/transcript").text
            found.append([json.loads(line) for line in text.splitlines()[1:]])
    return found


def test_a_chooser_is_handed_two_texts_and_nothing_else_until_the_season_has_ended(played: Table) -> None:
    ada, _ = player(played.night, "Ada", played.organiser)
    turn = ada.post(f"{SEASON}/sittings", {"role": "chooser"})
    said = []
    while turn["round"] is not None:
        assert turn.keys() == {
            "game",
            "role",
            "round",
            "done",
            "total",
            "phase",
            "texts",
            "metadata",
            "candidates",
            "told",
        }
        assert len(turn["texts"]) == 2
        assert not turn["metadata"]
        assert turn["told"] == turn["candidates"] == []
        fake = 0 if turn["texts"][1].startswith("The ") else 1
        said.append(fake)
        turn = ada.post(f"{SEASON}/sittings/{turn['game']}/choice", {"round": turn["round"], "fake": fake})
    played.play()
    for path in (SEASON, f"{SEASON}/entrants", f"{SEASON}/games"):
        assert "secret" not in json.dumps(ada.get(path)).replace('"secret": ""', "")
    game = next(each["game"] for each in ada.all(f"{SEASON}/games") if each["chooser"].startswith("person-"))
    ada.send("GET", f"{SEASON}/games/{game}/transcript", status=403)
    ((*rounds,),) = _transcripts(played, ada)
    assert [each["choice"] for each in rounds if "choice" in each] == said


def test_a_chooser_is_told_at_once_where_the_rules_allow_it(new_databases: Databases, tmp_path: Path) -> None:
    with night(new_databases.new("sqlite"), tmp_path) as served:
        spread = _played(table(served), schedule={"scored": "transparent"})
        ada, _ = player(served, "Ada", spread.organiser)
        turn = ada.post(f"{SEASON}/sittings", {"role": "chooser"})
        for _ in range(turn["total"]):
            turn = ada.post(f"{SEASON}/sittings/{turn['game']}/choice", {"round": turn["round"], "fake": 1})
        ((*rounds,),) = _transcripts(spread, ada)
        right = [each["point"] for each in rounds if "choice" in each]
        assert [each["right"] for each in turn["told"]] == right


def test_an_export_has_ones_own_moves_and_no_secret(played: Table) -> None:
    ada, _ = player(played.night, "Ada", played.organiser)
    turn = ada.post(f"{SEASON}/sittings", {"role": "chooser"})
    ada.post(f"{SEASON}/sittings/{turn['game']}/choice", {"round": turn["round"], "fake": 1})
    kept = {}
    for person in (ada, played.organiser):
        with zipfile.ZipFile(io.BytesIO(person.send("GET", "/account/export").content)) as archive:
            kept[person.client] = json.loads(archive.read("account.json"))
    (move,) = kept[ada.client]["arena_moves"]
    assert move["body"] == {"move": "chosen", "fake": 1}
    with played.night.house.database.reading() as connection:
        standing = played.night.house.arenas.of(connection, "canteen")
    assert standing.seasons["first"].season.secret not in json.dumps(list(kept.values()))


def test_nobody_plays_the_game_of_another_or_a_round_twice(played: Table) -> None:
    ada, token = player(played.night, "Ada", played.organiser)
    ben, _ = player(played.night, "Ben", played.organiser)
    turn = ada.post(f"{SEASON}/sittings", {"role": "chooser"})
    path = f"{SEASON}/sittings/{turn['game']}"
    ben.send("GET", path, status=404)
    ben.post(f"{path}/choice", {"round": turn["round"], "fake": 0}, status=404)
    ada.post(f"{path}/fake", {"round": turn["round"], "text": "x"}, status=409)
    ada.post(f"{path}/choice", {"round": turn["round"], "fake": 0})
    ada.post(f"{path}/choice", {"round": turn["round"], "fake": 1}, status=409)
    headers = {"Authorization": f"Bearer {token}"}
    ada.send("GET", path, headers=headers, status=403)  # a token for performers is for nothing else


def test_a_breaker_and_a_curator_play_and_their_rounds_are_in_transcripts(played: Table) -> None:
    ada, _ = player(played.night, "Ada", played.organiser)
    turn = ada.post(f"{SEASON}/sittings", {"role": "breaker"})
    path = f"{SEASON}/sittings/{turn['game']}"
    assert ada.post(f"{path}/look", {"text": turn["texts"][0]})[0]["code"] == "same"
    assert ada.post(f"{path}/look", {"text": "Too short."})[0]["refused"]
    ada.post(f"{path}/fake", {"round": turn["round"], "text": "Too short."}, status=400)
    made = []
    while turn["round"] is not None:
        made.append(turn["texts"][0].replace("stood", "sang"))
        turn = ada.post(f"{path}/fake", {"round": turn["round"], "text": made[-1]})
    turn = ada.post(f"{SEASON}/sittings", {"role": "curator"})
    path, picked, offered = f"{SEASON}/sittings/{turn['game']}", [], set()
    ada.post(f"{path}/pick", {"round": 0, "place": 100_000}, status=400)
    while turn["round"] is not None:
        first = turn["candidates"][0]
        offered |= {each["place"] for each in turn["candidates"]}
        picked.append(first["text"])
        body = {"round": turn["round"], "place": first["place"], "metadata": {"phenomenon": "place"}}
        turn = ada.post(f"{path}/pick", {**body, "why": "It names two things."})
    played.play()
    found = _transcripts(played, ada)
    fakes = [[each["pair"]["modified"]["fields"]["text"] for each in rounds] for rounds in found]
    texts = [[each["pair"]["original"]["fields"]["text"] for each in rounds] for rounds in found]
    assert made in fakes
    assert picked in texts
    (curated,) = [rounds for rounds, real in zip(found, texts, strict=True) if real == picked]
    assert curated[0]["pair"]["original"]["metadata"] == {
        "phenomenon": "place",
        "why": "It names two things.",
    }


def _signed_in(browser: Browser, spread: Table, name: str, width: int = 1280) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 900})
    address = spread.night.address
    page.goto(f"{address}/sign-in")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#sign-out")).to_be_visible()
    return page


def test_people_play_all_roles_with_the_keyboard_alone(browser: Browser, played: Table) -> None:
    player(played.night, "Ada", played.organiser)
    page = _signed_in(browser, played, "Ada")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    play = f"{played.night.address}{ARENA}/play"
    page.goto(f"{play}/chooser")
    for number in range(1, 4):
        expect(page.locator("#progress")).to_have_text(f"Round {number} of 3.")
        expect(page.locator("#texts .judged-text")).to_have_count(2)
        photograph(page, f"arena-chooser-{number}")
        page.keyboard.press("f" if number % 2 else "j")
    expect(page.locator("#over")).to_contain_text("you have played 3 rounds")
    expect(page.locator("#told")).to_be_hidden()
    page.goto(f"{play}/breaker")
    for number in range(1, 4):
        expect(page.locator("#progress")).to_have_text(f"Round {number} of 3.")
        expect(page.locator("#looks")).to_contain_text("Both texts look the same")
        page.keyboard.press("Control+A")
        page.keyboard.type("Short.")
        expect(page.locator("#looks .reject")).to_be_visible()
        page.keyboard.press("Control+A")
        page.keyboard.type(page.inner_text("#real").replace("stood", "sang"))
        expect(page.locator("#looks")).to_contain_text("let it pass")
        photograph(page, f"arena-breaker-{number}")
        page.keyboard.press("Control+Enter")
    expect(page.locator("#over")).to_contain_text("you have played 3 rounds")
    page.goto(f"{play}/curator")
    for number in range(1, 4):
        expect(page.locator("#progress")).to_have_text(f"Round {number} of 3.")
        page.keyboard.press("2")
        photograph(page, f"arena-curator-{number}")
        page.keyboard.press("Tab")
        page.keyboard.type("place")
        page.keyboard.press("Tab")
        page.keyboard.type("Two things and an hour.")
        page.keyboard.press("Enter")
    expect(page.locator("#over")).to_contain_text("you have played 3 rounds")
    played.play()
    page.goto(f"{played.night.address}{ARENA}/ladder")
    rows = page.locator("section:has(#people) tbody tr")
    expect(rows).to_have_count(3)
    for place, role in enumerate(("chooser", "breaker", "curator")):
        expect(rows.nth(place)).to_contain_text(f"Ada{role}")
    expect(page.locator("section:has(#of-chooser)")).not_to_contain_text("Ada")
    assert faults == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_pages_of_the_arena_are_for_everybody(
    browser: Browser, played: Table, width: int, scheme: Any
) -> None:
    page = _signed_in(browser, played, "Olga", width)
    page.emulate_media(color_scheme=scheme)
    home = f"{played.night.address}{ARENA}"
    for place in (
        "",
        *(f"/{each}" for each in PLACES),
        *(f"/play/{each}" for each in ("chooser", "breaker", "curator")),
    ):
        page.goto(home + place)
        if place.startswith("/play/"):
            expect(page.locator("#progress")).to_contain_text("Round 1")
        photograph(page, f"arena{place.replace('/', '-')}-{width}")
        assert faults_of(page) == [], place
        assert too_wide(page) == [], place
        assert unseen_focus(page, 4) == [], place
    page.goto(f"{played.night.address}/arenas")
    assert faults_of(page) == []
