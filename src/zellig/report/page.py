"""How all reports are made from their templates: all is escaped, and nothing may be left undefined."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from itertools import cycle

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from zellig.corpora.as_written import as_written
from zellig.report.p_values import p_number
from zellig.terminal import visible
from zellig.texts import counted


def template(name: str) -> Template:
    """A template of `report/templates`; it may hold styles and scripts from there, and their hashes."""
    return environment("zellig.report").get_template(name)


@cache
def environment(*packages: str) -> Environment:
    """The templates of some packages; of two with one name that of the first package."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,  # nobody turns the text round
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def inline(name: str) -> Markup:
        return Markup(environment.get_template(name).render())  # noqa: S704  (a file of ours)

    def digest(name: str) -> str:
        return base64.b64encode(hashlib.sha256(inline(name).encode()).digest()).decode()

    environment.globals.update(inline=inline, digest=digest)
    environment.filters.update(
        emphasised=emphasised, p_number=p_number, as_written=as_written, counted=counted
    )
    return environment


def emphasised(text: str) -> Markup:
    """Escaped, with emphasis on what stands between asterisks."""
    parts = (escape(visible(part)) for part in text.split("*"))
    return Markup("").join(
        part if even else Markup("<em>{}</em>").format(part)
        for part, even in zip(parts, cycle((True, False)))
    )
