"""The form of every game sets every option, and says it when something can't be."""

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from quincunx.games import GAMES
from tests.web.browsing import Visitors


def details(url: str, game: str, players: int) -> dict[str, Any]:
    """What the server says about a game."""
    found: dict[str, Any] = httpx.get(f"{url}/api/games/{game}", params={"players": players}).json()
    return found


def another(option: dict[str, Any]) -> Any:
    """A value that is not the usual one."""
    if option["kind"] == "yes or no":
        return not option["default"]
    if option["kind"] == "number":
        return option["values"][1] if option["default"] == option["values"][0] else option["values"][0]
    return next((value for value in option["values"] if value != option["default"]), option["default"])


def fill(page: Page, option: dict[str, Any], value: Any) -> None:
    """Chooses a value as a person would."""
    field = page.locator(f"#option-{option['name']}")
    if option["kind"] == "yes or no":
        field.set_checked(value)
    elif option["kind"] == "number":
        field.fill(str(value))
        field.press("Tab")
    else:
        field.select_option(str(value).lower() if isinstance(value, bool) else str(value))


def start(page: Page) -> dict[str, Any] | None:
    """Presses the button: the table, as the server has it; None if it can't be, and the page says why."""
    page.locator("form button.main").click()
    page.locator("[data-status], [role=alert]").first.wait_for()
    if page.locator("[role=alert]").count():
        assert page.locator("[role=alert]").inner_text().strip()
        return None
    table = page.evaluate("() => location.pathname.split('/').pop()")
    found: dict[str, Any] = page.evaluate(
        "(table) => fetch(`/api/tables/${table}`).then((found) => found.json())", table
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_every_game(visitors: Visitors, game: str) -> None:
    page = visitors.visit(f"/new/{game}")
    most = httpx.get(f"{visitors.url}/api/games/{game}").json()["players"][-1]
    players = min(3, most)
    asked = details(visitors.url, game, players)["options"]
    assert asked
    for option in asked:
        page.goto(f"/new/{game}")
        field = page.locator(f"#option-{option['name']}")
        field.wait_for()
        expect(page.locator("form")).to_contain_text(option["help"][:40])
        if option["kind"] == "choice":
            expect(field.locator("option")).to_have_count(len(option["values"]))  # those of two players come first
        value = another(option)
        fill(page, option, value)
        opened = start(page)
        if opened is not None:
            assert opened["options"][option["name"]] == value, option["name"]


def test_seats_for_all_kinds_and_a_clock(visitors: Visitors) -> None:
    page = visitors.visit("/new/vanagloria")
    page.locator("form select").first.select_option("4")
    seats = page.get_by_label("Who sits at seat")
    expect(seats).to_have_count(4)
    for seat, kind in enumerate(("me", "me", "bot", "open")):
        seats.nth(seat).select_option(kind)
    for name, words in (("Name at seat 1", "Ann"), ("Name at seat 2", "Ben")):
        page.get_by_label(name).fill(words)
    page.get_by_label("Clock").select_option("fischer")
    page.locator("form button.main").click()
    expect(page.locator("main")).to_contain_text("Ann")
    table = page.evaluate("() => location.pathname.split('/').pop()")
    found = httpx.get(f"{visitors.url}/api/tables/{table}").json()
    assert [bool(seat["bot"]) for seat in found["seats"]] == [False, False, True, False]
    assert [seat["free"] for seat in found["seats"]] == [False, False, False, True]
    assert found["settings"]["clock"]["kind"] == "fischer"
