"""Links lead somewhere, also those in sentences of the program, and the site is built without a warning."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer

import zellig
from conftest import ROOT
from pages import DOCS, PAGES, README, code, find_page, rows
from zellig.cli import app

SPEAKING = (
    "src",
    "bench",
    "scripts",
    "judged",
    "tests",
    "Makefile",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
)


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        assert "://" not in target, "links stay inside the documents"
        found = page.parent / path if path else page
        assert found.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}, target


def mentions() -> Iterator[tuple[str, str]]:
    """Every page that is named outside of the documents, and where."""
    for place in SPEAKING:
        top = ROOT / place
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix in (".py", ".toml", ".md", ".html", ".js", "") and path.is_file():
                text = path.read_text(encoding="utf-8", errors="ignore")
                yield from ((name, str(path)) for name in re.findall(r"\bdocs/[\w/-]+\.md\b", text))


def test_pages_that_the_program_names_are_there() -> None:
    assert [(name, where) for name, where in mentions() if not (ROOT / name).is_file()] == []


def test_no_two_pages_share_a_name() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(place)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place


def html_of(site: Path, page: Path) -> str:
    return (site / page.relative_to(DOCS).with_suffix(".html")).read_text(encoding="utf-8")


def test_site_is_built_without_a_warning_and_without_the_network(site: Path) -> None:
    for page in PAGES:
        html = html_of(site, page)
        loads = re.findall(r"<(?:script|img|iframe)[^>]*\ssrc=\"?(https?:[^\s\">]+)", html)
        loads += re.findall(
            r"<link[^>]*rel=\"?(?:stylesheet|preconnect)[^>]*href=\"?(https?:[^\s\">]+)", html
        )
        assert loads == [], page.name


def test_every_command_and_every_option_has_its_line(site: Path) -> None:
    html = html_of(site, DOCS / "reference/cli.md")
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        below = getattr(command, "commands", None) or {"": command}
        for sub, each in below.items():
            assert f">{f'zellig {name} {sub}'.strip()}<" in html
            for parameter in each.params:
                if parameter.param_type_name == "option" and not parameter.hidden:
                    assert parameter.opts[0] in html, (name, sub, parameter.opts)


def test_every_public_name_is_on_the_page_of_python() -> None:
    text = find_page("api.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: [\w.]+\.(\w+)$", text, re.MULTILINE))
    assert set(zellig.__all__) - {"__version__"} <= shown


def test_the_table_of_jobs_says_what_there_is() -> None:
    text = find_page("api.md").read_text(encoding="utf-8")
    modules = {name: module for module, name in re.findall(r"^::: ([\w.]+)\.(\w+)$", text, re.MULTILINE)}
    jobs = rows(text.partition("## Break systems")[0])
    functions = {code(function)[0].partition("(")[0] for _, function, *_ in jobs}
    assert functions == {name for name, place in zellig._PLACES.items() if place.startswith("front.")}
    for _, _, _, result, has_report in jobs:
        kind = getattr(import_module(modules[code(result)[0]]), code(result)[0])
        assert hasattr(kind, "table")
        assert hasattr(kind, "report") is (has_report == "yes")
