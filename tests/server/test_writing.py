"""Writing over a real connection: strokes are kept once and in order, and systems answer what is written."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from contest_night import PASSWORD, Night, Person, night
from databases import KINDS, Databases
from quiz_world import World, question
from tabs import OTHER, TAB, Tab, begin, rows, typed
from zellig.games.writing.rules import usual_rules
from zellig.store.database.tables.writing import LOOKS
from zellig.tasks import get_task


@pytest.fixture(scope="module", params=KINDS)
def served(
    request: pytest.FixtureRequest,
    new_databases: Databases,
    tmp_path_factory: pytest.TempPathFactory,
    quiz: World,
) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("writing")
    table = folder / "systems.toml"
    table.write_text(
        f'[ir]\nsystem = "{quiz.guesser("ir")}"\ntitle = "Retrieval"\nbuzzer = "threshold?at=0.15"\n'
        f'sources = ["{quiz.spec("train")}", "{quiz.spec("leads")}"]\n'
    )
    with night(new_databases.new(request.param), folder, systems=table) as found:
        operator = found.operator()
        rules = msgspec.to_builtins(usual_rules(get_task("quiz"), ("ir",)))
        body = {"workshop": "towns", "title": "Towns", "rules": {**rules, "everybody": True}}
        assert operator.post("/workshops", body)["roles"] == ["editor", "writer"]
        yield found
        found.house.close()


@pytest.fixture(scope="module")
def writer(served: Night) -> Person:
    return served.people[0]


def test_guesses_evidence_and_the_bell_follow_the_text(served: Night, writer: Person) -> None:
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    tab.send({"stroke": "noted", "notes": {"answer": "Ashmoor"}})
    tab.type(question("Ashmoor", 0))  # the guesser has learnt from others about this town
    look = tab.hear("shown", "guesses")["look"]
    assert look["guesses"]["rank"] == 1
    assert look["guesses"]["guesses"][0][0] == "Ashmoor"
    why = tab.hear("shown", "evidence")["look"]["evidence"]
    assert why["answer"] == "Ashmoor"
    assert why["sources"]
    bell = tab.hear("shown", "bell")["look"]["bell"]
    because = tab.hear("shown", "because")["look"]["because"]
    assert because["answer"] == bell["answer"]
    assert because["spans"]
    assert all(each["end"] <= bell["place"] for each in because["spans"])  # what it had heard by then
    assert bell["right"] is (bell["answer"] == "Ashmoor")
    assert tab.text[: bell["place"]].split() == tab.text.split()[: bell["word"]]
    assert 1 <= bell["word"] <= len(tab.text.split())
    assert len(bell["becomes"]) == len(bell["changes"])
    # As long as the words before the bell stay, what rang it is known, and comes with the bell.
    tab.type(" It is old.")
    again = tab.hear("shown", "bell")["look"]
    assert again["bell"]["word"] == bell["word"]
    assert again["because"] == because
    tab.send({"stroke": "looked", "system": "ir", "answer": look["guesses"]["guesses"][1][0]})
    assert tab.hear("shown", "evidence")["look"]["evidence"]["answer"] == look["guesses"]["guesses"][1][0]
    tab.close()
    content = writer.get(f"/workshops/towns/drafts/{draft}")["content"]
    assert content == {"fields": {"text": tab.text}, "notes": {"answer": "Ashmoor"}}
    replay = writer.get(f"/workshops/towns/drafts/{draft}/replay")
    assert replay["frames"][-1]["said"]["ir"]["rank"] == 1
    with served.house.database.reading() as connection:
        assert connection.execute(select(LOOKS.c.number).where(LOOKS.c.draft == draft)).first() is not None


def test_a_copy_of_what_the_guesser_has_is_told_to_be_left_out(
    served: Night, writer: Person, quiz: World
) -> None:
    known = quiz.items("train")[0]
    tab = Tab(served, writer, begin(writer))
    tab.type(known.fields["text"])
    look = tab.hear("shown", "guesses")["look"]
    assert look["guesses"]["left_out"] == [f"question {known.id}"]
    tab.send(typed(0, len(tab.text), "Nobody has ever seen the sea from here, they say.", 49))
    assert tab.hear("shown", "guesses")["look"]["guesses"]["left_out"] == []
    tab.close()


def test_what_is_rewritten_stays_left_out_however_much_of_it_is_changed(
    served: Night, writer: Person, quiz: World
) -> None:
    draft = str(writer.post("/workshops/towns/drafts?rewrite=1")["draft"])
    tab = Tab(served, writer, draft)
    source = f"question {tab.opened['draft']['notes']['original']}"
    tab.number = 0
    looked = {"stroke": "looked", "system": "ir", "answer": ""}
    tab.send(looked)
    assert tab.hear("shown", "guesses")["look"]["guesses"]["left_out"][0] == source
    start = tab.text.index(". ") + 2  # another first sentence, by which nobody knows the question again
    tab.send(typed(0, start, "Nobody has seen the sea from here. " * 3, len(tab.text) - start + 105))
    assert tab.hear("shown", "guesses")["look"]["guesses"]["left_out"] == [source]
    why = tab.hear("shown", "evidence")["look"]["evidence"]
    assert why["sources"]
    assert source not in {each["origin"] for each in why["sources"]}
    tab.close()


def test_a_stroke_that_comes_again_is_kept_once(served: Night, writer: Person) -> None:
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    for word in ("One", " two", " three"):
        tab.type(word)
    while tab.hear("kept")["upto"] < 3:
        pass
    tab.close()
    again = Tab(served, writer, draft)
    assert (again.opened["kept"], again.opened["pen"], again.text) == (3, True, "One two three")
    again.number, again.text = 1, "One"  # the answers to the last two were lost
    again.type(" two")
    again.type(" three")
    again.type(" four")
    while again.hear("kept")["upto"] < 4:
        pass
    again.close()
    assert rows(served, draft) == [(TAB, number) for number in range(1, 5)]
    assert writer.get(f"/workshops/towns/drafts/{draft}")["content"]["fields"]["text"] == "One two three four"


def test_two_tabs_do_not_write_over_each_other(served: Night, writer: Person) -> None:
    draft = begin(writer)
    first = Tab(served, writer, draft)
    first.type("Mine")
    first.hear("kept")
    second = Tab(served, writer, draft, OTHER)
    assert second.opened["pen"] is False
    second.type(" and yours")
    assert second.hear("refused")["pen"] is False
    taking = Tab(served, writer, draft, OTHER, take=True)
    assert (taking.opened["pen"], taking.text) == (True, "Mine")
    taking.type(" too")
    taking.hear("kept")
    first.type(", only")
    refused = first.hear("refused")
    assert refused["pen"] is False
    assert "written elsewhere" in refused["problem"]["detail"]
    assert writer.get(f"/workshops/towns/drafts/{draft}")["content"]["fields"]["text"] == "Mine too"
    taking.say(do="leave")
    taking.close()
    copy = writer.post(f"/workshops/towns/drafts?copy_of={draft}")["draft"]
    assert copy != draft
    for tab in (first, second):
        tab.close()


def test_a_tab_that_has_another_text_is_told(served: Night, writer: Person) -> None:
    tab = Tab(served, writer, begin(writer))
    tab.send(typed(5, 9, "x", 1))
    assert tab.hear("refused")["out_of_step"] is True
    tab.say(do="send", first=7, strokes=[{"stroke": "noted", "notes": {}}])
    assert tab.hear("refused")["out_of_step"] is True
    tab.socket.send("{")
    assert "not a message of a writer" in tab.hear("refused")["problem"]["detail"]
    with pytest.raises(ConnectionClosed):
        tab.socket.recv(timeout=30)


def test_nobody_else_opens_a_draft(served: Night, writer: Person) -> None:
    draft = begin(writer)
    address = f"{served.address.replace('http', 'ws')}/api/v1/workshops/towns/drafts/{draft}/live"
    cookie = "; ".join(f"{name}={value}" for name, value in writer.client.cookies.items())
    for headers, status in (
        ({"Origin": served.address}, 401),
        ({"Cookie": cookie, "Origin": "http://elsewhere.example"}, 403),
        ({"Cookie": cookie}, 403),
        ({"Authorization": "Bearer nonsense"}, 401),
    ):
        with connect(address, additional_headers=headers) as socket:
            assert json.loads(socket.recv(timeout=30))["problem"]["status"] == status
    with served.house.database.writing() as connection:
        from zellig.server.accounts import make_account

        make_account(connection, served.clock(), "Somebody", "four words for nobody")
    writer.send("GET", "/workshops/towns/drafts/none", status=404)


def test_what_is_handed_in_is_checked_against_what_the_guesser_has_read(
    served: Night, writer: Person, quiz: World
) -> None:
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    tab.send({"stroke": "noted", "notes": {"answer": "Ashmoor", "phenomena": ["paraphrase"]}})
    tab.type(quiz.items("train")[0].fields["text"])
    while tab.hear("kept")["upto"] < 2:
        pass
    refused = writer.send("POST", "/workshops/towns/texts", json={"draft": draft}, status=403)
    assert "with the button on this page" in refused.json()["remedy"]  # without consent
    page = f"{served.address}/workshops/towns/drafts/{draft}"
    assert 'id="agree"' in writer.client.get(page).text
    writer.put("/workshops/towns/consent")
    assert 'id="agree"' not in writer.client.get(page).text
    found = writer.post("/workshops/towns/texts", {"draft": draft})
    assert found["text"] is None
    assert found["sentence"] == "It cannot be handed in like this."
    assert "repeat" in {each["code"] for each in found["findings"]}
    own = (
        "Every autumn the people of this place carry a painted boat uphill, although no water is near. "
        "A blind clockmaker left it a bell that rings thirteen times, which lawyers still call a promise. "
        "For 10 points, name this town where nobody has ever seen the sea."
    )
    tab.send(
        {
            "stroke": "typed",
            "field": "text",
            "start": 0,
            "end": len(tab.text),
            "text": own,
            "length": len(own),
        }
    )
    while tab.hear("kept")["upto"] < 3:
        pass
    taken = writer.post("/workshops/towns/texts", {"draft": draft})
    assert taken["text"], taken
    tab.send(typed(0, len(own), "Too short.", 10))
    while tab.hear("kept")["upto"] < 4:
        pass
    again = writer.post("/workshops/towns/texts", {"draft": draft})
    assert again["text"] is None
    assert again["sentence"].endswith("handed in before still stands: it waits for an editor.")
    other = begin(writer)
    twice = Tab(served, writer, other)
    twice.send({"stroke": "noted", "notes": {"answer": "Ashmoor"}})
    twice.type(own.replace("painted", "carved"))
    while twice.hear("kept")["upto"] < 2:
        pass
    near = writer.post("/workshops/towns/texts", {"draft": other})
    assert "near-repeat" in {each["code"] for each in near["findings"]}
    said = {each["code"]: each for each in taken["findings"]}
    assert said["unanswered"]["message"].startswith("Retrieval answers")  # as the writer knows the system
    [*_, text] = [each for each in writer.get("/workshops/towns/texts") if each["text"] == taken["text"]]
    assert (text["state"], text["phenomena"]) == ("handed in", ["paraphrase"])
    path = f"/workshops/towns/texts/{taken['text']}"
    writer.send("POST", f"{path}/decision", json={"taken": True}, status=403)  # it is their own
    link = writer.post("/workshops/towns/invitations", {"role": "editor"})["link"]
    editor = served.person("Edda", link)
    sent_back = editor.post(f"{path}/decision", {"taken": False, "reason": "Why a boat?"})
    assert (sent_back["state"], sent_back["reason"]) == ("sent back", "Why a boat?")
    writer.send("DELETE", path)
    assert writer.get("/workshops/towns/texts")[0]["state"] == "withdrawn"
    for each in (tab, twice):
        each.close()


def test_answers_and_past_questions_are_found(writer: Person) -> None:
    assert "Ashmoor" in writer.get("/workshops/towns/answers", params={"begins": "ash"})["answers"]
    found = writer.get("/workshops/towns/past", params={"answer": "Ashmoor", "text": question("Ashmoor", 3)})
    assert found["questions"]
    assert found["questions"][0]["shared"]


@pytest.mark.parametrize(
    "line",
    [
        "ashmoor",
        "_Ashmoor_",
        "_Ashmoor_ [accept Ashmoor Town; prompt on Ashmo]",
        "the Ashmoor",
        "Ashmoor Town",
    ],
)
def test_past_questions_are_found_however_their_answer_is_written(writer: Person, line: str) -> None:
    wanted = writer.get("/workshops/towns/past", params={"answer": "Ashmoor"})
    assert wanted["questions"]
    assert writer.get("/workshops/towns/past", params={"answer": line}) == wanted


def test_answers_are_offered_by_names_that_lines_tell(writer: Person) -> None:
    found = writer.get("/workshops/towns/answers", params={"begins": "the ashmoor t"})
    assert (found["answers"], found["called"]) == (["Ashmoor"], {"Ashmoor": "Ashmoor Town"})


def test_a_workshop_needs_systems_of_its_task(served: Night, writer: Person) -> None:
    rules = msgspec.to_builtins(usual_rules(get_task("quiz"), ("nobody",)))
    body = {"workshop": "other", "title": "Other", "rules": rules}
    writer.send("POST", "/workshops", json=body, status=404)
    body = {"workshop": "towns", "title": "Again", "rules": {**rules, "systems": ["ir"]}}
    writer.send("POST", "/workshops", json=body, status=409)


def test_what_a_database_did_not_take_is_sent_again_and_leaves_no_gap(
    served: Night, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    tab.type("One ")
    tab.hear("kept")

    def away() -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(served.house.database, "writing", away)
        tab.type("two ")
        assert tab.hear("refused")["pen"] is False
    tab.type("three ")  # typed before the refusal was heard
    assert "missing" in tab.hear("refused")["problem"]["detail"]
    tab.close()
    again = Tab(served, writer, draft)
    assert (again.opened["kept"], again.text) == (1, "One ")
    again.type("two three ")
    assert again.hear("kept")["upto"] == 2
    again.close()
    assert rows(served, draft) == [(TAB, 1), (TAB, 2)]


def test_what_is_still_on_its_way_is_not_said_to_be_kept(
    served: Night, writer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    may_write = threading.Event()
    writing = served.house.database.writing

    def later() -> Any:
        may_write.wait(30)
        return writing()

    monkeypatch.setattr(served.house.database, "writing", later)
    stroke = typed(0, 0, "One", 3)
    tab.send(stroke)
    tab.say(do="send", first=1, strokes=[stroke])
    assert tab.hear("kept")["upto"] == 0
    may_write.set()
    assert tab.hear("kept")["upto"] == 1
    tab.close()


def _on_another_device(served: Night) -> Person:
    """The writer, in a session of its own."""
    found = served.nobody()
    reply = found.send("POST", "/session", json={"name": "Olga", "password": PASSWORD})
    found.client.headers["x-csrf-token"] = reply.json()["csrf"]
    return found


def test_a_connection_ends_with_its_session_and_nothing_is_kept_after_it(served: Night) -> None:
    writer = _on_another_device(served)
    draft = begin(writer)
    tab = Tab(served, writer, draft)
    tab.type("A town.")
    tab.hear("kept")
    writer.send("DELETE", "/session")
    tab.type(" Another one.")  # at once, before anybody has looked whether the session is over
    assert tab.hear("refused")["problem"]["detail"] == "you are not signed in any more"
    with pytest.raises(ConnectionClosed) as closed:
        tab.hear("anything else")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert rows(served, draft) == [(TAB, 1)]


def test_an_idle_connection_ends_with_its_session(served: Night) -> None:
    writer = _on_another_device(served)
    tab = Tab(served, writer, begin(writer))
    writer.send("DELETE", "/session")
    assert tab.hear("refused")["problem"]["detail"] == "you are not signed in any more"
    with pytest.raises(ConnectionClosed):
        tab.hear("anything else")
