"""A newcomer: the wheel in a fresh environment, without extras, and the commands of the README one by one.

They are typed into bash; that zsh, which takes more characters for its own, hands over the same words is seen
by a program that does nothing but tell them.
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
    venv.create(tmp_path / "fresh")
    python = tmp_path / "fresh/bin/python"
    quickly = ("--quiet", "--no-compile", "--constraint", ROOT / "constraints.txt")
    run(sys.executable, "-m", "pip", "--python", python, "install", *quickly, wheel, cwd=tmp_path)
    return python.parent


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """What the commands of the README name: its own blocks, and the files that it speaks of."""
    folder = tmp_path / "desk"
    furnish(folder)
    shutil.copytree(DOCS / "data", folder / "docs/data")
    return write_named_blocks(README, folder)


TYPED = [line for line in lines_of_the_readme() if not line.startswith(tuple(NOT_TYPED))]


def test_a_newcomer_gets_on_with_the_readme(fresh: Path, desk: Path) -> None:
    """One test: every command needs the environment, and what those before it have made."""
    plugins = "from importlib.metadata import entry_points; print(*entry_points(group='pytest11'))"
    assert "zellig.pytest_plugin" in run(fresh / "python", "-c", plugins, cwd=desk)
    for command in TYPED:
        get_on(command, fresh, desk)


def get_on(command: str, programs: Path, desk: Path) -> None:
    """Run a command as somebody types it; it must end well, and say what it is for."""
    done = type_in("bash", command, programs, desk)
    judged = command.startswith(JUDGES) and done.returncode == 1 and not done.stderr
    assert judged or done.returncode == 0, (command, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr, command
    phrase = next((said for words, said in PHRASES.items() if command.startswith(words)), "")
    assert phrase in done.stdout, (command, done.stdout)
    assert done.stdout.strip(), command


def type_in(shell: str, command: str, programs: Path, desk: Path) -> subprocess.CompletedProcess[str]:
    surroundings = environment(desk) | {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(desk)}
    return subprocess.run(
        [*SHELLS[shell], command], cwd=desk, env=surroundings, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", TYPED)
def test_zsh_takes_nothing_for_its_own(command: str, tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        assert not os.environ.get("CI"), "zsh is missing: scripts/install-debian zsh"
        pytest.skip("needs zsh (scripts/install-debian zsh)")
    program = tmp_path / "zellig"
    program.write_text("#!/bin/sh\nprintf '%s\\n' zellig \"$@\"\n")
    program.chmod(0o755)
    in_bash, in_zsh = (type_in(shell, command, tmp_path, tmp_path) for shell in SHELLS)
    assert in_bash.stdout.startswith("zellig\n")
    assert (in_zsh.returncode, in_zsh.stdout, in_zsh.stderr) == (0, in_bash.stdout, "")
