"""Tasks that come with Zellig and are described as a user describes one: in `data/`, without code."""

from __future__ import annotations

from importlib.resources import as_file, files

from zellig.tasks.own import read_task
from zellig.tasks.task import Task


def _shipped(name: str) -> Task:
    with as_file(files("zellig.tasks").joinpath(f"data/{name}.toml")) as path:
        return read_task(path, ours=True)


SUPPORT_INTENT = _shipped("support-intent")
