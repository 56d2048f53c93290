"""The predication that LIT's edits work on, and what its surroundings forbid.

The edits change the verb of the main clause. In an it-cleft, below a modal and in a *because* sentence that
is not what the index points at: LIT goes down to the clause inside, and remembers what it passed.
"""

from __future__ import annotations

from typing import NamedTuple

from zellig.language.clause import RefusedError
from zellig.language.erg.mrs import (
    EP,
    MRS,
    entities,
    head_of,
    kind_of,
    predication_of,
    quantifier_of,
    scopal_over,
)

IT_CLEFT = "_be_v_itcleft"
PASSIVE = "parg_d"
NEGATION = "neg"
NO = "_no_q"

# What each finding forbids; a question, a fragment and a coordination forbid everything.
FORBIDS = {
    "it-cleft": {"negation", "it-cleft"},
    "modal": {"tense", "modality", "passive"},
    "passive": {"it-cleft", "passive"},
    "negated": {"negation"},
}


class Target(NamedTuple):
    """A predication and what was found about its clause, in the words of FORBIDS."""

    predication: EP
    findings: tuple[str, ...]

    def forbids(self, kind: str) -> str:
        """Why an edit of this kind is not made; empty if it may be."""
        return next((found for found in self.findings if kind in FORBIDS[found]), "")


def find_target(mrs: MRS) -> Target:
    """Go down to the clause that is to be edited; refuses questions, fragments and coordinations."""
    if mrs.variables.get(mrs.index, {}).get("SF") == "ques":
        raise RefusedError("question")
    predication = predication_of(mrs, mrs.index)
    findings: list[str] = []
    passed: set[str] = set()
    while predication and predication.label not in passed and (step := _inside(predication)):
        finding, role = step
        findings += [finding] if finding and finding not in findings else []
        passed.add(predication.label)  # a meaning that goes round in circles does not keep us
        predication = head_of(mrs, predication.args.get(role))
    if predication is None:
        raise RefusedError("no verb")
    if predication.predicate == "unknown":
        raise RefusedError("fragment")
    if "L-INDEX" in predication.args:
        raise RefusedError("coordination")
    if _is_passive(mrs, predication):
        findings.append("passive")
    if _is_negated(mrs, predication):
        findings.append("negated")
    return Target(predication, tuple(findings))


def _inside(predication: EP) -> tuple[str, str] | None:
    """What to remember of a predication and the role of the clause inside it; None at the bottom."""
    name, kind = predication.predicate, kind_of(predication)
    if name == IT_CLEFT:
        return "it-cleft", "ARG2"
    if name.endswith("_v_modal"):
        return "modal", "ARG1"
    if name == NEGATION:
        return "negated", "ARG1"
    if name == "_because_x" or (kind == "a" and predication.args.get("ARG1", "").startswith("h")):
        return "", "ARG1"
    return None


def _is_passive(mrs: MRS, predication: EP) -> bool:
    return any(each.predicate == PASSIVE and each.args.get("ARG1") == predication.iv for each in mrs.rels)


def _is_negated(mrs: MRS, predication: EP) -> bool:
    if any(each.predicate == NEGATION for each in scopal_over(mrs, predication)):
        return True
    quantifiers = (quantifier_of(mrs, predication.args[role]) for role in entities(predication))
    return any(each is not None and each.predicate == NO for each in quantifiers)
