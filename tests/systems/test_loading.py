"""Systems by what the user typed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from hostile import vouch
from zellig.errors import ZelligError
from zellig.games.breaking.plan import named_systems
from zellig.items import Item, Prediction, write_records
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.card import CARD
from zellig.systems.loading import fingerprint, is_pinned, load_system_for
from zellig.systems.training import train_system
from zellig.tasks import get_task

OWN = """
from zellig.items import Prediction
from zellig.performers import Spec

class Hopeful:
    spec = Spec("hopeful")
    def predict(self, items):
        return [Prediction(item.id, "+1") for item in items]

class Gloomy:
    spec = Spec("gloomy")
    def predict(self, items):
        return [Prediction(item.id, "-1") for item in items]

hopeful = Hopeful()
declared = type("Z", (Hopeful,), {"spec": Spec("hopeful", version="1")})()
odd = type("O", (Hopeful,), {"spec": Spec("hopeful", {"cup": object()})})()
without_spec = type("X", (), {"predict": Hopeful.predict})()
without_predict = type("Y", (), {"spec": Hopeful.spec})()
"""


@pytest.fixture
def own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's file in the current folder."""
    path = tmp_path / "teahouse.py"
    path.write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    yield path
    sys.modules.pop("teahouse", None)


@pytest.mark.usefixtures("own_code")
@pytest.mark.parametrize("name", ["py:teahouse:hopeful", "py:teahouse:Hopeful"])
def test_an_object_or_a_class_of_the_user_s_own(name: str) -> None:
    system = load_system(name)
    assert system.spec.name == "hopeful"
    (prediction,) = system.predict([Item("a", {"text": "Tea."})])
    assert (prediction.id, prediction.answer) == ("a", "+1")


@pytest.mark.usefixtures("own_code")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("py:teahouse:without_spec", "has no 'spec' of the class Spec"),
        ("py:teahouse:without_predict", "no 'predict'"),
        ("py:teahouse:nothing", "could not be loaded"),
        ("py:teahouse", "could not be loaded"),
        ("py:nowhere:nothing", "could not be loaded"),
    ],
)
def test_what_is_not_a_system(name: str, what: str) -> None:
    with pytest.raises(ZelligError, match=what) as caught:
        load_system(name)
    assert name in caught.value.what
    assert caught.value.remedy


@pytest.mark.usefixtures("own_code")
def test_who_does_not_say_the_task_of_a_plain_model_is_told_it() -> None:
    name = "py:teahouse:without_spec"
    with pytest.raises(ZelligError) as told:
        load_system(name)
    assert "?task=sentiment" in told.value.remedy  # whatever it is for
    for known in (
        lambda: load_system_for(get_task("nli"), name),
        lambda: named_systems([name], task="nli"),
    ):
        with pytest.raises(ZelligError) as told:
            known()
        assert "?task=nli behind its name" in told.value.remedy
        assert "has no 'spec'" in told.value.what


def test_a_folder_without_a_card(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ZelligError, match=r"no trained system.*py:package\.module:object"):
            load_system(str(name))


@pytest.mark.parametrize("raw", [b"", b"tea", b'{"params": {}}', b'{"name": 3}'])
def test_a_card_that_is_none(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / CARD).write_bytes(raw)
    with pytest.raises(ZelligError, match="not a system's card") as caught:
        load_system(str(tmp_path))
    assert caught.value.path == str(tmp_path / CARD)


def test_a_card_of_an_unknown_system(tmp_path: Path) -> None:
    folder = trained(tmp_path)
    vouch(folder, spec={"name": "bag-of-ngram"})
    with pytest.raises(ZelligError, match="Did you mean bag-of-ngrams"):
        load_system(str(folder))


def trained(folder: Path, word: str = "word") -> Path:
    items = [Item(str(n), {"text": f"{word}{n}"}, ("+1" if n % 2 else "-1",)) for n in range(4)]
    write_records(folder / f"{word}.jsonl", Item, items, "sentiment")
    train_system("bag-of-ngrams", f"items:{folder / word}.jsonl", folder / f"{word}-system")
    return folder / f"{word}-system"


def test_fingerprint_is_of_what_makes_the_system(own_code: Path, tmp_path: Path) -> None:
    def now(name: str) -> str:
        sys.modules.pop("teahouse", None)
        return fingerprint(name, load_system(name))

    before = now("py:teahouse:hopeful")
    assert before == now("py:teahouse:hopeful")
    own_code.write_text(OWN.replace('"+1"', '"-1"'))
    assert now("py:teahouse:hopeful") != before
    assert now(str(trained(tmp_path, "tea"))) != now(str(trained(tmp_path, "milk")))


@pytest.mark.usefixtures("own_code")
def test_two_objects_of_one_file_are_two_systems() -> None:
    names = ["py:teahouse:Hopeful", "py:teahouse:Gloomy", "py:teahouse:hopeful", "py:teahouse:declared"]
    assert len({fingerprint(name, load_system(name)) for name in names}) == len(names)


def test_the_spec_belongs_to_the_fingerprint(own_code: Path) -> None:
    """What decides the answers need not stand in the file: a class may read it when it is made."""
    own_code.write_text(OWN + 'import os\nhopeful.spec = Spec("hopeful", {"cups": os.environ["CUPS"]})\n')
    found = set()
    for cups in ("1", "2"):
        sys.modules.pop("teahouse", None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CUPS", cups)
            found.add(fingerprint("py:teahouse:hopeful", load_system("py:teahouse:hopeful")))
    assert len(found) == 2


@pytest.mark.usefixtures("own_code")
def test_a_spec_that_cannot_be_written_is_a_kind_error() -> None:
    with pytest.raises(ZelligError, match=r"the spec 'hopeful' of 'py:teahouse:odd' cannot be written"):
        load_system("py:teahouse:odd")


@pytest.mark.usefixtures("own_code")
def test_who_is_known_for_good(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    write_records(answers, Prediction, [Prediction("a", "+1")], "sentiment")
    known = {
        str(trained(tmp_path)): True,
        f"file:{answers}": True,
        "nearest-noun-phrase": True,
        "py:teahouse:declared": True,
        "py:teahouse:hopeful": False,
        "py:teahouse:Hopeful": False,
        f"cmd:{sys.executable} teahouse.py": False,
        "openai:tea@http://127.0.0.1:1/v1?task=sentiment": False,
    }
    assert {name: is_pinned(name, load_system(name)) for name in known} == known


def test_a_system_of_another_package_is_known_by_its_version(tmp_path: Path) -> None:
    class Kettle:
        """Its folder vouches for its weights, and nothing for its code."""

        def __init__(self, version: str) -> None:
            self.spec = Spec("kettle", version=version)

        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            return []

    assert not is_pinned(str(tmp_path), Kettle(""))
    assert is_pinned(str(tmp_path), Kettle("2"))


@pytest.mark.parametrize("name", ["py:", "py:.x:y", "py:json", "py:json:nothing", "no-such-folder"])
def test_a_system_that_cannot_be_loaded_is_a_kind_error(name: str) -> None:
    with pytest.raises(ZelligError):
        load_system(name)


@pytest.mark.parametrize("harm", ["missing", "cut"])
def test_a_damaged_model_is_a_kind_error(tmp_path: Path, harm: str) -> None:
    folder = trained(tmp_path)
    model = folder / "weights.safetensors"
    if harm == "missing":
        model.unlink()
    else:
        model.write_bytes(model.read_bytes()[:20])
    with pytest.raises(ZelligError, match=r"weights\.safetensors"):
        load_system(str(folder))
