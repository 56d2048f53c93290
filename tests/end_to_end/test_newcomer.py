"""A newcomer: the wheel in a fresh environment, without extras, and the commands of the README one by one.

They are typed into bash and then into zsh, which takes more characters for its own. What a command has made
in one shell it finds in the other, so the second time takes a moment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from conftest import ROOT
from desk import environment, furnish
from pages import DOCS, JUDGES, README, blocks, write_named_blocks

SHELLS = {"bash": ["bash", "--norc", "-c"], "zsh": ["zsh", "-f", "-c"]}

# What the output of a command must tell; one that is not here must print something at least.
PHRASES = {
    "zellig demo": "report.html",
    "zellig break": "report.html",
    "zellig check": "pass",
    "zellig contest score": "Breakers",
    "zellig contrast make": "report.html",
    "zellig contrast evaluate": "passed",
}


# What is not typed, and why.
NOT_TYPED = {"make ": "makes an environment of its own", "pip install ": "the wheel is installed instead"}


def lines_of_the_readme() -> list[str]:
    """Every line that is for a shell, without remarks."""
    bodies = (block.body.replace("\\\n", " ") for block in blocks(README, "sh"))
    lines = (line.partition(" #")[0].strip() for body in bodies for line in body.splitlines())
    return [line for line in lines if line]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The programs of a new environment with nothing in it but Zellig."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("zellig-*.whl")
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh/bin/python"
    quickly = ("--quiet", "--no-compile", "--constraint", ROOT / "constraints.txt")
    run(python, "-m", "pip", "install", *quickly, wheel, cwd=tmp_path)
    return python.parent


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """What the commands of the README name: its own blocks, and the files that it speaks of."""
    folder = tmp_path / "desk"
    furnish(folder)
    shutil.copytree(DOCS / "data", folder / "docs/data")
    return write_named_blocks(README, folder)


def test_a_newcomer_gets_on_with_the_readme(fresh: Path, desk: Path) -> None:
    """One test: both shells need the same environment, and zsh what bash has made."""
    plugins = "from importlib.metadata import entry_points; print(*entry_points(group='pytest11'))"
    assert "zellig.pytest_plugin" in run(fresh / "python", "-c", plugins, cwd=desk)
    typed = [line for line in lines_of_the_readme() if not line.startswith(tuple(NOT_TYPED))]
    assert typed
    for shell in SHELLS:
        if shutil.which(shell) is None:
            assert not os.environ.get("CI"), f"{shell} is missing: scripts/install-debian {shell}"
            pytest.skip(f"needs {shell} (scripts/install-debian {shell})")
        for command in typed:
            type_in(shell, command, fresh, desk)


def type_in(shell: str, command: str, programs: Path, desk: Path) -> None:
    """Run a command as somebody types it; it must end well, and say what it is for."""
    surroundings = environment(desk) | {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(desk)}
    done = subprocess.run(
        [*SHELLS[shell], command], cwd=desk, env=surroundings, capture_output=True, text=True, check=False
    )
    judged = command.startswith(JUDGES) and done.returncode == 1 and not done.stderr
    assert judged or done.returncode == 0, (shell, command, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr, command
    phrase = next((said for words, said in PHRASES.items() if command.startswith(words)), "")
    assert phrase in done.stdout, (command, done.stdout)
    assert done.stdout.strip(), command
