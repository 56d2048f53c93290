"""What becomes of texts: versions of a draft, decisions, tags, blind answers, places in sets."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from zellig.games.writing import blind, board, events, second_reading
from zellig.games.writing.distribution import read_distribution
from zellig.games.writing.events import Event, Happened
from zellig.games.writing.heard import HeardQuestion
from zellig.games.writing.listening import Bell
from zellig.games.writing.ordered_set import as_ordered
from zellig.games.writing.rules import Sample, usual_rules
from zellig.games.writing.standing import Standing, stand
from zellig.items import Item
from zellig.tasks import get_task
from zellig.tasks.task import Judgement

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = "It stands on seven hills. Mr. Smith never saw it. Name this town."
RIGHT, WRONG = Judgement("right", "it is"), Judgement("wrong", "it is not")


class Log:
    """Events, written one after the other."""

    def __init__(self, share: float = 1.0, readers: int = 2) -> None:
        usual = usual_rules(get_task("quiz"), ("ir",))
        rules = type(usual)(
            usual.task, usual.systems, usual.lengths, {}, {"a": "", "b": ""}, sample=Sample(share, readers)
        )
        self._all: list[Happened] = []
        self.add("editor", events.Founded("Towns", rules))

    def add(self, actor: str, *happened: Event) -> None:
        for each in happened:
            self._all.append(Happened(len(self._all) + 1, NOW, actor, each))

    def hand_in(self, name: str, draft: str, *tags: str, by: str = "writer", **about: object) -> None:
        item = Item(name, {"text": TEXT}, (name,), {"category": "History"})
        self.add(by, events.QuestionHandedIn(name, draft, 1, question=item, phenomena=tags, **about))  # type: ignore[arg-type]

    def take(self, *names: str) -> None:
        self.add("editor", *(events.Decided(name, True, "") for name in names))

    def packets(self) -> list[list[str]]:
        return [list(packet) for packet in self.now.sets["set"].packets]

    def state(self, name: str) -> str:
        return self.now.texts[name].state

    @property
    def happened(self) -> list[Happened]:
        return self._all

    @property
    def now(self) -> Standing:
        return stand(self._all)


def test_of_a_draft_one_version_counts_and_it_stands_where_the_one_before_stood() -> None:
    log = Log()
    log.hand_in("one", "draft")
    log.hand_in("two", "draft")
    log.hand_in("other", "another draft")
    assert [text.state for text in log.now.texts.values()] == ["replaced", "handed in", "handed in"]
    log.take("two", "other")
    log.add("editor", events.SetMade("set", "Set", {"any": 2}, (("other", "two"), ())))
    log.hand_in("three", "draft")
    assert log.state("two") == "taken"  # until the next version is
    log.take("three")
    assert log.state("two") == "replaced"
    assert log.packets() == [["other", "three"], []]
    log.add("editor", events.QuestionMoved("set", "three", 2, 1))
    assert log.packets() == [["other"], ["three"]]
    log.add("editor", events.Decided("other", False, "no", final=True))
    log.add("writer", events.Withdrawn("three"))
    assert log.packets() == [[], []]
    assert log.state("other") == "rejected"


@pytest.mark.parametrize("final", [False, True])
def test_a_version_that_should_not_have_been_taken_gives_back_the_one_before(final: bool) -> None:
    log = Log()
    log.hand_in("one", "draft")
    log.take("one")
    log.add("editor", events.SetMade("set", "Set", {"any": 1}, (("one",),)))
    log.hand_in("two", "draft")
    log.take("two")
    log.hand_in("three", "draft")
    log.take("three")
    for wrong, right in (("three", "two"), ("two", "one")):
        assert log.packets() == [[wrong]]
        log.add("editor", events.Decided(wrong, False, "a mistake", final))
        assert (log.state(right), log.packets()) == ("taken", [[right]])
    assert log.state("three") == ("rejected" if final else "sent back")
    log.add("editor", events.Decided("one", False, "no"))
    assert log.packets() == [[]]


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Anything that may happen to versions of two drafts."""
    log, names = Log(), ["zero"]
    log.hand_in("zero", "draft 0")
    log.add("editor", events.SetMade("set", "Set", {"any": 1}, ((), ())))
    for number in range(draw(st.integers(0, 25))):
        text, who = draw(st.sampled_from(names)), draw(st.sampled_from(("one", "two")))
        way = draw(
            st.sampled_from(("hand in", "take", "refuse", "move", "withdraw", "tag", "read", "answer"))
        )
        if way == "hand in":
            names.append(f"text {number}")
            log.hand_in(names[-1], f"draft {draw(st.integers(0, 1))}", by=who)
        elif way == "take":
            log.take(text)
        elif way == "refuse":
            log.add("editor", events.Decided(text, False, "no", draw(st.booleans())))
        elif way == "move":
            log.add("editor", events.QuestionMoved("set", text, draw(st.integers(0, 2)), 1))
        elif way == "withdraw":
            log.add(who, events.Withdrawn(text))
        elif way == "tag":
            log.add(who, events.Tagged(text, ("a",)))
        elif way == "read":
            log.add(who, events.ClueHeard(text, number))
        else:
            log.add(who, events.Answered(text, "x", number, WRONG))
    return log


@given(logs())
def test_many_events_at_once_come_to_what_they_come_to_one_by_one(log: Log) -> None:
    standing = Standing()
    for each in log.happened:
        before = deepcopy(standing)
        after = stand([each], standing)
        assert standing == before  # others may still hold it
        standing = after
    assert standing == log.now
    for draft in {text.event.draft for text in standing.texts.values()}:
        versions = [name for name, text in standing.texts.items() if text.event.draft == draft]
        assert standing.versions[draft] == tuple(versions)
        assert sum(standing.texts[name].state == "taken" for name in versions) <= 1


def test_what_is_moved_out_is_in_no_packet() -> None:
    log = Log()
    for name in "abc":
        log.hand_in(name, name)
    log.take(*"abc")
    log.add("editor", events.SetMade("set", "Set", "acf-like", (("a", "b", "c"),)))
    log.add("editor", events.QuestionMoved("set", "c", 1, 1), events.QuestionMoved("set", "a", 0, 1))
    assert log.packets() == [["c", "b"]]


def test_clues_are_sentences() -> None:
    question = Item("q", {"text": TEXT}, ("Rome",))
    ends = []
    heard: int | None = 0
    while (heard := blind.clue_after(question, heard or 0)) is not None:
        ends.append(TEXT[blind.clue_before(question, heard) : heard])
    assert ends == ["It stands on seven hills.", "Mr. Smith never saw it.", "Name this town."]
    assert blind.judged(question, "rome", 10).right
    assert blind.judged(question, " ", 10) == Judgement("wrong", "no answer was given")


def test_nobody_answers_their_own_question_or_one_twice() -> None:
    log = Log()
    log.hand_in("a", "a")
    log.hand_in("b", "b")
    log.hand_in("waiting", "c")
    log.take("a", "b")
    assert blind.next_for(log.now, "writer") is None
    log.add("one", events.ClueHeard("b", 10))
    begun = blind.next_for(log.now, "one")
    assert begun is not None
    assert begun.event.text == "b"
    log.add("one", events.Answered("b", "x", 13, WRONG))
    log.add("two", events.ClueHeard("b", len(TEXT)), events.Answered("b", "b", len(TEXT), RIGHT))
    assert blind.left_for(log.now, "one") == 1
    found = blind.difficulty(log.now.texts["b"])
    assert (found.answered, found.right, found.read) == (2, 1, 1.0)
    assert found.share is not None
    assert found.share.value == 0.5
    nobody = blind.difficulty(log.now.texts["a"])
    assert (nobody.answered, nobody.share, nobody.read) == (0, None, None)


def test_who_has_heard_the_answer_to_a_version_answers_no_other() -> None:
    log = Log()
    log.hand_in("first", "draft")
    log.take("first")
    log.add("one", events.ClueHeard("first", 10), events.Answered("first", "x", 10, WRONG))
    log.add("two", events.ClueHeard("first", 10))  # who has not answered it
    log.hand_in("second", "draft")
    log.take("second")
    assert [blind.left_for(log.now, who) for who in ("one", "two", "three")] == [0, 1, 1]


def test_the_sample_hangs_on_names_and_the_seed_alone() -> None:
    names = [f"text {number}" for number in range(4000)]
    quarter = {name for name in names if second_reading.sampled(Sample(0.25), name)}
    assert 900 < len(quarter) < 1100
    assert quarter < {name for name in names if second_reading.sampled(Sample(0.5), name)}
    assert quarter != {name for name in names if second_reading.sampled(Sample(0.25, seed=1), name)}
    assert all(second_reading.sampled(Sample(1.0), name) for name in names)
    assert not any(second_reading.sampled(Sample(0.0), name) for name in names)


def test_second_readers_agree_as_far_as_they_do() -> None:
    log = Log()
    for number in range(12):
        name = f"q{number}"
        log.hand_in(name, name, *(["a"] if number % 2 else ["b"]))
        log.take(name)
        for reader in ("one", "two"):
            log.add(reader, events.Answered(name, "", 5, WRONG))
            log.add(reader, events.Tagged(name, ("a",) if number % 2 else ()))
    found = second_reading.agreement(log.now, ["a", "b"])
    assert (found.questions, found.read, found.tags) == (12, 12, 24)
    first, second = found.phenomena
    assert first.readers is not None
    assert first.readers.value == 1
    assert first.with_writers is not None
    assert first.with_writers.value == 1
    assert second.readers is None  # nobody said b: there is nothing to agree about
    assert second.with_writers is not None
    assert second.with_writers.value < 0.2
    whole = found.overall.with_writers
    assert whole is not None
    assert whole.interval is not None
    assert whole.interval[0] <= whole.value <= whole.interval[1]


def test_a_phenomenon_that_is_added_changes_no_agreement_of_those_who_could_not_choose_it() -> None:
    log = Log()

    def tagged(number: int) -> None:
        name = f"q{number}"
        log.hand_in(name, name, *(["a"] if number % 2 else []))
        log.take(name)
        log.add("one", events.Tagged(name, ("a",) if number % 2 else ()))
        log.add("two", events.Tagged(name, ("a",) if number % 3 else ()))

    for number in range(12):
        tagged(number)
    before = second_reading.agreement(log.now, ["a", "b"])
    rules = log.now.rules
    assert rules is not None
    log.add("editor", events.RulesChanged(replace(rules, phenomena={**rules.phenomena, "new": ""})))
    after = second_reading.agreement(log.now, ["a", "b", "new"])
    assert after.overall == before.overall
    assert after.phenomena[:2] == before.phenomena
    assert (after.phenomena[2].readers, after.phenomena[2].with_writers) == (None, None)
    tagged(12)  # who tags from now on could have chosen it
    assert second_reading.agreement(log.now, ["a", "b", "new"]).overall != before.overall


def test_who_has_not_answered_a_question_does_not_tag_it() -> None:
    log = Log(readers=1)
    log.hand_in("a", "a")
    log.take("a")
    assert second_reading.waiting_for(log.now, "one") == []
    log.add("editor", events.Answered("a", "", 5, WRONG))
    assert second_reading.waiting_for(log.now, "editor") == []  # who has seen the tags of the writer
    log.add("one", events.Answered("a", "", 5, WRONG))
    assert len(second_reading.waiting_for(log.now, "one")) == 1
    assert second_reading.waiting_for(log.now, "writer") == []
    log.add("two", events.Answered("a", "", 5, WRONG))
    assert len(second_reading.waiting_for(log.now, "two")) == 1
    log.add("one", events.Tagged("a", ()))
    assert second_reading.waiting_for(log.now, "two") == []  # one reader is enough


def test_a_tag_of_who_edits_or_has_edited_takes_no_place_of_a_second_reader() -> None:
    log = Log(readers=1)
    log.hand_in("a", "a")
    log.take("a")
    log.add("editor", events.Tagged("a", ("a",)), events.RoleGiven("two", "editor"))
    log.add("editor", events.RoleTaken("two", "editor"))
    log.add("two", events.Tagged("a", ("a",)))
    log.add("one", events.Answered("a", "", 5, WRONG))
    assert len(second_reading.waiting_for(log.now, "one")) == 1
    assert second_reading.agreement(log.now, ["a"]).tags == 0
    log.add("one", events.Tagged("a", ()), events.RoleGiven("one", "editor"))
    assert second_reading.agreement(log.now, ["a"]).tags == 1  # who becomes an editor was a reader then


@pytest.mark.parametrize(
    ("rank", "prompted", "bell", "at_end", "at_bell"),
    [
        (1, None, Bell(3, 10, 10, "a", True), 0, 0),
        (1, None, None, 0, 1),
        (4, None, Bell(3, 10, 10, "x", False), 1, 1),
        (None, None, Bell(3, 10, 10, "a", True), 1, 0),
        (4, 1, Bell(3, 10, 10, "x", False, prompt=True), 0, 0),  # it is asked for more
        (None, 2, Bell(3, 10, 10, "x", False), 1, 1),
    ],
)
def test_a_system_is_fooled_at_the_end_or_at_the_bell(
    rank: int | None, prompted: int | None, bell: Bell | None, at_end: int, at_bell: int
) -> None:
    log = Log()
    log.hand_in("a", "a", machines={"ir": HeardQuestion("v1", (), rank, bell, prompted)})
    log.hand_in("waiting", "b")
    log.take("a")
    log.add("one", events.Answered("a", "a", 5, RIGHT))
    [row] = board.rows(log.now)
    assert (row.accepted, row.waiting, row.answered, row.right) == (1, 1, 1, 1)
    assert row.systems["ir"] == board.Fooled(1, at_end, at_bell)
    assert row.not_fooled is not None
    assert row.not_fooled.value == 1


def test_a_set_in_hand_says_what_its_distribution_lacks() -> None:
    def item(name: str, category: str, subcategory: str = "") -> Item:
        about = {"category": category, "subcategory": subcategory}
        words = " ".join(f"{name}{number}" for number in range(12))
        return Item(name, {"text": f"{words}."}, (name,), about)

    items = {
        each.id: each
        for each in (
            item("one", "Science", "Chemistry"),
            item("two", "Science", "Biology"),
            item("three", "History"),
            item("four", "History"),
        )
    }
    distribution = read_distribution({"Science": {"Chemistry": 1, "any": 1}, "any": 1})
    found = as_ordered(items, [["one", "two"], ["two", "three", "one"]], distribution, "Set")
    assert [(each.kind, each.packets) for each in found.missing] == [("of any category", ("Packet 1",))]
    assert [each.id for each in found.left_over] == ["four"]
    swapped = as_ordered(items, [["three", "four"]], distribution, "Set")
    assert {each.kind for each in swapped.missing} == {"Science > Chemistry", "Science of any kind"}
