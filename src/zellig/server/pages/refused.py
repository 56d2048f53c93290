"""What a page says that cannot be shown: what was wrong, and what to do."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from litestar import Request, Response
from litestar.exceptions import HTTPException

from zellig.errors import ZelligError
from zellig.server.caller import Caller, find_caller
from zellig.server.pages.showing import elsewhere, page
from zellig.server.problems import Problem, UnauthorisedError, problem_of

Asked = Request[Any, Any, Any]


def refused(request: Asked, error: ZelligError) -> Response[Any]:
    """A refusal as a page; who has not signed in does that first."""
    if isinstance(error, UnauthorisedError):
        back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return elsewhere(f"/sign-in?back={quote(back)}")
    return told(request, problem_of(error))


def no_page(request: Asked, error: HTTPException) -> Response[Any]:
    """An address that leads nowhere, or has a mistake in it."""
    what = "There is no such page" if error.status_code == 404 else "This address has a mistake in it"
    problem = Problem(
        "mistake", what, error.status_code, "nothing is here", remedy="Start from the first page."
    )
    return told(request, problem)


def told(request: Asked, problem: Problem) -> Response[Any]:
    """A problem as a page."""
    try:
        caller = find_caller(request, request.app.state.house)
    except ZelligError:
        caller = Caller("")
    return page("problem.html", caller, status=problem.status, problem=problem)


HANDLERS: Any = {ZelligError: refused, HTTPException: no_page}
