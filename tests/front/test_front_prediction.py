"""Answers from Python: one for each row, whether or not anybody knows the right one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from sklearn.pipeline import Pipeline

import zellig as zl
from restaurant import reviews
from zellig.front.trained import TrainedSystem
from zellig.items import Item, Prediction, read_records
from zellig.performers import Spec


def test_a_pipeline_answers_texts_without_labels(model: Pipeline) -> None:
    texts = list(reviews().review)
    found = zl.predict(model, data=texts, task="sentiment")
    assert found.number == len(found.answers) == len(texts)
    said = [{"good": "+1", "bad": "-1"}[label] for label in model.predict(texts)]
    assert found.answers == said
    table = found.table()
    assert table["text"].to_list() == texts
    assert table["label"].is_null().all()
    assert table["probability"].to_list() == pytest.approx(model.predict_proba(texts).max(axis=1), abs=1e-6)
    assert repr(found) == "LogisticRegression gave 161 answers"


def test_a_file_is_kept_where_it_is_asked_for(bag: TrainedSystem, tmp_path: Path) -> None:
    found = zl.predict(bag, data=reviews(), out=tmp_path / "said.jsonl")
    assert list(read_records(tmp_path / "said.jsonl", Prediction)) == found.predictions
    assert found.table()["label"].to_list() == [
        "+1" if stars == 5 else "-1" for stars in reviews().stars[:-1]
    ]
    assert zl.evaluate(f"file:{tmp_path}/said.jsonl", data=reviews()).figures.items == 160


def test_what_is_read_is_not_written_over(model: Pipeline, tmp_path: Path) -> None:
    file = tmp_path / "reviews.csv"
    reviews().to_csv(file, index=False)
    before = file.read_bytes()
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.predict(model, data=file, out=file)
    with pytest.raises(zl.ZelligError, match="this is what is read"):
        zl.augment(file, out=file)
    assert file.read_bytes() == before


def test_several_models_are_not_one(model: Pipeline) -> None:
    with pytest.raises(zl.ZelligError):
        zl.predict([model, model], data=reviews())


def test_a_result_does_not_show_what_another_wrote_into_its_file(tmp_path: Path) -> None:
    data, out = tmp_path / "data.csv", tmp_path / "out.jsonl"
    data.write_text("text,label\nA good soup.,positive\nA bad soup.,negative\n")
    found = []
    for said in ("positive", "negative"):
        out.unlink(missing_ok=True)  # nothing writes over a file that is there
        found.append(
            zl.predict(lambda texts, said=said: [said] * len(texts), data=data, task="sentiment", out=out)
        )
    first, second = found
    with pytest.raises(zl.ZelligError, match="it was changed after this result was made"):
        _ = first.answers
    assert second.answers == ["-1", "-1"]
    data.write_text("text,label\nA cold soup.,negative\nA bad soup.,negative\n")
    with pytest.raises(zl.ZelligError, match="it was changed after this result was made"):
        second.table()
    more = zl.augment(data, task="sentiment", share=0, out=tmp_path / "more.jsonl")
    with pytest.raises(zl.ZelligError, match="this file is already there"):
        zl.augment(["A soup."], task="sentiment", share=0, out=tmp_path / "more.jsonl")
    (tmp_path / "more.jsonl").unlink()
    zl.augment(["A soup."], task="sentiment", share=0, out=tmp_path / "more.jsonl")
    with pytest.raises(zl.ZelligError, match="it was changed after this result was made"):
        _ = more.items


def test_a_probability_may_go_by_the_name_that_the_system_gives_its_answer() -> None:
    class Own:
        spec = Spec("own")
        task = "quiz"

        def predict(self, items: Sequence[Item]) -> list[Prediction]:
            return [Prediction(item.id, "Herman_Melville", {"Herman_Melville": 0.9}) for item in items]

    found = zl.predict(Own(), data=[Item("1", {"text": "Name this author."})], task="quiz").table()
    assert found["answer"].to_list() != ["Herman_Melville"]  # the task spells it otherwise
    assert found["probability"].to_list() == [0.9]
