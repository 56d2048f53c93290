"""How all reports are made from their templates: all is escaped, and nothing may be left undefined."""

from __future__ import annotations

import base64
import hashlib
from itertools import cycle

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from zellig.terminal import visible


def template(name: str) -> Template:
    """A template of `report/templates`; it may hold styles and scripts from there, and their hashes."""
    environment = Environment(
        loader=PackageLoader("zellig.report"),
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
    environment.filters.update(emphasised=emphasised)
    return environment.get_template(name)


def emphasised(text: str) -> Markup:
    """Escaped, with emphasis on what stands between asterisks."""
    parts = (escape(visible(part)) for part in text.split("*"))
    return Markup("").join(
        part if even else Markup("<em>{}</em>").format(part)
        for part, even in zip(parts, cycle((True, False)))
    )
