"""The parser gives what the transformations read: tags, lemmas, heads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from zellig.errors import ZelligError
from zellig.language.parse import load_parser, parse


def test_sentence_is_tagged_and_parsed() -> None:
    (doc,) = parse(["The critics did not like the films."])
    assert [token.lemma_ for token in doc] == ["the", "critic", "do", "not", "like", "the", "film", "."]
    assert [token.text for token in doc if token.dep_ == "nsubj"] == ["critics"]
    assert next(token.head.text for token in doc if token.dep_ == "neg") == "like"


def test_texts_come_back_in_order_as_a_stream() -> None:
    texts = (f"There were {number} films." for number in range(600))
    assert [doc.text for doc in parse(texts)] == [f"There were {number} films." for number in range(600)]


def test_names_of_entities_are_left_out() -> None:
    assert "ner" not in load_parser(lean=False).pipe_names


def test_parser_is_loaded_once() -> None:
    assert load_parser(lean=False) is load_parser(lean=False)


def test_own_path_without_a_pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZELLIG_RESOURCE_ENGLISH_PARSER", str(tmp_path))
    with pytest.raises(ZelligError, match="ZELLIG_RESOURCE_ENGLISH_PARSER"):
        load_parser.__wrapped__(lean=False)


def test_import_does_not_load_spacy() -> None:
    code = "import sys, zellig.language.parse; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
