"""Programs as systems, run for real."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shlex
import sys
import time
from pathlib import Path

import msgspec
import pytest

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.systems import load_system
from zellig.systems.checking import describe
from zellig.systems.command import CommandSystem
from zellig.systems.loading import fingerprint

ITEMS = [Item(f"i{n}", {"text": f"The soup number {n}."}, ("+1",), {"secret": "gold"}) for n in range(10)]

START = "import json, os, signal, subprocess, sys, time\n"
ECHO = """
for line in sys.stdin:
    item = json.loads(line)
    print(json.dumps({"id": item["id"], "answer": item["fields"]["text"]}))
"""


def program(folder: Path, body: str, options: str = "") -> str:
    path = folder / "cook.py"
    path.write_text(START + body, encoding="utf-8")
    return f"cmd:{options} {shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def load(folder: Path, body: str, options: str = "") -> CommandSystem:
    system = load_system(program(folder, body, options))
    assert isinstance(system, CommandSystem)
    return system


def answers(system: CommandSystem, items: list[Item] = ITEMS) -> list[tuple[str, str | int]]:
    return [(each.id, each.answer) for each in system.predict(items)]


RIGHT = [(item.id, item.fields["text"]) for item in ITEMS]


def alive(number: int) -> bool:
    """Is this process running, rather than dead and not yet buried?"""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def gone(number: int) -> bool:
    until = time.monotonic() + 30
    while alive(number) and time.monotonic() < until:
        time.sleep(0.01)
    return not alive(number)


def test_one_process_for_many_calls(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    item = json.loads(line)
    assert sorted(item) == ["fields", "id"], "more than was to be told"
    print(json.dumps({"id": item["id"], "answer": str(os.getpid()), "probabilities": {"0": 1}}))
"""
    system = load(tmp_path, body, "batch=3")
    found = {answer for _ in range(2) for _, answer in answers(system)}
    assert len(found) == 1
    system.close()
    assert gone(int(found.pop()))
    assert system.spec.name == "cook"


def test_any_order_within_a_batch(tmp_path: Path) -> None:
    body = """
while True:
    items = [json.loads(sys.stdin.readline()) for _ in range(5)]
    for item in reversed(items):
        print(json.dumps({"id": item["id"], "answer": item["fields"]["text"]}) + "\\n")
"""
    assert answers(load(tmp_path, body, "batch=5 timeout=20")) == RIGHT


def test_one_id_with_two_texts_is_not_mixed_up(tmp_path: Path) -> None:
    items = [Item("same", {"text": "one"}), Item("same", {"text": "two"}), Item("other", {"text": "three"})]
    assert [text for _, text in answers(load(tmp_path, ECHO), items)] == ["one", "two", "three"]


def test_odd_and_large_texts(tmp_path: Path) -> None:
    """Far more than a pipe holds, both ways and on standard error: nobody may wait for the other."""
    odd = ["", "x" * 100_000, "🍞👩‍👩‍👧", "הלחם", "a\u2028b\tc\nd\x01", *["y" * 300_000] * 8]
    items = [Item(str(n), {"text": text}) for n, text in enumerate(odd)]
    noisy = ECHO + "    print('n' * 200_000, file=sys.stderr)\n"
    assert [text for _, text in answers(load(tmp_path, noisy), items)] == odd


def test_late_is_killed_with_all_it_started_and_started_again(tmp_path: Path) -> None:
    body = f"""
mark = {str(tmp_path / "mark")!r}
if not os.path.exists(mark):
    child = subprocess.Popen(["sleep", "60"])
    with open(mark, "w") as file:
        file.write(f"{{os.getpid()}} {{child.pid}}")
    print("thinking about soup", file=sys.stderr)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(json.dumps({{"id": "i0", "answer": "0"}}))
    time.sleep(60)
{ECHO}"""
    system = load(tmp_path, body, "timeout=1.5")
    with pytest.raises(
        ZelligError, match=r"1 of 10 answers came within 1\.5 s; .*thinking about soup"
    ) as caught:
        system.predict(ITEMS)
    assert "cook.py" in str(caught.value.path)
    assert all(gone(int(number)) for number in (tmp_path / "mark").read_text().split())
    assert load(tmp_path, body, "timeout=20").predict(ITEMS)
    system._timeout = 20  # a slow machine must not fail the rest
    assert answers(system) == RIGHT


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("sys.exit('no salt')", "ended with exit code 1 before it had answered the item 'i0'; .*no salt"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "ended by SIGSEGV"),
        ("sys.stdin.readline(); print('Soup!'); time.sleep(60)", "not JSON.*'Soup!'"),
        ('print(\'{"id": "i0", "answer": "0"}\'); sys.exit()', "exit code 0 before .*'i1'"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        (ECHO.replace('item["id"]', '"i3"'), "'i3' twice"),
        (ECHO.replace('item["id"]', '"i" + item["id"]'), "'ii0', which it was not asked about"),
        (ECHO.replace('item["id"]', "3"), "not a prediction"),
        (ECHO.replace('item["fields"]["text"]', "None"), "for the item 'i0' is not a prediction"),
        (ECHO + "    print(json.dumps({'id': item['id'], 'answer': '0'}))\n", "'i0' twice"),
        ("sys.stdout.buffer.write(b'\\xff\\n')\ntime.sleep(60)", "not JSON|without being asked"),
    ],
)
def test_each_fault_is_named(tmp_path: Path, body: str, what: str) -> None:
    system = load(tmp_path, body, "timeout=20")
    with pytest.raises(ZelligError, match=what) as caught:
        system.predict(ITEMS)
    assert str(caught.value).startswith("cmd:")
    assert caught.value.remedy


def test_the_last_words_are_shown(tmp_path: Path) -> None:
    body = "sys.stdin.readline()\nprint('n' * 300_000, file=sys.stderr)\nsys.exit('no salt')"
    with pytest.raises(ZelligError, match="no salt") as caught:
        load(tmp_path, body).predict(ITEMS)
    assert len(str(caught.value)) < 3000


def test_an_answer_before_the_question_is_read(tmp_path: Path) -> None:
    body = "print(json.dumps({'id': 'i0', 'answer': '0'}))\ntime.sleep(60)"
    system = load(tmp_path, body)
    with pytest.raises(ZelligError, match=r"before it had read it|without being asked"):
        system.predict([Item("i0", {"text": "x" * 10**6})])


def test_words_after_the_answers_are_not_taken_for_the_next(tmp_path: Path) -> None:
    body = ECHO + '    if item["id"] == "i9":\n        print(json.dumps({"id": "i0", "answer": "late"}))\n'
    system = load(tmp_path, body)
    with pytest.raises(ZelligError, match=r"not asked|without being asked|after the last answer"):
        [answers(system, ITEMS[5:]) for _ in range(100)]
    assert answers(system, ITEMS[:5]) == RIGHT[:5]


def test_a_program_nobody_holds_any_more_is_ended(tmp_path: Path) -> None:
    system = load(tmp_path, ECHO.replace('item["fields"]["text"]', "str(os.getpid())"))
    number = int(answers(system)[0][1])
    assert alive(number)
    del system
    gc.collect()
    assert gone(number)


def test_a_program_that_does_not_want_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zellig.processes.program.GRACE", 0.1)
    body = ECHO.replace('item["fields"]["text"]', "str(os.getpid())") + "\ntime.sleep(60)\n"
    system = load(tmp_path, body)
    number = int(answers(system)[0][1])
    system.close()
    assert gone(number)


def test_a_program_in_the_command_itself() -> None:
    """Far too long for the name of a file."""
    name = shlex.join([sys.executable, "-c", START + ECHO + "# soup" * 1000])
    assert [each.answer for each in load_system(f"cmd:{name}").predict(ITEMS)] == [text for _, text in RIGHT]
    assert describe(f"cmd:{name}")["trained"] is False


SHOWS = """
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "answer": json.dumps(dict(os.environ))}))
"""


def test_a_program_is_given_no_secrets_but_those_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = {
        "ZELLIG_HTTP_KEY": "soup1",
        "OPENAI_API_KEY": "soup2",
        "HTTPS_PROXY": "soup3",
        "MY_KEY": "soup4",
        "PYTHON_TOKEN": "soup5",
    }
    for name, value in {**secrets, "PYTHONPATH": "mine", "LC_TIME": "C"}.items():
        monkeypatch.setenv(name, value)
    bare, named = load(tmp_path, SHOWS), load(tmp_path, SHOWS, "env=MY_KEY,OPENAI_API_KEY")
    (given, more) = (json.loads(str(answers(system, ITEMS[:1])[0][1])) for system in (bare, named))
    assert not secrets.keys() & given.keys()
    assert {"PATH": os.environ["PATH"], "PYTHONPATH": "mine", "LC_TIME": "C"}.items() <= given.items()
    assert secrets.keys() & more.keys() == {"MY_KEY", "OPENAI_API_KEY"}
    # They belong to what the system is by their names; their values are told to nobody.
    assert named.spec.params["env"] == ["MY_KEY", "OPENAI_API_KEY"]
    assert named.fingerprint != bare.fingerprint
    assert "soup" not in repr(msgspec.to_builtins(named.spec))
    before = named.fingerprint
    monkeypatch.setenv("MY_KEY", "soup6")
    assert load(tmp_path, SHOWS, "env=MY_KEY,OPENAI_API_KEY").fingerprint == before


def test_fingerprint_is_of_the_files_it_names(tmp_path: Path) -> None:
    def now(body: str) -> str:
        name = program(tmp_path, body)
        return fingerprint(name, load_system(name))

    assert now(ECHO) == now(ECHO)
    assert now(ECHO) != now(ECHO + "\n")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("cmd:", "names no program"),
        ("cmd:timeout=5", "names no program"),
        ("cmd:no-such-program-anywhere x", "no program 'no-such-program-anywhere'"),
        ("cmd:python 'x", "cannot be taken apart"),
        ("cmd:python a\0b", "has a NUL in it"),
        ("cmd:timeout=soon python x", "timeout='soon'"),
        ("cmd:timeout=0 python x", "timeout='0'"),
        ("cmd:batch=1.5 python x", "batch='1.5'"),
        ("cmd:env=NO_SUCH_VARIABLE python x", "no environment variable 'NO_SUCH_VARIABLE'"),
        ("cmd:env= python x", "not a list of environment variables"),
        ("cmd:env=MY_KEY=soup python x", "not a list of environment variables"),
    ],
)
def test_what_names_no_program(name: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        load_system(name)


def test_there_is_no_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(ZelligError):
        load_system("cmd:cat $(touch harm) ; touch harm").predict(ITEMS)
    assert os.listdir(tmp_path) == []
