"""A game's rulebook: a Markdown page for people in which every rule stands on a line of its own with its ID."""

import re
from functools import cached_property
from pathlib import Path

from quincunx.engine.errors import Unknown

RULE = re.compile(r"^- \*\*([A-Z][A-Z0-9]*-?\d+)\*\* (.+)$", re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


class Rulebook:
    """The rules of one game, by ID and as a page."""

    def __init__(self, page: Path | str) -> None:
        """`page` is a file, or the Markdown itself."""
        self.page = page

    @cached_property
    def text(self) -> str:
        """The whole page, in Markdown."""
        return self.page if isinstance(self.page, str) else self.page.read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> dict[str, str]:
        """Every rule and ruling by its ID, in the order of the page."""
        return {match[1]: match[2] for match in RULE.finditer(self.text)}

    def sentence(self, rule: str) -> str:
        """The first sentence of a rule: what a refusal says."""
        return re.split(r"(?<=[.!?]) (?=[A-Z(])", self.full(rule), maxsplit=1)[0]

    def full(self, rule: str) -> str:
        """All of a rule."""
        try:
            return self.rules[rule.upper()]
        except KeyError:
            raise Unknown("rule", rule.upper(), list(self.rules)) from None

    def cited(self, refusal: str | None) -> str | None:
        """The rule that a refusal in words begins with, if it names one."""
        rule = (refusal or "").split(":", 1)[0]
        return rule if rule in self.rules else None

    def chapter(self, rule: str) -> str:
        """The heading under which a rule stands."""
        self.full(rule)
        place = self.text.index(f"- **{rule.upper()}**")
        return ([""] + [match[1] for match in HEADING.finditer(self.text, 0, place)])[-1]
