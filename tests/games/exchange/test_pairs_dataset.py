"""The folder for `datasets.load_dataset`: its layout and its card, looked at without the package."""

from __future__ import annotations

import io
import re

import polars
import pytest
import yaml  # type: ignore[import-untyped]

from made_up_run import flips
from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest, Development, Entry
from zellig.games.exchange.pairs_dataset import About, pairs_dataset
from zellig.items import Item
from zellig.measures.outcomes import Answers
from zellig.tasks import get_task

PAIRS = flips("negation", 3)
CONTEST = Contest(
    get_task("sentiment"),
    [Entry("Owls | night", PAIRS)],
    {"Larks": {"Owls | night": Answers(["+1"] * 3, ["+1"] * 3)}},
    Development({"d1": Item("d1", {"text": "A cold soup."}, ("-1",))}, {"Larks": {"d1": "+1"}}),
)
ABOUT = About('Soup: "night" 🍲', "CC BY 4.0", "People made it.", "Pairs of cooks", "soup-1", 2026)


def _folder(
    contest: Contest = CONTEST, about: About = ABOUT
) -> tuple[dict[str, bytes], str, dict[str, object]]:
    """The files, the text of the card, and what stands in its header."""
    files = dict(pairs_dataset(contest, about))
    card = files["README.md"].decode()
    found = re.match(r"---\n(.*?)\n---\n", card, re.DOTALL)
    assert found
    return files, card, yaml.safe_load(found[1])


def test_the_header_names_every_table_and_every_table_is_there() -> None:
    files, _, header = _folder()
    configs = header["configs"]
    assert isinstance(configs, list)
    paths = {each["config_name"]: each["data_files"] for each in configs}
    assert paths == {name: [{"split": "test", "path": f"data/{name}.parquet"}] for name in ("pairs", "dev")}
    assert [each.get("default", False) for each in configs] == [True, False]
    assert files.keys() == {"README.md", "data/pairs.parquet", "data/dev.parquet"}
    assert (header["license"], header["language"], header["pretty_name"]) == (
        "cc-by-4.0",
        ["en"],
        'Soup: "night" 🍲',
    )
    assert (header["size_categories"], header["task_categories"]) == (["n<1K"], ["text-classification"])


def test_the_tables_are_those_of_the_export() -> None:
    files, _, _ = _folder()
    pairs = polars.read_parquet(io.BytesIO(files["data/pairs.parquet"]))
    assert pairs.equals(pair_frame(CONTEST))
    dev = polars.read_parquet(io.BytesIO(files["data/dev.parquet"]))
    assert dev.to_dicts() == [
        {
            "id": "d1",
            "text": "A cold soup.",
            "accepted": ["-1"],
            "answer.Larks": "+1",
            "right.Larks": False,
        }
    ]
    assert dict(pairs_dataset(CONTEST, ABOUT)) == files  # the same contest gives the same bytes


def test_the_card_explains_every_column() -> None:
    files, card, _ = _folder()
    for name in ("pairs", "dev"):
        for column in polars.read_parquet(io.BytesIO(files[f"data/{name}.parquet"])).columns:
            assert f"`{column.replace('Larks', 'SYSTEM')}`" in card
    assert "| of Owls / night | 3 |" in card
    assert "| promise `flip` | 3 |" in card
    assert "People made it." in card
    assert "@misc{soup-1," in card


def test_without_development_items_and_under_another_licence() -> None:
    contest = Contest(CONTEST.task, CONTEST.entries, CONTEST.answers)
    files, card, header = _folder(contest, About("X", "Ours: ask", "So.", "Pairs"))
    assert files.keys() == {"README.md", "data/pairs.parquet"}
    assert "Columns of `dev`" not in card
    assert (header["license"], header["license_name"]) == ("other", "Ours: ask")


@pytest.mark.parametrize(("number", "size"), [(999, "n<1K"), (1000, "1K<n<10K"), (2_000_000, "1M<n<10M")])
def test_sizes_have_the_names_that_others_know(number: int, size: str) -> None:
    from zellig.games.datasets_folder import size_of

    assert size_of(number) == size
