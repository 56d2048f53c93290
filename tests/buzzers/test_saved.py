"""Buzzers on disk: the same bytes, the same decisions, and a sentence for every folder that is none."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import safetensors.numpy

from quiz_world import World
from zellig.buzzers import load_buzzer
from zellig.buzzers.saved import CARD, LARGEST, is_buzzer, is_whole, read_buzzer
from zellig.errors import ZelligError
from zellig.games.quiz.buzzer_training import fit_buzzer
from zellig.measures.expected_wins import PUBLISHED
from zellig.performers import History
from zellig.registry import names
from zellig.systems.weights import WEIGHTS, write_arrays

NAMES = names("buzzers")


def vouch(folder: Path, **changes: Any) -> Path:
    """Make the card vouch for the numbers that are there now, as anybody could write it."""
    card = msgspec.json.decode((folder / CARD).read_bytes())
    card["weights"] = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    (folder / CARD).write_bytes(msgspec.json.encode(card | changes))
    return folder


@pytest.fixture(params=NAMES)
def folder(request: pytest.FixtureRequest, quiz: World, tmp_path: Path) -> Path:
    """A copy of a trained one."""
    return Path(shutil.copytree(quiz.buzzer(request.param), tmp_path / request.param))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_lessons_give_the_same_bytes(quiz: World, tmp_path: Path, name: str) -> None:
    fit_buzzer(name, quiz.lessons, PUBLISHED, tmp_path / "again", seed=1)
    for file in (CARD, WEIGHTS):
        assert (tmp_path / "again" / file).read_bytes() == (quiz.buzzer(name) / file).read_bytes()


def test_read_again_it_decides_as_before_and_is_written_as_before(
    quiz: World, folder: Path, tmp_path: Path
) -> None:
    buzzer: Any = load_buzzer(str(folder))
    assert buzzer.spec.name == folder.name
    write_arrays(tmp_path / "again", buzzer.arrays())
    assert (tmp_path / "again").read_bytes() == (folder / WEIGHTS).read_bytes()
    histories = [
        History(each.id, tuple(each.steps[:end]))
        for each in quiz.lessons.heard[:5]
        for end in range(1, len(each.steps) + 1)
    ]
    given = buzzer.buzz(histories, [0] * len(histories))
    other: Any = load_buzzer(str(quiz.buzzer(folder.name)))
    assert other.buzz(histories, [0] * len(histories)) == given
    assert all(type(each) is bool for each in given)


def test_a_card_says_what_it_has_learnt_from(quiz: World, folder: Path) -> None:
    saved = read_buzzer(folder)
    assert saved.guesser == str(quiz.guesser("tfidf"))
    assert saved.corpus == quiz.spec("buzz")
    assert saved.curve == PUBLISHED
    assert is_whole(folder)
    assert len(saved.fingerprint) == 64


def test_a_fingerprint_changes_with_all_that_decides(folder: Path) -> None:
    saved = read_buzzer(folder)
    for change in ({"weights": "0"}, {"spec": msgspec.structs.replace(saved.spec, params={"seed": 9})}):
        assert msgspec.structs.replace(saved, **change).fingerprint != saved.fingerprint
    assert msgspec.structs.replace(saved, corpus="another").fingerprint == saved.fingerprint


DAMAGE = {
    "nothing": b"",
    "soup": b"soup",
    "another value": b"[]",
    "another key": b'{"spec": {"name": "threshold"}, "soup": 1}',
    "deep": b"[" * 2000 + b"]" * 2000,
    "latin-1": b'{"spec": "caf\xe9"}',
}


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_card_that_is_none(folder: Path, harm: str) -> None:
    (folder / CARD).write_bytes(DAMAGE[harm])
    assert is_buzzer(folder)
    with pytest.raises(ZelligError, match=rf"{CARD}.*buzzer's card.*Train the buzzer again\.$"):
        load_buzzer(str(folder))


def test_numbers_that_are_gone_or_others(folder: Path) -> None:
    (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes() + b"\0")
    with pytest.raises(ZelligError, match=rf"{WEIGHTS}: .*not the one that was trained"):
        load_buzzer(str(folder))
    (folder / WEIGHTS).unlink()
    with pytest.raises(ZelligError, match=rf"{WEIGHTS}: this file is missing"):
        load_buzzer(str(folder))


def test_a_training_that_was_killed_is_no_buzzer(folder: Path) -> None:
    card = msgspec.json.decode((folder / CARD).read_bytes())
    (folder / CARD).write_bytes(msgspec.json.encode(card | {"weights": ""}))
    assert not is_whole(folder)
    with pytest.raises(ZelligError, match="not the one that was trained"):
        load_buzzer(str(folder))


def test_numbers_of_another_shape_name_or_size(folder: Path) -> None:
    arrays = safetensors.numpy.load_file(folder / WEIGHTS)
    name = sorted(arrays)[-1]
    wrong = {
        "shape": arrays | {name: np.concatenate([arrays[name], arrays[name]])},
        "name": {f"{key}x": value for key, value in arrays.items()},
        "type": {key: value.astype(np.float16) for key, value in arrays.items()},
        "infinite": arrays | {name: np.full_like(arrays[name], np.inf)},
        "nothing": {},
    }
    for changed in wrong.values():
        (folder / WEIGHTS).write_bytes(safetensors.numpy.save(changed))
        with pytest.raises(ZelligError, match=rf"{WEIGHTS}: these are not the weights"):
            load_buzzer(str(vouch(folder)))
    (folder / WEIGHTS).write_bytes(bytes(LARGEST + 1))
    with pytest.raises(ZelligError, match="not the one that was trained"):
        load_buzzer(str(vouch(folder)))


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ({"name": "soup"}, "'soup' is not one of the buzzers"),
        ({"name": "threshold?at=0.1"}, "is not one of the buzzers"),
        ({"name": "{own}", "params": {"soup": 1}}, "these are not settings of"),
        ({"name": "{own}", "params": {"epochs": -1, "tried": -1}}, "these are not settings of"),
        ({"name": "{other}"}, "these are not the weights"),
    ],
)
def test_a_card_of_another_buzzer(folder: Path, spec: dict[str, Any], complaint: str) -> None:
    other = "logistic" if folder.name == "threshold" else "threshold"
    named = {**spec, "name": spec["name"].format(own=folder.name, other=other)}
    with pytest.raises(ZelligError, match=complaint.replace("?", r"\?")):
        load_buzzer(str(vouch(folder, spec=named)))
