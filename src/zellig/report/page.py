"""How all reports are made from their templates: all is escaped, and nothing may be left undefined."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined, Template


def template(name: str) -> Template:
    """A template of `report/templates`."""
    environment = Environment(
        loader=PackageLoader("zellig.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
