"""What needs an extra that is missing says which."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest

from conftest import ROOT
from zellig.errors import ZelligError
from zellig.extras import EXTRAS, missing, require


def test_the_packages_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        extra: {re.split(r"[^\w-]", line)[0] for line in project["optional-dependencies"][extra]}
        for extra in EXTRAS
    }
    assert wanted == {extra: set(modules.values()) for extra, modules in EXTRAS.items()}


def test_nothing_is_missing_here() -> None:
    for extra in EXTRAS:
        assert missing(extra) == []
        require(extra, "nobody")


def test_the_first_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "delphin", None)
    with pytest.raises(ZelligError) as refused:
        require("erg", "a grammar", "do without")
    assert str(refused.value) == (
        "a grammar needs pydelphin, which is not installed. pip install 'zellig[erg]', or do without."
    )
