"""What is exported, loaded and run by the programs that it is for, without a network.

They are in an environment of their own (peers.py). What a harness says of a model is compared with what
Zellig says of the same one, item by item.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import peers
import zellig as zl
from stand_in_model import stand_in_model
from tournament_night import RULES, plan, questions
from zellig.files import write_files
from zellig.games.breaking.table import pair_frame
from zellig.games.contest.contest import Contest, Entry
from zellig.games.judging.asked import name_of
from zellig.games.tournament.plan import Questions
from zellig.games.writing.histories import History, Shown, Written
from zellig.games.writing.histories_folder import histories_files
from zellig.games.writing.listening import Bell, Guess, Guesses
from zellig.games.writing.looks import Look
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, replayed
from zellig.items import UNPARSED, Item, Pair, Verdict, content_hash, write_records
from zellig.language.language_model import load_language_model, model_folder
from zellig.measures.outcomes import Answers
from zellig.systems import load_system
from zellig.tasks import get_task

LOAD = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
from huggingface_hub import DatasetCard
found = {}
for folder in sys.argv[1:]:
    names = get_dataset_config_names(folder)
    tables = {name: load_dataset(folder, name, split="test") for name in names}
    assert load_dataset(folder, split="test").column_names == tables[names[0]].column_names
    card = DatasetCard.load(folder + "/README.md")
    found[folder] = {
        "card": card.data.to_dict(), "text": card.text,
        "tables": {name: table.to_list() for name, table in tables.items()},
    }
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def programs() -> Path:
    """Where the programs are."""
    return peers.programs()


def side(name: str, *accepted: str, **fields: str) -> Item:
    return Item(name, fields, accepted)


def sentiment() -> Contest:
    """Pairs of our own: several of one original, some with two right answers, one with a fault."""
    told = {
        "lovely": "The play is a lovely surprise.",
        "dreary": "The play is a dreary affair.",
        "soup": "We praised the soup to everybody we met.",
    }
    gold = {"lovely": "+1", "dreary": "-1", "soup": "+1"}
    other = {"+1": "-1", "-1": "+1"}
    pairs = []
    for name, text in told.items():
        first = side(name, gold[name], text=text)
        denied = f"It is not true that {text[0].lower()}{text[1:]}"
        tagged = f"{text[:-1]}, I must say."
        for how, changed, right, promise in (
            ("denied", denied, (other[gold[name]],), "flip"),
            ("tagged", tagged, (gold[name],), "same"),
            ("asked", f"Who says that {text[0].lower()}{text[1:-1]}?", ("0", other[gold[name]]), "not"),
        ):
            new = side(f"{name}-{how}", *right, text=changed)
            pairs.append(Pair(f"{name}-{how}", first, new, promise, how))  # type: ignore[arg-type]
    fine = side("fine", "+1", text="A fine day.")
    odd = Pair("odd", fine, side("odd", "-1", text="A fine, fine day."), "flip")
    return Contest(get_task("sentiment"), [Entry("hand", [*pairs, odd], None, {"odd": ["unclear"]})], {})


def inference() -> Contest:
    premise = "A cook is chopping an onion in a small kitchen."
    first = side("1", "entailment", premise=premise, hypothesis="A cook is chopping an onion.")
    pairs = [
        Pair(name, first, side(name, label, premise=premise, hypothesis=changed), "becomes", name)
        for name, label, changed in (
            ("negation", "contradiction", "No cook is chopping an onion."),
            ("purpose", "neutral", "A cook is chopping an onion for a friend."),
        )
    ]
    return Contest(get_task("nli"), [Entry("hand", pairs)], {})


def said_by(system: str, contest: Contest) -> dict[str, str]:
    """What a system answers to every item, by the hash of its fields."""
    items = {content_hash(item): item for pair in contest.pairs for item in (pair.original, pair.modified)}
    predictions = load_system(system).predict(list(items.values()))
    return {name: str(each.answer) for name, each in zip(items, predictions, strict=True)}


def share_passed(contest: Contest, answers: Mapping[str, str]) -> float:
    """What Zellig says of these answers, of the pairs that count."""
    (entry,) = contest.entries
    pairs = [pair for pair in entry.pairs if pair.id not in (entry.faults or {})]
    given = Answers(*([answers[content_hash(item)] for item in each] for each in _sides(pairs)))
    counted = Contest(contest.task, [Entry("all", pairs)], {"it": {"all": given}})
    return float(counted.outcomes.passed[0].mean())


def _sides(pairs: list[Pair]) -> tuple[list[Item], list[Item]]:
    return [pair.original for pair in pairs], [pair.modified for pair in pairs]


def test_lm_eval_agrees_with_lm_zero_shot(programs: Path, tmp_path: Path) -> None:
    contests = {"zellig_reviews": sentiment(), "zellig_inference": inference()}
    zl.export(contests["zellig_reviews"], to="lm-eval", out=tmp_path / "tasks/Reviews")
    zl.export(contests["zellig_inference"], to="lm-eval", out=tmp_path / "tasks/inference")
    peers.run(
        programs / "lm_eval",
        *("--model", "hf", "--model_args", f"pretrained={model_folder()},dtype=float32", "--device", "cpu"),
        *("--include_path", tmp_path / "tasks", "--tasks", ",".join(contests), "--batch_size", "16"),
        *("--output_path", tmp_path / "out", "--log_samples"),
        HF_HOME=str(tmp_path / "home"),
    )
    (results,) = (json.loads(path.read_text()) for path in tmp_path.glob("out/*/results_*.json"))
    for name, contest in contests.items():
        (samples,) = tmp_path.glob(f"out/*/samples_{name}_*.jsonl")
        rows = [json.loads(line) for line in samples.read_text().splitlines()]
        docs = [row["doc"] for row in rows]
        scores = [[float(score) for ((score, _),) in row["resps"]] for row in rows]
        theirs = {
            doc["id"]: doc["labels"][best.index(max(best))] for doc, best in zip(docs, scores, strict=True)
        }
        ours = said_by(f"lm-zero-shot?task={contest.task.name}", contest)
        assert theirs.items() <= ours.items()
        assert len(ours) - len(theirs) == 2 * contest.doubtful  # the sides of what is left out
        right = [float(ours[doc["id"]] in doc["accepted"]) for doc in docs]
        assert [row["acc"] for row in rows] == right
        told = results["results"][name]
        assert told["acc,none"] == pytest.approx(sum(right) / len(right))
        assert told["passed,none"] == pytest.approx(share_passed(contest, ours))


def test_inspect_reads_replies_as_openai_does(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = sentiment()
    zl.export(contest, to="inspect", out=tmp_path / "reviews")
    words = ["negative", "neutral", "positive"]
    frames = ["{}", "**{}**.", "The opinion is {}.", "It isn't {}.", "{} or neutral, I think"]
    turn = threading.Lock()

    def says(prompt: str) -> str:
        """What SmolLM2 finds most probable, in one of several manners; some of them say nothing clear."""
        with turn:
            (scores,) = load_language_model().log_probabilities([f"{prompt}\n"], words)
        return frames[zlib.crc32(prompt.encode()) % len(frames)].format(words[int(scores.argmax())])

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with stand_in_model() as model:
        model.says = says
        ours = said_by(f"openai:smollm2@{model.address}?task=sentiment", contest)
        peers.run(
            programs / "inspect",
            *("eval", "reviews/pairs.py", "--model", "openai-api/local/smollm2"),
            *("--log-dir", tmp_path / "logs", "--log-format", "json", "--display", "none"),
            cwd=tmp_path,
            LOCAL_BASE_URL=model.address,
            LOCAL_API_KEY="none",
            HOME=str(tmp_path),
        )
        asked = {call["messages"][-1]["content"] for call in model.calls[: len(ours)]}
        assert {call["messages"][-1]["content"] for call in model.calls[len(ours) :]} < asked
    (log,) = (json.loads(path.read_text()) for path in tmp_path.glob("logs/*.json"))
    assert log["status"] == "success"
    scores = {sample["id"]: sample["scores"]["strict"] for sample in log["samples"]}
    theirs = {name: score["answer"] for name, score in scores.items()}
    assert theirs.items() < ours.items()
    assert {UNPARSED, "+1", "-1", "0"} & {*theirs.values()} > {UNPARSED}
    right = {sample["id"]: ours[sample["id"]] in sample["target"] for sample in log["samples"]}
    assert {name: score["value"] == "C" for name, score in scores.items()} == right
    metrics = log["results"]["scores"][0]["metrics"]
    assert metrics["accuracy"]["value"] == pytest.approx(sum(right.values()) / len(right))
    assert metrics["passed"]["value"] == pytest.approx(share_passed(contest, ours))


def history(name: str, *shown: Shown) -> History:
    strokes: list[Stroke] = [
        Noted(Notes(answer="_Gazpacho_ [prompt on stew]")),
        Typed("text", 0, 0, "A cold soup", 11),
        Typed("text", 2, 6, "chilled", 14),
    ]
    kept = tuple(Written(float(at), stroke) for at, stroke in enumerate(strokes))
    return History(name, "writer-1", "taken", replayed(strokes), kept, shown, ("paraphrase",))


def look(best: str, *, right: bool, rank: int | None) -> Look:
    return Look("ir", "f1", Guesses((Guess(best, 0.5, right, not right),), rank), Bell(2, 6, 6, best, right))


def test_datasets_loads_every_table_and_reads_every_card(programs: Path, tmp_path: Path) -> None:
    contest = sentiment()
    verdicts = [
        Verdict(name, "ann", answer, grammatical=True)
        for name, answer in {
            name_of(pair.modified): pair.modified.accepted[0] for pair in contest.pairs[:4]
        }.items()
    ]
    write_records(tmp_path / "verdicts.jsonl", Verdict, verdicts, "sentiment")
    how: dict[str, Any] = {"title": "Plays, soups", "licence": "CC BY 4.0"}
    zl.export(contest, to="datasets", out=tmp_path / "pairs", verdicts=tmp_path / "verdicts.jsonl", **how)
    heard = [Shown(2, look("Gazpacho", right=True, rank=1)), Shown(3, look("Stew", right=False, rank=None))]
    full, bare = [history("one", *heard), history("two")], [history("three")]
    for name, found in {"full": full, "bare": bare}.items():
        write_files(tmp_path / name, histories_files(found, "Soups", "quiz", "CC BY 4.0", ["Retrieval"]))
    for each in ("control", "challenge"):
        write_records(tmp_path / f"{each}.jsonl", Item, questions(each), "quiz")
    (tmp_path / "own.toml").write_text(RULES)
    sets = Questions(control=f"items:{tmp_path}/control.jsonl", challenge=f"items:{tmp_path}/challenge.jsonl")
    cup = zl.play_tournament(plan(sets, rules=f"{tmp_path}/own.toml"), out=tmp_path / "cup")
    cup.export(tmp_path / "night")
    folders = [tmp_path / name for name in ("pairs", "full", "bare", "night/datasets")]
    said = peers.run(programs / "python", "-c", LOAD, *folders, HF_HOME=str(tmp_path / "home"))
    loaded = [msgspec.json.decode(said)[str(folder)] for folder in folders]
    ours = json.loads(json.dumps(pair_frame(contest).to_dicts()))
    assert loaded[0]["tables"] == {"pairs": ours}
    assert {key: loaded[0]["card"][key] for key in ("license", "language", "pretty_name")} == {
        "license": "cc-by-4.0",
        "language": ["en"],
        "pretty_name": "Plays, soups",
    }
    assert "| all | 4 | 100.0%" in loaded[0]["text"]
    texts = loaded[1]["tables"]["texts"]
    assert [row["text"] for row in texts] == ["one", "two"]
    assert texts[0]["phenomena"] == ["paraphrase"]
    assert msgspec.json.decode(texts[0]["history"], type=History) == full[0]
    moments = loaded[1]["tables"]["moments"]
    assert [(row["guess"], row["rank"]) for row in moments] == [("Gazpacho", 1), ("Stew", None)]
    assert loaded[1]["tables"]["edits"][0]["moves"] == ["lost", "other guess"]
    assert loaded[2]["tables"].keys() == {"texts"}  # one without rows is in nobody's way
    assert len(loaded[3]["tables"]["games"]) == 6
    assert loaded[3]["tables"]["buzzes"][0]["kind"] == "program"
