"""Tasks by name and by file, and how files find the task that they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig import registry
from zellig.corpora import corpus_of, open_corpus
from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing
from zellig.tasks import get_task
from zellig.tasks.finding import TASK, keep_task, name_of, stated, task_of_file

SPAM = 'name = "spam"\nquestion = "Is it spam?"\nlabels = ["spam", "ham"]\n'
OTHER = SPAM.replace("ham", "fine")


def written(path: Path, text: str = SPAM) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in another process."""
    monkeypatch.setattr(registry, "_brought", {})


def test_a_task_that_was_read_has_its_name(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match=r"'spam' is not one of the tasks.*task=.FILE"):
        get_task("spam")
    task = get_task(str(written(tmp_path / "mine.toml")))
    assert get_task("spam") == task == get_task(tmp_path / "mine.toml")
    assert name_of(str(tmp_path / "mine.toml")) == name_of("spam") == "spam"
    assert name_of("sentiment") == "sentiment"


def test_one_name_is_one_task(tmp_path: Path) -> None:
    first = written(tmp_path / "a" / "spam.toml")
    get_task(first)
    get_task(written(tmp_path / "b" / "spam.toml", f"# a copy\n{SPAM}"))
    with pytest.raises(ZelligError, match="another task 'spam' than the one in") as caught:
        get_task(written(tmp_path / "c" / "spam.toml", OTHER))
    assert str(first) in str(caught.value)
    assert get_task("spam").labels == ("spam", "ham")
    assert get_task(written(first, OTHER)).labels == get_task("spam").labels == ("spam", "fine")


def test_new_spellings_count_at_once(tmp_path: Path) -> None:
    mine = written(tmp_path / "spam.toml", SPAM + '[spellings]\nspam = ["junk"]\n')
    get_task(mine)
    written(mine, SPAM + '[spellings]\nspam = ["junk", "trash"]\n')
    assert get_task(mine).spellings == get_task("spam").spellings == {"spam": ("junk", "trash")}
    get_task(written(tmp_path / "copy" / "spam.toml"))
    assert not get_task("spam").spellings
    assert get_task("spam").file == str(mine)  # so that it may be written anew
    assert get_task(written(mine, OTHER)).labels == ("spam", "fine")


def test_a_table_is_read_by_the_task_as_it_is_now(tmp_path: Path) -> None:
    table = tmp_path / "mails.csv"
    table.write_text("text,label\nBuy now and save.,0\nSee you at noon.,1\n", encoding="utf-8")
    mine = tmp_path / "spam.toml"
    for labels in (("spam", "ham"), ("ham", "spam")):
        text = SPAM.replace('"spam", "ham"', '"{}", "{}"'.format(*labels))
        written(mine, f"{text}ordered = true\n")
        assert [item.accepted[0] for item in corpus_of(str(table), task=str(mine))] == list(labels)
    table.write_text("text,label\nBuy now and save.,junk\nSee you at noon.,ham\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="not clear"):
        corpus_of(str(table), task=str(written(mine)))
    written(mine, SPAM + '[spellings]\nspam = ["junk"]\n')
    assert [item.accepted[0] for item in corpus_of(str(table), task=str(mine))] == ["spam", "ham"]


def test_a_file_finds_its_task_beside_it_and_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = get_task(written(tmp_path / "mine.toml"))
    keep_task(task, tmp_path / "run")
    forget(monkeypatch)
    deep = tmp_path / "run" / "predictions" / "bag" / "noise.jsonl"
    assert task_of_file("spam", deep) == task
    forget(monkeypatch)
    assert task_of_file("spam", tmp_path / "run" / "dev.jsonl") == task
    forget(monkeypatch)
    with pytest.raises(ZelligError, match="not one of the tasks"):
        task_of_file("spam", tmp_path / "dev.jsonl")
    with pytest.raises(ZelligError, match="not one of the tasks"):
        task_of_file("toxicity", deep)  # the task that lies there is another one


def test_a_file_may_name_a_description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "data" / "mine.toml")
    assert task_of_file("mine.toml", tmp_path / "data" / "mapping.toml").name == "spam"
    forget(monkeypatch)
    monkeypatch.chdir(tmp_path / "data")
    assert task_of_file("mine.toml", tmp_path / "mapping.toml").name == "spam"


def test_another_task_beside_a_file_than_the_one_given_is_refused(tmp_path: Path) -> None:
    get_task(written(tmp_path / "mine.toml"))
    written(tmp_path / "run" / TASK, OTHER)
    with pytest.raises(ZelligError, match="another task 'spam'"):
        task_of_file("spam", tmp_path / "run" / "pairs" / "noise.jsonl")


def test_our_tasks_leave_no_trace(tmp_path: Path) -> None:
    keep_task(get_task("support-intent"), tmp_path)
    assert not list(tmp_path.iterdir())
    assert stated(get_task("nli")) == {"task": "nli"}
    assert stated(get_task(written(tmp_path / "mine.toml"))).keys() == {"task", "task_hash"}


def test_workers_know_the_task(tmp_path: Path) -> None:
    get_task(written(tmp_path / "mine.toml"))
    with open_engine(workers=2) as engine:
        known = list(engine.in_order(get_task, ["spam", "nli"]))
    assert [task.labels for task in known] == [("spam", "ham"), get_task("nli").labels]


def test_a_table_takes_the_task_beside_it_or_the_one_that_a_mapping_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = written(tmp_path / "mails.csv", "text,label\nWin a prize!,Spam\nSee you at noon.,ham\n")
    described = written(tmp_path / TASK)
    corpus = open_corpus(str(table))
    assert corpus.task == "spam"
    assert [item.accepted for item in corpus] == [("spam",), ("ham",)]
    forget(monkeypatch)
    described.rename(tmp_path / "mine.toml")
    mapping = written(tmp_path / "m.toml", 'task = "mine.toml"\nlabel = "label"\n[fields]\ntext = "text"\n')
    with pytest.raises(ZelligError, match="not clear which of Spam, ham"):
        open_corpus(str(table))
    assert open_corpus(str(table), task=str(tmp_path / "mine.toml")).task == "spam"
    forget(monkeypatch)
    with pytest.raises(ZelligError, match=r"'Spam'.*spam, ham"):
        list(open_corpus(str(table), mapping))  # a mapping that says everything leaves nothing to guess
    written(table, "text,label\nWin a prize!,spam\n")
    assert open_corpus(str(table), mapping).task == "spam"
    forget(monkeypatch)
    written(tmp_path / "mine.toml", "name = 1")
    with pytest.raises(ZelligError, match=r"mine\.toml: it is not a task"):
        open_corpus(str(table), mapping)


def test_what_other_programs_call_so_is_left_aside(tmp_path: Path) -> None:
    table = written(tmp_path / "mails.csv", "text,sentiment\nWhat a treat!,positive\nA bore.,negative\n")
    foreign = written(tmp_path / TASK, '[build]\ncommand = "make"\n')
    said: list[Notice] = []
    with hearing(said.append):
        assert open_corpus(str(table)).task == "sentiment"
    assert any(f"{foreign} is left aside" in notice.sentence for notice in said)
    with pytest.raises(ZelligError, match="it is not a task"):
        open_corpus(str(table), task=str(foreign))  # it was asked for
    with pytest.raises(ZelligError, match="not one of the tasks"):
        task_of_file("spam", tmp_path / "dev.jsonl")
