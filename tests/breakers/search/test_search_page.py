"""The page on search breakers says what they do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT
from zellig.breakers.search.breaker import SearchBreaker
from zellig.registry import BUILT_IN, lookup
from zellig.tasks import get_task

PAGE = (ROOT / "docs/reference/search.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_search_breaker_is_in_the_table_with_its_promise() -> None:
    shown = dict(re.findall(r"^\| `([\w-]+)` \|.*\| `(\w+)` \|$", PAGE, re.MULTILINE))
    searching = {name for name, target in BUILT_IN["breakers"].items() if "breakers.search" in target}
    assert shown == {name: lookup("breakers", name)(get_task("sentiment")).promise for name in searching}


def test_the_example_prints_what_its_comments_say(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS[0]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.+)$", BLOCKS[0], re.MULTILINE)


def test_the_recipe_of_your_own_is_a_breaker() -> None:
    names: dict[str, object] = {}
    exec(BLOCKS[1], names)
    careful = names["careful"]
    assert callable(careful)
    made = careful(get_task("sentiment"))
    assert isinstance(made, SearchBreaker)
    assert made.spec.name == "careful"
