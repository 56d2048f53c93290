"""The neural builders, in tiny: they learn, survive a file, and go on after a kill as if nothing had been."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Literal

import pytest
import torch
from safetensors.torch import load, save

from examples import ODD, TRAIN
from tiny import TINY
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.systems import dcnn, load_system
from zellig.systems.card import read_card
from zellig.systems.neural import save_net
from zellig.systems.training import Progress, train_system


def train(name: str, folder: Path, progress: Progress = lambda what, done, total: None) -> Path:
    write_records(folder / "train.jsonl", Item, TRAIN, "sentiment")
    source = f"items:{folder / 'train.jsonl'}"
    train_system(name, source, folder / name, dev=source, config=TINY[name], seed=1, progress=progress)
    return folder / name


@pytest.mark.parametrize("name", sorted(TINY))
def test_it_learns_and_survives_a_file(name: str, tmp_path: Path) -> None:
    folder = train(name, tmp_path)
    assert not (folder / "checkpoints").exists()
    card = read_card(folder)
    assert card.labels == ("-1", "+1")
    assert max(point.accuracy for point in card.curve) == 1
    system = load_system(str(folder))
    predictions = system.predict(TRAIN)
    assert [prediction.answer for prediction in predictions] == [item.accepted[0] for item in TRAIN]
    assert load_system(str(folder)).predict(TRAIN) == predictions


@pytest.mark.parametrize("name", sorted(TINY))
def test_odd_texts_have_an_answer_and_harm_nobody(name: str, tmp_path: Path) -> None:
    system = load_system(str(train(name, tmp_path)))
    together = system.predict([*ODD, *TRAIN])
    assert [prediction.id for prediction in together] == [item.id for item in [*ODD, *TRAIN]]
    assert {prediction.answer for prediction in together} <= {"-1", "+1"}
    assert [p.answer for p in together[len(ODD) :]] == [p.answer for p in system.predict(TRAIN)]


@pytest.mark.parametrize("name", sorted(TINY))
def test_answers_do_not_depend_on_the_batch(name: str, tmp_path: Path) -> None:
    system = load_system(str(train(name, tmp_path)))
    items = [*ODD, *TRAIN]
    together = system.predict(items)
    for number, item in enumerate(items):
        (alone,) = system.predict([item])
        assert alone.probabilities == pytest.approx(together[number].probabilities, abs=2e-6)


class StopError(Exception):
    """Stands for a kill."""


@pytest.mark.parametrize("name", sorted(TINY))
@pytest.mark.parametrize("moment", [1, 5, 11])
def test_stopped_and_taken_up_again_it_ends_the_same(name: str, moment: int, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    heard = 0

    def stop(what: str, done: int, total: int) -> None:
        nonlocal heard
        heard += 1
        if heard == moment:
            raise StopError

    with pytest.raises(StopError):
        train(name, broken, stop)
    assert not (broken / name / "system.json").exists()
    one, two = read_card(train(name, broken)), read_card(train(name, whole))
    assert one.files["weights.safetensors"] == two.files["weights.safetensors"]
    assert one.curve == two.curve
    assert one.fingerprint == two.fingerprint


@pytest.mark.parametrize("moment", range(3, 6))
def test_killed_after_any_file_of_a_checkpoint_it_ends_the_same(moment: int, tmp_path: Path) -> None:
    renamed = 0
    replace = os.replace

    def replace_and_stop(old: Path, new: Path) -> None:
        nonlocal renamed
        replace(old, new)
        renamed += 1
        if renamed == moment:
            raise StopError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replace_and_stop)
        with pytest.raises(StopError):
            train("strawman", tmp_path / "broken")
    assert list((tmp_path / "broken/strawman/checkpoints").glob("*.safetensors"))
    one, two = (read_card(train("strawman", tmp_path / each)) for each in ("broken", "whole"))
    assert (one.files, one.curve) == (two.files, two.curve)


@pytest.mark.parametrize("harm", ["cut", "notes", "none"])
def test_a_damaged_checkpoint_says_what_to_delete(harm: str, tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if list(tmp_path.glob("strawman/checkpoints/*.safetensors")):
            raise StopError

    with pytest.raises(StopError):
        train("strawman", tmp_path, stop)
    (path,) = tmp_path.glob("strawman/checkpoints/*.safetensors")
    tensors = load(path.read_bytes())
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-8])
    elif harm == "notes":
        path.write_bytes(save(tensors | {"notes": torch.tensor([1.5])}))
    else:
        path.write_bytes(save({"other": torch.tensor([1.5])}))
    with pytest.raises(ZelligError) as caught:
        train("strawman", tmp_path)
    assert caught.value.path == str(path)
    assert caught.value.remedy == f"Delete {path.parent}, and train again."
    shutil.rmtree(path.parent)
    train("strawman", tmp_path)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    folder = train("strawman", tmp_path)
    card = (folder / "system.json").read_text()
    (folder / "system.json").write_text(card.replace('"width": 8', '"width": 9'))
    with pytest.raises(ZelligError, match="not the weights of this system"):
        load_system(str(folder))


@pytest.mark.parametrize("harm", ["cut", "missing"])
def test_damaged_files_are_refused(tmp_path: Path, harm: str) -> None:
    weights = train("strawman", tmp_path) / "weights.safetensors"
    if harm == "missing":
        weights.unlink()
    else:
        weights.write_bytes(weights.read_bytes()[:-8])
    with pytest.raises(ZelligError, match=r"weights\.safetensors.*not the one that was trained"):
        load_system(str(weights.parent))


def test_k_max_keeps_the_largest_in_order() -> None:
    values = torch.tensor([[3.0, 9.0, 1.0, 7.0, 5.0]])
    assert dcnn.k_max(values, 3).tolist() == [[9.0, 7.0, 5.0]]
    assert dcnn.k_max(values[:, :2], 4).tolist() == [[3.0, 9.0, 0.0, 0.0]]


@pytest.mark.parametrize("variant", ["paper", "2017"])
def test_dcnn_does_not_depend_on_the_batch(variant: Literal["paper", "2017"]) -> None:
    torch.manual_seed(1)
    net = dcnn.Network(50, 2, dcnn.Settings(variant=variant)).eval()
    texts = [[3, 4], [5, 6, 7, 8, 9], [], [3, 9, 4, 2, 2, 5, 6, 7, 8, 9, 10], [7, 7]]
    with torch.no_grad():
        together = net(texts)
        alone = torch.cat([net([text]) for text in texts])
    assert torch.allclose(together, alone, atol=1e-6)


def test_a_training_that_diverged_is_not_saved(tmp_path: Path) -> None:
    net = torch.nn.Linear(2, 2)
    with torch.no_grad():
        net.weight[0, 0] = torch.nan
    with pytest.raises(ZelligError, match="the training has diverged: 'weight'"):
        save_net(tmp_path / "net", net, [])
    assert not (tmp_path / "net").exists()
