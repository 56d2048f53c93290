"""The wheel, installed into a fresh environment, runs the first command of the README."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

from conftest import ROOT


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_runs_the_demo_in_a_fresh_environment(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("zellig-*.whl")
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh/bin/python"
    constraints = ROOT / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel, cwd=tmp_path)
    plugins = "from importlib.metadata import entry_points; print(*entry_points(group='pytest11'))"
    assert "zellig.pytest_plugin" in run(python, "-c", plugins, cwd=tmp_path)
    assert "make demo" in (ROOT / "README.md").read_text().split("```sh")[1]
    said = run(tmp_path / "fresh/bin/zellig", "demo", cwd=tmp_path)
    assert "does not read *not*" in said
    assert (tmp_path / "zellig-demo/run/report.html").is_file()
