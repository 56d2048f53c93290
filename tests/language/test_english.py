"""Texts in other languages are told; titles, fragments and messages are not taken for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zellig.corpora import open_corpus
from zellig.language.english import is_not_english


@pytest.mark.parametrize(
    "text",
    [
        "Das Zimmer war sehr sauber und das Personal freundlich.",
        "Sehr gutes Frühstück",
        "Die Suppe war nicht gut.",
        "Die Pizza war kalt",
        "DAS ESSEN WAR KALT",
        "Gerne wieder!",
        "Le personnel est très gentil, mais la chambre était petite.",
        "El hotel es muy limpio y las camas son cómodas",
        "A cama era confortável, mas o banheiro não foi limpo.",
        "Il personale è molto gentile ma la camera non era pulita",
        "Het is een goed hotel, maar het ontbijt was niet vers.",
        "Frukosten var mycket god och det fanns gott om plats på rummet.",
        "Pokój był czysty, ale śniadanie nie jest dobre",
        "Otel çok güzeldi ama kahvaltı kötüydü",
        "yah hotel bahut accha hai",
        "Отличный отель",
        "ホテルはとても良かった",
        "非常好",
        "الفندق جميل",
    ],
)
def test_other_languages_and_scripts(text: str) -> None:
    assert is_not_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "The room was clean.",
        "Quick, easy, tasty.",
        "ok",
        "Nella",
        "Simone Weil",
        "José Álvarez",
        "Don José de la Cruz was rude",
        "Crème brûlée, crêpes, pâté!",
        "Venkataraman et al.",
        "C'est la vie",
        "Las Vegas or Los Angeles",
        "An uninspired and clichéd war film",
        "Wireless mouse, 2.4 GHz, black, with USB receiver",
        "Eau de toilette 50ml",
        "omg best day ever lol @juan #siempre https://example.org/el/los/las",
        "We had crêpes at the café, and it was a déjà vu.",
        "Robert de Niro rocks",
        "👍👍👍",
        "5/5",
        "",
    ],
)
def test_english_and_what_tells_nothing(text: str) -> None:
    assert not is_not_english(text)


def test_hardly_a_row_of_english_data_is_accused(shared: Path) -> None:
    """Reviews, captions, and what people write on the web."""
    data = shared / "data"
    corpora = [f"sst:{data}/sst:train?labels=ternary&unit=sentence", f"snli:{data}/snli/dev.jsonl"]
    read = [{text for item in open_corpus(spec) for text in item.fields.values()} for spec in corpora]
    lines = (data / "treebank/en_ewt-ud-train.conllu").read_text(encoding="utf-8").splitlines()
    for texts in (*read, {line[9:] for line in lines if line.startswith("# text = ")}):
        assert len(texts) > 8_000
        assert sum(map(is_not_english, texts)) <= len(texts) / 5_000
