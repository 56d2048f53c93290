"""Parse, edit, generate, choose: with a stand-in for ACE that has LIT's own run in its head."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from conftest import ROOT
from stand_in import Row, StandIn, answer, lit_edits
from zellig.errors import ZelligError
from zellig.language.erg import wire
from zellig.language.erg.mrs import read_mrs, write_mrs
from zellig.language.erg.mrs_edits import edit
from zellig.language.erg.select import fewest_commas
from zellig.language.erg.target import FORBIDS
from zellig.language.erg.transform import Contrast, transform

cached_edits = cache(lit_edits)


def rows_of(shared: Path, *numbers: int) -> list[Row]:
    return [row for row in cached_edits(shared) if row["extra"]["sentence_id"] in numbers]


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


def ours(row: Row) -> str:
    """The edited meaning as we write it: isomorphic to LIT's, in another order."""
    name = row["phenomenon"].replace("past+", "past simple+").replace("future+", "future simple+")
    return write_mrs(edit(read_mrs(row["mrs"]), name))


def play(stand_in: StandIn, rows: list[Row]) -> None:
    """Let the stand-in parse the sentences of the rows and generate from their edited meanings."""
    for row in rows:
        stand_in.answers("parse", row["sentence"], answer([row["mrs"]], "mrs"))
        if row["extra"]["original_offers"] or row["phenomenon"] == "polar question":
            stand_in.answers("generate", ours(row), answer(row["surfaces"], "surface"))


def test_as_lit(stand_in: StandIn, shared: Path) -> None:
    """Every form of five sentences through two processes; each text is one that ACE gave LIT."""
    numbers = (2, 9, 41, 49, 54)
    rows = rows_of(shared, *numbers)
    play(stand_in, rows)
    made = 0
    with stand_in.grammar() as grammar:
        for number in numbers:
            of_sentence = {
                row["phenomenon"]: row
                for row in rows_of(shared, number)
                if "+" not in row["phenomenon"] and row["extra"]["original_offers"]
            }
            sentence = next(iter(of_sentence.values()))["sentence"]
            for found in transform(grammar, sentence, of_sentence, as_lit=True):
                surfaces = fewest_commas(of_sentence[found.phenomenon]["surfaces"])
                if found.text:
                    assert found.text in surfaces
                    made += 1
                else:
                    assert found.reason in ("not generated", "unchanged")
                    assert surfaces in ([], [sentence]) or found.reason == "unchanged"
        assert made > 60
        assert (grammar.parser.starts, grammar.generator.starts) == (1, 1)


def test_carefully(stand_in: StandIn, shared: Path) -> None:
    rows = rows_of(shared, 3)
    play(stand_in, rows)
    names = ["it-cleft ARG1", "polar question", "negation", "may", "passive ARG3", "future", "present simple"]
    with stand_in.grammar() as grammar:
        found = {each.phenomenon: each for each in transform(grammar, rows[0]["sentence"], names)}
    surfaces = {row["phenomenon"]: row["surfaces"] for row in rows}
    for name in ("it-cleft ARG1", "polar question", "negation", "may"):
        assert found[name].text in surfaces[name]
    assert "which" not in found["it-cleft ARG1"].text
    assert found["polar question"].text.endswith("?")
    assert found["polar question"].text.startswith("Does")
    assert found["future"].text in surfaces["future simple"]
    assert found["passive ARG3"] == Contrast("passive ARG3", reason="no such argument")
    assert found["present simple"] == Contrast("present simple", reason="unchanged")


def test_scores_of_the_caller_decide(stand_in: StandIn, shared: Path) -> None:
    rows = rows_of(shared, 3)
    play(stand_in, rows)
    wanted = fewest_commas(next(row for row in rows if row["phenomenon"] == "it-cleft ARG1")["surfaces"])[-1]
    with stand_in.grammar() as grammar:
        (found,) = transform(
            grammar,
            rows[0]["sentence"],
            ["it-cleft ARG1"],
            scores=lambda texts: [text != wanted for text in texts],
            as_lit=True,
        )
    assert found.text == wanted


def test_reasons_of_ace(stand_in: StandIn, shared: Path) -> None:
    rows = rows_of(shared, 1)
    play(stand_in, rows)
    stand_in.answers("parse", "Dog the of.", answer([], "mrs"))
    stand_in.answers("parse", "Too long.", answer([], "mrs", error="timeout, ran out of time"))
    stand_in.answers("parse", "Broken.", answer(["[ LTOP"], "mrs"))
    edited = {row["phenomenon"]: ours(row) for row in rows}
    stand_in.answers("generate", edited["negation"], answer([], "surface"))
    stand_in.answers("generate", edited["may"], answer([], "surface", error="input EP not in index"))
    stand_in.answers("generate", edited["can"], exit=255)
    with stand_in.grammar() as grammar:
        for sentence, reason in (
            ("Dog the of.", "not parsed"),
            ("Too long.", "time limit"),
            ("Broken.", "unreadable meaning"),
            ("", "empty"),
        ):
            assert list(transform(grammar, sentence, ["negation"])) == [Contrast("negation", reason=reason)]
        names = ["negation", "may", "can", "past progressive"]
        found = list(transform(grammar, rows[0]["sentence"], names, as_lit=True))
    assert [each.reason for each in found] == ["not generated", "unknown word", "crash", ""]
    assert found[-1].text in next(row for row in rows if row["phenomenon"] == "past progressive")["surfaces"]


def test_a_wrong_name_is_said_before_ace_is_started(stand_in: StandIn) -> None:
    with pytest.raises(ZelligError, match="'passif' is not a phenomenon"):
        list(transform(stand_in.grammar(), "It rained.", ["negation", "passif"]))
    assert stand_in.log() == []


def test_without_pydelphin() -> None:
    source = (
        "import sys; sys.modules['delphin'] = None\n"
        "from zellig.errors import ZelligError\n"
        "import zellig.doctor\n"
        "try:\n    import zellig.language.erg.transform\n"
        "except ZelligError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout == "the ERG backend needs delphin, which is not installed. pip install 'zellig[erg]'\n"


def test_every_reason_is_explained() -> None:
    """The codes in the source are those of the page."""
    package = ROOT / "src" / "zellig" / "language" / "erg"
    source = "\n".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    patterns = (r'RefusedError\("([^"]+)"', r'Answer\(\(\), "([^"]+)"', r'_cut_off\(program, "([^"]+)"')
    codes = {code for pattern in patterns for code in re.findall(pattern, source)}
    codes |= {ours for _, ours in wire._ERRORS} | set(FORBIDS)
    codes = codes - {"no result"} | {"not parsed", "not generated"}  # it is told apart which of the two
    table = (ROOT / "docs/reference/erg.md").read_text(encoding="utf-8").partition("## Reasons\n")[2]
    rows = [row for row in table.partition("\n## ")[0].splitlines() if row.startswith("| `")]
    assert {code for row in rows for code in re.findall(r"`([^`]+)`", row)} == codes
