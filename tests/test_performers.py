"""Seeds that depend on nothing but what they are for; what a performer can do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from zellig.items import Item, Prediction
from zellig.performers import Spec, ask, capabilities, derive_seed

words = st.text(st.characters(codec="utf-8", exclude_characters="\0"))


@given(st.integers(), words, words)
def test_seed_fits_everywhere(seed: int, performer: str, item: str) -> None:
    assert 0 <= derive_seed(seed, performer, item) < 2**63


@given(st.integers(), words, words, st.integers(), words, words)
def test_different_keys_get_different_seeds(
    seed: int, performer: str, item: str, seed2: int, performer2: str, item2: str
) -> None:
    equal = (seed, performer, item) == (seed2, performer2, item2)
    assert (derive_seed(seed, performer, item) == derive_seed(seed2, performer2, item2)) == equal


def test_the_parts_of_a_key_do_not_run_together() -> None:
    assert len({derive_seed(1, "ab", "c"), derive_seed(1, "a", "bc"), derive_seed(11, "b", "c")}) == 3


def test_seed_is_the_same_in_another_process() -> None:
    code = "from zellig.performers import derive_seed; print(derive_seed(7, 'negation', 'é1'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(found.stdout) == derive_seed(7, "negation", "é1")


def test_spec_survives_a_file() -> None:
    spec = Spec("tea", {"order": 3, "labels": ["-1", "+1"]}, "2")
    assert msgspec.json.decode(msgspec.json.encode(spec), type=Spec) == spec


def test_capabilities_are_seen_or_said() -> None:
    class Plain:
        spec = Spec("plain")

    class Gifted(Plain):
        probabilities = gradients = True

        def explain(self, items: object) -> None: ...

        def observe(self, outcomes: object) -> None: ...

    assert capabilities(Plain()) == frozenset()
    assert capabilities(Gifted()) == {"explains", "probabilities", "gradients", "adapts"}
    assert capabilities(Gifted) == capabilities(Gifted())


def test_a_system_is_not_shown_answers() -> None:
    class Curious:
        spec = Spec("curious")
        seen: Sequence[Item] = ()

        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            self.seen = items
            return [Prediction(item.id, "+1") for item in items]

    system = Curious()
    ask(system, [Item("1", {"text": "Tea."}, ("+1",), {"tree": "(Tea .)", "gold_tree": "(3 (3 Tea) (2 .))"})])
    assert system.seen == [Item("1", {"text": "Tea."}, metadata={"tree": "(Tea .)"})]
