"""Looking after a contest: its data belong to its task, what counts is shown, and phases keep some time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from contest_night import DAY, START, Night, Person, night, timeline
from databases import Databases
from small_contest import DEV, TRAINING, records
from zellig.items import Item

NAME = "draft"
C = f"/contests/{NAME}"
RULES = {"task": "sentiment", "timeline": timeline()}


@pytest.fixture(scope="module")
def drafted(
    new_databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Night, Person]]:
    """A contest with rules, training and development items that nobody has opened."""
    with night(new_databases.new("sqlite"), tmp_path_factory.mktemp("drafted")) as served:
        organiser = served.operator()
        organiser.post("/contests", {"contest": NAME, "title": "A draft"})
        organiser.put(f"{C}/rules", RULES)
        for kind, items in (("training", TRAINING), ("dev", DEV)):
            organiser.upload(NAME, kind, records(Item, items))
        served.work()
        yield served, organiser


def test_a_rejected_upload_does_not_hide_what_counts(drafted: tuple[Night, Person]) -> None:
    served, organiser = drafted
    leaking = organiser.upload(NAME, "training", records(Item, [*TRAINING, DEV[0]]))["submission"]
    served.work()
    found = organiser.get(f"{C}/submissions/{leaking}")
    assert found["state"] == "rejected"
    assert [(each["pair"], each["line"]) for each in found["findings"]] == [("d0", 3)]
    shown = organiser.send("GET", f"{served.address}{C}/organise").text
    row = shown.partition("training.jsonl")[0][-400:] + shown.partition("training.jsonl")[2][:1200]
    assert "<b>Counts:</b>" in row
    assert "1 item." in row
    assert "Brought last:" in row
    assert "development items are blind" in row


def test_another_task_needs_the_data_withdrawn(drafted: tuple[Night, Person]) -> None:
    served, organiser = drafted
    organiser.put(f"{C}/rules", {**RULES, "licence": "CC0"})  # the task is the same
    other = {**RULES, "task": "nli"}
    refused = organiser.send("PUT", f"{C}/rules", json=other, status=409).json()
    assert refused["detail"] == "there are data of the task sentiment: training, dev"
    counting = [each["id"] for each in organiser.all(f"{C}/submissions") if each["state"] == "accepted"]
    for submission in counting:
        assert organiser.get(f"{C}/rules")["task"] == "sentiment"
        shown = organiser.send("GET", f"{served.address}{C}/organise").text
        assert f"/submissions/{submission}/withdraw" in shown
        organiser.post(f"{C}/submissions/{submission}/withdraw")
    organiser.put(f"{C}/rules", other)
    assert organiser.get(f"{C}/rules")["task"] == "nli"
    found = organiser.get(f"{C}/submissions/{counting[0]}")
    assert (found["state"], found["reason"]) == ("withdrawn", "Withdrawn by an organiser.")
    organiser.put(f"{C}/rules", RULES)


def test_an_extension_that_leaves_the_next_phase_no_time_is_refused(drafted: tuple[Night, Person]) -> None:
    _, organiser = drafted
    organiser.post(f"{C}/open")
    closes = (START + 2 * DAY - timedelta(seconds=1)).isoformat()
    extension = {"phase": "build", "closes": closes, "reason": "Snow."}
    refused = organiser.send("POST", f"{C}/extensions", json=extension, status=400).json()
    assert refused["detail"].startswith("break would open at")
    assert "Extend break first" in refused["remedy"]
    later = {"phase": "break", "closes": (START + 2.9 * DAY).isoformat(), "reason": "Snow."}
    organiser.post(f"{C}/extensions", later)
    organiser.post(f"{C}/extensions", extension)
