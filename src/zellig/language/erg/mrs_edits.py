"""LIT's seven phenomena as edits of an MRS (Li et al. 2020, `ergtransfer.py`).

Every edit is a function from an MRS to a new one and refuses with a reason where it does not apply. They do
what the released code does, faults included (a past under *may* is lost, a cleft of a past clause says *is*);
`faults.py` refuses those or mends them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from zellig.errors import ZelligError
from zellig.language.clause import RefusedError
from zellig.language.erg.mrs import (
    EP,
    MRS,
    HCons,
    arguments,
    changed,
    entities,
    fresh_numbers,
    quantifier_of,
    with_arguments,
)
from zellig.language.erg.target import IT_CLEFT, NEGATION, NO, PASSIVE, find_target

UNTENSED = {"SF": "prop", "TENSE": "untensed", "MOOD": "indicative", "PROG": "-", "PERF": "-"}
PRESENT = {**UNTENSED, "TENSE": "pres"}

TENSES = {"past": "past", "present": "pres", "future": "fut"}
ASPECTS = {
    "simple": {"PROG": "-", "PERF": "-"},
    "progressive": {"PROG": "+", "PERF": "-"},
    "perfect": {"PROG": "-", "PERF": "+"},
    "perfect progressive": {"PROG": "+", "PERF": "+"},
}
MODALS = ("may", "might", "must", "should", "can")  # the released list has only may switched on
INDEFINITE = ("_a_q", "_some_q")

EXAMPLES = "negation, past, future perfect, may, passive ARG2, it-cleft, polar question, swap, past+it-cleft"


class Step(NamedTuple):
    """One edit: its kind and which of them, such as (`tense`, `future perfect`)."""

    kind: str
    value: str = ""


def read_steps(phenomenon: str) -> list[Step]:
    """The edits that a name such as `past simple+it-cleft ARG1` stands for; an unknown name is refused."""
    return [_read_step(part.strip(), phenomenon) for part in phenomenon.split("+")]


def _read_step(name: str, phenomenon: str) -> Step:
    first, _, rest = name.partition(" ")
    if name in ("negation", "swap", "polar question"):
        return Step(name)
    if name in MODALS:
        return Step("modality", name)
    if name in ASPECTS or (first in TENSES and (not rest or rest in ASPECTS)):
        return Step("tense", name)
    if first in ("passive", "it-cleft") and re.fullmatch(r"(ARG\d?)?", rest):
        return Step(first, rest)
    raise ZelligError(f"{phenomenon!r} is not a phenomenon", remedy=f"Write, for example: {EXAMPLES}.")


def edit(mrs: MRS, phenomenon: str) -> MRS:
    """The MRS with the edits of a phenomenon, as LIT makes them; refuses what LIT would not try.

    LIT never offers a polar question (it is commented out there); here it is one like the others.
    """
    for step in read_steps(phenomenon):
        mrs = apply(mrs, step)
    return mrs


def apply(mrs: MRS, step: Step) -> MRS:
    """One edit, if the clause it works on allows it. A second one finds its clause again."""
    target = find_target(mrs)
    if reason := target.forbids(step.kind):
        raise RefusedError(reason)
    return EDITS[step.kind](mrs, target.predication, step.value)


def offers(mrs: MRS) -> Iterator[str]:
    """The names of all single edits that apply to an MRS."""
    roles = [f"{kind} {role}" for kind in ("passive", "it-cleft") for role in ("ARG1", "ARG2", "ARG3")]
    tenses = [f"{tense} {aspect}" for tense in TENSES for aspect in ASPECTS]
    for name in ("negation", *tenses, *MODALS, *roles, "polar question", "swap"):
        try:
            edit(mrs, name)
        except RefusedError:
            continue
        yield name


def polar_question(mrs: MRS, target: EP, value: str) -> MRS:
    """Ask whether: the sentence force of the main clause, also where the other edits go further down."""
    return changed(mrs, properties={mrs.index: {**mrs.variables[mrs.index], "SF": "ques"}})


def negation(mrs: MRS, target: EP, value: str) -> MRS:
    """*A man runs* becomes *No man runs*, anything else gets *not* over its event.

    *No* takes a singular: *Some men run* becomes *No man runs*.
    """
    subject = target.args.get("ARG1")
    quantifier = quantifier_of(mrs, subject)
    if quantifier is not None and quantifier.predicate in INDEFINITE:
        rels = [with_arguments(each, name=NO) if each is quantifier else each for each in mrs.rels]
        return changed(mrs, rels=rels, properties={subject: {**mrs.variables[subject], "NUM": "sg"}})
    return _operator(mrs, target, NEGATION, UNTENSED)[0]


def tense_aspect(mrs: MRS, target: EP, value: str) -> MRS:
    """Give the event another tense, another aspect or both: what is not named stays."""
    properties = {**mrs.variables[target.iv], **tense_and_aspect(value)}
    return changed(mrs, properties={target.iv: properties})


def tense_and_aspect(value: str) -> dict[str, str]:
    """The properties that `past`, `progressive` or `future perfect` stands for."""
    tense, _, aspect = ("", "", value) if value in ASPECTS else value.partition(" ")
    return ({"TENSE": TENSES[tense]} if tense else {}) | ASPECTS.get(aspect, {})


def modality(mrs: MRS, target: EP, value: str) -> MRS:
    """Put a modal over the event, which loses its tense (a fault of LIT: *was eaten*, *may be eaten*)."""
    edited, event = _operator(mrs, target, f"_{value}_v_modal", PRESENT)
    return changed(
        edited,
        index=event if mrs.index == target.iv else mrs.index,
        properties={target.iv: {**mrs.variables[target.iv], "TENSE": "untensed"}},
    )


def passive(mrs: MRS, target: EP, value: str) -> MRS:
    """Mark the argument that the passive promotes: a thing or person, and not ARG1."""
    roles = [role for role in entities(target) if role != "ARG1"]
    if not roles or value not in ("", *roles):
        raise RefusedError("no such argument")
    event = f"e{next(fresh_numbers(mrs))}"
    marker = {"ARG0": event, "ARG1": target.iv, "ARG2": target.args[value or roles[0]]}
    rels = [*mrs.rels, EP(PASSIVE, target.label, marker)]
    return changed(mrs, rels=rels, properties={event: UNTENSED})


def it_cleft(mrs: MRS, target: EP, value: str) -> MRS:
    """*It is* an argument *that* does it; what is not the subject is made one by a passive.

    Faults of LIT: the copula is present whatever the clause is; below a modal or a negation the cleft becomes
    the sentence's index although it is not on top.
    """
    role = value or "ARG1"
    if role not in entities(target):
        raise RefusedError("no such argument")
    numbers = fresh_numbers(mrs)
    label, event = f"h{next(numbers)}", f"e{next(numbers)}"
    rels, hcons = _lifted(mrs, target.label, label)
    cleft = EP(IT_CLEFT, label, {"ARG0": event, "ARG1": target.args[role], "ARG2": target.label})
    edited = changed(mrs, index=event, rels=[*rels, cleft], hcons=hcons, properties={event: PRESENT})
    return edited if role == "ARG1" else passive(edited, target, role)


def swap(mrs: MRS, target: EP, value: str) -> MRS:
    """Exchange ARG1 and ARG2, whatever they are (a fault of LIT: also clauses, and what is not there)."""
    found = dict(arguments(target))
    if "ARG1" not in found or "ARG2" not in found:
        raise RefusedError("no such argument")
    exchanged = {"ARG1": found["ARG2"], "ARG2": found["ARG1"]}
    return changed(
        mrs, rels=[with_arguments(each, exchanged) if each is target else each for each in mrs.rels]
    )


Edit = Callable[[MRS, EP, str], MRS]
EDITS: dict[str, Edit] = {
    "polar question": polar_question,
    "it-cleft": it_cleft,
    "tense": tense_aspect,
    "modality": modality,
    "negation": negation,
    "passive": passive,
    "swap": swap,
}


def _operator(mrs: MRS, target: EP, name: str, properties: dict[str, str]) -> tuple[MRS, str]:
    """Put a scopal predication over the clause of the target; gives its event, too."""
    numbers = fresh_numbers(mrs)
    label, event, hole = f"h{next(numbers)}", f"e{next(numbers)}", f"h{next(numbers)}"
    rels, hcons = _lifted(mrs, target.label, label)
    edited = changed(
        mrs,
        rels=[*rels, EP(name, label, {"ARG0": event, "ARG1": hole})],
        hcons=[*hcons, HCons.qeq(hole, target.label)],
        properties={event: properties},
    )
    return edited, event


def _lifted(mrs: MRS, below: str, above: str) -> tuple[list[EP], list[HCons]]:
    """Predications and constraints in which whatever took the clause `below` now takes `above`."""
    rels = [
        with_arguments(each, {role: above for role, value in arguments(each) if value == below})
        for each in mrs.rels
    ]
    hcons = [HCons(each.hi, each.relation, above if each.lo == below else each.lo) for each in mrs.hcons]
    return rels, hcons
