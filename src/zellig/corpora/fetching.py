"""Bringing a published corpus: with a limit, checked, unpacked with care, there whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from zellig.corpora.published import Published, PublishedFile
from zellig.corpora.unpacking import unpack
from zellig.decoding import decode_json
from zellig.errors import ZelligError
from zellig.files import opened, read_whole, sha256_of, sync, write_json, write_whole, writing
from zellig.notices import warn

RECORD = ".fetched.json"  # the sha256 of every file by where it came from; hidden from readers
MOST = 2**31  # bytes of a download
BLOCK = 2**20
SECONDS = 30  # without a byte

Report = Callable[[str, int, int], None]  # is told of what, how many bytes have come, and of how many


def fetch_published(
    corpus: Published,
    source: str | None = None,
    *,
    again: bool = False,
    report: Report = lambda what, done, total: None,
) -> Path:
    """The folder of the corpus, fetched if it is not there; `source` is a copy of one's own, or a mirror.

    Refuses a file with another sha256 than the published one, or than the one that came the first time. A
    copy of one's own that differs is taken, and warned of.
    """
    folder = corpus.folder
    if folder.is_dir() and not again and source is None:
        return folder
    with writing(folder), _scratch(folder.parent) as part:
        record = {}
        (part / "new").mkdir()
        for file in corpus.files:
            origin = _origin(corpus, file, source)
            archive = part / file.name
            _copy(origin, archive, report)
            record[origin] = sha256_of(archive)
            if source is None:
                _refuse_other(corpus, file, record[origin])
            elif file.sha256 and record[origin] != file.sha256:
                warn(f"{origin} is not the file that was published as {file.address}: its sha256 differs")
            unpack(archive, file.members, part / "new")
        write_json(part / "new" / RECORD, record)
        if folder.exists():
            folder.rename(part / "old")
        (part / "new").rename(folder)
        sync(folder.parent)
    return folder


def _origin(corpus: Published, file: PublishedFile, source: str | None) -> str:
    """Where to take a file from; several come from a folder, or an address to put their names behind."""
    if source is None:
        return file.address
    if Path(source).is_dir():
        return str(Path(source) / file.name)
    if len(corpus.files) == 1:
        return source
    if _is_address(source):
        return f"{source.rstrip('/')}/{file.name}"
    names = ", ".join(each.name for each in corpus.files)
    raise ZelligError(f"{corpus.name} has several files", path=source, remedy=f"Give a folder with {names}.")


def _refuse_other(corpus: Published, file: PublishedFile, found: str) -> None:
    known = file.sha256 or _recorded(corpus).get(file.address, found)
    if found != known:
        first = "published" if file.sha256 else "fetched the first time"
        raise ZelligError(
            f"{file.address} is not the file that was {first}: its sha256 is {found}, not {known}",
            remedy=f"If you trust it, download it yourself: zellig corpora fetch {corpus.name} --from FILE.",
        )


def _recorded(corpus: Published) -> dict[str, str]:
    path = corpus.folder / RECORD
    if not path.is_file():
        return {}
    remedy = f"Delete {corpus.folder}, and fetch it again."
    return decode_json(read_whole(path), dict[str, str], path=path, what="a record of files", remedy=remedy)


def _copy(origin: str, target: Path, report: Report) -> None:
    blocks = _downloaded(origin) if _is_address(origin) else _read(Path(origin))
    size = 0
    with write_whole(target) as file:
        for block, total in blocks:
            size += len(block)
            if size > MOST:
                raise ZelligError(
                    f"{origin} is larger than {MOST // 2**20:,} MB", remedy="Check that it is the right file."
                )
            file.write(block)
            report(target.name, size, max(size, total))
    report(target.name, size, size)


def _downloaded(address: str) -> Iterator[tuple[bytes, int]]:
    """Blocks, each with the size of all of them as far as it is told."""
    import httpx

    remedy = "Check the network; or get it elsewhere, and give --from FILE."
    try:
        with httpx.stream("GET", address, follow_redirects=True, timeout=SECONDS) as answer:
            if not answer.is_success:
                raise ZelligError(f"{address} answers {answer.status_code}", remedy=remedy)
            told = answer.headers.get("content-length", "")
            for block in answer.iter_bytes(BLOCK):
                yield block, int(told) if told.isascii() and told.isdigit() else 0
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise ZelligError(f"{address} could not be reached ({error})", remedy=remedy) from None


def _read(path: Path) -> Iterator[tuple[bytes, int]]:
    with opened(path) as file:
        total = path.stat().st_size
        while block := file.read(BLOCK):
            yield block, total


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://"))


@contextmanager
def _scratch(home: Path) -> Iterator[Path]:
    """An empty folder that is gone at the end, however it ends."""
    home.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=".fetching-", dir=home))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)
