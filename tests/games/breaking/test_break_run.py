"""Breakers against systems, from the command line: figures, resuming, workers, known answers, the gate."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import helpers
from zellig.errors import ZelligError
from zellig.games.breaking import Plan, asking, breaking, making
from zellig.items import Item, write_records
from zellig.notices import Notice, hearing
from zellig.resources import cache_folder
from zellig.store.cache import Cache

SYSTEM = """
from zellig.items import Item, Prediction
from zellig.performers import Spec


class Words:
    \"\"\"Counts words of praise and blame; a text with the word in `bad` makes it fail.\"\"\"

    spec = Spec("words", version="1")
    probabilities = True
    bad = "{bad}"

    def predict(self, items):
        return [self.answer(item) for item in items]

    def answer(self, item):
        words = item.fields["text"].lower().replace(".", " ").split()
        if self.bad in words:
            raise ValueError("no idea")
        score = sum((w in PRAISE) - (w in BLAME) for w in words)
        sure = 1 / (1 + 2.718 ** -score) if score else 0.51
        answer = "+1" if sure >= 0.5 else "-1"
        return Prediction(item.id, answer, {{"+1": round(sure, 6), "-1": round(1 - sure, 6)}})


class Hasty(Words):
    \"\"\"Reads the first five words.\"\"\"

    spec = Spec("hasty")

    def answer(self, item):
        start = " ".join(item.fields["text"].split()[:5])
        return Words.answer(self, Item(item.id, {{"text": start}}))


PRAISE = {{"great", "funny", "delightful", "wonderful", "charming"}}
BLAME = {{"awful", "dull", "boring", "terrible", "bad"}}
"""
TEXTS = {
    "a": ("The film is a great comedy.", "+1"),
    "b": ("A funny and charming story.", "+1"),
    "c": ("The plot is dull.", "-1"),
    "d": ("This movie is a delightful surprise.", "+1"),
    "e": ("The actors are awful.", "-1"),
    "f": ("Wonderful.", "+1"),
    "g": ("<b>bad()</b>; return 0", "-1"),
    "h": ("A GREAT FILM WITH A FUNNY HERO.", "+1"),
}


def folder(path: Path, bad: str = "zebra") -> Path:
    (path / "words.py").write_text(SYSTEM.format(bad=bad))
    items = [Item(name, {"text": text}, (answer,)) for name, (text, answer) in TEXTS.items()]
    write_records(path / "items.jsonl", Item, items, "sentiment")
    (path / "cache").mkdir()  # the resources that are there, and no answers
    for resource in cache_folder().iterdir():
        if not resource.name.startswith("answers"):
            (path / "cache" / resource.name).symlink_to(resource)
    return path


def zellig(path: Path, *words: str, fresh: bool = False) -> subprocess.CompletedProcess[str]:
    return helpers.zellig(*words, cwd=path, fresh=fresh, ZELLIG_CACHE=str(path / "cache"))


def broke(path: Path, *words: str, out: str = "run", fresh: bool = False) -> dict[str, Any]:
    made = zellig(
        path, "break", "--task", "sentiment", "--corpus", "items:items.jsonl", "--system", "py:words:Words",
        "--out", out, "--format", "json", *words, fresh=fresh,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def data(path: Path) -> dict[str, bytes]:
    """Every data file of a run; times are in the log."""
    files = (each for each in sorted(path.rglob("*")) if each.is_file() and each.name != "log.jsonl")
    return {str(each.relative_to(path)): each.read_bytes() for each in files}


BOTH = ("--breaker", "strategies", "--breaker", "pwws", "--budget", "60")


def test_figures(tmp_path: Path) -> None:
    found = broke(folder(tmp_path), *BOTH)
    assert found["items"] == len(TEXTS)
    assert found["pairs"] >= found["valid"] > 0
    assert found["break_rate"]["reported"]["words"] > 0
    success = found["success"]["pwws"]["words"]
    assert success["after"] <= success["before"] <= 1
    low, high = success["before_interval"]
    assert low <= success["before"] <= high
    together = found["success_of_any"]["words"]
    assert together["before"] >= max(row["words"]["before"] for row in found["success"].values())
    assert found["transfer"] == {}  # there is no other system
    assert found["strategies"]["reported"]["pairs"] > 0
    assert 0 < found["queries"] <= 60 * len(TEXTS)
    assert (tmp_path / "run/report.html").is_file()
    assert (tmp_path / "run/pairs/reported.jsonl").is_file()
    # The seventh item is no sentence: it is counted, and the run goes on.
    assert sum(found["refusals"]["not-add"].values()) >= 1


def test_transfer_is_told_from_what_was_made_for_the_system(tmp_path: Path) -> None:
    found = broke(folder(tmp_path), *BOTH, "--system", "py:words:Hasty")
    assert set(found["transfer"]) == {"pwws"}
    for system, other in (("words", "hasty"), ("hasty", "words")):
        row = found["transfer"]["pwws"][system]
        made = (tmp_path / f"run/pairs/pwws on {other}.jsonl").read_text().splitlines()
        assert row["pairs"] == len(made) - 1  # the first line is the header
        low, high = row["interval"]
        assert low <= row["broken"] <= high
    scores = json.loads((tmp_path / "run/scores.json").read_text())
    assert scores["matrix"]["pwws on hasty"]["words"] == found["transfer"]["pwws"]["words"]["broken"]
    assert scores["breakers"]["pwws on hasty"]["victim"] == "hasty"
    assert scores["breakers"]["reported"]["victim"] is None


def test_workers_change_nothing_and_known_answers_are_not_asked_again(tmp_path: Path) -> None:
    first = broke(folder(tmp_path), *BOTH, out="one")
    assert first["victim_calls"] > first["earlier_answers"] == 0
    second = broke(tmp_path, *BOTH, "--workers", "2", out="two", fresh=True)
    assert second["earlier_answers"] > second["victim_calls"] == 0
    assert second["queries"] == first["queries"]
    assert data(tmp_path / "one") == data(tmp_path / "two")


def test_a_killed_run_is_taken_up(tmp_path: Path) -> None:
    broke(folder(tmp_path), *BOTH, out="whole", fresh=True)
    broke(tmp_path, *BOTH, out="part")
    whole = data(tmp_path / "whole")
    assert not [name for name in whole if name.startswith("parts")]
    for file in ("made/pwws on words.json", "pairs/reported.jsonl", "made/reported.json", "scores.json"):
        (tmp_path / "part" / file).unlink()
    broke(tmp_path, *BOTH, out="part")
    assert data(tmp_path / "part") == whole


def test_portions_of_a_killed_run_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after so many portions, wherever that is: the end is the same, and no portion is made twice."""
    folder(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(making, "ALONE", 3)
    monkeypatch.setattr(making, "TOGETHER", 3)
    corpus, systems = f"items:{tmp_path / 'items.jsonl'}", ("py:words:Words", "py:words:Hasty")
    plan = Plan("sentiment", corpus, systems, ("reported", "not-add", "deepwordbug"), budget=9)
    done: list[int] = []

    def run(name: str, lives: int) -> None:
        def progress(what: str, number: int, total: int) -> None:
            if what == "pairs are made":
                done.append(number)
                if len(done) >= lives:
                    raise KeyboardInterrupt

        breaking.Breaking(plan, tmp_path / name, tmp_path / f"{name}.sqlite", progress).play()

    run("whole", 99)
    whole, portions = data(tmp_path / "whole"), len(done)
    assert portions == 9  # three of the two that ask nothing, three for each of the two systems
    for lives in range(1, portions + 1):
        done.clear()
        with pytest.raises(KeyboardInterrupt):
            run(f"killed {lives}", lives)
        made = len(list((tmp_path / f"killed {lives}").rglob("parts/*.json")))
        assert made > 0
        run(f"killed {lives}", 99)
        assert data(tmp_path / f"killed {lives}") == whole


def test_a_breakers_score_needs_items_that_nobody_broke(tmp_path: Path) -> None:
    folder(tmp_path)
    assert scores_of(tmp_path, "run")["breakers"]["reported"]["score"] is None
    fresh = [Item("n", {"text": "A dull evening."}, ("-1",)), Item("p", {"text": "A dull joy."}, ("+1",))]
    write_records(tmp_path / "fresh.jsonl", Item, fresh, "sentiment")
    scores = scores_of(tmp_path, "dev", "--dev", "items:fresh.jsonl")
    assert scores["systems"]["words"]["dev_accuracy"] == 0.5
    rate = scores["breakers"]["reported"]["break_rate"]
    assert scores["breakers"]["reported"]["score"] == pytest.approx(0.5 * rate)
    refused = zellig(
        tmp_path, "break", "--task", "sentiment", "--corpus", "items:items.jsonl", "--out", "no",
        "--system", "py:words:Words", "--breaker", "reported", "--dev", "items:items.jsonl",
    )  # fmt: skip
    assert refused.returncode == 1
    assert "8 of the 8 development items are among those to be broken" in refused.stderr


def scores_of(path: Path, out: str, *words: str) -> Any:
    broke(path, "--breaker", "reported", *words, out=out)
    return json.loads((path / out / "scores.json").read_text())


def test_a_cache_that_cannot_be_used_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path)
    tried, told = list[Path](), list[Notice]()

    class Locked(Cache):
        def __init__(self, path: Path, run: str, *, fresh: bool) -> None:
            tried.append(path)
            super().__init__(path, run, fresh=fresh)
            self.close()
            self.fault = "locked"

    monkeypatch.setattr(asking, "Cache", Locked)
    monkeypatch.setattr(making, "ALONE", 2)
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan(
        "sentiment", f"items:{tmp_path / 'items.jsonl'}", ("py:words:Words",), ("deepwordbug",), budget=9
    )
    place = tmp_path / "answers.sqlite"
    run = breaking.Breaking(plan, tmp_path / "run", place, lambda *_: None)
    with hearing(told.append):
        assert list(run.play().notes) == ["deepwordbug on words"]
    assert (tried, told) == ([place], [("warning", "locked")])


def test_a_run_does_not_need_its_cache_and_names_a_damaged_file(tmp_path: Path) -> None:
    folder(tmp_path)
    cache = tmp_path / "cache" / "answers-2.sqlite"
    cache.write_bytes(b"tea" * 1000)
    words = (
        "break", "--task", "sentiment", "--corpus", "items:items.jsonl", "--system", "py:words:Words",
        "--out", "run", "--breaker", "reported", "--breaker", "deepwordbug", "--budget", "20",
        "--domain", "film",
    )  # fmt: skip
    made = zellig(tmp_path, *words)
    assert made.returncode == 0, made.stderr
    (warning,) = made.stderr.splitlines()
    assert warning.startswith(f"zellig: warning: {cache}: the cache of answers is not used")
    assert cache.read_bytes() == b"tea" * 1000
    for name, content in {
        "made/reported.json": b"\xff",
        "originals/words.jsonl": b'{"id":"a","answer":"+1"}\n',
    }.items():
        before = (tmp_path / "run" / name).read_bytes()
        (tmp_path / "run" / name).write_bytes(content)
        made = zellig(tmp_path, *words)
        assert made.returncode == 1
        assert name in made.stderr.splitlines()[-1]
        assert "Traceback" not in made.stderr
        (tmp_path / "run" / name).write_bytes(before)


def test_strict_sets_faulty_pairs_aside(tmp_path: Path) -> None:
    loose = broke(folder(tmp_path), "--breaker", "pwws", out="loose")
    strict = broke(tmp_path, "--breaker", "pwws", "--strict", out="strict")
    assert strict["pairs"] == strict["valid"] == loose["valid"]
    assert strict["success"] == loose["success"]
    aside = tmp_path / "strict/set-aside/pairs/pwws on words.jsonl"
    assert aside.is_file() == (loose["pairs"] > loose["valid"])


def test_models_find_faults_that_cost_nothing_to_miss(tmp_path: Path) -> None:
    plain = broke(folder(tmp_path), "--breaker", "reported", out="plain")
    careful = broke(tmp_path, "--breaker", "reported", "--models", out="careful")
    assert careful["pairs"] == plain["pairs"]
    assert careful["valid"] <= plain["valid"]
    assert "models = true" in (tmp_path / "careful/run.toml").read_text()


def test_a_system_that_fails_on_one_text_is_told_and_goes_on(tmp_path: Path) -> None:
    found = broke(folder(tmp_path, bad="dull"), "--breaker", "reported")
    assert "c" in found["failures"]["words"]
    assert "no idea" in found["failures"]["words"]["c"]
    assert found["pairs"] > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--breaker", "pwws", "--see", "nothing"), "needs to see queries"),
        (("--breaker", "hammer"), "not a breaker for sentiment"),
        (("--breaker", "hotflip"), "hotflip needs what words cannot do: explains, gradients"),
        (("--breaker", "reported", "--task", "nli"), "holds items of sentiment, not of nli"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    folder(tmp_path)
    task = () if "--task" in words else ("--task", "sentiment")
    result = zellig(
        tmp_path, "break", "--corpus", "items:items.jsonl", "--system", "py:words:Words", "--out", "run",
        *task, *words,
    )  # fmt: skip
    assert result.returncode == 1
    assert told in result.stderr
    assert not (tmp_path / "run").exists()


def test_one_text_that_a_system_fails_on_does_not_end_a_search(tmp_path: Path) -> None:
    found = broke(folder(tmp_path, bad="dull"), "--breaker", "deepwordbug", "--budget", "20")
    assert "no idea" in found["failures"]["words"]["c"]
    again = broke(tmp_path, "--breaker", "deepwordbug", "--budget", "20")
    assert again["failures"] == found["failures"]  # they are told again


DOWN = """
from pathlib import Path
from words import Words


class Server(Words):
    \"\"\"Answers as long as it is up.\"\"\"

    def answer(self, item):
        calls = Path("calls.txt")
        calls.write_text(calls.read_text() + "." if calls.exists() else ".")
        if len(calls.read_text()) > int(Path("until.txt").read_text()):
            raise ConnectionError("down")
        return Words.answer(self, item)
"""


def test_an_outage_ends_the_run_and_is_not_taken_for_answers(tmp_path: Path) -> None:
    (folder(tmp_path) / "down.py").write_text(DOWN)
    words = (
        "break", "--task", "sentiment", "--corpus", "items:items.jsonl", "--system", "py:down:Server",
        "--out", "run", "--breaker", "reported",
    )  # fmt: skip
    (tmp_path / "until.txt").write_text(str(len(TEXTS)))  # it answers the originals, and then no more
    stopped = zellig(tmp_path, *words)
    assert stopped.returncode == 1
    assert "down" in stopped.stderr
    (tmp_path / "until.txt").write_text("9999")
    whole = zellig(tmp_path, *words, "--format", "json")
    assert whole.returncode == 0, whole.stderr
    assert json.loads(whole.stdout)["failures"] == {}


def test_two_processes_do_not_play_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    corpus = f"items:{tmp_path / 'items.jsonl'}"
    plan = Plan("sentiment", corpus, ("py:words:Words",), ("reported",))
    first, second = (
        breaking.Breaking(plan, tmp_path / "run", tmp_path / "a.sqlite", lambda *_: None) for _ in range(2)
    )
    with first.run.alone(), pytest.raises(ZelligError, match="under way already"):
        second.play()
    second.play()


def test_originals_are_known_by_their_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A breaker that gives its originals ids of its own breaks as many items."""
    folder(tmp_path)
    (tmp_path / "renaming.py").write_text(
        "import msgspec\nfrom zellig.breakers.loading import load_breaker\n"
        "from zellig.performers import derive_seed\n"
        "class Renaming:\n"
        "    def __init__(self, task):\n        self.inner = load_breaker('reported', task)\n"
        "        self.spec = msgspec.structs.replace(self.inner.spec, name='renaming')\n"
        "        self.see = 'nothing'\n"
        "    def break_items(self, items, seeds, oracle):\n"
        "        seeds = [derive_seed(2017, 'reported', item.id) for item in items]\n"  # the same words
        "        made = self.inner.break_items(items, seeds, oracle)\n"
        "        new = msgspec.structs.replace\n"
        "        return [[new(p, original=new(p.original, id=p.id + '_a')) for p in some] for some in made]\n"
    )
    both = ("--breaker", "reported", "--breaker", "py:renaming.py:Renaming")
    found = broke(tmp_path, *both, "--domain", "neutral")  # as an object of its own has it
    renaming, reported = (found["success"][name]["words"]["before"] for name in ("renaming", "reported"))
    assert renaming == reported > 0
