"""Reports in a real browser: one is launched for a module of tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
SCREENS = os.environ.get("ZELLIG_SCREENS")  # a folder for pictures of pages, for who wants to look
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def launched() -> Iterator[Browser]:
    """For a fixture; its absence fails in CI and skips elsewhere."""
    if not CHROMIUM.exists():
        if os.environ.get("CI"):
            pytest.fail(f"the browser is missing: {CHROMIUM}")
        pytest.skip(f"needs {CHROMIUM}")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)


def photograph(page: Page, picture: str) -> None:
    """A picture of the whole page, for who has asked for pictures."""
    if SCREENS:
        page.screenshot(path=f"{SCREENS}/{picture}.png", full_page=True)


def open_report(
    browser: Browser,
    path: Path,
    faults: list[str] | None = None,
    requests: list[str] | None = None,
    *,
    at: str = "",
    width: int = 1280,
) -> Page:
    """The page when its pairs can be seen; what goes wrong and what it asks for is noted. `at` is a hash."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    if faults is not None:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    if requests is not None:
        page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri() + at)
    expect(page.locator("#count")).to_contain_text(" of ")
    return page
