"""What two machines must have in common."""

from __future__ import annotations

import platform
import re

import pytest

import zellig
from zellig.engine.versions import refuse_others, versions_here
from zellig.errors import ZelligError


def test_this_machine_is_like_itself() -> None:
    here = versions_here()
    assert here["zellig"].startswith(f"{zellig.__version__} (")
    assert {"Python", "numpy", "spacy", "the resource english-parser"} <= set(here)
    refuse_others(here)
    refuse_others({})


@pytest.mark.parametrize("name", ["zellig", "Python", "numpy", "the resource wordnet", "a package"])
def test_another_version_is_refused_and_both_are_named(name: str) -> None:
    here = versions_here()
    ours = re.escape(here.get(name, "(not installed)"))
    who = re.escape(platform.node())
    with pytest.raises(ZelligError, match=rf"on {who} has {name} {ours}, and who sends the work has 0\.0"):
        refuse_others(here | {name: "0.0"})
