"""How alike texts are, by real weights."""

from __future__ import annotations

import pytest

from zellig.language.similarity import available, similarities

SOUP = "The soup was hot and the bread was fresh."


def test_what_says_the_same_is_more_alike() -> None:
    same, near, far = similarities(
        SOUP, [SOUP, "The soup was warm, the bread fresh.", "Parliament rose at noon."]
    )
    assert same == pytest.approx(1, abs=1e-5)
    assert far < 0.5 < 0.8 < near < same
    assert similarities(SOUP, []) == []


def test_company_hardly_matters() -> None:
    others = [f"The soup of table {number} was hot{' and salty' * number}." for number in range(70)]
    alone = [similarities(SOUP, [other])[0] for other in others[::10]]
    assert similarities(SOUP, others)[::10] == pytest.approx(alone, abs=1e-4)


def test_without_the_extra_it_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    assert available()
    monkeypatch.setattr("zellig.extras.find_spec", lambda name: None)
    assert not available()
