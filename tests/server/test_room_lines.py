"""Lines of players: measured by the connection itself, whatever a page answers; none behind a proxy."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from own_server import OwnServer
from racing import shares
from room_night import QUICK, Chair, Guest, first_link, new_server, packet
from zellig.games.match.rules import Fairness
from zellig.server.live.rooms.lines import VARIES, Line, bounded, times_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnServer]:
    folder = tmp_path_factory.mktemp("lines")
    found = new_server(folder / "zellig.sqlite", folder)
    found.start("Become the organiser")
    yield found
    found.stop()


@contextmanager
def _connected() -> Iterator[tuple[socket.socket, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        there = socket.create_connection(listener.getsockname())
        here, _ = listener.accept()
        with here, there:
            yield here, there


def test_the_kernel_measures_whoever_answers_late_or_not_at_all() -> None:
    with _connected() as (here, there):
        for _ in range(20):
            here.sendall(b"x" * 80)
            assert len(there.recv(80, socket.MSG_WAITALL)) == 80
        times = times_of(here)
        assert times is not None
        assert 0 < times.shortest <= times.smoothed < 50  # and nothing was ever answered
        line = Line(here, proxy=False)
        assert line.allowance(Fairness(most=0)) == 0
        assert line.how == "measured"


def test_behind_a_proxy_and_without_a_socket_there_is_no_allowance() -> None:
    with _connected() as (here, _):
        proxied = Line(here, proxy=True)
        assert (proxied.allowance(Fairness()), proxied.how) == (0, "proxy")
    gone = Line(None, proxy=False)
    assert (gone.allowance(Fairness()), gone.how) == (0, "none")


@given(st.floats(0, 2000), st.floats(0, 2000), st.floats(0, 1000))
def test_what_is_held_back_counts_up_to_a_bound(shortest: float, varies: float, held_back: float) -> None:
    honest = bounded(shortest + varies, shortest)
    assert (
        honest <= bounded(shortest + varies + held_back, shortest) <= shortest * (1 + VARIES[1]) + VARIES[0]
    )


def test_who_delays_the_answers_to_probes_gains_nothing_and_acknowledgements_little() -> None:
    plain = shares((40.0, 40.0), Fairness(), 4000, 18, None, bounded)[1]
    assert abs(plain - 50) < 2
    unbounded = shares((5.0, 5.0), Fairness(), 4000, 18, (0.0, 40.0))[1]
    held = shares((5.0, 5.0), Fairness(), 4000, 18, (0.0, 40.0), bounded)[1]
    assert unbounded > 58
    assert held < 51.5


def test_a_client_that_delays_all_its_answers_has_the_same_allowance(server: OwnServer) -> None:
    host = Guest(server.address, "Hanna", first_link(server))
    body = {"room": "lines", "title": "x", "teams": ["A", "B"], "packet": packet()}
    host.post("/rooms", body | {"rules": QUICK, "about": {"open": True}})
    ann, bea, cy = (Guest(server.address, name) for name in ("Ann", "Bea", "Cy"))
    ids = [
        guest.post("/rooms/lines/players", {"team": team})["player"]
        for guest, team in ((ann, "t1"), (bea, "t2"), (cy, "t2"))
    ]

    async def look() -> None:
        prompt = await Chair(server.address, "lines", ann.headers()).open()
        late = await Slow(server.address, "lines", bea.headers()).open()
        proxied = {**cy.headers(), "x-forwarded-for": "192.0.2.7"}
        far = await Chair(server.address, "lines", proxied).open()
        await prompt.until(
            lambda: _lines(prompt) == {ids[0]: "measured", ids[1]: "measured", ids[2]: "proxy"}
        )
        await late.until(lambda: late.answered >= 3)
        shown = await asyncio.to_thread(host.get, "/rooms/lines")
        assert [each["line"] for each in shown["players"]] == ["measured", "measured", "proxy"]
        allowed = [each["allowances"] for each in prompt.told if each["told"] == "lines"]
        # What a page answers comes after 300 ms; what its kernel acknowledges does not.
        assert all(each.get(ids[1], 0) < 100 and each.get(ids[2], 0) == 0 for each in allowed)
        for each in (prompt, late, far):
            await each.close()

    asyncio.run(look())


class Slow(Chair):
    """A chair that answers every probe, and late."""

    answered = 0

    def take(self, message: dict[str, object]) -> None:
        super().take(message)
        if message["told"] == "probe":
            asyncio.get_running_loop().call_later(0.3, self._answer)

    def _answer(self) -> None:
        self.answered += 1
        self._answering = asyncio.ensure_future(self.do("go-on"))


def _lines(chair: Chair) -> dict[str, str]:
    told = [each for each in chair.told if each["told"] in ("room", "entered")][-1]
    players = told["players"] if told["told"] == "room" else told["room"]["players"]
    return {each["id"]: each["line"] for each in players}
