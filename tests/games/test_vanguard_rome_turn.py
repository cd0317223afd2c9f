"""Vanguard: Rome: the course of a turn, cards that are drawn and placed, the hand, and the end of the game."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import quincunx
from quincunx.games.vanguard_rome import state as s
from quincunx.table.match import Match
from tests.games.legions import (
    COMMANDS,
    NAME,
    UNITS,
    army,
    chariots,
    command_pile,
    damage,
    events,
    hand,
    kills,
    options,
    pending,
    phase,
    pile,
    places,
    play,
    play_on,
    refused,
    said,
    set_up,
    shifts,
    swaps,
    winners,
)
from tests.helpers import told

QUIET = "CO [IN] IN"
"""Attacks with 2, defends with 3."""


# ---------------------------------------------------------------- drawing


def test_a_turn_begins_with_a_unit_card_and_a_command_card() -> None:
    """VR-041, VR-042, R-15: the unit first, before any decision"""
    game = set_up(QUIET, QUIET, active=1, deck="EL", commands="FLANK")
    play(game, "attack")
    drawn = [int(row[0]) for row in game._line[-1].events if row[0] in (s.EV_TURN, s.EV_DREW, s.EV_DREW_COMMAND)]
    assert drawn == [s.EV_TURN, s.EV_DREW, s.EV_DREW_COMMAND]
    assert (phase(game), pending(game), hand(game, 0)) == ("main A", "EL", "FLANK")
    assert said(game)[-3:] == ["Turn 3: Aurelius.", "Aurelius draws an Elephant.", "Aurelius draws Flank."]


def test_an_empty_deck_is_made_anew_from_the_discarded_cards() -> None:
    """VR-091: units and commands alike (TV-64)"""
    game = set_up(QUIET, QUIET, active=1, deck="", pile="EL", commands="", command_pile="FLANK")
    play(game, "attack")
    assert (pending(game), pile(game), hand(game, 0), command_pile(game)) == ("EL", "", "FLANK", "")
    assert [row[0] for row in events(game, s.EV_SHUFFLED)] == [0, 1]
    assert {"VR-091", "VR-172"} <= set(told(game))


def test_without_any_card_the_draw_is_skipped_and_nothing_is_placed() -> None:
    """VR-092, VR-041, R-41: the turn goes on (TV-65)"""
    game = set_up(QUIET, QUIET, active=1, deck="", commands="")
    play(game, "attack")
    assert (pending(game), places(game), hand(game, 0)) == ("", set(), "")
    assert refused(game, "attack") is None
    assert said(game)[-2:] == [
        "There is no unit card for Aurelius to draw.",
        "There is no command card for Aurelius to draw.",
    ]
    assert {"VR-092", "R-41"} <= set(told(game))


# ---------------------------------------------------------------- placing


def test_a_unit_is_placed_anywhere_in_front_from_end_to_end_and_the_attack_waits() -> None:
    """VR-040, VR-041, VR-043, VR-044, VR-046, VR-051, VR-052, VR-059: the example of placing (TV-15)"""
    game = set_up("SL .. [..] IN / [(IN)]", "IN [IN] IN", pending="PR")
    assert places(game) == {"F-3", "F-1", "F0", "F+2"}
    assert refused(game, "place PR F+3") == "VR-043"
    assert refused(game, "place PR F+1") == "VR-015"
    assert refused(game, "place IN F0") == "VR-041"
    assert refused(game, "attack") == "VR-041"
    assert shifts(game) == {"fwd R0", "lat F-2", "lat F+1"}
    play(game, "place PR F0")
    assert {"VR-043", "VR-045", "VR-046", "VR-059"} <= set(told(game))
    assert refused(game, "attack") == "VR-052"
    assert shifts(game) == {"lat F-2"}
    play(game, "shift lat F-2")
    assert army(game, 0) == "SL [PR] IN / [(IN)]"
    assert shifts(game) == set()
    assert refused(game, "attack") is None


def test_no_number_of_a_move_places_a_unit_in_the_rear() -> None:
    """VR-044"""
    game = set_up("IN [IN] IN", QUIET, pending="PR")
    assert all(text.split()[1].startswith("F") for text in options(game, "place"))
    assert game.game.move_count > s.PLACE_MOVE + 12 * 63 == s.SWAP_MOVE


def test_a_new_unit_acts_at_once_and_lines_may_be_lopsided() -> None:
    """VR-013, VR-014, VR-016, VR-045, VR-115, R-02, R-16: placed, switched, attacked with 4 (TV-74)"""
    game = set_up("[IN] IN IN SL", "IN [IN] IN", pending="CE")
    assert places(game) == {"F-1", "F+4"}
    play(game, "place CE F-1; swap F-1 F0")
    assert army(game, 0) == "IN [CE] IN IN SL"
    play(game, "attack")
    assert damage(game) == {"B:F0": 4}
    assert kills(game) == ["B:F0"]


def test_a_new_unit_lies_face_up_and_a_new_chariot_may_mount() -> None:
    """VR-045, VR-118, R-16"""
    game = set_up("[IN] IN", QUIET, pending="CH")
    play(game, "place CH F+2")
    assert army(game, 0) == "[IN] IN CH"
    assert {"VR-118", "VR-016", "R-02"} <= set(told(game))
    assert chariots(game) == {"F+2 F0", "F+2 F+1"}


@pytest.mark.parametrize("order", list(permutations(["place SL F-2", "shift lat F+2", "flank R0 right"])))
def test_placing_shifting_and_a_command_come_in_any_order(order: tuple[str, ...]) -> None:
    """VR-040, R-38: all six orders lead to the same line"""
    game = set_up("IN [PR] .. CE / [(AR)]", QUIET, pending="SL", hand="FLANK")
    play(game, "; ".join(order))
    assert army(game, 0) == "SL IN [PR] CE AR"
    assert refused(game, "attack") is None


def test_shift_steps_can_be_interleaved_with_placing() -> None:
    """R-38, VR-040: one step in, then the new unit into the rest of the gap"""
    game = set_up("IN [PR] .. .. CE", QUIET, pending="SL")
    play(game, "shift lat F+3")
    assert refused(game, "attack") == "VR-041"
    play(game, "place SL F+1")
    assert army(game, 0) == "IN [PR] SL CE"
    assert refused(game, "attack") is None


def test_equal_cards_to_be_placed_are_one_choice() -> None:
    """R-57: two Slingers, or a Slinger and an Archer"""
    same = set_up("[IN]", QUIET, pending="SL SL")
    assert options(same, "place") == {"SL F-1", "SL F+1"}
    other = set_up("[IN]", QUIET, pending="SL AR")
    assert options(other, "place") == {"SL F-1", "SL F+1", "AR F-1", "AR F+1"}
    reinforced = set_up("[IN]", QUIET, pending="SL", hand="REINFORCE", deck="SL")
    assert "R-57" in told(play(reinforced, "reinforce"))


LONG = " ".join([kind for kind, count in UNITS.items() if kind not in ("IN", "PR", "SL") for _ in range(count)][:31])
"""31 units."""


@pytest.mark.parametrize(
    ("line", "spaces"), [(f"[PR] {LONG}", {"F-1"}), (f"{LONG} [PR]", {"F+1"})], ids=["to the right", "to the left"]
)
def test_nobody_stands_beyond_column_31(line: str, spaces: set[str]) -> None:
    """R-40: on either side; there is always another space"""
    game = set_up(line, "SL [IN] SL", pending="PR", deck="")
    assert places(game) == spaces


def test_a_flank_beyond_column_31_is_refused() -> None:
    """R-40"""
    game = set_up(f"{LONG} [IN] IN", "SL [IN] SL", hand="FLANK", deck="")
    assert refused(game, "flank F+1 left") == "R-40"
    assert refused(game, "flank F-1 right") is None


# ---------------------------------------------------------------- commands in hand


def test_only_one_command_may_be_played_in_a_turn() -> None:
    """VR-047, VR-161: Retreat included"""
    game = set_up("CE IN [PR] IN", QUIET, hand="FLANK FLANK REINFORCE JAVELIN RETREAT")
    play(game, "flank F-2 right")
    assert refused(game, "flank F-1 right") == "VR-047"
    assert refused(game, "reinforce") == "VR-047"
    play(game, "attack")
    assert phase(game) == "main B"
    assert hand(game, 0) == "FLANK JAVELIN REINFORCE RETREAT"


def test_a_command_must_be_in_hand() -> None:
    """VR-042, R-51: only what was drawn can be played"""
    game = set_up("IN [PR] IN", QUIET)
    assert [refused(game, move) for move in ("flank F-1 right", "reinforce", "nightfall")] == ["VR-042"] * 3


def test_seven_commands_may_be_held_at_the_end_of_a_turn() -> None:
    """VR-042, VR-048, VR-050, R-17: eight after the draw are fine (TV-61)"""
    held = "FLANK FLANK FLANK JAVELIN JAVELIN RETREAT RETREAT"
    game = set_up("IN [PR] IN", "IN [IN] CO", active=1, hands=(held, ""), deck="SL SL", commands="NIGHTFALL NIGHTFALL")
    play(game, "attack")
    play(game, "place SL F+2; attack")
    assert options(game, "order") == {"none", "javelin F-1", "javelin F+1"}
    play(game, "order none")
    assert phase(game) == "retreat A"
    play(game, "retreat none")
    assert (phase(game), options(game, "discard")) == ("discard A", {"FLANK", "JAVELIN", "NIGHTFALL", "RETREAT"})
    assert refused(game, "discard volley") == "VR-042"
    assert refused(game, "attack") == "VR-048"
    play(game, "discard flank")
    assert hand(game, 0) == "FLANK FLANK JAVELIN JAVELIN NIGHTFALL RETREAT RETREAT"
    assert (phase(game), command_pile(game)) == ("main B", "FLANK")
    assert {"VR-048", "VR-050", "R-17", "R-18"} <= set(told(game))


@pytest.mark.parametrize("limit", [3, 5, 12])
def test_the_hand_limit_is_an_option(limit: int) -> None:
    """VR-048, R-17: the owner chooses what to discard, card by card"""
    held = ["FLANK"] * 4 + ["REINFORCE"] * 6 + ["NIGHTFALL"] * 3
    game = set_up(QUIET, QUIET, hand=" ".join(held[: limit + 1]), hand_limit=limit)
    play(game, "attack")
    assert phase(game) == "discard A"
    assert options(game, "discard") == set(held[: limit + 1])
    game.play(game.moves[-1])
    assert phase(game) == "main B"
    assert int(game.state.held[0]) == limit


def test_commands_are_played_before_the_attack_and_lie_face_up_then() -> None:
    """VR-049, VR-050, VR-161: Retreat comes after it"""
    game = set_up("IN [PR] IN", QUIET, hand="FLANK RETREAT", deck="SL")
    assert refused(game, "retreat F+2") == "VR-161"
    assert refused(game, "retreat none") == "VR-161"
    play(game, "attack")
    assert phase(game) == "retreat A"
    assert refused(game, "flank F-1 right") == "VR-161"
    play(game, "retreat F+2")
    assert (command_pile(game), hand(game, 0)) == ("RETREAT", "FLANK")
    assert "VR-050" in told(game)


def test_no_command_can_be_thrown_away() -> None:
    """R-51: only the end of a turn shortens a hand; a command that cannot be carried out is not played"""
    game = set_up("[IN]", QUIET, hand="FLANK JAVELIN VOLLEY STAMPEDE SURPRISE")
    assert refused(game, "discard flank") == "R-51"
    assert options(game, "flank") == set()
    play(game, "attack")
    assert phase(game) == "main B"
    assert hand(game, 0) == "FLANK JAVELIN STAMPEDE SURPRISE VOLLEY"


def test_nightfall_and_reinforcements_can_always_be_played() -> None:
    """R-51, VR-158: even by an army of one"""
    game = set_up("[IN]", QUIET, hand="NIGHTFALL REINFORCE")
    assert {"nightfall", "reinforce"} <= {move.text for move in game.moves}


# ---------------------------------------------------------------- the end of a turn


def test_with_nothing_to_place_and_a_legal_line_only_the_attack_is_left() -> None:
    """VR-011, VR-012, VR-040, VR-063, R-55: nobody can end a turn without it (TV-77)"""
    game = set_up("IN [IN] IN", "IN [IN] IN")
    assert [move.text for move in game.moves] == ["attack"]
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert {"VR-011", "VR-012", "VR-062", "VR-063"} <= set(told(game))


def test_the_attack_ends_the_turn() -> None:
    """VR-062: except for Retreat and the hand limit"""
    assert phase(play(set_up(QUIET, QUIET, hand="FLANK"), "attack")) == "main B"
    assert phase(play(set_up(QUIET, QUIET, hand="RETREAT"), "attack")) == "retreat A"


def test_moves_of_another_part_of_the_turn_are_refused() -> None:
    """VR-040, VR-062, VR-071, VR-156, R-35: each with its rule"""
    game = set_up("CA [AR] IN / [CA]", "IN [CV] IN / SL", hand="JAVELIN")
    assert refused(game, "deploy IN") == refused(game, "keep") == "VR-156"
    assert refused(game, "order javelin F+1") == "R-35"
    assert refused(game, s.FIRE_MOVE) == refused(game, s.ALONE_MOVE) == "VR-071"
    assert refused(game, s.TARGET_MOVE + s.VANGUARD) == "VR-040"
    play(game, "attack")
    assert phase(game) == "order A"
    assert refused(game, "swap F0 F+1") == refused(game, "attack") == "VR-062"
    assert refused(game, -1) == refused(game, s.MOVE_COUNT) == "VR-062"


def test_act_always_has_a_move() -> None:
    """R-55, R-40: over random games of all kinds"""
    for seed in range(6):
        game = quincunx.new(NAME, players=2 + seed % 3, seed=seed, turn_limit=40)
        while not game.over:
            assert len(game.moves) > 0
            game.play(game.moves[seed % len(game.moves)])


# ---------------------------------------------------------------- the end of the game


def test_killing_the_last_unit_ends_the_game_at_once() -> None:
    """VR-090, VR-115: there is no Retreat any more (TV-62)"""
    game = set_up("IN [PR] IN", "[CE]", hand="RETREAT")
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert (game.over, winners(game)) == (True, "A")
    assert refused(game, "retreat F+2") == "VR-090"
    assert said(game)[-2:] == ["Brutus's army is destroyed.", "Aurelius wins: no other army is left."]


def test_a_rear_survivor_keeps_the_army_alive() -> None:
    """VR-090, R-56: an army lives as long as it has a unit"""
    game = set_up("IN [AR] IN", "[EL] / [(PR)]")
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert not game.over
    assert army(game, 1) == "- / [(PR)]"
    assert "R-56" in told(game)


def test_a_stampede_can_destroy_the_last_unit_behind() -> None:
    """VR-090, VR-130, VR-075: front and rear in one resolution (TV-63)"""
    game = set_up("IN [AR] IN", "[EL] / [(PR)]", hand="STAMPEDE")
    play(game, "attack; order stampede B:F0")
    assert kills(game) == ["B:F0", "B:R0"]
    assert winners(game) == "A"


def test_at_the_turn_limit_most_cards_win_then_power() -> None:
    """VR-093, R-42, R-48: equal in both is a draw (TV-66)"""
    game = set_up("IN [IN] IN+", "SL [PR] SL SL", turn=30, turn_limit=30)
    play(game, "attack")
    assert (game.over, winners(game)) == (True, "AB")
    assert [row[:3] for row in events(game, s.EV_CARDS)] == [[0, 4, 7], [1, 4, 7]]
    assert said(game)[-1] == "The last turn is over: Aurelius and Brutus share a draw."
    assert game.outcome == (0.0, 0.0)


@pytest.mark.parametrize(
    ("one", "other", "wins"),
    [
        ("IN [IN] IN+", "SL [PR] SL", "A"),  # four cards against three
        ("IN [IN] IN", "PR [PR] SL", "B"),  # three each, power 6 against 9
        ("CE [IN] CE", "PR [PR] SL", "A"),  # Centurions at the ends count 4: 10 against 9
        ("IN [IN] CO", "IN [IN] CO / [IN]", "B"),  # the rear counts
    ],
)
def test_how_armies_are_counted_at_the_limit(one: str, other: str, wins: str) -> None:
    """R-42, VR-085, VR-093: cards on the table, then the sum of own power"""
    game = set_up(one, other, turn=20, turn_limit=20, use_commands=False)
    play(game, "attack")
    assert (kills(game), winners(game)) == ([], wins)


def test_without_a_limit_the_game_goes_on() -> None:
    """VR-093: 0 is no limit; and it ends exactly after the last allowed turn"""
    game = set_up(QUIET, QUIET, deck="", use_commands=False, turn=2000, turn_limit=0)
    assert phase(play(game, "attack")) == "main B"
    game = set_up(QUIET, QUIET, deck="", use_commands=False, turn=19, turn_limit=20)
    assert phase(play(game, "attack")) == "main B"
    assert play(game, "attack").over


# ---------------------------------------------------------------- what must always hold


def cards_in_play(game: Match) -> tuple[Counter[int], Counter[int]]:
    """All unit cards and all commands, wherever they are."""
    now = game.state
    units: Counter[int] = Counter(int(kind) for kind in now.pending if kind)
    for code in now.cells[now.cells > 0]:
        units[int(code) & s.KIND_MASK] += 1
        units[s.CHARIOT] += bool(int(code) & s.RIDDEN)
    for kind in range(1, s.KINDS):
        units[kind] += int(now.unit_deck[:, kind].sum() + now.unit_pile[:, kind].sum() + now.pool[:, :, kind].sum())
        units[s.CHARIOT] += int(now.pool[:, 1, kind].sum())
    commands: Counter[int] = Counter()
    for which in range(s.COMMANDS):
        commands[which] = int(now.hand[:, which].sum() + now.command_deck[:, which].sum())
        commands[which] += int(now.command_pile[:, which].sum())
    return units, commands


@pytest.mark.parametrize(
    "words",
    [
        {"players": 2},
        {"players": 3, "shift_model": "rows"},
        {"players": 4, "close_up": True},
        {"players": 2, "decks": "divide_equal", "hidden_rear": False},
        {"players": 2, "decks": "divide_random", "command_on_vanguard": False},
        {"players": 3, "use_rear": False, "replay_cap": 0},
    ],
)
def test_no_card_is_ever_lost_and_every_turn_ends_legally(words: dict[str, Any]) -> None:
    """VR-011, VR-050, VR-053, VR-054, VR-080, VR-091, VR-100, VR-150: 60 units and 40 commands, always"""
    from quincunx.games.vanguard_rome.army import is_legal

    game = quincunx.new(NAME, seed=5, turn_limit=60, **words)
    dice = play_on(quincunx.new(NAME, seed=5, turn_limit=60, **words), 5).line
    for move in dice:
        active, turn = int(game.state.active), int(game.state.turn_no)
        game.play(move)
        units, commands = cards_in_play(game)
        assert [units[kind] for kind in range(1, s.KINDS)] == list(UNITS.values())
        assert [commands[which] for which in range(s.COMMANDS)] == list(COMMANDS.values())
        if turn and int(game.state.turn_no) != turn and game.state.alive[active]:
            assert is_legal(game.state, active)
    assert game.over


def test_every_unit_with_an_ability_may_use_it_once_in_a_turn() -> None:
    """VR-060, VR-061: and again in the next"""
    game = set_up("CE CO [PR] IN", "CO [IN] IN", deck="", use_commands=False)
    play(game, "swap F-2 F-1; swap F-2 F-1; swap F0 F+1")
    assert army(game, 0) == "CE CO [IN] PR"
    assert swaps(game) == set()
    assert refused(game, "swap F+1 F0") == "VR-061"
    assert refused(game, "swap F0 F+1") == "VR-060"
    play(game, "attack; attack")
    assert "F+1 F0" in swaps(game)
