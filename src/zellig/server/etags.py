"""ETags: an answer in JSON has one, and who has the same answer already is told so, and no more.

Where a few numbers decide an answer, a handler says them before it begins to compute (`known_by`); of all
other answers the tag is a hash of the bytes. Writes that replace something take it back: `refuse_stale`.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from zellig.server.problems import StaleError

_TAG = "zellig_tag"  # among what the request carries: the tag that its handler has said
_PRIVATE = "private, no-cache"  # nobody keeps an answer for others, or shows it without asking again


class UnchangedError(Exception):
    """Who asks has the answer already."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


def tag_of_answer(content: object) -> str:
    """The tag of an answer that says this."""
    return _quoted(msgspec.json.encode(content))


def known_by(request: Request[Any, Any, Any], *decides: Any) -> None:
    """Say what decides the answer, and go on only if it is another one than who asks has."""
    tag = tag_of_answer([request.url.path, sorted(request.query_params.multi_items()), *decides])
    request.scope["state"][_TAG] = tag
    if _matches(request.headers.get("if-none-match", ""), tag):
        raise UnchangedError(tag)


def refuse_stale(request: Request[Any, Any, Any], current: object | None) -> None:
    """Refuse to replace something (None: nothing is there) that is not any more what who asks has seen."""
    tag = None if current is None else tag_of_answer(current)
    wanted, unwanted = request.headers.get("if-match"), request.headers.get("if-none-match")
    if (wanted is not None and (tag is None or not _matches(wanted, tag))) or (
        unwanted is not None and tag is not None and _matches(unwanted, tag)
    ):
        raise StaleError(
            "somebody else has changed this meanwhile",
            remedy="Look at it again, and change what is there now.",
        )


def unchanged(request: Request[Any, Any, Any], error: UnchangedError) -> Response[None]:
    """The answer to who has it already."""
    return Response(None, status_code=304, headers={"ETag": error.tag})


class Tagged(ASGIMiddleware):
    """Answers in JSON have tags."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Hold an answer back until its bytes are known, if it is a good one in JSON to who only looks."""
        if scope["method"] != "GET":  # type: ignore[typeddict-item]
            await next_app(scope, receive, send)
            return
        held: Message | None = None
        body = bytearray()

        async def sending(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                headers.setdefault("cache-control", _PRIVATE)
                headers.setdefault("vary", "Cookie, Authorization")
                if tag := scope["state"].get(_TAG):
                    headers.setdefault("etag", tag)
                if message["status"] == 200 and headers.get("content-type", "").startswith(
                    "application/json"
                ):
                    held = message
                    return
            elif held is not None and message["type"] == "http.response.body":
                body.extend(message["body"])
                if message["more_body"]:
                    return
                message = {
                    "type": "http.response.body",
                    "body": self._settled(scope, held, bytes(body)),
                    "more_body": False,
                }
                await send(held)
            await send(message)

        await next_app(scope, receive, sending)

    @staticmethod
    def _settled(scope: Scope, start: Any, body: bytes) -> bytes:
        """What is sent of a body, once its head has its tag."""
        headers = MutableScopeHeaders.from_message(start)
        tag = headers.setdefault("etag", _quoted(body))
        asked = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
        if not _matches(asked, tag):
            return body
        start["status"] = 304
        for name in ("content-length", "content-type"):
            if name in headers:
                del headers[name]
        return b""


def _quoted(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _matches(given: str, tag: str) -> bool:
    """Is a tag among those that a request names?"""
    return any(each.strip().removeprefix("W/") in ("*", tag) for each in given.split(",")) if given else False
