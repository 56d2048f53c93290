"""Search breakers against small victims: what they find, what they leave alone, what they promise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from breakers.search.victims import Counter, Curt
from zellig.breakers.promises import NoPromiseError
from zellig.breakers.search.breaker import SearchBreaker
from zellig.breakers.search.constraints import function_words
from zellig.breakers.search.passage import Word
from zellig.breakers.search.spaces import noise
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.oracle import Oracle
from zellig.pairs.edits import edits
from zellig.performers import derive_seed
from zellig.registry import lookup, names
from zellig.store.cache import Cache
from zellig.tasks import get_task
from zellig.texts import tokens

SENTIMENT = get_task("sentiment")
SYNONYMS = [
    "pwws",
    "textfooler",
    "hotflip",
    *(name for name in names("breakers") if name.startswith("wordnet")),
]
NAMES = [*SYNONYMS, "deepwordbug", "input-reduction"]
WARM = "The guide wrote a fine film in Lisbon."
COLD = "It was an awful story about a film."
TEXTS = [
    WARM,
    COLD,
    "A nice and smart film, with a nice end.",
    "NICE FILM",
    "An awful evening!",
    "The smart, nice and fine waiter told us an awful story.",
    "fine",
    "",
    "<b>nice</b> x = film[0] # story",
    "Nothing happened.",
]


def items(*texts: str) -> list[Item]:
    warm = Counter()
    return [
        Item(f"x{number}", {"text": text}, (str(warm.predict([Item("", {"text": text})])[0].answer),))
        for number, text in enumerate(texts)
    ]


def breaker(name: str) -> SearchBreaker:
    found: SearchBreaker = lookup("breakers", name)(SENTIMENT)
    assert found.spec.name == name
    return found


def broken(name: str, found: Sequence[Item], oracle: Oracle | None = None, seed: int = 1) -> list[list[Pair]]:
    seeds = [derive_seed(seed, name, item.id) for item in found]
    return breaker(name).break_items(found, seeds, oracle or Oracle(Counter(), "f"))


@pytest.fixture(autouse=True)
def without_an_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """TextFooler as it is without the extra; its own test measures similarity."""
    monkeypatch.setattr("zellig.breakers.search.textfooler.available", lambda: False)


@pytest.mark.parametrize("name", SYNONYMS)
def test_synonyms_for_the_words_that_matter(name: str) -> None:
    ((warm,), (cold,)) = broken(name, items(WARM, COLD))
    assert warm.modified.fields["text"] == "The guide wrote an ok movie in Lisbon."
    assert cold.modified.fields["text"] == "It was an atrocious narrative about a film."


def test_misspelt_words_keep_their_ends_and_their_article() -> None:
    found = items(WARM, COLD)
    for item, (pair,) in zip(found, broken("deepwordbug", found), strict=True):
        for edit in edits(item.fields["text"], pair.modified.fields["text"]):
            for old, new in zip(tokens(item.fields["text"])[edit.start : edit.end], edit.tokens, strict=True):
                assert (old[0], old[-1]) == (new[0], new[-1])
                assert abs(len(old) - len(new)) <= 1


def test_reduction_leaves_words_that_say_nothing() -> None:
    ((pair,),) = broken("input-reduction", items("It was an awful story."))
    left = tokens(pair.modified.fields["text"])
    assert len(left) == 1
    assert set(left) <= function_words() | {"."}
    assert (pair.promise, pair.modified.accepted) == ("not", ("0", "+1"))
    assert broken("input-reduction", items("A nice film.")) == [[]]  # it needs the words that speak


def test_reduction_refuses_where_nothing_said_is_the_right_answer() -> None:
    neutral = Item("x", {"text": "It was an awful story."}, ("0",))
    assert broken("input-reduction", [neutral]) == [[]]
    with pytest.raises(ZelligError, match="no promise for the task qasrl"):
        lookup("breakers", "input-reduction")(get_task("qasrl"))


@pytest.mark.parametrize("task", ["is-fake", "real-or-fake"])
@pytest.mark.parametrize("name", [*NAMES, "random-positions"])
def test_where_every_changed_text_is_a_fake_nothing_is_promised(name: str, task: str) -> None:
    with pytest.raises(NoPromiseError, match=f"^{name} has no promise for the task {task}"):
        lookup("breakers", name)(get_task(task))


@pytest.mark.parametrize("name", NAMES)
def test_the_pair_says_what_it_is(name: str) -> None:
    original = Item("x", {"text": COLD}, ("-1",), {"source": "own"})
    ((pair,),) = broken(name, [original])
    assert pair.original == original
    assert pair.id == pair.modified.id == f"x-{name}"
    assert pair.author == name
    assert pair.phenomenon
    assert pair.rationale
    assert [*SENTIMENT.faults_of_item(pair.modified), *SENTIMENT.faults_of_pair(pair)] == []
    if pair.promise == "same":
        assert pair.modified.accepted == ("-1",)
        assert "'awful' -> '" in pair.rationale


@pytest.mark.parametrize("name", NAMES)
def test_what_the_system_gets_wrong_is_left_alone(name: str) -> None:
    wrong = [Item("x", {"text": WARM}, ("-1",)), Item("y", {"text": WARM})]
    oracle = Oracle(Counter(), "f")
    assert broken(name, wrong, oracle) == [[], []]
    assert oracle.queries <= 1


@pytest.mark.parametrize("name", [name for name in NAMES if name != "hotflip"])
def test_a_system_without_probabilities_is_broken_too(name: str) -> None:
    text = "There was an awful dinner." if name == "input-reduction" else "There was a fine dinner."
    ((pair,),) = broken(name, items(text), Oracle(Curt(), "f"))
    assert Curt().predict([pair.modified])[0].answer not in pair.modified.accepted


def test_gradients_are_asked_for() -> None:
    with pytest.raises(ZelligError, match="goes by gradients, and this system gives none"):
        broken("hotflip", items(WARM), Oracle(Curt(), "f"))


@pytest.mark.parametrize("name", NAMES)
def test_a_breaker_that_asks_needs_somebody_to_ask(name: str) -> None:
    assert breaker(name).see == "queries"
    with pytest.raises(ZelligError, match=f"{name} asks the system"):
        breaker(name).break_items(items(WARM), [1], None)


@pytest.mark.parametrize("name", NAMES)
def test_one_text_is_asked_once(name: str) -> None:
    for text in TEXTS:
        victim = Counter()
        broken(name, items(text), Oracle(victim, "f"))
        assert len(victim.seen) == len(set(victim.seen))


@pytest.mark.parametrize("name", NAMES)
def test_a_cache_changes_nothing_and_a_second_run_asks_nothing(name: str, tmp_path: Path) -> None:
    found = items(*TEXTS)
    plain = broken(name, found)
    for calls in (True, False):
        with Oracle(Counter(), "f", Cache(tmp_path / "cache.db", "now")) as oracle:
            assert broken(name, found, oracle) == plain
            assert (oracle.victim_calls > 0) is calls


@pytest.mark.parametrize("name", NAMES)
def test_batches_and_their_order_do_not_matter(name: str) -> None:
    found = items(*TEXTS)
    together = broken(name, found, Oracle(Counter(), "f", budget=12))
    assert broken(name, found[::-1], Oracle(Counter(), "f", budget=12))[::-1] == together
    assert [broken(name, [item], Oracle(Counter(), "f", budget=12))[0] for item in found] == together


def test_noise_goes_by_the_seed() -> None:
    found = items(COLD)
    assert len({str(broken("deepwordbug", found, seed=seed)) for seed in range(6)}) > 1


def test_noise_is_more_than_case() -> None:
    for text in ("FaAiL", "soup", "AaAaAa"):
        word = Word(text, text.lower(), "NN")
        made = [each for seed in range(40) for each in noise(word, seed)]
        assert made
        assert text.lower() not in map(str.lower, made)


def test_a_long_text_is_searched_at_its_beginning() -> None:
    text = f"A fine film. {'word ' * 3000}fine"
    (item,) = items(text)
    assert broken("wordnet-greedy", [item]) == [[]]  # a fine thing is left at the end
    ((pair,),) = broken("wordnet-greedy", items(text.removesuffix("fine")))
    assert pair.modified.fields["text"] == f"An ok movie. {'word ' * 3000}"


def test_words_that_the_promise_hangs_on_stay() -> None:
    qasrl = get_task("qasrl")
    made = lookup("breakers", "wordnet-greedy")(qasrl)
    fields = {
        "sentence": "A smart film told a story.",
        "predicate": "told",
        "question": "what told something ?",
    }
    (problem,) = made.prepare([Item("x", fields, ("A smart film",))], [1])
    assert [problem.passage.words[place].text for place in problem.places] == ["story"]


def test_only_what_stays_similar_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zellig.breakers.search.textfooler.available", lambda: True)

    def alike(text: str, others: Sequence[str]) -> list[float]:
        return [0.9 if "flick" in other else 0.85 if "okay" in other else 0.1 for other in others]

    monkeypatch.setattr("zellig.breakers.search.textfooler.similarities", alike)
    made = breaker("textfooler")
    assert made.spec.params == {"similarity": 0.8}
    victim = Counter()
    ((pair,),) = made.break_items(items(WARM), [1], Oracle(victim, "f"))
    assert pair.modified.fields["text"] == "The guide wrote an okay flick in Lisbon."
    assert not any(" ok " in text for text in victim.seen)


VOCABULARY = """the a an fine nice smart awful film story films Lisbon waiter told very not 12 , . ! <b>"""
words = st.sampled_from([*VOCABULARY.split(), "\n"])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(words, min_size=1, max_size=14).map(" ".join), budget=st.integers(0, 60))
def test_search_keeps_its_rules(name: str, text: str, budget: int) -> None:
    (item,) = items(text)
    oracle = Oracle(Counter(), "f", budget=budget)
    (made,) = broken(name, [item], oracle)
    assert oracle.queries <= budget
    for pair in made:
        answer = Counter().predict([pair.modified])[0].answer
        assert answer not in pair.modified.accepted  # success means that the answer is wrong
        if pair.promise == "same":
            assert 0 < len(changed_words(text, pair.modified.fields["text"])) <= max(1, len(tokens(text)))


def changed_words(old: str, new: str) -> list[str]:
    """The words that were replaced; refuses any change but the allowed ones."""
    before, after = old.split(" "), new.split(" ")
    assert len(before) == len(after)
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    small = [(a, b) for a, b in changed if a in function_words()]
    assert all({a, b} == {"a", "an"} for a, b in small)
    others = [a for a, b in changed if a not in function_words()]
    assert all(word.isalpha() for word in others)
    return others
