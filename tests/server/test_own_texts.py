"""What writers do with texts of their own after they were handed in, and what others see of them then."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from docx import Document

from contest_night import Night, Person
from quiz_world import World
from workshop_night import BOAT, MIRROR, STAIRS, TAB, accepted, handed_in, invited, workshop, written
from zellig.corpora import open_corpus
from zellig.games.writing.events import LikenessTold
from zellig.games.writing.rewriting import REWRITES
from zellig.games.writing.strokes import Noted, Notes, Stroke, Typed, encode, replayed
from zellig.server.live.keeping import Mark, Opening, Piece, write_pieces
from zellig.server.live.private import keep_pieces
from zellig.server.texts import check_draft
from zellig.server.workshops import WORKSHOP, lineage_of, rewritten_by, strokes_of, take_pen

W = "/workshops/towns"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("own-texts")
    with workshop(folder / "zellig.sqlite", folder, quiz) as found:
        yield found


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


@pytest.fixture(scope="module")
def writer(served: Night, editor: Person) -> Person:
    return invited(served, editor, "Wanda", "writer")


def of(person: Person, text: str) -> dict[str, object]:
    return next(each for each in person.get(f"{W}/texts") if each["text"] == text)


def write_on(served: Night, draft: str, *strokes: Stroke) -> None:
    """Further strokes of a draft that has two."""
    with served.house.database.writing() as connection:
        bodies = [encode(each).decode() for each in strokes]
        kept = Piece(Opening(draft, TAB, Mark(TAB, 2)), 3, served.clock(), bodies)
        assert keep_pieces(connection, served.house.workshops, [kept]) == {}


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Something happens while a draft is checked."""

    def checked(*about: Any) -> Any:
        happens()
        return check_draft(*about)

    monkeypatch.setattr("zellig.server.api.texts.check_draft", checked)


def test_an_accepted_text_that_becomes_private_leaves_sets_and_exports(
    served: Night, editor: Person, writer: Person
) -> None:
    text = accepted(served, editor, writer, BOAT, "Ashmoor", category="History")
    made = editor.post(f"{W}/sets", {"title": "x", "packets": 1, "distribution": {"any": 1}})["set"]

    def places() -> tuple[int, bytes, list[bytes]]:
        packet = editor.get(f"{W}/sets/{made}")["packets"][0]["questions"]
        file = editor.send("GET", f"{W}/sets/{made}/files/qanta").content
        return len(packet), file, editor.send("GET", f"{W}/histories").content.splitlines()[1:]

    number, file, [history] = places()
    assert number == 1
    assert b"painted boat" in file
    assert msgspec.json.decode(history)["text"] not in file.decode()  # nor is its author found by its name
    assert text.encode() not in history
    draft = str(of(writer, text)["draft"])
    write_on(served, draft, Noted(Notes(answer="Ashmoor", private=True)))
    assert of(writer, text)["state"] == "withdrawn"  # at once, and not when it is handed in again
    page = f"{served.address}{W}/texts/{text}"
    assert "painted boat" in writer.send("GET", page).text
    editor.send("GET", page, status=404)  # only its writer sees it
    assert text not in {each["text"] for each in editor.all(f"{W}/texts")}
    number, file, histories = places()
    assert (number, histories) == (0, [])
    assert b"painted boat" not in file
    found = writer.post(f"{W}/texts", {"draft": draft})
    assert found["text"] is None
    assert found["sentence"] == "It is private: it was checked, and stays with you."


def test_a_stroke_that_is_refused_makes_nothing_private(
    served: Night, editor: Person, writer: Person
) -> None:
    text = handed_in(served, writer, STAIRS.replace("stairs", "rungs"), "Dunwater")
    private = encode(Noted(Notes(private=True))).decode()
    opening = Opening(str(of(writer, text)["draft"]), "a-tab-without-the-pen", Mark(TAB, 2))
    with served.house.database.writing() as connection:
        piece = Piece(opening, 1, served.clock(), [private])
        assert set(keep_pieces(connection, served.house.workshops, [piece])) == {0}
    assert of(editor, text)["state"] == "handed in"


def test_what_was_handed_in_is_shown_as_it_was_and_can_be_withdrawn(
    served: Night, editor: Person, writer: Person
) -> None:
    text = handed_in(served, writer, MIRROR, "Belcastle")
    path = f"{served.address}{W}/texts/{text}"
    assert f'href="{W}/texts/{text}"' in writer.send("GET", f"{served.address}{W}").text
    before = writer.send("GET", path).text
    assert "lost an election to a mirror" in before
    assert "changed the draft since" not in before
    write_on(served, str(of(writer, text)["draft"]), Typed("text", 0, len(MIRROR), "Something else", 14))
    after = writer.send("GET", path).text
    assert "lost an election to a mirror" in after
    assert "Something else" not in after
    assert "changed the draft since" in after
    assert f'data-send="DELETE /api/v1{W}/texts/{text}"' in after
    assert "Withdraw" not in editor.send("GET", path).text  # it is not the editor's
    stranger = invited(served, editor, "Stella", "writer")
    stranger.send("GET", path, status=404)
    writer.send("DELETE", f"{W}/texts/{text}")
    assert "Withdraw" not in writer.send("GET", path).text


def test_a_draft_is_deleted_unless_it_was_handed_in(served: Night, editor: Person, writer: Person) -> None:
    draft = written(served, writer, STAIRS, answer="Cindervale")
    assert f"DELETE /api/v1{W}/drafts/{draft}" in writer.send("GET", f"{served.address}{W}").text
    editor.send("DELETE", f"{W}/drafts/{draft}", status=404)  # it is not theirs
    writer.send("DELETE", f"{W}/drafts/{draft}")
    writer.send("GET", f"{W}/drafts/{draft}", status=404)
    first = writer.post(f"{W}/drafts")["draft"]
    second, third = (writer.post(f"{W}/drafts?copy_of={first}")["draft"] for _ in range(2))
    fourth = writer.post(f"{W}/drafts?copy_of={second}")["draft"]
    writer.send("DELETE", f"{W}/drafts/{second}")
    with served.house.database.reading() as connection:
        assert lineage_of(connection, fourth) == [fourth, first]  # a copy stays one of what it came from
        assert lineage_of(connection, third) == [third, first]
    text = of(writer, handed_in(served, writer, STAIRS, "Cindervale"))
    refused = writer.send("DELETE", f"{W}/drafts/{text['draft']}", status=409).json()
    assert "was handed in" in refused["detail"]
    assert f"DELETE /api/v1{W}/drafts/{text['draft']}" not in writer.send("GET", f"{served.address}{W}").text


def test_a_draft_that_is_deleted_while_it_is_checked_is_not_handed_in(
    served: Night, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.put(f"{W}/consent")
    draft = written(served, writer, STAIRS.replace("stairs", "ropes"), answer="Dunwater")
    before = writer.all(f"{W}/texts")
    meanwhile(monkeypatch, lambda: writer.send("DELETE", f"{W}/drafts/{draft}"))
    refused = writer.send("POST", f"{W}/texts", json={"draft": draft}, status=404).json()
    assert refused["detail"] == "there is no such draft of yours"
    assert writer.all(f"{W}/texts") == before


def test_a_draft_that_becomes_private_while_it_is_checked_stays_with_its_writer(
    served: Night, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.put(f"{W}/consent")
    draft = written(served, writer, STAIRS.replace("stairs", "planks"), answer="Dunwater")
    private = Noted(Notes(answer="Dunwater", private=True))
    meanwhile(monkeypatch, lambda: write_on(served, draft, private))
    told = writer.post(f"{W}/texts", {"draft": draft})
    assert told["text"] is None
    assert told["sentence"] == "It is private: it was checked, and stays with you."


def test_a_copy_of_a_rewrite_rewrites_the_same_question(served: Night, writer: Person) -> None:
    writer.put(f"{W}/consent")
    first = writer.post(f"{W}/drafts?rewrite=1")["draft"]
    text = STAIRS.replace("stairs", "steps").replace("chapel", "forge")
    copy = written(served, writer, text, copy_of=first, answer="Dunwater")
    with served.house.database.reading() as connection:
        source = rewritten_by(connection, first)
        assert all(source)
        assert rewritten_by(connection, copy) == source
        assert rewritten_by(connection, written(served, writer, text)) == ("", "")
    handed = writer.post(f"{W}/texts", {"draft": copy})["text"]
    assert of(writer, handed)["question"]["metadata"][REWRITES] == source[0]  # type: ignore[index]


def test_who_takes_part_can_leave_but_for_the_last_editor(served: Night, editor: Person) -> None:
    person = invited(served, editor, "Lars", "writer")
    assert "Leave this workshop" in person.send("GET", f"{served.address}{W}").text
    person.send("POST", f"{W}/leaving")
    person.send("GET", W, status=403)
    assert "Lars" not in {each["name"] for each in editor.get(f"{W}/people")}
    refused = editor.send("POST", f"{W}/leaving", status=409).json()
    assert refused["detail"] == "this is the last editor of Towns"


def test_editors_see_what_blind_readers_answered_and_how_it_was_judged(
    served: Night, editor: Person, writer: Person
) -> None:
    lamp = BOAT.replace("painted boat", "paper lamp").replace("clockmaker", "cooper").replace("bell", "drum")
    text = accepted(served, editor, writer, lamp, "_Elmscar_ [prompt on Elm]")
    told = editor.send("GET", f"{served.address}{W}/answer", status=403).text
    assert "Ask its editor" not in told  # who is the editor
    reader = invited(served, editor, "Rita", "reader")
    path = f"{W}/texts/{text}"
    reader.post(f"{path}/clues")
    for answer in ("Elm", "Elm Street"):
        reader.post(f"{path}/answers", {"answer": answer})
    found = editor.get(f"{path}/answers")
    assert [(each["reader"], each["answer"], each["outcome"]) for each in found] == [
        (1, "Elm", "prompt"),
        (1, "Elm Street", "wrong"),
    ]
    assert all(0 < each["read"] < 1 and each["because"] for each in found)
    writer.send("GET", f"{path}/answers", status=403)
    shown = editor.send("GET", f"{served.address}{W}/queue?decided=true").text
    assert "<b>Elm Street</b>, not right" in shown
    assert "<h2><b><u>Elmscar</u></b> [prompt on Elm]</h2>" in shown  # as it is printed
    assert "no category" in shown
    assert "does not say what makes it hard" in shown
    assert "Elm Street" not in writer.send("GET", f"{served.address}{path}").text


def test_the_files_of_a_set_say_the_licence_and_what_makes_a_question_hard(
    served: Night, editor: Person, writer: Person, tmp_path: Path
) -> None:
    night = MIRROR.replace("mirror", "scarecrow").replace("umbrellas", "ladders").replace("hotel", "inn")
    accepted(served, editor, writer, night, "Belcastle", phenomena=("paraphrase", "operator"))
    made = editor.post(f"{W}/sets", {"title": "x", "packets": 1, "distribution": {"any": 9}})
    assert any("after numbers of its own." in each for each in made["said"])
    files = f"{W}/sets/{made['set']}/files"
    for to, corpus in (("modaq", "packets"), ("qanta", "qanta")):
        content = editor.send("GET", f"{files}/{to}").content
        assert msgspec.json.decode(content)["licence"] == "CC BY 4.0"
        (tmp_path / f"{to}.json").write_bytes(content)
        items = open_corpus(f"{corpus}:{tmp_path / to}.json")
        [found] = [item for item in items if "scarecrow" in item.fields["text"]]
        assert found.metadata["phenomenon"] == [
            "paraphrase",
            "operator",
        ]  # as `zellig quiz evaluate` groups them
    for to in ("qbj", "html"):
        said = editor.send("GET", f"{files}/{to}").text
        assert "CC BY 4.0" in said
        assert "hard by paraphrase and operator" in said
    document = Document(io.BytesIO(editor.send("GET", f"{files}/docx").content))
    assert any(each.text == "Licence: CC BY 4.0" for each in document.paragraphs)
    assert any("hard by paraphrase and operator" in each.text for each in document.paragraphs)


def test_the_queue_says_what_a_text_rewrites_and_leads_to_what_it_is_like(
    served: Night, editor: Person, writer: Person
) -> None:
    flag = BOAT.replace("painted boat", "torn flag").replace("clockmaker", "sexton").replace("bell", "gong")
    first = handed_in(served, writer, flag, "Elmscar")
    other = invited(served, editor, "Walt", "writer")
    handed_in(served, other, flag.replace("torn", "wet"), "Elmscar")
    draft = str(other.post(f"{W}/drafts?rewrite=1")["draft"])
    with served.house.database.writing() as connection:
        begun = strokes_of(connection, draft)
        text, source = replayed(begun).fields["text"], replayed(begun).notes.original
        longer = Typed("text", len(text), len(text), f" {STAIRS}", len(text) + 1 + len(STAIRS))
        take_pen(connection, draft, TAB, force=False)
        opening = Opening(draft, TAB, Mark("rewrite", len(begun)))
        assert write_pieces(connection, [Piece(opening, 1, served.clock(), [encode(longer).decode()])]) == {}
    assert other.post(f"{W}/texts", {"draft": draft})["text"]
    shown = editor.send("GET", f"{served.address}{W}/queue").text
    assert f'<a href="{W}/texts/{first}">written question {first}</a>' in shown
    assert f"rewrites question {source}" in shown


@pytest.mark.parametrize(
    ("name", "flagged", "changed"),
    [("Petra", True, "numbers the doors"), ("Ruth", False, "numbers the rooms")],
)
def test_who_was_told_of_a_like_text_by_what_was_not_handed_in_does_not_answer_it_blind(
    served: Night, editor: Person, writer: Person, name: str, flagged: bool, changed: str
) -> None:
    hotel = MIRROR.replace("mirror", f"sundial of {name}")
    secret = accepted(served, editor, writer, hotel, "Farhollow")
    curious = invited(served, editor, name, "writer")
    curious.put(f"{W}/consent")
    curious.post(f"{W}/texts/{secret}/clues")  # until now they may
    like = hotel.replace("numbers the rooms", changed)
    draft = written(served, curious, like, answer="Farhollow", private=flagged)
    left = curious.get(f"{W}/to-answer")["left"]
    for _ in range(2):
        found = curious.post(f"{W}/texts", {"draft": draft})
        assert found["text"] is None
        assert "somebody else" in str(found["findings"])
    refused = curious.send("POST", f"{W}/texts/{secret}/clues", status=409).json()
    assert refused["detail"] == "this question is not for you to answer"
    assert curious.get(f"{W}/to-answer")["left"] == left - 1
    with served.house.database.reading() as connection:
        [told] = [
            each
            for each in WORKSHOP.read_kind(connection, "towns", "likeness-told")
            if each.event == LikenessTold((secret,))
        ]  # once, however often it is told
    assert told.at == served.clock()
