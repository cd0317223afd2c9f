"""Connect the Worlds: rounds, turns, drawing and discarding."""

from collections import Counter

import pytest

from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.setup import CODES
from tests.games.worlds import (
    acts,
    alive,
    cards,
    deck,
    discard,
    end_round,
    hand,
    known,
    legal,
    new,
    pieces,
    play,
    play_on,
    pool,
    refused,
    round_no,
    set_up,
    settled,
    sizes,
    winners,
    written,
)
from tests.helpers import told

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"
START = Counter({"SC": 2, "EN": 2, "PO": 1, "HA": 3, "AT": 2})


def counted(text: str) -> Counter[str]:
    """Cards as they are written."""
    return Counter({card[:2]: int(card[2:]) for card in text.split()})


# ---------------------------------------------------------------- rounds


@pytest.mark.parametrize("first", range(4))
def test_turns_go_clockwise_from_player_1(first: int) -> None:
    """CW-020, CW-040, CW-050: one turn each in a round; the next round begins with Player 1 again"""
    game = settled(4, first_player=f"seat{first}")
    order = []
    for _ in range(8):
        order.append((round_no(game), acts(game)))
        game.play("end")
    seats = ["ABCD"[(first + i) % 4] for i in range(4)]
    assert order == [(number, seat) for number in (1, 2) for seat in seats]


def test_nobody_acts_in_the_turn_of_another() -> None:
    """CW-050, CW-090: all moves on the list are those of the seat in turn, with its own cards"""
    game = set_up(HOME, AWAY, hand="SC", hands=["SC1", "HA1 AT1"], decks=["", ""])
    assert legal(game) == {"end", "move SC"}
    assert refused(game, "gather HA") == "CW-072"
    assert refused(play(game, "move SC"), "W1(0,0)") == "CW-132"


def test_a_goal_is_checked_only_at_the_end_of_a_round() -> None:
    """CW-051, CW-020: not when it is reached, nor between turns"""
    game = set_up(f"{HOME} SB@W1(3,0) SB@S(0,0)", AWAY, hand="SC HA")
    play(game, "move SC SB S(0,0)->W2(0,0)")
    assert not game.over
    play(game, "end")
    assert (game.over, acts(game), round_no(game)) == (False, "B", 5)
    play(game, "end")
    assert (game.over, winners(game)) == (True, "A")
    assert {"CW-051", "CW-240"} <= set(told(game))


def test_who_is_tied_for_victory_has_not_won() -> None:
    """CW-052, CWR-48: the next round begins"""
    game = set_up(f"{HOME} SB@W1(3,0) SB@W2(0,0)", f"{AWAY} SB@W0(3,0) SB@W2(-3,0)", hand="HA")
    end_round(game)
    assert (winners(game), round_no(game)) == ("", 6)
    assert {"CW-052", "CWR-48"} <= set(told(game))


def test_nothing_is_played_when_the_game_is_over() -> None:
    """CW-020"""
    game = end_round(set_up(f"{HOME} SB@W1(3,0) SB@W2(0,0)", AWAY, hand="HA"))
    assert (game.over, legal(game)) == (True, set())
    assert refused(game, "end") == refused(game, "gather HA") == refused(game, "W0(0,0)") == "CW-020"


# ---------------------------------------------------------------- drawing


def test_a_hand_has_five_cards() -> None:
    """CW-060, CW-066"""
    game = settled(3)
    for _ in range(12):
        assert sizes(game, int(game.state.turn))[0] == 5
        game.play("end")
        assert max(sizes(game, seat)[0] for seat in range(3)) <= 5


@pytest.mark.parametrize("seed", range(8))
def test_the_deck_runs_out_while_drawing(seed: int) -> None:
    """CW-061, CWR-10: the rest first, then from the shuffled discard pile"""
    words = {"decks": ["EN2", "HA1"], "discards": ["SC4 HA3", ""], "hands": ["", "PO1"]}
    game = play(set_up(HOME, AWAY, turn=1, early_draw="off", seed=seed, **words), "end")
    assert sizes(game, 0) == (5, 4, 0)
    assert counted(hand(game, 0))["EN"] == 2
    assert known(game, 0) == "EN2"
    assert counted(hand(game, 0)) + counted(deck(game, 0)) == counted("SC4 EN2 HA3")
    assert {"CW-061", "CWR-10"} <= set(told(game))


def test_who_owns_fewer_than_five_cards_draws_all() -> None:
    """CWR-10"""
    game = play(set_up(HOME, AWAY, hand="HA2 SC", deck="PO"), "end")
    assert (hand(game, 0), sizes(game, 0)) == ("SC1 PO1 HA2", (4, 0, 0))


def test_unplayed_and_played_cards_are_discarded() -> None:
    """CW-062, CW-063, CW-200: any number may be left unplayed"""
    for plays in range(4):
        game = set_up(HOME, AWAY, hand="HA3 SC AT", deck="PF5")
        play(game, "; ".join(["gather HA"] * plays + ["end"]))
        assert discard(game, 0) == "SC1 HA3 AT1"
        assert pool(game, 0) == 3 * plays
        assert hand(game, 0) == "PF5"


def test_cards_are_played_in_any_order_each_once() -> None:
    """CW-062, CW-072, CWR-16: a played card is in the discard pile at once"""
    for order in ("gather HA; gather EX", "gather EX; gather HA"):
        game = play(set_up(HOME, AWAY, hand="HA EX SC"), order)
        assert (hand(game, 0), discard(game, 0), pool(game, 0)) == ("SC1", "HA1 EX1", 7)
        assert refused(game, "gather HA") == refused(game, "move EX") == "CW-072"


def test_an_empty_deck_is_made_new_at_the_end_of_the_turn() -> None:
    """CW-064: the discard pile becomes the deck; otherwise it stays"""
    game = play(set_up(HOME, AWAY, hand="HA", discard="SC3", early_draw="off"), "end")
    assert (deck(game, 0), discard(game, 0), hand(game, 0)) == ("SC3 HA1", "", "")
    game = play(set_up(HOME, AWAY, hand="HA", discard="SC3", deck="PO", early_draw="off"), "end")
    assert (deck(game, 0), discard(game, 0), hand(game, 0)) == ("PO1", "SC3 HA1", "")


def test_a_discarded_card_is_used_only_after_it_was_drawn_again() -> None:
    """CW-071"""
    game = set_up(HOME, AWAY, hand="SC", discard="HA5", deck="PO5")
    assert refused(game, "gather HA") == "CW-072"
    play(game, "end; end")
    assert refused(game, "gather HA") == "CW-072"
    play(game, "end; end")
    assert refused(game, "gather HA") is None


# ---------------------------------------------------------------- the early draw


def test_the_next_hand_is_drawn_at_the_end_of_the_turn() -> None:
    """CW-065, CWR-11: and nothing more at the start of the next turn; the very first hand comes with the first turn"""
    game = settled()
    assert sizes(game, 1) == (0, 10, 0)
    play(game, "end")
    assert (sizes(game, 0), sizes(game, 1)) == ((5, 0, 5), (5, 5, 0))
    held = hand(game, 0)
    play(game, "end")
    assert (acts(game), hand(game, 0)) == ("A", held)


def test_the_early_draw_may_be_asked_for() -> None:
    """CW-065, CWR-11"""
    game = set_up(HOME, AWAY, hand="HA", deck="PO5", early_draw="ask")
    assert refused(game, "draw now") == refused(game, "draw later") == "CWR-11"
    play(game, "end")
    assert (acts(game), legal(game)) == ("A", {"draw now", "draw later"})
    assert refused(game, "end") == refused(game, "gather HA") == refused(game, "W0(0,0)") == "CW-065"
    later = game.copy().play("draw later")
    play(game, "draw now")
    assert (hand(game, 0), acts(game)) == ("PO5", "B")
    assert (hand(later, 0), acts(later)) == ("", "B")
    later.play("end").play("draw later")
    assert (acts(later), hand(later, 0)) == ("A", "PO5")


def test_without_the_early_draw_a_hand_comes_with_the_turn() -> None:
    """CW-060, CW-065, CWR-11"""
    game = settled(early_draw="off")
    play(game, "end")
    assert (sizes(game, 0), sizes(game, 1)) == ((0, 5, 5), (5, 5, 0))
    play(game, "end")
    assert sizes(game, 0) == (5, 0, 5)


# ---------------------------------------------------------------- the end of a turn


def test_with_the_last_card_the_turn_ends_by_itself() -> None:
    """CW-067"""
    game = play(set_up(HOME, AWAY, hand="HA2"), "gather HA")
    assert acts(game) == "A"
    assert acts(play(game, "gather HA")) == "B"


def test_a_player_without_cards_has_no_decisions() -> None:
    """CW-067: the turn ends by itself at once"""
    game = play(set_up(HOME, AWAY, "SB@W2(0,0)", hand="HA", decks=["", "", "SC1"]), "gather HA")
    assert (acts(game), alive(game)) == ("C", "ABC")


def test_who_can_do_nothing_ends_the_turn() -> None:
    """CWR-67, CWR-57, CW-062: no penalty"""
    game = set_up("AT'@W0(0,0)", AWAY, hand="SB AT MP SC")
    assert legal(game) == {"end"}
    play(game, "end")
    assert (acts(game), discard(game, 0), pieces(game, 0)) == ("B", "", "AT@W0(0,0)")
    assert hand(game, 0) == "SC1 SB1 MP1 AT1"


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_has_at_most_five_card_plays_and_twenty_decisions(seed: int) -> None:
    """CWR-64, CW-066: nothing is drawn while cards are played"""
    game = settled(2, seed)
    decisions, start = 0, (1, "A")
    for _ in range(400):
        if game.over:
            break
        before = sizes(game, int(game.state.turn))[0]
        play_on(game, seed, len(game.line) + 1)
        if (round_no(game), acts(game)) != start:
            start, decisions = (round_no(game), acts(game)), 0
            continue
        decisions += 1
        assert decisions <= 20
        assert sizes(game, int(game.state.turn))[0] <= before


def test_locks_end_with_the_turn() -> None:
    """CW-127, CW-163: a defender that survives is free, too"""
    game = play(set_up(f"{HOME} AT@W1(1,0)", "TF@W1(0,0)", hand="SC2"), "move SC AT W1(1,0)->W1(0,0)")
    play(game, "end")
    assert (acts(game), pieces(game, 1)) == ("B", "TF@W1(0,0)")
    assert legal(play(game, "move HA")) == {"W1(0,0)"}


# ---------------------------------------------------------------- what others know


def test_everybody_can_infer_a_hand_that_took_the_whole_deck() -> None:
    """CW-060, CW-070: the second hand of the starting deck (section 6); what is played is no longer in it"""
    game = play(set_up(HOME, AWAY, hand="HA2 SC EN AT", deck="HA PO SC EN AT"), "end")
    assert known(game, 0) == hand(game, 0) == "SC1 EN1 PO1 HA1 AT1"
    assert hand(game.view(1), 0) == hand(game, 0)
    play(game, "end; gather HA")
    assert known(game, 0) == hand(game, 0) == "SC1 EN1 PO1 AT1"
    play(game, "end")
    assert (known(game, 0), sizes(game, 0)) == ("", (5, 5, 0))
    seen = game.view(1)
    assert (hand(seen, 0), sizes(seen, 0)) == ("", (5, 5, 0))
    assert hand(game.view(0), 0) == hand(game, 0)


def test_discard_piles_are_open_or_closed() -> None:
    """CWR-58, CW-070: if they are closed nobody infers anything of a hand"""
    words = {"hand": "HA2 SC EN AT", "deck": "HA PO SC EN AT"}
    game = play(set_up(HOME, AWAY, **words), "end")
    assert discard(game.view(1), 0) == discard(game.view(None), 0) == "SC1 EN1 HA2 AT1"
    game = play(set_up(HOME, AWAY, open_discards=False, **words), "end")
    seen = game.view(1)
    assert (discard(seen, 0), known(game, 0), sizes(seen, 0)) == ("", "", (5, 0, 5))
    assert discard(game.view(0), 0) == "SC1 EN1 HA2 AT1"
    assert any("two Harvester cards" in telling.words for telling in game.heard(0)[-1])
    heard = [telling.words for telling in game.heard(1)[-1] if telling.words.startswith("Blue")]
    assert heard == ["Blue discards five cards unplayed.", "Blue draws five cards."]


def test_decks_are_face_down() -> None:
    """CW-070: others see a number; hand and deck of another lie together"""
    game = settled(2, 4)
    seen = game.view(1)
    assert deck(seen, 0) == "SC2 EN2 PO1 HA3 AT2"
    assert (hand(seen, 0), sizes(seen, 0)) == ("", (5, 5, 0))


@pytest.mark.parametrize("seed", range(2))
def test_cards_never_pass_between_players(seed: int) -> None:
    """CW-070, CW-112, CWR-66: what a player owns is the starting deck and what was bought, less what was deployed"""
    game = settled(2, seed)
    owned = [Counter(START), Counter(START)]
    for _ in range(500):
        if game.over:
            break
        play_on(game, seed, len(game.line) + 1)
        for row in game.happened():
            if row[0] == s.EV_BOUGHT:
                owned[int(row[1])][CODES[int(row[2])]] += 1
            elif row[0] == s.EV_DEPLOYED:
                owned[int(row[1]) // s.KINDS][CODES[s.ACTIONS + int(row[1]) % s.KINDS]] -= 1
            elif row[0] == s.EV_ELIMINATED:
                owned[int(row[1])].clear()
        for seat in range(2):
            found = sum((counted(heap(game, seat)) for heap in (hand, deck, discard)), Counter[str]())
            assert found == +owned[seat]


def test_a_round_of_a_new_game() -> None:
    """CW-020: setup, then rounds from 1 on"""
    game = new()
    assert round_no(game) == 0
    play(game, "W0; W0(0,0); W1; W1(0,0)")
    assert (round_no(game), written(game)["phase"]) == (1, "MAIN")
    assert cards(game.state.deck[1]) == "SC2 EN2 PO1 HA3 AT2"
