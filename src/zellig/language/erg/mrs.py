"""Meanings as values: an MRS is read, looked into, and changed into a new one; pydelphin enters here only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING

from zellig.errors import ZelligError
from zellig.language.clause import RefusedError

try:
    from delphin import predicate, scope, variable
    from delphin.codecs import simplemrs
    from delphin.exceptions import PyDelphinException
    from delphin.mrs import CONSTANT_ROLE, EP, MRS, HCons
except ModuleNotFoundError as error:
    raise ZelligError(
        f"the ERG backend needs {error.name}, which is not installed", remedy="pip install 'zellig[erg]'"
    ) from None

if TYPE_CHECKING:
    Properties = Mapping[str, str]

__all__ = [
    "EP",
    "MRS",
    "HCons",
    "arguments",
    "changed",
    "entities",
    "fresh_numbers",
    "handles",
    "head_of",
    "kind_of",
    "lemma_of",
    "predication_of",
    "quantifier_of",
    "read_mrs",
    "scopal_over",
    "scope_of",
    "with_arguments",
    "write_mrs",
]


def read_mrs(text: str) -> MRS:
    """An MRS as ACE prints it."""
    try:
        return simplemrs.decode(text)
    except (PyDelphinException, ValueError, KeyError, StopIteration):
        raise RefusedError("unreadable meaning") from None


def write_mrs(mrs: MRS) -> str:
    """An MRS as ACE reads it: one line, without places in a text that is no longer there."""
    try:
        text: str = simplemrs.encode(mrs, lnk=False)
    except (PyDelphinException, ValueError, KeyError):  # not all that can be read can be written
        raise RefusedError("unreadable meaning") from None
    return text


def changed(
    mrs: MRS,
    *,
    top: str | None = None,
    index: str | None = None,
    rels: Iterable[EP] | None = None,
    hcons: Iterable[HCons] | None = None,
    properties: Mapping[str, Properties] | None = None,
) -> MRS:
    """A copy with other parts; `properties` of variables are added to what is there. Nothing is shared."""
    return MRS(
        top=top or mrs.top,
        index=index or mrs.index,
        rels=[with_arguments(each) for each in (mrs.rels if rels is None else rels)],
        hcons=mrs.hcons if hcons is None else hcons,
        icons=mrs.icons,
        variables={**mrs.variables, **(properties or {})},
    )


def with_arguments(predication: EP, arguments: Mapping[str, str] | None = None, *, name: str = "") -> EP:
    """A copy of a predication with other arguments, or another name."""
    return EP(name or predication.predicate, predication.label, {**predication.args, **(arguments or {})})


def fresh_numbers(mrs: MRS) -> Iterator[int]:
    """Numbers that no variable of the MRS has."""
    return count(1 + max((variable.id(each) for each in mrs.variables), default=0))


def predication_of(mrs: MRS, event: str | None) -> EP | None:
    """What introduces a variable; None if nothing does."""
    return next((each for each in mrs.rels if each.iv == event and not each.is_quantifier()), None)


def quantifier_of(mrs: MRS, entity: str | None) -> EP | None:
    """What binds a variable; None if nothing does."""
    return next((each for each in mrs.rels if each.iv == entity and each.is_quantifier()), None)


def scope_of(mrs: MRS, handle: str | None) -> str | None:
    """The label a handle leads to, by way of its constraint if it has one."""
    return next((each.lo for each in mrs.hcons if each.hi == handle), handle)


def head_of(mrs: MRS, handle: str | None) -> EP | None:
    """The head of the clause that a handle leads to."""
    heads = scope.representatives(mrs).get(scope_of(mrs, handle), [])
    return next((each for each in heads if not each.is_quantifier()), None)


def scopal_over(mrs: MRS, predication: EP) -> list[EP]:
    """What takes the clause of a predication as an argument."""
    return [
        each
        for each in mrs.rels
        if predication.label in (scope_of(mrs, each.args[role]) for role in handles(each))
        and not each.is_quantifier()
    ]


def handles(predication: EP) -> list[str]:
    """The roles of its scopal arguments."""
    return [role for role, value in arguments(predication) if variable.type(value) == variable.HANDLE]


def entities(predication: EP) -> list[str]:
    """The roles of its arguments that are things and people."""
    return [
        role
        for role, value in arguments(predication)
        if role != "ARG0" and variable.type(value) == variable.INSTANCE
    ]


def arguments(predication: EP) -> list[tuple[str, str]]:
    """Its roles and variables, without its constant."""
    return [(role, value) for role, value in predication.args.items() if role != CONSTANT_ROLE]


def lemma_of(predication: EP) -> str:
    """The word in the name of a predication: `chase` of `_chase_v_1`."""
    lemma: str = predicate.split(predication.predicate)[0]
    return lemma


def kind_of(predication: EP) -> str:
    """Its part of speech as the grammar writes it: `v` of `_chase_v_1`, `q` of `_the_q`."""
    kind: str | None = predicate.split(predication.predicate)[1]
    return kind or ""
