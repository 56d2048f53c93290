"""Ladders on a server: what people and performers count for, the zip, what is kept, and names."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from arena_night import ARENA, SEASON, TEXTS, Capital, Client, Reverser, Table, at_address, player, table
from contest_night import PASSWORD, Person, night
from databases import Databases
from zellig.games.arena.season.figures import Ladder
from zellig.games.arena.season.plan import plan
from zellig.games.arena.season.play import replay_season
from zellig.games.arena.season.reckoning import Reckoning
from zellig.games.arena.season.records import Entrant, Season
from zellig.games.arena.standing import Entered, SeasonStanding
from zellig.items import Item
from zellig.messages import Choose, Envelope
from zellig.performers import Role, Spec
from zellig.seats.seating import Seating
from zellig.server.arena import ladders
from zellig.server.arena.ladders import Ladders, LadderThen, State, written_of
from zellig.server.views import arenas

NOTHING = Ladder("s", 0, 0, Reckoning(0, {}, {}), {}, (), {}, (), (), ())


@pytest.fixture
def spread(new_databases: Databases, tmp_path: Path) -> Iterator[Table]:
    with night(new_databases.new("sqlite"), tmp_path, private_endpoints=True) as served:
        yield table(served)


def ours(spread: Table, *entrants: tuple[str, str], **rules: Any) -> None:
    """A season with performers of ours, who have played."""
    spread.open(**{"rounds": 12, "people": 3, **rules})
    for role, name in entrants:
        spread.ours(role, name)
    spread.check()
    spread.play()


USUAL = (("curator", "uniform"), ("breaker", "word-shuffle"), ("chooser", "random"))


Turn = dict[str, Any]


def sit_through(person: Person, role: str, move: str, body: Callable[[Turn], Turn]) -> list[Turn]:
    """Play a game to its end; gives all that was asked in it."""
    turn = person.post(f"{SEASON}/sittings", {"role": role})
    asked = []
    while turn["round"] is not None:
        asked.append(turn)
        given = {"round": turn["round"], **body(turn)}
        turn = person.post(f"{SEASON}/sittings/{turn['game']}/{move}", given)
    return asked


def choose(person: Person) -> list[Turn]:
    return sit_through(person, "chooser", "choice", lambda turn: {"fake": 0})


def break_texts(person: Person) -> list[Turn]:
    return sit_through(
        person, "breaker", "fake", lambda turn: {"text": turn["texts"][0].replace("stood", "sang")}
    )


def curate(person: Person) -> list[Turn]:
    return sit_through(person, "curator", "pick", lambda turn: {"place": turn["candidates"][0]["place"]})


def ended(spread: Table) -> None:
    spread.organiser.post(f"{SEASON}/close")
    spread.play()
    assert spread.organiser.get(SEASON)["state"] == "ended"


def replayed(person: Person, folder: Path) -> Ladder:
    """The ladder of the zip, which the transcripts in it come to."""
    with zipfile.ZipFile(io.BytesIO(person.send("GET", f"{SEASON}/bundle").content)) as archive:
        archive.extractall(folder)
    return replay_season(folder)


def shown(person: Person) -> Ladder:
    return msgspec.convert(person.get(f"{SEASON}/ladder"), Ladder)


# -- performers and people


def test_who_fails_people_is_not_sent_away_and_the_zip_can_be_replayed(spread: Table, tmp_path: Path) -> None:
    ours(spread, *USUAL, quarantine=2)
    ada, token = player(spread.night, "Ada", spread.organiser)
    ben, _ = player(spread.night, "Ben", spread.organiser)

    def fail_people(envelope: Envelope, reply: dict[str, Any]) -> dict[str, Any]:
        alone = isinstance(envelope.message, Choose) and len(envelope.message.lineups) == 1
        return {**reply, "choices": []} if alone else reply  # people are asked round by round

    with ExitStack() as stack:
        url = spread.enter(ada, "chooser", "rude", batch=12)["join"]
        client = Client(Capital("rude"), "chooser", url, token, spoil=fail_people)
        stack.callback(client.start().join, 30)
        stack.callback(client.ended.set)
        with spread.working():
            spread.until(lambda: ben.get(SEASON)["accounted"] == 24)
            for _ in range(2):  # with either chooser
                break_texts(ben)
            spread.until(lambda: ben.get(SEASON)["accounted_of_people"] == 6)
            spread.ours("breaker", "same-tag")  # who comes late, and meets everybody
            spread.until(lambda: ben.get(SEASON)["accounted"] == 48)
            spread.organiser.post(f"{SEASON}/close")
            spread.until(lambda: ben.get(SEASON)["state"] == "ended")
    found = shown(spread.organiser)
    (rude,) = [rung for rung in found.rungs["chooser"] if rung.id == "rude"]
    assert (rude.state, rude.faults, rude.games) == ("plays", 0, 2)
    assert found.reckoning_of_people is not None
    assert found.reckoning_of_people.faults == {"rude": {"garbled": 3}}
    assert replayed(ada, tmp_path / "zip") == found


def test_people_stand_beside_performers_and_change_nothing_of_theirs(spread: Table, tmp_path: Path) -> None:
    ours(spread, *USUAL, ("chooser", "ngram"), ("breaker", "same-tag"))
    before = shown(spread.organiser)
    ada, _ = player(spread.night, "Ada", spread.organiser)
    choose(ada)
    break_texts(ada)
    curate(ada)
    spread.play()
    ended(spread)
    found = shown(spread.organiser)
    assert (found.rungs, found.reckoning, found.collusion) == (
        before.rungs,
        before.reckoning,
        before.collusion,
    )
    assert [(each.name, each.role, each.rounds) for each in found.people] == [
        ("Ada", role, 3) for role in ("chooser", "breaker", "curator")
    ]
    # Beside a chooser the two of ours, on the same three fakes; beside a breaker the two, on three texts;
    # beside a curator the one of ours, in all of its rounds with the same two.
    assert [each.performers.rounds for each in found.people] == [6, 6, 12]
    assert found.reckoning_of_people is not None
    assert found.reckoning_of_people.outcomes == {"played": 9}
    season = spread.organiser.get(SEASON)
    assert season["accounted"] == season["planned"] == found.reckoning.planned
    assert season["accounted_of_people"] == season["planned_of_people"] == 9
    told = httpx.get(f"{spread.night.address}{ARENA}").text
    assert f"{season['planned']} rounds of {season['planned']} accounted for, in 4 games" in told
    assert "Of people: 9 rounds of 9, in 3 games." in told
    assert replayed(ada, tmp_path / "zip") == found
    outcomes = [each["rounds"]["outcomes"] for each in ada.all(f"{SEASON}/games")]
    assert sum(sum(each.values()) for each in outcomes) == found.reckoning.planned + 9


def test_a_performer_at_an_address_plays_on_after_the_game_of_a_person(spread: Table) -> None:
    ours(spread, *USUAL[:2])
    ada, _ = player(spread.night, "Ada", spread.organiser)
    with at_address(Capital(), "chooser") as address:
        spread.enter(spread.organiser, "chooser", "capital", address=address, batch=12)
        spread.check()
        spread.play()
        break_texts(ada)
        spread.play()
        spread.ours("breaker", "same-tag")
        spread.check()
        spread.play()
    assert shown(spread.organiser).reckoning.faults == {}


def test_games_are_those_that_were_planned_whatever_addresses_are_hidden() -> None:
    def at(id: str, role: Role, address: str) -> Entered:
        return Entered(Entrant(id, role, id, Seating(address), kind="address"), "plays")

    entered = {
        "k": at("k", "curator", "http://a:1"),
        "b": at("b", "breaker", "http://b:1"),
        "c": at("c", "chooser", "http://b:1"),
        "d": at("d", "chooser", "http://c:1"),
    }
    season = Season(name="s", rounds=1, corpus="items:none", time_limit=1.0)
    kept = written_of(SeasonStanding(season, "t", 0, entered, tuple(entered)))
    assert [game.id for game in kept.games] == ["k/b/d"]  # two at one address do not meet
    assert b"http" not in msgspec.json.encode(kept)
    assert len(plan(season, kept.entrants)) == 2  # without addresses that cannot be told


# -- what somebody knows who chooses


def test_who_was_shown_a_real_text_in_any_role_is_not_asked_about_it(spread: Table) -> None:
    # All 12 texts are played; of these a curator is offered eight at most, and a breaker three.
    ours(spread, *USUAL, ("curator", "length"), ("breaker", "same-tag"), rounds=60)
    ada, _ = player(spread.night, "Ada", spread.organiser)
    known = {each["text"] for turn in curate(ada) for each in turn["candidates"]}
    known |= {turn["texts"][0] for turn in break_texts(ada)}
    for _ in range(3):
        texts = {text for turn in choose(ada) for text in turn["texts"]}
        assert len(texts) == 6
        assert not texts & known
        known |= texts  # nor does a real text come again, with another fake


def test_the_owner_of_a_curator_is_not_asked_about_its_texts(spread: Table) -> None:
    lines = TEXTS.splitlines()[:12]

    class Nine:
        """A curator with nine of the twelve texts that all play on."""

        spec = Spec("nine")

        def select(self, rounds: Sequence[str], seeds: Sequence[int]) -> list[Item]:
            return [Item(n, {"text": lines[int(n) % 9]}) for n in rounds]

    content = "\n".join(lines).encode()
    made = spread.organiser.send("POST", f"{ARENA}/texts", params={"filename": "t.txt"}, content=content)
    ada, _ = player(spread.night, "Ada", spread.organiser)
    ours(spread, *USUAL, texts=made.json()["texts"])
    with at_address(Nine(), "curator") as address:
        spread.enter(ada, "curator", "nine", address=address)
        spread.check()
        spread.play()
    shown_to_ada = {text for turn in choose(ada) for text in turn["texts"]}
    assert shown_to_ada & set(lines) == set(lines[9:])


def test_the_owner_of_a_breaker_does_not_choose(spread: Table) -> None:
    ours(spread, *USUAL)
    ada, _ = player(spread.night, "Ada", spread.organiser)
    asked = ada.post(f"{SEASON}/sittings", {"role": "chooser"})
    with at_address(Reverser(), "breaker") as address:
        spread.enter(ada, "breaker", "mine", address=address)
        spread.check()
        spread.play()
    body = {"round": asked["round"], "fake": 0}
    told = ada.post(f"{SEASON}/sittings/{asked['game']}/choice", body, status=409)
    assert "your breaker 'mine'" in str(told)
    ada.post(f"{SEASON}/sittings", {"role": "chooser"}, status=409)
    break_texts(ada)  # any other role is hers


def test_nobody_is_given_a_game_without_fakes(spread: Table) -> None:
    ours(spread, ("curator", "uniform"), ("breaker", "copy"), ("chooser", "random"), tie_rule="coin")
    ada, _ = player(spread.night, "Ada", spread.organiser)
    ada.post(f"{SEASON}/sittings", {"role": "chooser"}, status=409)
    ada.post(f"{SEASON}/sittings", {"role": "curator"}, status=409)
    break_texts(ada)
    spread.ours("breaker", "word-shuffle")
    spread.check()
    spread.play()
    assert all(turn["texts"][0] != turn["texts"][1] for turn in choose(ada))
    game = curate(ada)[0]["game"]
    with spread.night.house.database.reading() as connection:
        sittings = spread.night.house.arenas.of(connection, "canteen").seasons["first"].sittings
    assert sittings[game].planned.breaker == "our-word-shuffle"


# -- what is kept


def test_a_ladder_in_a_process_of_its_own_is_the_same(spread: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ours(spread, *USUAL)
    here = shown(spread.organiser)
    spread.night.house.ladders.__init__()  # type: ignore[misc]
    monkeypatch.setattr(ladders, "LARGE", 1)
    assert shown(spread.organiser) == here


def test_a_page_does_not_wait_for_a_ladder_and_says_when_it_was_computed(
    spread: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours(spread, *USUAL)
    page, go_on = f"{spread.night.address}{ARENA}/ladder", threading.Event()

    def slowly(*given: Any) -> LadderThen:
        assert go_on.wait(30)
        return ladders.compute(*given)

    monkeypatch.setattr(arenas, "compute", slowly)
    assert "is being computed" in httpx.get(page).text
    go_on.set()
    moment = spread.organiser.get(f"{SEASON}/ladder")["at"]
    go_on.clear()  # whoever computed it again would wait
    text = httpx.get(page, timeout=20).text
    go_on.set()
    assert f'Computed <time datetime="{moment[:16]}' in text


def state(rounds: int, *, over: bool = False) -> State:
    return State(over, (), frozenset(), 0, 1, rounds)


def told(rounds: int) -> LadderThen:
    found = {key: getattr(NOTHING, key) for key in Ladder.__struct_fields__}
    return LadderThen(**found | {"rounds": rounds}, at=datetime(2026, 1, 1, tzinfo=UTC))


def test_nobody_waits_for_a_ladder_but_the_first_and_who_wants_the_last() -> None:
    kept, go_on = Ladders(), threading.Event()

    def slowly() -> LadderThen:
        assert go_on.wait(30)
        return told(2)

    assert kept.of(("a", "s"), state(1), lambda: told(1)).rounds == 1
    there = kept.of(("a", "s"), state(2), slowly)
    assert (there.rounds, there.behind) == (1, True)  # what there is, while the next is computed
    with pytest.raises(TimeoutError):
        kept.of(("a", "s"), state(2, over=True), slowly, 0.05)
    threading.Timer(0.1, go_on.set).start()
    assert kept.of(("a", "s"), state(3, over=True), lambda: told(3)).rounds == 3


def test_a_ladder_that_cannot_be_computed_is_tried_again() -> None:
    kept = Ladders()

    def fails() -> LadderThen:
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        kept.of(("a", "s"), state(1), fails)
    assert kept.of(("a", "s"), state(1), lambda: told(1)).rounds == 1


def test_pages_of_an_earlier_season_lead_to_its_own(spread: Table) -> None:
    ours(spread, *USUAL)
    ended(spread)
    spread.open(season="second")
    home = f"{spread.night.address}{ARENA}"
    for place in ("", "/ladder", "/games"):
        text = httpx.get(f"{home}{place}?season=first").text
        assert all(f'href="{ARENA}{each}?season=first"' in text for each in ("", "/ladder", "/games")), place


# -- names


def test_who_leaves_is_withdrawn_and_called_nothing_anywhere(spread: Table, tmp_path: Path) -> None:
    ours(spread, *USUAL)
    ada, _ = player(spread.night, "Ada", spread.organiser)
    with at_address(Capital(), "chooser") as address:
        spread.enter(ada, "chooser", "mine", address=address)
        spread.check()
        spread.play()
        break_texts(ada)
        spread.play()
        assert [each.name for each in shown(spread.organiser).people] == ["Ada"]
        ada.post("/account/closing", {"password": PASSWORD})
    found = shown(spread.organiser)
    assert {rung.id: rung.state for rung in found.rungs["chooser"]}["mine"] == "withdrawn"
    assert [each.name for each in found.people] == ["closed account"]
    ended(spread)
    again, _ = player(spread.night, "Ada", spread.organiser)  # somebody else, of the same name
    assert "Ada" not in httpx.get(f"{spread.night.address}{ARENA}/ladder").text
    assert [each.name for each in replayed(again, tmp_path / "zip").people] == ["closed account"]


def test_what_never_played_is_registered_again_under_its_name_and_what_did_is_not(spread: Table) -> None:
    spread.open()
    ada, _ = player(spread.night, "Ada", spread.organiser)
    ben, _ = player(spread.night, "Ben", spread.organiser)
    spread.enter(ada, "chooser", "mine", address="http://127.0.0.1:9")
    spread.check()
    assert ada.get(f"{SEASON}/entrants")[0]["state"] == "refused"
    body = {"role": "chooser", "name": "mine"}
    ben.post(f"{SEASON}/entrants", body, status=409)
    with at_address(Capital(), "chooser") as address:
        spread.enter(ada, "chooser", "mine", address=address)
        spread.check()
        (mine,) = ada.get(f"{SEASON}/entrants")
        assert mine["state"] == "plays", mine
    ada.send("DELETE", f"{SEASON}/entrants/mine")
    ada.post(f"{SEASON}/entrants", body, status=409)  # transcripts may know it by this name
