"""The client against a stand-in that plays recordings of ACE, and misbehaves as ACE does."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from stand_in import StandIn, answer, lit_edits, recordings, wire_folder
from zellig.errors import ZelligError
from zellig.language.erg import ace as module
from zellig.language.erg.ace import Grammar, ace_version, find_ace, find_erg, open_grammar
from zellig.language.erg.wire import Answer

GOOD = answer(["It rained."], "surface")
RAINED = Answer(("It rained.",))


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


# --- recordings, byte for byte


def record(stand_in: StandIn, shared: Path, files: str, **how: object) -> list[str]:
    """Let the stand-in play a recording; gives the questions of it, one for each answer."""
    folder, task = wire_folder(shared), "parse" if files.endswith("parse") else "generate"
    asked, out, err = ((folder / f"{files}.{kind}").read_bytes() for kind in ("in", "out", "err"))
    if not files.startswith("14"):
        stand_in.answers(task, asked.decode(), out, err, **how)
        return [asked.decode()]
    end = b"\n\n\n" if task == "parse" else b"\n\n"
    lines, parts = asked.decode().splitlines(), out.removesuffix(end).split(end)
    for line, part in zip(lines, parts, strict=True):
        stand_in.answers(task, line, part + end, err, **how)
    return lines


NAMES = [
    f"{n:02}-{task}"
    for n in range(1, 15)
    for task in ("parse", "gen")
    if task == "parse" or n not in (11, 12)
]


@pytest.mark.parametrize("files", NAMES)
def test_recording(stand_in: StandIn, shared: Path, files: str) -> None:
    about = next(each for each in recordings(shared) if each["files"] == files)
    questions = record(stand_in, shared, files)
    client = stand_in.client(about["task"])
    answers = [client.ask(question) for question in questions]
    assert [len(each.results) for each in answers] == about["results"]
    reasons = {each.reason for each in answers}
    assert ("time limit" in reasons) is about["time_limit_hit"]
    assert ("unknown word" in reasons) is (about["error"] == "input EP not in index")
    sent = (wire_folder(shared) / f"{files}.in").read_bytes()
    if files == "02-gen":  # it was sent over several lines; we send one
        assert b"\n" not in stand_in.received().removesuffix(b"\n")
        sent = b" ".join(sent.split()) + b"\n"
    assert stand_in.received() == sent
    assert client.starts == 1


def test_all_names_are_recordings(shared: Path) -> None:
    assert [each["files"] for each in recordings(shared)] == NAMES


def test_options_are_those_of_the_recordings(stand_in: StandIn, shared: Path) -> None:
    for files in ("01-parse", "01-gen"):
        (question,) = record(stand_in, shared, files)
        stand_in.client("parse" if files == "01-parse" else "generate").ask(question)
        about = next(each for each in recordings(shared) if each["files"] == files)
        given = [word.replace(str(stand_in.erg), "erg.dat") for word in stand_in.log()[-2]["start"]]
        assert sorted(given) == sorted(set(about["argv"]) - {"ace"})


def test_everything_through_two_processes(stand_in: StandIn, shared: Path) -> None:
    """What ACE printed is what LIT's run has for the same sentences and edits, whatever came before."""
    other = ("02", "03", "11", "12", "13", "14")  # several readings, or not in the run
    chosen = [each for each in recordings(shared) if each["files"][:2] not in other]
    questions = [record(stand_in, shared, each["files"], chunk=777)[0] for each in chosen]
    edits = lit_edits(shared)
    grammar = stand_in.grammar()
    for about, question in zip(chosen, questions, strict=True):
        if about["task"] == "parse":
            expected = {row["mrs"] for row in edits if row["sentence"] == about["sentence"]}
            assert set(grammar.parse(question).results) == expected
        elif about["phenomenon"] != "native":
            wanted = (about["sentence"], about["phenomenon"])
            (row,) = [row for row in edits if (row["sentence"], row["phenomenon"]) == wanted]
            assert list(grammar.generate(question).results) == row["surfaces"]
    assert (grammar.parser.starts, grammar.generator.starts) == (1, 1)
    grammar.close()
    assert not stand_in.is_alive()


@pytest.mark.parametrize("chunk", [1, 2, 1000])
def test_characters_that_arrive_in_pieces(stand_in: StandIn, shared: Path, chunk: int) -> None:
    (question,) = record(stand_in, shared, "06-gen", chunk=chunk)
    texts = stand_in.client("generate").ask(question).results
    assert any("\N{RIGHT SINGLE QUOTATION MARK}" in text for text in texts)


def test_exit_status_255_after_the_answer(stand_in: StandIn, shared: Path) -> None:
    """A single item without result ends ACE with 255: its answer counts, and a new ACE gives the next."""
    (question,) = record(stand_in, shared, "08-gen", exit=255)
    stand_in.answers("generate", "[ rain ]", GOOD)
    client = stand_in.client("generate")
    assert client.ask(question) == Answer((), "no result")
    assert client.ask("[ rain ]") == RAINED  # whether it is dead by now or not
    assert client.starts == 2


# --- accidents


def test_exit_status_255_instead_of_an_answer(stand_in: StandIn) -> None:
    stand_in.answers("generate", "bad", err=b"out of memory", exit=255)
    stand_in.answers("generate", "cut", GOOD[:30], exit=255)
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate")
    assert client.ask("good") == RAINED
    for question in ("bad", "cut", "bad", "bad", "bad"):  # an ACE that has answered once is never given up
        assert client.ask(question) == Answer((), "crash")
        assert client.ask("good") == RAINED
    assert client.starts == 1 + 2 * 5  # a question is asked again once, of a new process


def test_killed(stand_in: StandIn) -> None:
    stand_in.answers("parse", "bad", signal=int(signal.SIGSEGV))
    stand_in.answers("parse", "good", answer(["[ TOP: h0 ]"], "mrs"))
    client = stand_in.client("parse")
    assert client.ask("bad") == Answer((), "crash")
    assert client.ask("good") == Answer(("[ TOP: h0 ]",))


def test_killed_between_two_questions(stand_in: StandIn) -> None:
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate")
    assert client.ask("good") == RAINED
    os.kill(stand_in.log()[-1]["pid"], signal.SIGKILL)
    assert client.ask("good") == RAINED


def test_one_that_never_answers_is_given_up(stand_in: StandIn) -> None:
    stand_in.answers("parse", "bad", err=b"version mismatch", exit=255)
    client = stand_in.client("parse")
    assert client.ask("bad") == Answer((), "crash")
    assert client.ask("bad") == Answer((), "crash")
    with pytest.raises(ZelligError, match=r"exit code 255, saying 'version mismatch'.*compiled by"):
        client.ask("bad")


@pytest.mark.parametrize("part", [b"", GOOD[:20]])
def test_time_limit(stand_in: StandIn, part: bytes) -> None:
    stand_in.answers("generate", "bad", part, hang=True)
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate", limit=0, patience=2.0)
    began = time.monotonic()
    assert client.ask("bad") == Answer((), "time limit")
    assert time.monotonic() - began < 10
    assert not stand_in.is_alive()
    assert client.ask("good") == RAINED


def test_time_limit_keeps_the_results_that_came(stand_in: StandIn) -> None:
    stand_in.answers("generate", "bad", answer(["It rained.", "It"], "surface")[:-40], hang=True)
    client = stand_in.client("generate", limit=0, patience=2.0)
    assert client.ask("bad") == Answer(("It rained.", "It"), "time limit")


def test_a_late_answer_is_not_taken_for_the_next(stand_in: StandIn) -> None:
    stand_in.answers("generate", "slow", answer(["Late."], "surface"), wait=4.0)
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate", limit=0, patience=2.0)
    assert client.ask("slow") == Answer((), "time limit")
    assert client.ask("good") == RAINED


def test_an_answer_too_many_is_not_taken_for_the_next(stand_in: StandIn) -> None:
    stand_in.answers("generate", "twice", GOOD + answer(["Stale."], "surface"))
    stand_in.answers("generate", "late", GOOD, late=answer(["Stale."], "surface").decode())
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate")
    assert client.ask("twice") == Answer((), "out of step")
    assert client.ask("good") == RAINED
    assert client.ask("late") == RAINED
    time.sleep(0.3)
    assert client.ask("good") == RAINED
    assert client.starts == 3


def test_flood(stand_in: StandIn) -> None:
    body = answer(["It rained."] * 1000, "surface").removesuffix(b"\n\n")
    stand_in.answers("generate", "bad", body, flood=True)
    stand_in.answers("generate", "good", GOOD)
    client = stand_in.client("generate", most_bytes=100_000, most_results=20)
    assert client.ask("bad") == Answer(("It rained.",) * 20, "flood")
    assert not stand_in.is_alive()
    assert client.ask("good") == RAINED


def test_more_results_than_wanted(stand_in: StandIn) -> None:
    stand_in.answers("generate", "many", answer([str(n) for n in range(1000)], "surface"))
    assert stand_in.client("generate", most_results=3).ask("many") == Answer(("0", "1", "2"))


def test_complaints_do_not_block(stand_in: StandIn) -> None:
    stand_in.answers("generate", "good", GOOD, err=b"WARNING: unknown lexeme\n" * 50_000)
    assert stand_in.client("generate").ask("good") == RAINED


def test_a_question_is_one_line(stand_in: StandIn) -> None:
    stand_in.answers("parse", "It rained. It did.", answer([], "mrs"))
    client = stand_in.client("parse")
    assert client.ask(" It rained.\nIt\u2028did.\r\n").reason == "no result"
    assert stand_in.received() == b"It rained. It did.\n"


def test_an_empty_question_is_not_asked(stand_in: StandIn) -> None:
    client = stand_in.client("parse")
    assert client.ask(" \n\0 ") == Answer((), "empty")
    assert client.starts == 0


def test_an_interrupted_question_ends_the_process(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.answers("generate", "bad", GOOD)

    def interrupt(*_: object) -> bool:
        if stand_in.log():
            raise KeyboardInterrupt
        return False

    client = stand_in.client("generate")
    monkeypatch.setattr(module, "is_whole", interrupt)
    with pytest.raises(KeyboardInterrupt):
        client.ask("bad")
    assert not stand_in.is_alive()


def test_ended_with_its_owner(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zellig.processes.program.GRACE", 0.1)
    stand_in.answers("parse", "good", answer([], "mrs"), hang=True)
    client = stand_in.client("parse")
    client.ask("good")
    assert stand_in.is_alive()
    del client
    gc.collect()
    assert not stand_in.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="reads the environment in /proc")
def test_it_is_given_no_keys(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "soup")
    stand_in.answers("parse", "good", answer([], "mrs"))
    with stand_in.grammar() as grammar:
        grammar.parse("good")
        given = Path(f"/proc/{stand_in.log()[-1]['pid']}/environ").read_bytes()
    assert b"PATH=" in given
    assert b"soup" not in given


# --- finding ACE and the image


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A machine without ACE."""
    monkeypatch.delenv("ZELLIG_ACE", raising=False)
    monkeypatch.delenv("ZELLIG_ERG", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return monkeypatch


def test_nothing_is_found(bare: pytest.MonkeyPatch, stand_in: StandIn) -> None:
    assert find_ace() is find_erg() is None
    with pytest.raises(ZelligError, match=r"ACE.*not found.*zellig doctor"):
        open_grammar(erg=stand_in.erg)
    with pytest.raises(ZelligError, match=r"no grammar image.*zellig doctor"):
        open_grammar(stand_in.ace)


def test_found_by_option_variable_and_path(bare: pytest.MonkeyPatch, stand_in: StandIn) -> None:
    assert (find_ace(stand_in.ace), find_erg(stand_in.erg)) == (stand_in.ace, stand_in.erg)
    bare.setenv("PATH", str(stand_in.ace.parent))
    assert find_ace() == stand_in.ace
    bare.setenv("PATH", "")
    bare.setenv("ZELLIG_ACE", str(stand_in.ace))
    bare.setenv("ZELLIG_ERG", str(stand_in.erg))
    assert (find_ace(), find_erg()) == (stand_in.ace, stand_in.erg)
    with open_grammar() as grammar:
        assert isinstance(grammar, Grammar)


def test_wrong_paths(stand_in: StandIn, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"no such file.*ace= or ZELLIG_ACE"):
        find_ace(tmp_path / "nope")
    with pytest.raises(ZelligError, match=r"no such file.*erg= or ZELLIG_ERG"):
        find_erg(tmp_path)
    with pytest.raises(ZelligError, match="may not be run"):
        find_ace(stand_in.erg)


def test_version(stand_in: StandIn, tmp_path: Path) -> None:
    assert ace_version(stand_in.ace) == "0.9.30"
    assert ace_version(stand_in.erg) == ace_version(Path("/bin/true")) == ""


def test_a_program_that_cannot_be_started(stand_in: StandIn) -> None:
    stand_in.ace.write_text("#!/no/such/shell\n", encoding="utf-8")
    with pytest.raises(ZelligError, match=r"cannot be started.*zellig doctor"):
        stand_in.client("parse").ask("It rained.")
