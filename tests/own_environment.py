"""Environments for packages that do not go together with ours: made once, and kept."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path


def python_with(folder: Path, *installs: tuple[str, ...]) -> Path:
    """The Python of an environment in which pip was told to install these, one after the other."""
    python, done = folder / "bin/python", folder / "installed"
    said = repr(installs)
    if not done.is_file() or done.read_text(encoding="utf-8") != said:
        venv.create(folder, clear=True)
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile"]
        for each in installs:
            subprocess.run([*pip, *each], check=True)
        done.write_text(said, encoding="utf-8")
    return python
