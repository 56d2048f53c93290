"""A folder of texts: what is found, and what is no such folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tantivy

from zellig.errors import ZelligError
from zellig.systems import search_index
from zellig.systems.question_words import words
from zellig.systems.search_index import Document, SearchIndex, write_index

TEXTS = ("The tin drum of Ashmoor.", "A drum of tin.", "Soup in a tin.", "Nothing else.")


def document(number: int, text: str) -> Document:
    return Document(text, words(text), number, number % 2, number + 100, f"text {number}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("texts")
    write_index(made, [document(number, text) for number, text in enumerate(TEXTS)])
    return made


def found(index: SearchIndex, text: str, phrase_weight: float = 1.0, most: int = 9) -> list[int]:
    return [hit.answer for hit in index.search(words(text), phrase_weight, most)]


def test_the_text_with_most_of_the_words_is_first(folder: Path) -> None:
    index = SearchIndex(folder)
    assert index.documents == len(TEXTS)
    assert (index.frequency("tin"), index.frequency("soup"), index.frequency("zzz")) == (3, 1, 0)
    assert found(index, "tin drum") == [0, 1, 2]
    assert found(index, "tin drum", most=2) == [0, 1]
    assert found(index, "soup") == [2]
    assert found(index, "zzz") == found(index, "") == found(index, "the of") == []
    (hit, *_) = index.search(words("tin drum"), 1.0, 1)
    assert (hit.answer, hit.kind, hit.key) == (0, 0, 100)
    assert index.text(hit) == (TEXTS[0], "text 0")


def test_two_words_in_a_row_decide_where_they_count(folder: Path) -> None:
    index = SearchIndex(folder)
    assert found(index, "tin drum", 0.0) == [1, 0, 2]  # the shorter one is more about them
    assert found(index, "tin drum", 1.0) == [0, 1, 2]
    assert found(index, "drum of", 0.0) == found(index, "drum of", 1.0) == [1, 0]  # both have both


def test_of_a_very_long_text_the_last_words_are_asked(folder: Path) -> None:
    index = SearchIndex(folder)
    others = " ".join(f"word{number}" for number in range(2 * search_index.MOST))
    assert found(index, f"{others} soup") == [2]
    assert found(index, f"soup {others}") == []


def test_words_of_any_length_and_script(tmp_path: Path) -> None:
    texts = ["x" * 100_000, "この質問には答えがない。", "🍞", "", " ".join(f"w{n}" for n in range(20_000))]
    write_index(tmp_path, [document(number, text) for number, text in enumerate(texts)])
    index = SearchIndex(tmp_path)
    assert found(index, texts[0]) == [0]
    assert found(index, texts[1]) == [1]
    assert found(index, texts[4]) == [4]
    (hit,) = index.search(words(texts[4]), 1.0, 1)
    assert index.text(hit)[0] == texts[4]


def test_opening_writes_nothing(folder: Path) -> None:
    before = sorted(folder.iterdir())
    index = SearchIndex(folder)
    (hit, *_) = index.search(["soup"], 1.0, 1)
    assert index.text(hit)[0] == TEXTS[2]
    assert sorted(folder.iterdir()) == before


def test_a_lock_that_comes_late_is_removed_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def late(room: str, *, ignore_errors: bool) -> None:
        calls.append(room)
        if len(calls) > 1:
            removed(room, ignore_errors=ignore_errors)

    removed = shutil.rmtree
    monkeypatch.setattr(shutil, "rmtree", late)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    SearchIndex(folder)
    assert len(calls) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["term", "idx", "pos", "store", "fast", "fieldnorm"])
def test_a_damaged_file_is_refused_before_it_is_read(folder: Path, tmp_path: Path, ending: str) -> None:
    """Tantivy would take what it finds for the length of something, and might end the process."""
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (path,) = copy.glob(f"*.{ending}")
    raw = path.read_bytes()
    for damaged in (b"", raw[:-1], raw[:5], bytes([raw[0] ^ 1]) + raw[1:], raw[:-4] + bytes(4), raw + raw):
        path.write_bytes(damaged)
        with pytest.raises(ZelligError, match=rf"{ending}: the index cannot be used \(it is damaged\)"):
            SearchIndex(copy)
    path.write_bytes(raw)
    assert SearchIndex(copy).documents == len(TEXTS)


def test_a_document_about_nothing_is_refused(tmp_path: Path) -> None:
    builder = search_index._schema()
    index = tantivy.Index(builder, path=str(tmp_path))
    writer = index.writer(15_000_000, 1)
    writer.add_document(tantivy.Document(words="soup", phrases="", text=b"Soup.", origin=b""))
    writer.commit()
    writer.wait_merging_threads()
    with pytest.raises(ZelligError, match="a document is about nothing"):
        SearchIndex(tmp_path).search(["soup"], 1.0, 1)


def test_what_is_no_such_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("soup")
    (tmp_path / "other").mkdir()
    tantivy.Index(builder.build(), path=str(tmp_path / "other"))
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged/meta.json").write_text("{}")
    for name in ("empty", "other", "damaged"):
        with pytest.raises(
            ZelligError, match=r"the index cannot be used \(.*Make it again: zellig quiz index"
        ):
            SearchIndex(tmp_path / name)
    with pytest.raises(ZelligError, match="no such file or folder"):
        SearchIndex(tmp_path / "none")
