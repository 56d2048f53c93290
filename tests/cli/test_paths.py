"""No command destroys what it reads: every command that there is, every input, every kind of name for it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
import typer
from typer.core import TyperCommand

from helpers import ROOT, small_contest
from zellig.cli import app, main
from zellig.cli.paths import KeepingInputs, Names, declared
from zellig.items import Item, Pair, Prediction, write_records

WRITTEN = (Names.file, Names.known, Names.folder, Names.place)
OUT = "OUT"  # stands for the output in a line

TABLE = "given/table.tsv --mapping given/mapping.toml"  # a plain path
READ_OF_TABLE = ["given/table.tsv", "given/mapping.toml"]

CUP = """name = "Cup"
rules = "given/config.toml"
[questions]
control = "items:given/corpus.jsonl"
challenge = "items:given/dev.jsonl"
[[teams]]
name = "a"
players = [{name = "c", program = "given/trained"}]
[[teams]]
name = "b"
players = [{name = "d", program = "py:own:system+threshold"}]
"""

# Every command that writes, with lines in which every parameter that names an input is used, and the files
# and folders that are read then.
LINES: dict[str, dict[str, list[str]]] = {
    "demo": {
        "--system given/trained --out OUT": ["given/trained"],
        "--system py:own:system --out OUT": ["own.py"],
    },
    "train": {
        "bag-of-ngrams --corpus items:given/corpus.jsonl --dev items:given/dev.jsonl"
        " --config given/config.toml --out OUT": [
            "given/corpus.jsonl",
            "given/dev.jsonl",
            "given/config.toml",
        ],
        "bag-of-ngrams --corpus sst:given/trees:dev --out OUT": ["given/trees"],
        f"bag-of-ngrams --corpus {TABLE} --out OUT": READ_OF_TABLE,
        "q-breaker --corpus items:given/corpus.jsonl --victim given/trained --out OUT": ["given/trained"],
    },
    "evaluate": {
        "file:given/answers.jsonl --corpus items:given/corpus.jsonl --report OUT": [
            "given/answers.jsonl",
            "given/corpus.jsonl",
        ],
        f"given/trained --corpus {TABLE} --report OUT": READ_OF_TABLE,
    },
    "predict": {
        "file:given/answers.jsonl --corpus items:given/corpus.jsonl --out OUT": [
            "given/answers.jsonl",
            "given/corpus.jsonl",
        ],
        "given/trained --corpus 'sst:given/trees:dev?unit=phrase' --out OUT": [
            "given/trained/system.json",
            "given/trees/dev.txt",
        ],
        "py:own:system --corpus items:given/corpus.jsonl --out OUT": ["own.py"],
        f"py:own:system --corpus {TABLE} --out OUT": READ_OF_TABLE,
        "py:package.inner:system --corpus items:given/corpus.jsonl --out OUT": ["package/inner.py"],
        "'cmd:timeout=5 sh given/program.sh' --corpus items:given/corpus.jsonl --out OUT": [
            "given/program.sh"
        ],
        "'hf:given/model?task=sentiment' --corpus items:given/corpus.jsonl --out OUT": [
            "given/model/config.json"
        ],
    },
    "augment": {
        "--task sentiment --corpus items:given/corpus.jsonl --out OUT": ["given/corpus.jsonl"],
        f"--corpus {TABLE} --out OUT": READ_OF_TABLE,
    },
    "break": {
        f"--corpus {TABLE} --system given/trained --breaker not-add --out OUT": READ_OF_TABLE,
        "--task sentiment --corpus items:given/corpus.jsonl --system given/trained --breaker not-add"
        " --breaker given/breaker --dev items:given/dev.jsonl --out OUT": [
            "given/corpus.jsonl",
            "given/trained",
            "given/breaker",
            "given/dev.jsonl",
        ],
        "--task sentiment --corpus items:given/corpus.jsonl --system given/trained --breaker py:own:breaker"
        " --out OUT": ["own.py"],
        "--task sentiment --corpus items:given/corpus.jsonl --system given/trained"
        " --breaker py:own.py:breaker --out OUT": ["own.py"],
    },
    "check": {
        f"given/contest --system file:given/answers.jsonl --baseline given/old.json"
        f" --limits given/limits.toml --{option} OUT": [
            "given/contest/pairs/ana.jsonl",
            "given/answers.jsonl",
            "given/old.json",
            "given/limits.toml",
        ]
        for option in ("junit", "store", "report")
    }
    | {
        "given/pairs.jsonl --system given/trained --baseline py:own:system --store OUT": [
            "given/pairs.jsonl",
            "given/trained",
            "own.py",
        ]
    },
    "compare": {
        "given/contest given/contest --system good --report OUT": ["given/contest/predictions/good/ana.jsonl"]
    },
    "arena run": {"given/arena.toml --out OUT": ["given/arena.toml", "given/corpus.jsonl", "own.py"]},
    "arena export": {"given/game --out OUT": ["given/game/transcript.jsonl"]},
    "arena grid": {"given/grid.toml --out OUT": ["given/grid.toml", "given/corpus.jsonl", "own.py"]},
    "arena season": {"given/season.toml --out OUT": ["given/season.toml", "given/corpus.jsonl", "own.py"]},
    "contest score": {
        "given/contest --report OUT": ["given/contest/pairs/ana.jsonl"],
        "given/contest --bundle OUT": ["given/contest/predictions/good/ana.jsonl"],
        "given/contest --system file:given/answers.jsonl --report OUT": ["given/answers.jsonl"],
    },
    "export": {
        "given/contest --to csv --out OUT": ["given/contest", "given/contest/pairs/ana.jsonl"],
        "given/contest --to training --corpus items:given/corpus.jsonl --out OUT": ["given/corpus.jsonl"],
        f"given/contest --to training --corpus {TABLE} --out OUT": READ_OF_TABLE,
        "given/contest --to datasets --verdicts given/verdicts.jsonl --out OUT": ["given/verdicts.jsonl"],
    },
    "pairs import": {
        "given/table.tsv --from table --task sentiment --out OUT": ["given/table.tsv"],
    },
    "contrast make": {
        "--task sentiment --corpus items:given/corpus.jsonl --grammar erg --ace given/ace --erg given/erg.dat"
        " --out OUT": ["given/corpus.jsonl", "given/ace", "given/erg.dat"],
        f"--corpus {TABLE} --out OUT": READ_OF_TABLE,
    },
    "contrast evaluate": {
        "given/pairs.jsonl --system file:given/answers.jsonl --report OUT": [
            "given/pairs.jsonl",
            "given/answers.jsonl",
        ],
    },
    "pairs check": {
        f"given/pairs.jsonl --task sentiment --originals given/table.tsv --against items:given/corpus.jsonl"
        f" --policy given/policy.toml --{option} OUT": [
            "given/pairs.jsonl",
            "given/table.tsv",
            "given/corpus.jsonl",
            "given/policy.toml",
        ]
        for option in ("accepted", "rejected")
    }
    | {f"given/pairs.jsonl --task sentiment --originals {TABLE} --accepted OUT": READ_OF_TABLE},
    "judge texts": {"given/pairs.jsonl --by ann --out OUT": ["given/pairs.jsonl"]},
    "judge key": {"given/pairs.jsonl --out OUT": ["given/pairs.jsonl"]},
    "judge sheet": {
        "given/pairs.jsonl --by ann --write OUT": ["given/pairs.jsonl"],
        "given/pairs.jsonl --by ann --read given/sheet.csv --out OUT": [
            "given/pairs.jsonl",
            "given/sheet.csv",
        ],
    },
    "quiz people": {
        "given/buzzes.csv --questions given/asked.jsonl --picture OUT": [
            "given/buzzes.csv",
            "given/asked.jsonl",
        ]
    },
    "quiz index": {
        "items:given/corpus.jsonl items:given/dev.jsonl --config given/config.toml --pages given/pages.csv"
        " --out OUT": [
            "given/corpus.jsonl",
            "given/dev.jsonl",
            "given/config.toml",
            "given/pages.csv",
        ]
    },
    "quiz evaluate": {
        "given/trained --corpus items:given/corpus.jsonl --against items:given/dev.jsonl"
        " --buzzer given/buzzer"
        " --people given/buzzes.csv --people-questions given/asked.jsonl --report OUT": [
            "given/trained",
            "given/corpus.jsonl",
            "given/dev.jsonl",
            "given/buzzer",
            "given/buzzes.csv",
            "given/asked.jsonl",
        ]
    },
    "match play": {
        "--packet items:given/corpus.jsonl --rules given/config.toml --team a=given/trained"
        " --team b=py:own:system+threshold --out OUT": [
            "given/corpus.jsonl",
            "given/config.toml",
            "given/trained",
            "own.py",
        ]
    },
    "tournament play": {
        "given/cup.toml --out OUT": [
            "given/cup.toml",
            "given/config.toml",
            "given/corpus.jsonl",
            "given/dev.jsonl",
            "given/trained",
            "own.py",
        ]
    },
    "tournament show": {"given/game --report OUT": ["given/game/transcript.jsonl"]},
    "tournament take": {"OUT given/game": ["given/game/transcript.jsonl"]},
    "tournament forfeit": {"OUT --team Ink --reason ill": []},
    "tournament export": {"given/game --out OUT": ["given/game/transcript.jsonl"]},
    "tournament buzzes": {
        "given/buzzes.csv --questions items:given/corpus.jsonl --challenge items:given/dev.jsonl"
        " --report OUT": ["given/buzzes.csv", "given/corpus.jsonl", "given/dev.jsonl"]
    },
    "quiz packets": {
        "items:given/corpus.jsonl items:given/dev.jsonl --packets 2 --distribution given/policy.toml"
        " --out OUT": ["given/corpus.jsonl", "given/dev.jsonl", "given/policy.toml"]
    },
    "quiz train-buzzer": {
        "threshold --system given/trained --corpus items:given/corpus.jsonl --people given/buzzes.csv"
        " --people-questions given/asked.jsonl --out OUT": [
            "given/trained",
            "given/corpus.jsonl",
            "given/buzzes.csv",
            "given/asked.jsonl",
        ]
    },
    "quiz retrain": {
        f"tfidf --corpus items:given/corpus.jsonl --challenge items:given/dev.jsonl"
        f" --test items:given/new.jsonl --config given/config.toml --out {out} --report {report}": [
            "given/corpus.jsonl",
            "given/dev.jsonl",
            "given/new.jsonl",
            "given/config.toml",
        ]
        for out, report in (("OUT", "page.html"), ("elsewhere", "OUT"))
    },
    "corpora analyse": {f"table:{TABLE} --out OUT": READ_OF_TABLE},
    "corpora convert": {f"table:{TABLE} --to items --out OUT": READ_OF_TABLE},
    "contest pull": {"starter --server http://127.0.0.1:1 --contest soups --out OUT": []},
    "serve": {"--data OUT --systems given/config.toml": ["given/config.toml"]},
    "worker": {"--data OUT": []},
    "backup": {"OUT --data given/contest": ["given/contest"]},
    "restore": {"given/pairs.jsonl --data OUT": ["given/pairs.jsonl"]},
}
# Parameters of commands that write which are words and name no file.
WORDS = {
    "task",
    "domain",
    "label_rules",
    "phenomena",
    "without",
    "exclude",
    "to",
    "name",
    "pin",
    "column",
    "by",
    "systems",
    "database",
    "host",
    "url",
    "smtp",
    "sender",
    "proxy",
    "server",
    "contest",
    "team",
    "reason",
    "engine",
    "builder",
    "labels",
    "title",
    "licence",
}


ZELLIG: Any = typer.main.get_command(app)


def commands(group: Any = ZELLIG, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


COMMANDS = dict(commands())
WRITING = {
    name: declared(command.callback)
    for name, command in COMMANDS.items()
    if set(declared(command.callback).values()) & set(WRITTEN)
}
EVERY_LINE = [(name, line) for name, lines in LINES.items() for line in lines]
EVERY_INPUT = [(name, line, read) for name, line in EVERY_LINE for read in LINES[name][line]]


def kinds(hint: Any) -> set[Any]:
    """The types that a parameter may have: `list[Path] | None` is Path and None."""
    if hasattr(hint, "__metadata__"):
        return kinds(hint.__origin__)
    if get_origin(hint) in (list, tuple, Union, UnionType):
        return set().union(*map(kinds, get_args(hint)))
    return {hint}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something small for every parameter that names something."""
    folder = tmp_path_factory.mktemp("inputs")
    items = [Item("1", {"text": "Fine."}, ("+1",)), Item("2", {"text": "Foul."}, ("-1",))]
    own = folder / "given"
    write_records(own / "corpus.jsonl", Item, items, "sentiment")
    write_records(own / "dev.jsonl", Item, items, "sentiment")
    write_records(own / "new.jsonl", Item, items, "sentiment")
    write_records(own / "answers.jsonl", Prediction, [Prediction("1", "+1"), Prediction("2", "-1")])
    write_records(own / "pairs.jsonl", Pair, [], "sentiment")
    small_contest(own / "contest")
    arena = '[corpus]\nname = "items:given/corpus.jsonl"\n[chooser]\nname = "py:own:system"\n'
    texts = {
        "arena.toml": f'rounds = 2\n{arena}[breaker]\nname = "copy"\n',
        "grid.toml": f'rounds = 2\n{arena}[[breaker]]\nname = "copy"\n[[breaker]]\nname = "word-shuffle"\n',
        "season.toml": f'name = "a"\nrounds = 2\n{arena.replace("[chooser]", "[[chooser]]")}'
        '[[breaker]]\nname = "copy"\n',
        "cup.toml": CUP,
        "table.tsv": "id\ttext\tlabel\n1\tFine.\t+1\n",
        "mapping.toml": 'task = "sentiment"\nlabel = "label"\n[fields]\ntext = "text"\n',
        "sheet.csv": "id,text,answer\n",
        "verdicts.jsonl": "",
        "buzzes.csv": "key,player,position,value\n1,Ann,3,10\n",
        "asked.jsonl": '{"key": "1", "question": "Name this soup."}\n',
        "config.toml": "order = 1\n",
        "pages.csv": "a,b\n",
        "policy.toml": "",
        "limits.toml": "",
        "old.json": "",
        "trained/system.json": "{}",
        "trees/dev.txt": "(3 Fine)\n",
        "model/config.json": "{}",
        "breaker/breaker.json": "{}",
        "buzzer/buzzer.json": "{}",
        "game/transcript.jsonl": "{}",
        "program.sh": "true\n",
        "ace": "an ACE",
        "erg.dat": "a grammar",
        "../own.py": "raise SystemExit('it was loaded')\n",
        "../package/__init__.py": "raise SystemExit('it was loaded')\n",
        "../package/inner.py": "raise SystemExit('it was loaded')\n",
    }
    for name, text in texts.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text)
    return folder


def contents(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: bytes of files, targets of links."""
    found: dict[str, bytes | str] = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = os.readlink(path)
        else:
            found[name] = path.read_bytes() if path.is_file() else "folder"
    return found


def refused(words: str, out: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must be refused; gives the one sentence that it says."""
    before = contents(folder)
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("zellig.cli.app", ZELLIG)  # which typer would make anew for every run
        patch.setattr(sys, "argv", ["zellig", *(out if word == OUT else word for word in shlex.split(words))])
        with pytest.raises(SystemExit) as stopped:
            main()
    signal.signal(signal.SIGTERM, handler)
    said = capsys.readouterr()
    decides = words.startswith(("check", "pairs check", "quiz check"))
    assert (stopped.value.code, said.out) == (2 if decides else 1, ""), said
    assert said.err.startswith("zellig: ")
    assert said.err.count("\n") == 1
    assert contents(folder) == before
    return said.err


def test_every_command_is_under_the_rule() -> None:
    assert all(isinstance(command, KeepingInputs) for command in COMMANDS.values())


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_path_is_declared_as_read_or_written(name: str) -> None:
    hints = get_type_hints(COMMANDS[name].callback, include_extras=True)
    marked = declared(COMMANDS[name].callback)
    assert {each for each, hint in hints.items() if Path in kinds(hint)} <= marked.keys()
    if name in WRITING:
        assert {each for each, hint in hints.items() if str in kinds(hint)} <= marked.keys() | WORDS


def test_every_command_that_writes_has_lines_here() -> None:
    assert LINES.keys() == WRITING.keys()


@pytest.mark.parametrize("name", sorted(WRITING))
def test_the_lines_use_every_input_and_every_output(name: str) -> None:
    used: set[str] = set()
    for line in LINES[name]:
        context = COMMANDS[name].make_context(name, shlex.split(line))
        used |= {each for each, value in context.params.items() if value}
    assert WRITING[name].keys() <= used


@pytest.mark.parametrize(("name", "line"), EVERY_LINE)
def test_a_new_place_is_not_refused(
    name: str, line: str, given: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the refusals below are not for another reason; the command itself is not run."""
    monkeypatch.chdir(given)
    ran: list[str] = []
    monkeypatch.setattr(TyperCommand, "invoke", lambda self, ctx: ran.append(name))
    COMMANDS[name].main(shlex.split(line.replace(OUT, "new.out")), standalone_mode=False)
    assert ran == [name]


@pytest.mark.parametrize(("name", "line", "read"), EVERY_INPUT)
def test_no_command_writes_to_what_it_reads(
    name: str, line: str, read: str, given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"{name} {line}"
    (tmp_path / "link").symlink_to(given / read)
    names = [read, str(given / read), str(tmp_path / "link")]
    if (given / read).is_file():
        (tmp_path / "hard").hardlink_to(given / read)
        names.append(str(tmp_path / "hard"))
    if WRITING[name].get("out") is Names.folder:
        (tmp_path / "around").symlink_to((given / read).parent)
        names += [str(Path(read).parent), str(tmp_path / "around")]
        if (given / read).is_dir():
            names.append(f"{read}/new")
    in_folder = read.startswith(
        ("given/contest", "given/trained", "given/trees", "given/model", "given/game")
    )
    for out in names:
        if in_folder and out.endswith("hard"):
            continue  # writing gives this name another file, and that in the folder stays
        assert str(out) in refused(line, out, given, capsys)


def place_of_out(name: str, line: str) -> Names:
    """What the output in a line names."""
    params = COMMANDS[name].make_context(name, shlex.split(line)).params
    return next(names for each, names in WRITING[name].items() if OUT in str(params[each]))


@pytest.mark.parametrize(("name", "line"), EVERY_LINE)
def test_no_command_writes_over_a_file_that_is_there(
    name: str, line: str, given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if place_of_out(name, line) is Names.known:
        return  # what is in it decides, see the tests of these commands
    (there := tmp_path / "verdicts.jsonl").write_text("what somebody said\n")
    said = refused(f"{name} {line}", str(there), given, capsys)
    assert "this file is already there. Name another file, or remove it." in said or "not a folder" in said
    assert there.read_text() == "what somebody said\n"


@pytest.mark.parametrize(("name", "line"), EVERY_LINE)
def test_an_empty_name_is_no_place(
    name: str, line: str, given: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(f"{name} {line}", "", given, capsys)


ARENA = """rounds = 2
secret = "tea"
[corpus]
name = "{corpus}"
[chooser]
name = "{chooser}"
isolated = {isolated}
[[breaker]]
name = "{breaker}"
isolated = {isolated}
{more}
"""
SOUND = {
    "corpus": "items:given/corpus.jsonl",
    "chooser": "random",
    "breaker": "copy",
    "isolated": "false",
    "more": "",
}
TYPOS: dict[str, dict[str, str]] = {
    "a corpus": {"corpus": "items:given/corpsu.jsonl"},
    "a chooser": {"chooser": "radnom"},
    "a breaker": {"breaker": "cpoy"},
    "a breaker elsewhere": {"breaker": "cpoy", "isolated": "true"},
    "a module": {"chooser": "py:nowhere:chooser"},
    "a program": {"chooser": "cmd:no-such-program"},
    "a parameter": {"more": "sede = 1"},
}


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize("command", ["run", "grid"])
@pytest.mark.parametrize("typo", TYPOS)
def test_a_typo_in_a_game_leaves_nothing_behind(
    typo: str, command: str, existing: bool, given: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ARENA.format(**SOUND | TYPOS[typo])
    (given / "typo.toml").write_text(
        rules if command == "grid" else rules.replace("[[breaker]]", "[breaker]")
    )
    out = given / ("empty" if existing else "new/game")
    if existing:
        out.mkdir(exist_ok=True)
    refused(f"arena {command} typo.toml --out OUT", str(out), given, capsys)


@pytest.mark.parametrize(
    "line",
    [
        "demo --system given/trianed",
        "demo --system py:nowhere:system",
        "train bag-of-ngrams --corpus items:given/corpus.jsonl --config given/mapping.toml",
        "train bag-of-ngrmas --corpus items:given/corpus.jsonl",
        "train q-breaker --corpus items:given/corpus.jsonl --victim given/trianed",
        "predict file:given/answres.jsonl --corpus items:given/corpus.jsonl",
        "augment --task sentiment --corpus items:given/corpus.jsonl --phenomena pasive",
        "contrast make --task sentiment --corpus items:given/corpus.jsonl --phenomena pasive",
        "break --task sentiment --corpus items:given/corpus.jsonl --system file:given/answers.jsonl"
        " --breaker negatoin",
        "break --task sentiment --corpus items:given/corpus.jsonl --system given/trianed --breaker not-add",
        "break --task sentiment --corpus items:given/corpsu.jsonl --system file:given/answers.jsonl"
        " --breaker not-add",
        "corpora convert items:given/corpus.jsonl --to itmes",
    ],
)
def test_a_typo_leaves_nothing_behind(line: str, given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(f"{line} --out OUT", "new/place/for.it", given, capsys)


@pytest.mark.parametrize(
    "line",
    [
        "predict file:given/answers.jsonl --corpus items:given/corpus.jsonl --out /dev/stdout",
        "pairs check given/corpus.jsonl --task sentiment --rejected /proc/self/fd/1",
        "corpora convert items:given/corpus.jsonl --to items --out /dev/fd/1",
    ],
)
def test_a_redirected_stream_is_no_way_round(given: Path, line: str) -> None:
    before = contents(given)
    with (given / "given/corpus.jsonl").open("ab") as stdout:
        done = subprocess.run(
            [sys.executable, "-m", "zellig", *shlex.split(line)],
            cwd=given,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == (2 if line.startswith("pairs check") else 1)
    assert "this is what is read (given/corpus.jsonl)" in done.stderr
    assert contents(given) == before


def test_a_pipe_is_written_to_as_it_is(given: Path) -> None:
    words = ["corpora", "convert", "items:given/corpus.jsonl", "--to", "items", "--out", "/dev/stdout"]
    done = subprocess.run(
        [sys.executable, "-m", "zellig", *words], cwd=given, capture_output=True, check=True
    )
    assert done.stdout == (given / "given/corpus.jsonl").read_bytes()  # what is said goes elsewhere
    assert b"items of sentiment" in done.stderr
