"""What is said about a decision: sentences, JUnit XML, commands for GitHub's log; hostile text gives none."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gates import Knowing, changed, hundred, write_run, wrong_about
from zellig.games.breaking.gate import Decision, check_run
from zellig.items import UNPARSED, Item, Pair
from zellig.performers import Spec
from zellig.report.gate import conclusion, doubts, in_words, plain_text, worst, write_decision
from zellig.report.github import github
from zellig.report.junit import junit

HOSTILE = "::error::owned\n::set-output name=x::y\r%0A##[error]<b>&]]>\0\x1b[2J\ufffe\uffff\ud800 end"


@pytest.fixture(scope="module")
def regressed(tmp_path_factory: pytest.TempPathFactory) -> Decision:
    folder = tmp_path_factory.mktemp("gate")
    run = write_run(folder / "run", hundred())
    check_run(run, Knowing(hundred()), store=folder / "old.json")
    worse = Knowing(hundred(), wrong_about(changed("negation", range(20))))
    return check_run(run, worse, min_passed=85, min_accuracy=80, baseline=str(folder / "old.json"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Decision:
    """Every text, name and id is hostile; the file holds what UTF-8 can."""
    folder = tmp_path_factory.mktemp("hostile")
    text = HOSTILE.replace("\ud800", "")
    pairs = [
        Pair(
            f"{text}{n}",
            Item(f"{text}{n}", {"text": f"{text}{n} was fine."}, ("+1",)),
            Item(f"{text}{n}b", {"text": f"{text}{n} was not fine."}, ("-1",)),
            "flip",
            text,
            text,
        )
        for n in range(8)
    ]

    class Named(Knowing):
        """Fails on one text, and cannot be understood on another."""

        def predict(self, items):  # type: ignore[no-untyped-def]
            if any(item.id == pairs[0].original.id for item in items):
                raise ValueError(HOSTILE)
            return super().predict(items)

    run = write_run(folder, pairs)
    check_run(run, Knowing(pairs), store=folder / "old.json")
    worse = Named(pairs, lambda item, gold: UNPARSED)
    worse.spec = Spec(HOSTILE)
    return check_run(run, worse, min_passed=100, min_accuracy=100, baseline=str(folder / "old.json"))


def test_sentences(regressed: Decision) -> None:
    passed, accuracy, whole, heat, _, negation = (in_words(each, regressed) for each in regressed.demands)
    assert passed.startswith("knowing passes 180 of 200 pairs, 90.0% (")
    assert passed.endswith("; at least 85% are asked for: enough.")
    assert accuracy.startswith("knowing answers 100 of 100 originals right, 100.0% (")
    assert whole.startswith(
        "20 no longer passed and 0 newly passed of 200 pairs, beside knowing (p < 0.0001): "
    )
    assert heat.startswith("heat: 0 no longer passed and 0 newly passed of 100 pairs, ")
    assert heat.endswith("(p = 1, corrected for 3 comparisons): no regression.")
    assert negation.startswith("negation: 20 no longer passed and 0 newly passed of 40 pairs")
    assert negation.endswith(": a regression.")
    assert conclusion(regressed) == ("knowing does not pass: regression (negation), regression (all pairs).")


def test_it_is_said_where_the_original_is_lost_and_not_the_change(tmp_path: Path) -> None:
    """Thirty originals go wrong, and with them all that was made of them: no phenomenon is to blame."""
    run = write_run(tmp_path / "run", hundred())
    check_run(run, Knowing(hundred()), store=tmp_path / "old.json")
    lost = {str(n) for n in range(30)} | changed("irony", range(30, 40))
    decision = check_run(run, Knowing(hundred(), wrong_about(lost)), baseline=str(tmp_path / "old.json"))
    told = {each.phenomenon: in_words(each, decision) for each in decision.failing}
    assert told["negation"].endswith(
        ": a regression. In 30 of the 30, the original itself is answered wrong now: there, negation is not "
        "to blame."
    )
    assert "In 30 of the 40, the original itself is answered wrong now: there, irony is not" in told["irony"]
    assert told[None].endswith(
        "In 90 of the 100, the original itself is answered wrong now: there, the change is not to blame."
    )
    assert "answered wrong now: there, heat" in plain_text(decision)


def test_the_worst_examples_are_shown_once_with_what_was_answered(regressed: Decision) -> None:
    assert [example.pair.id for example in worst(regressed)] == [f"negation {n}" for n in range(3)]
    shown = plain_text(regressed)
    assert "Dish 0 was served{+ with negation+}." in shown
    assert shown.count("negation 0 ") == 1
    assert "  answered -1 right, -1 WRONG\n  before: -1, +1\n" in shown


def test_a_pass_is_said_and_nothing_decided_as_well(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", hundred())
    assert conclusion(check_run(run, Knowing(hundred()), min_passed=50)) == "knowing passes."
    stored = check_run(run, Knowing(hundred()), store=tmp_path / "old.json")
    assert conclusion(stored).endswith("nothing was decided about knowing.")


def test_doubts(hostile: Decision) -> None:
    unparsed, failed = doubts(hostile)
    assert unparsed.startswith("16 of 16 answers of ")
    assert "failed on 1 text, e.g. " in failed


def test_junit_has_a_case_for_each_demand(regressed: Decision) -> None:
    top = ElementTree.fromstring(junit(regressed, "soup").encode())
    (suite,) = top
    for element in (top, suite):
        assert [element.get(name) for name in ("tests", "failures", "errors")] == ["6", "2", "0"]
    failed = {case.get("name"): case.find("failure") for case in suite}
    assert [name for name, failure in failed.items() if failure is not None] == [
        "regression (all pairs)",
        "regression (negation)",
    ]
    failure = failed["regression (negation)"]
    assert failure is not None
    assert failure.get("type") == "regression"
    assert (failure.get("message") or "").startswith("negation: 20 no longer ")
    assert "Dish 0 was served{+ with negation+}." in (failure.text or "")


def test_junit_of_hostile_text_is_sound(hostile: Decision) -> None:
    top = ElementTree.fromstring(junit(hostile, HOSTILE).encode())
    assert {element.tag for element in top.iter()} == {"testsuites", "testsuite", "testcase", "failure"}
    assert "<b>&]]>" in "".join(top.itertext())


def test_github_has_an_error_for_each_failure(regressed: Decision) -> None:
    lines = list(github(regressed))
    assert lines[-1] == conclusion(regressed)
    first, second = (line for line in lines if line.startswith("::"))
    assert first.startswith(
        "::error title=zellig check%2C regression (negation)::negation: 20 no longer passed"
    )
    assert "%0A  Dish 0 was served{+ with negation+}.%0A" in first
    assert second.startswith("::error title=zellig check%2C regression (all pairs)::")


def test_hostile_text_gives_no_command(hostile: Decision) -> None:
    lines = list(github(hostile))
    commands = [line for line in lines if line.lstrip().startswith("::")]
    assert {line.partition(" ")[0] for line in commands} == {"::error", "::warning"}
    assert len(commands) == len(hostile.failing) + 2
    for line in lines:
        assert "##[" not in line
        assert not {"\n", "\r"} & set(line)
    for line in commands:
        parts = re.fullmatch(r"::(?:error|warning) title=zellig check([^:,]*)::(.*)", line)
        assert parts
        assert "%0A" not in parts[1]


def test_the_page_says_what_the_terminal_says(regressed: Decision, tmp_path: Path) -> None:
    write_decision(tmp_path / "gate.html", regressed)
    page = (tmp_path / "gate.html").read_text(encoding="utf-8")
    assert escape(conclusion(regressed)) in page
    for demand in regressed.failing:
        assert escape(in_words(demand, regressed)) in page
    (change,) = (each for each in regressed.comparisons if each.phenomenon == "negation")
    assert re.search(rf'negation</th><td class="n">{change.pairs}</td>.*<td class="n">20</td>', page)
    assert page.count('<div class="pair">') == len(worst(regressed))


def test_hostile_text_is_text_on_the_page(hostile: Decision, tmp_path: Path) -> None:
    write_decision(tmp_path / "gate.html", hostile)
    page = (tmp_path / "gate.html").read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert "\x1b" not in page
