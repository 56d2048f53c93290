"""A trained folder from somebody else, every checksum right: it loads or gets a sentence, does no harm."""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
import safetensors.numpy
import vowpalwabbit

from examples import TRAIN
from hostile import model_with, vouch
from tiny import TINY
from zellig.errors import ZelligError
from zellig.files import sha256_of
from zellig.items import Item, write_records
from zellig.systems import load_system
from zellig.systems.card import training_keys
from zellig.systems.training import train_system

INFERENCE = [
    Item(str(number), {"premise": "A cook bakes bread.", "hypothesis": hypothesis}, (label,))
    for number in range(3)
    for hypothesis, label in [("A cook bakes.", "entailment"), ("Nobody bakes.", "contradiction")]
]
QUESTIONS = [
    Item(
        f"{who} {what}",
        {
            "sentence": f"{who} sold {what} in March .",
            "predicate": "sold",
            "question": f"{asked} sold something?",
        },
        (who,),
    )
    for who in ("The old cook", "A baker", "My neighbour")
    for what in ("the bread", "a cake")
    for asked in ("who",)
]
LESSONS = {"nli-overlap": ("nli", INFERENCE), "qasrl-logistic": ("qasrl", QUESTIONS)}
BUILDERS = ["bag-of-ngrams", *LESSONS, *TINY]
WEIGHTS = "weights.safetensors"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder of every builder, trained once."""
    home = tmp_path_factory.mktemp("trained")

    def find(name: str) -> Path:
        if not (home / name).exists():
            task, items = LESSONS.get(name, ("sentiment", TRAIN))
            write_records(home / f"{name}.jsonl", Item, items, task)
            train_system(name, f"items:{home / name}.jsonl", home / name, config=TINY.get(name))
        return home / name

    return find


@pytest.fixture
def bag(trained: Callable[[str], Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained("bag-of-ngrams"), tmp_path / "bag"))


def refusal(folder: Path) -> str:
    """The one sentence with which a folder is refused before vowpal wabbit is called; nothing is written."""
    before = sorted(folder.parent.rglob("*"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(vowpalwabbit, "Workspace", lambda **_: pytest.fail("vowpal wabbit was called"))
        with pytest.raises(ZelligError) as caught:
            load_system(str(folder))
    assert sorted(folder.parent.rglob("*")) == before
    assert caught.value.remedy
    return str(caught.value)


# --- options of vowpal wabbit

OPTIONS = [
    "final_regressor",
    "predictions",
    "readable_model",
    "invert_hash",
    "extra_metrics",
    "cache_file",
    "raw_predictions",
    "audit_regressor",
]


@pytest.mark.parametrize("option", OPTIONS)
def test_a_model_of_vowpal_wabbit_with_options_of_its_own_is_never_opened(
    bag: Path, tmp_path: Path, option: str
) -> None:
    model = model_with(f"--{option} {tmp_path / 'start-up'}")
    (bag / WEIGHTS).unlink()
    (bag / "model.vw").write_bytes(model)
    vouch(bag)
    assert WEIGHTS in refusal(bag)
    (bag / WEIGHTS).write_bytes(model)
    vouch(bag)
    assert "not the weights" in refusal(bag)
    assert not (tmp_path / "start-up").exists()


@pytest.mark.parametrize("option", OPTIONS)
def test_a_model_that_lies_beside_the_weights_is_nobody_s(bag: Path, tmp_path: Path, option: str) -> None:
    before = load_system(str(bag)).predict(TRAIN)
    (bag / "model.vw").write_bytes(model_with(f"--{option} {tmp_path / 'start-up'}"))
    vouch(bag)
    assert load_system(str(bag)).predict(TRAIN) == before
    assert not (tmp_path / "start-up").exists()


@pytest.mark.parametrize(
    "params",
    [
        {"order": "3 --final_regressor start-up"},
        {"order": ["--final_regressor", "start-up"]},
        {"order": 3, "bits": 62},
        {"order": 0},
        {"order": 10**9},
        {"bits": -1},
        {"order": 3.5},
        {"order": True},
        {"final_regressor": "start-up"},
    ],
    ids=str,
)
def test_settings_are_numbers_within_bounds(bag: Path, params: dict[str, object]) -> None:
    vouch(bag, spec={"name": "bag-of-ngrams", "params": params})
    assert "not settings of bag-of-ngrams" in refusal(bag)


# --- the card


@pytest.mark.parametrize(
    "name", ["../outside", "{tmp}/outside", "sub/inside", "..", ".", "", "a\0b", "x" * 5000, "link"]
)
def test_names_in_a_card_stay_inside_the_folder(bag: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").write_text("secret")
    (bag / "sub").mkdir()
    (bag / "sub/inside").write_text("secret")
    if name == "link":
        (bag / name).symlink_to(tmp_path / "outside")
    card = msgspec.json.decode((bag / "system.json").read_bytes())
    card["files"][name.format(tmp=tmp_path)] = "0" * 64
    (bag / "system.json").write_bytes(msgspec.json.encode(card))
    expected = "missing or is not" if len(name) == 5000 else "not a file of this folder"
    assert expected in refusal(bag)


@pytest.mark.parametrize(
    ("labels", "word"),
    [
        (["-1", "-1"], "its labels are"),
        (["-1", "good"], "its labels are"),
        (["-1"], "chooses among labels"),
        ([], "chooses among labels"),
        (["-1", "0", "+1"], "not the weights"),
    ],
)
def test_labels_are_those_of_the_task(
    trained: Callable[[str], Path], tmp_path: Path, labels: list[str], word: str
) -> None:
    folder = Path(shutil.copytree(trained("strawman"), tmp_path / "strawman"))
    vouch(folder, labels=labels)
    assert word in refusal(folder)


@pytest.mark.parametrize("left_out", [WEIGHTS, "trained-on.safetensors"])
def test_a_card_vouches_for_every_file_that_is_read(bag: Path, left_out: str) -> None:
    card = msgspec.json.decode((bag / "system.json").read_bytes())
    del card["files"][left_out]
    (bag / "system.json").write_bytes(msgspec.json.encode(card))
    assert "vouch" in refusal(bag)


def test_a_file_that_the_card_does_not_know_is_refused_and_results_are_not(bag: Path) -> None:
    (bag / "answers.jsonl").touch()
    (bag / "report.html").touch()
    load_system(str(bag))
    (bag / "vocabulary.json").write_text("[]")
    assert "vocabulary.json: this file is not among those" in refusal(bag)


def test_a_folder_of_an_older_version_is_not_taken_for_a_trained_one(bag: Path) -> None:
    card = msgspec.json.decode((bag / "system.json").read_bytes())
    (bag / "trained-on.safetensors").rename(bag / "trained-on.npy")
    (bag / WEIGHTS).rename(bag / "model.vw")
    vouch(bag)
    with pytest.raises(ZelligError, match="Delete the folder, and train the system again"):
        train_system("bag-of-ngrams", card["corpus"], bag)


@pytest.mark.parametrize("name", BUILDERS)
def test_a_setting_that_the_card_leaves_out_is_the_default(
    trained: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    params = msgspec.json.decode((trained(name) / "system.json").read_bytes())["spec"]["params"]
    for left_out in params:
        folder = Path(shutil.copytree(trained(name), tmp_path / left_out))
        rest = {key: value for key, value in params.items() if key != left_out}
        vouch(folder, spec={"name": name, "params": rest})
        try:
            system = load_system(str(folder))
        except ZelligError:  # the default makes another net
            continue
        items = LESSONS.get(name, ("sentiment", TRAIN))[1]
        system.predict(items)
        if hasattr(system, "explain"):
            system.explain(items)


DAMAGE = {
    "nothing": b"",
    "soup": b"soup",
    "latin-1": b'{"spec": "caf\xe9"}',
    "deep": b'{"spec": ' + b"[" * 1500 + b"]" * 1500 + b"}",
    "digits": b'{"spec": ' + b"9" * 5000 + b"}",
    "numpy": b"\x93NUMPY\x01\x00F\x00{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999999,), }",
    "zip": b"PK\x03\x04 not really",
    "claims 36 TiB": struct.pack("<Q", 100)
    + b'{"vocabulary":{"dtype":"U64","shape":[4947802324992],"data_offsets":[0,39582418599936]}}'.ljust(100),
    "long header": struct.pack("<Q", 2**62) + b"{}",
    "objects": struct.pack("<Q", 60)
    + b'{"weights":{"dtype":"O","shape":[1],"data_offsets":[0,8]}}'.ljust(60)
    + b"\0" * 8,
}


@pytest.mark.parametrize("harm", DAMAGE)
@pytest.mark.parametrize("name", BUILDERS)
def test_every_file_may_be_damaged(
    trained: Callable[[str], Path], tmp_path: Path, name: str, harm: str
) -> None:
    for file in sorted(path.name for path in trained(name).iterdir()):
        folder = Path(shutil.copytree(trained(name), tmp_path / f"{name} {file}"))
        (folder / file).write_bytes(DAMAGE[harm])
        if file == "system.json":
            assert "not a system's card" in refusal(folder)
            continue
        vouch(folder)
        if file == "trained-on.safetensors":
            with pytest.raises(ZelligError, match="not the weights"):
                training_keys(folder)
        else:
            assert file in refusal(folder)


# --- weights


def changed(folder: Path, change: Callable[[dict[str, np.ndarray]], None]) -> Path:
    arrays = safetensors.numpy.load_file(folder / WEIGHTS)
    change(arrays)
    (folder / WEIGHTS).write_bytes(safetensors.numpy.save(arrays))
    vouch(folder)
    return folder


@pytest.mark.parametrize("name", BUILDERS)
@pytest.mark.parametrize("harm", ["nan", "infinite", "type", "shape", "missing", "too much"])
def test_weights_are_those_of_the_settings(
    trained: Callable[[str], Path], tmp_path: Path, name: str, harm: str
) -> None:
    def change(arrays: dict[str, np.ndarray]) -> None:
        first = next(key for key, array in arrays.items() if array.dtype.kind == "f")
        array = arrays[first].copy()
        if harm == "nan":
            array.flat[0] = np.nan
        elif harm == "infinite":
            array.flat[-1] = 1e30
        elif harm == "type":
            array = array.astype(np.float64)
        elif harm == "shape":
            array = array[..., :-1].copy()
        arrays[first] = array
        if harm == "missing":
            del arrays[first]
        elif harm == "too much":
            arrays["more"] = array

    folder = Path(shutil.copytree(trained(name), tmp_path / name))
    assert WEIGHTS in refusal(changed(folder, change))


def test_places_of_weights_are_within_the_table(bag: Path) -> None:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays["index"] = arrays["index"].copy()
        arrays["index"][0] = 2**22

    assert "places do not match" in refusal(changed(bag, change))


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("strawman", "width", 10_000),
        ("strawman", "networks", 100),
        ("strawman", "layers", 100),
        ("rntn", "size", 10_000),
        ("strawman", "width", 10**12),
        ("strawman", "networks", 10**12),
        ("rntn", "dropout", 7.5),
        ("cnn", "config", "other"),
    ],
)
def test_a_net_that_claims_to_be_huge_costs_nothing(
    trained: Callable[[str], Path], tmp_path: Path, name: str, setting: str, value: object
) -> None:
    folder = Path(shutil.copytree(trained(name), tmp_path / name))
    card = msgspec.json.decode((folder / "system.json").read_bytes())
    card["spec"]["params"][setting] = value
    vouch(folder, spec=card["spec"])
    assert refusal(folder)


@pytest.mark.parametrize("file", ["system.json", WEIGHTS, "vocabulary.json"])
def test_what_is_no_file_is_not_waited_for(trained: Callable[[str], Path], tmp_path: Path, file: str) -> None:
    folder = Path(shutil.copytree(trained("strawman"), tmp_path / "strawman"))
    (folder / file).unlink()
    os.mkfifo(folder / file)
    assert refusal(folder)


def test_a_pipe_among_the_files_of_a_foreign_model_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "vocabulary.txt")
    with pytest.raises(ZelligError, match="a pipe or a device"):
        sha256_of(tmp_path)


def test_a_file_that_is_too_large_is_not_read(bag: Path) -> None:
    with (bag / "system.json").open("r+b") as file:
        file.truncate(2**40)  # takes no room on the disk
    assert "bytes" in refusal(bag)
