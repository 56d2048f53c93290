"""Commands in a process that has loaded what most of them need.

Python, spaCy and its pipeline take three seconds to load, and the tests run hundreds of commands. Here one
process loads them and every command gets a fork of it, with a folder, variables and streams of its own: no
command sees what another has done. But all of them share how strings are hashed, and that everything loads:
where two starts are compared, or the start is the subject, one needs a fresh process.
"""

from __future__ import annotations

import atexit
import gc
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from zellig.errors import ZelligError
from zellig.language import wordnet
from zellig.language.parse import load_parser
from zellig.resources import Resource, find, locate

# What keeps something that most commands read of a resource, for as long as it is where it was.
KEPT = {
    find("english-parser"): (load_parser,),
    find("wordnet"): (wordnet._capitals, wordnet._kinds),
}
# What commands import when they need it; not torch, which few do, nor polars, whose threads are not forked.
MODULES = (
    "zellig.cli",
    "zellig.front.arena",
    "zellig.front.breaking",
    "zellig.front.contrast",
    "zellig.front.gate",
    "zellig.front.match",
    "zellig.front.pairs",
    "zellig.front.quiz",
    "zellig.front.training",
    "lemminflect",
    "scipy.stats",
    "sklearn.linear_model",
    "sklearn.pipeline",
    "spacy",
    "vowpalwabbit",
)

ENVIRONMENT = dict(os.environ)  # before any test changes it


class Command(msgspec.Struct):
    """What a process is to do: words as they stand behind `python`."""

    words: list[str]
    folder: str
    variables: dict[str, str]
    out: str
    err: str
    killed_after: float


def run(
    words: Sequence[object], folder: Path, variables: Mapping[str, str], *, killed_after: float = 0.0
) -> subprocess.CompletedProcess[str]:
    """As `subprocess.run([sys.executable, *words])` would, sooner.

    `killed_after` so many seconds of work, it ends at once and does not notice.
    """
    with tempfile.TemporaryDirectory() as scratch:
        out, err = Path(scratch) / "out", Path(scratch) / "err"
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        command = Command([*map(str, words)], str(folder), dict(variables), str(out), str(err), killed_after)
        server.stdin.write(msgspec.json.encode(command) + b"\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        return subprocess.CompletedProcess(
            command.words, code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
        )


@cache
def _server() -> subprocess.Popen[bytes]:
    """One for each process that runs tests; it ends with it, for then nobody holds its input open."""
    server = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(server.kill)
    return server


# -- in the process


def serve() -> None:
    """Do what is asked, each in a fork."""
    for lean in (True, False):
        load_parser(lean=lean)
    wordnet._capitals()
    wordnet._kinds()
    for name in MODULES:
        import_module(name)
    import_module("lemminflect").getAllLemmas("fed")  # reads its dictionaries
    places = {resource: locate(resource)[1] for resource in KEPT}
    gc.collect()
    gc.freeze()  # a fork that looks through all of it would have to copy it
    for line in sys.stdin.buffer:
        command = msgspec.json.decode(line, type=Command)
        if not (child := os.fork()):
            become(command)
            for resource, kept in KEPT.items():
                if not _is_at(resource, places[resource]):
                    for each in kept:
                        each.cache_clear()
            start(command.words)
            return
        _, status = os.waitpid(child, 0)
        os.write(1, b"%d\n" % os.waitstatus_to_exitcode(status))


def _is_at(resource: Resource, place: Path) -> bool:
    """Would it be taken from there?"""
    try:
        return locate(resource)[1].resolve() == place.resolve()
    except ZelligError:
        return False


def become(command: Command) -> None:
    """The process that was asked for: its streams, folder and variables, and where it finds modules."""
    for number, path in enumerate((os.devnull, command.out, command.err)):
        stream = os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(command.folder)
    os.environ.clear()
    os.environ.update(command.variables)
    own = command.variables.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[0:1] = ["", *filter(None, own)]
    signal.setitimer(signal.ITIMER_PROF, command.killed_after)  # nobody handles its signal, so it kills


def start(words: Sequence[str]) -> None:
    """What Python does with `-m module ...`, `-c source ...` and `file ...`."""
    first, *rest = words
    if first == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.argv = ["-c", *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = [*words]
        sys.path[0] = str(Path(first).resolve().parent)
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    serve()
