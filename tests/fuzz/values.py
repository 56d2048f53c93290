"""JSON and TOML with another value, key or nesting somewhere: most of it decodes, and means nonsense."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

import tomli_w

ESCAPED = "/tmp/zellig-fuzz-escaped"  # outside every folder; the runner looks whether it is there

TEXTS = (
    "",
    " ",
    "\0",
    "\n",
    "\t",
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m",
    "\u202egpj.exe",
    "\u2028",
    "\ufeff",
    "\ufffe",
    "é",
    "e\u0301" * 40,
    "👩‍👩‍👧",
    "[bold]",
    "[/nope]",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "%s%n",
    "-0",
    "nan",
    "null",
    "+1",
    "sentiment",
    "no-such-name",
    "..",
    "../escaped",
    "../../escaped",
    ESCAPED,
    "a/b",
    "~/escaped",
    "C:\\escaped",
    "x\0y",
    "x" * 300,
    "x" * 5000,
    "word " * 2000,
    "py:os:system",
    "http://127.0.0.1:1",
)
NUMBERS = (
    *("0", "-0", "1", "-1", "2", "255", "256", "65536", "2147483647", "2147483648", "-2147483649"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616", "-9223372036854775809"),
    *(
        "1" + "0" * 22,
        "9" * 5000,
        "1e308",
        "1e999",
        "-1e999",
        "1e-999",
        "0.1",
        "-0.0",
        "1.0",
        "01",
        "0x10",
        "1_000",
    ),
)
# What no encoder writes stands under a mark until the text is made.
_MARK = "\uf8ff{}\uf8ff"
_MARKED = re.compile('"(?:\uf8ff|\\\\uf8ff)(\\d+)(?:\uf8ff|\\\\uf8ff)"')
_RAW_JSON = (
    *NUMBERS,
    *(
        "NaN",
        "Infinity",
        "-Infinity",
        "nul",
        "",
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '"\\u0000"',
        '"\\x"',
        "'x'",
        "{}",
    ),
    *(
        "[" * 1500 + "]" * 1500,
        '{"a":' * 1500 + "1" + "}" * 1500,
        "[" * 1500,
        '{"a":1,"a":2}',
        '"' + "x" * 100_000 + '"',
    ),
)
_RAW_TOML = (
    *NUMBERS,
    *(
        "nan",
        "-inf",
        "2020-01-01",
        "1979-05-27T07:32:00Z",
        "07:32:00",
        "9999-99-99",
        '"\\ud800"',
        '"\\u0000"',
        "{}",
        "",
    ),
    *(
        "[" * 1500 + "]" * 1500,
        "{a=" * 1500 + "1" + "}" * 1500,
        '"""x',
        "'''\n'''",
        "{a=1,a=2}",
        '"' + "x" * 100_000 + '"',
    ),
)


def other_json(raw: bytes, chance: Random) -> bytes | None:
    """A JSON document with one change; None if it is none."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    text = json.dumps(_changed(value, len(_RAW_JSON), chance), ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.1:
        text = _twice(text, chance)
    return _unmarked(text, _RAW_JSON).encode("utf-8", "surrogatepass")


def other_jsonl(raw: bytes, chance: Random) -> bytes | None:
    """Lines of JSON with a change in one of them."""
    lines = raw.split(b"\n")
    here = chance.randrange(len(lines))
    changed = other_json(lines[here], chance)
    if changed is None:
        return None
    return b"\n".join([*lines[:here], changed, *lines[here + 1 :]])


def other_toml(raw: bytes, chance: Random) -> bytes | None:
    """A TOML document with one change; None if it is none."""
    try:
        value = tomllib.loads(raw.decode())
        text = tomli_w.dumps(_changed(value, len(_RAW_TOML), chance))
    except (ValueError, TypeError, AttributeError, RecursionError):  # None and numbers as keys are not TOML's
        return None
    return _unmarked(text, _RAW_TOML).encode("utf-8", "surrogatepass")


def _unmarked(text: str, raws: tuple[str, ...]) -> str:
    return _MARKED.sub(lambda found: raws[int(found[1])], text)


def _twice(text: str, chance: Random) -> str:
    """The same with a key that is there twice."""
    keys = list(re.finditer(r'"[^"\\]{0,40}": ', text))
    if not keys:
        return text
    key = chance.choice(keys)
    return text[: key.start()] + key[0] + chance.choice(("0", '"x"', "[]", "{}")) + ", " + text[key.start() :]


def _changed(value: Any, raws: int, chance: Random) -> Any:
    """A copy of the value in which one part is another."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        return {**value, key: _changed(value[key], raws, chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        return [*value[:place], _changed(value[place], raws, chance), *value[place + 1 :]]
    return chance.choice(_CHANGES)(value, raws, chance)


def _raw(value: Any, raws: int, chance: Random) -> Any:
    return _MARK.format(chance.randrange(raws))


def _text(value: Any, raws: int, chance: Random) -> Any:
    return chance.choice(TEXTS)


def _with_text(value: Any, raws: int, chance: Random) -> Any:
    if not isinstance(value, str):
        return _text(value, raws, chance)
    place = chance.randint(0, len(value))
    return value[:place] + chance.choice(TEXTS) + value[place:]


def _plain(value: Any, raws: int, chance: Random) -> Any:
    return chance.choice(
        (True, False, 0, 1, -1, 0.5, 2**63, [], {}, [1], ["a", "b"], {"a": {"b": 1}}, [[]], None)
    )


def _near(value: Any, raws: int, chance: Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return chance.choice((value + 1, value - 1, -value, value * 1000, value // 3, value * 10**6))
    if isinstance(value, list | str):
        return chance.choice((value[:-1], value[::-1], value * 2, value[1:], value[:50] * 100))
    return _plain(value, raws, chance)


def _other_type(value: Any, raws: int, chance: Random) -> Any:
    return chance.choice(([value], {"value": value}, str(value)[:100], {"": value}, [value] * 3))


def _other_keys(value: Any, raws: int, chance: Random) -> Any:
    if not isinstance(value, dict) or not value:
        return {chance.choice(TEXTS): value}
    key = chance.choice(list(value))
    without = {name: each for name, each in value.items() if name != key}
    return chance.choice(
        (without, {**value, chance.choice(TEXTS): value[key]}, {**without, chance.choice(TEXTS): value[key]})
    )


_CHANGES: tuple[Callable[[Any, int, Random], Any], ...] = (
    _raw,
    _raw,
    _text,
    _with_text,
    _plain,
    _near,
    _other_type,
    _other_keys,
    _other_keys,
)
