"""Lines with their numbers, whatever the bytes are; files that appear whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zellig import files
from zellig.errors import ZelligError
from zellig.files import (
    adopt,
    list_folder,
    read_blocks,
    read_lines,
    read_whole,
    reading,
    sha256_of,
    stream_of,
    write_json,
    write_text,
    write_whole,
)

same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
# What may stand inside a line: anything but its end, NUL, and a carriage return at the end of the line.
line_texts = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0"))


def put(folder: Path, raw: bytes) -> Path:
    path = folder / "some.txt"
    path.write_bytes(raw)
    return path


def refusal(path: Path) -> ZelligError:
    with pytest.raises(ZelligError) as caught:
        list(read_lines(path))
    return caught.value


@same_folder
@given(lines=st.lists(line_texts), block=st.integers(1, 40), end=st.sampled_from(["\n", "\r\n"]))
def test_lines_come_back_whatever_the_size_of_blocks(
    tmp_path: Path, lines: list[str], block: int, end: str
) -> None:
    path = put(tmp_path, "".join(line + end for line in lines).encode())
    expected = [line.removeprefix("\ufeff") if number == 0 else line for number, line in enumerate(lines)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "BLOCK", block)
        assert list(read_lines(path)) == list(enumerate(expected, start=1))


@same_folder
@given(raw=st.binary(max_size=200), block=st.integers(1, 40))
def test_blocks_are_the_file_cut_at_line_ends(tmp_path: Path, raw: bytes, block: int) -> None:
    path = put(tmp_path, raw)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "BLOCK", block)
        blocks = list(read_blocks(path))
    assert b"".join(part for _, part in blocks) == raw
    assert all(part.endswith(b"\n") for _, part in blocks[:-1])
    done = 0
    for first, part in blocks:
        assert first == 1 + done
        done += part.count(b"\n")


def test_packed_lines_are_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BLOCK", 5)
    path = tmp_path / "words.txt.gz"
    path.write_bytes(gzip.compress("Möwe\nAmsel\nStar".encode()))
    assert list(read_lines(path)) == [(1, "Möwe"), (2, "Amsel"), (3, "Star")]


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (gzip.compress(b"words\n" * 99, mtime=0)[:-9], 100),
        (gzip.compress(b"words", mtime=0)[:12] + b"\xff" * 9, 1),
    ],
)
def test_what_cannot_be_unpacked(tmp_path: Path, raw: bytes, line: int) -> None:
    path = tmp_path / "words.gz"
    path.write_bytes(raw)
    said = rf"words\.gz, line {line}: it is cut off, or is not what gzip makes \(.+\)\. Get the file again"
    with pytest.raises(ZelligError, match=said):
        list(read_lines(path))


def test_a_last_line_without_an_end_counts(tmp_path: Path) -> None:
    assert list(read_lines(put(tmp_path, b"tea\n\nmilk"))) == [(1, "tea"), (2, ""), (3, "milk")]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    assert list(read_lines(put(tmp_path, b""))) == []


def test_only_the_line_feed_ends_a_line(tmp_path: Path) -> None:
    text = "tea\x85with\u2028milk\u2029and\x0bno\x0csugar\x1c.\rreally"
    assert list(read_lines(put(tmp_path, f"{text}\n".encode()))) == [(1, text)]


def test_byte_order_mark_goes_only_from_the_start(tmp_path: Path) -> None:
    path = put(tmp_path, "\ufefftea\n\ufeffmilk\n".encode())
    assert list(read_lines(path)) == [(1, "tea"), (2, "\ufeffmilk")]


def test_nul_byte_has_a_place(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, b"tea\nmi\0lk\n"))
    assert (error.line, error.column) == (2, 3)
    assert "NUL" in error.what
    assert "UTF-8" in error.remedy


def test_utf16_is_named_as_a_possible_cause(tmp_path: Path) -> None:
    assert "UTF-16" in refusal(put(tmp_path, "tea\n".encode("utf-16-le"))).remedy


def test_latin_1_has_a_place_and_a_remedy(tmp_path: Path) -> None:
    error = refusal(put(tmp_path, "tea\ncafé\n".encode("latin-1")))
    assert (error.line, error.column) == (2, 4)
    assert "0xe9" in error.what
    assert "iconv -f cp1252" in error.remedy


def test_another_encoding_on_request(tmp_path: Path) -> None:
    path = put(tmp_path, "café\n".encode("latin-1"))
    assert list(read_lines(path, "latin-1")) == [(1, "café")]


def test_a_line_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 100)
    monkeypatch.setattr(files, "BLOCK", 16)
    path = put(tmp_path, b"short\nshort\n" + b"x" * 500)
    error = refusal(path)
    assert error.line == 3
    assert "line ends" in error.remedy


def test_the_longest_line_that_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 100)
    monkeypatch.setattr(files, "BLOCK", 16)
    assert [len(text) for _, text in read_lines(put(tmp_path, b"x" * 100))] == [100]


@pytest.mark.parametrize("kind", ["missing", "folder"])
def test_what_cannot_be_read_is_named(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "there"
    if kind == "folder":
        path.mkdir()
    error = refusal(path)
    assert error.path == str(path)
    assert error.remedy == "Check the path."


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "half \ud800"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    error = refusal(tmp_path / name)
    assert error.path is not None
    assert "\0" not in error.path
    assert error.remedy.startswith(("Check the path", "Leave out"))


def test_the_folder_that_is_locked_is_the_one_to_unlock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "tea room"
    monkeypatch.setattr(os, "access", lambda path, mode: not Path(path).is_relative_to(locked))
    with pytest.raises(ZelligError) as caught, reading(locked / "menus" / "monday.txt"):
        raise PermissionError
    assert caught.value.remedy == f"Give yourself read permission (chmod u+rX '{locked}')."


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    error = refusal(tmp_path / "pipe")
    assert "a pipe or a device" in error.what
    assert "Save" in error.remedy


def test_a_device_without_an_end_is_refused() -> None:
    assert "a pipe or a device" in refusal(Path("/dev/zero")).what
    with pytest.raises(ZelligError, match="a pipe or a device"):
        read_whole(Path("/dev/zero"))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(2**40)  # takes no room on the disk
    with pytest.raises(ZelligError, match=r"it has 1,099,511,627,776 bytes"):
        read_whole(tmp_path / "large")


def test_a_folder_is_listed_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b", "a", ".hidden", "c"):
        (tmp_path / name).touch()
    assert [path.name for path in list_folder(tmp_path)] == ["a", "b", "c"]


def test_a_file_is_not_listed_as_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="this is a file, not a folder"):
        list_folder(put(tmp_path, b""))


def test_a_hash_of_a_folder_is_of_names_and_contents(tmp_path: Path) -> None:
    def folder(name: str, **files: str) -> Path:
        for file, text in files.items():
            (tmp_path / name / file.replace("_", "/")).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file.replace("_", "/")).write_text(text)
        return tmp_path / name

    first = sha256_of(folder("one", soup="hot", deep_tea="green"))
    assert sha256_of(folder("same", deep_tea="green", soup="hot")) == first
    others = [
        folder("content", soup="cold", deep_tea="green"),
        folder("name", soup="hot", deep_milk="green"),
        folder("place", soup="hot", tea="green"),
        folder("more", soup="hot", deep_tea="green", bread=""),
    ]
    assert len({first, *map(sha256_of, others)}) == 5
    (tmp_path / "same/.hidden").write_text("x")
    (tmp_path / "same/round").symlink_to(tmp_path / "same")
    assert sha256_of(tmp_path / "same") == first
    assert sha256_of(tmp_path / "one/soup") == hashlib.sha256(b"hot").hexdigest()
    with pytest.raises(ZelligError, match="no such file"):
        sha256_of(tmp_path / "nothing")


def test_written_file_appears_with_its_folders_and_ordinary_permissions(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tea.txt"
    mask = os.umask(0o027)
    try:
        write_text(path, "grün")
    finally:
        os.umask(mask)
    assert path.read_bytes() == "grün".encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(path.parent.iterdir()) == [path]


def test_json_is_indented_and_ends_its_last_line(tmp_path: Path) -> None:
    write_json(tmp_path / "tea.json", {"tea": ["grün", 1]})
    assert (tmp_path / "tea.json").read_text(encoding="utf-8") == (
        '{\n  "tea": [\n    "grün",\n    1\n  ]\n}\n'
    )


def write_half(path: Path, error: type[BaseException]) -> None:
    with write_whole(path) as file:
        file.write(b"half")
        raise error("stop")


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, ZelligError])
def test_nothing_is_left_after_an_error(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error, match="stop"):
        write_half(tmp_path / "tea.txt", error)
    assert list(tmp_path.iterdir()) == []


def test_the_old_file_stays_after_an_error(tmp_path: Path) -> None:
    path = put(tmp_path, b"old")
    with pytest.raises(ValueError, match="stop"):
        write_half(path, ValueError)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_seen_under_the_name_before_the_end(tmp_path: Path) -> None:
    path = put(tmp_path, b"old")
    with write_whole(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    occupied = put(tmp_path, b"")
    with pytest.raises(ZelligError) as caught:
        write_text(occupied / "tea.txt", "tea")
    assert caught.value.path == str(occupied / "tea.txt")
    assert "could not be written" in caught.value.what
    assert caught.value.remedy


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    with pytest.raises(ZelligError, match="could not be written"):
        write_text(tmp_path / "report", "tea")
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write_text(Path("/dev/null"), "gone")
    assert Path("/dev/null").is_char_device()


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path = put(tmp_path / "far", b"old")
    for name, target in (
        ("link", path),
        ("second", tmp_path / "link"),
        ("dangling", tmp_path / "far/new.txt"),
    ):
        (tmp_path / name).symlink_to(target)
    write_text(tmp_path / "second", "new")
    write_text(tmp_path / "dangling", "tea")
    assert path.read_text() == "new"
    assert (tmp_path / "far/new.txt").read_text() == "tea"
    assert all((tmp_path / name).is_symlink() for name in ("link", "second", "dangling"))
    names = {"far", "some.txt", "new.txt", "link", "second", "dangling"}
    assert {entry.name for entry in tmp_path.rglob("*")} == names


STREAMS = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"]


@pytest.mark.parametrize("name", STREAMS)
def test_a_redirected_stream_is_written_to_and_what_was_there_stays(tmp_path: Path, name: str) -> None:
    path = put(tmp_path, b"old\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    code = (
        "import sys; from pathlib import Path; from zellig.files import write_text;"
        "write_text(Path(sys.argv[1]), 'new\\n'); print('said')"
    )
    with path.open("ab") as file:
        subprocess.run([sys.executable, "-c", code, name], stdout=file, cwd=tmp_path, check=True)
    assert path.read_bytes() == b"old\nnew\nsaid\n"
    assert {entry.name for entry in tmp_path.iterdir()} == {"some.txt", "link"}
    assert Path("/dev/stdout").is_symlink()


def test_streams_are_known_by_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/stderr")
    (tmp_path / "loop").symlink_to("loop")
    found = [stream_of(name) for name in ("/dev/stdin", "/dev/stdout", tmp_path / "link", "/dev/fd/17")]
    assert found == [0, 1, 2, 17]
    others = ("/dev/null", "/dev/fd", "/dev/fd/x", "stdout", "", "..", tmp_path / "loop", tmp_path / "none/x")
    assert [stream_of(name) for name in others] == [None] * len(others)


@pytest.mark.parametrize("number", ["987", "9999999999", "9" * 200, "9" * 5000])
def test_a_stream_that_is_closed_gets_a_sentence(number: str) -> None:
    with pytest.raises(ZelligError, match="could not be written"):
        write_text(Path(f"/dev/fd/{number}"), "tea")


def test_folders_that_were_made_for_a_file_go_with_it(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for folder in ("there", "there/new/folder"):
        with pytest.raises(ValueError, match="stop"):
            write_half(tmp_path / folder / "tea.txt", ValueError)
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["there"]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("x" * 300, "shorter"),
        ("y" * 300 + "/tea.txt", "shorter"),
        ("some.txt/tea.txt", "a part of this path is a file"),
        ("some.txt/new/tea.txt", "a part of this path is a file"),
    ],
)
def test_a_name_that_cannot_be_gets_a_remedy_before_any_work(tmp_path: Path, name: str, remedy: str) -> None:
    put(tmp_path, b"")
    with pytest.raises(ZelligError) as caught, write_whole(tmp_path / name):
        pytest.fail("it was opened")
    assert caught.value.path == str(tmp_path / name)
    assert remedy in caught.value.remedy.lower()
    assert [path.name for path in tmp_path.iterdir()] == ["some.txt"]


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    write_text(tmp_path / ("x" * 255), "tea")
    assert [path.name for path in tmp_path.iterdir()] == ["x" * 255]


def test_the_mask_of_the_process_is_never_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two calls, a file of another thread would get the wrong mode."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the mask was set"))
    write_text(tmp_path / "tea.txt", "tea")


def test_files_that_others_wrote_get_the_usual_mode_and_are_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = put(tmp_path, b"")
    secret.chmod(0o600)
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    mask = os.umask(0o027)
    try:
        adopt(tmp_path)
    finally:
        os.umask(mask)
    assert secret.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [secret]
    assert synced == [secret.stat().st_ino]


# -- packed files


def test_a_packed_file_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "some.txt.gz"
    path.write_bytes(gzip.compress(b"tea\n") + gzip.compress(b"milk"))  # gzip lets files be joined
    assert list(read_lines(path)) == [(1, "tea"), (2, "milk")]
    path.write_bytes(b"")
    assert list(read_lines(path)) == []


@pytest.mark.parametrize("cut", [1, 5, 9, 25, 400, -9, -1])
def test_a_packed_file_that_is_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "some.txt.gz"
    path.write_bytes(gzip.compress("".join(f"tea {number}\n" for number in range(500)).encode())[:cut])
    found = refusal(path)
    assert found.what.startswith("it is cut off, or is not what gzip makes")
    assert found.path == str(path)
    assert (found.line or 0) > (100 if cut == 400 else 0)


def test_what_only_begins_as_if_it_were_packed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.txt.gz"
    path.write_bytes(b"\x1f\x8b\x08\x00" + b"\xff" * 40)
    assert "not what gzip makes" in refusal(path).what


def test_what_we_write_under_the_name_of_a_packed_file_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "some.txt.gz"
    write_text(path, "tea\n")
    assert list(read_lines(path)) == [(1, "tea")]


def test_a_packed_file_that_grows_without_measure_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PLENTY", 1000)
    monkeypatch.setattr(files, "BLOCK", 100)
    path = tmp_path / "some.txt.gz"
    path.write_bytes(gzip.compress(b"tea\n" * 250))  # many times its size, and no more than plenty
    assert sum(1 for _ in read_lines(path)) == 250
    path.write_bytes(gzip.compress(b"tea\n" * 100_000))
    assert "far too much for its size" in refusal(path).what
