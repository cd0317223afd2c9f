"""After the game: result, replay, links to a step, files, playing on; and lessons before it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from quincunx.games import GAMES
from tests.web.browsing import Visitors
from tests.web.looking import check_looks
from tests.web.players import BOT, ME, Player

OPEN = """async (plan) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(plan) });
  const { table, mine, watch } = await answer.json();
  const kept = { table, token: mine.token, watch, game: plan.game, title: plan.game, when: Date.now() };
  localStorage.setItem('quincunx.tables', JSON.stringify([kept]));
}"""
"""Opens a table as the page itself does, with a bot that it does not offer."""


@pytest.fixture
def ended(visitors: Visitors) -> Page:
    """A game that is over."""
    page = visitors.visit("/")
    page.evaluate(OPEN, {"game": "connect-four", "players": 2, "seats": [ME, BOT], "start": True})
    page.reload()
    page.locator("a[href^='/t/']").first.click()
    Player(page).play()
    return page


def step(page: Page) -> int:
    """The step that is looked at."""
    return int(page.get_by_role("slider").input_value())


def test_a_replay_goes_to_any_step_and_its_link_leads_there(visitors: Visitors, ended: Page) -> None:
    last = step(ended)
    assert last > 6
    check_looks(ended)
    ended.get_by_role("group", name="Replay").get_by_role("button").first.click()
    expect(ended.get_by_role("slider")).to_have_value("0")
    ended.get_by_role("slider").fill("3")
    expect(ended.locator("[data-piece]")).to_have_count(3)
    ended.get_by_role("button", name="Share this step").click()
    link = ended.get_by_label("Whoever has this link").input_value()
    visitor = visitors.visit(link.removeprefix(visitors.url))
    expect(visitor.get_by_role("slider")).to_have_value("3")
    expect(visitor.locator("[data-piece]")).to_have_count(3)


def test_a_replay_offers_no_step_before_it_knows_how_many_there_are(ended: Page) -> None:
    held: list[Route] = []
    ended.route("**/replay/0", lambda route: held.append(route))
    with ended.expect_request("**/replay/0"):
        ended.reload()
    ended.keyboard.press("Home")
    expect(ended.get_by_role("slider", include_hidden=True)).to_be_hidden()
    held.pop().continue_()
    assert step(ended) > 6
    assert not held, "the key was taken before there was a step to go to"


def test_a_game_is_saved_and_loaded_and_checked(visitors: Visitors, ended: Page, tmp_path: Path) -> None:
    with ended.expect_download() as download:
        ended.get_by_role("button", name="Save").click()
    file = tmp_path / "game.jsonl"
    download.value.save_as(file)
    page = visitors.visit("/")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[data-status=over]").wait_for()
    assert page.evaluate("() => document.querySelector('[data-status]').dataset.steps") == ended.evaluate(
        "() => document.querySelector('[data-status]').dataset.steps"
    )
    ended.get_by_role("button", name="Check").click()
    expect(ended.locator("[role=status] .right")).to_be_visible()


def test_it_is_played_on_from_a_step_and_once_more(ended: Page) -> None:
    ended.get_by_role("slider").fill("2")
    ended.get_by_role("button", name="Play on from here").click()
    ended.locator("[data-status=playing]").wait_for()
    player = Player(ended)
    player.play()
    ended.get_by_role("button", name="Play again").click()
    ended.locator("[data-status=playing]").wait_for()


GO_ON = """done => {
    if (document.querySelectorAll('.steps .past').length > done) return 'past';
    const offered = document.querySelector('.thing.offered, .actions button.main');
    return offered && (offered.dispatchEvent(new MouseEvent('click', {bubbles: true})), 'picked');
}"""
"""Picks what is offered, unless the step is done: looked at and done at once, since the answer may come any time."""


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_followed_to_its_end(visitors: Visitors, game: str) -> None:
    page = visitors.visit(f"/learn/{game}")
    steps = page.locator(".steps li")
    steps.first.wait_for()
    check_looks(page)
    now = "() => document.querySelectorAll('.steps .past').length"
    for done in range(steps.count()):
        for _ in range(40):
            if page.wait_for_function(GO_ON, arg=done).json_value() == "past":
                break
            page.wait_for_timeout(150)
        assert page.evaluate(now) == done + 1
    check_looks(page)
