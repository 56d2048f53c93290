"""`zellig quiz packets`: a set of packets from questions, in the formats that others read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zellig.cli.options import HowToPrint, Seed
from zellig.cli.output import Format, print_json, say
from zellig.cli.paths import Names
from zellig.front.options import PACKETS

if TYPE_CHECKING:
    from zellig.front.packets import Pins


def packets(
    source: Annotated[
        list[str], typer.Argument(help="Questions: tossups:FILE, packets:FILE, items:FILE ..."), Names.corpus
    ],
    packets: Annotated[int, typer.Option(min=PACKETS.least, max=PACKETS.most, help="How many packets.")],
    *,
    distribution: Annotated[
        str, typer.Option(help="How many of each category: a file (TOML), or acf-like."), Names.path
    ] = "acf-like",
    out: Annotated[
        Path | None,
        typer.Option(help="A new folder for the packets; else they are only told of."),
        Names.folder,
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option(help="modaq, qanta, qbj, docx or html; or several. Else all."),
    ] = None,
    name: Annotated[str, typer.Option(help="What the set is called.")] = "Question set",
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID=PACKET[:NUMBER]", help="Where a question has to stand; several are possible."
        ),
    ] = None,
    seed: Seed = 2017,
    format: HowToPrint = Format.table,
) -> None:
    """Make packets that meet a distribution; say what is missing and what repeats; write them."""
    from zellig.front.packet_files import FORMATS
    from zellig.front.packets import question_set
    from zellig.report.packets import set_in_words

    made = question_set(
        source, packets=packets, distribution=distribution, name=name, pins=_pins(pin or []), seed=seed
    )
    files = [] if out is None else made.write(out, to or FORMATS)
    if format is Format.json:
        print_json(made.stated())
        return
    for sentence in set_in_words(made.found):
        say(f"• {sentence}")
    if files:
        say(f"{len(files):,} file{'s are' if len(files) > 1 else ' is'} in {out}.")


def _pins(given: list[str]) -> Pins:
    from zellig.errors import ZelligError

    found: dict[str, int | tuple[int, int]] = {}
    for each in given:
        name, _, place = each.rpartition("=")
        packet, colon, number = place.partition(":")
        if not name or not packet.isdecimal() or bool(colon) != number.isdecimal():
            raise ZelligError(
                f"{each!r} does not say where a question has to stand",
                remedy="Write --pin ID=PACKET[:NUMBER].",
            )
        found[name] = (int(packet), int(number)) if colon else int(packet)
    return found
