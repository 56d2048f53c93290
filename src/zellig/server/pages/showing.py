"""How a page is made: from a template, for who asks, kept by nobody."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from litestar import MediaType, Response
from litestar.response import Redirect
from markupsafe import Markup

from zellig import __version__
from zellig.games.contest.rules import in_zone, name_of
from zellig.report.page import environment
from zellig.server.caller import Caller
from zellig.server.pages.static import address_of

Page = Response[str]

_TIME = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d UTC)")  # as refusals say it


def page(name: str, caller: Caller, *, status: int = 200, **shown: Any) -> Page:
    """A page of a template."""
    templates = environment("zellig.server", "zellig.report")
    text = templates.get_template(name).render(
        caller=caller,
        version=__version__,
        static=address_of,
        moment=moment,
        timed=timed,
        phase_name=name_of,
        **shown,
    )
    return Response(
        text, status_code=status, media_type=MediaType.HTML, headers={"Cache-Control": "no-store"}
    )


def elsewhere(address: str) -> Redirect:
    """Go to another page."""
    return Redirect(address, status_code=303)


def moment(given: datetime, now: datetime | None = None) -> Markup:
    """A time, which the browser turns into that of where it is; with `now`, how far it is from there.

    The browser counts the seconds down where few are left.
    """
    at = in_zone(given)
    shown = Markup('<time datetime="{}">{}</time>').format(
        at.isoformat(), f"{at:%A} {at.day} {at:%B %Y, %H:%M} UTC"
    )
    if now is None:
        return shown
    seconds = int((at - now).total_seconds())
    return shown + Markup(', <span class="away" data-seconds="{}">{}</span>').format(seconds, span(at, now))


def timed(sentence: str) -> Markup:
    """A sentence in which the browser turns the times into those of where it is."""
    words = Markup("")
    for place, part in enumerate(_TIME.split(sentence)):
        words += (
            moment(datetime.strptime(part, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC)) if place % 2 else part
        )
    return words


def span(given: datetime, now: datetime) -> str:
    """How far a time is away, in its two largest units."""
    seconds = int(abs((given - now).total_seconds()))
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60
    parts = [_counted(number, unit) for number, unit in ((days, "day"), (hours, "hour"), (minutes, "minute"))]
    told = " ".join([part for part in parts if part][:2]) or "less than a minute"
    return f"in {told}" if given > now else f"{told} ago"


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}" if number else ""
