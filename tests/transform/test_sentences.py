"""What becomes of sentences, and what of it is put to the filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from spacy.tokens import Doc

from zellig.language.parse import parse
from zellig.transform import filters
from zellig.transform.ranker import ByModel, Cheap
from zellig.transform.sentences import draft, drop_faulty, transform

COOK = "A cook is chopping a carrot."
PASSIVE = "A carrot is being chopped by a cook."


class NoPassive:
    """A language model that finds one sentence odd."""

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        return np.array([100.0 if text == PASSIVE else 0.0 for text in texts])


def test_only_what_is_needed_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def noted(texts: Sequence[str], *, lean: bool) -> Iterator[Doc]:
        parsed.extend(texts)
        return parse(texts, lean=lean)

    monkeypatch.setattr(filters, "parse", noted)
    found = draft([COOK], ("past", "passive", "may"), Cheap())
    drop_faulty(found, Cheap(), subject=True, only={(COOK, "passive")})
    assert parsed == [PASSIVE]
    parsed.clear()
    transform([COOK], ("past", "passive", "may"))
    assert len(parsed) == 3


@pytest.mark.parametrize("only", [None, {(COOK, "past+passive")}])
def test_a_verdict_does_not_depend_on_what_is_needed(only: set[tuple[str, str]] | None) -> None:
    """The first of those that differ in the verb group alone is read for all of them."""
    ranker = ByModel(NoPassive())
    found = draft([COOK], ("passive", "past+passive"), ranker)
    drop_faulty(found, ranker, subject=True, only=only)
    assert found[COOK].refused == {"passive": "ranker", "past+passive": "ranker"}
