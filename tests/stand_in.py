"""A stand-in for ACE: an executable, an image that says what it answers, a log of what it was asked."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zellig.language.erg.ace import GENERATE, PARSE, Ace, Grammar

Row = dict[str, Any]


class StandIn:
    """Files in a folder that a client can be pointed at."""

    def __init__(self, folder: Path) -> None:
        self.ace, self.erg, self._log = folder / "ace", folder / "erg.dat", folder / "log.jsonl"
        program = shlex.join([sys.executable, "-I", "-S", str(Path(__file__).with_name("stand_in_ace.py"))])
        self.ace.write_text(f'#!/bin/sh\nexec {program} "$@"\n', encoding="utf-8")
        self.ace.chmod(0o755)
        self._log.touch()
        self._image: dict[str, Any] = {"log": str(self._log), "parse": {}, "generate": {}}
        self._save()

    def answers(self, task: str, line: str, out: bytes = b"", err: bytes = b"", **how: Any) -> None:
        """Say what a line is answered with; `how` is explained in stand_in_ace.py."""
        part = {"out": out.decode("latin-1"), "err": err.decode("latin-1"), **how}
        self._image[task][" ".join(line.split())] = part
        self._save()

    def _save(self) -> None:
        self.erg.write_text(json.dumps(self._image), encoding="utf-8")

    def client(self, task: str, **options: Any) -> Ace:
        return Ace(self.ace, self.erg, PARSE if task == "parse" else GENERATE, **options)

    def grammar(self) -> Grammar:
        return Grammar(self.ace, self.erg)

    def log(self) -> list[Row]:
        return [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]

    def received(self) -> bytes:
        """All that was written to it."""
        return b"".join(entry["line"].encode("latin-1") for entry in self.log() if "line" in entry)

    def is_alive(self) -> bool:
        """Whether a process of it still runs."""
        for entry in self.log():
            try:
                os.kill(entry["pid"], 0)
            except ProcessLookupError:
                continue
            return True
        return False


def wire_folder(shared: Path) -> Path:
    return shared / "data" / "lit" / "replay" / "ace_wire"


def recordings(shared: Path) -> list[Row]:
    """What is known of each recording of ACE."""
    found: list[Row] = json.loads((wire_folder(shared) / "index.json").read_bytes())["recordings"]
    return found


def lit_edits(shared: Path) -> list[Row]:
    """The edits of original LIT and what ACE generated from them."""
    path = shared / "data" / "lit" / "replay" / "mrs_edits.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def answer(results: Sequence[str], field: str, **more: str) -> bytes:
    """An answer in ACE's form with results of our own."""
    shown = " ".join(
        f'((:result-id . {number})(:{field} . {_quoted(text)}) (:tree ." (\\"S\\")"))'
        for number, text in enumerate(results)
    )
    rest = "".join(f" (:{key} . {_quoted(value)})" for key, value in more.items())
    end = "\n\n\n" if field == "mrs" else "\n\n"
    return f"(:results . ({shown})) (:readings . 7){rest}{end}".encode()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
