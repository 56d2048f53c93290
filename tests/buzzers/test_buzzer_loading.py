"""Buzzers by what the user typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.buzzers import load_buzzer
from zellig.errors import ZelligError
from zellig.registry import names


def test_a_name_with_its_options() -> None:
    assert load_buzzer("threshold").spec.params == {"at": 0.3}
    assert load_buzzer("threshold?at=0.75").spec.params == {"at": 0.75}


@pytest.mark.parametrize("name", [name for name in names("buzzers") if name != "threshold"])
def test_one_that_has_to_be_trained(name: str) -> None:
    with pytest.raises(ZelligError, match=rf"'{name}' has to be trained.*quiz_train_buzzer"):
        load_buzzer(name)


@pytest.mark.parametrize("name", ["soup", "", "thresholds", "no/such/folder", "a\0b", "x" * 5000])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(ZelligError, match="is not one of the buzzers"):
        load_buzzer(name)


@pytest.mark.parametrize("name", ["threshold?on=1", "threshold?at"])
def test_an_option_that_is_none(name: str) -> None:
    with pytest.raises(ZelligError):
        load_buzzer(name)


def test_a_folder_without_a_card_is_no_buzzer(tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="is not one of the buzzers"):
        load_buzzer(str(tmp_path))
