"""A program that behaves like ACE. Its grammar image is a JSON file that says what to answer to which line.

`image["parse" | "generate"]` has for every line: `out` and `err` (bytes as Latin-1), and what else happens:
`chunk` (bytes written at a time), `wait` (seconds before it answers), `late` (bytes that follow a moment
after the answer), `flood` (repeat `out` for ever), `hang`, `exit` (its status) or `signal`. What it gets is
logged.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

NOTE = b"NOTE: tsdb run:"


def write(data: bytes, chunk: int) -> None:
    for start in range(0, len(data), chunk):
        os.write(1, data[start : start + chunk])


def play(part: dict[str, Any], noted: bool) -> None:
    out: bytes = part.get("out", "").encode("latin-1")
    if noted and out.startswith(NOTE):  # ACE says it once a process
        out = out.partition(b"\n")[2]
    time.sleep(part.get("wait", 0))
    os.write(2, part.get("err", "").encode("latin-1"))
    write(out, part.get("chunk", 65536))
    while part.get("flood"):
        write(out, 65536)
    if late := part.get("late"):
        time.sleep(0.05)
        write(late.encode("latin-1"), 65536)
    if part.get("hang"):
        time.sleep(60)
    if number := part.get("signal"):
        os.kill(os.getpid(), number)
    if (status := part.get("exit")) is not None:
        os._exit(status)


def main(words: list[str]) -> None:
    image = json.loads(Path(words[words.index("-g") + 1]).read_bytes())
    task = "generate" if "-e" in words else "parse"
    with Path(image["log"]).open("a", encoding="utf-8") as log:

        def note(**about: object) -> None:
            log.write(json.dumps({"task": task, "pid": os.getpid(), **about}) + "\n")
            log.flush()

        note(start=words)
        noted = False
        for line in sys.stdin.buffer:
            note(line=line.decode("latin-1"))
            part = image[task].get(" ".join(line.decode().split()))
            if part is None:
                os._exit(3)
            play(part, noted)
            noted = True


if __name__ == "__main__":
    if "-V" in sys.argv:
        print("ACE version 0.9.30\ncompiled at noon")
    else:
        main(sys.argv[1:])
