"""Contrast sets by way of meaning, from items to pairs, with a stand-in for ACE."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import zellig
from stand_in import StandIn, answer, lit_edits
from zellig.engine import open_engine
from zellig.errors import ZelligError
from zellig.items import Item
from zellig.language.erg import ace as client
from zellig.language.erg.ace import Grammar
from zellig.language.erg.faults import apply_carefully
from zellig.language.erg.mrs import read_mrs, write_mrs
from zellig.language.erg.mrs_edits import read_steps
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.composition import JOIN
from zellig.transform.contrast import Contrasts, make_contrasts
from zellig.transform.counts import Survey, total
from zellig.transform.erg import STEPS, Erg, open_erg
from zellig.transform.plan import ContrastPlan
from zellig.transform.sentences import Shown, show

CAR = "Alice is driving a car."
# What the stand-in generates; the first of the two clefts is LIT's choice, and a fault.
CARS = {
    "may": ["Alice may be driving a car."],
    "past": ["Alice was driving a car."],
    "future": ["Alice will be driving a car."],
    "negation": ["Alice isn't driving a car.", "Alice is not driving a car."],
    "passive": ["A car is being driven by Alice."],
    "question": ["Is Alice driving a car?", "Alice is driving a car?"],
    "cleft-subject": ["It is Alice which is driving a car.", "It is Alice who is driving a car."],
    "past+cleft-subject": ["It was Alice who was driving a car."],
    "past+passive": ["A car was being driven by Alice."],
    "simple": ["Alice drives a car."],
    "swap": ["A car is driving Alice."],
}


def meanings(shared: Path) -> dict[str, str]:
    return {row["sentence"]: row["mrs"] for row in lit_edits(shared)}


def edited(mrs: str, name: str) -> str:
    """What ACE is sent for one of our names."""
    meaning = read_mrs(mrs)
    for step in read_steps(JOIN.join(STEPS[step][0] for step in name.split(JOIN))):
        meaning = apply_carefully(meaning, step)
    return write_mrs(meaning)


@pytest.fixture
def stand_in(tmp_path: Path, shared: Path) -> StandIn:
    """It knows everything about one sentence, and how to parse a second one."""
    made, known = StandIn(tmp_path), meanings(shared)
    for sentence in (CAR, "The woman sleeps."):
        made.answers("parse", sentence, answer([known[sentence]], "mrs"))
    for name, texts in CARS.items():
        made.answers("generate", edited(known[CAR], name), answer(texts, "surface"))
    return made


def erg_of(stand_in: StandIn) -> Erg:
    return Erg(stand_in.ace, stand_in.erg)


def item(name: str, premise: str, hypothesis: str, label: str = "entailment") -> Item:
    return Item(name, {"premise": premise, "hypothesis": hypothesis}, (label,))


def all_of(stand_in: StandIn, items: list[Item], *phenomena: str, workers: int = 1, **how: bool) -> Contrasts:
    plan = ContrastPlan("nli", phenomena, erg=erg_of(stand_in), label_rules="zellig-all", **how)  # type: ignore[arg-type]
    with open_engine(workers=workers) as engine:
        made = list(make_contrasts(items, plan, engine))
    return Contrasts([pair for each in made for pair in each.pairs], total(each.counts for each in made))


def survey_of(made: Contrasts) -> dict[str, int]:
    assert made.counts.survey is not None
    return made.counts.survey.transformations


def test_every_name_is_one_of_ours() -> None:
    assert set(STEPS) < set(TRANSFORMATIONS)


def test_compositions_may_be_asked_for_by_name() -> None:
    plan = ContrastPlan("nli", ("past+passive",), erg=Erg(), label_rules="zellig-all")
    assert plan.names == ("past+passive",)
    assert (
        "past+passive" in ContrastPlan("nli", ("past", "passive"), label_rules="zellig-all").names
    )  # a rule needs it


def test_pairs(stand_in: StandIn) -> None:
    """Rules, labels and lineage are those of the other grammar; the texts are ACE's."""
    made = all_of(
        stand_in, [item("car", CAR, CAR)], *(name for name in CARS if JOIN not in name), survey=True
    )
    pairs = {pair.phenomenon: pair for pair in made.pairs}
    assert pairs["m;o"].modified.fields == {"premise": "Alice may be driving a car.", "hypothesis": CAR}
    assert pairs["m;o"].modified.accepted == ("neutral",)
    assert pairs["p;f"].modified.fields["hypothesis"] == "Alice will be driving a car."
    assert pairs["i;i"].modified.fields["premise"] == "It is Alice who is driving a car."
    assert pairs["i;i"].promise == "same"
    assert pairs["pa;pa"].lineage == ("premise: passive", "hypothesis: passive", "rules: zellig-all")
    assert pairs["o;n"].modified.fields["hypothesis"] == "Alice is not driving a car."
    assert pairs["o;n"].modified.accepted == ("contradiction",)
    assert made.counts.survey == Survey(1, dict.fromkeys(CARS, 1))
    assert (made.counts.sentences, made.counts.items_labelled) == (1, 1)
    assert [
        name for name in made.counts.refusals if name.endswith(": crash")
    ]  # the stand-in dies of what it does not know
    assert not stand_in.is_alive()


def test_filter_and_relations(stand_in: StandIn, shared: Path) -> None:
    """A text that does not show the step is dropped; so is one whose original we do not understand."""
    known = meanings(shared)
    woman, cooks = "The woman sleeps.", "Cooks are singing."
    stand_in.answers("parse", cooks, answer([known["Dogs bark."]], "mrs"))
    stand_in.answers("generate", edited(known[woman], "past"), answer(["The woman sleeps not."], "surface"))
    stand_in.answers(
        "generate", edited(known["Dogs bark."], "negation"), answer(["Cooks are not singing."], "surface")
    )
    stand_in.answers("parse", "Down the road.", answer([known[woman]], "mrs"))
    odd = [item("1", woman, cooks), item("2", "Down the road.", cooks)]
    made = all_of(stand_in, odd, "past", "negation", survey=True)
    assert made.counts.refusals["past: filter"] == 2
    assert survey_of(made) == {"negation": 1}
    assert made.pairs == []  # contrary to *Cooks are singing*, and not its complement
    unfiltered = all_of(stand_in, odd, "past", "negation", filtered=False, survey=True)
    assert survey_of(unfiltered) == {"past": 2, "negation": 1}


def test_accidents_are_counted_and_the_number_of_workers_changes_nothing(
    stand_in: StandIn, shared: Path
) -> None:
    mrs = meanings(shared)["The woman sleeps."]
    late = answer([], "surface", error="timeout, ran out of time")
    stand_in.answers("generate", edited(mrs, "past"), late)
    stand_in.answers("generate", edited(mrs, "future"), signal=9)
    stand_in.answers("parse", "Dog the of.", answer([], "mrs"))
    items = [item(str(n), "The woman sleeps.", CAR) for n in range(60)]
    items += [item(str(n), CAR, "Dog the of.") for n in range(60, 130)]
    names = ("past", "future", "question", "passive")
    one = all_of(stand_in, items, *names, survey=True)
    assert one.counts.refusals["past: time limit"] == 1
    assert one.counts.refusals["future: crash"] == 1
    assert one.counts.refusals["passive: no such argument"] == 1
    assert one.counts.refusals["passive: not parsed"] == 3  # once a chunk
    assert len(one.pairs) == 130  # a side that stays as it is need not be parsed
    pids = {entry["pid"] for entry in stand_in.log() if entry["task"] == "parse"}
    assert len(pids) == 1
    assert all_of(stand_in, items, *names, workers=2, survey=True) == one
    assert not stand_in.is_alive()


def test_an_ace_that_forgets_its_limit(
    stand_in: StandIn, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    woman = "The woman sleeps."
    stand_in.answers("generate", edited(meanings(shared)[woman], "past"), hang=True)
    short = Grammar(stand_in.ace, stand_in.erg, limit=1, patience=0.2)
    monkeypatch.setattr(client, "open_grammar", lambda ace, erg: short)
    assert show(woman, ["past"], erg_of(stand_in)) == [Shown("past", refused="time limit")]
    assert not stand_in.is_alive()


def test_show(stand_in: StandIn) -> None:
    words = ("--grammar", "erg", "--ace", stand_in.ace, "--erg", stand_in.erg, "--format", "json")
    names = "may,present,past+cleft-subject,swap"
    done = zellig("contrast", "show", CAR, "--phenomena", names, *words)
    assert done.stderr == ""
    assert json.loads(done.stdout) == [
        {"phenomenon": "may", "text": "Alice may be driving a car.", "meaning": "unsettled"},
        {"phenomenon": "present", "refused": "unchanged"},
        {
            "phenomenon": "past+cleft-subject",
            "text": "It was Alice who was driving a car.",
            "meaning": "unrelated",
        },
        {"phenomenon": "swap", "text": "A car is driving Alice.", "meaning": "unrelated"},
    ]


def test_make(stand_in: StandIn, tmp_path: Path) -> None:
    table = tmp_path / "items.csv"
    table.write_text(f"premise,hypothesis,label\n{CAR},{CAR},entailment\n", encoding="utf-8")
    where = ("--corpus", f"premise-hypothesis:{table}", "--out", tmp_path / "run")
    words = ("--grammar", "erg", "--ace", stand_in.ace, "--erg", stand_in.erg, "--format", "json")
    done = zellig(
        "contrast",
        "make",
        "--task",
        "nli",
        *where,
        *words,
        "--phenomena",
        "may,past,future",
        "--label-rules",
        "zellig-all",
    )
    found = json.loads(done.stdout)
    assert found["survey"]["transformations"] == dict.fromkeys(("future", "may", "past"), 1)
    assert '"phenomenon":"p;f"' in (tmp_path / "run/pairs/contrast.jsonl").read_text(encoding="utf-8")
    assert 'name = "erg"' in (tmp_path / "run/run.toml").read_text(encoding="utf-8")


def test_what_is_missing_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ZELLIG_ACE", "ZELLIG_ERG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ZelligError, match=r"ACE, .* was not found\. `zellig doctor` says"):
        open_erg(Erg())
    with pytest.raises(ZelligError, match="'relative' is not a transformation of the ERG backend"):
        show(CAR, ["relative"], Erg())
    done = zellig("contrast", "show", CAR, "--grammar", "erg")
    assert (done.returncode, done.stdout) == (1, "")
    assert "zellig doctor" in done.stderr
    done = zellig("contrast", "show", CAR, "--ace", "somewhere")
    assert done.stderr.endswith("Add --grammar erg.\n")
