"""Long lists, one part after the other: `limit` says how much, and `cursor` from where on.

A list is in the order of a key that never changes, mostly that in which things came to be. A cursor is the
key of the last thing that was shown: what is added meanwhile neither repeats nor hides anything. The address
of the next part is in the header `Link`, as `rel="next"`; without one it was the last part.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from zellig.errors import ZelligError

USUAL, MOST = 100, 500

T = TypeVar("T")
K = TypeVar("K")


class Part(msgspec.Struct, frozen=True):
    """Which part of a list is asked for."""

    address: str
    limit: int = USUAL
    cursor: str | None = None

    def after(self, kind: type[K]) -> K | None:
        """The key after which it begins; refuses a cursor that this list has not given."""
        if self.cursor is None:
            return None
        try:
            return msgspec.json.decode(base64.urlsafe_b64decode(self.cursor.encode()), type=kind)
        except (msgspec.DecodeError, msgspec.ValidationError, binascii.Error, UnicodeError, ValueError):
            raise ZelligError(
                "this cursor is none of this list",
                field="cursor",
                remedy="Take it from the header Link of the part before, or leave it out.",
            ) from None


InPart = NamedDependency[Part]


def find_part(
    request: Request[Any, Any, Any],
    limit: Annotated[int, QueryParameter(ge=1, le=MOST, description="How much of the list")] = USUAL,
    cursor: Annotated[
        str | None, QueryParameter(max_length=1000, description="From where on, as the header Link says")
    ] = None,
) -> Part:
    """What a request asks for."""
    kept = [
        (key, value) for key, value in request.query_params.multi_items() if key not in ("limit", "cursor")
    ]
    query = "".join(f"{key}={quote(str(value), safe='')}&" for key, value in kept)
    return Part(f"{request.url.path}?{query}limit={limit}", limit, cursor)


def part_of(part: Part, kind: type[K], found: Iterable[T], key: Callable[[T], K]) -> Response[list[T]]:
    """The part of a list that is asked for, with where the next one is. `found` may leave out what comes
    before the cursor, and what comes after one more than is asked for."""
    after: Any = part.after(kind)
    ordered = sorted(((key(each), each) for each in found), key=lambda each: each[0])  # type: ignore[arg-type, return-value]
    rest: list[tuple[Any, T]] = [each for each in ordered if after is None or each[0] > after]
    shown = rest[: part.limit]
    headers = {}
    if len(rest) > part.limit:
        last = base64.urlsafe_b64encode(msgspec.json.encode(shown[-1][0])).decode()
        headers["Link"] = f'<{part.address}&cursor={last}>; rel="next"'
    return Response([each for _, each in shown], headers=headers)
