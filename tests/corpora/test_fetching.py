"""Published corpora, from a server and from files of our own: nothing here asks the web."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import zellig
from zellig.corpora import fetching, open_corpus, unpacking
from zellig.corpora.fetching import fetch_published
from zellig.corpora.published import Published, PublishedFile, published
from zellig.errors import ZelligError
from zellig.notices import Notice, hearing
from zellig.registry import names

ROW = '{"sentence1": "It rains", "sentence2": "It is wet", "gold_label": "entailment"}\n'


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "corpora"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """What the server has."""
    folder = tmp_path / "web"
    folder.mkdir()
    return folder


def zipped(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def corpus(address: str, members: str = "", sha256: str = "") -> Published:
    return Published("some", "", "", "", "snli:{folder}:dev", (PublishedFile(address, sha256, members),))


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


def test_every_published_corpus_can_be_opened_by_a_reader() -> None:
    assert set(published()) >= {"sst", "snli", "mnli", "sick", "qasrl-bank", "qanta", "blimp", "bibi2017"}
    for each in published().values():
        reader, colon, _ = each.use.partition(":")
        assert (reader in names("corpora")) if colon else each.use.endswith(".tsv")
        assert all(file.address.startswith("https://") for file in each.files)
        assert all(len(file.sha256) in (0, 64) for file in each.files)
        assert len({file.name for file in each.files}) == len(each.files)
        assert each.licence
        assert each.citation


def test_a_download_is_unpacked_recorded_and_used(web: Path, own_cache: Path) -> None:
    zipped(
        web / "some.zip",
        {"a/snli_dev.jsonl": ROW, "__MACOSX/a/._snli_dev.jsonl": "x", "a/.DS_Store": "x", "a/README": "x"},
    )
    told: list[tuple[str, int, int]] = []
    with serving(web) as address:
        wanted = corpus(f"{address}/some.zip", "*.jsonl")
        folder = fetch_published(wanted, report=lambda *each: told.append(each))
        assert fetch_published(wanted) == folder  # and nobody is asked again
    assert left(folder) == [".fetched.json", "snli_dev.jsonl"]
    assert left(own_cache) == ["some"]
    assert [item.accepted for item in open_corpus(wanted.spec)] == [("entailment",)]
    size = (web / "some.zip").stat().st_size
    assert told[-1] == ("some.zip", size, size)
    record = json.loads((folder / ".fetched.json").read_text())
    assert record == {wanted.files[0].address: hashlib.sha256((web / "some.zip").read_bytes()).hexdigest()}


def test_what_changed_since_the_first_time_is_refused(web: Path) -> None:
    with serving(web) as address:
        wanted = corpus(f"{address}/dev.jsonl")
        (web / "dev.jsonl").write_text(ROW)
        folder = fetch_published(wanted)
        (web / "dev.jsonl").write_text(ROW * 2)
        with pytest.raises(ZelligError, match="fetched the first time"):
            fetch_published(wanted, again=True)
        assert (folder / "dev.jsonl").read_text() == ROW
        (web / "dev.jsonl").write_text(ROW)
        assert fetch_published(wanted, again=True) == folder


def test_another_file_than_the_published_one_is_refused_and_one_of_ones_own_is_warned_of(
    web: Path, own_cache: Path
) -> None:
    (web / "dev.jsonl").write_text(ROW)
    with serving(web) as address:
        wanted = corpus(f"{address}/dev.jsonl", sha256="0" * 64)
        with pytest.raises(ZelligError, match="that was published"):
            fetch_published(wanted)
        assert left(own_cache) == []
        said: list[Notice] = []
        with hearing(said.append):
            fetch_published(wanted, str(web / "dev.jsonl"))
    [notice] = said
    assert notice.kind == "warning"
    assert "sha256 differs" in notice.sentence


def test_no_network_and_no_such_file(own_cache: Path, web: Path) -> None:
    with pytest.raises(ZelligError, match=r"could not be reached.*--from FILE"):
        fetch_published(corpus("http://127.0.0.1:9/some.zip", "*"))
    with serving(web) as address, pytest.raises(ZelligError, match="answers 404"):
        fetch_published(corpus(f"{address}/none.zip", "*"))
    with pytest.raises(ZelligError, match="no such file"):
        fetch_published(corpus("http://127.0.0.1:9/some.zip", "*"), str(web / "none.zip"))
    assert left(own_cache) == []


def test_several_files_come_from_a_folder_or_a_mirror(web: Path) -> None:
    first, second = (PublishedFile(f"https://example.invalid/{name}") for name in ("dev.jsonl", "test.jsonl"))
    wanted = Published("some", "", "", "", "", (first, second))
    for name in ("dev.jsonl", "test.jsonl"):
        (web / name).write_text(ROW)
    assert left(fetch_published(wanted, str(web))) == [".fetched.json", "dev.jsonl", "test.jsonl"]
    with serving(web) as address:
        assert fetch_published(wanted, address)
    with pytest.raises(ZelligError, match=r"Give a folder with dev\.jsonl, test\.jsonl"):
        fetch_published(wanted, str(web / "dev.jsonl"))


def tarred(path: Path, members: dict[str, bytes], link: str = "") -> Path:
    with tarfile.open(path, "w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        if link:
            info = tarfile.TarInfo(link)
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(info)
    return path


def test_compressed_members_of_a_tar(web: Path) -> None:
    path = tarred(web / "some.tar", {"a/orig/dev.jsonl.gz": gzip.compress(ROW.encode()), "a/x/y.gz": b""})
    folder = fetch_published(corpus("https://example.invalid/some.tar", "*/orig/*.jsonl.gz"), str(path))
    assert (folder / "dev.jsonl").read_text() == ROW


def test_a_member_cannot_lead_out_of_the_folder(web: Path, tmp_path: Path) -> None:
    path = zipped(web / "some.zip", {"../../../dev.jsonl": ROW})
    folder = fetch_published(corpus("https://example.invalid/some.zip", "*.jsonl"), str(path))
    assert (folder / "dev.jsonl").read_text() == ROW
    assert not list(tmp_path.glob("*.jsonl"))


def linked(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("dev.jsonl")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return path


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: tarred(path, {}, "a/dev.jsonl"), "is a link"),
        (linked, "is a link"),
        (lambda path: zipped(path, {"a/dev.jsonl": ROW, "b/dev.jsonl": ROW}), "two files of its name"),
        (lambda path: zipped(path, {"a/dev.txt": ROW}), "no file in it fits"),
        (lambda path: tarred(path, {"dev.jsonl.gz": b"no gzip"}), "not an archive that can be read"),
        (lambda path: path.write_bytes(b"PK\x03\x04 nothing") and path, "not an archive that can be read"),
        (lambda path: zipped(path, {"dev.jsonl": ROW * 1000}), "larger than"),
    ],
)
def test_a_bad_archive_leaves_nothing(
    web: Path, own_cache: Path, make: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1000)
    path = make(web / "some.zip")
    with pytest.raises(ZelligError, match=said):
        fetch_published(corpus("https://example.invalid/some.zip", "*.jsonl*"), str(path))
    assert left(own_cache) == []


def test_a_download_has_a_limit(web: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MOST", 10)
    (web / "dev.jsonl").write_text(ROW)
    with serving(web) as address, pytest.raises(ZelligError, match="larger than"):
        fetch_published(corpus(f"{address}/dev.jsonl"))
    assert left(own_cache) == []


def test_the_command_says_how_to_use_it(web: Path, own_cache: Path) -> None:
    path = zipped(web / "mine.zip", {"snli_1.0/snli_1.0_dev.jsonl": ROW})
    done = zellig("corpora", "fetch", "snli", "--from", path)
    assert done.returncode == 0, done.stderr
    assert f"--corpus snli:{own_cache}/snli:dev" in done.stdout
    listed = zellig("corpora", "list").stdout
    assert f"snli  fetched: snli:{own_cache}/snli:dev" in listed
    assert "Breaking NLI" in listed


SENTENCE = {
    "sentenceId": "S1",
    "sentenceTokens": ["Ann", "ate", "the", "soup", "."],
    "verbEntries": {
        "1": {
            "verbIndex": 1,
            "questionLabels": {
                "What did someone eat?": {
                    "answerJudgments": [
                        {"isValid": True, "spans": [[2, 4]]},
                        {"isValid": True, "spans": [[3, 4], [2, 4]]},
                    ]
                },
                "Who was eaten?": {"answerJudgments": [{"isValid": False}]},
            },
        }
    },
}


def test_the_qasrl_bank(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_bytes(msgspec.json.encode(SENTENCE) + b"\n")
    found = open_corpus(f"qasrl-bank:{tmp_path}:dev")
    [item] = found
    assert item.fields == {
        "sentence": "Ann ate the soup .",
        "predicate": "ate",
        "question": "What did someone eat?",
    }
    assert (item.id, item.accepted) == ("S1-1-0", ("the soup", "soup"))
    assert sum(found.skipped.values()) == 1
    path.write_text("{}\n")
    with pytest.raises(ZelligError, match="line 1: it is not a sentence of the QA-SRL Bank"):
        list(found)
