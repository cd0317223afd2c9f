"""People at one table: in two browsers, at one screen, and what comes between."""

from random import Random

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.server.processes import Process
from tests.web.browsing import PATIENCE, Visitors
from tests.web.players import BOT, GUEST, ME, OTHER, Player, open_table

SECRET = "vanguard-rome"
"""A game with hands and cards that lie face down."""
LABELS = "() => [...document.querySelectorAll('[data-thing]')].map((each) => [each.dataset.thing, each.ariaLabel])"

UNIT = "; attack "
"""In the words for a unit that one can see, and for nothing else. A command may be kept back by a rule of attacks."""

ENOUGH, MOST = 60, 400
"""Picks: how many are watched, and how many until something must have been hidden; chance has its say in that."""

ARRIVED = 500
"""Milliseconds after which both have probably seen the last move."""


def labels(page: Page) -> dict[str, str]:
    """Everything on the board, with its words."""
    return dict(page.evaluate(LABELS))


def test_two_people_in_two_browsers_each_know_their_own(visitors: Visitors) -> None:
    table, (seat,) = open_table(visitors.url, SECRET, ME, GUEST)
    ann, ben = visitors.visit(table), visitors.visit(seat)
    received: list[str] = []
    ann.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    ann.reload()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ann.get_by_role("button", name="Start the game").click()
    players = [Player(ann), Player(ben, Random(5))]
    for page in (ann, ben):
        page.locator("[data-status=playing]").wait_for()
    hidden = turn = 0
    while not players[0].over and (turn < ENOUGH or (not hidden and turn < MOST)):
        turn += 1
        next(player for player in players if to_move(player, players)).turn()
        if turn % 6 == 0:
            secrets = secrets_of_ben(ann, ben)
            for _ in range(20):
                if not [words for words in secrets if words in "".join(received)]:
                    break
                ann.wait_for_timeout(ARRIVED)  # one of them had not seen the last move yet
                secrets = secrets_of_ben(ann, ben)
            assert not [words for words in secrets if words in "".join(received)]
            hidden += len(secrets)
    assert hidden, "both see the same"
    assert seat.partition("#")[2] not in "".join(received) + ann.content()


def secrets_of_ben(ann: Page, ben: Page) -> list[str]:
    """Ben's units that lie face down before Ann, as Ben sees them."""
    seen = labels(ann)
    return [words for thing, words in labels(ben).items() if UNIT in words and UNIT not in seen.get(thing, words)]


def to_move(player: Player, players: list[Player]) -> bool:
    """Whether it is a player's turn; waits until somebody's page says so."""
    while not any(each.over or each.state["turn"] == "yours" for each in players):
        players[0].page.wait_for_timeout(50)
    return player.over or bool(player.state["turn"] == "yours")


def test_at_one_screen_a_curtain_hides_the_other_hand(visitors: Visitors) -> None:
    table, _ = open_table(visitors.url, SECRET, ME, OTHER)
    page = visitors.visit(table)
    player, curtains = Player(page), 0
    player.settle()
    while player.state["steps"] < 12 and not player.over:
        if player.state["turn"] == "curtain":
            curtains += 1
            assert labels(page) == {}
            assert page.locator("[data-pick]").count() == 0
        player.turn()
        player.settle()
    assert curtains


def test_a_game_goes_on_after_reload_and_the_back_button(visitors: Visitors) -> None:
    table, _ = open_table(visitors.url, "vanagloria", ME, BOT)
    page = visitors.visit(table)
    player = Player(page)
    player.play(4)
    before = player.state["steps"]
    page.reload()
    player.settle()
    assert player.state["steps"] >= before
    page.locator("header a").first.click()
    page.locator("main h2").first.wait_for()
    page.go_back()
    player.settle()
    player.play(2)
    assert player.state["steps"] > before


def test_a_lost_connection_is_told_and_mends_itself(visitors: Visitors, process: Process) -> None:
    table, _ = open_table(visitors.url, "vanagloria", ME, BOT)
    page = visitors.visit(table)
    player = Player(page)
    player.play(4)
    before = player.state["steps"]
    process.kill()
    lost = page.get_by_text("The connection is lost")
    expect(lost).to_be_visible(timeout=PATIENCE)
    process.launch()
    expect(lost).to_be_hidden(timeout=PATIENCE)
    player.play(2)
    assert player.state["steps"] > before
    visitors.errors = [each for each in visitors.errors if "WebSocket connection" not in each]


def test_a_refusal_names_its_rule_and_opens_it(visitors: Visitors) -> None:
    table, _ = open_table(visitors.url, "vanagloria", ME, BOT)
    page = visitors.visit(table)
    Player(page).settle()
    closed = page.locator(".thing:not(.offered):not(.still)")
    refused = page.locator("[role=status] .wrong")
    for number in range(closed.count()):
        closed.nth(number).dispatch_event("click")
        try:
            refused.wait_for(timeout=2000)
        except TimeoutError:
            continue
        if refused.get_by_role("button").count():
            break
    rule = refused.get_by_role("link").or_(refused.get_by_role("button")).first.inner_text().split()[-1]
    assert rule.startswith("VG-")
    refused.get_by_role("button").click()
    expect(page.locator(f"#{rule}")).to_be_in_viewport()


@pytest.mark.parametrize("game", ["vanagloria", "vanguard-rome", "connect-four"])
def test_one_click_at_the_start_and_somebody_plays(visitors: Visitors, game: str) -> None:
    page = visitors.visit("/")
    card = page.locator("li").filter(has=page.locator(f"a[href='/new/{game}']"))
    card.get_by_role("button", name="Play a bot now").click()
    page.locator("[data-status=playing]").wait_for()
