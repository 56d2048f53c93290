"""SmolLM2 behind `transformers serve`: as system, breaker, judge and chooser, killed and taken up.

The server ignores schemas; the model is far too small to write good pairs, and nothing here says it does.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from helpers import zellig
from zellig.front.judging import judging_report
from zellig.language.language_model import model_folder
from zellig.systems.replies import Cost, costs_in, read_replies

ANSWERED = '"POST /v1/chat/completions HTTP/1.1" 200'
TEXTS = {
    "The soup was warm and lovely.": "positive",
    "The bread was stale.": "negative",
    "A kind waiter.": "positive",
}


@dataclass
class Served:
    """A server that runs."""

    folder: Path
    port: int
    log: Path

    def name(self, options: str) -> str:
        return f"openai:{self.folder}@http://127.0.0.1:{self.port}/v1?name=smollm2&{options}"

    @property
    def answered(self) -> int:
        """Calls that it has answered."""
        return self.log.read_text().count(ANSWERED)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder, log = model_folder(), tmp_path_factory.mktemp("served") / "log"
    command = [str(Path(sys.executable).with_name("transformers")), "serve", str(folder)]
    options = ["--host", "127.0.0.1", "--port", "0", "--device", "cpu", "--dtype", "float32"]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen([*command, *options], stdout=out, stderr=out, env=environment)
    try:
        yield Served(folder, _port(process, log), log)
    finally:
        process.terminate()
        process.wait(30)


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r"running on http://127\.0\.0\.1:(\d+)", log.read_text()):
            return int(found[1])
        time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    rows = "".join(f"{text},{label}\n" for text, label in TEXTS.items())
    (folder / "texts.csv").write_text(f"text,label\n{rows}")
    return folder


def test_system_and_breaker_killed_and_taken_up(served: Served, place: Path) -> None:
    command = ["break", "--corpus", "texts.csv", "--task", "sentiment", "--out", "run"]
    command += ["--system", served.name("task=sentiment&max_tokens=8&parallel=1")]
    command += ["--breaker", served.name("strategies=counterfactual&max_tokens=24&parallel=1")]
    done, costs = _killed_and_taken_up(served, place, command, "run/replies.jsonl", 5)
    assert costs["breaker smollm2"].calls == 1 + 3
    assert f"took {costs['breaker smollm2'].calls} calls" in done.stdout
    assert 'format = "text"' in (place / "run/run.toml").read_text()


def _killed_and_taken_up(
    served: Served, place: Path, command: list[str], file: str, enough: int
) -> tuple[subprocess.CompletedProcess[str], dict[str, Cost]]:
    """Kill a command when it has so many replies, and give it again: nothing is asked or counted twice."""
    answered = served.answered
    with (place / "killed").open("wb") as out:
        running = subprocess.Popen(
            [sys.executable, "-m", "zellig", *command], cwd=place, stdout=out, stderr=out
        )
    until = time.monotonic() + 120
    while len(read_replies(place / file)) < enough and time.monotonic() < until:
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL, (place / "killed").read_text()
    before = read_replies(place / file)
    assert len(before) >= enough
    done = zellig(*command, cwd=place)
    assert done.returncode == 0, done.stderr
    kept = read_replies(place / file)
    assert kept[: len(before)] == before
    assert len(kept) > len(before)  # it was in the middle
    assert len({(each.by, each.question) for each in kept}) == len(kept)
    assert served.answered - answered - len(kept) in (0, 1)  # one may have been under way when it was killed
    costs = costs_in(place / file)
    assert sum(cost.calls for cost in costs.values()) == len(kept)
    for cost in costs.values():
        assert min(cost.prompt_tokens, cost.completion_tokens) > 0
        assert cost.uncounted == 0
    return done, costs


def _said(cost: Cost) -> str:
    """What a model cost, as a command says it."""
    return f"{cost.calls} calls, {cost.prompt_tokens:,} tokens read and {cost.completion_tokens:,} written"


def test_judge_killed_and_taken_up(served: Served, place: Path) -> None:
    pairs = '{"zellig":"pairs","version":1,"task":"sentiment"}\n' + "".join(
        f'{{"id":"{n}","original":{{"id":"{n}o","fields":{{"text":"{text}"}},"accepted":["+1"]}},'
        f'"modified":{{"id":"{n}m","fields":{{"text":"{text} Not."}},"accepted":["-1"]}},"promise":"flip"}}\n'
        for n, text in enumerate(list(TEXTS)[:2])
    )
    (place / "pairs.jsonl").write_text(pairs)
    name = served.name("samples=2&max_tokens=16&parallel=1")
    command = ["judge", "pairs.jsonl", "--by", name, "--out", "verdicts.jsonl"]
    done, costs = _killed_and_taken_up(served, place, command, "verdicts.replies.jsonl", 2)
    assert costs["judge smollm2"].calls == 1 + 2 * 2
    assert f"It took {_said(costs['judge smollm2'])}" in done.stdout
    answered = served.answered
    again = zellig(*command, cwd=place)
    assert (again.returncode, again.stdout, served.answered) == (0, done.stdout, answered)
    report = judging_report(place / "pairs.jsonl", place / "verdicts.jsonl")
    assert report.figures is None
    found = report.programs["smollm2"]
    assert found.verdicts + found.tied + found.unread == 2


def test_chooser_killed_and_taken_up(served: Served, place: Path) -> None:
    (place / "arena.toml").write_text(
        'rounds = 3\n[corpus]\nname = "texts.csv"\n[curator]\nname = "uniform"\n'
        '[breaker]\nname = "word-shuffle"\nisolated = false\n'
        f'[chooser]\nname = "{served.name("max_tokens=24&parallel=1")}"\n'
    )
    command = ["arena", "run", "arena.toml", "--out", "game"]
    done, costs = _killed_and_taken_up(served, place, command, "game/replies.jsonl", 1)
    assert costs["chooser smollm2"].calls == 3
    assert f"the chooser smollm2 took {_said(costs['chooser smollm2'])}" in done.stderr
    answered = served.answered
    again = zellig(*command, cwd=place)
    assert (again.returncode, again.stdout, served.answered) == (0, done.stdout, answered)
