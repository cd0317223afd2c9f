"""Connect the Worlds: how another player's cards are split between hand, deck and closed discard pile is nobody's
business; worlds that fit what a seat knows."""

import itertools
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as cw
from quincunx.games.connect_the_worlds.setup import CODES
from quincunx.table.match import Match
from tests import playouts
from tests.games.worlds import NAME, cards, hand, known, play, set_up, sizes
from tests.playouts import SEEDS, Setting, play_on
from tests.properties.empires import assert_empires_are_in_order, assert_worlds_are_in_order, large_empires
from tests.properties.secrets import assert_same, guessed
from tests.properties.sound import assert_moves_are_sound

LIMITS = st.integers(2, 4)
TABLES = playouts.settings(games=[NAME], round_limit=LIMITS)
CLOSED = playouts.settings(games=[NAME], round_limit=LIMITS, open_discards=st.just(False))
PLIES = st.integers(0, 70)
TWO = ("SB@W0(0,0) AT@W0(1,0)", "SB@W1(0,0) AT@W1(1,0) SB@W1(3,0)")


def watchers(position: Position) -> tuple[int | None, ...]:
    """A spectator, and all seats."""
    return (None, *range(position.players))


def others(position: Position, seat: int) -> list[int | None]:
    """A spectator, and all seats but one."""
    return [watcher for watcher in watchers(position) if watcher != seat]


def a_game(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> Match:
    """A game that has gone on for so many moves, from the deal or in crowded worlds."""
    match = large_empires(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    return match


# ---------------------------------------------------------------- worlds made by hand


def sure(position: Position, seat: int) -> Counter[int]:
    """Section 6: the cards that everybody knows to be in a hand: what can be inferred, and the one that is played."""
    now = position.state
    found = Counter({card: int(now.known[seat, card]) for card in range(cw.CARDS)})
    if now.turn == seat and now.card != cw.NOWHERE:
        found[int(now.card)] = max(found[int(now.card)], 1)
    return +found


def dealt_again(position: Position, seat: int | None, random: Random) -> Position:
    """The unknown cards of everybody else lie in other heaps; a world that the seat can't tell from the truth."""
    world = position.copy()
    now, closed = world.state, not position.options["open_discards"]
    for other in range(world.players):
        if other == seat:
            continue
        certain = sure(position, other)
        heaps = [now.hand[other], now.deck[other], *([now.discard[other]] if closed else [])]
        lying = Counter({card: sum(int(heap[card]) for heap in heaps) for card in range(cw.CARDS)})
        pack = list((lying - certain).elements())
        random.shuffle(pack)
        room = [int(heap.sum()) for heap in heaps]
        for heap, many in zip(heaps, room, strict=True):
            heap[:] = 0
            kept = list(certain.elements()) if heap is heaps[0] else []
            for card in (*kept, *(pack.pop() for _ in range(many - len(kept)))):
                heap[card] += 1
    return world


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=12)
def test_other_cards_in_hidden_places_look_the_same(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """CW-070, CW-072, CWR-58: section 6; bytes, position, moves, refusals, scene and picks, for every seat"""
    match = a_game(setting, seed, plies, in_a_crowd)
    random, truth = Random(seed), match.copy()
    for number, seat in itertools.product(range(2), watchers(match)):
        other = dealt_again(truth, seat, random)
        assert_empires_are_in_order(other)
        assert_same(truth, other, seat, pictures=number == 0 and seat in (None, 0, match.turn))


@given(CLOSED, SEEDS, PLIES, st.booleans())
@settings(max_examples=10)
def test_closed_discards_are_as_hidden_as_hands(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """CWR-58"""
    match = a_game(setting, seed, plies, in_a_crowd)
    assert not match.state.known.any()
    for seat in watchers(match):
        assert_same(match.copy(), dealt_again(match, seat, Random(seed)), seat, pictures=seat is None)


def test_that_really_exchanges_something() -> None:
    """The tests above would prove little otherwise."""
    open_table = set_up(*TWO, hands=["HA3", "SC2 AT1"], decks=["EN2", "PO1 HA2 EN1"], discards=["SC2", "HA3"])
    closed = set_up(
        *TWO, hands=["HA3", "SC2 AT1"], decks=["EN2", "PO1 HA2 EN1"], discards=["", "EX3"], open_discards=False
    )
    for game, least in ((open_table, 8), (closed, 20)):
        worlds = {dealt_again(game, 0, Random(start)).raw.tobytes() for start in range(100)}
        assert len(worlds) > least
        assert (
            len({game.view(0).raw.tobytes() for game in [dealt_again(game, 0, Random(start)) for start in range(9)]})
            == 1
        )


def test_a_leak_would_be_found() -> None:
    """What is open is told apart: a discard, the size of a hand, the own deck."""
    game = set_up(*TWO, hands=["HA3", "SC2"], decks=["EN2", "PO1"])
    for words in (
        {"hands": ["HA3", "SC1"], "decks": ["EN2", "PO1 SC1"]},
        {"hands": ["HA3", "SC2"], "decks": ["EN1 HA1", "PO1"]},
        {"hands": ["HA3", "SC2"], "decks": ["EN2", "PO1"], "discards": ["", "HA1"]},
    ):
        with pytest.raises(AssertionError, match="seat 0 can tell by"):
            assert_same(game, set_up(*TWO, **words), 0)


# ---------------------------------------------------------------- what is heard


@given(TABLES, SEEDS, PLIES)
@settings(max_examples=12)
def test_a_turn_sounds_the_same_whatever_the_others_hold(setting: Setting, seed: int, plies: int) -> None:
    """CW-050: section 6; a waiting player's cards decide nothing that the active one does, sees or hears"""
    match = a_game(setting, seed, plies, False)
    if match.turn is None or match.state.round_no == 0:
        return
    seat, random = match.turn, Random(seed)
    true, other = (quincunx.set_up(world.position(), seed=3) for world in (match, dealt_again(match, seat, random)))
    for _ in range(25):
        if true.over or true.turn != seat:
            break
        number = random.choice(true.moves.numbers)
        true.play(number)
        other.play(number)
        assert true.turn == other.turn
        assert_same(true, other, seat, pictures=False)


@pytest.mark.parametrize("early_draw", ["auto", "ask"])
def test_of_drawn_cards_only_the_number_is_heard(early_draw: str) -> None:
    """CW-060, CW-065, CWR-11: many seeds look and sound the same to the others"""
    games = []
    for seed in range(12):
        game = set_up(*TWO, hand="HA1", deck="SC2 EN2 PO1 HA2 AT2", turn=1, seed=seed, early_draw=early_draw)
        games.append(play(game, "gather HA; draw now" if early_draw == "ask" else "gather HA"))
    for game in games[1:]:
        for watcher in (None, 0):
            assert_same(games[0], game, watcher, pictures=False)
    assert len({game.view(1).raw.tobytes() for game in games}) > 6
    assert len({tuple(game.log_for(1)) for game in games}) > 6
    assert "Red draws five cards." in games[0].log_for(0)


NUMBERS = ("a card", "two cards", "three cards", "four cards", "five cards")
HANDS = ("HA3 AT1", "SC1 EN1 PO1 AT1", "SC2 EN1 HA1")


def test_unplayed_cards_are_heard_by_all_unless_discards_are_closed() -> None:
    """CW-063, CWR-58"""
    whole = Counter({"HA": 3, "SC": 2, "EN": 1, "PO": 1, "AT": 1})
    for opened in (True, False):
        games = []
        for text in HANDS:
            held = Counter({token[:2]: int(token[2:]) for token in text.split()})
            deck = " ".join(f"{code}{many}" for code, many in (whole - held).items())
            game = set_up(*TWO, hand=text, deck=deck, turn=1, open_discards=opened, early_draw="off")
            games.append(play(game, "end"))
        heard = {tuple(game.log_for(0)) for game in games}
        assert len(heard) == (3 if opened else 1)
        assert len({game.view(0).raw.tobytes() for game in games}) == (3 if opened else 1)
        if not opened:
            assert "Red discards four cards unplayed." in games[0].log_for(None)
            assert_same(games[0], games[1], 0, pictures=False)


def test_the_owner_hears_of_every_card() -> None:
    """CW-060, CW-063"""
    game = play(set_up(*TWO, hand="HA2 AT1", deck="SC5", turn=1, open_discards=False), "end")
    assert game.log_for(1)[:2] == [
        "Red discards two Harvester cards unplayed.",
        "Red discards an Assault Team card unplayed.",
    ]
    assert game.log_for(1).count("Red draws a Scientists card.") == 5
    assert not [words for words in game.log_for(1) if "five cards" in words or "three cards" in words]


@given(TABLES, SEEDS, PLIES)
@settings(max_examples=15)
def test_nobody_hears_which_cards_another_draws(setting: Setting, seed: int, plies: int) -> None:
    """CW-060, CWR-58: in no game, by no option"""
    match = a_game(setting, seed, plies, False)
    closed = not match.options["open_discards"]
    for seat in watchers(match):
        for words in (telling.words for move in match.heard(seat) for telling in move):
            own = seat is not None and words.startswith(f"{match.name(seat)} ")
            _, verb, what = words.removesuffix(".").partition(" draws " if " draws " in words else " discards ")
            if verb and not own and (verb == " draws " or closed):
                assert what.removesuffix(" unplayed") in NUMBERS


# ---------------------------------------------------------------- what everybody can infer


def test_a_hand_drawn_from_a_small_deck_is_known() -> None:
    """CW-061, CWR-10: TV-10, TV-12, section 6"""
    game = set_up(*TWO, hand="HA1", deck="PO1 SC1", discard="EN2 AT3 HA1", turn=1)
    play(game, "gather HA")
    assert known(game, 1) == "SC1 PO1"
    view = game.view(0)
    assert hand(view, 1) == "SC1 PO1"
    assert sizes(view, 1) == (5, 4, 0)
    assert cards(view.state.deck[1]) == "EN2 HA2 AT3"


def test_a_card_that_is_being_played_is_seen() -> None:
    """CW-072, CW-090: until it is played or discarded the others see only that it is in the hand"""
    game = set_up(*TWO, hand="HA2 SC1", deck="EN2", turn=1)
    assert hand(game.view(0), 1) == ""
    play(game, "move HA")
    assert hand(game.view(0), 1) == "HA1"
    for start in range(20):
        assert guessed(game, 0, start).state.hand[1, cw.HARVESTER] >= 1


# ---------------------------------------------------------------- guesses


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=10)
def test_a_guess_is_a_world_that_looks_like_the_truth(
    setting: Setting, seed: int, plies: int, in_a_crowd: bool
) -> None:
    """Section 6: what is guessed is hidden, fits what is seen, and keeps all limits."""
    match = a_game(setting, seed, plies, in_a_crowd)
    truth = match.copy()
    for seat in watchers(match):
        for start in range(3):
            world = guessed(match, seat, start)
            assert_same(truth, world, seat, pictures=False)
            assert_worlds_are_in_order(world)
            assert_moves_are_sound(world)
            assert_guess_differs_only_in_hidden_cards(truth, world, seat)
            world.set_chance(bytes(8))
            assert quincunx.set_up(world.position()).raw.tobytes() == world.raw.tobytes()


def assert_guess_differs_only_in_hidden_cards(truth: Position, world: Position, seat: int | None) -> None:
    """Everything but hands, decks and closed discards of others is as it is."""
    hidden = {"chance", "hand", "deck", *([] if truth.options["open_discards"] else ["discard"])}
    fields = truth.state.dtype.names
    for field in fields:
        old, new = truth.state[field], world.state[field]
        if field not in hidden:
            assert (old == new).all(), field
        elif field != "chance" and seat is not None:
            assert (old[seat] == new[seat]).all(), field
    for other in range(truth.players):
        mine, theirs = (sum(p.state[f][other].astype(int) for f in ("hand", "deck", "discard")) for p in (truth, world))
        assert (mine == theirs).all(), "owned cards are known to all"


@given(TABLES, SEEDS, PLIES)
@settings(max_examples=10)
def test_a_guess_can_be_played_on(setting: Setting, seed: int, plies: int) -> None:
    """5.2"""
    match = a_game(setting, seed, plies, False)
    random = Random(seed)
    for seat in watchers(match)[:3]:
        world = guessed(match, seat, seed % 1000)
        for _ in range(30):
            if world.over:
                break
            world.play(random.choice(world.moves.numbers))
            assert_worlds_are_in_order(world)


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=25)
def test_who_looks_twice_sees_the_same(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """Hiding what is hidden changes nothing, and a spectator never sees more than a seat."""
    match = a_game(setting, seed, plies, in_a_crowd)
    for seat in watchers(match):
        view = match.view(seat)
        assert view.view(seat).raw.tobytes() == view.raw.tobytes()
        assert view.view(None).raw.tobytes() == match.view(None).raw.tobytes()


def splits(position: Position, seat: int, closed: bool) -> set[tuple[str, str, str]]:
    """All ways to split the cards of a seat as the others may think them."""
    now, certain = position.state, sure(position, seat)
    fields = ("hand", "deck", "discard") if closed else ("hand", "deck")
    lying = Counter({card: sum(int(now[field][seat, card]) for field in fields) for card in range(cw.CARDS)})
    pack = list((lying - certain).elements())
    drawn, thrown = int(now.hand_left[seat]) - certain.total(), int(now.discard_left[seat]) if closed else 0
    found = set()
    for held in set(itertools.combinations(sorted(pack), drawn)):
        rest = list((Counter(pack) - Counter(held)).elements())
        for discarded in set(itertools.combinations(sorted(rest), thrown)):
            deck = Counter(rest) - Counter(discarded)
            pile = text(Counter(discarded)) if closed else cards(now.discard[seat])
            found.add((text(Counter(held) + certain), text(deck), pile))
    return found


def text(counts: Counter[int]) -> str:
    """Cards by kind."""
    return " ".join(f"{CODES[card]}{counts[card]}" for card in range(cw.CARDS) if counts[card])


SMALL: dict[str, tuple[dict[str, Any], str]] = {
    "open discards": ({"hands": ["HA2", "SC1 HA1"], "decks": ["EN1", "PO1 AT1 HA1"], "discards": ["", "EN2"]}, ""),
    "closed discards": (
        {"hands": ["HA2", "SC1 HA1"], "decks": ["EN1", "PO1 AT1"], "discards": ["", "EN2"], "open_discards": False},
        "",
    ),
    "a known part": (
        {"hands": ["HA2", "SC1 HA2"], "decks": ["EN1", "PO1 AT1 HA1"], "known": ["", "HA1"]},
        "",
    ),
    "a card being played": (
        {"hands": ["HA2", "SC1 HA2"], "decks": ["EN1", "PO1 AT1 EN1"], "turn": 1},
        "gather HA; move SC",
    ),
    "an empty deck": ({"hands": ["HA2", "SC1 HA2"], "decks": ["EN1", ""]}, ""),
}


@pytest.mark.parametrize("case", SMALL)
def test_guesses_are_all_that_could_be_and_nothing_else(case: str) -> None:
    """Section 6: every split that fits, and only those; a spectator guesses both"""
    words, moves = SMALL[case]
    game = set_up(*TWO, **words)
    if moves:
        play(game, moves)
    closed = not game.options["open_discards"]
    for watcher, seat in ((0, 1), (None, 1), (None, 0)):
        wanted = splits(game, seat, closed)
        found = set()
        for start in range(40 * len(wanted)):
            now = guessed(game, watcher, 7919 * start).state
            found.add((cards(now.hand[seat]), cards(now.deck[seat]), cards(now.discard[seat])))
        assert found == wanted
    own = guessed(game, 0, 5).state
    assert cards(own.hand[0]) == hand(game, 0)


def test_guesses_are_fair() -> None:
    """Section 6: the rest of a hand is distributed evenly over the unknown cards"""
    game = set_up(*TWO, hands=["HA1", "SC1"], decks=["HA1", "HA3"])
    found = Counter(hand(guessed(game, 0, 104729 * start), 1) for start in range(2000))
    assert set(found) == {"SC1", "HA1"}
    assert 400 < found["SC1"] < 600, "one of four"
