"""WordNet: what kind of thing a noun names in its most usual sense."""

from __future__ import annotations

from functools import cache

from zellig.files import reading
from zellig.resources import resource_path

ANIMAL, ARTIFACT, GROUP, PERSON = 5, 6, 14, 18  # numbers of WordNet's lexicographer files


def noun_kind(lemma: str) -> int | None:
    """The number of the lexicographer file of the first sense of a noun; None for a word that is none."""
    return _kinds().get(lemma)


@cache
def _kinds() -> dict[str, int]:
    """For every noun the kind of its first sense.

    The offsets in the index are not places in the data: these files have other line ends than when they were
    counted. So the data is read as a whole.
    """
    folder = resource_path("wordnet")
    with reading(folder / "data.noun"), (folder / "data.noun").open(encoding="ascii") as file:
        kind_at = {line[:8]: int(line[9:11]) for line in file if not line.startswith(" ")}
    found = {}
    with reading(folder / "index.noun"), (folder / "index.noun").open(encoding="ascii") as file:
        for line in file:
            if not line.startswith(" "):
                # lemma, part of speech, how many senses, how many pointers, the pointers, two counts, senses
                fields = line.split()
                found[fields[0].replace("_", " ")] = kind_at[fields[6 + int(fields[3])]]
    return found
