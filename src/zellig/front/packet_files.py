"""The files that a set of questions is published in: their names in a folder, and their bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zellig.corpora.packet_json import packet_json
from zellig.errors import ZelligError
from zellig.games.writing.exports.qanta import qanta_json
from zellig.games.writing.exports.qbj import qbj_json
from zellig.games.writing.packets import Packet, QuestionSet, placed
from zellig.report.packets import render_packets
from zellig.report.packets_docx import packet_docx

FORMATS = ("modaq", "qanta", "qbj", "docx", "html")


def files_of(found: QuestionSet, to: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """A set in some formats; those that have a file for each packet have a folder of their own."""
    for each in to:
        match each:
            case "modaq":
                yield from _by_packet(
                    found, "modaq/{}.json", lambda one: packet_json(placed(one), one.name, found.licence)
                )
            case "docx":
                yield from _by_packet(
                    found, "docx/{}.docx", lambda one: packet_docx(one, found.name, found.licence)
                )
            case "qanta":
                yield "qanta.json", qanta_json(found)
            case "qbj":
                yield "packets.qbj", qbj_json(found)
            case "html":
                yield "packets.html", render_packets(found).encode()
            case _:
                raise ZelligError(
                    f"to cannot be {each!r}", field="to", remedy=f"There are: {', '.join(FORMATS)}."
                )


def _by_packet(
    found: QuestionSet, path: str, write: Callable[[Packet], bytes]
) -> Iterator[tuple[str, bytes]]:
    width = len(str(len(found.packets)))
    for number, packet in enumerate(found.packets, start=1):
        yield path.format(f"packet-{number:0{width}}"), write(packet)
