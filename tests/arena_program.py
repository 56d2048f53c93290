"""A performer of the arena as a program of its own, honest or not; it is started by the tests of the arena.

    python arena_program.py '{"log": "FILE", "faults": {"3": "hang"}}'

It writes every line that reaches it into the log, as it came. `faults` says what it does instead of its work
when a round is among those of a message, by the number of the round or, as in `observe 3`, by the message and
the number; with `once`, a fault happens in the first process only that comes to it. `sleep` are seconds that
every piece of work takes; when it began and ended is in `LOG.times`. A fake is the text with its words in the
opposite order; the chooser takes the text that does not begin with a capital letter for the fake. The
confidence of a choice says how many rounds it has observed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from typing import Any

MB = 2**20
LARGE = 1024  # megabytes of a flood

options: dict[str, Any] = json.loads(sys.argv[1])
log = open(options["log"], "ab", buffering=0)  # noqa: SIM115
observed: list[str] = []


def write(raw: bytes) -> None:
    while raw:
        raw = raw[os.write(1, raw) :]


def rounds_of(message: dict[str, Any]) -> list[str]:
    for name in ("items", "lineups", "observations"):
        if name in message:
            return [each["id"] for each in message[name]]
    return list(message.get("rounds", []))


def fault_of(message: dict[str, Any]) -> str | None:
    for name in rounds_of(message) or [""]:
        keys = [f"{message['do']} {name}".strip()]
        if message["do"] in ("select", "break", "choose"):
            keys.append(name)
        for key in keys:
            fault = options.get("faults", {}).get(key)
            if fault and not (options.get("once") and seen_before(key)):
                return str(fault)
    return None


def seen_before(key: str) -> bool:
    try:
        os.mkdir(f"{options['log']}.{hashlib.sha256(key.encode()).hexdigest()[:8]}")
    except FileExistsError:
        return True
    return False


def made(text: str, phenomenon: str = "") -> dict[str, Any]:
    return {"fields": {"text": text}, "phenomenon": phenomenon}


def reply_to(message: dict[str, Any]) -> dict[str, Any]:
    reply: dict[str, Any] = {"turn": message["turn"]}
    match message["do"]:
        case "start":
            observed.clear()
        case "observe":
            observed.extend(each["id"] for each in message["observations"])
        case "select":
            reply["items"] = [
                {"id": f"own {n}", "fields": {"text": f"The chosen kettle {n} is warm ."}}
                for n in message["rounds"]
            ]
        case "break":
            texts = [item["fields"]["text"] for item in message["items"]]
            reply["pairs"] = [[made(" ".join(reversed(text.split())), "order")] for text in texts]
        case "choose":
            reply["choices"] = [
                {
                    "id": lineup["id"],
                    "fake": 1 if lineup["texts"][0][:1].isupper() else 0,
                    "confidence": len(observed) / 1000,
                }
                for lineup in message["lineups"]
            ]
    return reply


def misbehave(fault: str, message: dict[str, Any]) -> None:
    good = reply_to(message)
    line = json.dumps(good).encode() + b"\n"
    kind = next((name for name in ("pairs", "choices", "items") if name in good), "")
    match fault:
        case "hang":
            time.sleep(3600)
        case "pause":
            time.sleep(options["pause"])
            write(line)
        case "exit":
            os._exit(3)
        case "close":
            os.close(1)
            time.sleep(3600)
        case "flood":
            part = b"x" * MB
            for _ in range(LARGE):
                write(part)
        case "old flood":  # whole replies, but to a turn that is over
            part = json.dumps({"turn": 0, "justification": "x" * MB}).encode() + b"\n"
            for _ in range(LARGE):
                write(part)
            write(line)
        case "lines flood":
            part = b"x" * MB + b"\n"
            for _ in range(LARGE):
                write(part)
        case "shout":
            os.write(2, b"e" * MB)
            write(line)
        case "twice":
            write(line + line)
        case "not json":
            write(b"I do not know.\n")
        case "blank":
            write(b"\n")
        case "not text":
            write(b'{"turn": \xff\xfe}\n')
        case "deep":
            write(b'{"turn": %d, "more": %s}\n' % (message["turn"], b"[" * 100_000 + b"]" * 100_000))
        case "too few":
            write(json.dumps({**good, kind: good[kind][1:]}).encode() + b"\n")
        case "too many":
            write(json.dumps({**good, kind: good[kind] * 2}).encode() + b"\n")
        case "nothing asked for":
            write(json.dumps({"turn": message["turn"]}).encode() + b"\n")
        case "other id":
            write(json.dumps({**good, kind: [{**each, "id": "x"} for each in good[kind]]}).encode() + b"\n")
        case "other turn":
            write(json.dumps({**good, "turn": message["turn"] + 1}).encode() + b"\n")
        case "third place":
            write(json.dumps({**good, kind: [{**each, "fake": 2} for each in good[kind]]}).encode() + b"\n")
        case "surrogate":
            write(b'{"turn": %d, "pairs": [[{"fields": {"text": "\\ud800"}}]]}\n' % message["turn"])
        case "decline":
            write(json.dumps({**good, kind: [[]]}).encode() + b"\n")
        case "copy":
            text = message["items"][0]["fields"]["text"]
            write(json.dumps({**good, kind: [[made(text)]]}).encode() + b"\n")
        case "space":
            text = "  ".join(message["items"][0]["fields"]["text"].split())
            write(json.dumps({**good, kind: [[made(text)]]}).encode() + b"\n")
        case "long":
            text = message["items"][0]["fields"]["text"] * 5
            write(json.dumps({**good, kind: [[made(text)]]}).encode() + b"\n")
        case "huge":
            text = message["items"][0]["fields"]["text"] + " " + "x" * 20 * MB
            write(json.dumps({**good, kind: [[made(text)]]}).encode() + b"\n")
        case "huge name":
            write(
                json.dumps({**good, kind: [[{**good[kind][0][0], "phenomenon": "x" * 20 * MB}]]}).encode()
                + b"\n"
            )
        case "huge metadata":
            more = {"metadata": {"more": "x" * 20 * MB}}
            write(json.dumps({**good, kind: [{**each, **more} for each in good[kind]]}).encode() + b"\n")
        case "no text":
            write(
                json.dumps({**good, kind: [{**each, "fields": {}} for each in good[kind]]}).encode() + b"\n"
            )


for raw in sys.stdin.buffer:
    log.write(raw)
    envelope = json.loads(raw)
    asked = {**envelope["message"], "turn": envelope["turn"]}
    wrong = fault_of(asked)
    if options.get("sleep") and asked["do"] in ("select", "break", "choose"):
        begun = time.time()
        time.sleep(options["sleep"])
        with open(f"{options['log']}.times", "a", encoding="utf-8") as times:
            times.write(f"{begun} {time.time()}\n")
    if wrong:
        misbehave(wrong, asked)
    else:
        write(json.dumps(reply_to(asked)).encode() + b"\n")
