"""A folder of texts that can be searched by words and by two words in a row (BM25, by tantivy)."""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import msgspec
import tantivy
from tantivy import Occur, Query

from zellig.decoding import FAULTS
from zellig.errors import ZelligError
from zellig.files import list_folder, reading
from zellig.systems.question_words import phrases, telling

HEAP = 250_000_000  # bytes that the writer collects before it writes
MOST = 400  # different words of a query, and as many phrases: the last ones of a longer text
LONGEST = 40  # characters of a word that is indexed
ATTEMPTS = 10  # to remove a folder

_WORDS, _PHRASES, _TEXT, _ORIGIN = "words", "phrases", "text", "origin"
_ANSWER, _KIND, _KEY = "answer", "kind", "key"

_PARTS = (".term", ".idx", ".pos", ".store", ".fast", ".fieldnorm")
_LAST = struct.Struct(
    "<II"
)  # of a file of tantivy: how long its footer is, and a number by which it is known
_KNOWN_BY = 1337


class Document(NamedTuple):
    """A text, the numbers of the answer that it speaks of and of its kind, its key, and where it is from."""

    text: str
    words: Sequence[str]
    answer: int
    kind: int
    key: int
    origin: str


class Hit(NamedTuple):
    """A document that was found; the address leads to its text."""

    score: float
    answer: int
    kind: int
    key: int
    address: tantivy.DocAddress


def write_index(folder: Path, documents: Iterable[Document]) -> None:
    """Write the documents into a folder that is empty."""
    with _said(folder):
        index = tantivy.Index(_schema(), path=str(folder))
        # With one thread documents are numbered as they come, so that hits of equal score have one order.
        writer = index.writer(HEAP, 1)
        for each in documents:
            writer.add_document(
                tantivy.Document(
                    words=" ".join(word[:LONGEST] for word in telling(each.words)),
                    phrases=" ".join(phrases(each.words)),
                    answer=each.answer,
                    kind=each.kind,
                    key=each.key,
                    text=each.text.encode(),
                    origin=each.origin.encode(),
                )
            )
        writer.commit()
        writer.wait_merging_threads()


class SearchIndex:
    """A folder of texts, open."""

    def __init__(self, folder: Path) -> None:
        """Refuses what is not such a folder.

        Where tantivy opens an index it writes a lock, and the folder may be somebody else's: it is shown the
        files in a folder of its own, which it needs no more when all are open.
        """
        self._folder = folder
        with ThreadPoolExecutor() as pool:  # what takes time leaves other threads alone
            list(pool.map(_refuse_damaged, [each for each in list_folder(folder) if each.suffix in _PARTS]))
        with _said(folder), _room() as room:
            for path in list_folder(folder):
                os.symlink(path.resolve(), os.path.join(room, path.name))
            index = tantivy.Index.open(room)
            self._schema = index.schema
            index.config_reader(reload_policy="manual")
            self._searcher = index.searcher()
            self.frequency("")  # an index of others has no such field

    @property
    def documents(self) -> int:
        return int(self._searcher.num_docs)

    def frequency(self, word: str) -> int:
        """How many documents have a word."""
        return int(self._searcher.doc_freq(_WORDS, word))

    def search(self, found: Sequence[str], phrase_weight: float, most: int) -> list[Hit]:
        """The documents that have most of the words, and of two words in a row; the best first."""
        asked = [(_WORDS, word[:LONGEST], 1.0) for word in _last(telling(found))]
        asked += [(_PHRASES, phrase, phrase_weight) for phrase in _last(phrases(found)) if phrase_weight]
        if not asked:
            return []
        with _said(self._folder):
            return self._found(
                Query.boolean_query([(Occur.Should, self._term(*each)) for each in asked]), most
            )

    def _found(self, query: Query, most: int) -> list[Hit]:
        hits = self._searcher.search(query, most, count=False).hits
        addresses = [address for _, address in hits]
        numbers = [self._searcher.fast_field_values(each, addresses) for each in (_ANSWER, _KIND, _KEY)]
        if any(None in values for values in numbers):
            raise _unusable(self._folder, ValueError("a document is about nothing"))
        return [
            Hit(score, answer, kind, key, address)
            for (score, address), answer, kind, key in zip(hits, *numbers, strict=True)
        ]

    def about(self, answer: int, most: int) -> list[Hit]:
        """Documents that speak of an answer."""
        with _said(self._folder):
            return self._found(Query.term_query(self._schema, _ANSWER, answer), most)

    def _term(self, field: str, term: str, weight: float) -> Query:
        query = Query.term_query(self._schema, field, term, "freq")
        return query if weight == 1 else Query.boost_query(query, weight)

    def text(self, hit: Hit) -> tuple[str, str]:
        """What a document says, and where it is from."""
        with _said(self._folder):
            stored = self._searcher.doc(hit.address)
            return bytes(stored[_TEXT][0]).decode(), bytes(stored[_ORIGIN][0]).decode()


@contextmanager
def _room() -> Iterator[str]:
    """A folder for a while. Tantivy may put a lock into it while it is removed: then it is removed again."""
    room = mkdtemp(prefix="zellig-index-")
    try:
        yield room
    finally:
        for _ in range(ATTEMPTS):
            shutil.rmtree(room, ignore_errors=True)
            if not os.path.exists(room):
                break


class _Footer(msgspec.Struct):
    crc: int


def _refuse_damaged(path: Path) -> None:
    """Refuse a file that is not as tantivy has written it.

    It writes a checksum behind every file and does not look at it. In a damaged one it may find a length of
    exabytes, and end the process.
    """
    with reading(path):
        damaged = not path.stat().st_size or not _is_whole(path)
    if damaged:
        raise _unusable(path, ValueError("it is damaged"))


def _is_whole(path: Path) -> bool:
    """Is the checksum behind the file that of the file? It is mapped: there are tens of megabytes of it."""
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as raw:
        try:
            length, known_by = _LAST.unpack(raw[-_LAST.size :])
            end = len(raw) - _LAST.size - length
            footer = msgspec.json.decode(raw[max(0, end) : len(raw) - _LAST.size], type=_Footer)
        except (struct.error, *FAULTS):
            return False
        return known_by == _KNOWN_BY and zlib.crc32(memoryview(raw)[: max(0, end)]) == footer.crc


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in (_WORDS, _PHRASES):
        builder.add_text_field(name, stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_integer_field(_ANSWER, fast=True, indexed=True)
    for name in (_KIND, _KEY):
        builder.add_integer_field(name, fast=True)
    for name in (_TEXT, _ORIGIN):  # only kept: as bytes, for every field of text is indexed
        builder.add_bytes_field(name, stored=True, indexed=False)
    return builder.build()


def _last(terms: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(terms))[-MOST:]


@contextmanager
def _said(folder: Path) -> Iterator[None]:
    """What tantivy cannot read or write is said in a sentence; where its files are damaged, it panics."""
    try:
        yield
    except (ValueError, OSError, KeyError, IndexError) as error:
        raise _unusable(folder, error) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust; it has no name that can be imported
            raise
        raise _unusable(folder, error) from None


def _unusable(folder: Path, error: BaseException) -> ZelligError:
    why = str(error).strip().splitlines()
    return ZelligError(
        f"the index cannot be used ({why[0][:200] if why else type(error).__name__})",
        path=folder,
        remedy="Make it again: zellig quiz index.",
    )
