"""Every command, with hostile text wherever text can come from: what it prints is text and steers nothing."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer
import uvicorn

import zellig.demo
from babblers import MARKUP, TEXT
from made_up_run import answering, flips, made_up_run
from zellig import cli, resources
from zellig.corpora.rows import csv_line
from zellig.games.arena.play import play
from zellig.games.arena.rules import read_rules
from zellig.games.contest import Entry
from zellig.items import Item, Pair, Prediction, write_records
from zellig.systems.training import train_system
from zellig.tasks import get_task

# A folder in a folder: together their names are markup.
FOLDER = Path("[bold]x[") / "bold]:smile:\x1b[2J\x9b31m\u202e\nforged"
NAME = "[bold]x:smile:\x1b[2J\x9b31m\u202e"  # of a file

BUZZ = ("key", "player", "position", "value")

STYLE = re.compile(r"\x1b\[[\d;]*m")
BAR = re.compile(r"\x1b\[(\?25[lh]|2K|1A)|\r")  # what rich moves its progress bars with
STEERS = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

# The runs of each command. {items} and so on are files of a hostile folder, {text} is hostile, and so is
# what the performers of `babblers` say. Beside a run stands what must be seen of it, if it is shown.
SEEN, NAMED, HIDDEN = MARKUP, "[bold]x:smile:", ""
RUNS: dict[str, list[tuple[str, str]]] = {
    "demo": [("--out {out}", SEEN)],
    "doctor": [("--ace {none}", SEEN), ("--ace {none} --format json", SEEN)],
    "train": [
        ("bag-of-ngrams --corpus items:{items} --out {out}", SEEN),
        ("{text} --corpus items:{items} --out {out}", SEEN),
        ("bag-of-ngrams --corpus items:{items} --out {out} --config {wrong}", SEEN),
    ],
    "evaluate": [
        ("{trained} py:babblers:System --corpus items:{items} --allow-overlap", SEEN),
        ("{trained} --corpus items:{items} --allow-overlap --format json", SEEN),
        ("{trained} --corpus items:{items}", SEEN),
        ("{trained} --corpus items:{items} --allow-overlap --report {out}", SEEN),
        ("py:babblers:Odd --corpus items:{items}", SEEN),
        ("py:babblers:Failing --corpus items:{items}", SEEN),
        ("py:babblers:Half --corpus items:{items}", SEEN),
        ("{program} --corpus items:{items}", SEEN),
    ],
    "predict": [
        ("{trained} --corpus items:{items} --out {out}", SEEN),
        ("py:babblers:Odd --corpus items:{items} --out {out}", SEEN),
        ("py:{text} --corpus items:{items} --out {out}", SEEN),
    ],
    "explain": [
        ("{trained} --text {text}", SEEN),
        ("{trained} --corpus items:{items}", SEEN),
        ("{trained} --corpus items:{items} --format json", SEEN),
        ("{trained} --field {text}", SEEN),
        ("py:babblers:Failing --text {text}", SEEN),
        ("py:babblers:Odd --text {text}", SEEN),
    ],
    "augment": [
        ("--task sentiment --corpus items:{items} --out {out}", HIDDEN),
        ("--task {text} --corpus items:{items} --out {out}", SEEN),
        ("--task sentiment --corpus items:{items} --out {out} --phenomena {text}", SEEN),
    ],
    "break": [
        # The path of the lexicon is shown only where it was not read before in this process.
        ("{breaking} --system {trained} --breaker random-positions --allow-overlap", HIDDEN),
        ("{breaking} --system {trained} --breaker random-positions --allow-overlap --format json", HIDDEN),
        ("{breaking} --system py:babblers:Failing --breaker not-add", SEEN),
        ("{breaking} --system {trained} --breaker {text}", SEEN),
    ],
    "compare": [
        ("{contest} --system {text}", SEEN),
        ("{contest} {later}", SEEN),
        ("{contest} {later} --format json", SEEN),
        ("{none}", SEEN),
    ],
    "check": [
        ("{contest} --system {trained} --min-passed 100 --allow-overlap", SEEN),
        ("{contest} --system {trained} --min-passed 100 --allow-overlap --format json", SEEN),
        ("{contest} --system {trained} --min-passed 100 --allow-overlap --format github", SEEN),
        ("{contest} --system {trained} --baseline py:babblers:System --allow-overlap --report {out}", SEEN),
        ("{contest} --system {trained} --min-passed 100", SEEN),
        ("{contest} --system {trained} --limits {wrong}", SEEN),
        ("{contest} --system py:babblers:Failing --min-passed 10", SEEN),
        ("{contest} --system py:babblers:Odd --min-passed 10", SEEN),
        ("{none} --system {trained} --min-passed 10", SEEN),
    ],
    "perform": [
        ("--role chooser --with py:babblers:Chooser --port 0", SEEN),
        ("--role chooser --with py:babblers:FailingChooser --port 0", SEEN),
        ("--role chooser --with {text}", SEEN),
        ("--role chooser --with ngram --param {text}", SEEN),
        ("--role chooser --with py:babblers:Chooser --join {text}", SEEN),
    ],
    "serve": [("--data {wrong}", SEEN), ("--database {text}", HIDDEN)],
    "worker": [("--data {wrong}", SEEN)],
    "backup": [("{out} --data {none}", SEEN)],
    "restore": [("{none} --data {out}", SEEN), ("{wrong} --data {out}", SEEN)],
    "contest push": [("{items} --kind pairs --server {text} --contest soups", SEEN)],
    "contest pull": [("dev --server {text} --contest soups --out {out}", SEEN)],
    "contest status": [("--server http://127.0.0.1:1 --contest {text}", SEEN)],
    "contest watch": [("--server {text} --contest soups", SEEN)],
    "arena run": [
        ("{arena} --out {out}", SEEN),
        ("{arena} --out {out} --format json", SEEN),
        ("{failing} --out {out}", SEEN),
        ("{wrong}", SEEN),
    ],
    "arena grid": [
        ("{grid} --out {out}", SEEN),
        ("{grid} --out {out} --format json", HIDDEN),
        ("{wrong} --out {out}", SEEN),
    ],
    "arena season": [
        ("{season} --out {out}", SEEN),
        ("{season} --out {out} --format json", HIDDEN),
        ("{wrong} --out {out}", SEEN),
    ],
    "arena export": [("{played} --out {out}.jsonl", SEEN), ("{none} --out {out}", SEEN)],
    "arena replay": [("{played}", SEEN), ("{played} --format json", SEEN), ("{none}", SEEN)],
    "judge texts": [
        ("{items} --by {text} --out {out}", HIDDEN),
        ("{items} --by a --out {out}", SEEN),
        ("{none} --by a --out {out}", SEEN),
    ],
    "judge report": [("{items} {none}", SEEN), ("{malformed} {none}", SEEN)],
    "judge key": [("{items} --out {out}", SEEN), ("{none} --out {out}", SEEN)],
    "judge sheet": [
        ("{items} --by a --read {wrong} --out {out}", SEEN),
        ("{none} --by a --write {out}", SEEN),
    ],
    "match play": [
        ("--packet tossups:{asked} --team {text}=py:babblers:Player --team b=py:babblers:Player", SEEN),
        ("--packet tossups:{asked} --team a=py:babblers:Odd+threshold --team b=py:babblers:Player", SEEN),
        ("--packet tossups:{asked} --team {text} --team b=ir", SEEN),
        ("--packet tossups:{asked} --rules {text} --team a=ir --team b=ir", SEEN),
        ("--packet tossups:{asked} --rules {wrong} --team a=ir --team b=ir", SEEN),
        ("--packet tossups:{malformed} --team a=ir --team b=ir --out {out}", SEEN),
        ("--packet tossups:{asked} --team a={none} --team b={none}", SEEN),
    ],
    "match replay": [("{none}", SEEN), ("{none} --format json", SEEN)],
    "tournament play": [
        ("{cup} --out {out}", SEEN),
        ("{cup} --out {out} --format json", SEEN),
        ("{wrong} --out {out}", SEEN),
        ("{none} --out {out}", SEEN),
    ],
    "tournament show": [("{none}", SEEN), ("{none} --format json", SEEN)],
    "tournament take": [("{none} {none}", SEEN)],
    "tournament forfeit": [("{none} --team {text} --reason {text}", SEEN)],
    "tournament export": [("{none} --out {out}", SEEN)],
    "tournament buzzes": [
        ("{buzzes} --questions items:{answered}", SEEN),
        ("{buzzes} --questions items:{answered} --format json", SEEN),
        ("{buzzes} --questions items:{answered} --report {out}.html", SEEN),
        ("{malformed} --questions items:{answered}", SEEN),
        ("{none} --questions items:{answered}", SEEN),
    ],
    "breakers list": [("", HIDDEN), ("--format json", HIDDEN)],
    "breakers show": [
        ("textfooler", HIDDEN),
        ("not-add --format json", HIDDEN),
        ("{text}", SEEN),
        ("py:babblers:Breaker", SEEN),
        ("py:babblers:Breaker --format json", SEEN),
        ("py:{text}", SEEN),
    ],
    "tasks list": [("", HIDDEN), ("--format json", HIDDEN)],
    "tasks show": [
        ("{described}", SEEN),
        ("{described} --format json", SEEN),
        ("{wrong}", SEEN),
        ("{text}", SEEN),
    ],
    "systems list": [("", HIDDEN), ("--format json", HIDDEN)],
    "systems show": [
        ("{trained}", SEEN),
        ("{trained} --format json", SEEN),
        ("py:babblers:System", SEEN),
        ("py:babblers:Half --format json", SEEN),
        ("{text}", SEEN),
    ],
    "systems check": [
        ("{trained}", HIDDEN),
        ("py:babblers:Odd", SEEN),
        ("py:babblers:Odd --format json", SEEN),
        ("py:babblers:Failing", SEEN),
        ("py:babblers:Half", SEEN),
        ("{text}", SEEN),
    ],
    "contest score": [
        ("{contest} --replicates 100 --report {out}", NAMED),
        ("{contest} --replicates 100 --format json", NAMED),
        ("{none}", SEEN),
        ("{contest} --replicates 100 --system py:babblers:Failing", SEEN),
    ],
    "export": [
        ("{contest} --to csv --out {out}.csv", SEEN),
        ("{contest} --to blind --out {out}", SEEN),
        ("{contest} --to training --out {out}", SEEN),
        ("{none} --to csv --out {out}.csv", SEEN),
    ],
    "contrast make": [("--task sentiment --corpus items:{items} --out {out}", HIDDEN)],
    "contrast show": [("{text}", HIDDEN), ("{text} --format json", HIDDEN), ("x --phenomena {text}", SEEN)],
    "contrast evaluate": [
        ("{pairs} --system {trained} --replicates 100 --allow-overlap --report {out}", SEEN),
        ("{pairs} --system {trained} --replicates 100 --allow-overlap --format json", SEEN),
        ("{pairs} --system py:babblers:Failing --replicates 100", SEEN),
    ],
    "pairs import": [
        ("{malformed} --from breaking-nli --out {out}", SEEN),
        ("{malformed} --from table --task sentiment --out {out}", SEEN),
    ],
    "pairs check": [
        ("{pairs} --task sentiment", SEEN),
        ("{same} --task sentiment", SEEN),
        ("{same} --task sentiment --format json", SEEN),
        ("{pairs} --task sentiment --validity", SEEN),
        ("{malformed} --task sentiment", SEEN),
        ("{malformed} --task sentiment --format json", SEEN),
        ("{pairs} --task sentiment --policy {wrong}", SEEN),
    ],
    "pairs show": [("{pairs} --task sentiment", SEEN), ("{header} --task sentiment", SEEN)],
    "quiz index": [
        ("{items} --out {out}", HIDDEN),
        ("tossups:{malformed} --out {out}", SEEN),
        ("{none} --out {out}", SEEN),
    ],
    "quiz check": [
        ("tossups:{asked}", SEEN),
        ("tossups:{asked} --format json", SEEN),
        ("tossups:{asked} --against tossups:{malformed}", SEEN),
        ("tossups:{asked} --guesser py:babblers:FailingGuesser", SEEN),
        ("tossups:{asked} --policy {wrong}", SEEN),
        ("{none}", SEEN),
    ],
    "quiz evaluate": [
        ("{none} --corpus tossups:{asked}", SEEN),
        ("file:{none} --corpus tossups:{malformed}", SEEN),
    ],
    "quiz packets": [
        ("tossups:{asked} --packets 1 --distribution {wrong}", SEEN),
        ("tossups:{malformed} --packets 1 --out {out}", SEEN),
        ("{none} --packets 1 --distribution {text}", SEEN),
    ],
    "quiz train-buzzer": [("threshold --system {none} --corpus tossups:{asked} --out {out}", SEEN)],
    "quiz retrain": [
        (
            "tfidf --corpus {none} --challenge tossups:{asked} --test tossups:{asked} --out {out}",
            SEEN,
        )
    ],
    "quiz people": [
        ("{buzzes} --questions {asked} --picture {out}.svg", SEEN),
        ("{buzzes} --questions {asked} --format json", SEEN),
        ("{buzzes} --questions {malformed}", SEEN),
        ("{none} --questions {asked}", SEEN),
    ],
    "corpora list": [("", HIDDEN), ("--format json", HIDDEN)],
    "corpora show": [
        ("items:{items}", SEEN),
        ("items:{items} --format json", SEEN),
        ("items:{header}", SEEN),
        ("{text}", SEEN),
        ("table:{items} --mapping {wrong}", SEEN),
    ],
    "corpora analyse": [("items:{items} --limit 1", HIDDEN), ("items:{items} --task {text}", SEEN)],
    "corpora fetch": [("rotten-tomatoes", SEEN), ("{text}", SEEN)],
    "corpora convert": [
        ("items:{items} --to items --out {out}", SEEN),
        ("items:{items} --to {text} --out {out}", SEEN),
    ],
    "cache show": [("", SEEN), ("--format json", SEEN)],
    "cache clear": [("", HIDDEN)],
    "resources list": [("", SEEN), ("--format json", SEEN)],
    "resources fetch": [("rotten-tomatoes", SEEN), ("{text}", SEEN)],
    "resources verify": [("wordnet", SEEN), ("{text}", SEEN)],
}


# -- what is read


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bad name, and in it one of everything that commands read."""
    folder = tmp_path_factory.mktemp("hostile") / FOLDER
    folder.mkdir(parents=True)
    items = [
        Item(f"{n} {TEXT}", {"text": f"The soup {n} was {word} {TEXT}"}, (label,), {TEXT: TEXT})
        for n, (word, label) in enumerate([("hot", "+1"), ("stale", "-1")] * 4)
    ]
    write_records(folder / "items.jsonl", Item, items, "sentiment")
    pairs = [
        Pair(f"{n} {TEXT}", *two, get_task("sentiment").promise_between(*two), TEXT, TEXT, TEXT, (TEXT,))
        for n, two in enumerate(zip(items[::2], items[1::2], strict=True))
    ]
    write_records(folder / f"contest/pairs/{NAME}.jsonl", Pair, pairs, "sentiment")
    answers = [Prediction(item.id, "+1") for item in items]
    write_records(folder / f"contest/predictions/{NAME}/{NAME}.jsonl", Prediction, answers, "sentiment")
    shutil.copytree(folder / "contest", folder / "later")
    write_records(folder / "same.jsonl", Pair, [Pair(TEXT, items[0], items[0], "same", TEXT)], "sentiment")
    (folder / "header.jsonl").write_text(json.dumps({"zellig": "items", "version": 1, "task": TEXT}) + "\n")
    heard = {"key": TEXT, "question": TEXT, "category": TEXT, "set": TEXT}
    (folder / "asked.jsonl").write_text(json.dumps(heard) + "\n")
    (folder / "buzzes.csv").write_bytes(b"".join(map(csv_line, [BUZZ, [TEXT, TEXT, "1", "10"]])))
    answered = Item(TEXT, {"text": TEXT}, (TEXT,), {"category": TEXT})
    write_records(folder / "answered.jsonl", Item, [answered], "quiz")
    sides = "".join(
        f"[[teams]]\nname = {json.dumps(name)}\n[[teams.players]]\nname = {json.dumps(f'of {name}')}\n"
        'program = "py:babblers:Player"\n'
        for name in (TEXT, f"2 {TEXT}")
    )
    packet = json.dumps(f"items:{folder / 'answered.jsonl'}")
    (folder / "cup.toml").write_text(f"name = {json.dumps(TEXT)}\n[questions]\npackets = [{packet}]\n{sides}")
    (folder / "malformed.jsonl").write_text(json.dumps({TEXT: 1}) + "\n")
    (folder / "wrong.toml").write_text(f"{json.dumps(TEXT)} = 1\n")
    asked = f'name = "own"\nquestion = {json.dumps(TEXT)}\ndomain = {json.dumps(TEXT)}\nlabels = ["a", "b"]\n'
    (folder / "described.toml").write_text(asked)
    (folder / "failing.py").write_text(f"import sys; sys.exit({TEXT!r})")
    choosers = {"arena": ("Chooser",), "failing": ("FailingChooser",), "grid": ("Chooser", "FailingChooser")}
    choosers["season"] = choosers["arena"]
    for name, names in choosers.items():
        players = [("curator", "uniform"), ("breaker", "py:babblers:Breaker")]
        players += [("chooser", f"py:babblers:{chooser}") for chooser in names]
        corpus = json.dumps(f"items:{folder / 'items.jsonl'}")
        tables = (table("[[{}]]" if name in ("grid", "season") else "[{}]", *player) for player in players)
        named = f"name = {json.dumps(TEXT)}\n" if name == "season" else ""
        rules = "".join([f"{named}rounds = 8\nseed = 7\n[corpus]\nname = {corpus}\n", *tables])
        (folder / f"{name}.toml").write_text(rules)
    return folder


def table(head: str, role: str, name: str) -> str:
    """A performer in a file of rules."""
    said = "justification" if role == "curator" else "resources"
    lines = [head.format(role), f'name = "{name}"', "isolated = false", f"{said} = {json.dumps(TEXT)}"]
    return "\n".join([*lines, ""])


@pytest.fixture(scope="module")
def trained(place: Path) -> Path:
    train_system("bag-of-ngrams", f"items:{place / 'items.jsonl'}", place / "trained")
    return place / "trained"


@pytest.fixture(scope="module")
def played(place: Path) -> Path:
    play(read_rules(place / "arena.toml"), place / "played")
    return place / "played"


@pytest.fixture
def filled(
    place: Path, trained: Path, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What stands for the names in braces; what would use the network or a minute is replaced."""

    def demo(out: Path, systems: object, told: object) -> zellig.demo.Demo:
        pairs = flips(TEXT, 40, texts=TEXT)
        return zellig.demo.Demo(out, made_up_run([Entry(TEXT, pairs)], {TEXT: answering(pairs, changed=30)}))

    monkeypatch.setattr(zellig.demo, "run_demo", demo)
    monkeypatch.setattr(resources, "fetch", lambda resource, again, report: place / "fetched")
    monkeypatch.setattr("zellig.store.cache.cache_folder", lambda: tmp_path / FOLDER)
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: sockets[0].close())
    monkeypatch.setenv(resources.find("wordnet").variable, str(place))
    out = tmp_path / FOLDER / "out"
    return {path.stem: str(path) for path in place.glob("*.*")} | {
        "text": TEXT,
        "out": str(out),
        "none": str(place / "none"),
        "trained": str(trained),
        "played": str(played),
        "failing": str(place / "failing.toml"),
        "contest": str(place / "contest"),
        "later": str(place / "later"),
        "pairs": str(place / f"contest/pairs/{NAME}.jsonl"),
        "program": "cmd:" + shlex.join([sys.executable, str(place / "failing.py")]),
        "breaking": f"--task\0sentiment\0--corpus\0items:{place / 'items.jsonl'}\0--out\0{out}",
    }


# -- what is printed


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Shown:
    """What a command printed, and how it ended."""

    code: object
    out: str
    err: str

    @property
    def texts(self) -> list[str]:
        """Both without the styles and moves of rich."""
        return [STYLE.sub("", self.out), BAR.sub("", STYLE.sub("", self.err))]


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> Shown:
    """Run the command at a terminal; what it prints must steer nothing."""
    out, err = Terminal(), Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["zellig", *words])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setenv("COLUMNS", "5000")
        patch.setenv("TERM", "xterm-256color")
        with pytest.raises(SystemExit) as stop:
            cli.main()
    shown = Shown(stop.value.code, out.getvalue(), err.getvalue())
    for text in shown.texts:
        assert not STEERS.findall(text)
        assert "Traceback" not in text
        assert not re.search("^forged", text, re.MULTILINE)  # nobody's text begins a line of its own
    return shown


def commands(command: object, *words: str) -> Iterator[str]:
    """The words of every command there is."""
    groups: dict[str, object] = getattr(command, "commands", {})
    if not groups:
        yield " ".join(words)
    for name, each in groups.items():
        yield from commands(each, *words, name)


def test_every_command_has_its_runs() -> None:
    assert sorted(RUNS) == sorted(commands(typer.main.get_command(cli.app)))


@pytest.mark.parametrize(
    ("command", "words", "seen"),
    [(command, words, seen) for command, runs in RUNS.items() for words, seen in runs],
)
def test_all_that_is_printed_is_text(
    command: str, words: str, seen: str, filled: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = [part for word in words.split() for part in word.format(**filled).split("\0")]
    shown = run(monkeypatch, *command.split(), *argv)
    assert shown.code in (
        (None, 0, 1, 2) if command in ("check", "pairs check", "quiz check") else (None, 0, 1)
    )
    assert any(seen in text for text in shown.texts)
    if "--format json" in words and shown.out:
        json.loads(shown.out)


@pytest.mark.parametrize(
    "words", [(TEXT,), ("predict", f"--{TEXT}"), ("predict", TEXT), ("corpora", "list", "--format", TEXT)]
)
def test_a_wrong_command_line_is_one_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run(monkeypatch, *words)
    assert (shown.code, shown.out) == (2, "")
    (line,) = shown.err.splitlines()
    assert line.startswith("zellig: ")
    assert MARKUP in line or words == ("predict", TEXT)  # there an option is missing


def test_a_name_that_is_no_unicode_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, out = tmp_path / "caf\udce9.jsonl", tmp_path / "out"
    write_records(corpus, Item, [Item("1", {"text": "Hot."}, ("+1",))], "sentiment")
    shown = run(monkeypatch, "train", "bag-of-ngrams", "--corpus", f"items:{corpus}", "--out", str(out))
    assert (shown.code, shown.out) == (1, "")
    (line,) = shown.err.splitlines()
    assert "caf\\udce9.jsonl' cannot be written as UTF-8. Give the file another name" in line
    assert not out.exists()
