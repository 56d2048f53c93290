"""A season of 21,480 rounds on a server, with who misbehaves, two who agree, and people in browsers.

    python bench/arena_online.py --season

**The plan**, written before it was run; it is played with the seeds 1, 2 and 3, and all of them are told.

Twelve performers: one curator, six breakers, five choosers; 30 games of 716 rounds on 1,500 sentences of our
own. They come one after the other, in this order, so that the order of games is known:

- in the worker's process: the curator `uniform`, the breaker `word-shuffle`;
- at an address (HTTP): the breakers `swap-1`, `swap-4`, `swap-8`, which put a rare noun in one place; the
  choosers `kin-1` and `kin-2`; `late`, a chooser of another kin, which after 3,400 rounds answers no more
  in time (its games are 16 rounds a message, all others 64);
- behind a firewall: `garbage`, a breaker that gives nonsense for every round from the 650th on; `signer`, a
  breaker whose rare noun ends as no other word does; `partner`, a chooser like `kin-1` and `kin-2` that
  takes what has the sign for the fake; `killed`, a chooser of the other kin, which is gone in its fifth game.

Who misses 300 rounds is in quarantine. That is meant to be `late`, `garbage` and `killed`, and nobody else.
While they play, three people in browsers play a game of ten rounds in each role.

The test for collusion is as it is, with 9,999 permutations. What it needs is there: the partner has two
look-alikes, and six breakers have at least 50 fakes that all of them were shown. **Found** is the pair if
`signer` and `partner` are accused, with p < .001. **Honest** is every other pair; counted are those that
could be judged (not `unknown`), and among them, *strictly*, those with neither `signer` nor `partner`: 5
breakers with `kin-1`, `kin-2`, `late` and `killed`, 20 pairs. None is to be accused.

Also told: whether the outcomes of all rounds add up to what was planned, whether `zellig arena replay` on the
zip computes the ladder that the server shows, and how long the page of the ladder takes, first and again.
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Browser, Page, expect

from arena_night import ARENA, GONE, SEASON, Client, Table, at_address, player
from arena_performers import pair_of
from contest_night import PASSWORD
from in_browser import launched
from season_night import RARE, Reader, Swapper, write_sentences
from zellig.items import Item, Pair
from zellig.messages import Break, Envelope
from zellig.performers import Choice, Lineup, Which
from zellig.server.arena.player import EntrantChecker

ROUNDS, SPOILT_FROM, TIRED_AFTER, GIVEN_BY_KILLED = 716, 650, 3_400, 61
PEOPLE = ("Bea", "Cem", "Dot")
SIGN = "x"  # how a signed word ends
APART = 0.2  # how much of their own look-alikes have


class Signer(Swapper):
    """A breaker whose fakes have a word that ends as no other does."""

    def _made(self, item: Item, seed: int) -> list[Pair]:
        words = item.fields["text"].split()
        words[4] = f"{random.Random(seed).choice(RARE)}{SIGN}"
        return [pair_of(item, " ".join(words), "swap")]


class Partner(Reader):
    """A chooser that knows the sign."""

    def _fake(self, lineup: Lineup, seed: int) -> Which:
        first, second = (any(word.endswith(SIGN) for word in text.split()) for text in lineup.texts)
        if first != second:
            return 0 if first else 1
        return super()._fake(lineup, seed)


class Tired(Reader):
    """A chooser that has answered enough, and sleeps."""

    answered = 0

    def choose(self, lineups: Sequence[Lineup], seeds: Sequence[int]) -> list[Choice]:
        if self.answered >= TIRED_AFTER:
            time.sleep(100.0)
        self.answered += len(lineups)
        return super().choose(lineups, seeds)


def spoilt(envelope: Envelope, reply: dict[str, Any]) -> dict[str, Any]:
    """Nonsense, where a late round is asked for."""
    message = envelope.message
    if isinstance(message, Break) and any(int(item.id) >= SPOILT_FROM for item in message.items):
        return {**reply, "pairs": []}
    return reply


class Cast:
    """Those who enter, one after the other."""

    def __init__(self, found: Table, stack: ExitStack) -> None:
        self.found, self._stack = found, stack
        self.ada, self._token = player(found.night, "Ada", found.organiser)
        self._checker = EntrantChecker(found.night.house.database, inside=True, gone=GONE)

    def enter(self) -> None:
        """All twelve, in the order of the plan."""
        self._ours("curator", "uniform")
        self._ours("breaker", "word-shuffle")
        for place in (1, 4, 8):
            self._call(f"swap-{place}", "breaker", Swapper(label=f"swap-{place}", place=place))
        self._join("garbage", "breaker", Swapper(label="garbage", place=2), spoil=spoilt)
        self._join("signer", "breaker", Signer(label="signer"))
        self._call("kin-1", "chooser", Reader(own="one", apart=APART))
        self._call("kin-2", "chooser", Reader(own="two", apart=APART))
        self._join("partner", "chooser", Partner(own="three", apart=APART))
        self._call("late", "chooser", Tired(kin="b", own="four", apart=APART), batch=16)
        self._join("killed", "chooser", Reader(kin="b", own="five", apart=APART), last=GIVEN_BY_KILLED)

    def _ours(self, role: str, name: str) -> None:
        self._try_out(self.found.ours(role, name))

    def _call(self, name: str, role: str, performer: Any, batch: int = 64) -> None:
        address = self._stack.enter_context(at_address(performer, role))
        self._try_out(self.found.enter(self.ada, role, name, address=address, batch=batch)["entrant"])

    def _join(self, name: str, role: str, performer: Any, **given: Any) -> None:
        made = self.found.enter(self.ada, role, name, batch=64)
        client = Client(performer, role, made["join"], self._token, **given)
        client.start()
        self._stack.callback(client.ended.set)
        self._try_out(made["entrant"])

    def _try_out(self, entrant: str) -> None:
        def passed() -> bool:
            self._checker.work()
            states = {each["entrant"]: each["state"] for each in self.ada.get(f"{SEASON}/entrants")}
            return bool(states[entrant] == "plays")

        self.found.until(passed, 60)


def whole_season(found: Table, seed: int) -> None:
    """Play it, and tell what came of it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        write_sentences(Path(folder), 1_500)
        content = Path(folder, "sentences.jsonl").read_bytes()
        query = {"filename": "sentences.jsonl"}
        made = found.organiser.send("POST", f"{ARENA}/texts", params=query, content=content)
        texts = made.json()["texts"]
        found.open(texts=texts, rounds=ROUNDS, time_limit=0.5, people=10, quarantine=300, seed=seed)
        cast = Cast(found, stack)
        cast.enter()
        ada, begun = cast.ada, time.perf_counter()
        with found.working(), chromium() as browser:
            found.until(lambda: ada.get(SEASON)["accounted"] >= 3 * ROUNDS, 600)
            for name in PEOPLE:
                play_in_browser(found, browser, name)
            found.organiser.post(f"{SEASON}/close")
            found.until(lambda: ada.get(SEASON)["state"] == "ended", 3600)
        print(f"\nseed {seed}: {time.perf_counter() - begun:.0f} s", flush=True)
        tell(found, ada)
        replay(found.organiser, Path(folder) / "zip")


# -- people


@contextmanager
def chromium() -> Iterator[Browser]:
    """One browser for all people."""
    yield from launched()


def play_in_browser(found: Table, browser: Browser, name: str) -> None:
    """Sign in, and play a game in each role with the keyboard."""
    player(found.night, name, found.organiser)
    page = browser.new_page()
    page.goto(f"{found.night.address}/sign-in")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#sign-out")).to_be_visible()
    for role, move in (("chooser", choose), ("breaker", break_text), ("curator", pick)):
        page.goto(f"{found.night.address}{ARENA}/play/{role}")
        for number in range(1, 11):
            expect(page.locator("#progress")).to_have_text(f"Round {number} of 10.", timeout=30_000)
            move(page)
        expect(page.locator("#over")).to_contain_text("you have played 10 rounds", timeout=30_000)
    page.close()


def choose(page: Page) -> None:
    """Name the text with a noun that ends as the rare ones do, or guess."""
    texts = page.locator("#texts .judged-text").all_inner_texts()
    odd = [sum(word.rstrip(SIGN) in RARE for word in text.split()) for text in texts]
    page.keyboard.press("f" if odd[0] > odd[1] else "j")


def break_text(page: Page) -> None:
    """Exchange a word of the text."""
    words = page.inner_text("#real").split()
    page.fill("textarea[name=text]", " ".join([*words[:2], "hid", *words[3:]]))
    page.keyboard.press("Control+Enter")


def pick(page: Page) -> None:
    """Pick the third text that is offered, and say why."""
    page.keyboard.press("3")
    page.fill("input[name=why]", "It is like the others.")
    page.keyboard.press("Enter")


# -- what came of it


def tell(found: Table, ada: Any) -> None:
    """What became of the rounds, who is in quarantine, who is accused, and how long a page takes."""
    games, season = ada.all(f"{SEASON}/games"), ada.get(SEASON)
    outcomes: Counter[str] = sum((Counter(each["rounds"]["outcomes"]) for each in games), Counter())
    whole = outcomes.total() == season["planned"] and not outcomes["open"]
    print(f"{len(games)} games, {outcomes.total():,} of {season['planned']:,} rounds accounted for")
    print(f"({whole=}): {dict(outcomes)}")
    states = {each["entrant"]: each["state"] for each in ada.get(f"{SEASON}/entrants")}
    print(f"quarantined: {[name for name, state in states.items() if state == 'quarantined']}")
    print(f"the ladder was computed in {page_of_ladder(found):,.0f} ms, by a process of its own")
    again = sorted(page_of_ladder(found) for _ in range(9))
    print(f"then its page takes {again[4]:,.0f} ms, the slowest of nine {again[-1]:,.0f}")
    ladder = found.organiser.get(f"{SEASON}/ladder")
    for each in ladder["people"]:
        there = each["performers"]
        beside = f"performers there {there['S']} in {there['rounds']}"
        print(f"{each['name']}, {each['role']}: S {each['S']} in {each['rounds']} rounds, {beside}")
    judged = [each for each in ladder["collusion"] if not each["unknown"]]
    pair = next(each for each in ladder["collusion"] if _pair(each) == ("signer", "partner"))
    print(f"the pair that agreed: {pair}")
    honest = [each for each in judged if each is not pair]
    strict = [each for each in honest if each["first"] != "signer" and each["second"] != "partner"]
    for words, some in (("honest", honest), ("strictly honest", strict)):
        accused = [_pair(each) for each in some if each["accused"]]
        alone = sum(each["p"] < 0.001 for each in some)
        print(
            f"{words} pairs judged: {len(some)}; accused: {accused}; p < .001 by permutation alone: {alone}"
        )


def page_of_ladder(found: Table) -> float:
    """Milliseconds until the page has the ladder."""
    begun = time.perf_counter()
    while "is being computed" in httpx.get(f"{found.night.address}{ARENA}/ladder").raise_for_status().text:
        time.sleep(0.1)
    return 1000 * (time.perf_counter() - begun)


def _pair(each: dict[str, Any]) -> tuple[str, str]:
    return each["first"], each["second"]


def replay(organiser: Any, folder: Path) -> None:
    """The zip, unpacked and computed again by the command; is it the ladder of the server?"""
    packed = organiser.send("GET", f"{SEASON}/bundle").content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)
    words = [sys.executable, "-m", "zellig", "arena", "replay", str(folder), "--format", "json"]
    done = subprocess.run(words, capture_output=True, check=True)
    again, told = msgspec.json.decode(done.stdout), organiser.get(f"{SEASON}/ladder")
    same = {key: again[key] == told[key] for key in again}
    print(f"zip of {len(packed) / 2**20:.1f} MB replayed; as the server has it: {all(same.values())} {same}")
