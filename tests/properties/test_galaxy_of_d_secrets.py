"""Galaxy of D: baskets, hands, losses named in secret, stacks under fog, and what is told of older turns."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import state as gd
from quincunx.games.galaxy_of_d.fleets import class_of, kind_of, sector_of
from quincunx.table.match import Match
from tests import playouts
from tests.playouts import SEEDS, Setting, choose, crowded, play_on, played
from tests.properties.fleets import assert_fleets_are_in_order
from tests.properties.secrets import WATCHERS, assert_same, guessed

GALAXIES = playouts.settings(games=["galaxy-of-d"])
FOGGY = playouts.settings(games=["galaxy-of-d"], fog=st.just("top"))
PLIES = st.integers(0, 320)

# ---------------------------------------------------------------- worlds made by hand


def covered(position: Position, seat: int) -> list[int]:
    """GD-230: the indices of the seat's ships that another sees only as so many under a top ship."""
    now = position.state
    count = int(now.count[seat])
    codes = [int(code) for code in now.ship[seat, :count]]
    under = [i for i in range(count - 1) if sector_of(codes[i]) == sector_of(codes[i + 1])]
    return [i for i in under if sector_of(codes[i]) != now.fight and codes[i] != now.picked]


def thing_on(position: Position, sector: int) -> int:
    """What lies in a sector; 0: nothing."""
    now = position.state
    return next((int(now.thing_kind[i]) for i in range(now.things) if now.thing_at[i] == sector), 0)


def with_class(position: Position, code: int, ship_class: int, random: Random) -> int:
    """A ship's code with another class, laden as the place has it (R-21)."""
    if kind_of(ship_class) == gd.FREIGHTER_KIND:
        free = random.choice((gd.FREIGHTER, gd.LADEN))
        ship_class = {gd.PLANET: gd.LADEN, gd.SPACEPORT: gd.FREIGHTER}.get(thing_on(position, sector_of(code)), free)
    return (code & ~gd.CLASS_MASK) | ship_class


def shuffled_under_cover(position: Position, seat: int, random: Random) -> Position:
    """The covered ships of a seat, exchanged among all their places."""
    other = position.copy()
    places = covered(position, seat)
    classes = [class_of(int(position.state.ship[seat, i])) for i in places]
    random.shuffle(classes)
    for i, ship_class in zip(places, classes, strict=True):
        other.state.ship[seat, i] = with_class(position, int(position.state.ship[seat, i]), ship_class, random)
    return other


@given(FOGGY, SEEDS, st.integers(0, 40))
@settings(max_examples=25)
def test_what_lies_under_a_top_ship_may_be_anything(setting: Setting, seed: int, plies: int) -> None:
    """GD-230, R-51"""
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, plies):
        pass
    random = Random(seed)
    truth = match.copy()
    for seat in (0, 1):
        for number in range(6):
            other = shuffled_under_cover(truth, seat, random)
            assert_fleets_are_in_order(other)
            assert_same(truth, other, 1 - seat, pictures=number == 0)
            assert_same(truth, other, None, pictures=False)


@given(FOGGY, SEEDS)
def test_everything_else_about_a_stack_is_seen(setting: Setting, seed: int) -> None:
    """GD-230: own ships, top ships, heights and the pools; without fog all of it."""
    match = crowded(setting, seed)
    now = match.state
    for seat in WATCHERS:
        known = match.view(seat).state
        assert (known.in_play == now.in_play).all()
        for owner in (0, 1):
            if owner == seat:
                assert (known.ship[owner] == now.ship[owner]).all()
            hidden = set(covered(match, owner)) if owner != seat else set()
            for i in range(now.count[owner]):
                if i in hidden:
                    assert class_of(int(known.ship[owner, i])) == gd.UNSEEN
                    assert sector_of(int(known.ship[owner, i])) == sector_of(int(now.ship[owner, i]))
                else:
                    assert known.ship[owner, i] == now.ship[owner, i]
    opened = quincunx.set_up(json.loads(match.position()) | {"options": match.options | {"fog": "open"}})
    for seat in WATCHERS:
        assert (opened.view(seat).state.ship == now.ship).all()


def test_guesses_are_all_that_could_be() -> None:
    """Every ship that is in play and not seen occurs in every covered place; Freighters with and without cargo."""
    ships = [{"F6": "DCBFI", "A1": "SAI"}, {"L6": "I"}]
    match = quincunx.set_up({"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"], "ships": ships})
    worlds = [quincunx.game("galaxy-of-d").write(guessed(match, 1, start))["ships"][0] for start in range(600)]
    for place, height in (("F6", 5), ("A1", 3)):
        for i in range(height - 1):
            assert {world[place][i] for world in worlds} == set("DCBFLSA")
        assert {world[place][-1] for world in worlds} == {"I"}
    assert len({json.dumps(world) for world in worlds}) > 400
    for world in worlds:
        assert sorted("".join(world.values()).replace("L", "F")) == sorted("DCBFISAI")


def test_guessed_freighters_are_laden_on_planets_and_empty_at_the_spaceport() -> None:
    """R-21"""
    things = {"C3": "planet", "F6": "spaceport"}
    ships = [{"C3": "LI", "F6": "FI", "H4": "CI"}, {}]
    start = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"], "ships": ships, "things": things}
    match = quincunx.set_up(start)
    worlds = [quincunx.game("galaxy-of-d").write(guessed(match, 1, start))["ships"][0] for start in range(200)]
    assert {world["C3"] for world in worlds} == {"LI", "CI"}
    assert {world["F6"] for world in worlds} == {"FI", "CI"}
    assert {world["H4"] for world in worlds} == {"FI", "LI", "CI"}


# ---------------------------------------------------------------- hidden decisions


def baskets(match: Match, seat: int, random: Random) -> Iterator[Position]:
    """The position with other purchases in a seat's basket."""
    for _ in range(6):
        other = match.copy()
        other.state.basket[seat] = 0
        for _ in range(random.randrange(8)):
            kind = random.randrange(gd.KINDS)
            other.state.basket[seat, kind] += 1
            cost = (other.state.basket[seat] * match.board.cost).sum()
            if cost > match.state.money[seat] or other.state.basket[seat, kind] > match.board.chits[kind]:
                other.state.basket[seat, kind] -= 1
        yield other


def at_the_baskets(setting: Setting, seed: int) -> Match:
    """Both Starbases are placed."""
    match, random = setting.new(seed), Random(seed)
    while match.state.phase != gd.SECRET_BUY:
        numbers = [n for n in match.moves.numbers if not gd.BID_MOVE + 9 < n < gd.COLOUR_MOVE]
        match.play(random.choice(numbers))
    return match


@given(GALAXIES, SEEDS, st.integers(0, 6))
def test_another_basket_looks_the_same(setting: Setting, seed: int, plies: int) -> None:
    """GD-123, R-15: TV-71"""
    match = at_the_baskets(setting, seed)
    random = Random(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    assume(match.state.phase == gd.SECRET_BUY)
    first = int(match.state.first)
    for seat in (first, 1 - first):
        if seat == first or match.turn != first:
            for other in baskets(match, seat, random):
                assert_same(match.copy(), other, 1 - seat, pictures=seat == first)
                assert_same(match.copy(), other, None, pictures=False)
    view = match.view(1 - first).state
    assert not view.basket[first].any()
    assert (view.money == match.state.money).all()
    assert (view.in_play == match.state.in_play).all()


@given(GALAXIES, SEEDS)
@settings(max_examples=20)
def test_however_a_basket_is_filled_the_other_hears_the_same_until_the_reveal(setting: Setting, seed: int) -> None:
    """GD-123, GD-124: two whole matches of one seed; neither the log nor its length tells how many ships there are."""
    one, two = at_the_baskets(setting, seed), at_the_baskets(setting, seed)
    first = int(one.state.first)
    random = Random(seed)
    for match, policy in ((one, "builder"), (two, "idler")):
        while match.turn == first and match.state.phase == gd.SECRET_BUY:
            for watcher in (None, 1 - first):
                assert "basket" not in "".join(match.log_for(watcher))
            match.play(choose(match, policy, random))
    assume(one.state.phase == two.state.phase == gd.SECRET_BUY)
    assert one.raw.tobytes() != two.raw.tobytes() or one.line == two.line
    while one.state.phase == gd.SECRET_BUY:
        for watcher in (None, 1 - first):
            assert_same(one, two, watcher, pictures=watcher is not None)
        number = choose(one, "uniform", random)
        one.play(number)
        two.play(number)
    for match in (one, two):
        for watcher in WATCHERS:
            revealed = [words for words in match.log_for(watcher) if " reveals " in words]
            assert len(revealed) == 2


def test_a_basket_that_is_full_closes_as_silently_as_one_that_is_ended() -> None:
    """GD-123: who can buy nothing more is ready without an END; the other can't tell the two apart."""
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "phase": "secret_buy", "bases": ["A1", "L6"]}
    full, ended, empty = (quincunx.set_up(start | {"money": [6, 9]}, seed=1) for _ in range(3))
    for text in ("buy I", "buy I", "buy I"):
        full.play(text)
    ended.play("buy I").play("end")
    empty.play("end")
    assert full.turn == ended.turn == empty.turn == 1
    for watcher in (None, 1):
        assert_same(full, ended, watcher)
        assert_same(full, empty, watcher)
    assert full.log_for(0) != ended.log_for(0)


@given(SEEDS, st.sampled_from(["rock", "paper", "scissors"]), st.sampled_from(["normal", "quick"]))
def test_a_hand_is_hidden_until_both_are_shown(seed: int, hand: str, setup: str) -> None:
    """R-10"""
    matches = [quincunx.new("galaxy-of-d", seed=seed, first_player="rps", setup=setup) for _ in range(3)]
    for match, shown in zip(matches, ("rock", "paper", "scissors"), strict=True):
        match.play(f"rps {shown}")
    for match in matches[1:]:
        for watcher in (None, 1):
            assert_same(matches[0], match, watcher)
            assert match.log_for(watcher) == []
    assert len({match.raw.tobytes() for match in matches}) == 3
    worlds = {int(guessed(matches[0], 1, start).state.rps) for start in range(40)}
    assert worlds == {1, 2, 3}
    assert {int(guessed(matches[0], 0, start).state.rps) for start in range(5)} == {1}
    matches[0].play(f"rps {hand}")
    assert f"shows rock, Cynder {hand}" in matches[0].log_for(1)[0]


SECRET_LOSSES: dict[str, Any] = {
    "game": "galaxy-of-d",
    "players": 2,
    "options": {"absorb_order": "secret"},
    "bases": ["A1", "L6"],
    "ships": [{"F6": "CAISD"}, {"F6": "DCSIA"}],
}


def named(order: str, most: int = 9) -> Match:
    """A combat in which the active player has named losses, by preference; at most so many."""
    match = quincunx.set_up(SECRET_LOSSES, seed=1).play("end")
    while match.turn == 0 and most > 0:
        legal = {move.text.split()[1] for move in match.moves}
        match.play("absorb " + next(letter for letter in order if letter in legal))
        most -= 1
    assert match.state.phase == gd.ABSORB
    return match


def test_losses_are_named_in_secret_until_both_have_named_them() -> None:
    """R-27: neither the position nor the log, nor the length of either, tells what the active player has named."""
    one, two, three = named("DCASI"), named("SIACD"), named("CDASI")
    assert one.turn == two.turn == three.turn == 1
    assert len({len(match.line) for match in (one, two, three)}) > 1
    for other in (two, three):
        for watcher in (None, 1):
            assert_same(one, other, watcher)
    assert not any("names" in words for words in one.log_for(1))
    assert any("names" in words for words in one.log_for(0))
    assert one.view(0).raw.tobytes() != two.view(0).raw.tobytes()
    halfway = named("SIACD", 1)
    assert halfway.turn == 0
    for watcher in (None, 1):
        assert_same(halfway, named("ICASD", 2), watcher)
        assert_same(halfway, named("", 0), watcher)


def test_secret_losses_can_be_anything_that_the_rules_allow() -> None:
    """R-27: over many guesses each ship is lost in some, and none is lost that the Attack Score could not destroy."""
    match = named("DCASI")
    lost = set()
    score = int(match.state.score[1])
    for start in range(300):
        world = guessed(match, 1, start)
        ships = [int(code) for code in world.state.ship[0, : world.state.count[0]]]
        dead = [class_of(code) for code in ships if code & gd.DEAD]
        lost |= set(dead)
        assert sum(int(match.board.armor[kind]) for kind in dead) <= score
        assert world.turn == 1
    assert {gd.CLASS_CODES[kind] for kind in lost} == set("CAISD")


def test_after_both_have_named_their_losses_all_of_them_are_known() -> None:
    """R-27, section 6: how a player learns what was destroyed"""
    match = named("DCASI")
    while match.state.phase == gd.ABSORB:
        match.play(match.moves.numbers[0])
    for watcher in WATCHERS:
        log = match.log_for(watcher)
        assert [words for words in log if " loses " in words] == [words for words in match.log if " loses " in words]


@given(playouts.settings(games=["galaxy-of-d"], absorb_order=st.just("secret")), SEEDS)
@settings(max_examples=40)
def test_other_secret_losses_look_the_same(setting: Setting, seed: int) -> None:
    """R-27: whatever else the active player could have named, anywhere in a crowded galaxy."""
    random = Random(seed)
    match = crowded(setting, seed)
    for _ in play_on(match, "fighter", seed, 80):
        if match.state.phase == gd.ABSORB and match.state.cursor == 0:
            break
    fight, hidden = int(match.state.fight), int(match.state.active)
    ways: list[Match] = []
    for _ in range(6 if not match.over and match.state.phase == gd.ABSORB and match.state.cursor == 0 else 0):
        other = quincunx.loads(match.dumps())
        while other.state.phase == gd.ABSORB and other.state.fight == fight and other.state.cursor == 0:
            other.play(random.choice(other.moves.numbers))
        if other.state.phase == gd.ABSORB and other.state.fight == fight and other.state.cursor == 1:
            ways.append(other)
    for other in ways[1:]:
        assert_same(ways[0], other, 1 - hidden, pictures=other is ways[-1])
        assert_same(ways[0], other, None, pictures=False)


# ---------------------------------------------------------------- what is told of older turns


def moved(ship: str, *rest: str, fog: str = "top", **words: Any) -> Match:
    """Seat 0 moves one of two ships of a stack; the other seat sees the same ship on top of both stacks."""
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"], "options": {"fog": fog}}
    start |= {"ships": [{"F6": "CSI", "H4": "I"}, {"L1": "I"}]} | words
    match = quincunx.set_up(start, seed=1)
    for text in (f"ship F6 {ship}", "go G6", "ship H4 I", "go G6", "end", *rest):
        match.play(text)
    return match


def test_an_enemy_ship_that_moved_in_an_older_turn_was_just_a_ship() -> None:
    """Section 6: named while the turn lasts, 'a ship' afterwards; the owner remembers his own."""
    match = moved("C")
    assert match.turn == 1
    assert "Redog moves a Cruiser from F6 to G6." in match.log_for(0)
    for watcher in (None, 1):
        assert "Redog moves a ship from F6 to G6." in match.log_for(watcher)
        assert "Cruiser" not in "".join(match.log_for(watcher))
    start = match.at(0)
    live = Match(match.game, 2, match.options, match.board_raw, match.seed, (), start)
    live.play("ship F6 C").play("go G6")
    assert "Redog moves a Cruiser from F6 to G6." in live.log_for(1), "live, the move is seen"
    assert "Redog moves a Cruiser from F6 to G6." in moved("C", fog="open").log_for(1)


def test_another_ship_under_cover_leaves_the_same_log_and_the_same_view() -> None:
    """R-51: two matches that differ in which of the covered ships has moved, once the turn is over."""
    one, two = moved("C"), moved("S")
    assert one.raw.tobytes() != two.raw.tobytes()
    for watcher in (None, 1):
        assert_same(one, two, watcher)
    assert one.log_for(0) != two.log_for(0)
    for match in (one, two):
        match.play("ship L1 I").play("go L2")
    for watcher in (None, 1):
        assert_same(one, two, watcher)


@pytest.mark.parametrize(
    ("cover", "carries"),
    [
        ("L", "a cargo"),
        ("F", "no cargo"),
    ],
)
def test_what_a_covered_freighter_carries_is_not_seen(cover: str, carries: str) -> None:
    """GD-230, section 6"""
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"]}
    one, other = (quincunx.set_up(start | {"ships": [{"F6": f"{f}I"}, {"L1": "I"}]}) for f in (cover, "C"))
    assert carries
    assert one.view(1).state.ship.tobytes() == other.view(1).state.ship.tobytes()


def test_an_enemy_who_is_about_to_move_has_not_moved_yet() -> None:
    """Section 5.3: choosing a ship is half a decision, and nobody else's business."""
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"]}
    match = quincunx.set_up(start | {"ships": [{"F6": "CSI"}, {"L1": "I"}]}, seed=1)
    waiting = quincunx.loads(match.dumps())
    for text in ("ship F6 C", "ship F6 I"):
        match.play(text)
        for watcher in (None, 1):
            assert_same(match, waiting, watcher)
        match.undo()


def test_a_stack_that_is_turned_over_shows_its_new_top() -> None:
    """R-52: TV-70"""
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"], "active": 1, "first": 1}
    match = quincunx.set_up(start | {"ships": [{}, {"F6": "DCI"}]}, seed=1)
    game = match.game
    assert game.write(match.view(0))["ships"][1] == {"F6": "??I"}
    match.play("ship F6 I").play("go F5")
    assert game.write(match.view(0))["ships"][1] == {"F5": "I'", "F6": "?C"}
    legal = match.moves.numbers
    match.command(1, "top F6 D")
    assert game.write(match.view(0))["ships"][1] == {"F5": "I'", "F6": "?D"}
    assert match.moves.numbers == legal
    opened = quincunx.set_up(start | {"ships": [{}, {"F6": "DCI"}], "options": {"fog": "open"}})
    assert game.write(opened.view(0))["ships"][1] == {"F6": "DCI"}


def test_what_was_on_top_in_an_older_turn_is_forgotten_with_the_rest() -> None:
    """Section 6: the log names enemy classes during the turn in which they were seen."""
    match = moved("C")
    match.command(0, "top F6 S").command(0, "top F6 I")
    assert "Scavenger" in "".join(match.log_for(1)), "seen live"
    match.play("end")
    while match.state.turn_no < 3:
        match.play("end")
    assert "Scavenger" not in "".join(match.log_for(1))
    assert "Scavenger" in "".join(match.log_for(0))


def test_what_a_freighter_did_in_an_older_turn_names_no_class() -> None:
    """Section 6: a ship that loads in passing was just a ship, too, once the turn is over."""
    things = {"C3": "planet", "F6": "spaceport"}
    start: dict[str, Any] = {"game": "galaxy-of-d", "players": 2, "bases": ["A1", "L6"], "things": things}
    match = quincunx.set_up(start | {"ships": [{"B3": "FI"}, {"L1": "I"}]}, seed=1)
    match.play("ship B3 F").play("go D4 through")
    assert any("Freighter" in words for words in match.log_for(1)), "seen live"
    match.play("end")
    while match.state.turn_no < 2:
        match.play("end")
    assert not any("Freighter" in words for words in match.log_for(1))


@given(FOGGY, SEEDS, PLIES)
def test_older_turns_name_no_enemy_ship_but_in_combats_and_purchases(setting: Setting, seed: int, plies: int) -> None:
    """Section 6, over whole games: what is told of an older turn is told of any ship."""
    match = played(setting, "fighter", seed, plies)
    for seat in (0, 1):
        for words in match.log_for(seat):
            if " moves a" in words and words.startswith(match.name(1 - seat)):
                live = [t.words for t in match.heard(seat)[-1]] if match.line else []
                recent = " moves a ship " in words or match.state.active == 1 - seat or words in live or match.over
                assert recent, words


@given(GALAXIES, SEEDS, PLIES)
def test_a_log_never_grows_by_what_nobody_may_hear(setting: Setting, seed: int, plies: int) -> None:
    """The own log holds everything about oneself; each other's is a part of it, ship names aside."""
    match = played(setting, "uniform", seed, plies)
    assert len(match.log_for(None)) <= min(len(match.log_for(0)), len(match.log_for(1)))
    assert len(match.log_for(0)) <= len(match.log)
    assert all(words in match.log for words in match.log_for(0) if " a ship " not in words)
