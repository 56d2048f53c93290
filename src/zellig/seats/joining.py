"""A performer that joins a season of the arena elsewhere: it asks for its messages, and brings the replies.

Nobody has to reach it, so it works behind a firewall. An address of http is asked again and again, each time
waiting for a while; one of ws is a WebSocket over which messages come by themselves.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from zellig.decoding import FAULTS, fault
from zellig.doors import option
from zellig.errors import ZelligError
from zellig.extras import require
from zellig.messages import LARGEST_MESSAGE, Envelope, Reply, Status
from zellig.seats.answering import answer
from zellig.systems.http import is_loopback
from zellig.texts import shown

WAIT = 20  # seconds that a message is waited for in one request
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds before the server is asked again that could not be reached
REFUSED = (400, 401, 403, 404)
CONFLICT = 409  # it plays no more; or a reply that nobody waits for
CLOSED = 4000  # what is added to such a status when a WebSocket is closed

Told = Callable[[str], None]

logger = logging.getLogger(__name__)


class _OverError(Exception):
    """Nothing more is asked of the performer, and why."""


def join(performer: Any, status: Status, url: str, token: str, *, told: Told) -> None:
    """Play for as long as anything is asked; refuses an address that is none, and a token that is no good."""
    web, socket = url.startswith(("http://", "https://")), url.startswith(("ws://", "wss://"))
    if not web and not socket:
        raise ZelligError(
            f"{url!r} is not where a performer joins", remedy="Copy the command of the page once more."
        )
    if not token:
        raise ZelligError("there is no token", remedy=f"Give {option('token')}, or set ZELLIG_TOKEN.")
    if url.startswith(("http://", "ws://")) and not is_loopback(url.replace("ws://", "http://")):
        raise ZelligError(
            "the token would go over the network in plain text", remedy="Use https:// or wss://."
        )
    play = _by_web if web else _by_socket
    wait = FIRST_WAIT
    while True:
        begun = time.monotonic()
        try:
            play(performer, status, url.rstrip("/"), token, told)
        except _OverError as over:
            told(f"{status.name} plays no more: {over}")
            return
        except (httpx.HTTPError, OSError) as error:
            if time.monotonic() - begun > LONGEST_WAIT:
                wait = FIRST_WAIT
            logger.warning("the server cannot be reached (%s); it is tried again", type(error).__name__)
        time.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


def replied(performer: Any, envelope: Envelope) -> Reply:
    """The reply of a performer; what its code raises costs the rounds, and no more."""
    try:
        return answer(performer, envelope)
    except Exception:
        logger.exception("the performer failed")
        return Reply(envelope.turn)


def _by_web(performer: Any, status: Status, url: str, token: str, told: Told) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(headers=headers, timeout=WAIT + 10, trust_env=not is_loopback(url)) as client:
        _good(client.put(f"{url}/status", content=msgspec.json.encode(status)))
        told(f"{status.name}, a {status.role}, has joined {url}")
        while True:
            raw = _good(client.get(f"{url}/next", params={"wait": WAIT})).content
            envelope = _envelope(raw)
            if envelope is None:
                continue
            reply = client.post(f"{url}/reply", content=_brought(envelope, replied(performer, envelope)))
            if reply.status_code == CONFLICT:
                logger.warning("turn %d was too late", envelope.turn)
            else:
                _good(reply)


def _by_socket(performer: Any, status: Status, url: str, token: str, told: Told) -> None:
    require("server", "a WebSocket", "join at the address of https")
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    try:
        with connect(f"{url}/live", max_size=LARGEST_MESSAGE, proxy=None) as line:
            line.send(msgspec.json.encode({"token": token, "status": status}).decode())
            told(f"{status.name}, a {status.role}, has joined {url}")
            while True:
                raw = line.recv()
                if (envelope := _envelope(raw if isinstance(raw, bytes) else raw.encode())) is not None:
                    line.send(_brought(envelope, replied(performer, envelope)).decode())
    except ConnectionClosed as error:
        code, why = (error.rcvd.code - CLOSED, error.rcvd.reason) if error.rcvd else (0, "")
        if code == CONFLICT:
            raise _OverError(why) from None
        if code in REFUSED:
            raise ZelligError(
                f"the server refuses it ({code}: {why})", remedy="Check the address and the token."
            ) from None
        raise OSError("the connection was closed") from None


def _good(reply: httpx.Response) -> httpx.Response:
    if reply.status_code == CONFLICT:
        raise _OverError(_detail(reply))
    if reply.status_code in REFUSED:
        raise ZelligError(
            f"the server refuses it ({reply.status_code}: {_detail(reply)})",
            remedy="Check the address and the token.",
        )
    return reply.raise_for_status()


def _detail(reply: httpx.Response) -> str:
    try:
        return str(reply.json().get("detail", ""))
    except (ValueError, AttributeError):
        return shown(reply.text)


def _envelope(raw: bytes) -> Envelope | None:
    try:
        return msgspec.json.decode(raw, type=Envelope | None)
    except FAULTS as error:
        raise ZelligError(
            f"this is not a message ({fault(error)})", remedy="Check the address, and the version of Zellig."
        ) from None


def _brought(envelope: Envelope, reply: Reply) -> bytes:
    return msgspec.json.encode({"game": envelope.game, **msgspec.to_builtins(reply)})
