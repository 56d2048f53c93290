"""A task of one's own: what a file may say, what is refused and where, and what makes two tasks one."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import zellig
from zellig.errors import ZelligError
from zellig.registry import names
from zellig.tasks.own import hash_of, read_task, text_of

URGENCY = """\
name = "urgency"
question = "How urgent is this message?"
labels = ["low", "normal", "not at all"]
ordered = true
fields = ["subject", "body"]
editable = ["body"]
domain = "service"

[opposites]
low = "not at all"

[spellings]
low = ["p3"]

[[rules]]
phenomenon = "no-hurry"
end = ["There is no hurry."]
promise = "becomes"
value = "low"

[[rules]]
phenomenon = "turned"
transform = "negation"
promise = "flip"
"""


def written(folder: Path, text: str = URGENCY) -> Path:
    path = folder / "urgency.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_a_task(tmp_path: Path) -> None:
    task = read_task(written(tmp_path))
    assert (task.name, task.fields, task.editable) == ("urgency", ("subject", "body"), ("body",))
    assert task.flips == {"low": "not at all", "not at all": "low"}  # a couple is written once
    assert (task.ordered, task.domain, task.about_meaning) == (True, "service", True)
    assert [rule.phenomenon for rule in task.rules] == ["no-hurry", "turned"]
    assert task.spoken_of(task.rules[0]) == ("normal", "not at all")
    assert task.spoken_of(task.rules[1]) == ("low", "not at all")


def test_little_is_enough(tmp_path: Path) -> None:
    task = read_task(written(tmp_path, 'name = "spam"\nquestion = "Is it spam?"\nlabels = ["spam", "no"]\n'))
    assert task.fields == task.editable == ("text",)
    assert not task.flips


def test_what_is_kept_of_a_task_is_the_task(tmp_path: Path) -> None:
    task = read_task(written(tmp_path))
    again = read_task(written(tmp_path, text_of(task)))
    assert again == task
    assert again.spellings == task.spellings
    assert hash_of(again) == hash_of(task)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# nothing", "# a remark", True),
        ('low = ["p3"]', 'low = ["p3", "minor"]', True),  # how others write a label decides nothing
        ('labels = ["low", "normal"', 'labels = ["normal", "low"', False),
        ('"There is no hurry."', '"There is no rush."', False),
        ('domain = "service"', 'domain = "app"', False),
        ("How urgent", "How pressing", False),
    ],
)
def test_what_makes_another_task(tmp_path: Path, old: str, new: str, same: bool) -> None:
    text = f"{URGENCY}# nothing\n"
    one, two = read_task(written(tmp_path, text)), read_task(written(tmp_path, text.replace(old, new)))
    assert (one == two) == (hash_of(one) == hash_of(two)) == same


WRONG = {
    ('"urgency"', '"My Task"'): (1, "name", "small letters"),
    ('"urgency"', '"sentiment"'): (1, "name", "another name"),
    ('"How urgent is this message?"', '" "'): (2, "question", "Ask"),
    ('["low", "normal", "not at all"]', '["low"]'): (3, "labels", "every answer"),
    ('["low", "normal", "not at all"]', '["low", "low", "not at all"]'): (3, "labels", "every answer"),
    ('["low", "normal", "not at all"]', '["low", "unparsed", "not at all"]'): (3, "labels", "reserved"),
    ('["low", "normal", "not at all"]', '["low", "a, b", "not at all"]'): (3, "labels", "without ,"),
    ('["subject", "body"]', '["id", "body"]'): (5, "fields", "none of id"),
    ('["subject", "body"]', '["body", "body"]'): (5, "fields", "text"),
    ('["body"]', '["head"]'): (6, "editable", "subject, body"),
    ('low = "not at all"', 'low = "high"'): (9, "opposites", "low, normal, not at all"),
    ('low = "not at all"', 'low = "low"'): (9, "opposites", "couple"),
    ('low = "not at all"', 'low = "normal"\n"not at all" = "normal"'): (9, "opposites", "two opposites"),
    ('low = ["p3"]', 'high = ["p1"]'): (12, "spellings", "low, normal, not at all"),
    ('low = ["p3"]', 'low = ["Normal"]'): (12, "spellings", "Leave one"),
    ('"no-hurry"', '"No hurry"'): (16, "rules[1].phenomenon", "small letters"),
    ('"turned"', '"no-hurry"'): (22, "rules[2].phenomenon", "another name"),
    ('transform = "negation"\n', ""): (22, "rules[2].phenomenon", "replace, begin or end"),
    ('["There is no hurry."]', '[" "]'): (17, "rules[1].end", "words"),
    ('value = "low"', 'value = "high"'): (19, "rules[1].value", "low, normal, not at all"),
    ('value = "low"\n', ""): (18, "rules[1].promise", "low, normal, not at all"),
    ('"flip"', '"flip"\nonly_if = ["normal"]'): (24, "rules[2].promise", "[opposites]"),
    ('"flip"', '"flip"\nfield = "subject"'): (25, "rules[2].field", "Name one"),
}


@pytest.mark.parametrize(("old", "new"), WRONG)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str) -> None:
    line, field, remedy = WRONG[old, new]
    assert old in URGENCY
    with pytest.raises(ZelligError) as caught:
        read_task(written(tmp_path, URGENCY.replace(old, new, 1)))
    assert (caught.value.line, caught.value.field) == (line, field)
    assert remedy in caught.value.remedy
    assert caught.value.path == str(tmp_path / "urgency.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "it is not a task"),
        ('name = "x"\nquestion = "y?"', "missing required field 'labels'"),
        (f'colour = "red"\n{URGENCY}', "unknown field 'colour'"),
        (URGENCY.replace('"becomes"', '"turns"'), "'turns'"),
        ("\xff", "it is not a task"),
    ],
)
def test_what_is_no_description_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "urgency.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ZelligError) as caught:
        read_task(path)
    assert said in str(caught.value)


def test_the_command_shows_a_task_or_says_what_is_wrong(tmp_path: Path) -> None:
    written(tmp_path)
    shown = zellig("tasks", "show", "urgency.toml", cwd=tmp_path)
    assert shown.returncode == 0
    for words in ("low (p3)", "low to not at all", "any answer: becomes low", "task-rules", "deepwordbug"):
        assert words in " ".join(shown.stdout.split())
    written(tmp_path, URGENCY.replace('"negation"', '"denial"'))
    refused = zellig("tasks", "show", "urgency.toml", cwd=tmp_path)
    assert refused.returncode == 1
    assert "field rules[2].transform: 'denial' is not a transformation" in refused.stderr
    assert "support-intent" in names("tasks")
