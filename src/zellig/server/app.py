"""The application: routes, who asks, what is refused, and what every answer carries."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from zellig import __version__
from zellig.errors import ZelligError
from zellig.server.api import (
    accounts,
    arena_turns,
    arenas,
    contests,
    endpoints,
    entrants,
    histories,
    judging,
    pairs,
    passwords,
    question_sets,
    readers,
    reviewing,
    rooms,
    scoring,
    submissions,
    texts,
    tokens,
    tournaments,
    uploads,
    workshops,
)
from zellig.server.api.cursors import find_part
from zellig.server.arena.socket import perform
from zellig.server.caller import find_caller
from zellig.server.etags import Tagged, UnchangedError, unchanged
from zellig.server.given import By, InHouse
from zellig.server.live.rooms.service import LiveRooms
from zellig.server.live.rooms.socket import SERVICE, live_room
from zellig.server.live.socket import live
from zellig.server.logs import REQUEST
from zellig.server.metrics import MEDIA as MEDIA_OF_METRICS
from zellig.server.metrics import Metrics
from zellig.server.pages import PAGES
from zellig.server.pages.refused import no_page, told
from zellig.server.problems import (
    MEDIA,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    Problem,
    RefusedError,
    StaleError,
    TooLargeError,
    TooManyError,
    UnauthorisedError,
    problem_of,
)
from zellig.server.state import House
from zellig.server.watched import Watched

log = logging.getLogger(__name__)

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


REFUSALS = {
    kind.status: ResponseSpec(Problem, media_type=MEDIA, generate_examples=False, description=kind.title)
    for kind in (
        RefusedError,
        UnauthorisedError,
        ForbiddenError,
        NotFoundError,
        ConflictError,
        StaleError,
        TooLargeError,
        TooManyError,
    )
}


HANDLERS = [
    *accounts.HANDLERS,
    *passwords.HANDLERS,
    *tokens.HANDLERS,
    *contests.HANDLERS,
    *submissions.HANDLERS,
    *uploads.HANDLERS,
    *endpoints.HANDLERS,
    *pairs.HANDLERS,
    *judging.HANDLERS,
    *reviewing.HANDLERS,
    *scoring.HANDLERS,
    *workshops.HANDLERS,
    *texts.HANDLERS,
    *histories.HANDLERS,
    *readers.HANDLERS,
    *question_sets.HANDLERS,
    *rooms.HANDLERS,
    *tournaments.HANDLERS,
    *arenas.HANDLERS,
    *entrants.HANDLERS,
    *arena_turns.HANDLERS,
]
UNCHANGED = {304: ResponseSpec(None, description="You have this already")}
for handler in HANDLERS:  # any of them may be refused for any of these reasons
    handler.responses = REFUSALS | (UNCHANGED if "GET" in handler.http_methods else {})


class Health(msgspec.Struct):
    """Whether the server can serve."""

    status: str
    version: str


@get("/health", sync_to_thread=False)
def health() -> Health:
    """The server runs."""
    return Health("ok", __version__)


@get("/ready", sync_to_thread=True)
def ready(house: InHouse) -> Response[Health]:
    """The server runs, and its database answers."""
    try:
        with house.database.reading() as connection:
            connection.execute(text("SELECT 1"))
    except SQLAlchemyError:
        log.exception("the database does not answer")
        return Response(Health("the database does not answer", __version__), status_code=503)
    return Response(Health("ready", __version__))


@get("/metrics", sync_to_thread=True, include_in_schema=False)
def show_metrics(house: InHouse, caller: By, metrics: NamedDependency[Metrics]) -> Response[str]:
    """Numbers about this process and the submissions, for operators."""
    if not caller.account.operator:
        raise ForbiddenError("this is for operators", remedy="Send a token of an operator.")
    with house.database.reading() as connection:
        return Response(metrics.text(connection, house.clock()), media_type=MEDIA_OF_METRICS)


def make_app(house: House) -> Litestar:
    """The application over a house."""
    api = Router("/api/v1", route_handlers=HANDLERS, middleware=[Tagged()])
    metrics = Metrics()
    app = Litestar(
        [
            health,
            ready,
            show_metrics,
            api,
            Router("/api/v1", route_handlers=[live, live_room, perform]),
            PAGES,
        ],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "caller": Provide(find_caller, sync_to_thread=True),
            "part": Provide(find_part, sync_to_thread=False),
            "metrics": Provide(lambda: metrics, sync_to_thread=False),
        },
        exception_handlers={
            ZelligError: refused,
            UnchangedError: unchanged,
            HTTPException: wrong,
            UnicodeDecodeError: unreadable,
            RecursionError: unreadable,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Zellig",
            version=__version__,
            render_plugins=[JsonRenderPlugin()],
            openapi_router=Router(
                "/schema", route_handlers=[], include_in_schema=False, after_request=_schema_alone
            ),
        ),
        after_request=_secured,
        request_max_body_size=2**20,
        logging_config=None,
        state=State({"house": house}),
        lifespan=[_looking_after_rooms],
    )
    app.asgi_handler = Watched(app.asgi_handler, metrics)  # outermost: what has no route is counted, too
    return app


@asynccontextmanager
async def _looking_after_rooms(app: Litestar) -> AsyncIterator[None]:
    """Matches go on as long as the server runs."""
    app.state[SERVICE] = service = LiveRooms(app.state["house"])
    try:
        yield
    finally:
        await service.close()


async def _secured(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _schema_alone(response: Response[Any]) -> Response[Any]:
    """What is beside the schema is a problem as elsewhere, and no page of the framework's."""
    if response.status_code != 404:
        return await _secured(response)
    remedy = "It is at /schema/openapi.json."
    return _problem(Problem("not-found", "There is no such thing", 404, "Not Found", remedy=remedy))


def refused(request: Request[Any, Any, Any], error: ZelligError) -> Response[Problem]:
    """What a user got wrong, in a sentence."""
    response = _problem(problem_of(error, REQUEST.get()))
    if isinstance(error, RefusedError) and error.after is not None:
        response.headers["Retry-After"] = str(int(error.after.total_seconds()))
    return response


def wrong(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A request that does not fit what the route takes."""
    if is_page(request):
        return no_page(request, error)
    detail = error.detail
    where = ""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        where, detail = str(first.get("key", "")), str(first.get("message", detail))
        if where == "data":  # as the parameter of a handler is called
            where = "the body of the request"
            detail = "it has no body" if detail == "'data'" else detail
    response = _problem(
        Problem(
            "mistake" if error.status_code < 500 else "failure",
            "This request cannot be answered",
            error.status_code,
            detail,
            where,
            "The address /schema/openapi.json says what every request has to be.",
            REQUEST.get(),
        )
    )
    response.headers.update(error.headers or {})
    return response


def unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A body that is not UTF-8, or nested without end, which decoding does not say of itself."""
    log.info("cannot be read: %s %s (%s)", request.method, request.url.path, type(error).__name__)
    return wrong(request, ValidationException("this cannot be read as JSON in UTF-8"))


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: it is logged, and the caller gets its number."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    problem = Problem(
        "failure",
        "Something went wrong here",
        500,
        "This is a fault of the server, and not of what you sent.",
        remedy="Try again, and tell the operator the number of the request.",
        request=REQUEST.get(),
    )
    return told(request, problem) if is_page(request) else _problem(problem)


def is_page(request: Request[Any, Any, Any]) -> bool:
    """Is this for a person to read, and not for a program?"""
    return not request.url.path.startswith(("/api/", "/schema", "/health", "/ready"))


def _problem(problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=problem.status, media_type=MEDIA, headers=dict(HEADERS))
