"""The learning breaker: it learns the words that a victim goes by, keeps them in a file, and uses them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakers.search.victims import WEIGHTS, Counter, Curt
from helpers import zellig
from zellig.breakers.q_learning import breaker, learning
from zellig.breakers.q_learning.breaker import FILE, load, train
from zellig.breakers.q_learning.positions import MOST, changes
from zellig.breakers.q_learning.values import Values, names_of
from zellig.breakers.search.breaker import SearchBreaker
from zellig.breakers.search.passage import passages
from zellig.breakers.search.problem import Problem
from zellig.errors import ZelligError
from zellig.items import Item, Pair, write_records
from zellig.oracle import Oracle
from zellig.performers import System, derive_seed
from zellig.registry import lookup
from zellig.tasks import get_task

SENTIMENT = get_task("sentiment")
PEOPLE = ["waiter", "guide", "teacher", "farmer", "singer", "driver"]
THINGS = ["dinner", "garden", "river", "house", "story", "road"]
WORDS = ["fine", "nice", "smart", "awful"]
HIDDEN = "The {person} saw a {word} {thing} near the big old town and walked home."
TEXTS = [
    HIDDEN.format(person=person, word=word, thing=thing)
    for number, person in enumerate(PEOPLE)
    for word in WORDS
    for thing in THINGS[number % 3 :: 3]
]


def test_weights_that_nobody_learns_are_refused(tmp_path: Path) -> None:
    lessons = {
        "task": "sentiment",
        "corpus": "tea",
        "corpus_hash": "h",
        "victim": "cook",
        "fingerprint": "f",
        "seed": 1,
    }
    saved = {"breaker": "q-breaker", "lessons": lessons, "weights": {"+1: fine": 1e300}}
    (tmp_path / FILE).write_text(json.dumps(saved))
    with pytest.raises(ZelligError, match="is not a trained breaker"):
        load(tmp_path, SENTIMENT)


def items(texts: Sequence[str]) -> list[Item]:
    given = Counter().predict([Item(str(number), {"text": text}) for number, text in enumerate(texts)])
    return [
        Item(f"x{number}", {"text": text}, (str(each.answer),))
        for number, (text, each) in enumerate(zip(texts, given, strict=True))
    ]


def problem(text: str, label: str = "+1") -> Problem:
    (found,) = passages([Item("x", {"text": text}, (label,))], ("text",))
    return changes().problem(found, SENTIMENT, 1)


def pairs(
    breaker: SearchBreaker, found: Sequence[Item], victim: System, budget: int | None = None
) -> list[list[Pair]]:
    seeds = [derive_seed(1, breaker.spec.name, item.id) for item in found]
    return breaker.break_items(found, seeds, Oracle(victim, "f", budget=budget))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("corpus") / "items.jsonl"
    write_records(path, Item, items(TEXTS), "sentiment")
    return f"items:{path}"


@pytest.fixture(scope="module")
def trained(corpus: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "EPOCHS", 12)
        train(corpus, folder, Oracle(Counter(), "f"), seed=1)
    return folder


def test_it_learns_the_words_that_matter(trained: Path) -> None:
    weights = json.loads((trained / FILE).read_text())["weights"]
    for word in WORDS:
        label = "+1" if WEIGHTS[word] > 0 else "-1"
        others = [weights.get(f"{label}: {other}", 0.0) for other in PEOPLE]
        assert weights[f"{label}: {word}"] > max(others)


def test_it_chooses_them_in_new_texts_within_the_smallest_budget(trained: Path) -> None:
    learnt = load(trained, SENTIMENT)
    for word, text in (
        ("fine", "A boat and a fine harbour in a small old town."),
        ("awful", "We met an awful dog and watched a film on a long walk."),
    ):
        new = items([text])
        (found,) = learnt.prepare(new, [1])
        place = [each.text for each in found.passage.words].index(word)
        ((pair,),) = pairs(learnt, new, Counter(), budget=1 + len(found.choices[place]))
        assert pair.rationale.startswith(f"'{word}' -> ")


def test_it_beats_random_positions_at_equal_budget(trained: Path) -> None:
    found = items([text.replace("saw", "remembered") for text in TEXTS])
    learnt = pairs(load(trained, SENTIMENT), found, Counter(), budget=12)
    chance = pairs(lookup("breakers", "random-positions")(SENTIMENT), found, Counter(), budget=12)
    assert sum(map(bool, learnt)) > sum(map(bool, chance)) > 0


def test_the_same_seed_gives_the_same_file(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "EPOCHS", 1)
    made = {}
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        train(corpus, tmp_path / name, Oracle(Counter(), "f"), seed=seed)
        made[name] = json.loads((tmp_path / name / FILE).read_text())["weights"]
    assert made["a"] == made["b"] != made["c"]


def test_a_trained_folder_is_left_alone_and_another_one_refused(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "EPOCHS", 1)
    first = train(corpus, tmp_path, Oracle(Counter(), "f"), seed=1)
    again = Oracle(Counter(), "f")
    assert train(corpus, tmp_path, again, seed=1) == first
    assert again.queries == 0
    with pytest.raises(ZelligError, match="holds another breaker"):
        train(corpus, tmp_path, Oracle(Counter(), "g"), seed=1)
    monkeypatch.setattr(breaker, "corpus_hash", lambda items: "of others")  # under the same name
    with pytest.raises(ZelligError, match="holds another breaker"):
        train(corpus, tmp_path, Oracle(Counter(), "f"), seed=1)


def test_a_folder_with_other_things_is_refused(corpus: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    victim = Oracle(Counter(), "f")
    with pytest.raises(ZelligError, match="not a trained breaker"):
        train(corpus, tmp_path, victim, seed=1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    assert victim.queries == 0


def test_a_victim_without_probabilities_will_do(corpus: str, tmp_path: Path) -> None:
    train(corpus, tmp_path, Oracle(Curt(), "f"), seed=1)
    made = pairs(load(tmp_path, SENTIMENT), items(TEXTS), Curt())
    assert any(made)


def test_nothing_to_learn_from_is_told(tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, items(["Oh!", ""]), "sentiment")
    with pytest.raises(ZelligError, match="none of the 2 items"):
        train(f"items:{tmp_path / 'items.jsonl'}", tmp_path / "out", Oracle(Counter(), "f"))
    assert not (tmp_path / "out").exists()


def test_fakes_are_nothing_to_learn_from(tmp_path: Path) -> None:
    write_records(tmp_path / "items.jsonl", Item, [Item("1", {"text": "It rains."}, ("real",))], "is-fake")
    with pytest.raises(ZelligError, match="q-breaker has no promise for the task is-fake"):
        train(f"items:{tmp_path / 'items.jsonl'}", tmp_path / "out", Oracle(Counter(), "f"))


def test_what_cannot_be_loaded_is_told(trained: Path, tmp_path: Path) -> None:
    with pytest.raises(ZelligError, match="was trained for sentiment, not for nli"):
        load(trained, get_task("nli"))
    with pytest.raises(ZelligError, match="no such file"):
        load(tmp_path, SENTIMENT)
    (tmp_path / FILE).write_text('{"breaker": "other"}')
    with pytest.raises(ZelligError, match="not a trained breaker"):
        load(tmp_path, SENTIMENT)
    with pytest.raises(ZelligError, match="has to be trained"):
        lookup("breakers", "q-breaker")(SENTIMENT)


def test_the_spec_says_how_it_was_trained(trained: Path, corpus: str) -> None:
    params = load(trained, SENTIMENT).spec.params
    assert (params["corpus"], params["victim"], params["fingerprint"]) == (corpus, "counter", "f")
    assert (params["seed"], params["most"], len(params["weights"])) == (1, MOST, 64)


def test_a_word_that_was_never_met_goes_by_its_rating() -> None:
    values = Values({"+1: rating": 1.0})
    found = problem("A superb old harbour.")
    place = values.choose(found, [], 0.1)
    assert place is not None
    assert found.passage.words[place].text == "superb"


def test_it_stops_where_nothing_is_to_be_won() -> None:
    found = problem("A fine old harbour.")
    assert Values({}).choose(found, [], 0.1) is None
    assert Values({"+1: fine": 1.0}).choose(found, [], 0.1) == 1
    assert Values({"+1: fine": 1.0}).choose(found, [1], 0.1) is None
    assert Values({"-1: fine": 1.0}).choose(found, [], 0.1) is None
    assert Values({"+1: fine": 1.0, "0 chosen, 1 of 10": -2.0}).choose(found, [], 0.1) is None
    assert Values({"+1: fine": 1.0, "0 chosen, 1 of 10": -2.0}).choose(found, [], 0.2) == 1


@given(st.floats(0, 1), st.integers(0, MOST - 1))
def test_every_state_has_a_feature(value: float, chosen: int) -> None:
    found = problem("A fine old harbour.")
    values = Values(dict.fromkeys(names_of([found]), 1.0))
    left = list(range(len(found.places)))
    numbers = values.actions(values.words(found), left, chosen, value).numbers
    assert numbers.max() < len(values.weights) - 1


def test_targets_look_ahead_with_old_weights_and_stop_at_nothing() -> None:
    found = problem("A fine old harbour.")
    values = Values({"+1: fine": 1.0, "+1: old": -3.0})
    learner = learning._Learner(values, np.random.default_rng(1))
    values.weights[:] = 0  # the old ones count
    rows = values.actions(values.words(found), [0, 1], 1, 0.5)
    bad = values.actions(values.words(found), [1], 1, 0.5)
    memories = [learning.Memory(bad, 0.25, after) for after in (rows, bad, None)]
    assert learner._targets(memories).tolist() == [0.25 + learning.DISCOUNT, 0.25, 0.25]


def test_random_positions_go_by_the_seed_and_change_three_words_at_most() -> None:
    breaker = lookup("breakers", "random-positions")(SENTIMENT)
    item = items([TEXTS[0]])[0]
    orders = {tuple(breaker.prepare([item], [seed])[0].places) for seed in range(8)}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1
    victim = Counter()
    for seed in range(8):
        breaker.break_items([item], [seed], Oracle(victim, "f"))
    before = TEXTS[0].split()
    changed = [sum(a != b for a, b in zip(before, text.split(), strict=True)) for text in victim.seen]
    assert 0 < max(changed) <= MOST + 1  # and an article


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["q-breaker"], "q-breaker learns to break a system"),
        (["q-breaker", "--victim", "v", "--dev", "d"], "q-breaker has no use for --dev"),
        (["bag-of-ngrams", "--victim", "v"], "bag-of-ngrams has no use for --victim"),
    ],
)
def test_the_command_refuses_what_it_cannot_use(
    arguments: list[str], message: str, corpus: str, tmp_path: Path
) -> None:
    done = zellig("train", *arguments, "--corpus", corpus, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_command_trains(corpus: str, tmp_path: Path) -> None:
    assert zellig("train", "bag-of-ngrams", "--corpus", corpus, "--out", tmp_path / "bag").returncode == 0
    done = zellig(
        *("train", "q-breaker", "--corpus", corpus, "--out", tmp_path / "q", "--victim", tmp_path / "bag")
    )
    assert done.returncode == 0, done.stderr
    assert "q-breaker is in" in done.stdout
    assert load(tmp_path / "q", SENTIMENT).spec.params["victim"] == "bag-of-ngrams"
