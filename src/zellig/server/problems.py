"""Refusals over HTTP: problem+json with what was wrong, where, and what to do (RFC 9457)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec

from zellig.errors import ZelligError

MEDIA = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a refused request is answered with."""

    type: str  # a word for programs
    title: str
    status: int
    detail: str
    where: str = ""
    remedy: str = ""
    request: str = ""  # the number of the request, for whoever looks into the log


class RefusedError(ZelligError):
    """A request that is refused for a reason which has a status of its own."""

    status, kind, title = 400, "mistake", "There is a mistake in the request"

    def __init__(
        self, what: str, *, noted: bool = False, after: timedelta | None = None, **where: Any
    ) -> None:
        """`noted`: that it was refused is written down, so what was written stays; `after`: when to retry."""
        super().__init__(what, **where)
        self.noted, self.after = noted, after


class UnauthorisedError(RefusedError):
    """Nobody has signed in, or not rightly."""

    status, kind, title = 401, "unauthorised", "Sign in first"


class ForbiddenError(RefusedError):
    """Who asks may not do this."""

    status, kind, title = 403, "forbidden", "This is not for you"


class NotFoundError(RefusedError):
    """There is no such thing, or it is not for who asks."""

    status, kind, title = 404, "not-found", "There is no such thing"


class OutOfPhaseError(RefusedError):
    """It is too early or too late for this."""

    status, kind, title = 409, "out-of-phase", "This is not the time for it"


class ConflictError(RefusedError):
    """Something else was there before."""

    status, kind, title = 409, "conflict", "This cannot be done any more"


class StaleError(RefusedError):
    """It is not any more what who asks has seen."""

    status, kind, title = 412, "changed", "This was changed meanwhile"


class TooLargeError(RefusedError):
    """More bytes than are taken."""

    status, kind, title = 413, "too-large", "This is too large"


class TooManyError(RefusedError):
    """More than is allowed, of attempts or of uploads."""

    status, kind, title = 429, "too-many", "This is too much"


def problem_of(error: ZelligError, request: str = "") -> Problem:
    """A refusal as it is sent."""
    kind = error if isinstance(error, RefusedError) else RefusedError
    return Problem(kind.kind, kind.title, kind.status, error.what, error.where, error.remedy, request)
