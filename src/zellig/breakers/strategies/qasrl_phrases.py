"""QA-SRL: adjectives before nouns, and phrases put between the answer and its predicate."""

from __future__ import annotations

import random

from zellig.breakers.strategies.asked import HEAVY, NAMES, Asked, exchanged, phrases, statement
from zellig.breakers.strategies.data import table_in
from zellig.breakers.strategies.plain import compounded
from zellig.breakers.strategies.rewriting import rewrite
from zellig.breakers.strategies.topics import acts, is_deed, topic_of, untouched
from zellig.breakers.strategies.version import Version, choose
from zellig.language.phrases import determiner_of
from zellig.language.tokens import FINITE, Token
from zellig.language.wordnet import PERSON, name_kind, noun_kind
from zellig.language.words import word_list
from zellig.transform.change import refuse_if

COMPARED = ("predecessors", "rivals", "places")
LONGEST_PHRASE = 8  # words
OPEN = ("definite", "indefinite", "proper", "numeral")  # of these a remark can be made


def modifier(asked: Asked, chance: random.Random) -> Version:
    """*a cook* -> *a young cook*: a noun that nothing else describes, inside the answer or outside."""
    statement(asked)
    reading = asked.reading
    known = table_in("asked", "described")
    fitting = [token for token in reading.tokens if token.lemma in known and _is_bare(asked, token)]
    refuse_if(not fitting, "no noun to describe")
    token = chance.choice(fitting)
    words = [word for word in known[token.lemma] if word not in reading.lows]
    telling = [word for word in words if word not in phrases("adjectives", "of-anything")]
    adjective = choose(chance, [*words, *telling * 3], "described")
    text = rewrite(reading.sentence, {}, {token.i: adjective})
    answers = exchanged(asked, token, f"{adjective} {token.text}")
    touched = answers != asked.item.accepted
    refuse_if(touched and any(answer not in text for answer in answers), "another article")
    promise = "becomes the new span" if touched else "same"
    why = "The answer has the new word." if touched else "The noun is no part of the answer."
    return Version(text, f"{adjective} {token.low}", why, promise, answers if touched else ())


def _is_bare(asked: Asked, token: Token) -> bool:
    """Is something new told of behind *a* only, and is it no part of a name or of a compound?

    Of *the cook* it is known already which one; nobody says now that he is young.
    """
    reading = asked.reading
    if token.tag != "NN" or token.i in (0, asked.predicate.i) or compounded(reading, token):
        return False
    article, after = reading.tokens[token.i - 1], reading.tokens[token.i + 1]
    alone = article.low in ("a", "an") and article.head == token.i
    head = reading.tokens[token.head]
    made = token.dep == "dobj" and head.tag == "VBN" and reading.child(head.i, "aux") is None
    became = made or token.dep == "oprd" or head.low == "as"  # *was ordained a priest*
    return alone and not became and not after.tag.startswith("NN") and after.text not in ("'s", "of")


def distractor_np(asked: Asked, chance: random.Random) -> Version:
    """*The cook opened a shop* -> *The cook, with the help of a friend, opened a shop*."""
    statement(asked)
    head, end = _answer_phrase(asked)
    tokens, verb = asked.reading.tokens, asked.predicate
    refuse_if(head.dep not in ("nsubj", "nsubjpass") or head.head != verb.i, "not the subject")
    refuse_if(tokens[end].tag not in (*FINITE, "MD"), "no room behind the answer")
    phrase = choose(chance, untouched(asked, _between(asked, head, end)), "nothing that fits")
    last = tokens[end - 1]
    text = rewrite(asked.reading.sentence, {last.i: f"{last.text}{asked.mark} {phrase}{asked.mark}"})
    return Version(
        text, phrase, f"'{phrase}' stands nearer to the predicate, and no subject is in it.", "same"
    )


def _between(asked: Asked, head: Token, end: int) -> list[str]:
    """What can stand behind this subject: who had to do with a deed, or what a thing is compared with."""
    compared = next((name for name in COMPARED if head.low in phrases("compared", name)), None)
    active = asked.reading.child(asked.predicate.i, "auxpass") is None
    fits = active and asked.predicate.lemma in phrases("compared", "comparing")
    if compared and fits and asked.reading.lows[head.i - 1] in ("the", "this", "its"):
        return list(phrases("compared", f"to-{compared}"))
    refuse_if(not is_deed(asked.predicate), "no deed")
    named = head.tag in NAMES and asked.wh == "who" and _name_of_person(asked, head, end)
    refuse_if(not named and not (head.tag in ("NN", "NNS") and acts(asked, head)), "nobody who acts")
    between = topic_of(asked).between
    if asked.predicate.lemma in phrases("compared", "successes"):
        return [phrase for phrase in between if phrase.startswith("to the")]
    return between


def _name_of_person(asked: Asked, head: Token, end: int) -> bool:
    """*Anna Weber*, but not *The Packers*, *Radio One*, *OPEC*."""
    start = min([head.i, *asked.reading.sentence.children[head.i]])
    names = asked.reading.tokens[start:end]
    return all(
        token.tag == "NNP"
        and token.text[1:].islower()
        and (token.low in word_list("given-names") or noun_kind(token.low) is None)
        and name_kind(token.low) in (None, PERSON)
        for token in names
    )


def _answer_phrase(asked: Asked) -> tuple[Token, int]:
    """The head of the noun phrase that answers, and the place behind it."""
    refuse_if(asked.wh not in ("who", "what"), "not asked who or what")
    reading, spans = asked.reading, asked.spans()
    refuse_if(len({end for _, end in spans}) != 1, "several answers")
    start, end = min(spans)
    refuse_if(end == len(reading.tokens), "answer with the full stop")
    heads = [t for t in reading.tokens[start:end] if not start <= t.head < end]
    refuse_if(len(heads) != 1 or heads[0].tag not in ("NN", "NNS", *NAMES), "no noun phrase")
    (head,) = heads
    refuse_if(reading.sentence.span(head.i) != (start, end), "not a whole phrase")
    refuse_if(end - start > LONGEST_PHRASE, "long answer")
    inside = reading.tokens[start:end]
    refuse_if(any(t.tag in HEAVY for t in inside), "heavy answer")
    refuse_if(determiner_of(reading.sentence, head) not in OPEN or head.low == "others", "no open phrase")
    return head, end
