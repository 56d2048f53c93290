"""The spec of a corpus as a person wrote it: the mapping of a table is a part of it, and encoded there."""

from __future__ import annotations

import re
from urllib.parse import unquote

from zellig.corpora.mapping import is_text
from zellig.own_objects import HERE

MAPPING = "mapping"

_OF_MAPPING = re.compile(rf"(?:^|&){MAPPING}=")


def split_options(spec: str) -> tuple[str, str]:
    """What stands before the options of a spec, and these."""
    head, mark, tail = spec.rpartition("?")
    # A question mark inside a path is followed by the rest of the path; a mapping is a path itself.
    return (head, tail) if mark and ("/" not in tail or _OF_MAPPING.search(tail)) else (spec, "")


def as_written(spec: str, *, mapping: bool = True) -> str:
    """`reviews.csv (label = "stars")` where that was said beside the file, and whatever else was written.

    Without the `mapping`, it is short enough for a title.
    """
    head, options = split_options(spec.removeprefix(HERE))
    said = [unquote(part) for part in options.split("&") if part]
    texts = [part for part in said if part.startswith(f"{MAPPING}=") and is_text(part.partition("=")[2])]
    kept = "&".join(part for part in said if part not in texts)
    lines = [line.strip() for text in texts for line in text.partition("=")[2].splitlines() if line.strip()]
    return head + (f"?{kept}" if kept else "") + (f" ({'; '.join(lines)})" if lines and mapping else "")
