"""`minilm` and `hf:`: real weights, fine-tuned on a handful of items, and read again in both ways."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from examples import ODD, TRAIN
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, write_records
from zellig.notices import Notice, hearing
from zellig.performers import System
from zellig.systems import load_system, minilm
from zellig.systems.card import read_card
from zellig.systems.explanation import explain
from zellig.systems.gradients import log_odds
from zellig.systems.loading import fingerprint, is_pinned
from zellig.systems.training import Progress, train_system

SETTINGS = minilm.Settings(epochs=4, batch=4, rate=3e-4, look_every=6)
PAIRS = [
    Item("1", {"premise": "A cook bakes bread .", "hypothesis": "A cook bakes ."}, ("entailment",)),
    Item("2", {"premise": "A cook bakes bread .", "hypothesis": "Nobody bakes ."}, ("contradiction",)),
]


def train(
    folder: Path, items: list[Item], task: str, progress: Progress = lambda what, done, total: None
) -> Path:
    write_records(folder / "train.jsonl", Item, items, task)
    source = f"items:{folder / 'train.jsonl'}"
    train_system("minilm", source, folder / "minilm", dev=source, config=SETTINGS, seed=1, progress=progress)
    return folder / "minilm"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(tmp_path_factory.mktemp("minilm"), TRAIN, "sentiment")


@pytest.fixture(scope="module")
def system(folder: Path) -> System:
    return load_system(str(folder))


def test_it_learns_and_survives_a_file(folder: Path, system: System) -> None:
    card = read_card(folder)
    assert card.labels == ("-1", "+1")
    assert max(point.accuracy for point in card.curve) == 1
    predictions = system.predict(TRAIN)
    assert [prediction.answer for prediction in predictions] == [item.accepted[0] for item in TRAIN]
    assert load_system(str(folder)).predict(TRAIN) == predictions


def test_odd_texts_have_an_answer_and_harm_nobody(system: System) -> None:
    together = system.predict([*ODD, *TRAIN])
    assert [prediction.id for prediction in together] == [item.id for item in [*ODD, *TRAIN]]
    assert {prediction.answer for prediction in together} <= {"-1", "+1"}
    assert [p.answer for p in together[len(ODD) :]] == [p.answer for p in system.predict(TRAIN)]
    assert system.predict([]) == []


def test_stopped_and_taken_up_again_it_ends_the_same(folder: Path, tmp_path: Path) -> None:
    class StopError(Exception):
        """Stands for a kill."""

    def stop(what: str, done: int, total: int) -> None:
        if done == 16:  # in the third of four epochs
            raise StopError

    with pytest.raises(StopError):
        train(tmp_path, TRAIN, "sentiment", stop)
    again, whole = read_card(train(tmp_path, TRAIN, "sentiment")), read_card(folder)
    assert again.files["model.safetensors"] == whole.files["model.safetensors"]
    assert again.curve == whole.curve


def test_two_texts_are_read_as_two(tmp_path: Path) -> None:
    system = load_system(str(train(tmp_path, PAIRS, "nli")))
    swapped = Item("s", {"premise": PAIRS[1].fields["hypothesis"], "hypothesis": PAIRS[1].fields["premise"]})
    one, two = system.predict([PAIRS[1], swapped])
    assert one.answer == "contradiction"
    assert one.probabilities != two.probabilities
    spans = explain(system, PAIRS)[1].spans
    words = [(each.field, PAIRS[1].fields[each.field][each.start : each.end]) for each in spans]
    assert words == [
        *(("premise", word) for word in ["A", "cook", "bakes", "bread", "."]),
        *(("hypothesis", word) for word in ["Nobody", "bakes", "."]),
    ]


def test_a_task_without_labels_is_refused(shared: Path, tmp_path: Path) -> None:
    corpus = f"qasrl:{shared / 'data/bibi2017/qasrl/wiki1.dev.tsv'}"
    assert next(iter(open_corpus(corpus)))
    with pytest.raises(ZelligError, match="qasrl"):
        train_system("minilm", corpus, tmp_path / "out", config=SETTINGS)
    assert not (tmp_path / "out").exists()


def test_the_weights_of_words_sum_to_the_log_odds(system: minilm.MiniLm) -> None:
    item = Item("1", {"text": "What a splendiferous tavern !"})
    (evidence,) = explain(system, [item])
    assert evidence.method == "integrated gradients"
    assert [item.fields["text"][span.start : span.end] for span in evidence.spans] == item.fields[
        "text"
    ].split()
    encoder, (encoded,) = system._encoder, system._encoder.read([item], ["text"])
    blank = [mark and number for number, mark in zip(encoded.ids, encoded.special_tokens_mask, strict=True)]
    with torch.no_grad():
        answer = list(system.labels).index(str(evidence.answer))
        values = torch.tensor([encoded.ids, blank])
        whole, nothing = log_odds(encoder.score({"input_ids": values}), answer).tolist()
    assert sum(span.weight for span in evidence.spans) == pytest.approx(whole - nothing, rel=0.1)


# --- hf:


def test_a_transformers_folder_answers_alike(folder: Path, system: System) -> None:
    found = load_system(f"hf:{folder}?task=sentiment")
    assert found.predict(TRAIN) == system.predict(TRAIN)
    assert found.spec.name == "minilm"


def with_classes(folder: Path, copy: Path, *names: str) -> Path:
    """A copy whose classes are called so; there are two."""
    shutil.copytree(folder, copy)
    config = json.loads((folder / "config.json").read_text())
    config |= {
        "id2label": {str(place): name for place, name in enumerate(names)},
        "label2id": {name: place for place, name in enumerate(names)},
    }
    (copy / "config.json").write_text(json.dumps(config))
    return copy


def test_classes_that_are_numbered_are_taken_in_order_and_that_is_said(folder: Path, tmp_path: Path) -> None:
    bare = with_classes(folder, tmp_path / "bare", "LABEL_0", "LABEL_1")
    told: list[Notice] = []
    with hearing(told.append):
        guessed = load_system(f"hf:{bare}?task=sentiment")
        turned = load_system(f"hf:{bare}?task=sentiment&labels=+1,-1")
        straight = load_system(f"hf:{folder}?task=sentiment")
    sentence = "labels of bare: LABEL_0 negative, LABEL_1 positive, none neutral; taken from their order"
    assert told == [Notice("note", sentence)]
    assert guessed.predict(TRAIN) == straight.predict(TRAIN)
    assert turned.predict(TRAIN[:1])[0].answer != straight.predict(TRAIN[:1])[0].answer
    assert turned.fingerprint != straight.fingerprint  # type: ignore[attr-defined]


def test_classes_that_are_not_understood_need_labels(folder: Path, tmp_path: Path) -> None:
    odd = with_classes(folder, tmp_path / "odd", "ham", "spam")
    with pytest.raises(ZelligError, match=r"which of ham, spam in 'odd' .*&labels=A,B"):
        load_system(f"hf:{odd}?task=sentiment")


def test_classes_that_mean_the_same_are_one(folder: Path, tmp_path: Path, system: System) -> None:
    stars = Path(shutil.copytree(folder, tmp_path / "stars"))
    config = json.loads((stars / "config.json").read_text())
    names = ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]
    config |= {"id2label": dict(enumerate(names)), "label2id": {name: n for n, name in enumerate(names)}}
    (stars / "config.json").write_text(json.dumps(config))
    weights = load_file(stars / "model.safetensors")
    # Each of the two classes is split into two that are half as probable; three stars never are.
    bias = weights["classifier.bias"] - math.log(2)
    weights["classifier.bias"] = torch.stack([bias[0], bias[0], bias[0] - 99, bias[1], bias[1]])
    weights["classifier.weight"] = weights["classifier.weight"][[0, 0, 0, 1, 1]].contiguous()
    save_file(weights, stars / "model.safetensors", {"format": "pt"})
    found = load_system(f"hf:{stars}?task=sentiment")
    for one, other in zip(found.predict(TRAIN), system.predict(TRAIN), strict=True):
        assert one.answer == other.answer
        assert one.probabilities == pytest.approx({**(other.probabilities or {}), "0": 0.0}, abs=1e-5)
    (why,), (same,) = explain(found, TRAIN[:1]), explain(system, TRAIN[:1])
    assert [span.weight for span in why.spans] == pytest.approx([s.weight for s in same.spans], abs=1e-3)


def test_a_transformers_folder_is_known_by_all_its_files(folder: Path, tmp_path: Path) -> None:
    name = f"hf:{shutil.copytree(folder, tmp_path / 'copy')}?task=sentiment"
    system = load_system(name)
    assert is_pinned(name, system)
    before = fingerprint(name, system)
    assert fingerprint(name, load_system(name)) == before
    (tmp_path / "copy" / "tokenizer.model").write_bytes(b"soup")
    assert fingerprint(name, load_system(name)) != before


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("{folder}", "does not say the task"),
        ("{folder}?task=weather", "not one of the tasks"),
        ("{folder}?task=sentiment&labels=-1", "classes -1, .1, and they were to be -1"),
        ("{folder}?task=sentiment&labels=-1,-1", "they were to be"),
        ("{folder}?task=sentiment&colour=red", "'colour' is not an option"),
        ("{folder}?task=qasrl", "qasrl asks for something else"),
        ("{folder}/nowhere?task=sentiment", r"no config\.json"),
    ],
)
def test_what_cannot_be_used_is_refused(folder: Path, spec: str, message: str) -> None:
    with pytest.raises(ZelligError, match=message):
        load_system("hf:" + spec.format(folder=folder))


@pytest.mark.parametrize("harm", ["cut", "pickled"])
def test_damaged_and_pickled_weights_are_refused(folder: Path, tmp_path: Path, harm: str) -> None:
    shutil.copytree(folder, tmp_path / harm)
    weights = tmp_path / harm / "model.safetensors"
    if harm == "cut":
        weights.write_bytes(weights.read_bytes()[:-1000])
    else:
        torch.save({}, weights.with_name("pytorch_model.bin"))
        weights.unlink()
    with pytest.raises(ZelligError, match="transformers cannot load it"):
        load_system(f"hf:{tmp_path / harm}?task=sentiment")


CODE = "from pathlib import Path\nPath(__file__).with_name('was-here').touch()\n"


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        ("lacks a weight", "1 of its weights are missing, e.g. classifier.weight"),
        ("is an adapter", "an adapter of another model"),
        ("takes weights from elsewhere", "'../other/model.safetensors' is not a file of this folder"),
        ("claims weights that are not its own", "it claims .* bytes of weights"),
        ({"attn_implementation": "somebody/kernels"}, "its attn_implementation is 'somebody/kernels'"),
        ({"id2label": {"0": 5, "1": None}}, "are not texts|transformers cannot load it"),
        ("brings code", "transformers cannot load it"),
        ({"vocab_size": 10**9}, "it claims .* bytes of weights"),
        ({"hidden_size": 12 * 10**6}, "it claims .* bytes of weights"),
        ({"num_hidden_layers": 10**9}, "it cannot have 1000000000 layers"),
        ({"num_hidden_layers": "six"}, "transformers cannot load it"),
        ({"num_attention_heads": 0}, "transformers cannot load it"),
        ({"id2label": [1, 2]}, "transformers cannot load it"),
        ({"model_type": 7}, "transformers cannot load it"),
        (b"\xff\xfe", "it is not a configuration"),
        (b"[" * 5000, "it is not a configuration"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_folder_from_somebody_else_is_loaded_whole_or_refused(
    folder: Path, tmp_path: Path, harm: str | bytes | dict[str, object], message: str
) -> None:
    bad = Path(shutil.copytree(folder, tmp_path / "bad"))
    config = json.loads((bad / "config.json").read_text())
    if harm == "lacks a weight":
        weights = load_file(bad / "model.safetensors")
        del weights["classifier.weight"]
        save_file(weights, bad / "model.safetensors", {"format": "pt"})
    elif harm == "is an adapter":
        (bad / "adapter_config.json").write_text('{"base_model_name_or_path": "/somewhere/else"}')
    elif harm == "takes weights from elsewhere":
        (tmp_path / "other").mkdir()
        (bad / "model.safetensors").rename(tmp_path / "other/model.safetensors")
        index = {"weight_map": dict.fromkeys(["classifier.weight"], "../other/model.safetensors")}
        (bad / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}} | index))
    elif harm == "claims weights that are not its own":
        config["vocab_size"] = 50 * 10**6
        with (bad / "zzz.safetensors").open("wb") as file:
            file.truncate(2**34)  # takes no room on the disk
    elif harm == "brings code":
        (bad / "own.py").write_text(CODE)
        config |= {
            "model_type": "own",
            "auto_map": {"AutoConfig": "own.X", "AutoModelForSequenceClassification": "own.X"},
        }
    elif isinstance(harm, dict):
        config |= harm
    (bad / "config.json").write_bytes(harm if isinstance(harm, bytes) else json.dumps(config).encode())
    with pytest.raises(ZelligError, match=message):
        load_system(f"hf:{bad}?task=sentiment")
    assert not (bad / "was-here").exists()


def test_a_tokenizer_without_padding_will_do(folder: Path, tmp_path: Path) -> None:
    bare = Path(shutil.copytree(folder, tmp_path / "bare"))
    for name in ("tokenizer_config.json", "special_tokens_map.json"):
        if (bare / name).exists():
            told = json.loads((bare / name).read_text())
            told.pop("pad_token", None)
            (bare / name).write_text(json.dumps(told))
    padded, plain = (load_system(f"hf:{each}?task=sentiment") for each in (folder, bare))
    for one, other in zip(padded.predict(TRAIN), plain.predict(TRAIN), strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=1e-5)
