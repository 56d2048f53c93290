"""Boosted trees as arrays: they say what scikit-learn's own say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
from sklearn.ensemble import GradientBoostingClassifier

from zellig.errors import ZelligError
from zellig.systems.boosted_trees import BoostedTrees

HOW: dict[str, Any] = {"trees": 12, "depth": 3, "rate": 0.2}


def rows_of(kind: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of three features, and answers that the first two decide, mostly."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(300, 3))
    if kind == "whole numbers":
        rows = np.round(3 * rows)
    if kind == "neighbours":  # so near to each other that no short number lies between them
        rows = (np.float32(1) + np.round(8 * rows) * np.finfo(np.float32).eps).astype(float)
    middle = np.median(rows, axis=0)
    return rows, (rows[:, 0] > middle[0]) ^ (rows[:, 1] > middle[1]) ^ (chance.random(300) < 0.1)


@pytest.mark.parametrize("kind", ["numbers", "whole numbers", "neighbours"])
@pytest.mark.parametrize("seed", range(3))
def test_they_say_what_scikit_learn_says(kind: str, seed: int) -> None:
    rows, yes = rows_of(kind, seed)
    learner = GradientBoostingClassifier(
        n_estimators=12, max_depth=3, learning_rate=0.2, subsample=0.3, min_samples_leaf=20, random_state=seed
    ).fit(rows.astype(np.float32), yes)
    found = BoostedTrees.fit(rows, yes, **HOW, seed=seed)
    asked = np.concatenate([rows, rows_of(kind, 99)[0]])
    assert found.log_odds(asked) == pytest.approx(
        learner.decision_function(asked.astype(np.float32)), abs=1e-5
    )


def test_they_survive_a_file_and_are_the_same_bytes_twice(tmp_path: Path) -> None:
    rows, yes = rows_of("numbers", 1)
    for name in ("one", "two"):
        BoostedTrees.fit(rows, yes, **HOW, seed=7).save(tmp_path / name)
    one, two = ((tmp_path / name / "weights.safetensors").read_bytes() for name in ("one", "two"))
    assert one == two
    again = BoostedTrees.load(tmp_path / "one", features=3, depth=3)
    assert again.log_odds(rows).tolist() == BoostedTrees.fit(rows, yes, **HOW, seed=7).log_odds(rows).tolist()
    with pytest.raises(ZelligError, match="do not hang together"):
        BoostedTrees.load(tmp_path / "one", features=2, depth=3)


@pytest.mark.parametrize("harm", ["left", "right", "feature", "value", "base"])
def test_trees_that_lead_nowhere_are_refused(harm: str, tmp_path: Path) -> None:
    BoostedTrees.fit(*rows_of("numbers", 1), **HOW, seed=7).save(tmp_path)
    arrays = safetensors.numpy.load_file(tmp_path / "weights.safetensors")
    if harm in ("value", "base"):
        arrays[harm] = arrays[harm][:0].copy()
    else:
        arrays[harm] = arrays[harm].copy()
        arrays[harm][0, 0] = -1 if harm == "left" else 1000
    (tmp_path / "weights.safetensors").write_bytes(safetensors.numpy.save(arrays))
    with pytest.raises(ZelligError, match="do not hang together"):
        BoostedTrees.load(tmp_path, features=3, depth=3)
