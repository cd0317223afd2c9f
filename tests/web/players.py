"""Somebody who knows no game: picks what is lit, by mouse, finger or keys, until the game is over."""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Page, TimeoutError

LIT = """() => {
  const found = [];
  for (const each of document.querySelectorAll('.thing.offered, [data-pick]:not(:disabled)')) {
    const id = each.dataset.thing ?? `button ${each.dataset.pick}`;
    const box = each.getBoundingClientRect();
    for (const [right, down] of [[.5, .5], [.5, .15], [.5, .85], [.15, .5], [.85, .5], [.2, .2], [.8, .8]]) {
      const [x, y] = [box.left + right * box.width, box.top + down * box.height];
      if (each.contains(document.elementFromPoint(x, y))) { found.push({ id, x, y }); break; }
    }
  }
  return found;
}"""
"""What can be picked, with a point on the screen where it is not covered."""
UNCOVER = """(dice) => {
  const all = [...document.querySelectorAll('.thing.offered, [data-pick]:not(:disabled)')];
  all[Math.floor(dice * all.length)]?.scrollIntoView({ block: 'center' });
}"""
STATE = """() => {
  const { status, turn, steps, picked } = document.querySelector('[data-status]')?.dataset ?? {};
  return { status, turn, steps: Number(steps), picked: Number(picked) };
}"""
SETTLED = """() => {
  const { status, turn } = document.querySelector('[data-status]')?.dataset ?? {};
  return status === 'over' || turn === 'curtain'
    || turn === 'yours' && !!document.querySelector('.thing.offered, [data-pick]:not(:disabled)');
}"""
CHANGED = """(before) => {
  const { status, turn, steps, picked } = document.querySelector('[data-status]').dataset;
  return status !== before.status || turn !== before.turn || Number(steps) !== before.steps
    || Number(picked) !== before.picked;
}"""
FOCUSED = "() => document.activeElement?.matches('.thing.offered, [data-pick]') ?? false"
SOON = 3000
"""Milliseconds after which one looks again."""
MOST = 900
"""Picks: no game of these tests is longer."""


@dataclass
class Player:
    """Plays at random in a page."""

    page: Page
    dice: Random = field(default_factory=lambda: Random(1))
    picks: int = 0

    def play(self, decisions: int | None = None) -> None:
        """Plays until the game is over, or for so many steps of the game."""
        self.settle()
        first = self.state["steps"]
        while not self.over and (decisions is None or self.state["steps"] < first + decisions):
            assert self.picks < MOST, "the game does not end"
            self.turn()
            self.settle()

    def turn(self) -> None:
        """One pick."""
        before = self.state
        if before["turn"] == "curtain":
            self.page.locator(".curtain button").click()
        else:
            self.pick()
            self.picks += 1
        with suppress(TimeoutError):  # the game had gone on meanwhile: the page says so, and one looks again
            self.page.wait_for_function(CHANGED, arg=before, timeout=SOON)

    def pick(self) -> None:
        """Picks something that is lit."""
        if lit := self.lit():
            self.press(self.dice.choice(lit))

    def lit(self) -> list[dict[str, Any]]:
        """What can be picked and seen; the page is scrolled if there is nothing."""
        for _ in range(30):
            if lit := self.page.evaluate(LIT):
                return list(lit)
            self.page.evaluate(UNCOVER, self.dice.random())
        return []

    def press(self, lit: dict[str, Any]) -> None:
        """A click of the mouse, where the thing is on the screen."""
        self.page.mouse.click(lit["x"], lit["y"])

    def settle(self) -> None:
        """Waits until there is something to do."""
        self.page.wait_for_function(SETTLED)

    @property
    def state(self) -> dict[str, Any]:
        """How the game stands, as the page has it."""
        return dict(self.page.evaluate(STATE))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["status"] == "over")


class Finger(Player):
    """Plays by touch."""

    def press(self, lit: dict[str, Any]) -> None:
        """A touch."""
        self.page.touchscreen.tap(lit["x"], lit["y"])


class Keys(Player):
    """Plays by the keyboard alone."""

    def pick(self) -> None:
        """Tabs to something that is lit, sometimes further, and presses Enter."""
        further = self.dice.randrange(3)
        for _ in range(300):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(FOCUSED):
                if not further:
                    break
                further -= 1
        else:
            raise AssertionError("no key leads to what is lit")
        self.page.keyboard.press("Enter")


def open_table(url: str, game: str, *seats: dict[str, str], players: int = 2, **options: Any) -> tuple[str, list[str]]:
    """A table's page for whoever opened it, and those for the open seats."""
    plan = {"game": game, "players": players, "seats": list(seats), "options": options}
    plan["start"] = all(seat["kind"] != "open" for seat in seats)
    answer = httpx.post(f"{url}/api/tables", json=plan, timeout=300)
    assert answer.is_success, answer.text
    opened = answer.json()
    pages = [f"/t/{opened['table']}#{link['token']}" for link in (opened["mine"], *opened["open"])]
    return pages[0], pages[1:]


ME = {"kind": "me", "name": "Ann"}
OTHER = {"kind": "me", "name": "Ben"}
GUEST = {"kind": "open"}
BOT = {"kind": "bot", "bot": "greedy"}
