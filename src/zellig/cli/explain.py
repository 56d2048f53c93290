"""`zellig explain`: why a system answers as it does."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from zellig.cli.options import HowToPrint, Mapping
from zellig.cli.output import Format, print_json, progress_of, say_styled
from zellig.front.options import LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from zellig.items import Item
    from zellig.performers import Evidence, Span
    from zellig.terminal import Styled

SHOWN = 5  # items of a corpus that are explained, unless more are asked for
STRONGEST = 8  # spans that are listed
LONGEST = 2000  # characters of a field that are printed
STRONG, WEAK = 0.5, 0.1  # shares of the greatest weight: from here on bold, from here on coloured


def explain(
    system: Annotated[str, typer.Argument(help="A trained folder or an adapter.")],
    text: Annotated[str | None, typer.Option(help="A text to ask about, for tasks with one field.")] = None,
    field: Annotated[
        list[str] | None, typer.Option(metavar="NAME=TEXT", help="A field to ask about; once for each.")
    ] = None,
    corpus: Annotated[str | None, typer.Option(help="Or a corpus to ask about.")] = None,
    mapping: Mapping = None,
    limit: Annotated[
        int | None,
        typer.Option(min=LIMIT.least, max=LIMIT.most, help="Of a corpus: how many at most; else 5."),
    ] = None,
    task: Annotated[str | None, typer.Option(help="The task, where the system does not say its own.")] = None,
    method: Annotated[
        Literal["weights", "integrated-gradients", "matches", "occlusion"] | None,
        typer.Option(help="How; else the system's own, or occlusion."),
    ] = None,
    format: HowToPrint = Format.table,
) -> None:
    """Show which words speak for a system's answer, and which against it."""
    from zellig.errors import ZelligError
    from zellig.front import explanation

    if limit is not None and corpus is None:
        raise ZelligError("--limit has no use without --corpus", remedy="Leave it out, or say --corpus.")
    with progress_of() as told:
        found = explanation.explain(
            system,
            text=text,
            fields=_fields(field or []),
            data=corpus,
            mapping=mapping,
            limit=SHOWN if limit is None else limit,
            task=task,
            method=method,
            progress=told,
        )
    if format is Format.json:
        print_json(found.evidence)
        return
    for item, evidence in zip(found.items, found.evidence, strict=True):
        _print(item, evidence)


def _fields(pairs: Sequence[str]) -> dict[str, str]:
    from zellig.errors import ZelligError

    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in found:
            fault = "is given twice" if equals else "is not NAME=TEXT"
            raise ZelligError(f"the field {name!r} {fault}", remedy='Write --field premise="A text."')
        found[name] = value
    return found


def _print(item: Item, evidence: Evidence) -> None:
    say_styled([(f"{item.id}: {evidence.answer} (by {evidence.method})", "bold")])
    most = max((abs(span.weight) for span in evidence.spans), default=0.0)
    for name, text in item.fields.items():
        spans = [span for span in evidence.spans if span.field == name]
        say_styled([(f"  {name}: ", ""), *_coloured(text, spans, most)])
    strongest = sorted(evidence.spans, key=lambda span: -abs(span.weight))[:STRONGEST]
    for span in strongest:
        if span.weight:
            word = item.fields[span.field][span.start : span.end]
            say_styled([(f"  {span.weight:+10.4f}  {word}", _style(span.weight, most))])
    if not (most or evidence.sources):
        say_styled([(f"  {_why_no_word(evidence)}", "")])
    for source in evidence.sources:
        from zellig.performers import Span

        matches = [Span("", start, end, 1.0) for start, end in source.matches]
        say_styled([(f"  {source.origin} ({source.score:.1f}): ", ""), *_coloured(source.text, matches, 1.0)])


def _why_no_word(evidence: Evidence) -> str:
    if evidence.method == "occlusion":
        return "No word decides by itself: whichever one is taken away, the answer stays as it is."
    return f"The system names no word that speaks for this answer or against it (by {evidence.method})."


def _coloured(text: str, spans: Sequence[Span], most: float) -> Iterator[Styled]:
    """The text cut where the style changes; where spans overlap, the later one is seen."""
    styles = [""] * min(len(text), LONGEST)
    for span in spans:
        if style := _style(span.weight, most):
            places = slice(span.start, min(span.end, len(styles)))
            styles[places] = [style] * len(styles[places])
    for style, letters in groupby(zip(text, styles, strict=False), key=itemgetter(1)):
        yield "".join(letter for letter, _ in letters), style
    if len(text) > LONGEST:
        yield "...", ""


def _style(weight: float, most: float) -> str:
    """Green speaks for the answer, red against it."""
    if abs(weight) < WEAK * most or not weight:
        return ""
    colour = "green" if weight > 0 else "red"
    return f"bold {colour}" if abs(weight) >= STRONG * most else colour
