"""Sets of quiz questions: packets that meet a distribution, and the files they are published in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zellig.errors import ZelligError
from zellig.files import write_text, write_whole
from zellig.front.options import checked
from zellig.front.packet_files import FORMATS, files_of
from zellig.front.players import Data, Players
from zellig.front.quiz_given import questions_in
from zellig.front.saying import saying
from zellig.games.writing.arranging import Place, arrange
from zellig.games.writing.distribution import Distribution, kind_of, read_distribution
from zellig.games.writing.packets import QuestionSet
from zellig.items import Item
from zellig.notices import note, warn
from zellig.outputs import is_begun, new_file
from zellig.report.packets import render_packets, set_in_words
from zellig.texts import key64

if TYPE_CHECKING:
    from zellig.front.frames import Table

DISTRIBUTION = "acf-like"
SET = "Question set"

Pins = Mapping[str, int | tuple[int, int]]  # by the id of a question: its packet, or packet and number


@dataclass(frozen=True)
class QuestionSetMade:
    """A set of packets; `found` has the packets, what is missing, what repeats and what is left over."""

    found: QuestionSet
    said: tuple[str, ...]

    def table(self) -> Table:
        """One row a tossup, in order."""
        from zellig.front.frames import rows_to_table

        return rows_to_table(
            {
                "packet": packet.name,
                "number": number,
                "id": item.id,
                "answer": item.accepted[0],
                **{key: item.metadata.get(key) for key in ("category", "subcategory", "author")},
            }
            for packet in self.found.packets
            for number, item in enumerate(packet.tossups, start=1)
        )

    def stated(self) -> dict[str, object]:
        """The set without its texts, for other programs."""
        found = self.found
        return {
            "name": found.name,
            "distribution": found.distribution,
            "packets": {each.name: [item.id for item in each.tossups] for each in found.packets},
            "missing": found.missing,
            "repeats": found.repeats,
            "left_over": [item.id for item in found.left_over],
        }

    def report(self, path: str | PathLike[str]) -> Path:
        """Write all packets as one page that can be printed; gives its path."""
        write_text(new_file(path), render_packets(self.found))
        return Path(path)

    def write(self, folder: str | PathLike[str], to: str | Sequence[str] = FORMATS) -> list[Path]:
        """Write the set into a new folder, in one format or several; gives the paths of the files."""
        is_begun(Path(folder), [], "a new folder for packets")
        # All is made before anything is written, so that a refusal leaves nothing behind.
        files = dict(files_of(self.found, [to] if isinstance(to, str) else to))
        for name, content in files.items():
            with write_whole(Path(folder) / name) as file:
                file.write(content)
        return [Path(folder) / name for name in files]

    def __repr__(self) -> str:
        return "\n".join(set_in_words(self.found))


@checked()
def question_set(
    questions: Data | Sequence[str],
    *,
    packets: int,
    distribution: str | PathLike[str] | Mapping[str, Any] = DISTRIBUTION,
    name: str = SET,
    pins: Pins | None = None,
    seed: int = 2017,
) -> QuestionSetMade:
    """Make packets of questions so that each meets a distribution, as nearly as the questions allow.

    The questions are the names of corpora, or items. The distribution is the name of one that is shipped, a
    file, or a table in hand: `{"Science": {"Chemistry": 1, "any": 1}}`. No packet has an answer twice. `pins`
    says where a question has to stand: `{"id": 2}` in the second packet, `{"id": (2, 5)}` as number 5 there.
    """
    with saying() as said:
        items = _questions(questions)
        asked = read_distribution(distribution if isinstance(distribution, Mapping) else fspath(distribution))
        _warn_of_categories(asked, items)
        places = {each: _place(each, at) for each, at in (pins or {}).items()}
        found = arrange(items, asked, packets, seed, name=name, pins=places)
    return QuestionSetMade(found, tuple(said))


def _questions(given: Data | Sequence[str]) -> list[Item]:
    """The questions of all sources, those with one text once; refuses two with one id."""
    several = isinstance(given, Sequence) and given and all(isinstance(each, str) for each in given)
    sources = list(given) if several and not isinstance(given, str) else [given]
    every = [item for source in sources for item in questions_in(Players(), source, None)[1]]
    found = list({key64(item.fields["text"]): item for item in reversed(every)}.values())[::-1]
    if len(found) < len(every):
        note(f"{len(every) - len(found):,} questions are there twice, and are taken once")
    ids: dict[str, Item] = {}
    for item in found:
        if ids.setdefault(item.id, item) is not item:
            raise ZelligError(
                f"two questions have the id {item.id!r}", remedy="Give every question its own id."
            )
    return found


def _warn_of_categories(distribution: Distribution, items: Sequence[Item]) -> None:
    """A category that no question has may be a slip of the pen."""
    known = {kind_of(item).category for item in items}
    strange = dict.fromkeys(
        slot.name.partition(" > ")[0].removesuffix(" of any kind")
        for slot in distribution.slots
        if slot.exact and slot.kind.category not in known
    )
    if strange:
        there = list(dict.fromkeys(str(item.metadata.get("category") or "none") for item in items))
        warn(f"no question is of the category {' or '.join(strange)} (there are: {', '.join(there[:20])})")


def _place(name: str, given: object) -> Place:
    numbers = given if isinstance(given, tuple | list) else (given,)
    if len(numbers) in (1, 2) and all(type(number) is int for number in numbers):
        return Place(*numbers)
    raise ZelligError(
        f"{name!r} cannot be pinned to {given!r}",
        field="pins",
        remedy="Give the number of a packet, or those of a packet and of a place in it, from 1.",
    )
