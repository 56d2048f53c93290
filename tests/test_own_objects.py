"""Objects of the user's own, from modules and from files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.own_objects import files_named, load_object

PANTRY = """
from beside import SALT

class Bread:
    def __init__(self, grain="rye"):
        self.grain = grain

soup = SALT + " and water"
loaf = Bread("oats")

def bake(grain):
    return Bread(grain)

def refuse(grain):
    from zellig.errors import ZelligError
    raise ZelligError("no bread today", remedy="Eat cake.")
"""


@pytest.fixture
def pantry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "own: things"
    folder.mkdir()
    (folder / "pantry.py").write_text(PANTRY, encoding="utf-8")
    (folder / "beside.py").write_text("SALT = 'salt'\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("pantry", "beside"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return str(folder / "pantry.py")


def test_a_file_is_run_once_and_sees_what_lies_beside_it(pantry: str) -> None:
    assert load_object(f"py:{pantry}:soup") == "salt and water"
    assert load_object(f"py:{pantry}:loaf") is load_object(f"py:{pantry}:loaf")
    assert files_named(f"py:{pantry}:soup") == [Path(pantry)]


def test_a_module_is_imported_and_found_without_running_it(pantry: str) -> None:
    sys.path.insert(0, str(Path(pantry).parent))
    assert files_named("py:pantry:soup") == [Path(pantry)]
    assert "pantry" not in sys.modules
    assert load_object("py:pantry:soup") == "salt and water"


def test_two_files_of_one_name_are_two(pantry: str, tmp_path: Path) -> None:
    (tmp_path / "pantry.py").write_text("soup = 'thin'\n", encoding="utf-8")
    assert load_object(f"py:{pantry}:soup") != load_object(f"py:{tmp_path / 'pantry.py'}:soup")


def test_classes_and_functions_are_called_with_what_is_given(pantry: str) -> None:
    assert load_object(f"py:{pantry}:Bread").grain == "rye"
    assert load_object(f"py:{pantry}:Bread", "wheat").grain == "wheat"
    assert load_object(f"py:{pantry}:bake", "wheat").grain == "wheat"
    assert load_object(f"py:{pantry}:loaf", "wheat").grain == "oats"
    assert callable(load_object(f"py:{pantry}:bake"))  # nothing is given: it is what is asked for


@pytest.mark.parametrize(
    "name", ["py:no_such_module:x", "py:no_such_file.py:x", "py:", "py:sys", "py:sys:nope"]
)
def test_what_cannot_be_loaded_is_told(name: str) -> None:
    with pytest.raises(
        ZelligError, match=r"could not be loaded .*Give py:package\.module:name or py:file\.py:name"
    ):
        load_object(name)


def test_a_file_that_fails_is_run_again_when_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "broth.py"
    path.write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="ZeroDivisionError"):
        load_object(f"py:{path}:soup")
    path.write_text("soup = 'thin'  # and mended\n", encoding="utf-8")
    assert load_object(f"py:{path}:soup") == "thin"


def test_a_refusal_of_theirs_is_passed_on(pantry: str) -> None:
    with pytest.raises(ZelligError, match=r"^no bread today\. Eat cake"):
        load_object(f"py:{pantry}:refuse", "rye")


def test_parameters_are_for_what_is_called(pantry: str) -> None:
    assert load_object(f"py:{pantry}:Bread", params={"grain": "oats"}).grain == "oats"
    assert (
        load_object(f"py:{pantry}:bake", "task", params={"grain": "oats"}).grain == "oats"
    )  # named: not given
    with pytest.raises(ZelligError, match="has no parameter 'grain'"):
        load_object(f"py:{pantry}:loaf", params={"grain": "oats"})


def test_a_module_that_was_moved_is_found_where_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "wandering.py").write_text(f"place = {name!r}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "first"), str(tmp_path / "second"), *sys.path])
    assert load_object("py:wandering:place") == "first"
    (tmp_path / "first" / "wandering.py").unlink()
    assert load_object("py:wandering:place") == "second"
