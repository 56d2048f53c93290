"""Pairs that people write: what is asked for before they are handed in, and what comes out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from contest_night import Night, Person, night
from zellig.games.writing.rules import usual_rules
from zellig.games.writing.strokes import Noted, Notes, Typed, encode
from zellig.items import Item, encode_record, header_of
from zellig.server.live.keeping import Opening, Piece, write_pieces
from zellig.server.workshops import take_pen
from zellig.tasks import get_task

W = "/workshops/plates"
SOUP = Item("soup", {"text": "The soup was lovely ."}, ("+1",))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("plates")
    table = folder / "systems.toml"
    table.write_text('[gloomy]\nsystem = "py:pair_systems:gloomy"\ntask = "sentiment"\n')
    with night(folder / "zellig.sqlite", folder, systems=table) as found:
        editor = found.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("sentiment"), ("gloomy",)))
        editor.post("/workshops", {"workshop": "plates", "title": "Plates", "rules": rules})
        body = header_of(Item, "sentiment") + encode_record(SOUP)
        editor.send("POST", f"{W}/materials", params={"filename": "items.jsonl"}, content=body)
        yield found
        found.house.close()


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


@pytest.fixture(scope="module")
def writer(served: Night, editor: Person) -> Person:
    link = editor.post(f"{W}/invitations", {"role": "writer"})["link"]
    person = served.person("Wanda", link)
    person.put(f"{W}/consent")
    return person


def written(served: Night, person: Person, text: str, notes: Notes) -> str:
    draft = str(person.post(f"{W}/drafts")["draft"])
    strokes = [Noted(notes), Typed("text", 0, 0, text, len(text))]
    with served.house.database.writing() as connection:
        take_pen(connection, draft, "a-tab-of-its-own", force=False)
        opening = Opening(draft, "a-tab-of-its-own", None)
        kept = Piece(opening, 1, served.clock(), [encode(each).decode() for each in strokes])
        assert write_pieces(connection, [kept]) == {}
    return draft


def test_nothing_is_promised_before_its_writer_says_so(served: Night, writer: Person) -> None:
    draft = written(served, writer, "The soup was not lovely .", Notes(original="soup"))
    refused = writer.send("POST", f"{W}/texts", json={"draft": draft}, status=409).json()
    assert refused["detail"] == "nothing is promised about the right answer"


def test_the_file_of_pairs_has_those_that_were_accepted(
    served: Night, editor: Person, writer: Person
) -> None:
    def pairs(**which: str) -> list[str]:
        lines = editor.send("GET", f"{W}/pairs", params=which).content.splitlines()
        return [msgspec.json.decode(line)["modified"]["fields"]["text"] for line in lines[1:]]

    texts = ["The soup was hardly lovely .", "The soup was never lovely ."]
    first, _ = (
        writer.post(
            f"{W}/texts", {"draft": written(served, writer, each, Notes(original="soup", promise="flip"))}
        )
        for each in texts
    )
    assert first["sentence"] == "The check found nothing; an editor reads it next."
    assert (pairs(), pairs(accepted="false")) == ([], texts)
    editor.post(f"{W}/texts/{first['text']}/decision", {"taken": True})
    assert (pairs(), pairs(accepted="false")) == (texts[:1], texts)
