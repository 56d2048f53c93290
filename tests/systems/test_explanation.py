"""Evidence: occlusion on systems whose reasons are known, systems' own evidence, odd texts, refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from zellig.errors import ZelligError
from zellig.items import Item, Prediction, write_records
from zellig.performers import Evidence, Method, Span, Spec, System, capabilities
from zellig.systems import load_system
from zellig.systems.explanation import MOST, explain, question
from zellig.tasks import get_task

GOOD, BAD = "lovely", "awful"
ODD = {
    "empty": "",
    "blank": " \n\t",
    "emoji": "The bread 🍞 was 👍🏽 lovely , said the 👩‍👩‍👧 .",
    "right to left": "הלחם היה lovely מאוד. كان الشاي باردا.",
    "line ends": "One line\nand lovely\twith a tab\u2028and \u0301marks \\ \" '.",
}


class Counter:
    """Its probability of +1 goes by how many good and bad words there are."""

    spec = Spec("counter")
    probabilities = True

    def __init__(self) -> None:
        self.asked: list[str] = []

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        self.asked += [item.id for item in items]
        return [self._answer(item) for item in items]

    def _answer(self, item: Item) -> Prediction:
        assert not item.accepted
        words = " ".join(item.fields.values()).lower().replace(",", " ").replace(".", " ").split()
        share = 0.5 + 0.1 * (words.count(GOOD) - words.count(BAD))
        answer = "+1" if share >= 0.5 else "-1"
        return Prediction(item.id, answer, {"+1": share, "-1": 1 - share})


class Silent(Counter):
    """The same without probabilities."""

    probabilities = False

    def predict(self, items: Sequence[Item]) -> list[Prediction]:
        return [Prediction(each.id, each.answer) for each in super().predict(items)]


class Talker(Counter):
    """Explains itself: its first word made it do it."""

    method: Method = "weights"

    def explain(self, items: Sequence[Item]) -> list[Evidence]:
        assert not any(item.accepted for item in items)
        return [Evidence(item.id, "+1", self.method, (Span("text", 0, 3, 1.0),)) for item in items]


def item(text: str, name: str = "a") -> Item:
    return Item(name, {"text": text}, ("+1",))


def words(asked: Item, evidence: Evidence) -> list[tuple[str, float]]:
    return [
        (asked.fields[span.field][span.start : span.end], span.weight)
        for span in evidence.spans
        if span.weight
    ]


def test_the_words_that_count_are_found_where_they_stand() -> None:
    asked = item("A lovely soup, lovely bread, and an awful tea.")
    system = Counter()
    (found,) = explain(system, [asked])
    assert (found.id, found.answer, found.method) == ("a", "+1", "occlusion")
    assert words(asked, found) == [("lovely", 0.1), ("lovely", 0.1), ("awful", -0.1)]
    assert [span.start for span in found.spans if span.weight] == [2, 15, 36]
    assert len(found.spans) == 12  # every token was tried
    assert len(set(system.asked)) == len(system.asked) == 13


def test_without_probabilities_it_is_whether_the_answer_changes() -> None:
    asked = item("An awful soup and lovely bread.")
    (found,) = explain(Silent(), [asked])
    assert words(asked, found) == [("lovely", 1.0)]
    (found,) = explain(Silent(), [item("A lovely soup and lovely bread.")])
    assert {span.weight for span in found.spans} == {0.0}


def test_every_field_of_every_item() -> None:
    items = [
        Item("1", {"premise": "An awful soup.", "hypothesis": "It is awful."}),
        Item("2", {"premise": "A lovely soup.", "hypothesis": "It is."}),
    ]
    found = explain(Counter(), items)
    assert [each.id for each in found] == ["1", "2"]
    assert [[span.field for span in each.spans if span.weight] for each in found] == [
        ["premise", "hypothesis"],
        ["premise"],
    ]


@pytest.mark.parametrize("system", [Counter(), Silent()])
@pytest.mark.parametrize("name", ODD)
def test_odd_texts(name: str, system: System) -> None:
    asked = item(ODD[name])
    (found,) = explain(system, [asked])
    assert all(0 <= span.start < span.end <= len(ODD[name]) for span in found.spans)
    if GOOD in ODD[name] and "probabilities" in capabilities(system):
        assert words(asked, found) == [(GOOD, 0.1)]


def test_a_long_text_is_explained_as_far_as_its_beginning() -> None:
    asked = item(("lovely bread and " * 6000)[:100_000])
    (found,) = explain(Silent(), [asked])
    assert len(found.spans) == MOST
    assert found.spans[-1].end < 10_000


def test_spaces_are_left_as_a_writer_would() -> None:
    seen: list[str] = []

    class Reader(Silent):
        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            seen.extend(item.fields["text"] for item in items)
            return super().predict(items)

    explain(Reader(), [item("Good soup, bread too")])
    assert seen[1:] == [
        "soup, bread too",
        "Good , bread too",
        "Good soup bread too",
        "Good soup, too",
        "Good soup, bread",
    ]


def test_progress_is_told_of_every_item() -> None:
    heard: list[tuple[int, int]] = []
    explain(Counter(), [item("tea", "1"), item("soup", "2")], progress=lambda _, *told: heard.append(told))
    assert heard == [(1, 2), (2, 2)]


def test_a_system_s_own_evidence_comes_first() -> None:
    asked = [item("Tea and lovely soup", "1"), item("Tea", "2")]
    assert [each.method for each in explain(Talker(), asked)] == ["weights", "weights"]
    assert explain(Talker(), asked, "weights") == explain(Talker(), asked)
    assert [each.method for each in explain(Talker(), asked, "occlusion")] == ["occlusion", "occlusion"]


@pytest.mark.parametrize("method", ["weights", "integrated gradients"])
def test_a_method_that_the_system_does_not_have(method: str) -> None:
    with pytest.raises(ZelligError, match=f"'counter' does not explain itself by {method}.*occlusion"):
        explain(Counter(), [item("tea")], method)


def test_own_evidence_by_another_method() -> None:
    with pytest.raises(ZelligError, match="does not explain itself by integrated gradients"):
        explain(Talker(), [item("tea")], "integrated gradients")


def test_an_unknown_method() -> None:
    with pytest.raises(ZelligError, match=r"'magic' is not a way to explain.*occlusion"):
        explain(Counter(), [item("tea")], "magic")


def test_own_evidence_must_match_the_items() -> None:
    class Confused(Talker):
        def explain(self, items: Sequence[Item]) -> list[Evidence]:
            return super().explain(items)[::-1]

    with pytest.raises(ZelligError, match="evidence that do not match"):
        explain(Confused(), [item("tea", "1"), item("soup", "2")])


def test_a_file_of_answers_has_no_reasons(tmp_path: Path) -> None:
    write_records(tmp_path / "cook.jsonl", Prediction, [Prediction("a", "+1")])
    with pytest.raises(ZelligError, match="cannot be asked about other texts"):
        explain(load_system(f"file:{tmp_path / 'cook.jsonl'}"), [item("tea")])


@pytest.mark.parametrize(
    ("task", "fields", "what"),
    [
        ("sentiment", {"text": " "}, "'text' is missing or empty"),
        ("sentiment", {"txt": "tea"}, "'text' is missing or empty"),
        ("nli", {"premise": "tea"}, "'hypothesis' is missing"),
        ("nli", {"premise": "tea", "hypothesis": "tea", "text": "tea"}, "'text' is not a field"),
    ],
)
def test_questions_that_are_none(task: str, fields: dict[str, str], what: str) -> None:
    with pytest.raises(ZelligError, match=what):
        question(get_task(task), fields)


def test_evidence_survives_json() -> None:
    (found,) = explain(Counter(), [item("lovely tea")])
    raw = msgspec.json.encode(found)
    assert msgspec.json.decode(raw, type=Evidence) == found
    keys = json.loads(raw)
    assert list(keys) == ["id", "answer", "method", "spans"]
    assert list(keys["spans"][0]) == ["field", "start", "end", "weight"]


def test_a_base_install_explains() -> None:
    """Without torch and captum."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['torch', 'captum']))\n"
        "from zellig.items import Item, Prediction\n"
        "from zellig.performers import Spec\n"
        "from zellig.systems.explanation import explain\n"
        "class Cook:\n"
        "    spec = Spec('cook')\n"
        "    def predict(self, items):\n"
        "        return [Prediction(item.id, str('tea' in item.fields['text'])) for item in items]\n"
        "print([s.weight for s in explain(Cook(), [Item('a', {'text': 'warm tea'})])[0].spans])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[0.0, 1.0]\n"


# --- the user's own object

OWN = """
from zellig.items import Prediction
from zellig.performers import Evidence, Span, Spec

class Cook:
    spec = Spec("cook")
    task = "sentiment"
    labels = ("-1", "+1")
    probabilities = True
    def predict(self, items):
        return [Prediction(item.id, "+1", {"+1": 1.0}) for item in items]

class Talker(Cook):
    def explain(self, items):
        return [Evidence(item.id, "+1", "weights", (Span("text", 0, 1, 0.5),)) for item in items]

class Mute(Cook):
    def explain(self, items):
        return items[0].nothing

class Liar(Cook):
    def explain(self, items):
        return ["because"]

class Plain:
    spec = Spec("plain")
    predict = Cook.predict
"""

Load = Callable[[str], System]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Loads an object of a file of the user's."""
    (tmp_path / "pantry.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "pantry", raising=False)
    return lambda name: load_system(f"py:pantry:{name}")


def test_what_an_own_object_has_is_passed_on(load: Load) -> None:
    assert capabilities(load("Talker")) == {"explains", "probabilities"}
    assert capabilities(load("Cook")) == {"probabilities"}
    assert capabilities(load("Plain")) == frozenset()
    assert getattr(load("Talker"), "task", None) == "sentiment"
    assert getattr(load("Talker"), "labels", None) == ("-1", "+1")
    assert not hasattr(load("Plain"), "task")
    assert not hasattr(load("Plain"), "anything")
    assert explain(load("Talker"), [item("tea")]) == [
        Evidence("a", "+1", "weights", (Span("text", 0, 1, 0.5),))
    ]
    assert explain(load("Plain"), [item("tea")])[0].method == "occlusion"


@pytest.mark.parametrize(
    ("name", "what"), [("Mute", r"AttributeError.*Correct its explain"), ("Liar", "list of Evidence")]
)
def test_an_own_object_that_fails_to_explain(name: str, what: str, load: Load) -> None:
    with pytest.raises(ZelligError, match=what):
        explain(load(name), [item("tea")])
