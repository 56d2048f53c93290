"""Around the whole application: every request has a number, is counted, timed and logged."""

from __future__ import annotations

import logging
import re
import time

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from zellig.server.logs import REQUEST
from zellig.server.metrics import Metrics
from zellig.server.secrets import new_id

HEADER = "X-Request-Id"
_GIVEN = re.compile(rb"[A-Za-z0-9_-]{1,64}")  # a proxy may have given it one

log = logging.getLogger("zellig.server.requests")


class Watched:
    """An application whose requests are watched."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(HEADER.lower().encode(), b"")
        number = given.decode() if _GIVEN.fullmatch(given) else new_id()
        token, status, start = REQUEST.set(number), 500, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableScopeHeaders.from_message(message)[HEADER] = number
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - start
            method = str(scope.get("method", ""))
            route = scope.get("path_template") or "none"  # of addresses that are not there, one for all
            self._metrics.count(method, str(route), status, seconds)
            log.info(
                "%s %s %d",
                method,
                scope["path"],
                status,
                extra={
                    "method": method,
                    "path": scope["path"],
                    "status": status,
                    "milliseconds": round(1000 * seconds, 1),
                },
            )
            REQUEST.reset(token)
