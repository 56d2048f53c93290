"""What happens around the writing: invitations, decisions, second readers, blind answers, the board, sets."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from contest_night import PASSWORD, Night, Person
from databases import KINDS, Databases
from quiz_world import World
from workshop_night import BOAT, MIRROR, STAIRS, accepted, handed_in, invited, workshop, written
from zellig.corpora import open_corpus
from zellig.items import Item, header_of
from zellig.server.live.systems import Systems
from zellig.server.texts import check_draft

W = "/workshops/towns"
SAMPLE = {"share": 1.0, "readers": 2, "seed": 1}


@pytest.fixture(scope="module", params=KINDS)
def served(
    request: pytest.FixtureRequest,
    new_databases: Databases,
    tmp_path_factory: pytest.TempPathFactory,
    quiz: World,
) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("workshop")
    with workshop(new_databases.new(request.param), folder, quiz, sample=SAMPLE) as found:
        yield found


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


@pytest.fixture(scope="module")
def writer(served: Night) -> Person:
    return invited(served, served.people[0], "Wanda", "writer")


@pytest.fixture(scope="module")
def readers(served: Night) -> list[Person]:
    return [invited(served, served.people[0], name, "reader") for name in ("Rita", "Ravi", "Rosa")]


@pytest.fixture(scope="module")
def boat(served: Night, writer: Person) -> str:
    return accepted(
        served,
        served.people[0],
        writer,
        BOAT,
        "Ashmoor [prompt on moor]",
        phenomena=("paraphrase",),
        category="History",
    )


@pytest.fixture(scope="module")
def mirror(served: Night, writer: Person) -> str:
    return accepted(
        served, served.people[0], writer, MIRROR, "Belcastle", phenomena=("distractor",), category="Science"
    )


def test_who_comes_by_a_link_writes_and_agrees_before_handing_in(served: Night, editor: Person) -> None:
    person = invited(served, editor, "Ivo", "writer")
    found = person.get(W)
    assert (found["roles"], found["consented"]) == (["writer"], False)
    draft = written(served, person, MIRROR.replace("mirror", "statue"), answer="Dunwater")
    refused = person.send("POST", f"{W}/texts", json={"draft": draft}, status=403).json()
    assert "you have not agreed" in refused["detail"]
    assert person.put(f"{W}/consent")["consented"] is True
    taken = person.post(f"{W}/texts", {"draft": draft})
    assert taken["text"], taken
    person.send("DELETE", f"{W}/texts/{taken['text']}")
    people = {each["name"]: each for each in editor.get(f"{W}/people")}
    assert people["Ivo"] == {"name": "Ivo", "roles": ["writer"], "consented": True}


def test_a_link_is_good_once_and_only_editors_make_one(served: Night, editor: Person, writer: Person) -> None:
    writer.send("POST", f"{W}/invitations", json={"role": "editor"}, status=403)
    writer.send("GET", f"{W}/people", status=403)
    link = editor.post(f"{W}/invitations", {"role": "reader"})["link"]
    joined = writer.post("/invitations/accept", {"link": link})
    writer.client.headers["x-csrf-token"] = joined["csrf"]
    assert writer.get(W)["roles"] == ["reader", "writer"]
    editor.send("POST", "/invitations/accept", json={"link": link}, status=404)


def test_nobody_decides_on_a_text_of_their_own(served: Night, editor: Person) -> None:
    own = handed_in(served, editor, STAIRS, "Cindervale")
    path = f"{W}/texts/{own}/decision"
    refused = editor.send("POST", path, json={"taken": True}, status=403).json()
    assert refused["detail"] == "this text is yours"
    other = invited(served, editor, "Edda", "editor")
    assert other.post(path, {"taken": True})["decided_by"] == "Edda"
    other.post(path, {"taken": False, "reason": "It is no village."})
    assert editor.get(f"{W}/texts")[-1]["state"] == "sent back"
    editor.send("DELETE", f"{W}/texts/{own}")


def test_what_is_decided_is_told_with_its_reason(served: Night, editor: Person, writer: Person) -> None:
    text = BOAT.replace("painted boat", "wooden whale").replace("clockmaker", "baker")
    text = text.replace("thirteen times", "under water").replace("sea", "moon")
    draft = written(served, writer, text, answer="Elmscar")
    writer.put(f"{W}/consent")
    first = writer.post(f"{W}/texts", {"draft": draft})["text"]
    path = f"{W}/texts/{first}/decision"
    editor.send("POST", path, json={"taken": False}, status=409)
    sent_back = editor.post(path, {"taken": False, "reason": "Which whale?"})
    assert (sent_back["state"], sent_back["reason"], sent_back["decided_by"]) == (
        "sent back",
        "Which whale?",
        "Olga",
    )
    heard = sent_back["machines"]["ir"]
    assert len(heard["guesses"]) == 5
    assert heard["bell"] is None or heard["bell"]["word"] > 0
    second = writer.post(f"{W}/texts", {"draft": draft})["text"]
    states = {each["text"]: each["state"] for each in writer.get(f"{W}/texts")}
    assert (states[first], states[second]) == ("replaced", "handed in")
    editor.send("POST", path, json={"taken": True}, status=409)
    editor.post(f"{W}/texts/{second}/decision", {"taken": False, "reason": "No whales.", "final": True})
    mine = {each["text"]: each for each in writer.get(f"{W}/texts")}[second]
    assert (mine["state"], mine["reason"], mine["mine"]) == ("rejected", "No whales.", True)
    refused = writer.send("POST", f"{W}/texts", json={"draft": draft}, status=409).json()
    assert "rejected this text for good" in refused["detail"]
    for name, state in ((first, "replaced"), (second, "rejected")):
        refused = writer.send("DELETE", f"{W}/texts/{name}", status=409).json()
        assert refused["detail"] == f"this text is {state}, and cannot be taken back"


def test_what_was_rejected_for_good_does_not_come_back_as_a_copy_or_typed_anew(
    served: Night, editor: Person, writer: Person
) -> None:
    writer.put(f"{W}/consent")
    text = MIRROR.replace("mirror", "weathercock").replace("hotel", "prison").replace("ghosts", "friends")
    draft = written(served, writer, text, answer="Dunwater")
    copy = written(served, writer, text, copy_of=draft, answer="Dunwater")
    again = written(served, writer, "Something else that is written here.", copy_of=copy, answer="Dunwater")
    first = writer.post(f"{W}/texts", {"draft": draft})["text"]
    editor.post(f"{W}/texts/{first}/decision", {"taken": False, "reason": "No.", "final": True})
    for each in (copy, again):
        refused = writer.send("POST", f"{W}/texts", json={"draft": each}, status=409).json()
        assert "rejected the text that this is a copy of for good" in refused["detail"]
    typed = written(served, writer, text, answer="Dunwater")
    told = writer.post(f"{W}/texts", {"draft": typed})
    assert told["text"] is None
    [repeat] = [each for each in told["findings"] if each["code"] == "repeat"]
    assert repeat["message"].endswith("which an editor has rejected for good")
    changed = written(served, writer, text.replace("forty", "fifty"), answer="Dunwater")
    name = writer.post(f"{W}/texts", {"draft": changed})["text"]
    [seen] = [each for each in editor.all(f"{W}/texts") if each["text"] == name]
    [near] = [each for each in seen["findings"] if each["code"] == "near-repeat"]
    assert near["message"].endswith("which an editor has rejected for good")
    assert near["other"]["text"] == text


def test_what_is_rejected_while_another_version_is_checked_is_not_handed_in(
    served: Night, editor: Person, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.put(f"{W}/consent")
    text = STAIRS.replace("stairs", "ladders").replace("chapel", "mill").replace("newspaper", "baker")
    draft = written(served, writer, text, answer="Dunwater")
    first = writer.post(f"{W}/texts", {"draft": draft})["text"]

    def decided_meanwhile(*about: Any) -> Any:
        editor.post(f"{W}/texts/{first}/decision", {"taken": False, "reason": "No.", "final": True})
        return check_draft(*about)

    monkeypatch.setattr("zellig.server.api.texts.check_draft", decided_meanwhile)
    refused = writer.send("POST", f"{W}/texts", json={"draft": draft}, status=409).json()
    assert "rejected this text for good" in refused["detail"]


def test_questions_are_answered_blind_clue_by_clue(
    served: Night, editor: Person, writer: Person, readers: list[Person], boat: str, mirror: str
) -> None:
    editor.send("GET", f"{W}/to-answer", status=403)  # who sees all answers
    assert writer.get(f"{W}/to-answer")["left"] == 0  # their own
    reader = readers[2]
    begun = reader.get(f"{W}/to-answer")
    assert (begun["left"], begun["text"], begun["heard"]) == (2, boat, "")
    path = f"{W}/texts/{boat}"
    reader.send("POST", f"{path}/answers", json={"answer": "Ashmoor"}, status=409)  # nothing has been read
    one = reader.post(f"{path}/clues")
    assert (one["heard"], one["clue"], one["more"]) == (BOAT.partition(" A blind")[0], 0, True)
    assert reader.get(f"{W}/to-answer") == one
    two = reader.post(f"{path}/clues")
    asked = reader.post(f"{path}/answers", {"answer": "moor", "position": 3})
    assert (asked["over"], asked["answer"], asked["judgement"]["outcome"]) == (False, "", "prompt")
    assert "Ashmoor" not in asked["judgement"]["because"]
    assert reader.get(f"{W}/to-answer")["prompted"] is True
    found = reader.post(f"{path}/answers", {"answer": "Ashmoor", "position": 110})
    assert (found["over"], found["judgement"]["outcome"]) == (True, "right")
    assert found["answer"].startswith("Ashmoor")
    assert found["question"] == BOAT
    reader.send("POST", f"{path}/clues", status=409)
    texts = {each["text"]: each for each in editor.get(f"{W}/texts")}
    difficulty = texts[boat]["difficulty"]
    assert (difficulty["answered"], difficulty["right"], difficulty["share"]["value"]) == (1, 1, 1)
    assert difficulty["read"] == 110 / len(BOAT)
    assert two["clue"] < 110
    # Giving up is an answer.
    for _ in range(5):
        last = reader.post(f"{W}/texts/{mirror}/clues")
    assert last["more"] is False
    gone = reader.post(f"{W}/texts/{mirror}/answers", {"answer": ""})
    assert gone["judgement"]["outcome"] == "wrong"
    assert reader.get(f"{W}/to-answer")["text"] is None


def test_second_readers_tag_blind_and_their_agreement_is_told(
    served: Night, editor: Person, writer: Person, readers: list[Person], boat: str, mirror: str
) -> None:
    assert writer.get(f"{W}/to-tag") == []
    told = {boat: ("paraphrase",), mirror: ("distractor", "operator")}
    for reader in readers[:2]:
        assert reader.get(f"{W}/to-tag") == []  # who has not answered it yet
        reader.send("PUT", f"{W}/texts/{boat}/tags", json={"phenomena": []}, status=409)
        for name in told:
            reader.post(f"{W}/texts/{name}/clues")
            reader.post(f"{W}/texts/{name}/answers", {"answer": ""})
        waiting = reader.get(f"{W}/to-tag")
        assert {each["text"] for each in waiting} == {boat, mirror}
        assert set(waiting[0]) == {"text", "number", "question", "answer"}  # and nothing of the writer's tags
        for name, tags in told.items():
            reader.send("PUT", f"{W}/texts/{name}/tags", json={"phenomena": tags})
        assert reader.get(f"{W}/to-tag") == []
        reader.send("PUT", f"{W}/texts/{boat}/tags", json={"phenomena": []}, status=409)
    assert readers[2].get(f"{W}/to-tag") == []  # two have read each
    readers[2].send("PUT", f"{W}/texts/{boat}/tags", json={"phenomena": []}, status=409)
    readers[2].send("GET", f"{W}/agreement", status=403)
    found = editor.get(f"{W}/agreement")
    assert (found["questions"], found["read"], found["tags"]) == (2, 2, 4)
    assert found["overall"]["readers"]["value"] == 1
    assert 0 < found["overall"]["with_writers"]["value"] < 1  # a writer did not say operator
    paraphrase = next(each for each in found["phenomena"] if each["phenomenon"] == "paraphrase")
    assert (paraphrase["writers"], paraphrase["tagged"]) == (1, 2)
    assert paraphrase["with_writers"]["value"] == 1


def test_the_board_counts_what_was_taken_who_was_fooled_and_who_was_not(
    editor: Person, writer: Person, boat: str, mirror: str
) -> None:
    rows = {each["name"]: each for each in writer.get(f"{W}/board")}
    wanda = rows["Wanda"]
    assert (wanda["mine"], wanda["accepted"], wanda["answered"], wanda["right"]) == (True, 2, 6, 1)
    assert wanda["not_fooled"]["value"] == 1 / 6
    machines = [each["machines"]["ir"] for each in editor.get(f"{W}/texts") if each["text"] in (boat, mirror)]
    assert wanda["systems"]["ir"] == {
        "asked": 2,
        "at_end": sum(each["rank"] != 1 for each in machines),
        "at_bell": sum(each["bell"] is None or not each["bell"]["right"] for each in machines),
    }


def test_sets_are_made_put_in_order_and_published(
    served: Night,
    editor: Person,
    writer: Person,
    boat: str,
    mirror: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    writer.send("GET", f"{W}/sets", status=403)
    body = {"title": "Towns at night", "packets": 1, "distribution": {"History": 1, "Science": 2}}
    made = editor.post(f"{W}/sets", body)
    path = f"{W}/sets/{made['set']}"
    [packet] = made["packets"]
    assert {each["text"] for each in packet["questions"]} == {boat, mirror}
    assert [(each["kind"], each["number"]) for each in made["missing"]] == [("Science", 1)]
    assert {each["author"] for each in packet["questions"]} == {"Wanda"}
    last = packet["questions"][1]["text"]
    moved = editor.post(f"{path}/moves", {"text": last, "packet": 1, "number": 1})
    assert moved["packets"][0]["questions"][0]["text"] == last
    out = editor.post(f"{path}/moves", {"text": last, "packet": 0})
    assert [each["text"] for each in out["left_over"]] == [last]
    assert len(out["packets"][0]["questions"]) == 1
    editor.post(f"{path}/moves", {"text": last, "packet": 1, "number": 9})
    editor.send("POST", f"{path}/moves", json={"text": last, "packet": 2}, status=400)
    editor.send("POST", f"{path}/moves", json={"text": "none", "packet": 1}, status=404)
    assert editor.get(f"{W}/sets") == [
        {"set": made["set"], "title": "Towns at night", "packets": 1, "questions": 2}
    ]
    folder = tmp_path_factory.mktemp("files")
    for to, name in (("modaq", "packet-1.json"), ("qanta", "qanta.json"), ("qbj", "packets.qbj")):
        reply = editor.send("GET", f"{path}/files/{to}")
        assert f'filename="{name}"' in reply.headers["content-disposition"]
        json.loads(reply.content)
        (folder / name).write_bytes(reply.content)
    read = list(open_corpus(f"packets:{folder / 'packet-1.json'}"))
    assert {item.fields["text"] for item in read} == {BOAT, MIRROR}
    document = Document(io.BytesIO(editor.send("GET", f"{path}/files/docx").content))
    assert any("painted boat" in each.text for each in document.paragraphs)
    assert "Towns at night" in editor.send("GET", f"{path}/files/html").text
    editor.send("GET", f"{path}/files/pdf", status=404)
    two = editor.post(f"{W}/sets", {"title": "Two", "packets": 2, "distribution": {"any": 1}})
    packed = editor.send("GET", f"{W}/sets/{two['set']}/files/docx")
    assert 'filename="docx.zip"' in packed.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["docx/packet-1.docx", "docx/packet-2.docx"]


def test_no_file_of_the_server_is_a_distribution(editor: Person, boat: str) -> None:
    body = {"title": "x", "packets": 1, "distribution": "/etc/passwd.toml"}
    refused = editor.send("POST", f"{W}/sets", json=body, status=400).json()
    assert "acf-like" in refused["remedy"]


def test_a_writer_is_told_that_a_question_is_like_another_and_not_what_that_says(
    served: Night, editor: Person
) -> None:
    first, second = (invited(served, editor, name, "writer") for name in ("Nora", "Niels"))
    lamp = (
        "Nobody in this town may own a lamp, and still its streets are the brightest for miles around. "
        "A tailor who lived here sewed the only flag that ever flew at both poles in one week. "
        "For 10 points, name this town whose clocks are wound by pupils on their way to school."
    )
    secret = accepted(served, editor, first, lamp, "Elmscar")
    second.put(f"{W}/consent")
    path = f"{W}/texts/{secret}/clues"
    assert second.get(f"{W}/to-answer")["left"] == first.get(f"{W}/to-answer")["left"] + 1
    draft = written(served, second, lamp.replace("brightest", "widest"), answer="Elmscar")
    told = second.post(f"{W}/texts", {"draft": draft})
    mine = next(each for each in second.get(f"{W}/texts") if each["text"] == told["text"])
    for findings in (told["findings"], mine["findings"]):
        [near] = [each for each in findings if each["code"] == "near-repeat"]
        assert "somebody else" in near["message"]
        assert "other" not in near
        assert secret not in str(findings)
        assert "brightest" not in str(findings)
    read = next(each for each in editor.get(f"{W}/texts") if each["text"] == told["text"])
    assert lamp in [each.get("other", {}).get("text") for each in read["findings"]]
    refused = second.send("POST", path, status=409).json()
    assert refused["detail"] == "this question is not for you to answer"
    first.send("DELETE", f"{W}/texts/{secret}")
    read = next(each for each in editor.get(f"{W}/texts") if each["text"] == told["text"])
    assert "a question that its writer has taken back" in str(read["findings"])
    assert "brightest" not in str(read["findings"])  # no editor reads any more what was taken back
    second.send("DELETE", f"{W}/texts/{told['text']}")


def test_a_system_that_is_not_registered_any_more_takes_no_page_away(
    served: Night, editor: Person, writer: Person, boat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = written(served, writer, STAIRS, answer="Dunwater")
    monkeypatch.setitem(vars(served.house), "systems", Systems({}, Path()))
    for person in (editor, writer):
        [found] = person.get("/workshops")
        assert found["systems"] == [{"name": "ir", "title": "ir", "registered": False}]
        for page in ("", W, f"{W}/board", f"{W}/histories"):
            person.send("GET", f"{served.address}{page}")
    for page in ("queue", "people", "sets"):
        editor.send("GET", f"{served.address}{W}/{page}")
    editor.send("GET", f"{W}/histories/datasets")
    writer.send("GET", f"{served.address}{W}/drafts/{draft}/replay")
    shown = writer.send("GET", f"{served.address}{W}").text
    assert "ir is not registered on this server now" in shown
    assert "Write a new question" not in shown
    writer.send("GET", f"{served.address}{W}/drafts/{draft}", status=409)
    writer.send("POST", f"{W}/drafts?rewrite=1", status=409)
    refused = writer.send("POST", f"{W}/texts", json={"draft": draft}, status=409).json()
    assert "ir is not registered" in refused["detail"]
    assert "--systems" in refused["remedy"]


def test_roles_are_taken_away_and_somebody_always_edits(served: Night, editor: Person, boat: str) -> None:
    second = invited(served, editor, "Erik", "editor")
    for each in second.get(f"{W}/people"):
        if "editor" in each["roles"] and each["name"] != "Erik":
            second.send("POST", f"{W}/roles/taken", json={"name": each["name"], "role": "editor"})
    refused = second.send("POST", f"{W}/roles/taken", json={"name": "Erik", "role": "editor"}, status=409)
    assert refused.json()["detail"] == "this is the last editor of Towns"
    closing = {"password": PASSWORD}
    refused = second.send("POST", "/account/closing", json=closing, status=409)
    assert refused.json()["detail"] == "this is the last editor of Towns"
    editor.send("GET", W, status=403)
    second.post(f"{W}/roles", {"name": "Olga", "role": "writer"})
    editor.send("GET", f"{W}/to-answer", status=403)  # who has seen all answers
    editor.send("POST", f"{W}/roles/taken", json={"name": "Erik", "role": "editor"}, status=403)
    second.send("POST", f"{W}/roles/taken", json={"name": "Olga", "role": "reader"}, status=404)
    second.post(f"{W}/roles", {"name": "Olga", "role": "editor"})
    second.send("POST", "/account/closing", json=closing)
    people = {each["name"]: each["roles"] for each in editor.get(f"{W}/people")}
    assert people["Olga"] == ["editor", "writer"]
    assert not {"Erik", "Edda"} & people.keys()
    assert "Take a role away" in editor.send("GET", f"{served.address}{W}/people").text


def test_a_mistake_in_items_is_told_under_the_name_that_they_have_for_who_brings_them(editor: Person) -> None:
    named, broken = {"filename": "towns.jsonl"}, header_of(Item, "quiz") + b'"a town"\n'
    path = "/workshops/towns/materials"
    told = editor.send("POST", path, params=named, content=broken, status=400).json()
    assert told["where"] == "towns.jsonl, line 2"
