"""The pages of the documents, and what stands in them: blocks, tables, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
README = ROOT / "README.md"
# Commands whose exit code says what they found.
JUDGES = ("zellig check ", "zellig pairs check ", "zellig quiz check ")
FILES = ("csv", "json", "python", "toml")  # languages of blocks that may be files


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    body: str
    before: str  # everything above it

    def file_name(self, below: str = "") -> str | None:
        """The file that the block is, if the line above it ends in its name."""
        named = re.search(rf"`{below}([^\s`]+\.\w+)`:\n\n\Z", self.before)
        return named[1] if named and self.language in FILES else None


class Step(NamedTuple):
    """Something that a reader of a page does: type a command, or run some Python."""

    is_python: bool
    text: str


def find_page(name: str) -> Path:
    """The page of that name, in whichever folder it is: no two pages share a name."""
    (found,) = (page for page in PAGES if page.name == name)
    return found


def all_blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(found[1], found[2], text[: found.start()])


def blocks(page: Path, language: str) -> Iterator[Block]:
    """The fenced blocks of one language."""
    return (block for block in all_blocks(page) if block.language == language)


def steps(page: Path) -> list[Step]:
    """Every command of zellig and python, and every block of Python that is not a file, in their order.

    A block of Python that imports nothing goes on with what the one before it has made.
    """
    found: list[Step] = []
    for block in all_blocks(page):
        if block.language in ("sh", "console"):
            for line in block.body.replace("\\\n", " ").splitlines():
                command = " ".join(line.removeprefix("$ ").partition(" #")[0].split())
                if command.startswith(("zellig ", "python ")):
                    found.append(Step(False, command))
        elif block.language == "python" and block.file_name() is None:
            if found and found[-1].is_python and "import " not in block.body:
                found[-1] = Step(True, found[-1].text + block.body)
            else:
                found.append(Step(True, block.body))
    return found


def commands(page: Path) -> list[str]:
    """The commands of a page, each once."""
    return list(dict.fromkeys(step.text for step in steps(page) if not step.is_python))


def section(page: str, heading: str) -> str:
    """The text under a heading, up to the next heading of any level."""
    text = find_page(page).read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no section {heading!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [number for number, row in enumerate(cells) if set("".join(row)) <= set("-:")]
    headings = {number - 1 for number in rules}
    return [row for number, row in enumerate(cells) if number not in headings.union(rules)]


def code(text: str) -> list[str]:
    """Everything in `backticks`."""
    return re.findall(r"`([^`]+)`", text)


def write_named_blocks(page: Path, folder: Path, below: str = "") -> Path:
    """The blocks of a page that stand behind the name of a file, as files."""
    for block in all_blocks(page):
        if name := block.file_name(below):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")
    return folder
