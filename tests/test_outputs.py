"""What is read is never written to, by whatever name; what we did not write is not ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zellig import outputs
from zellig.errors import ZelligError
from zellig.outputs import is_begun, keep_inputs


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in a folder, with another beside it."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name in ("train.txt", "dev.txt"):
        (folder / name).write_text("tea\n")
    return folder / "train.txt"


def test_another_file_may_be_written(corpus: Path, tmp_path: Path) -> None:
    keep_inputs([corpus, tmp_path / "absent"], [corpus.parent / "new.txt", tmp_path / "new/one.txt"])
    keep_inputs([corpus], known=[corpus.parent / "dev.txt"])
    keep_inputs([corpus], [], [tmp_path / "new", tmp_path / "new2"])
    keep_inputs([corpus.parent], [corpus.parent / "new.txt"], [tmp_path / "new"])


def test_a_file_with_something_in_it_is_not_written_over(corpus: Path, tmp_path: Path) -> None:
    there = corpus.parent / "dev.txt"
    (tmp_path / "link").symlink_to(there)
    for path in (there, tmp_path / "link"):
        with pytest.raises(ZelligError, match="already there") as caught:
            keep_inputs([], [path])
        assert (caught.value.path, caught.value.remedy) == (str(path), "Name another file, or remove it.")
    there.write_text("")  # as mktemp leaves it
    keep_inputs([], [there])
    for name in ("page.html", "curve.SVG", "gate.xml"):
        (tmp_path / name).write_text('<testsuites name="zellig check"/>')
        keep_inputs([], [tmp_path / name])
    for name in ("pom.xml", "backup.zip"):  # what people wrote is in them
        (tmp_path / name).write_text("<project/>")
        with pytest.raises(ZelligError, match="already there"):
            keep_inputs([], [tmp_path / name])
    there.write_text("tea\n")
    with there.open("ab") as stream:  # what is appended to with >> is kept
        keep_inputs([], [Path(f"/dev/fd/{stream.fileno()}")])


@pytest.mark.parametrize("name", ["train.txt", "../corpus/train.txt", "symbolic", "hard", "linked/train.txt"])
def test_the_same_file_is_refused_by_any_name(corpus: Path, name: str) -> None:
    (corpus.parent / "symbolic").symlink_to("train.txt")
    (corpus.parent / "hard").hardlink_to(corpus)
    (corpus.parent / "linked").symlink_to(".")
    path = corpus.parent / name
    for read, written in ((corpus, path), (path, corpus)):
        with pytest.raises(ZelligError, match="this is what is read") as caught:
            keep_inputs([read], [written])
        assert caught.value.path == str(written)
        assert caught.value.remedy


@pytest.mark.parametrize("form", ["/dev/fd/{}", "/proc/self/fd/{}"])
@pytest.mark.parametrize("mode", ["ab", "rb"])
def test_a_stream_is_the_file_it_is_redirected_to(corpus: Path, form: str, mode: str) -> None:
    with corpus.open(mode) as file:
        stream = Path(form.format(file.fileno()))
        read, written = (corpus, stream) if mode == "ab" else (stream, corpus)
        with pytest.raises(ZelligError, match="this is what is read"):
            keep_inputs([read], [written])
        if mode == "ab":
            with pytest.raises(ZelligError, match="lies in what is read"):
                keep_inputs([corpus.parent], [written])


def test_letters_that_the_file_system_takes_for_the_same(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, where TRAIN.TXT is the same file, and the system says so."""
    real = os.stat
    monkeypatch.setattr(os, "stat", lambda path: real(str(path).replace("TRAIN.TXT", "train.txt")))
    with pytest.raises(ZelligError, match="this is what is read"):
        keep_inputs([corpus], [corpus.parent / "TRAIN.TXT"])


def test_two_results_need_two_places(corpus: Path, tmp_path: Path) -> None:
    corpus.write_text("")
    (tmp_path / "link").symlink_to(corpus)
    (tmp_path / "hard").hardlink_to(corpus)
    pairs = [
        (tmp_path / "new.txt", tmp_path / "here/../new.txt"),
        (tmp_path / "new.txt", tmp_path / "NEW.txt"),
        (corpus, tmp_path / "link"),
        (corpus, tmp_path / "hard"),
    ]
    for pair in pairs:
        with pytest.raises(ZelligError, match="two results"):
            keep_inputs([], pair)
    keep_inputs([], [Path("/dev/null"), Path("/dev/null")])


def test_devices_and_pipes_cannot_be_destroyed() -> None:
    for name in ("/dev/null", "/dev/tty"):
        keep_inputs([Path(name)], [Path(name)])
    reading, writing = os.pipe()
    try:
        keep_inputs([Path(f"/dev/fd/{reading}")], [Path(f"/dev/fd/{writing}")])
    finally:
        os.close(reading)
        os.close(writing)


def test_a_file_of_a_folder_that_is_read_stays_unless_it_is_a_report(corpus: Path) -> None:
    folder = corpus.parent
    for name in ("report.html", "curve.SVG"):
        (folder / name).write_text("old")
        keep_inputs([folder], [folder / name])
    (folder / "page.html").symlink_to("train.txt")
    for path in (corpus, folder / "page.html"):
        with pytest.raises(ZelligError, match="this file lies in what is read"):
            keep_inputs([folder], [path])


def test_folders_are_kept_apart(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(corpus.parent)
    said = {
        corpus.parent: "this is what is read",
        tmp_path / "link": "this is what is read",
        corpus.parent / "new": "this folder lies in what is read",
        tmp_path / "link/new/deep": "this folder lies in what is read",
        tmp_path: "what is read lies in this folder",
        corpus: "this is not a folder",
        Path("/dev/null"): "this is not a folder",
        Path(): "the folder you are in",
        Path("../here"): "the folder you are in",
    }
    for path, what in said.items():
        with pytest.raises(ZelligError, match=what):
            keep_inputs([corpus.parent], [], [path])
    with pytest.raises(ZelligError, match="what is read lies in this folder"):
        keep_inputs([corpus], [], [corpus.parent])


def test_a_file_cannot_be_written_where_a_folder_is(corpus: Path) -> None:
    for path in (corpus.parent, Path()):  # an empty name is the second
        with pytest.raises(ZelligError, match=r"this is a folder.*Name a file"):
            keep_inputs([], [path])


@pytest.mark.parametrize(("name", "remedy"), [("x" * 300, "shorter"), ("train.txt/new", "is a file")])
def test_a_place_that_cannot_be_written_to_is_told_at_once(corpus: Path, name: str, remedy: str) -> None:
    with pytest.raises(ZelligError, match=remedy) as caught:
        keep_inputs([], [corpus.parent / name])
    assert caught.value.path == str(corpus.parent / name)


def test_an_input_that_cannot_be_looked_at_is_left_to_who_reads_it(tmp_path: Path) -> None:
    keep_inputs(
        [tmp_path / ("x" * 300), tmp_path / "a\0b", *map(Path, ("/dev/fd/987", "/dev/fd/99999999999"))],
        [tmp_path / "new"],
    )


def test_a_folder_is_ours_by_its_mark_or_because_it_is_empty(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    assert not is_begun(folder, ["mark"], "a run")
    folder.mkdir()
    (folder / "checkpoints").mkdir()
    for name in (".zellig-1.part", "checkpoints/.zellig-1.part"):
        (folder / name).touch()
        assert not is_begun(folder, ["mark"], "a run")
    (tmp_path / "link").symlink_to(folder)
    assert not is_begun(tmp_path / "link", ["mark"], "a run")
    (folder / "link").symlink_to("checkpoints")
    with pytest.raises(ZelligError, match="is not a run"):
        is_begun(folder, ["mark"], "a run")
    (folder / "link").unlink()
    (folder / "thesis.txt").touch()
    with pytest.raises(ZelligError, match=r"this exists and is not a run.*new or empty"):
        is_begun(folder, ["mark"], "a run")
    with pytest.raises(ZelligError, match="is not a run"):
        is_begun(folder / "thesis.txt", ["mark"], "a run")
    (folder / "mark").touch()
    assert is_begun(folder, ["other", "mark"], "a run")


def test_no_reader_reads_what_may_be_replaced_anywhere() -> None:
    """Reports are of our own making: no format that we read has such an ending."""
    from zellig.corpora.summary import all_readers

    forms = {f".{form}" for reader in all_readers() for form in reader.forms}
    assert not forms & {*outputs.REPORTS, outputs.OF_TESTS}
