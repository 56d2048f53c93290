"""What handlers are given: who asks, the house, and parts of the address."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from zellig.server.caller import Caller
from zellig.server.state import House

InHouse = NamedDependency[House]
By = NamedDependency[Caller]
Name = FromPath[str]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Number = Annotated[int, QueryParameter(ge=0, le=2**62)]
Round = Annotated[int, QueryParameter(name="round", ge=1, le=1000)]
AnyRound = Annotated[int | None, QueryParameter(name="round", ge=1, le=1000)]


class Invited(msgspec.Struct):
    """A link, and its end alone."""

    link: str
    address: str
