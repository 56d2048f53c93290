"""What stands in quotes, where no verb, comma or semicolon means anything."""

from __future__ import annotations

import re

QUOTED = re.compile(
    r"""(?<![\w"])"[^";]{0,300}[;,]?"(?!\w)|(?<!\w)‘[^‘’]{0,200}[’'](?!\w)|(?<!\w)'[^']{2,200}'(?!\w)""",
)
_MASK = "ª"  # a letter of no word


def masked(text: str) -> str:
    """The text, of the same length, with other letters in place of what is quoted."""
    return QUOTED.sub(_mask, text) if '"' in text or "'" in text or "‘" in text else text


def unquoted(found: re.Match[str]) -> str:
    """What a match of QUOTED has inside."""
    return found[0].strip("\"‘’' ,;")


def _mask(found: re.Match[str]) -> str:
    inner = found[0][1:-1]
    if inner[-1:] in (";", ","):  # American typography puts them inside; they belong outside
        return f'"{_MASK * (len(inner) - 1)}"{inner[-1]}'
    return f'"{_MASK * len(inner)}"'
