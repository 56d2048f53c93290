"""Training data from Python: a frame in, texts and labels out, for any library and for our own systems."""

from __future__ import annotations

from pathlib import Path

import pytest

import zellig as zl
from restaurant import reviews
from zellig.breakers.strategies.strategy import Strategy
from zellig.cli.augment import _print_counts, _print_trial
from zellig.front.augmentation import AugmentedData
from zellig.front.augmentation_trial import BEARABLE, FEW, Try, chosen_share
from zellig.front.saying import saying
from zellig.items import Item, read_records
from zellig.performers import derive_seed
from zellig.tasks import get_task
from zellig.transform.augmentation import DOUBTED, SEVERAL
from zellig.transform.evaluation import ContrastSet


@pytest.fixture(scope="module")
def more(tmp_path_factory: pytest.TempPathFactory) -> AugmentedData:
    file = tmp_path_factory.mktemp("augmented") / "more.jsonl"
    return zl.augment(reviews(), limit=30, share=0.5, per_phenomenon=8, out=file)


def test_there_is_what_was_known_and_what_is_new(more: AugmentedData) -> None:
    assert (len(more.known), len(more.new)) == (30, more.counts.new)
    assert 0 < len(more.new) <= 15
    assert more.file is not None
    assert more.items == list(read_records(more.file, Item))
    assert len(more.texts) == len(more.labels) == len(more.table())
    assert set(more.labels) == {"+1", "-1"}
    table = more.table()
    assert table["phenomenon"].null_count() == 30
    assert set(table["original"].drop_nulls()) <= set(table["id"])
    assert repr(more).startswith(f"30 items and {len(more.new)} new ones: ")


def test_it_can_be_learnt_from(more: AugmentedData) -> None:
    first, *others = (
        zl.train("bag-of-ngrams", data=data, task="sentiment", config={"passes": 1}).card
        for data in (more.items, more.file, more.table(), (more.texts, more.labels))
    )
    assert first.labels == ("-1", "+1")
    assert all(card.files == first.files for card in others)


def test_a_phenomenon_that_is_left_out_is_not_there(more: AugmentedData) -> None:
    (first, *_) = more.counts.phenomena
    without = zl.augment(reviews(), limit=30, without=[first])
    assert first not in without.counts.phenomena
    assert without.file is None


def test_items_without_an_answer_are_kept_in_the_file_alone(tmp_path: Path) -> None:
    items = [Item("1", {"text": "The chef makes wonderful soup."}, ("+1",)), Item("2", {"text": "Soup."})]
    found = zl.augment(items, task="sentiment", share=0, out=tmp_path / "all.jsonl")
    assert found.items == items[:1]
    assert list(read_records(tmp_path / "all.jsonl", Item)) == items


def test_items_with_several_labels_are_not_learnt_from_and_are_counted() -> None:
    fields = {"premise": "A man sleeps.", "hypothesis": "A man runs."}
    items = [Item("1", fields, ("contradiction",)), Item("2", fields, ("contradiction", "neutral"))]
    found = zl.augment(items, task="nli", share=0)
    assert (found.labels, found.several) == (["contradiction"], 1)
    pair = zl.Pair("p", Item("3", fields, ("neutral",)), Item("4", fields, ("neutral",)), "same")
    data = zl.retrain_with(ContrastSet(get_task("nli"), [pair]), known=items, held_out=0)
    assert data.known == items[:1]
    assert data.found.left_out_known[SEVERAL] == 1


def test_strategies_and_transformations_go_together() -> None:
    both = zl.augment(reviews(), limit=30, share=5, phenomena=["all", "strategies"], without=["noise"])
    grammar = zl.augment(reviews(), limit=30, share=5)
    names = set(both.counts.phenomena)
    assert {"synonym", "intensify", *grammar.counts.phenomena} <= names
    assert "noise" not in names
    alone = zl.augment(reviews(), limit=30, share=5, phenomena=["synonym"])
    assert set(alone.counts.phenomena) == {"synonym"}
    assert {item.metadata["phenomenon"] for item in alone.new} == {"synonym"}


def test_nothing_is_taught_that_a_check_speaks_against() -> None:
    text = "The beer here is great and the waiters are nice."
    items = [Item(f"{n}", {"text": text}, ("+1",)) for n in range(200)]
    seeds = [derive_seed(1, "noise", item.id) for item in items]
    made = {
        pair.modified.fields["text"]
        for pairs in Strategy("noise").break_items(items, seeds, None)
        for pair in pairs
    }
    found = zl.augment(items, task="sentiment", phenomena=["noise"], seed=1)
    new = {item.fields["text"] for item in found.new}
    assert new < made
    assert "The beer here is great and the waters are nice." in made - new
    assert found.counts.left_out[DOUBTED] >= len(made - new)


def test_workers_change_nothing(tmp_path: Path) -> None:
    one, two = (tmp_path / name for name in ("one.jsonl", "two.jsonl"))
    for workers, out in ((1, one), (2, two)):
        zl.augment(reviews(), limit=100, phenomena=["strategies"], workers=workers, out=out)
    assert one.read_bytes() == two.read_bytes()


def test_a_builder_says_how_many_new_items_do_it_good(capsys: pytest.CaptureFixture[str]) -> None:
    found = zl.augment(reviews(), phenomena=["strategies"], share=0.5, builder="bag-of-ngrams")
    trial = found.trial
    assert trial is not None
    assert any("too few to be sure" in each for each in found.said) == (min(trial.items, trial.unseen) < FEW)
    assert [each.share for each in trial.tries] == [0, 0.03125, 0.125, 0.5]
    assert set(trial.phenomena) <= set(found.counts.phenomena)
    assert trial.share in {each.share for each in trial.tries}
    taken = next(each for each in trial.tries if each.share == trial.share)
    assert taken.originals >= trial.tries[0].originals - BEARABLE
    assert taken.unseen >= trial.tries[0].unseen
    assert len(found.new) <= trial.share * len(found.known)
    _print_trial(trial)
    shown = " ".join(capsys.readouterr().out.split())
    assert f"on {trial.items} kept items, and on {trial.unseen} new items of" in shown


def test_a_harmful_share_is_told_and_not_taken() -> None:
    tries = [Try(0, 0, 0.80, 0.50), Try(0.25, 25, 0.795, 0.52), Try(1, 100, 0.75, 0.60)]
    with saying() as said:
        assert chosen_share(tries, "bag-of-ngrams") == 0.25
    (sentence,) = said.warnings
    assert "loses 5.0 points" in sentence
    with saying() as said:
        assert chosen_share([tries[0], Try(1, 100, 0.81, 0.4)], "bag-of-ngrams") == 0
    assert "none is added" in said.warnings[0]


def test_that_nothing_was_made_is_told() -> None:
    found = zl.augment(reviews(), limit=5, phenomena=["may"])  # of which nobody knows what it makes of praise
    assert found.counts.new == 0
    assert any("nothing new was made of 5 items" in said for said in found.said)


def test_a_name_that_is_neither_a_transformation_nor_a_strategy() -> None:
    with pytest.raises(
        zl.ZelligError, match="'no-add' is neither a transformation nor a strategy"
    ) as refused:
        zl.augment(reviews(), phenomena=["passive", "no-add"])
    assert all(name in str(refused.value) for name in ("cleft-subject", "not-add"))


def test_a_name_that_cannot_be_left_out_is_told_with_the_strategies() -> None:
    with pytest.raises(zl.ZelligError, match="'not-ad' is not a phenomenon of sentiment") as refused:
        zl.augment(reviews(), phenomena=["strategies"], without=["not-ad"])
    assert "Did you mean not-add or not-tag?" in refused.value.remedy
    assert "the strategies not-add, " in refused.value.remedy


def test_strategies_that_are_taught_with_one_label_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = zl.augment(reviews(), phenomena=["not-add", "noise"])
    assert found.counts.of_one_label == ["not-add"]  # what is denied is no praise
    warning = "warning: not-add is taught with one label only: a system may learn its words instead"
    assert warning in found.said
    assert found.counts.giveaways is not None
    assert found.counts.giveaways.sides == {}
    _print_counts(found.counts)
    shown = " ".join(capsys.readouterr().out.split())
    assert "Guessed right of the new labels: " in shown
    assert "% by the most frequent one, " in shown
    assert "% by one word (*not*)." in shown
    both = zl.augment(reviews(), phenomena=["noise"])
    assert both.counts.phenomena["noise"].labels.keys() == {"+1", "-1"}
    assert not any("one label only" in said for said in both.said)


def test_nothing_is_said_of_an_option_that_is_not_there() -> None:
    items = [Item(str(n), {"text": f"A good day number {n}."}, ("+1",)) for n in range(12)]
    told = zl.augment(items, phenomena=["strategies"]).said
    (domain,) = (each for each in told if each.startswith("domain: neutral"))
    assert "decides otherwise" not in domain


def test_a_builder_that_nobody_has_is_refused_before_the_data_are_read() -> None:
    with pytest.raises(zl.ZelligError, match="'bag' is not one of the systems"):
        zl.augment("nowhere.csv", builder="bag")


def test_too_few_items_to_try_a_builder() -> None:
    with pytest.raises(zl.ZelligError, match="too few to try"):
        zl.augment(reviews(), limit=2, phenomena=["strategies"], builder="bag-of-ngrams")
