"""Vanguard: Rome: armies behind the veil, face-down units, hands, drawn cards, and declarations; worlds that fit."""

import itertools
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as vr
from quincunx.table.match import Match
from tests import playouts
from tests.games.legions import army, clash, new, phase, play, set_up
from tests.playouts import SEEDS, Setting, play_on, played
from tests.properties.armies import (
    DECLARING,
    LAYOUT,
    MOUNTED,
    UNMOUNTED,
    WITH_ABILITY,
    assert_armies_are_in_order,
    assert_states_are_in_order,
    large_armies,
)
from tests.properties.secrets import assert_same, guessed
from tests.properties.sound import assert_moves_are_sound

NAME = "vanguard-rome"
TABLES = playouts.settings(games=[NAME], turn_limit=st.sampled_from([20, 30]))
HIDING = playouts.settings(games=[NAME], turn_limit=st.just(30), use_rear=st.just(True), hidden_rear=st.just(True))
PLIES = st.integers(0, 200)
TEN = "PR IN IN SL SL AR CA EL CO BA"
OTHER_TEN = "IN IN IN IN CE CE CE SL SL SL"


def watchers(position: Position) -> tuple[int | None, ...]:
    """A spectator, and all seats."""
    return (None, *range(position.players))


def others(position: Position, seat: int) -> list[int | None]:
    """A spectator, and all seats but one."""
    return [watcher for watcher in watchers(position) if watcher != seat]


def a_game(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> Match:
    """A game that has gone on for so many moves, from the deal or from large armies."""
    match = large_armies(setting, seed) if in_a_crowd else setting.new(seed)
    for _ in play_on(match, "uniform", seed, plies):
        pass
    return match


# ---------------------------------------------------------------- worlds made by hand


class Place(NamedTuple):
    """Where an unseen unit card lies: what it is, what can't be there, and how another comes there."""

    kind: int
    taboo: tuple[int, ...]
    put: Callable[[int], None]


class Unseen:
    """All cards that a seat does not see, with the places where they lie; they can be dealt out again."""

    def __init__(self, position: Position, seat: int | None, random: Random) -> None:
        self.world, self.seat, self.random = position.copy(), seat, random
        self.now, self.board = self.world.state, self.world.board
        self.random_half = self.board.decks == vr.DIVIDE_RANDOM

    def heap(self, seat: int) -> int:
        """Which deck a seat's cards can't be told from; nobody knows a random division."""
        return 0 if self.board.decks != vr.DIVIDE_EQUAL else seat

    def decks(self, heap: int) -> list[int]:
        """The decks that belong to a heap."""
        return [0, 1] if self.random_half else [heap]

    def dealt_again(self) -> Position:
        """A world that this seat can't tell from the truth."""
        for heap in range(vr.DECKS if self.board.decks == vr.DIVIDE_EQUAL else 1):
            self.exchange_units(heap)
            self.exchange_commands(heap)
        if self.now.active == vr.NOBODY and self.now.phase in DECLARING:
            self.declare_anything()
        return self.world

    def hidden(self, heap: int) -> list["Place"]:
        """The place of each unseen unit; carriers come first, and decks last."""
        now, found = self.now, []
        veiled = bool(now.phase in LAYOUT)
        for seat in range(self.world.players):
            if seat == self.seat or self.heap(seat) != heap:
                continue
            for row, column in np.argwhere(now.cells[seat] > 0):
                code = int(now.cells[seat, row, column])
                if veiled or not code & vr.FACE_UP:
                    taboo = MOUNTED if code & vr.RIDDEN else () if veiled else (vr.ELEPHANT,)
                    found.append(Place(code & vr.KIND_MASK, taboo, self.putter(seat, int(row), int(column))))
            for ridden, kind in np.argwhere(now.pool[seat] > 0) if veiled else ():
                taboo = MOUNTED if ridden else ()
                found += self.taken(now.pool[seat, ridden], int(kind), taboo)
            for i in np.flatnonzero(now.pending) if seat == now.turn else ():
                found.append(Place(int(now.pending[i]), (), self.setter(now.pending, int(i))))
        found.sort(key=lambda place: -len(place.taboo))
        for deck, kind in itertools.product(self.decks(heap), range(1, vr.KINDS)):
            found += self.taken(now.unit_deck[deck], kind, ())
        return found

    def taken(self, counts: Any, kind: int, taboo: tuple[int, ...]) -> list["Place"]:
        """All cards of a kind are taken out of a heap; other cards come there."""
        many, counts[kind] = int(counts[kind]), 0
        return [Place(kind, taboo, self.adder(counts)) for _ in range(many)]

    def putter(self, seat: int, row: int, column: int) -> Callable[[int], None]:
        """Puts a unit into a cell; the flags there stay. An Elephant lies face up, and only an ability can be used."""

        def put(kind: int) -> None:
            flags = int(self.now.cells[seat, row, column]) & ~vr.KIND_MASK
            if kind == vr.ELEPHANT:
                flags |= vr.FACE_UP
            if kind not in WITH_ABILITY:
                flags &= ~vr.USED
            self.now.cells[seat, row, column] = flags | kind

        return put

    def adder(self, counts: Any) -> Callable[[int], None]:
        """Adds a card to a heap."""

        def add(kind: int) -> None:
            counts[kind] += 1

        return add

    def setter(self, values: Any, index: int) -> Callable[[int], None]:
        """Replaces a card."""

        def put(kind: int) -> None:
            values[index] = kind

        return put

    def exchange_units(self, heap: int) -> None:
        """All unseen units in other places; carriers are found first."""
        places = self.hidden(heap)
        cards = [place.kind for place in places]
        self.random.shuffle(cards)
        for place in places:
            card = next(card for card in cards if card not in place.taboo)
            cards.remove(card)
            place.put(card)

    def exchange_commands(self, heap: int) -> None:
        """All unseen commands in other hands and decks."""
        now = self.now
        heaps = [now.hand[seat] for seat in range(self.world.players) if seat != self.seat and self.heap(seat) == heap]
        heaps += [now.command_deck[deck] for deck in self.decks(heap)]
        cards = [which for counts in heaps for which in range(vr.COMMANDS) for _ in range(int(counts[which]))]
        self.random.shuffle(cards)
        for counts in heaps:
            many = int(counts.sum())
            counts[:] = np.bincount([cards.pop() for _ in range(many)], minlength=vr.COMMANDS)

    def declare_anything(self) -> None:
        """VR-025: whoever was asked before may have declared anything, and who is asked may be anywhere in it."""
        now, random = self.now, self.random
        for seat in range(self.world.players):
            if seat != self.seat and seat <= now.turn and now.alive[seat]:
                now.facing[seat] = random.choice([i for i in range(self.world.players) if i != seat])
                now.attack[seat] = [int(line) & random.getrandbits(62) for line in now.line[seat]]
        if now.turn != self.seat:
            now.phase = random.choice((vr.FACING, vr.FIRING, vr.FOLLOWING))
            now.asked, now.queued, now.queue[0] = vr.VANGUARD, 1, vr.VANGUARD


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=25)
def test_other_cards_in_hidden_places_look_the_same(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """VR-022, VR-025, VR-155, VR-181: section 6, for every seat"""
    match = a_game(setting, seed, plies, in_a_crowd)
    random, truth = Random(seed), match.copy()
    for seat in watchers(match):
        for number in range(4):
            other = Unseen(truth, seat, random).dealt_again()
            assert_same(truth, other, seat, pictures=number == 0)
            if not match.over and match.state.phase not in DECLARING:
                assert_states_are_in_order(other.raw.view(other.game.state), other.board)


@given(HIDING, SEEDS)
@settings(max_examples=20)
def test_that_really_exchanges_something(setting: Setting, seed: int) -> None:
    """The test above would prove little otherwise."""
    match = a_game(setting, seed, 10 * setting.players + 1, False)
    worlds = {Unseen(match, None, Random(start)).dealt_again().raw.tobytes() for start in range(5)}
    assert len(worlds) == 5


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=30)
def test_a_main_phase_goes_and_is_told_the_same_in_all_worlds(
    setting: Setting, seed: int, plies: int, in_a_crowd: bool
) -> None:
    """VR-181: what a seat does before its attack depends on nothing that it can't see; nor does its log."""
    match = a_game(setting, seed, plies, in_a_crowd)
    if match.turn is None or match.state.phase != vr.MAIN:
        return
    seat, random = match.turn, Random(seed)
    other = quincunx.set_up(Unseen(match, seat, random).dealt_again().position(), seed=1)
    truth = quincunx.set_up(match.position(), seed=1)
    for _ in range(8):
        assert_same(truth, other, seat)
        numbers = [n for n in truth.moves.numbers if n < vr.REINFORCE_MOVE]
        if not numbers:
            return
        number = random.choice(numbers)
        truth.play(number)
        other.play(number)


# ---------------------------------------------------------------- decisions behind the veil


def is_veiled(before: Position, after: Position) -> bool:
    """5.2, 5.4: whether a decision tells the others nothing: it is not the last of its kind."""
    return bool(before.turn == after.turn and before.state.turn_no == after.state.turn_no)


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=40)
def test_who_hears_nothing_sees_nothing(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """VR-022, VR-025, VR-107, VR-155, R-35: layouts, declarations and half-made moves leave no trace for others."""
    match = large_armies(setting, seed) if in_a_crowd else setting.new(seed)
    before = match.copy()
    for _ in play_on(match, "uniform", seed, plies):
        after, game, played_last = match.copy(), match.game, match._line[-1]
        seat = int(before.state.turn)
        for watcher in others(match, seat):
            heard = [game.hear(before, event, watcher, match) for event in played_last.events]
            if any(event is not None for event in heard) or after.over:
                continue
            views = [position.view(watcher) for position in (before, after)]
            if not is_veiled(before, after):  # the next seat is asked: that is seen, and nothing else
                assert before.state.active == vr.NOBODY
                if watcher == after.turn:
                    continue
                for view in views:
                    view.state.turn = 0
            assert views[0].raw.tobytes() == views[1].raw.tobytes(), f"move {played_last.number} is seen"
        before = after


def ways(match: Match, random: Random, count: int = 5) -> list[Match]:
    """The game after the deciding seat has decided all that it has to decide behind the veil, in several ways."""
    seat, phase_then, found = match.turn, int(match.state.phase), []
    kinds = LAYOUT if phase_then in LAYOUT else DECLARING
    for _ in range(count):
        other = quincunx.loads(match.dumps())
        while other.turn == seat and other.state.phase in kinds:
            other.play(random.choice(other.moves.numbers))
        if not other.over and other.turn != seat and other.state.phase in kinds:
            found.append(other)
    return found


def nights(setting: Setting, seed: int) -> Match | None:
    """A game in which Nightfall has just been played; None if nobody could."""
    data = json.loads(large_armies(setting, seed).position())
    active, deck = data["active"], data["command_decks"][-1 if data["active"] else 0]
    if not deck.get("NIGHTFALL"):
        return None
    deck["NIGHTFALL"] -= 1
    data["armies"][active]["hand"] = [*data["armies"][active].get("hand", []), "NIGHTFALL"]
    match = quincunx.set_up(data, seed=seed)
    while match.state.pending[0]:
        match.play(next(number for number in match.moves.numbers if number >= vr.PLACE_MOVE))
    return match.play("nightfall")


WITH_COMMANDS = playouts.settings(
    games=[NAME], turn_limit=st.just(30), use_commands=st.just(True), hand_limit=st.just(12)
)


@given(WITH_COMMANDS, SEEDS, st.integers(0, 3), st.booleans())
@settings(max_examples=40)
def test_however_a_seat_decides_behind_the_veil_the_others_get_the_same(
    setting: Setting, seed: int, seats: int, at_night: bool
) -> None:
    """VR-022, VR-025, VR-155, 5.2: whole matches of one seed, log included, in the opening, the clash and at night"""
    random = Random(seed)
    match = (nights(setting, seed) if at_night else None) or setting.new(seed)
    for _ in range(seats + 4 * (not at_night)):
        seat = match.turn
        if seat is None or match.state.phase not in (*LAYOUT, *DECLARING) or match.state.turn_no > 1:
            return
        found = ways(match, random)
        for other in found[1:]:
            for watcher in others(match, seat):
                assert_same(found[0], other, watcher, pictures=other is found[-1])
        if not found:
            while match.turn == seat and match.state.phase in (*LAYOUT, *DECLARING):
                match.play(random.choice(match.moves.numbers))
            continue
        match = found[0]


def test_layouts_of_the_opening_are_seen_only_when_all_are_done() -> None:
    """VR-022, VR-181: OB-1"""
    layouts = set()
    one = new(TEN, OTHER_TEN)
    for seed in range(6):
        game, dice = new(TEN, OTHER_TEN), Random(seed)
        for _ in range(9):
            game.play(dice.choice(game.moves.numbers))
            for watcher in (None, 1):
                assert_same(game, one, watcher, pictures=False)
        game.play(dice.choice(game.moves.numbers))
        layouts.add(army(game, 0))
        if seed == 0:
            finished = game
        for watcher in (None, 1):
            assert_same(game, finished, watcher)
        assert game.log_for(1)[:-1] == one.log_for(1)
        assert "has finished" in game.log_for(1)[-1]
    assert len(layouts) == 6


def test_after_the_reveal_the_front_row_and_elephants_are_seen() -> None:
    """VR-180, VR-127: OB-2"""
    line = "IN IN [PR] SL BA / (AR) EL [(SL)] (CA) (CO)"
    game = clash(line, "CE IN [IN] IN CE / (CE) (SL) [(SL)] (SL) (IN)")
    assert phase(game) == "catapult A"
    for watcher in (None, 1):
        assert army(game.view(watcher), 0) == "IN IN [PR] SL BA / (??) EL [(??)] (??) (??)"
        worlds = {army(guessed(game, watcher, start), 0).split(" / ")[1] for start in range(30)}
        assert len(worlds) > 10
        assert all("(EL)" not in rear for rear in worlds)
    assert army(game.view(0), 0) == line


@pytest.mark.parametrize("kind", ["AR", "BA", "CE", "CO", "CV", "IN", "PR", "SL", "ST", "CH"])
def test_a_catapult_that_holds_its_fire_is_like_any_other_unit(kind: str) -> None:
    """VR-107, R-34: OB-3; the same card is drawn next in both worlds"""
    for seed in range(40):
        one, other = (
            set_up(f"IN [IN] IN CA / ({code}) [..] IN", "SL [PR] SL", seed=seed, use_commands=False)
            for code in ("CA", kind)
        )
        assert_same(one, other, 1)
        play(one, "attack; catapult R-1 no")
        play(other, "attack")
        if (one.state.pending == other.state.pending).all():
            break
    assert phase(one) == phase(other) == "main B"
    for watcher in (None, 1):
        assert_same(one, other, watcher)
    assert one.log_for(0) == one.log_for(1)[:-1] + one.log_for(0)[-1:]


@pytest.mark.parametrize("cards", ["SL PR", "EL CA", "IN IN"])
def test_of_drawn_cards_only_the_number_is_seen(cards: str) -> None:
    """VR-041, VR-158: OB-4"""
    first, second = cards.split()
    for drawn in (first, f"{first} {second}"):
        one, other = (set_up("CO [..] CO", "CO [CO] CV", pending=p) for p in (drawn, "AR CV"[: len(drawn)]))
        for watcher in (None, 1):
            assert_same(one, other, watcher)
            assert np.count_nonzero(one.view(watcher).state.pending) == len(drawn.split())
            assert set(one.view(watcher).state.pending.tolist()) <= {0, vr.UNSEEN}


def test_at_night_the_next_seat_decides_without_seeing_the_new_formation() -> None:
    """VR-155, VR-181: OB-5; whether the army was kept, how it leans, what lies where"""
    found = []
    for moves in (
        "keep",
        "reorg; lean left; deploy CV; deploy SL; deploy SL; deploy IN; deploy IN; deploy IN; deploy IN",
        "reorg; lean right; deploy IN; deploy IN; deploy IN; deploy IN; deploy CV; deploy SL; deploy SL",
    ):
        game = set_up("IN IN [SL] IN / IN SL [CV]", "IN [PR] IN / [(AR)]", hand="NIGHTFALL RETREAT")
        found.append(play(game, f"nightfall; {moves}"))
    for game in found:
        assert phase(game) == "keep B"
        for watcher in (None, 1):
            assert_same(found[0], game, watcher)
    assert len({game.view(0).raw.tobytes() for game in found}) == 3


# ---------------------------------------------------------------- moves that are half made, questions


HALF_MADE: dict[str, tuple[tuple[str, ...], str, dict[str, Any]]] = {
    "a Chariot": (("CH IN [IN] IN", "IN [PR] IN"), "chariot F-2", {}),
    "a rider": (("IN+ [IN] IN", "IN [PR] IN"), "chariot F-1", {}),
    "a Consul is called": (("PR IN [IN] CO", "IN [PR] IN"), "call F-2", {}),
    "an order is asked for": (("IN [IN] IN", "IN [PR] IN"), "attack", {"hand": "JAVELIN"}),
    "a used unit before an order": (
        ("CE [IN] IN", "IN [PR] IN"),
        "attack",
        {"hand": "JAVELIN", "first": "swap F-1 F0"},
    ),
    "an order is given": (("IN [IN] IN / [(CA)]", "IN [PR] IN"), "attack; order javelin F-1", {"hand": "JAVELIN"}),
    "an order on an enemy": (
        ("IN [IN] IN / [(CA)]", "EL [PR] IN / (SL) [..]"),
        "attack; order stampede B:F-1",
        {"hand": "STAMPEDE"},
    ),
    "a Catapult is asked": (("IN [IN] IN / [(CA)]", "IN [PR] IN"), "attack", {}),
    "a Catapult has fired": (("IN [IN] IN / (CA) [(CA)]", "IN [PR] IN"), "attack; catapult R-1 yes", {}),
    "a Standard is asked": (("IN [ST] IN", "IN [PR] IN"), "attack", {}),
    "a Standard is followed": (("IN ST [ST] IN", "IN IN [PR] IN IN"), "attack; standard F0 F-1", {}),
    "column 0 faces somebody": (("IN [ST] IN", "IN [PR] IN", "IN [PR] IN"), "attack; face C", {}),
}


@pytest.mark.parametrize("case", HALF_MADE)
def test_half_a_decision_is_nobody_elses_business(case: str) -> None:
    """5.4, R-35, VR-107, VR-137, VR-176: to the others it is still the main phase"""
    armies, moves, words = HALF_MADE[case]
    given_words: dict[str, Any] = dict(words)
    first = given_words.pop("first", "")
    game, waiting = (set_up(*armies, **given_words) for _ in range(2))
    for match in (game, waiting):
        play(match, first) if first else None
    play(game, moves)
    assert game.turn == 0
    assert phase(game) != "main A"
    for watcher in others(game, 0):
        assert_same(game, waiting, watcher)
        assert phase(game.view(watcher)) == "main A"


def test_who_may_retreat_is_not_told_from_who_has_to_discard() -> None:
    """VR-048, VR-159, section 6: with a surplus it may be either"""
    hands = ("RETREAT FLANK FLANK FLANK", "NIGHTFALL FLANK FLANK FLANK", "RETREAT NIGHTFALL REINFORCE FLANK")
    one, other, third = (play(set_up("IN [IN] IN", "IN [PR] IN", hand=hand, hand_limit=3), "attack") for hand in hands)
    assert (phase(one), phase(other)) == ("retreat A", "discard A")
    stayed = play(quincunx.loads(one.dumps()), "retreat none")
    assert phase(stayed) == "discard A"
    for match in (other, third, stayed):
        for watcher in (None, 1):
            assert_same(one, match, watcher)
    phases = {int(guessed(one, 1, start).state.phase) for start in range(60)}
    assert phases == {vr.RETREATING, vr.DISCARDING}


def test_who_can_only_retreat_holds_a_retreat_in_every_guess() -> None:
    """VR-159: without a surplus nobody is asked for anything else"""
    game = play(set_up("IN [IN] IN", "IN [PR] IN", hand="RETREAT FLANK"), "attack")
    for start in range(30):
        world = guessed(game, 1, start)
        assert world.state.hand[0, vr.RETREAT] >= 1
        assert world.state.phase == vr.RETREATING


# ---------------------------------------------------------------- guesses


def assert_own_knowledge_stays(view: Position, world: Position, seat: int | None) -> None:
    """What a seat sees is in every world as it sees it."""
    known, now = view.state, world.state
    for field in ("unit_pile", "command_pile", "alive", "held", "units_left", "commands_left", "turn", "active"):
        assert (known[field] == now[field]).all()
    for field in ("turn_no", "command_used", "retreated", "replays", "first", "winners", "ending", "over"):
        assert known[field] == now[field]
    seen = known.cells & vr.KIND_MASK != vr.UNSEEN
    if known.phase > vr.LAYING:
        assert (known.cells[seen] == now.cells[seen]).all()
        assert (known.cells >> 4 == now.cells >> 4).all(), "faces, Chariots and marks"
    if seat is not None:
        for field in ("cells", "hand", "pool", "attack"):
            assert (known[field][seat] == now[field][seat]).all()
        assert known.facing[seat] == now.facing[seat]
        if view.turn == seat:
            for field in ("phase", "asked", "picked", "picked_chariot", "order", "order_at", "laid", "lean", "queued"):
                assert known[field] == now[field]
            assert (known.pending == now.pending).all()


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=40)
def test_a_guess_is_a_world_that_looks_like_the_truth(
    setting: Setting, seed: int, plies: int, in_a_crowd: bool
) -> None:
    """Section 6: what is guessed is hidden, fits what is seen, and keeps all limits."""
    match = a_game(setting, seed, plies, in_a_crowd)
    truth = match.copy()
    for seat in watchers(match):
        for start in range(4):
            world = guessed(match, seat, start)
            assert_same(truth, world, seat, pictures=False)
            assert_own_knowledge_stays(match.view(seat), world, seat)
            assert_moves_are_sound(world)
            world.set_chance(bytes(8))
            assert_armies_are_in_order(world)
            assert quincunx.set_up(world.position()).raw.tobytes() == world.raw.tobytes()


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=10)
def test_a_guess_can_be_played_to_its_end(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    match = a_game(setting, seed, plies, in_a_crowd)
    random = Random(seed)
    for seat in watchers(match):
        world = guessed(match, seat, seed % 1000)
        while not world.over:
            world.play(random.choice(world.moves.numbers))
            assert_states_are_in_order(world.raw.view(world.game.state), world.board)


@given(TABLES, SEEDS, PLIES, st.booleans())
@settings(max_examples=40)
def test_who_looks_twice_sees_the_same(setting: Setting, seed: int, plies: int, in_a_crowd: bool) -> None:
    """Hiding what is hidden changes nothing, and a spectator never sees more than a seat."""
    match = a_game(setting, seed, plies, in_a_crowd)
    for seat in watchers(match):
        view = match.view(seat)
        assert view.view(seat).raw.tobytes() == view.raw.tobytes()
        assert view.view(None).raw.tobytes() == match.view(None).raw.tobytes()


def test_guesses_are_all_that_could_be() -> None:
    """VR-180: every kind but Elephants lies face down somewhere; only unmounted ones under a Chariot."""
    game = set_up("IN IN [IN] / (SL) (SL+) [(SL)]", "IN [PR] IN")
    worlds = [army(guessed(game, 1, start), 0).split(" / ")[1].split() for start in range(600)]
    plain = {world[i].strip("[()]") for world in worlds for i in (0, 2)}
    assert plain == {*UNMOUNTED, "BA", "CA", "CV", "CH"}
    assert {world[1] for world in worlds} == {f"({code}+)" for code in UNMOUNTED}


def test_guesses_find_carriers_even_when_hardly_a_card_is_unseen() -> None:
    """VR-119: two face-down units, one of them with a Chariot, and nothing else that is hidden"""
    armies = ("IN [IN] IN / [(CA)]", "IN [IN] IN / [(SL+)]", "IN [PR] IN")
    game = set_up(*armies, active=2, deck="", pile="")
    for start in range(20):
        world = guessed(game, 2, start)
        assert army(world, 0) == armies[0]
        assert army(world, 1) == armies[1]


@pytest.mark.parametrize("decks", ["divide_equal", "divide_random"])
def test_riders_at_night_belong_to_their_owners(decks: str) -> None:
    """VR-173, R-43: so many cards are each player's, Chariots included"""
    game = set_up("IN+ [IN] IN", "IN [PR+] SL+", hand="NIGHTFALL", decks=decks)
    play(game, "nightfall")
    for seat, start in itertools.product((None, 0, 1), range(20)):
        world = guessed(game, seat, start)
        world.set_chance(bytes(8))
        assert_armies_are_in_order(world)
        assert [int((world.state.cells[i] & vr.RIDDEN > 0).sum()) for i in range(2)] == [1, 2]


@given(TABLES, SEEDS, PLIES)
@settings(max_examples=15)
def test_a_log_tells_the_others_no_more_than_the_owner(setting: Setting, seed: int, plies: int) -> None:
    """Section 6: everybody hears of the same moves; whoever is spoken of is somebody, or a hidden unit."""
    match = played(setting, "uniform", seed, plies)
    told = [len(match.heard(seat)) for seat in watchers(match)]
    assert len(set(told)) == 1
    for seat in watchers(match):
        for words in match.log_for(seat):
            assert not re.search(r"(the|a|'s|:) (mounted )?nobody", words)
