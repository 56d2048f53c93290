"""The first steps of a new user in a Jupyter kernel, where an event loop is running."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from helpers import ROOT

CELLS = [
    f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom restaurant import pipeline, reviews",
    "import asyncio; asyncio.get_running_loop()\nimport zellig as zl",
    "run = zl.break_systems(pipeline(), data=reviews(), breakers=['not-add', 'deepwordbug'], limit=30)",
    "run",
    "run.table().to_pandas().shape[0] == run.figures.pairs",
    "run.report('report.html')",
]


def test_break_a_pipeline_on_a_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "jupyter/kernels/this/kernel.json"
    kernel.parent.mkdir(parents=True)
    launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    kernel.write_text(json.dumps({"argv": launch, "display_name": "this", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    cells = [{"cell_type": "code", "metadata": {}, "source": source, "outputs": []} for source in CELLS]
    notebook = nbformat.from_dict({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells})  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=120, kernel_name="this", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    *_, shown, rows, _ = notebook.cells
    assert "pairs" in shown.outputs[0].data["text/html"]
    assert rows.outputs[0].data["text/plain"] == "True"
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
