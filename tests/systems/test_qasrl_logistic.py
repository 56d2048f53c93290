"""The builder for QA-SRL and its baseline: candidates, spans, learning, files, and odd input."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.performers import Spec
from zellig.systems import load_system
from zellig.systems.evaluation import evaluate
from zellig.systems.linear import crossed, keys
from zellig.systems.nearest_noun_phrase import NearestNounPhrase
from zellig.systems.qasrl_logistic import QaSrlLogistic, Settings, find_candidates
from zellig.systems.questions import find_predicate, parse_items, read_question
from zellig.systems.settings import settings_of
from zellig.systems.skipgrams import skipgrams
from zellig.systems.training import Lesson, config_of, train_system
from zellig.tasks import get_task

COOKS = ["The old cook", "A tired baker", "My neighbour", "The young farmer", "Her uncle", "The miller"]
THINGS = ["the bread", "a large cake", "the plum soup", "some cheese", "two pies", "the pudding"]
VERBS = [("sold", "sell"), ("cooked", "cook"), ("tasted", "taste"), ("carried", "carry")]
PLACES = ["yesterday", "in March", "in the village"]


def question(sentence: str, predicate: str, asked: str, *answers: str, **metadata: object) -> Item:
    fields = {"sentence": sentence, "predicate": predicate, "question": asked}
    return Item(f"{sentence} {asked}", fields, answers, dict(metadata))


def lessons(cooks: list[str], things: list[str]) -> list[Item]:
    found = []
    for cook in cooks:
        for number, thing in enumerate(things):
            past, base = VERBS[(number + len(cook)) % len(VERBS)]
            sentence = f"{cook} {past} {thing} {PLACES[number % len(PLACES)]} ."
            slots = ["who", "_", "_", past, "something", "_", "_", "?"]
            found += [
                question(
                    sentence,
                    past,
                    f"who {past} something?",
                    cook,
                    predicate_index=len(cook.split()),
                    slots=slots,
                ),
                question(sentence, past, f"what did someone {base}?", thing),
            ]
    return found


TRAIN = lessons(COOKS[:5], THINGS[:5])
TEST = lessons(COOKS[5:], THINGS[5:])
ODD = [
    question("", "", ""),
    question(" ", "sold", "who sold something?"),
    question("sold", "sold", "who sold something?"),
    question(", sold .", "sold", "who sold something?"),
    question("We ate .", "danced", "what did someone dance?"),
    question("We  ate   soup .", "ate", "what did someone eat?", predicate_index=2),
    question("We ate soup .", "ate", "what did someone eat?", predicate_index=99, slots=["what"]),
    question("We ate soup .", "ate", "what did someone eat?", predicate_index="x", slots="y"),
    question("We ate soup .", "ate", "?" * 100_000),
    question("We ate soup .", "ate", "what " * 20_000),
    question("🍞 ate 🥣 👩‍🍳 .", "ate", "what did 🍞 eat?"),
    question("הטבח אכל מרק .", "אכל", "מה אכל הטבח?"),
    question("a" * 100_000, "ate", "what did someone eat?"),
    question("We ate soup and bread . " * 4_000, "ate", "what did someone eat?", predicate_index=4_001),
    Item("no fields", {}),
]


def learn(items: list[Item], settings: Settings | None = None) -> QaSrlLogistic:
    return QaSrlLogistic.train(Lesson(get_task("qasrl"), items, [], 2017, Path()), settings or Settings())


@pytest.fixture(scope="module")
def system() -> QaSrlLogistic:
    return learn(TRAIN)


def test_it_learns(system: QaSrlLogistic) -> None:
    for items in (TRAIN, TEST):
        assert [p.answer for p in system.predict(items)] == [item.accepted[0] for item in items]


def test_paper_alone_cannot_tell_questions_apart() -> None:
    """Without crossed features all questions about a predicate get one answer: why we cross them."""
    given = learn(TRAIN, Settings(crossed=False, variants=False)).predict(TEST[:2])
    assert given[0].answer == given[1].answer


def test_it_is_the_same_again_in_any_batch(system: QaSrlLogistic) -> None:
    items = [*TEST, *ODD]
    assert learn(TRAIN).predict(items) == system.predict(items)
    assert [system.predict([item])[0] for item in items] == system.predict(items)


@pytest.mark.parametrize("kind", ["trained", "baseline"])
def test_odd_input_has_an_answer_from_the_sentence(system: QaSrlLogistic, kind: str) -> None:
    answering = system if kind == "trained" else NearestNounPhrase.ready("nearest-noun-phrase")
    task = get_task("qasrl")
    predictions = answering.predict(ODD)
    assert [prediction.id for prediction in predictions] == [item.id for item in ODD]
    for item, prediction in zip(ODD, predictions, strict=True):
        sentence = task.answer(item.fields.get("sentence", ""))
        assert str(prediction.answer) in sentence
        assert prediction.answer or not sentence


def test_files(system: QaSrlLogistic, tmp_path: Path) -> None:
    write_records(tmp_path / "train.jsonl", Item, TRAIN, "qasrl")
    write_records(tmp_path / "test.jsonl", Item, TEST, "qasrl")
    corpus, dev = f"items:{tmp_path / 'train.jsonl'}", f"items:{tmp_path / 'test.jsonl'}"
    card = train_system("qasrl-logistic", corpus, tmp_path / "a", dev=dev)
    assert [point.accuracy for point in card.curve] == [1.0]
    again = train_system("qasrl-logistic", corpus, tmp_path / "b", dev=dev)
    assert card.files == again.files
    assert card.fingerprint == again.fingerprint
    loaded = load_system(str(tmp_path / "a"))
    assert loaded.spec == system.spec
    assert loaded.predict([*TEST, *ODD]) == system.predict([*TEST, *ODD])
    train_system("nearest-noun-phrase", corpus, tmp_path / "nearest")
    found = evaluate([str(tmp_path / "a"), str(tmp_path / "nearest")], open_corpus(dev))
    assert [row.accuracy for row in found.systems.values()] == [1.0, 1.0]


def test_weights_that_are_none_are_refused(system: QaSrlLogistic, tmp_path: Path) -> None:
    write_records(tmp_path / "train.jsonl", Item, TRAIN, "qasrl")
    card = train_system("qasrl-logistic", f"items:{tmp_path / 'train.jsonl'}", tmp_path / "a")
    for damage in (b"", b"PK\x03\x04 not really", b"\x93NUMPY"):
        (tmp_path / "a/weights.safetensors").write_bytes(damage)
        with pytest.raises(ZelligError, match="missing or is not the one"):
            load_system(str(tmp_path / "a"))
        with pytest.raises(ZelligError, match="not the weights"):
            QaSrlLogistic.load(tmp_path / "a", card)


@pytest.mark.parametrize(
    "items", [[], [question("", "", "", "x")], [question("We ate .", "ate", "who?", "x")]]
)
def test_nothing_to_learn_from_is_refused(items: list[Item]) -> None:
    with pytest.raises(ZelligError, match="candidate"):
        learn(items)


def test_another_task_is_refused() -> None:
    lesson = Lesson(get_task("sentiment"), [Item("1", {"text": "Fine."}, ("+1",))], [], 1, Path())
    with pytest.raises(ZelligError, match="reads the fields sentence, predicate, question"):
        QaSrlLogistic.train(lesson, Settings())


@pytest.mark.parametrize("value", ["nan", "inf", "1e300"])
def test_settings_that_are_no_number_one_can_use_are_refused(tmp_path: Path, value: str) -> None:
    (tmp_path / "x.toml").write_text(f"strength = {value}\n", encoding="utf-8")
    with pytest.raises(ZelligError, match=r"strength|settings"):
        config_of("qasrl-logistic", tmp_path / "x.toml")


def test_settings_out_of_range_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("strength = 0.0\n", encoding="utf-8")
    with pytest.raises(ZelligError, match="strength"):
        config_of("qasrl-logistic", tmp_path / "x.toml")
    with pytest.raises(ZelligError, match="not settings of"):
        settings_of(Spec("qasrl-logistic", {"colour": "red"}), Settings)


# --- candidates


def spans(sentence: str, predicate: str, **settings: bool) -> dict[str, tuple[str, ...]]:
    (parsed,) = parse_items([question(sentence, predicate, "")])
    found = find_candidates(parsed, Settings(**settings))  # type: ignore[arg-type]
    return {parsed.text(each.start, each.end): each.path for each in found}


def test_neighbours_and_their_neighbours() -> None:
    found = spans("The old cook sold a cake to my uncle .", "sold", variants=False)
    assert found["The old cook"] == ("down:nsubj",)
    assert found["a cake"] == ("down:dobj",)
    assert {"old", "to my uncle", "my uncle"} <= set(found)
    assert "my" not in found  # three arcs away


def test_a_head_is_a_candidate_without_the_branch_of_the_predicate() -> None:
    found = spans("We met the cook who baked the bread .", "baked", variants=False)
    assert found["the cook"] == ("up:relcl",)
    assert "who" in found


def test_shortened_candidates() -> None:
    sentence = "The cook from the village sold a cake , which we ate ."
    longer, shorter = spans(sentence, "sold", variants=False), spans(sentence, "sold")
    assert set(longer) < set(shorter)
    assert {"The cook", "a cake"} <= set(shorter) - set(longer)


def test_no_candidate_crosses_the_predicate() -> None:
    for parsed in parse_items([*TRAIN[:10], *ODD]):
        for candidate in find_candidates(parsed, Settings(distance=3)):
            assert candidate.start < candidate.end <= len(parsed.doc)
            assert not candidate.start <= parsed.predicate < candidate.end


# --- the baseline


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("who sold something?", "The old cook"),
        ("what did someone sell?", "a cake"),
        ("when did someone sell something?", "a cake"),
        ("what was sold?", "The old cook"),
    ],
)
def test_nearest_noun_phrase(asked: str, answer: str) -> None:
    item = question("The old cook sold a cake to my uncle .", "sold", asked)
    assert NearestNounPhrase.ready("nearest-noun-phrase").predict([item])[0].answer == answer


# --- predicates, questions, skip-grams


@pytest.mark.parametrize(
    ("predicate", "index", "place"),
    [
        ("ate", None, 1),
        ("ATE", 4, 4),
        ("ate", 3, 4),  # the sentence was changed, the metadata was not
        ("eating", 2, 2),
        ("soups", None, 2),
        ("ate", -5, 1),
        ("zzz", 99, 0),
    ],
)
def test_predicate_is_found(predicate: str, index: int | None, place: int) -> None:
    assert find_predicate(["We", "ate", "soup", "and", "ate"], predicate, index) == place


def test_verb_of_a_question() -> None:
    item = question("", "sold", "what did someone sell to someone?")
    assert read_question(item).verb == "sell"
    slots = ["what", "has", "someone", "been given", "_", "by", "someone", "?"]
    found = read_question(question("", "gave", "what has someone been given by someone?", slots=slots))
    assert (found.verb, found.before, found.after) == (
        "given",
        ("has", "someone", "been"),
        ("by", "someone"),
    )


def slow_skipgrams(words: list[str], longest: int, skip: int, each_gap: bool) -> list[str]:
    found = []
    for size in range(1, longest + 1):
        for places in combinations(range(len(words)), size):
            gaps = [after - before - 1 for before, after in pairwise(places)]
            if (max(gaps, default=0) if each_gap else sum(gaps)) <= skip:
                found.append(" ".join(words[place] for place in places))
    return sorted(found)


@given(st.lists(st.sampled_from("abc"), max_size=8), st.integers(0, 5), st.integers(0, 4), st.booleans())
def test_skipgrams_are_all_there(words: list[str], longest: int, skip: int, each_gap: bool) -> None:
    found = sorted(skipgrams(words, longest, skip, each_gap=each_gap))
    assert found == slow_skipgrams(words, longest, skip, each_gap)


def test_crossed_keys_are_all_different() -> None:
    first, second = keys(f"a{n}" for n in range(100)), keys(f"b{n}" for n in range(100))
    assert len(set(crossed(first, second).tolist()) | set(crossed(second, first).tolist())) == 20_000
