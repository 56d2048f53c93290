"""Bytes that no honest program writes, in every file that is read: one sentence, and it names the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from zellig.breakers.q_learning.breaker import load as load_breaker
from zellig.checks.policy import read_policy
from zellig.corpora import open_corpus
from zellig.corpora.mapping import read_mapping
from zellig.errors import ZelligError
from zellig.games.arena.grid import read_grid
from zellig.games.arena.rules import read_rules
from zellig.games.arena.season.reading import read_season
from zellig.games.arena.transcript import read_head
from zellig.games.contest.folder import read_entries
from zellig.store.run import Run
from zellig.systems.training import config_of
from zellig.tasks import get_task

ODD = {
    "not UTF-8": b'{"zellig": "caf\xe9"}\nname = "caf\xe9"\n',
    "nested": b'{"id": "1", "metadata": ' + b"[" * 1500 + b"]" * 1500 + b"}",
    "nested TOML": b"name = " + b"[" * 1500 + b"]" * 1500,
    "many digits": b'{"id": "1", "metadata": ' + b"9" * 5000 + b"}",
    "many digits in TOML": b"rounds = " + b"9" * 5000,
    "hexadecimal giant": b"rounds = 0x" + b"f" * 5000,
    "many parts of a key": b"a." * 40_000 + b"a = 1",
    "NUL": b'{"id": "\0"}\n',
    "out of range": b'{"id": 1e999}',
    "header": b'{"zellig":"\xff","version":1}\n',
    "header in another order": b'{"version": 1, "zellig": ' + b"{" * 1500,
}


def _corpus(reader: str) -> Callable[[Path], object]:
    return lambda path: list(open_corpus(f"{reader}:{path}"))


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "items": ("some.jsonl", _corpus("items")),
    "snli": ("some.jsonl", _corpus("snli")),
    "minimal-pairs": ("some.jsonl", _corpus("minimal-pairs")),
    "qanta": ("some.json", _corpus("qanta")),
    "tossups": ("some.jsonl", _corpus("tossups")),
    "leads": ("some.jsonl", _corpus("leads")),
    "packets": ("some.json", _corpus("packets")),
    "sst": ("some.txt", _corpus("sst")),
    "qasrl": ("some.qa", _corpus("qasrl")),
    "mapping": ("some.toml", read_mapping),
    "policy": ("some.toml", read_policy),
    "rules": ("arena.toml", read_rules),
    "grid": ("arena.toml", read_grid),
    "season": ("season.toml", read_season),
    "settings": ("some.toml", lambda path: config_of("bag-of-ngrams", path)),
    "transcript": ("transcript.jsonl", read_head),
    "plan": ("run.toml", lambda path: Run(path.parent, {"tea": 1})),
    "breaker": ("breaker.json", lambda path: load_breaker(path.parent, get_task("sentiment"))),
    "contest": ("pairs/ana.jsonl", lambda path: read_entries(path.parents[1])),
}


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("reader", READERS)
def test_odd_bytes_get_a_sentence(tmp_path: Path, reader: str, kind: str) -> None:
    name, read = READERS[reader]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ODD[kind])
    with pytest.raises(ZelligError) as caught:
        read(path)
    assert str(tmp_path) in str(caught.value)
    assert caught.value.remedy
    assert path.read_bytes() == ODD[kind]


@pytest.mark.parametrize("name", ["rules", "grid", "season", "policy", "mapping", "settings"])
def test_a_file_without_an_end_is_not_read_to_it(name: str) -> None:
    with pytest.raises(ZelligError, match=r"larger than|a pipe or a device"):
        READERS[name][1](Path("/dev/zero"))
