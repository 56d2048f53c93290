"""Programs of others that read what we export, in an environment of their own that is made once and kept.

What they need does not go together with what we need.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

PINNED = Path(__file__).with_name("peers.txt")
OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}


def programs() -> Path:
    """The folder of the programs; the first who asks waits a minute or two for the package index."""
    key = hashlib.sha256(PINNED.read_bytes() + sys.version.encode()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "zellig-peers" / key
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            venv.create(folder, clear=False)
            python = folder / "bin/python"
            pip = (sys.executable, "-m", "pip", "--python", python)
            run(*pip, "install", "--quiet", "--no-compile", "--requirement", PINNED)
            (folder / "whole").touch()
    return folder / "bin"


def run(*command: str | Path, cwd: Path | None = None, **variables: str) -> str:
    """What a program prints; it must end well, and do without the hub."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**surroundings, **OFFLINE, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout
