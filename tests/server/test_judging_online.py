"""Judging over HTTP: conflicts, rulings, the organiser's own data, programs, and how far judges agree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from contest_night import PASSWORD, Night, Person, night, timeline
from helpers import sentiment_pair
from judged_texts import people_in
from zellig.front.judging import judge_texts, judging_report
from zellig.items import Item, Pair, Program, Verdict, encode_record, header_of, write_records
from zellig.judges.person import NONE, Reply
from zellig.measures.judges import ENOUGH
from zellig.performers import derive_seed

C = "/contests/panel"


def _item(name: str, text: str, gold: str) -> bytes:
    return encode_record(Item(name, {"text": text}, (gold,)))


@pytest.fixture(scope="module")
def panel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Night, Person]]:
    """A contest that is nothing but judging: three pairs and a starter item, and four training items."""
    folder = tmp_path_factory.mktemp("panel")
    with night(folder / "zellig.sqlite", folder) as served:
        organiser = served.operator()
        organiser.post("/contests", {"contest": "panel", "title": "A panel of judges"})
        judging = {"also": ["starter"], "agree": 2, "judges": 2, "most": 2}
        organiser.put(
            f"{C}/rules", {"task": "sentiment", "timeline": timeline(phases=["judge"]), "judging": judging}
        )
        organiser.post(f"{C}/open")
        pairs = [header_of(Pair, "sentiment"), *(encode_record(sentiment_pair(f"p{n}")) for n in range(3))]
        organiser.upload("panel", "to-judge", pairs)
        organiser.upload(
            "panel", "starter", [header_of(Item, "sentiment"), _item("s1", "A dull evening.", "-1")]
        )
        dev = [_item(f"d{n}", f"Dish {n} was a delight.", "+1") for n in range(4)]
        organiser.upload("panel", "dev", [header_of(Item, "sentiment"), *dev])
        served.work()
        yield served, organiser


def _joins(served: Night, organiser: Person, name: str, role: str) -> Person:
    return served.person(name, organiser.post(f"{C}/invitations", {"roles": [role]})["link"])


def _judges(judge: Person, answers: dict[str, str], **more: object) -> list[str]:
    """Say of every text what is given, `+1` else; the texts in their order."""
    texts = []
    while asked := judge.post(f"{C}/questions"):
        for each in asked:
            text = each["fields"]["text"]
            texts.append(text)
            said = {"answer": answers.get(text, "+1"), **more}
            judge.post(f"{C}/questions/{each['question']}/verdicts", said)
    return texts


def _by_text(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["fields"]["text"]: row for row in rows}


def test_pairs_that_are_none_are_not_put_to_judges(tmp_path: Path, panel: tuple[Night, Person]) -> None:
    served, organiser = panel
    name = organiser.upload("panel", "to-judge", [b"not a pair\n"])["submission"]
    served.work()
    assert organiser.get(f"{C}/submissions/{name}")["state"] == "rejected"


def test_a_panel_from_the_first_question_to_the_ruling(panel: tuple[Night, Person]) -> None:
    served, organiser = panel
    organiser.send("GET", f"{C}/agreement", status=404)
    cold = [f"The soup at table p{n} was cold." for n in range(3)]
    first, second = (_joins(served, organiser, name, "judge") for name in ("Ada", "Ben"))
    robot = _joins(served, organiser, "Robot", "program")

    texts = _judges(first, {cold[0]: "-1", cold[1]: "-1"}, grammatical=True, natural=False)
    assert all("delight" in text for text in texts[:4])
    assert set(texts[4:]) == {*cold, "A dull evening."}
    assert len(_judges(robot, {}, grammatical=False)) == 8  # everything, and it settles nothing
    _judges(second, {cold[0]: "-1"}, grammatical=True)

    found = _by_text(organiser.all(f"{C}/judged"))
    assert (found[cold[0]]["state"], found[cold[0]]["judged"], found[cold[0]]["deviates"]) == (
        "agreed",
        "-1",
        False,
    )
    assert (found[cold[1]]["state"], found[cold[1]]["judged"]) == ("conflict", None)
    assert (found[cold[2]]["judged"], found[cold[2]]["deviates"]) == ("+1", True)
    assert (found["A dull evening."]["pair"], found["A dull evening."]["deviates"]) == ("starter/s1", True)
    assert found[cold[0]]["grammatical"] == {"yes": 2, "no": 0}  # the program's no is not among them
    assert found[cold[0]]["natural"] == {"yes": 0, "no": 1}

    pair = found[cold[1]]["pair"]
    first.post(f"{C}/rulings", _ruling(pair), status=403)
    organiser.post(f"{C}/rulings", _ruling(pair))
    ruled = _by_text(organiser.all(f"{C}/judged"))[cold[1]]
    # What the judges said stays what they said.
    assert (ruled["state"], ruled["judged"], ruled["deviates"]) == ("conflict", None, False)
    assert (ruled["said"], ruled["verdicts"]) == ({"-1": 1, "+1": 1}, 2)
    assert ruled["ruled"] == ["+1"]

    first.send("GET", f"{C}/agreement", status=403)
    agreed = organiser.get(f"{C}/agreement")
    assert (agreed["verdicts"], agreed["items"]) == (8, 4)
    assert (agreed["shared_items"], agreed["shared_judges"]) == (4, 2)
    # Coincidences of + + twice, - - once, + - once; alpha = 1 - 7 * 2 / (5 * 3 * 2)
    assert agreed["alpha"]["value"] == pytest.approx(16 / 30)
    assert [each["name"] for each in agreed["people"]] == ["Ada", "Ben"]
    assert [each["name"] for each in agreed["programs"]] == ["Robot"]
    assert [each["training"]["value"] for each in agreed["people"]] == [1, 1]
    assert agreed["programs"][0]["verdicts"] == 8
    # Two people cannot tell who of them is right, so nothing is estimated, of nobody and no text.
    judges = [*agreed["people"], *agreed["programs"]]
    assert {(each["estimated"], each["compared"]) for each in judges} == {(None, 0)}
    questions = {each["pair"]: each for each in agreed["questions"]}
    assert questions[pair]["majority"] is None
    assert questions[found[cold[0]]["pair"]]["majority"] == "-1"
    assert {(each["likeliest"], each["probability"], each["verdicts"]) for each in questions.values()} == {
        (None, None, 2)
    }


def test_three_judges_with_much_in_common_are_estimated(panel: tuple[Night, Person]) -> None:
    served, organiser = panel
    organiser.post("/contests", {"contest": "many", "title": "A panel of three"})
    judging = {"agree": 3, "judges": 3, "most": 3, "originals": True}
    rules = {"task": "sentiment", "timeline": timeline(phases=["judge"]), "judging": judging}
    organiser.put("/contests/many/rules", rules)
    organiser.post("/contests/many/open")
    pairs = [encode_record(sentiment_pair(f"p{n}")) for n in range(ENOUGH)]
    organiser.upload("many", "to-judge", [header_of(Pair, "sentiment"), *pairs])
    served.work()
    for name in ("Mia", "Moe", "Max"):
        link = organiser.post("/contests/many/invitations", {"roles": ["judge"]})["link"]
        judge = served.person(name, link)
        while asked := judge.post("/contests/many/questions"):
            for each in asked:
                cold = "cold" in each["fields"]["text"] and name != "Max"
                path = f"/contests/many/questions/{each['question']}/verdicts"
                judge.post(path, {"answer": "-1" if cold else "+1"})
    agreed = organiser.get("/contests/many/agreement")
    assert {each["verdicts"] for each in agreed["questions"]} == {3}
    assert all(each["probability"] > 0.5 for each in agreed["questions"])
    worth = {each["name"]: each for each in agreed["people"]}
    assert {each["compared"] for each in worth.values()} == {2 * ENOUGH}
    assert worth["Mia"]["estimated"]["value"] > 0.9 > worth["Max"]["estimated"]["value"]


def _ruling(pair: str) -> dict[str, object]:
    return {"pair": pair, "side": "modified", "accepted": ["+1"], "reason": "Cold soup may be meant."}


def test_what_is_judged_is_drawn_when_the_first_judge_asks(panel: tuple[Night, Person]) -> None:
    served, organiser = panel
    drawn = []
    for name in ("drawn", "again"):
        organiser.post("/contests", {"contest": name, "title": "A share of the pairs"})
        rules = {"task": "sentiment", "timeline": timeline(phases=["judge"]), "judging": {"share": 0.5}}
        organiser.put(f"/contests/{name}/rules", rules)
        organiser.post(f"/contests/{name}/open")
        pairs = [encode_record(sentiment_pair(f"p{n}")) for n in range(60)]
        organiser.upload(name, "to-judge", [header_of(Pair, "sentiment"), *pairs])
        served.work()
        link = organiser.post(f"/contests/{name}/invitations", {"roles": ["judge"]})["link"]
        served.person(f"Judge of {name}", link).post(f"/contests/{name}/questions")
        (event,) = [
            each["event"]
            for each in organiser.all(f"/contests/{name}/events")
            if each["event"]["event"] == "questions-drawn"
        ]
        judged = {each["pair"] for each in organiser.all(f"/contests/{name}/judged")}
        upload = organiser.all(f"/contests/{name}/submissions")[-1]["id"]
        keys = [f"{upload}/p{n}" for n in range(60)]
        assert judged == {key for key in keys if derive_seed(event["seed"], "judged", key) < 2**62}
        drawn.append((event["seed"], {key.partition("/")[2] for key in judged}))
    assert drawn[0][0] != drawn[1][0]
    assert drawn[0][1] != drawn[1][1]  # by chance alike once in 10 ** 17


def test_a_role_is_taken_away_and_what_was_said_in_it_stays(panel: tuple[Night, Person]) -> None:
    served, organiser = panel
    judge = _joins(served, organiser, "Cleo", "judge")
    first, *_ = judge.post(f"{C}/questions")
    judge.post(f"{C}/questions/{first['question']}/verdicts", {"answer": "+1"})
    taken = {"account": judge.get("/account")["id"], "role": "judge"}
    judge.post(f"{C}/roles/taken", taken, status=403)
    organiser.post(f"{C}/roles/taken", taken)
    judge.post(f"{C}/questions", status=403)
    judge.post(f"{C}/questions/{first['question']}/verdicts", {"answer": "-1"}, status=403)
    (told,) = [each for each in organiser.get(f"{C}/progress")["judges"] if each["name"] == "Cleo"]
    assert told["verdicts"] == 1
    event = organiser.all(f"{C}/events")[-1]
    assert event["event"] == {"event": "role-taken", **taken}
    assert event["actor"] == organiser.get("/account")["id"]
    organiser.post(f"{C}/roles/taken", taken, status=404)  # nothing is left to take
    last = {"account": event["actor"], "role": "organiser"}
    assert "last organiser" in organiser.post(f"{C}/roles/taken", last, status=409)["detail"]
    heir = _joins(served, organiser, "Dora", "organiser")
    organiser.post(f"{C}/roles/taken", last)
    organiser.send("GET", f"{C}/events", status=403)
    link = heir.post(f"{C}/invitations", {"roles": ["organiser"]})["link"]
    reply = organiser.post("/invitations/accept", {"link": link})
    organiser.client.headers["x-csrf-token"] = reply["csrf"]


def _panel_of(organiser: Person, name: str, filename: str, content: bytes, **judging: object) -> str:
    """A contest that is nothing but judging, of one file."""
    organiser.post("/contests", {"contest": name, "title": "Any file"})
    rules = {"task": "sentiment", "timeline": timeline(phases=["judge"]), "judging": judging}
    organiser.put(f"/contests/{name}/rules", rules)
    organiser.post(f"/contests/{name}/open")
    query = {"kind": "to-judge", "filename": filename}
    organiser.send("POST", f"/contests/{name}/submissions", params=query, content=content)
    return f"/contests/{name}"


def _pulled(organiser: Person, path: str, out: Path) -> Path:
    out.write_bytes(organiser.send("GET", f"{path}/verdicts").content)
    return out


def test_what_the_page_says_and_what_the_command_says_are_one(
    panel: tuple[Night, Person], tmp_path: Path
) -> None:
    """The folder of a run is judged here and at a terminal; verdicts go both ways, and come to the same."""
    served, organiser = panel
    pairs = [sentiment_pair(f"p{n}", phenomenon="heat") for n in range(6)]
    write_records(tmp_path / "run/pairs/heat.jsonl", Pair, pairs, "sentiment")
    (tmp_path / "run/run.toml").write_text("seed = 1\n", encoding="utf-8")
    packed = Path(shutil.make_archive(str(tmp_path / "run"), "zip", tmp_path, "run"))
    path = _panel_of(organiser, "a-run", "run.zip", packed.read_bytes(), originals=True, judges=3)
    served.work()
    here = served.person("Ida", organiser.post(f"{path}/invitations", {"roles": ["judge"]})["link"])
    while asked := here.post(f"{path}/questions"):
        for number, each in enumerate(asked):
            said = {"answer": "-1" if "cold" in each["fields"]["text"] else "+1", "grammatical": True}
            if number == 3:
                said = {"skipped": "It makes no sense"}
            here.post(f"{path}/questions/{each['question']}/verdicts", said)
    verdicts = _pulled(organiser, path, tmp_path / "here.jsonl")
    figures = people_in(judging_report(tmp_path / "run/pairs/heat.jsonl", verdicts))
    assert (figures.asked, figures.judged, figures.foreign) == (12, 11, 0)
    assert {name: (each.verdicts, each.skipped) for name, each in figures.judges.items()} == {"Ida": (11, 1)}

    there = served.person("Jo", organiser.post(f"{path}/invitations", {"roles": ["judge"]})["link"])
    judge_texts(
        tmp_path / "run/pairs/heat.jsonl",
        by="Jo at home",
        out=tmp_path / "there.jsonl",
        ask=lambda item, far: Reply(NONE if far.done == 2 else "-1", True, far.done != 4),
        originals=True,
    )
    content = (tmp_path / "there.jsonl").read_bytes()
    other = encode_record(Verdict("0" * 32, "Jo at home", "-1"))
    assert there.send("POST", f"{path}/verdicts", content=content + other).json() == {
        "verdicts": 12,
        "left_out": 1,
    }
    assert there.post(f"{path}/questions") == []
    both = people_in(judging_report(tmp_path / "run/pairs/heat.jsonl", _pulled(organiser, path, verdicts)))
    alone = people_in(judging_report(tmp_path / "run/pairs/heat.jsonl", tmp_path / "there.jsonl"))
    assert both.judges["Jo"] == alone.judges["Jo at home"]
    assert both.judges["Ida"] == figures.judges["Ida"]
    agreed = organiser.get(f"{path}/agreement")
    assert both.alpha["answer"] is not None
    assert agreed["alpha"]["value"] == pytest.approx(both.alpha["answer"].value)

    here.send("GET", f"{path}/verdicts", status=403)
    organiser.send("POST", f"{path}/verdicts", content=content, status=403)
    there.send("POST", f"{path}/verdicts", content=b'{"no": "verdict"}\n', status=400)
    by_program = encode_record(Verdict("0" * 32, "Jo", "-1", program=Program({}, 1, 1, {})))
    told = there.send("POST", f"{path}/verdicts", content=by_program, status=400).json()["detail"]
    assert "verdicts of a program" in told
    two = content + encode_record(Verdict("0" * 32, "Ida", "-1"))
    assert (
        "several judges" in there.send("POST", f"{path}/verdicts", content=two, status=400).json()["detail"]
    )
    for judge in (here, there):
        judge.post("/account/closing", {"password": PASSWORD})
    left = people_in(judging_report(tmp_path / "run/pairs/heat.jsonl", _pulled(organiser, path, verdicts)))
    assert sorted(left.judges) == ["closed account (1)", "closed account (2)"]
    assert left.alpha["answer"] is not None
    assert left.alpha["answer"].value == pytest.approx(both.alpha["answer"].value)


def test_items_are_put_to_judges_without_a_pair(panel: tuple[Night, Person], tmp_path: Path) -> None:
    served, organiser = panel
    items = [Item("a", {"text": "I liked the tea."}, ("+1",)), Item("b", {"text": "The tea is here."})]
    write_records(tmp_path / "items.jsonl", Item, items, "sentiment")
    path = _panel_of(organiser, "items", "items.jsonl", (tmp_path / "items.jsonl").read_bytes(), agree=1)
    served.work()
    judge = served.person("Kim", organiser.post(f"{path}/invitations", {"roles": ["judge"]})["link"])
    early = served.person("Lou", organiser.post(f"{path}/invitations", {"roles": ["judge"]})["link"])
    early.send("POST", f"{path}/verdicts", content=encode_record(Verdict("x", "Lou", "-1")), status=409)
    for each in judge.post(f"{path}/questions"):
        judge.post(f"{path}/questions/{each['question']}/verdicts", {"answer": "-1"})
    found = _by_text(organiser.all(f"{path}/judged"))
    assert (found["I liked the tea."]["pair"], found["I liked the tea."]["deviates"]) == ("to-judge/a", True)
    assert not found["The tea is here."]["deviates"]  # nothing was promised
    assert organiser.all(f"{path}/unresolved") == []
    figures = people_in(
        judging_report(tmp_path / "items.jsonl", _pulled(organiser, path, tmp_path / "v.jsonl"))
    )
    assert figures.judged == 2
    assert [each.pair for each in figures.deviations] == ["a"]
