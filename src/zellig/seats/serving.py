"""A performer served to games elsewhere: `GET /status`, `POST /act`.

One game is served at a time: the next one may begin when the first has ended, or was not heard of for a
while. A turn is answered once. The same message again, after the line was cut, gets the same reply; any other
message of a turn that is over is refused, and so is one of another game. A system also takes the short form,
items without a game, from anybody at any time.
"""

from __future__ import annotations

import hmac
import logging
import socket
import time
from collections.abc import Callable
from typing import Any

import msgspec

from zellig.decoding import FAULTS, fault
from zellig.errors import ZelligError
from zellig.messages import LARGEST_MESSAGE, End, Envelope, Questions, Reply, Serves, Start, Status
from zellig.performers import ask
from zellig.seats.answering import ROLE_OF, answer
from zellig.seats.player import player_of
from zellig.systems.declared import declared_labels, declared_task
from zellig.texts import encodable

IDLE = 60.0  # seconds without a message after which a game that did not end is taken to be over

OK, BAD, UNKNOWN, FORBIDDEN, CONFLICT, TOO_LARGE, FAILED = 200, 400, 404, 401, 409, 413, 500

Response = tuple[int, bytes]

logger = logging.getLogger(__name__)


class Served:
    """A performer, and which turn of which game it has answered."""

    def __init__(self, performer: Any, status: Status, token: str = "") -> None:
        self._performer, self._status, self._token = performer, status, token
        self._role = status.role
        self._game, self._turn = "", 0
        self._last: tuple[bytes, Response] | None = None
        self._heard = 0.0  # when the game's last message came

    def respond(self, method: str, path: str, token: str, body: bytes) -> Response:
        """Status code and JSON for a request."""
        if self._token and not hmac.compare_digest(token.encode(), self._token.encode()):
            return _refusal(FORBIDDEN, "the token is missing or wrong")
        if (method, path) == ("GET", "/status"):
            return OK, msgspec.json.encode(msgspec.structs.replace(self._status, game=self._game))
        if (method, path) != ("POST", "/act"):
            return _refusal(UNKNOWN, "there are GET /status and POST /act")
        if self._last and body == self._last[0]:
            return self._last[1]
        try:
            if self._role == "system" and (asked := _short(body)):
                return self._answered(lambda: Reply(predictions=ask(self._performer, asked.items)))
            envelope = msgspec.json.decode(body, type=Envelope)
        except FAULTS as error:
            return _refusal(BAD, f"this is not a message ({fault(error)})")
        return self._act(envelope, body)

    def _act(self, envelope: Envelope, body: bytes) -> Response:
        message = envelope.message
        role = ROLE_OF.get(type(message), self._role)
        if role != self._role:
            return _refusal(CONFLICT, f"this is for a {role}, and here is a {self._role}")
        if isinstance(message, Start):
            if self._game not in ("", envelope.game) and time.monotonic() - self._heard < IDLE:
                return _refusal(CONFLICT, "another game is being played here")
        elif envelope.game != self._game:
            return _refusal(CONFLICT, f"the game {envelope.game!r} has not begun here, or is over")
        elif not isinstance(message, End) and envelope.turn <= self._turn:
            return _refusal(CONFLICT, f"turn {envelope.turn} is over: the last one was {self._turn}")
        reply = self._answered(lambda: answer(self._performer, envelope))
        self._turn, self._last, self._heard = envelope.turn, (body, reply), time.monotonic()
        self._game = "" if isinstance(message, End) else envelope.game
        return reply

    def _answered(self, act: Callable[[], Reply]) -> Response:
        """What comes of letting the performer act: its code may raise anything."""
        try:
            return OK, msgspec.json.encode(act())
        except Exception as error:  # the turn is over all the same
            logger.exception("the performer failed")
            return _refusal(FAILED, encodable(f"the performer failed ({type(error).__name__}: {error})"))


def status_of(performer: Any, role: Serves, name: str) -> Status:
    """What is said about the performer of this name that is served.

    Of a system no version: weights may change behind a name, and nobody must take them for the same.
    """
    player = player_of(performer)
    return Status(
        player.spec.name,
        None if role == "system" else player.spec.version,
        role,
        player.spec.params,
        player.adapts,
        player.resources,
        player.justification,
        task=declared_task(name, performer) if role == "system" else None,
        labels=declared_labels(name, performer) if role == "system" else (),
        probabilities=getattr(performer, "probabilities", False) is True,
    )


def _short(body: bytes) -> Questions | None:
    """The short form, if this is one."""
    try:
        return msgspec.json.decode(body, type=Questions)
    except msgspec.ValidationError:
        return None


def _refusal(code: int, why: str) -> Response:
    return code, msgspec.json.encode({"error": why})


class Application:
    """The ASGI application around a served performer; requests are answered one after the other."""

    def __init__(self, served: Served) -> None:
        self._served = served

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        token = headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        body, more = bytearray(), True
        while more and len(body) <= LARGEST_MESSAGE:
            event = await receive()
            if event["type"] == "http.disconnect":
                return
            body += event.get("body", b"")
            more = event.get("more_body", False)
        if len(body) > LARGEST_MESSAGE:
            code, content = _refusal(TOO_LARGE, f"a message has at most {LARGEST_MESSAGE // 2**20} MB")
        else:
            # No await from here to the reply: the event loop keeps two requests from acting at once.
            code, content = self._served.respond(scope["method"], scope["path"], token, bytes(body))
        kind = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": code, "headers": kind})
        await send({"type": "http.response.body", "body": content})


def serve(
    performer: Any, status: Status, host: str, port: int, token: str, *, told: Callable[[str], None]
) -> None:
    """Serve a performer until the program is stopped; `told` hears where, as soon as it listens."""
    import uvicorn

    if not token and host not in ("127.0.0.1", "::1", "localhost"):
        raise ZelligError(
            "a performer that others can reach needs a token",
            remedy="Put one into the environment variable ZELLIG_HTTP_KEY.",
        )
    try:
        listening = socket.create_server((host, port))
    except (OSError, ValueError) as error:  # a name that IDNA does not allow is a ValueError
        why = error.strerror if isinstance(error, OSError) else error
        raise ZelligError(
            f"{host}:{port} cannot be listened at ({why})", remedy="Choose another --host or --port."
        ) from None
    where = f"http://{host}:{listening.getsockname()[1]}"
    told(f"{status.name}, a {status.role}, is at {where}")
    settings = uvicorn.Config(Application(Served(performer, status, token)), log_config=None, lifespan="off")
    uvicorn.Server(settings).run(sockets=[listening])
