"""Every screen: axe finds nothing serious in any look, a phone has room for it, and its words are those chosen."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from quincunx.games import GAMES
from tests.web.browsing import PHONE, Visitors
from tests.web.looking import SOFT, check_looks, check_phone
from tests.web.players import BOT, GUEST, ME, Player, open_table


def check(page: Page) -> None:
    """Everything that must hold of a screen, at a desk and on a phone."""
    page.wait_for_load_state("networkidle")
    check_looks(page)
    page.set_viewport_size(PHONE["viewport"])
    page.wait_for_timeout(SOFT)
    check_phone(page)


def test_the_start(visitors: Visitors) -> None:
    page = visitors.visit("/")
    page.locator("main h2").first.wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_setting_up(visitors: Visitors, game: str) -> None:
    page = visitors.visit(f"/new/{game}")
    page.locator("form select").first.wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook(visitors: Visitors, game: str) -> None:
    rule = next(iter(httpx.get(f"{visitors.url}/api/games/{game}/rulebook").json()["rules"]))
    page = visitors.visit(f"/rules/{game}#{rule}")
    page.locator(f"#{rule}").wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_its_middle(visitors: Visitors, game: str) -> None:
    table, _ = open_table(visitors.url, game, ME, BOT)
    page = visitors.visit(table)
    Player(page).play(6)
    check(page)
    for tab in page.get_by_role("tab").all():
        tab.click()
        check_looks(page)
        check_phone(page)


@pytest.mark.parametrize(("game", "signs"), [("vanagloria", ["1", "2"]), ("vanguard-rome", ["A", "B"])])
def test_a_lobby(visitors: Visitors, game: str, signs: list[str]) -> None:
    table, _ = open_table(visitors.url, game, ME, GUEST)
    page = visitors.visit(table)
    expect(page.locator(".badge")).to_have_text(signs)
    check(page)


def test_a_page_that_is_not_there(visitors: Visitors) -> None:
    check(visitors.visit("/nowhere"))


def test_the_words_are_german_where_somebody_wants_them(visitors: Visitors) -> None:
    page = visitors.visit("/")
    english = page.locator("main h1").inner_text()
    page.locator("header select").filter(has=page.locator("option[value=de]")).select_option("de")
    page.locator("html[lang=de]").wait_for()
    expect(page.locator("main h1")).not_to_have_text(english)
    page.reload()
    page.locator("html[lang=de]").wait_for()
    check(page)
    table, _ = open_table(visitors.url, "vanagloria", ME, BOT)
    page.goto(table)
    Player(page).play(2)
    assert page.locator("html").get_attribute("lang") == "de"
    check(page)


def test_a_german_browser_is_spoken_to_in_german(visitors: Visitors) -> None:
    page = visitors.visit("/", locale="de-DE")
    page.locator("html[lang=de]").wait_for()
