"""Our grammar beside original LIT, phenomenon by phenomenon, as one page that needs no network.

Usage: python bench/compare_lit.py DATA PAGE   (DATA holds outputs.jsonl, a run of LIT on some sentences)
It prints the table for docs/reference/erg.md. The page shows sentences of the data: it is never committed.
"""

from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined

from zellig.files import write_text
from zellig.pairs.diff import Segment, segments
from zellig.transform.sentences import Transformed, transform

# Our names in the order of the page; LIT's own are in `Run.key`.
PHENOMENA = (
    *("question", "cleft-subject", "cleft-object", "past", "present", "future", "progressive", "perfect"),
    *("simple", "may", "negation", "passive", "swap"),
    *(f"{tense}+{step}" for tense in ("past", "future") for step in ("cleft-subject", "passive")),
    *("past+cleft-object", "future+cleft-object"),
)
TENSES = {"past": "past", "pres": "present", "fut": "future"}
ASPECTS = {("-", "-"): "simple", ("+", "-"): "progressive", ("-", "+"): "perfect"}
STEPS = {
    "negation": "negation",
    "may": "modality: may",
    "cleft-subject": "it cleft: ARG1",
    "cleft-object": "it cleft: ARG2",
    "passive": "passive: ARG2",
}


class Run(msgspec.Struct):
    """What LIT made of a sentence: for every phenomenon all that ACE generated, its choice first."""

    sentence: str
    parsed: bool
    mrs: str | None
    outputs: dict[str, list[str]]
    parse_cpu: float
    transfer_cpu: float | None  # None: nothing to transfer

    @property
    def features(self) -> tuple[str, str]:
        """Tense and aspect of the main event in our words; empty if there is none."""
        found = re.search(r"INDEX: e\d+ \[ e ([^]]*)\]", self.mrs or "")
        event = dict(re.findall(r"(\w+): (\S+)", found[1])) if found else {}
        aspect = ASPECTS.get((event.get("PROG", ""), event.get("PERF", "")), "")
        return TENSES.get(event.get("TENSE", ""), ""), aspect

    def key(self, name: str) -> str | None:
        """What LIT calls one of our phenomena in this sentence; None if the sentence is so already."""
        tense, aspect = self.features
        keys = []
        for step in name.split("+"):
            if step in (tense, aspect):
                return None
            if step in TENSES.values():
                keys.append(f"{step} {aspect}")
            elif step in ASPECTS.values():
                keys.append(f"{tense} {step}")
            else:
                keys.append(STEPS.get(step, step))
        return "+".join(keys)

    def choice(self, name: str) -> tuple[str, str, int]:
        """The text that LIT takes, or why there is none, and how many others there were."""
        key = self.key(name)
        if not self.parsed or key is None:
            return "", "already so" if self.parsed else "not parsed", 0
        texts = self.outputs.get(key, [])
        return (texts[0], "", len(texts) - 1) if texts else ("", "no output", 0)


@dataclass(frozen=True)
class Row:
    """One sentence under one phenomenon; a side without a text has a reason."""

    number: int
    sentence: str
    theirs: str
    their_reason: str
    others: int
    ours: str
    our_reason: str

    @property
    def outcome(self) -> str:
        """In one word; LIT adds full stops, and that is no difference."""
        if self.theirs and self.ours:
            return "same" if self.theirs.rstrip(".") == self.ours.rstrip(".") else "differ"
        return "only-lit" if self.theirs else "only-ours" if self.ours else "neither"

    def diff(self, text: str) -> list[Segment]:
        """A text as a change of the sentence."""
        return segments(self.sentence, text)


@dataclass(frozen=True)
class Section:
    """All sentences under one phenomenon."""

    name: str
    rows: list[Row]

    def count(self, *outcomes: str) -> int:
        """How many rows came out so."""
        return sum(row.outcome in outcomes for row in self.rows)

    @property
    def figures(self) -> dict[str, int]:
        """Sentences with an output: of LIT, ours, both, the same in both, only one of them."""
        return {
            "LIT": self.count("same", "differ", "only-lit"),
            "ours": self.count("same", "differ", "only-ours"),
            "both": self.count("same", "differ"),
            "the same": self.count("same"),
            "only LIT": self.count("only-lit"),
            "only ours": self.count("only-ours"),
        }


def main() -> None:
    data, page = Path(sys.argv[1]), Path(sys.argv[2])
    runs = [msgspec.json.decode(line, type=Run) for line in (data / "outputs.jsonl").open("rb")]
    transform(["It rained."], ["past"])  # loads the parser
    start = time.process_time()
    found = transform([run.sentence for run in runs], PHENOMENA)
    ours = (time.process_time() - start) / len(runs)
    theirs = sum(run.parse_cpu + (run.transfer_cpu or 0) for run in runs) / len(runs)
    sections = [Section(name, list(_rows(name, runs, found))) for name in PHENOMENA]
    seconds = {"LIT": f"{theirs:.2f}", "ours": f"{ours:.3f}"}
    folder = Path(__file__).parent
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(folder), PackageLoader("zellig.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("compare_lit.html")
    write_text(page, template.render(sections=sections, sentences=len(runs), seconds=seconds))
    print("| phenomenon |", " | ".join(sections[0].figures), "|")
    print("|---|" + "---|" * len(sections[0].figures))
    for section in sections:
        print(f"| `{section.name}` |", " | ".join(map(str, section.figures.values())), "|")
    print(f"CPU seconds a sentence: LIT {seconds['LIT']}, ours {seconds['ours']}. The page is {page}.")


def _rows(name: str, runs: list[Run], found: dict[str, Transformed]) -> list[Row]:
    rows = []
    for number, run in enumerate(runs, 1):
        ours = found[run.sentence]
        text = ours.changes[name].text if name in ours.changes else ""
        reason = "" if text else ours.refused.get(name) or ours.refused[""]
        theirs, their_reason, others = run.choice(name)
        rows.append(Row(number, run.sentence, theirs, their_reason, others, text, reason))
    return rows


if __name__ == "__main__":
    main()
