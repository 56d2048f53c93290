"""The rules of a workshop: editors change what does not touch what was handed in or agreed to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contest_night import Night, Person
from quiz_world import World
from workshop_night import BOAT, handed_in, invited, workshop

W = "/workshops/towns"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, quiz: World) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("rules")
    with workshop(folder / "zellig.sqlite", folder, quiz, categories={"Histroy": []}) as found:
        yield found


@pytest.fixture(scope="module")
def editor(served: Night) -> Person:
    return served.people[0]


def test_a_category_is_mended_and_a_number_is_wanted(served: Night, editor: Person) -> None:
    writer = invited(served, editor, "Wanda", "writer")
    text = handed_in(served, writer, BOAT, "Ashmoor", category="Histroy")
    rules = editor.get(W)["rules"]
    mended = {**rules, "categories": {"History": ["towns"], "Science": []}, "wanted": {"History": 3}}
    assert editor.put(f"{W}/rules", mended)["rules"] == mended
    assert writer.get(W)["rules"]["wanted"] == {"History": 3}
    draft = next(each["draft"] for each in writer.get(f"{W}/texts") if each["text"] == text)
    shown = writer.send("GET", f"{served.address}{W}/drafts/{draft}").text
    assert "<option>History</option>" in shown
    assert "3, 3 more" in shown
    assert "Histroy" in editor.send("GET", f"{served.address}{W}/queue").text  # what was handed in stays
    assert editor.send("GET", f"{served.address}{W}/rules").text.count("History") == 2
    writer.send("PUT", f"{W}/rules", json=mended, status=403)
    writer.send("GET", f"{served.address}{W}/rules", status=403)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"licence": "CC0"}, "licence"),
        ({"systems": ["ir", "other"]}, "systems"),
        ({"task": "sentiment"}, "task"),
        ({"sample": {"share": 1.0}}, "sample"),
        ({"wanted": {"Nothing": 1}}, "wanted"),
        ({"lengths": {"shortest": 9, "mark": 2, "longest": 20}}, "lengths"),
        ({"categories": {"Arts: visual": []}, "wanted": {}}, "categories"),
        ({"categories": {"Arts\nMusic": []}, "wanted": {}}, "categories"),
        ({"categories": {"Arts": ["Film", "Painting, European"]}, "wanted": {}}, "categories"),
        ({"categories": {"Arts": ["Painting: European"]}, "wanted": {}}, "categories"),
        ({"phenomena": {"not: add": "a word"}}, "phenomena"),
        ({"phenomena": {"not-add": "a word\nand another"}}, "phenomena"),
    ],
)
def test_what_holds_for_good_is_not_changed(editor: Person, change: dict[str, object], field: str) -> None:
    before = editor.get(W)["rules"]
    refused = editor.send("PUT", f"{W}/rules", json={**before, **change}, status=400).json()
    assert refused["where"] == f"field {field}"
    assert editor.get(W)["rules"] == before


def test_two_editors_do_not_write_over_each_other(served: Night, editor: Person) -> None:
    seen = editor.send("GET", f"{W}/rules")
    one = {**seen.json(), "categories": {"Religion, Mythology": []}, "wanted": {}}
    other = {**seen.json(), "everybody": True}
    first = {"If-Match": seen.headers["etag"]}
    assert editor.send("PUT", f"{W}/rules", json=one, headers=first).json()["rules"] == one
    refused = editor.send("PUT", f"{W}/rules", json=other, headers=first, status=412).json()
    assert "somebody else has changed this" in refused["detail"]
    now = editor.send("GET", f"{W}/rules")
    assert now.json() == one
    page = editor.send("GET", f"{served.address}{W}/rules").text
    tag = now.headers["etag"].strip('"')
    assert f'data-seen="&#34;{tag}&#34;"' in page  # and sends it
    editor.send("PUT", f"{W}/rules", json=other, headers={"If-Match": now.headers["etag"]})
