"""What must hold of every screen: nothing that axe finds serious, no sideways scroll, targets for fingers."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.building import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  const told = ({ id, impact, help, nodes }) => ({ id, impact, help, at: nodes.map((node) => node.html) });
  return found.violations.map(told);
}"""
SERIOUS = ("serious", "critical")
LOOKS = ("light", "dark", "contrast")
SOFT = 400
"""Milliseconds that colours take to change."""
TARGET = 44
SMALL_TARGETS = """(least) => [...document.querySelectorAll('button, a.button, select, input:not(.hidden), summary')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.hidden'))
  .map((each) => (each.matches('[type=checkbox], [type=radio]') ? each.closest('label') ?? each : each))
  .filter((each) => { const box = each.getBoundingClientRect(); return box.height + 0.5 < least; })
  .map((each) => each.outerHTML.slice(0, 200))"""


def complaints(page: Page) -> list[dict[str, Any]]:
    """What axe finds serious or critical."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Path(AXE).read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE)
    return [each for each in found if each["impact"] in SERIOUS]


def check_looks(page: Page) -> None:
    """Axe is content with this screen in every look."""
    for look in LOOKS:
        page.locator("header select").filter(has=page.locator("option[value=contrast]")).select_option(look)
        page.locator(f"html[data-look={look}]").wait_for()
        page.wait_for_timeout(SOFT)
        found = complaints(page)
        assert not found, f"{page.url} in {look}: " + "\n".join(
            f"{each['id']} ({each['help']}): {each['at'][:4]}" for each in found
        )


def check_phone(page: Page) -> None:
    """Nothing hangs over the side of this screen, and what is pressed is large enough for a finger."""
    wide, whole = page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]")
    assert whole <= wide, f"{page.url} is {whole} wide on a screen of {wide}"
    small = page.evaluate(SMALL_TARGETS, TARGET)
    assert not small, f"{page.url}: too small for a finger: {small}"
