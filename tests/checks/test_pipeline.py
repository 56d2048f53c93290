"""Every check has a case that fires and one that does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zellig.checks.across import leaks, originals_in
from zellig.checks.corpus import IndexedCorpus
from zellig.checks.findings import CODES, CheckReport
from zellig.checks.pipeline import check
from zellig.checks.policy import default_policy
from zellig.items import Item, Pair, Relation
from zellig.pairs.reading import Unpaired
from zellig.tasks import get_task

POLICY = default_policy()
SCRATCH = msgspec.structs.replace(POLICY, from_scratch=True)
SENTIMENT, NLI, QASRL = map(get_task, ("sentiment", "nli", "qasrl"))
DISHES, STATES = ("soup", "tea", "stew", "bread"), ("warm", "hot", "thick", "cold")
LONG = "The cook we met in the harbour town last summer still makes the same thick fish soup every single day"


def pair(
    original: str = "The soup was warm and good.",
    modified: str = "The soup was cold and bad.",
    labels: tuple[str, str] = ("+1", "-1"),
    promise: Relation = "flip",
    name: str = "1",
    **more: Any,
) -> Pair:
    first, second = (tuple(label.split("|")) if label else () for label in labels)
    return Pair(
        name,
        Item(f"{name}_a", {"text": original}, first),
        Item(f"{name}_b", {"text": modified}, second),
        promise,
        **more,
    )


def checked(*pairs: Pair | Unpaired, **more: Any) -> CheckReport:
    return check(enumerate(pairs, start=1), SENTIMENT, more.pop("policy", POLICY), **more)


def codes(*pairs: Pair | Unpaired, **more: Any) -> list[str]:
    return [finding.code for finding in checked(*pairs, **more).findings]


def test_a_good_pair() -> None:
    assert codes(pair()) == []
    assert checked(pair()).accepted == [pair()]


@pytest.mark.parametrize(
    ("found", "given"),
    [
        (["broken-text"], pair(modified="The soup was cold\x07 and bad.")),
        (["no-answer", "no-answer", "broken-text"], pair("The soup \udc80 was warm.", labels=("", ""))),
        (["mojibake"], pair(modified="The cafÃ© was warm and good.")),
        (["invisible"], pair(modified="The so\u200bup was warm and good.")),
        (["bad-item"], pair(labels=("+1", "5"))),
        (["bad-item"], pair(labels=("1", "-1"))),
        (["bad-item", "surface-only"], pair("tea", " Tea ", promise="becomes", labels=("+1", "very good"))),
        (["no-answer"], pair(labels=("+1", ""))),
        (["promise"], pair(promise="same")),
        (["promise"], pair(labels=("+1", "0"))),
        (["promise"], pair(labels=("0", "0"))),
        (["promise"], pair(labels=("+1", "+1"), promise="becomes")),
        (["promise"], pair(labels=("+1", "+1|0"), promise="not")),
        (["unchanged"], pair(modified="The soup was warm and good.")),
        (["surface-only"], pair(modified="the soup  was warm and good.")),
        (["reordered"], pair(modified="Good and warm was the soup.")),
        (["large-edit"], pair(modified="It was a bad evening.")),
        (["sizeable-edit"], pair(LONG, f"{LONG} and she never lets us pay")),
        (["large-edit"], pair(LONG, f"{LONG} and she never ever lets us pay for a thing")),
        (["from-scratch"], pair(from_scratch=True)),
        ([], pair(labels=("+1", "+1"), promise="same")),
        ([], pair(labels=("+1", "0"), promise="becomes")),
        ([], pair(labels=("+1", "-1|0"), promise="not")),
        ([], pair(LONG, f"{LONG} and never lets us pay")),
    ],
)
def test_one_pair(found: list[str], given: Pair) -> None:
    assert codes(given) == found


def test_from_scratch_where_it_is_allowed() -> None:
    assert codes(pair(from_scratch=True), policy=SCRATCH, originals=[]) == []


def test_from_scratch_and_off_the_domain() -> None:
    soups = corpus(*(f"The {dish} was {state}, and good." for dish in DISHES for state in STATES))
    far = pair("A comet passed Jupiter.", "No comet passed Jupiter.", from_scratch=True)
    [finding] = checked(far, policy=SCRATCH, originals=soups).findings
    assert (finding.code, finding.severity) == ("off-domain", "review")
    assert finding.message.startswith("the corpus knows 20% of the original's words, and 100% or more")
    near = pair("The tea was hot and thick.", "The tea was cold and thick.", from_scratch=True)
    assert codes(near, policy=SCRATCH, originals=soups) == []
    known = pair("A comet passed Jupiter.", "No comet passed Jupiter.")
    assert codes(known, policy=SCRATCH, originals=soups) == ["original-unknown"]
    assert codes(far, policy=SCRATCH) == []


def test_items_with_two_meanings() -> None:
    other = pair("Nobody came.", "Everybody came.", name="2")
    text = msgspec.structs.replace(other, original=msgspec.structs.replace(other.original, id="1_a"))
    [finding] = checked(pair(), text).findings
    assert (finding.code, finding.line) == ("clashing-item", 2)
    assert finding.message == "item '1_a' has another text here than on line 1"
    answer = msgspec.structs.replace(
        pair(name="2", labels=("-1", "+1")), original=Item("1_b", {"text": "Cold tea."}, ("+1",))
    )
    [finding] = [each for each in checked(pair(), answer).findings if each.code == "clashing-item"]
    assert finding.message == "item '1_b' has the answer +1 here and -1 on line 1"
    shared = msgspec.structs.replace(
        pair(modified="The soup was cool and bad.", name="2"), original=pair().original
    )
    assert codes(pair(), shared) == []


def test_validity_is_asked_of_what_nothing_rejects() -> None:
    rejected = pair(modified="The soup was not warm and good.", labels=("+1", "-1"), promise="same")
    kept = pair("Tea is good.", "Tea is not good.", labels=("+1", "+1"), promise="same", name="2")
    assert codes(rejected, kept, validity=True) == ["promise", "negation"]
    report = checked(rejected, kept, pair(name="3"), validity=True)
    assert report.faults == {"2": ["negation"]}
    assert [each.id for each in report.accepted] == ["2", "3"]
    assert [each.id for each in report.valid] == ["3"]
    assert codes(kept, validity=True, waived={"negation"}) == []


def test_rows_are_told_in_the_order_of_their_lines() -> None:
    malformed = Unpaired("", (), "soup", "Mend it.", "malformed", column=3)
    report = check([(7, pair(promise="same")), (2, malformed)], SENTIMENT, POLICY)
    assert next((f.line, f.code, f.message) for f in report.findings) == (2, "malformed", "column 3: soup")
    assert [row.line for row in report.rows] == [2, 7]


def test_a_paragraph_is_judged_by_its_share() -> None:
    paragraph = " ".join(f"word{number}" for number in range(80))
    assert codes(pair(paragraph, paragraph + 19 * " more")) == []
    assert codes(pair(paragraph, paragraph + 21 * " more")) == ["large-edit"]
    assert codes(pair(paragraph, " ".join(reversed(paragraph.split())))) == ["reordered"]


def test_rows_that_make_no_pair() -> None:
    report = checked(Unpaired("1", (), "the modified item is missing", "Add it."), pair(name="2"))
    [finding] = report.findings
    assert (finding.code, finding.pair, finding.line, finding.remedy) == ("unpaired", "1", 1, "Add it.")
    assert [row.line for row in report.rejected] == [1]
    assert len(report.accepted) == 1


def test_repeated_ids() -> None:
    other = pair("Nobody came.", "Everybody came.")
    report = checked(pair(), other)
    assert [(f.code, f.line, f.message) for f in report.findings] == [
        ("repeated-id", 2, "the pair on line 1 has the same id")
    ]


def test_duplicates() -> None:
    assert codes(pair(), pair(name="2")) == ["duplicate"]
    conflict = checked(pair(), pair(name="2", labels=("+1", "0"), promise="becomes")).findings
    assert [(f.code, f.message) for f in conflict] == [
        ("contradiction", "it has the same texts as the pair '1', but promises another answer")
    ]
    assert codes(pair(), pair(modified="The soup was hot and good.", name="2")) == []


def test_near_duplicates() -> None:
    other = LONG.replace("cook", "baker")
    first = pair(LONG, LONG.replace("thick", "thin"))
    second = pair(other, f"{LONG.replace('thick', 'thin')} again", name="2")
    assert codes(first, second) == ["near-duplicate"]
    assert codes(first, pair(LONG, f"{LONG.replace('thick', 'thin')} again", name="2")) == ["near-variant"]
    loose = msgspec.structs.replace(POLICY.similarity, near_duplicate=1.0)
    assert codes(first, second, policy=msgspec.structs.replace(POLICY, similarity=loose)) == []


def corpus(*texts: str, label: str = "") -> Sequence[Item]:
    return [Item(f"c{n}", {"text": text}, (label,) if label else ()) for n, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("found", "there"),
    [
        ([], corpus("Other.", "The soup was warm and good.")),
        ([], corpus("The soup was warm and good.", label="+1")),
        (["original-answer"], corpus("The soup was warm and good.", label="-1")),
        (["original-altered"], corpus("the soup was warm , and good .")),
        (["original-altered"], [Item("1", {"text": "Quite another text."})]),
        (["original-unknown"], corpus("Other.")),
        (["original-unknown"], []),
    ],
)
def test_originals(found: list[str], there: Sequence[Item]) -> None:
    assert codes(pair(), originals=there) == found


def test_nobody_states_another_answer_for_an_original_than_its_corpus() -> None:
    """Neither of one that is named, nor of one that is said to be written for its pair, in any spelling."""
    there = corpus("The soup was warm and good.", label="-1")
    assert checked(pair(), originals=there).accepted == []
    for spelling in ("The soup was warm and good.", "the soup was warm , and good"):
        invented = pair(spelling, from_scratch=True)
        assert "original-answer" in codes(invented, originals=there, policy=SCRATCH)
    assert codes(pair(from_scratch=True), originals=corpus("Other."), policy=SCRATCH) == []


def test_a_line_that_is_refused_makes_no_right_line_wrong() -> None:
    """Whatever it is refused for: its ids and its texts are nobody's."""
    there = corpus("The soup was warm and good.", label="+1")
    for wrong in (
        pair(labels=("-1", "+1")),  # another answer than that of the corpus
        pair("Of nowhere at all.", "Of elsewhere."),  # not in the corpus
        pair(promise="same"),
        pair(modified="The soup was cold\x07 and bad."),
        pair(labels=("+1", "")),
    ):
        report = checked(wrong, pair(), originals=there)
        assert report.accepted == [pair()], wrong
        assert report.rows[1].findings == ()
    again = checked(pair(), pair(), pair(name="2"), pair(modified="The soup was old and bad.", name="2"))
    assert [row.line for row in again.rejected] == [2, 3]  # a text that comes again does not keep its id


def test_an_altered_original_is_shown_where_it_differs() -> None:
    [finding] = checked(pair(), originals=corpus("The soup was Warm and good.")).findings
    assert finding.message == "the corpus (its item 'c0') has 'Warm' where the original has 'warm'"
    [finding] = checked(pair(), originals=corpus("The soup was warm, and good.")).findings
    assert finding.message == "the corpus (its item 'c0') has ',' where the original has nothing"


def test_leakage() -> None:
    assert codes(pair(), against=corpus("the soup was warm and good")) == ["leakage"]
    assert codes(pair(), against=corpus("The soup was cold and bad .", "The soup was warm and good.")) == [
        "leakage",
        "leakage",
    ]
    long = pair(LONG, LONG.replace("soup", "stew"))
    assert codes(long, against=corpus(f"{LONG} again")) == ["near-leakage"]
    assert codes(long, against=corpus("The soup was warm.", "")) == []


def test_no_edit_is_too_large_for_a_fake() -> None:
    fake = pair(modified="It was a bad evening.", labels=("real", "fake"))
    assert [finding.code for finding in check([(1, fake)], get_task("is-fake"), POLICY).findings] == []


def qasrl(sentence: str, answer: str, question: str = "who stirred something ?") -> Pair:
    fields = {
        "sentence": "The cook stirred the soup .",
        "predicate": "stirred",
        "question": "who stirred something ?",
    }
    modified = {**fields, "sentence": sentence, "question": question}
    return Pair("1", Item("1_a", fields, ("The cook",)), Item("1_b", modified, (answer,)), "becomes")


@pytest.mark.parametrize(
    ("found", "given"),
    [
        ([], qasrl("The baker stirred the soup .", "The baker")),
        (["forbidden-change"], qasrl("The baker stirred the soup .", "A baker")),
        (
            ["forbidden-change", "large-edit"],
            qasrl("The baker stirred the soup .", "The baker", "what was it ?"),
        ),
    ],
)
def test_rules_of_a_task(found: list[str], given: Pair) -> None:
    assert [finding.code for finding in check([(1, given)], QASRL, POLICY).findings] == found


def test_two_questions_about_one_sentence_are_not_near_duplicates() -> None:
    first = qasrl("The baker stirred the soup .", "The baker")
    fields = {"predicate": "stirred", "question": "what was stirred ?"}
    second = Pair(
        "2",
        Item("2_a", {"sentence": "The cook stirred the soup .", **fields}, ("the soup",)),
        Item("2_b", {"sentence": "The baker stirred the soup .", **fields}, ("the soup",)),
        "same",
    )
    assert check([(1, first), (2, second)], QASRL, POLICY).findings == []


def test_a_finding_names_the_field_where_several_may_be_edited() -> None:
    original = Item("1_a", {"premise": "A man sleeps here.", "hypothesis": "He rests."}, ("entailment",))
    modified = Item("1_b", {"premise": "A man sleeps here.", "hypothesis": "Two dogs run ."}, ("neutral",))
    [finding] = check([(1, Pair("1", original, modified, "becomes"))], NLI, POLICY).findings
    assert finding.message == "the edit in 'hypothesis' changes 3 tokens, and the original has 3"


def test_flip_is_refused_where_the_task_has_none() -> None:
    original = Item("1_a", {"premise": "A man sleeps here.", "hypothesis": "He rests."}, ("entailment",))
    modified = Item("1_b", {"premise": "A man sleeps here.", "hypothesis": "He runs."}, ("contradiction",))
    [finding] = check([(1, Pair("1", original, modified, "flip"))], NLI, POLICY).findings
    assert (finding.code, finding.message) == ("promise", "the task nli has no flip of entailment")


def test_every_code_has_a_meaning_and_a_remedy() -> None:
    assert all(code.meaning and code.remedy.endswith(".") for code in CODES.values())


words = st.sampled_from(["soup", "Soup", "tea", "was", "warm", "cold", "so", "!"])
some_texts = st.lists(words, min_size=1, max_size=6).map(" ".join)
some_items = st.lists(
    st.builds(
        lambda name, text, answer: Item(name, {"text": text}, (answer,)),
        st.sampled_from(["1", "2", "2_a", "3"]),
        some_texts,
        st.sampled_from(["+1", "-1"]),
    ),
    max_size=8,
)


@given(
    st.lists(st.tuples(some_items, some_texts, st.booleans()), max_size=5),
    some_items,
    st.sampled_from([0.4, 0.9]),
)
def test_a_corpus_that_is_kept_says_the_same_as_one_that_is_read(
    given_pairs: list[tuple[list[Item], str, bool]], corpus: list[Item], near: float
) -> None:
    pairs = [
        Pair(str(number), original, Item(f"{number}m", {"text": text}, ("-1",)), "flip", from_scratch=scratch)
        for number, (originals, text, scratch) in enumerate(given_pairs)
        for original in originals[:1]
    ]
    kept = IndexedCorpus(corpus, SENTIMENT)
    assert list(kept) == corpus
    read = list(originals_in(pairs, iter(corpus), SENTIMENT))
    assert list(originals_in(pairs, kept, SENTIMENT)) == read
    passed_by = list(leaks(pairs, iter(corpus), SENTIMENT, near))
    for _ in range(2):
        assert list(leaks(pairs, kept, SENTIMENT, near)) == passed_by
