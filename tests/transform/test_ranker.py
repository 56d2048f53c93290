"""Rankers: the language model finds what is broken, and nobody can tell in which batch it did."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from zellig.errors import ZelligError
from zellig.items import Item
from zellig.language.erg.select import choose
from zellig.transform import contrast, plan
from zellig.transform.catalogue import TRANSFORMATIONS
from zellig.transform.contrast import make_contrasts
from zellig.transform.counts import Counts
from zellig.transform.plan import ContrastPlan
from zellig.transform.ranker import (
    NEAR,
    ByModel,
    Cheap,
    Output,
    Ranker,
    _prices,
    is_read,
    load_ranker,
    moved,
)

SINGER = "A boy wears a green hat and sings in the rain."
BAKER = "The baker is carrying a tray of rolls to the car."
OUTPUTS = [
    Output(SINGER, "passive", "A green hat and sings in the rain are worn by a boy."),
    Output(SINGER, "past+passive", "A green hat and sings in the rain were worn by a boy."),
    Output(SINGER, "past", "A boy wore a green hat and sang in the rain."),
    Output(BAKER, "passive", "A tray of rolls is being carried by the baker to the car."),
    Output(BAKER, "cleft-subject", "It is the baker who is carrying a tray of rolls to the car."),
    Output(BAKER, "cleft-object", "It is tray a rolls of that the baker is carrying to the car."),
]
ODD = [True, True, False, False, False, True]


class Known:
    """A model that knows its losses, but for some noise if it reads several texts together."""

    def __init__(self, losses: dict[str, float], noise: float = 0.0) -> None:
        self.read: list[str] = []
        self._losses, self._noise = losses, noise

    def losses(self, texts: Sequence[str]) -> NDArray[np.float64]:
        self.read += texts
        noise = self._noise if len(texts) > 1 else 0.0
        return np.array([self._losses.get(text, 0.0) + noise * (text in self._losses) for text in texts])


@pytest.fixture(scope="module")
def model() -> Ranker:
    torch.set_num_threads(1)
    return load_ranker("lm")


def test_the_model_vetoes_what_is_broken(model: Ranker) -> None:
    assert model.odd(OUTPUTS) == ODD


def test_the_order_and_the_company_change_nothing(model: Ranker) -> None:
    assert model.odd(OUTPUTS[::-1][:4]) == ODD[::-1][:4]
    assert list(chain.from_iterable(model.odd([output]) for output in OUTPUTS[3:])) == ODD[3:]
    assert model.odd([]) == []


def test_the_model_takes_the_more_probable_alternative(model: Ranker) -> None:
    worse, better = "It is Alice which drives the car.", "It is Alice who drives the car."
    assert choose([worse, better], model.scores("Alice drives the car.")) == better


def test_the_cheap_one_takes_the_nearer_alternative_and_vetoes_nothing() -> None:
    texts = ["Today the cook slept.", "The cook slept today."]
    assert choose(texts, Cheap().scores("The cook sleeps today.")) == texts[1]
    assert Cheap().odd(OUTPUTS) == [False] * len(OUTPUTS)


def test_one_speaks_for_all_that_differ_in_the_verb_group() -> None:
    known = Known({})
    ByModel(known).odd(OUTPUTS)
    assert known.read == [SINGER, OUTPUTS[0].text, BAKER, *(each.text for each in OUTPUTS[3:])]
    assert moved("past+may+passive") == "passive"
    assert moved("negation+cleft-subject+question") == "cleft-subject+question"
    assert moved("past") == ""


@pytest.mark.parametrize("sign", [-1, 1])
def test_near_the_bound_a_sentence_is_read_alone(sign: int) -> None:
    """The noise of a batch would put it on the other side."""
    most = _prices().bound + _prices().usual["passive"] + _prices().usual["past"]
    known = Known({"new": most + sign * NEAR / 4}, noise=-sign * NEAR / 2)
    assert ByModel(known).odd([Output("old", "past+passive", "new")]) == [sign > 0]


def test_prices_are_for_steps_that_exist() -> None:
    assert set(_prices().usual) <= set(TRANSFORMATIONS)
    assert _prices().read <= set(_prices().usual)
    assert all(moved(step) for step in _prices().read)
    assert not is_read("past+may")


def test_a_veto_is_counted_and_filters_off_means_rankers_off(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stern(Cheap):
        def odd(self, outputs: Sequence[Output]) -> list[bool]:
            return ["passive" in output.name for output in outputs]

    for module in (contrast, plan):
        monkeypatch.setattr(module, "load_ranker", lambda name: Stern() if name == "lm" else Cheap())
    cook = "A cook is chopping a carrot."
    item = Item("carrot", {"premise": cook, "hypothesis": cook}, ("entailment",))

    def made(wanted: ContrastPlan) -> Counts:
        (found,) = make_contrasts([item], wanted)
        return found.counts

    stern = made(ContrastPlan("nli", ("past", "passive"), label_rules="zellig-all", ranker="lm"))
    assert stern.refusals["passive: ranker"] == 1
    assert {"p;p"} == set(stern.phenomena)
    cheap = made(ContrastPlan("nli", ("past", "passive"), label_rules="zellig-all"))
    assert {"p;p", "p;p+pa", "pa;pa", "pa;o", "o;pa"} == set(cheap.phenomena)
    unfiltered = ContrastPlan("nli", ("passive",), label_rules="zellig-all", ranker="lm", filtered=False)
    assert "pa;pa" in made(unfiltered).phenomena


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "zellig.language.language_model")
    with pytest.raises(ZelligError, match="torch") as refused:
        load_ranker("lm")
    assert "zellig[neural]" in str(refused.value.remedy)
    with pytest.raises(ZelligError, match="torch"):  # before any work is done
        next(make_contrasts([], ContrastPlan("nli", ranker="lm")))


def test_an_unknown_ranker_is_refused() -> None:
    with pytest.raises(ZelligError, match="'best' is not a ranker"):
        load_ranker("best")
