"""What texts are about: packs of words, the look at the data, and that nobody speaks of films elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from zellig.breakers.loading import domain_for, load_breaker
from zellig.breakers.strategies import Strategy, codes_for
from zellig.breakers.strategies.data import frames, idioms
from zellig.breakers.strategies.domain_choice import LEAST, domain_of
from zellig.breakers.strategies.domains import FILM, NEUTRAL, Domain, domain_names, get_domain
from zellig.breakers.strategies.evaluative import PARTS, opposites, synonyms, written_sets
from zellig.breakers.strategies.taxonomy import taxonomy
from zellig.corpora import open_corpus
from zellig.errors import ZelligError
from zellig.items import Item, Pair
from zellig.notices import Notice, hearing
from zellig.performers import derive_seed
from zellig.tasks import get_task

HERE = Path(__file__).parent
FILM_WORDS = frozenset((HERE / "film_words.txt").read_text(encoding="utf-8").split())
OTHERS = [name for name in domain_names() if name != FILM]
MOVIES, AMAZON, TWEETS = (
    f"rotten-tomatoes:{place}labels=binary"
    for place in ("test?", "train?source=amazon&", "train?source=tweets&")
)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))


def restaurants() -> list[Item]:
    rows = (HERE / "restaurants.tsv").read_text(encoding="utf-8").splitlines()
    return [Item(name, {"text": text}, (label,)) for name, label, text in (row.split("\t") for row in rows)]


def first(corpus: str, number: int = 200) -> list[Item]:
    return list(islice(open_corpus(corpus), number))


def chosen(items: list[Item], asked: str | None = None, of_task: str = "") -> tuple[str, list[str]]:
    heard: list[Notice] = []
    with hearing(heard.append):
        found = domain_of(asked, of_task, [item.fields["text"] for item in items])
    return found, [notice.sentence for notice in heard]


def own_words(domain: Domain) -> Iterator[str]:
    """Whatever a strategy may write in this domain, from its pack or from what all share."""
    for framed in (frames().denied, frames().rhetorical, frames().irrealis):
        yield from (*framed.clause, *framed.phrase, *framed.quoted)
    reported = frames().reported
    for verbs in (reported.said, reported.called, reported.wrote):
        yield from (verb for side in verbs.values() for verb in side)
    yield from (*domain.people, *reported.who, *reported.verdict)
    yield from (*domain.denial, *domain.brief, *domain.better)
    yield from (text for texts in frames().behind.values() for text in texts)
    for beside in (domain.distractor, frames().distractor):
        yield from (text for texts in beside.values() for text in texts)
    for lists in (frames().fragment, frames().sarcasm, frames().openings, frames().insert):
        yield from (text for texts in lists.values() for text in texts)
    yield from domain.plain_synonyms.values()
    yield from (placed.to for placed in domain.placed_synonyms.values())
    yield from domain.harsh.values()
    for entry in idioms().idiom:
        yield from filter(domain.says, (*entry.noun, *entry.predicate, *entry.attributive))
    for part in PARTS:
        yield from (f"{near.words} {near.rare}" for near in written_sets(part, domain).values())


@pytest.mark.parametrize("name", OTHERS)
def test_no_pack_but_that_of_films_speaks_of_films(name: str) -> None:
    found = {word for text in own_words(get_domain(name)) for word in words_of(text)}
    assert len(found) > 300
    assert not found & FILM_WORDS


def test_the_word_list_finds_what_is_said_of_films() -> None:
    said = [text for text in own_words(get_domain(FILM)) if words_of(text) & FILM_WORDS]
    assert len(said) > 20


def made(items: list[Item], domain: str, codes: list[str]) -> Iterator[Pair]:
    for code in codes:
        seeds = [derive_seed(2017, code, item.id) for item in items]
        for pairs in Strategy(code, domain=domain).break_items(items, seeds, None):
            yield from pairs


@pytest.mark.parametrize(
    ("items", "domain", "least"),
    [(AMAZON, "product", 500), (TWEETS, NEUTRAL, 150), (None, "restaurant", 300)],
)
def test_no_pair_of_other_texts_speaks_of_films(items: str | None, domain: str, least: int) -> None:
    texts = restaurants() if items is None else first(items)
    assert chosen(texts)[0] == domain
    number = 0
    for pair in made(texts, domain, codes_for("sentiment", off=True)):
        old, new = words_of(pair.original.fields["text"]), words_of(pair.modified.fields["text"])
        assert not (new - old) & FILM_WORDS, pair.id
        number += 1
    assert number > least


def test_the_look_at_the_data_says_what_it_found() -> None:
    found, (told,) = chosen(first(MOVIES))
    assert found == FILM
    assert re.fullmatch(r"domain: film \(\d+ of 200 texts name movie, film, \w+\)", told)
    found, (told,) = chosen(first(TWEETS))
    assert found == NEUTRAL
    assert told.startswith("domain: neutral (only ")
    assert "domain=" in told


def test_a_few_texts_and_two_domains_alike_are_no_reason_to_choose() -> None:
    soup, room = (
        Item("1", {"text": "The soup was good, said the waiter."}),
        Item("2", {"text": "The hotel had a pool."}),
    )
    assert chosen([soup] * (LEAST - 1))[0] == NEUTRAL
    assert chosen([soup] * LEAST)[0] == "restaurant"
    found, (told,) = chosen([soup] * LEAST + [room] * LEAST)
    assert found == NEUTRAL
    assert "soup, waiter" in told
    assert "hotel, pool" in told


def test_who_asks_goes_before_the_task_and_the_task_before_the_data() -> None:
    items = restaurants()
    assert chosen(items, "hotel", "app") == ("hotel", [])
    assert chosen(items, None, "app")[0] == "app"
    found, (told,) = chosen(items, None, "gardening")
    assert found == NEUTRAL
    assert "'gardening'" in told
    with pytest.raises(ZelligError, match=r"no words for the domain 'hotl'.*neutral, app, book"):
        chosen(items, "hotl")


def test_nothing_is_chosen_for_tasks_that_have_no_words() -> None:
    heard: list[Notice] = []
    with hearing(heard.append):
        assert domain_for(get_task("nli"), []) is None
    assert not heard
    assert domain_for(get_task("sentiment"), restaurants()) == "restaurant"
    for name in ("nli", "sentiment"):
        with pytest.raises(ZelligError, match="no words"):
            domain_for(get_task(name), restaurants(), "hotl")


def test_a_strategy_names_its_domain_where_it_has_one() -> None:
    assert Strategy("not-tag").spec.params == {"domain": NEUTRAL}
    assert load_breaker("not-tag", get_task("sentiment"), "hotel").spec.params == {"domain": "hotel"}
    assert load_breaker("number", get_task("nli"), "hotel").spec.params == {}


def test_rows_say_whether_they_depend_on_the_domain() -> None:
    """What a pack alone has is written by those only that say so."""
    in_pack, everywhere = (
        {word for text in own_words(get_domain(name)) for word in words_of(text)}
        for name in ("restaurant", NEUTRAL)
    )
    items, writing = restaurants(), set()
    for row in taxonomy().values():
        if "sentiment" not in row.promise:
            assert row.domain == "any"
            continue
        for pair in made(items, "restaurant", [row.code]):
            old, new = words_of(pair.original.fields["text"]), words_of(pair.modified.fields["text"])
            if (new - old) & (in_pack - everywhere):
                writing.add(row.code)
    assert writing >= {
        "most-least",
        "reported",
        "distractor",
        "synonym",
    }  # the others have few words of a pack
    assert writing <= {row.code for row in taxonomy().values() if row.domain != "any"}


def test_what_has_no_names_refuses() -> None:
    strategy = Strategy("reputation", domain="restaurant")
    assert strategy.break_items([Item("1", {"text": "A soup worthy of Hitchcock."}, ("+1",))], [0], None) == [
        []
    ]
    assert strategy.refusals == {"no names in this domain": 1}
    strategy = Strategy("distractor")  # of a text about anything nobody knows what is beside the point
    assert strategy.break_items([Item("1", {"text": "The soup is wonderful."}, ("+1",))], [0], None) == [[]]
    assert strategy.refusals == {"no words in this domain": 1}


@pytest.mark.parametrize("name", domain_names())
def test_sets_of_a_domain_fit_together(name: str) -> None:
    domain = get_domain(name)
    for part in PARTS:
        sets = written_sets(part, domain)
        signs = {word: near.sign for near in sets.values() for word in near.words.split()}
        for word, sign in signs.items():
            assert all(signs[other] == -sign for other in opposites(word, part, domain))
            assert all(signs[other] == sign for other in synonyms(word, part, domain))


AGREEING = {
    ("reported", "The best fries in town.", "+1"): '"The best fries in town."',
    ("rhetorical", "The best fries in town.", "+1"): '"The best fries in town."',
    ("irrealis", "The food was delicious.", "+1"): "The food (could|should|would) have been delicious",
    ("irrealis", "The fries are delicious.", "+1"): "The fries (could|should|would) have been delicious",
    ("idiom", "This is an excellent cocktail.", "+1"): "an? (run|bargain|second|third|cookie|ho|bottom)-",
}


@pytest.mark.parametrize(("code", "text", "label"), AGREEING)
def test_own_words_agree(code: str, text: str, label: str) -> None:
    strategy = Strategy(code, domain="restaurant")
    for seed in range(12):
        ((pair,),) = strategy.break_items([Item("1", {"text": text}, (label,))], [seed], None)
        changed = pair.modified.fields["text"]
        assert re.search(AGREEING[code, text, label], changed), changed


SPOKEN = {
    ("not-tag", "Thanks for the great evening!"): "thanks are no statement",
    ("reported", "Thanks for the great evening!"): "thanks are no statement",
    ("most-least", "We love this place."): "people say of themselves what they know",
    ("stance", "You are awesome."): "people say of themselves what they know",
    ("irrealis", "It is amazing that the soup stays hot."): "it stays hot all the same",
    ("idiom", "The fries were crunchy and the burger was fantastic."): "a second clause judges, perhaps",
}


@pytest.mark.parametrize(("code", "text"), SPOKEN)
def test_what_nobody_says_in_a_review_of_a_film_is_refused(code: str, text: str) -> None:
    strategy = Strategy(code, domain="restaurant")
    made = [strategy.break_items([Item("1", {"text": text}, ("+1",))], [seed], None) for seed in range(5)]
    assert made == [[[]]] * 5, SPOKEN[code, text]
