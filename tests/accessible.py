"""What a page owes to everybody, measured in a browser: contrast, names, focus, width."""

from __future__ import annotations

from playwright.sync_api import Page

from conftest import ROOT

_FAULTS = (ROOT / "tests" / "accessible.js").read_text(encoding="utf-8")
_FOCUS = """() => {
  const { outerHTML, tagName } = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  const seen = tagName === "BODY" || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
  return seen ? "" : `the focus cannot be seen: ${outerHTML.slice(0, 100)}`;
}"""
_WIDTH = """() => document.documentElement.scrollWidth <= innerWidth
  ? [] : [...document.querySelectorAll("body *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroll, nav"))
  .map((each) => `wider than a phone: ${each.outerHTML.slice(0, 100)}`)"""


def faults_of(page: Page) -> list[str]:
    """What is wrong with a page as it is shown now."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def unseen_focus(page: Page, tabs: int = 8) -> list[str]:
    """Where the first tabs lead without being seen."""
    found = []
    for _ in range(tabs):
        page.keyboard.press("Tab")
        found.append(page.evaluate(_FOCUS))
    return [each for each in found if each]


def too_wide(page: Page) -> list[str]:
    """What makes a page scroll sideways."""
    found: list[str] = page.evaluate(_WIDTH)
    return found
