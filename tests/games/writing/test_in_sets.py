"""Where a text stands in the sets of its workshop."""

from __future__ import annotations

from zellig.games.writing.in_sets import InSet, places_in_sets
from zellig.games.writing.standing import SetKept, Standing


def test_a_text_is_found_in_every_set_that_has_it() -> None:
    sets = {
        "s1": SetKept("Winter", {"any": 2}, (("a",), ("b", "c"))),
        "s2": SetKept("Spring", {"any": 1}, (("b",), ())),
        "s3": SetKept("Summer", {"any": 1}, (("c", "b"),)),
    }
    standing = Standing(sets=sets)
    assert places_in_sets(standing, "c") == [InSet("Winter", 2, 2), InSet("Summer", 1, 1)]
    assert places_in_sets(standing, "a") == [InSet("Winter", 1, 1)]
    assert places_in_sets(standing, "d") == []
