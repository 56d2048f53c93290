"""What `import zellig` offers, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import zellig as zl


def test_importing_is_cheap_and_says_what_there_is() -> None:
    code = (
        "import sys, zellig as zl; "
        "heavy = {'numpy', 'polars', 'spacy', 'torch', 'sklearn'}; "
        "print(sorted(heavy & set(sys.modules)), 'break_systems' in dir(zl), hasattr(zl, 'nothing'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[] True False"


def test_every_name_is_there() -> None:
    assert sorted(zl._PLACES) == sorted(set(zl.__all__) - {"__version__"})
    assert all(getattr(zl, name).__name__ == name for name in zl._PLACES)
