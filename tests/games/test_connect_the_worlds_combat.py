"""Connect the Worlds: fights, captured bases, locks, markers and portals."""

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from quincunx.table.match import Match
from tests.games.worlds import (
    BASES,
    STRENGTH,
    UNITS,
    acts,
    alive,
    at,
    destinations,
    discard,
    fights,
    hand,
    legal,
    movable,
    pieces,
    play,
    portals,
    refused,
    set_up,
    sizes,
    territory,
    winners,
)
from tests.helpers import told

HERE, NEAR = "W1(0,0)", "W1(1,0)"
ALL = (*BASES, *UNITS)
STACKS = [stack for many in (1, 2, 3) for stack in combinations_with_replacement(UNITS, many)]


def attack(attacker: str, defenders: str, **words: Any) -> Match:
    """A moves one piece into a hex of B. Nobody is eliminated."""
    game = board(f"{attacker}@{NEAR}", defenders, hand="SC HA", **words)
    return play(game, f"move SC {attacker} {NEAR}->{HERE}")


def deploy(attacker: str, defenders: str, **words: Any) -> Match:
    """A deploys a piece into a hex of B."""
    game = board("SB@W1(0,1)", defenders, hand=f"{attacker} HA", **words)
    return play(game, f"deploy {attacker} {HERE}")


def board(mine: str, defenders: str, **words: Any) -> Match:
    """B's pieces in one hex, and a base of each somewhere else."""
    held = " ".join(f"{code}@{HERE}" for code in dict.fromkeys(defenders.split()))
    for code in set(defenders.split()):
        many = defenders.split().count(code)
        held = held.replace(f"{code}@{HERE}", f"{code}@{HERE}x{many}") if many > 1 else held
    return set_up(f"{mine} SB@W0(0,0)", f"{held} SB@W1(-5,3)", **words)


def after(attacker: str, defenders: list[str], high_first: bool = False, by_strength: bool = False) -> str:
    """5.4 of the rules document: what is in the hex when everything is over."""
    mine = STRENGTH[attacker]
    units = sorted((code for code in defenders if code in UNITS), key=STRENGTH.__getitem__, reverse=high_first)
    base = next((code for code in defenders if code in BASES), None)
    order = [*units, *([base] if base else [])]
    if base and by_strength:
        order.sort(key=lambda code: (-STRENGTH[code] if high_first else STRENGTH[code], code in BASES))
    left = list(order)
    for other in order:
        if mine > STRENGTH[other]:
            if other in UNITS:
                left.remove(other)
            continue
        if mine == STRENGTH[other]:
            left.remove(other)
        elif attacker in BASES:
            left.append(attacker)
        return shown("B", left, "") if left else "-"
    return shown("A", [*([base] if base else []), attacker], "'")


def shown(owner: str, codes: list[str], mark: str) -> str:
    """What a hex holds, as `at` tells it."""
    return f"{owner}: " + " ".join(code + mark for code in sorted(codes, key=ALL.index))


# ---------------------------------------------------------------- every kind against every kind


@pytest.mark.parametrize("attacker", ALL)
@pytest.mark.parametrize("defender", ALL)
def test_every_kind_against_every_kind(attacker: str, defender: str) -> None:
    """CW-150, CW-151, CW-153, CW-154, CW-156, CW-159, CW-160, CWR-33, CWR-34, CWR-35, CWR-36, CWR-37: a moving piece"""
    if attacker in BASES and defender in BASES:
        game = board(f"{attacker}@{NEAR}", defender, hand="SC HA")
        assert refused(game, f"move SC {attacker} {NEAR}->{HERE}") == "CW-130"
        return
    game = attack(attacker, defender)
    more = STRENGTH[attacker] - STRENGTH[defender]
    sign = ">" if more > 0 else "<" if more < 0 else "="
    result = {
        ("=", True): "-",
        ("=", False): "-",
        (">", True): f"A: {defender}' {attacker}'",
        (">", False): f"A: {attacker}'",
        ("<", True): f"B: {defender}",
        ("<", False): f"B: {defender}" if attacker in UNITS else f"B: {attacker} {defender}",
    }[sign, defender in BASES]
    assert at(game, HERE) == result == after(attacker, [defender])
    assert fights(game) == [f"{attacker}{sign}{defender}"]
    assert at(game, NEAR) == "-"
    assert discard(game, 0) == "SC1"


@pytest.mark.parametrize("attacker", ALL)
@pytest.mark.parametrize("defender", ALL)
def test_every_kind_deployed_against_every_kind(attacker: str, defender: str) -> None:
    """CW-213, CW-150, CW-159, CW-211, CWR-40: a deployed piece fights like one that moves"""
    if attacker in BASES and defender in BASES:
        game = board("SB@W1(0,1)", defender, hand=f"{attacker} HA")
        assert refused(game, f"deploy {attacker} {HERE}") == "CW-211"
        return
    game = deploy(attacker, defender)
    assert at(game, HERE) == after(attacker, [defender])
    assert (hand(game, 0), discard(game, 0)) == ("HA1", "")


@pytest.mark.parametrize("order", ["low_first", "high_first"])
@pytest.mark.parametrize("base_order", ["last", "by_strength"])
@pytest.mark.parametrize("attacker", UNITS)
def test_stacks_with_and_without_a_base(attacker: str, base_order: str, order: str) -> None:
    """CW-152, CW-154, CW-155, CW-157, CW-158, CWR-31, CWR-32, CWR-62: as 5.4 has it"""
    dice = Random(f"{attacker} {base_order} {order}")
    cases = list(product(STACKS, (None, *BASES)))
    for stack, base in dice.sample(cases, 22):
        defenders = [*([base] if base else []), *stack]
        game = attack(attacker, " ".join(defenders), combat_order=order, base_in_stack=base_order)
        wanted = after(attacker, defenders, order == "high_first", base_order == "by_strength")
        assert at(game, HERE) == wanted, defenders


@pytest.mark.parametrize("order", ["low_first", "high_first"])
@pytest.mark.parametrize("attacker", BASES)
def test_a_base_against_stacks(attacker: str, order: str) -> None:
    """CW-159, CW-152, CWR-36, CWR-37"""
    for stack in Random(attacker).sample(STACKS, 16):
        game = attack(attacker, " ".join(stack), combat_order=order)
        assert at(game, HERE) == after(attacker, list(stack), order == "high_first"), stack


# ---------------------------------------------------------------- the order of the fights


def test_strengths_are_never_added() -> None:
    """CW-151, CWR-62: a thousand teams do not stop a core"""
    game = attack("AC", "AT AT AT AT AT AT AT AT")
    assert (at(game, HERE), fights(game)) == ("A: AC'", ["AC>AT"] * 8)


def test_the_fights_go_on_until_the_attacker_is_gone_or_nobody_is_left() -> None:
    """CW-152, CW-154, CW-155, CWR-30: completely and at once"""
    assert fights(attack("TF", "TF AC AT")) == ["TF>AT", "TF>AC", "TF=TF"]
    assert fights(attack("TF", "CA AC AT AT")) == ["TF>AT", "TF>AT", "TF>AC", "TF<CA"]
    assert fights(attack("CA", "AT OP")) == ["CA>AT", "CA>OP"]
    assert fights(attack("CA", "AT OP", base_in_stack="by_strength", combat_order="high_first")) == ["CA>OP", "CA>AT"]


def test_at_equal_strength_units_come_before_the_base() -> None:
    """CWR-32: AT and AB have two, low or high first"""
    for order in ("low_first", "high_first"):
        game = attack("CA", "AB AT", base_in_stack="by_strength", combat_order=order)
        assert fights(game) == ["CA>AT", "CA>AB"]
        lost = attack("AT", "AB AT", base_in_stack="by_strength", combat_order=order)
        assert at(lost, HERE) == "B: AB"


def test_a_beaten_base_stays_if_the_attacker_dies_later() -> None:
    """CW-157, CWR-32: by strength the base may be beaten first"""
    game = attack("AC", "SB TF", base_in_stack="by_strength")
    assert fights(game) == ["AC>SB", "AC<TF"]
    assert at(game, HERE) == "B: SB TF"
    equal = attack("AC", "SB AC", base_in_stack="by_strength")
    assert (at(equal, HERE), fights(equal)) == ("B: SB", ["AC>SB", "AC=AC"])


def test_waves_come_one_after_the_other() -> None:
    """CWR-30, CW-150, CWR-62: each attacker with its own card"""
    game = set_up("AT@W1(1,0)x2 SB@W0(0,0)", f"AT@{HERE} SB@{HERE}", hand="SC EN HA")
    play(game, f"move SC AT {NEAR}->{HERE}")
    assert at(game, HERE) == "B: SB"
    play(game, f"move EN AT {NEAR}->{HERE}")
    assert at(game, HERE) == "A: SB' AT'"


def test_own_units_in_a_hex_do_not_fight() -> None:
    """CW-150, CW-126, CW-158"""
    game = set_up(f"AT@{NEAR} CA@{HERE} MP@{HERE}", "SB@W1(-5,3)", hand="SC HA")
    play(game, f"move SC AT {NEAR}->{HERE}")
    assert (at(game, HERE), fights(game)) == ("A: MP AT CA", [])


def test_a_hex_has_one_owner_after_every_fight() -> None:
    """CW-158, CWR-38: three players never meet in one"""
    game = set_up(f"AC@{NEAR} SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", "TF@W1(-1,0) SB@W2(0,0)", hand="SC HA")
    play(game, f"move SC AC {NEAR}->{HERE}")
    assert at(game, HERE) == "A: AC'"
    play(game, "end; end")
    play(game, f"move HA TF W1(-1,0)->{HERE}")
    assert at(game, HERE) == "C: TF"


# ---------------------------------------------------------------- locks


def test_whoever_fought_is_locked() -> None:
    """CW-127, CW-160, CWR-39: the surviving attacker and a captured base, nobody else"""
    game = attack("AC", "AT SB")
    assert at(game, HERE) == "A: SB' AC'"
    assert movable(game, "HA") == {"W0(0,0)"}
    assert refused(play(game, "move HA"), HERE) == "CW-127"


def test_other_pieces_of_the_hex_are_free() -> None:
    """CWR-39, CW-160: a unit that joins the victor later"""
    game = set_up(f"AC@{NEAR}x2 SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", hand="SC EN HA PF")
    play(game, f"move SC AC {NEAR}->{HERE}; move EN AC {NEAR}->{HERE}")
    assert at(game, HERE) == "A: AC AC'"
    play(game, f"move HA AC {HERE}->W1(-1,0)")
    assert (at(game, HERE), at(game, "W1(-1,0)")) == ("A: AC'", "A: AC")


def test_a_base_captured_by_the_defender_is_not_locked() -> None:
    """CW-160, CW-159, CW-163: and nothing hinders the defender in the next turn"""
    game = attack("SB", "AT AC")
    assert at(game, HERE) == "B: SB AT AC"
    play(game, "end")
    play(game, "move HA")
    assert HERE in legal(game)
    assert legal(play(game, HERE)) == {"SB", "AT", "AC"}


def test_a_deployed_piece_that_fought_is_locked() -> None:
    """CW-213, CW-214, CW-160, CWR-40, CWR-41"""
    game = deploy("AC", "AT")
    assert at(game, HERE) == "A: AC'"
    assert refused(game, f"move HA AC {HERE}->{NEAR}") == "CW-127"
    quiet = play(set_up("SB@W0(0,0)", "SB@W1(0,0)", hand="AC HA SC"), "deploy AC W0(1,0)")
    assert refused(quiet, "move HA AC W0(1,0)->W0(2,0)") is None


# ---------------------------------------------------------------- bases


def test_capturing_a_base_cannot_be_declined() -> None:
    """CW-156, CWR-35: it changes its owner, with everything that is to it"""
    game = attack("AC", "AB")
    assert (pieces(game, 0), pieces(game, 1)) == (f"SB@W0(0,0) AB'@{HERE} AC'@{HERE}", "SB@W1(-5,3)")
    assert (territory(game, 0), territory(game, 1)) == (14, 7)
    assert {"CW-156", "CWR-35", "CW-160", "CW-161"} <= set(told(game))


def test_a_beaten_attacking_base_may_be_destroyed() -> None:
    """CW-159, CWR-37: by option; equal strengths destroy both anyway"""
    assert at(attack("SB", "AT", beaten_base="destroyed"), HERE) == "B: AT"
    assert at(deploy("SB", "AT", beaten_base="destroyed"), HERE) == "B: AT"
    assert at(attack("OP", "AT TF", beaten_base="destroyed"), HERE) == "B: TF"
    assert at(attack("AB", "AT", beaten_base="destroyed"), HERE) == "-"
    assert at(attack("OP", "AT", beaten_base="destroyed"), HERE) == "A: OP'"


def test_a_deployed_base_may_be_captured() -> None:
    """CW-159, CW-213, CWR-37, CWR-40: the card was a gift"""
    assert at(deploy("SB", "AT"), HERE) == "B: SB AT"
    assert at(deploy("OP", "AT AC"), HERE) == "-"


def test_what_is_destroyed_goes_back_to_the_markers() -> None:
    """CW-161, CWR-15, CW-212: eight of a kind, and room again after a loss"""
    game = set_up(f"SB@W0(0,0) AT@W0(1,0)x7 AT@{NEAR}", f"CA@{HERE} SB@W1(-5,3)", hand="AT SC HA")
    assert refused(game, "deploy AT") == "CW-212"
    play(game, f"move SC AT {NEAR}->{HERE}")
    assert refused(game, "deploy AT W0(0,0)") is None


EIGHT = " ".join(f"SB@W0({q},0)" for q in range(-4, 4))


def test_without_a_marker_a_base_is_destroyed() -> None:
    """CW-161, CWR-15: the attacker stays; a base captured in defence, too"""
    game = set_up(f"{EIGHT} AT@{NEAR}", f"SB@{HERE} SB@W1(-5,3)", hand="SC HA")
    play(game, f"move SC AT {NEAR}->{HERE}")
    assert at(game, HERE) == "A: AT'"
    assert {"CW-161", "CWR-15"} <= set(told(game))
    theirs = EIGHT.replace("W0", "W1")
    game = set_up("SB@W2(1,0) AT@W0(0,0)", f"{theirs} AT@W2(0,0)", hand="SC HA")
    play(game, "move SC SB W2(1,0)->W2(0,0)")
    assert (at(game, "W2(0,0)"), pieces(game, 0)) == ("B: AT", "AT@W0(0,0)")
    game = set_up(f"{EIGHT} AC@{NEAR}", f"AB@{HERE} SB@W1(-5,3)", hand="SC HA")
    assert at(play(game, f"move SC AC {NEAR}->{HERE}"), HERE) == "A: AB' AC'"


def test_markers_may_be_without_limit() -> None:
    """CW-161, CWR-15, CW-212"""
    game = set_up(f"{EIGHT} AT@{NEAR}", f"SB@{HERE} SB@W1(-5,3)", hand="SC HA SB", markers=0)
    assert at(play(game, f"move SC AT {NEAR}->{HERE}"), HERE) == "A: SB' AT'"
    assert refused(game, "deploy SB W0(4,0)") is None


# ---------------------------------------------------------------- portals


def test_portals_of_a_captured_base_close_or_stay() -> None:
    """CW-162, CW-207, CWR-28: all of them, and only of that base"""
    seats = f"AT@{NEAR} SB@W0(0,0)", f"SB@{HERE} SB@W1(-5,3) SB@W2(0,0)"
    joined = f"{HERE}~W1(-5,3) {HERE}~W2(0,0) W1(-5,3)~W2(0,0)"
    for option, left in (("close", "W1(-5,3)~W2(0,0)"), ("keep", f"W1(-5,3)~{HERE} W1(-5,3)~W2(0,0) {HERE}~W2(0,0)")):
        game = set_up(*seats, hand="SC HA", portals=joined, portal_on_capture=option)
        play(game, f"move SC AT {NEAR}->{HERE}")
        assert portals(game) == left
        assert ("CW-162" in told(game)) == (option == "close")


@pytest.mark.parametrize("option", ["close", "keep"])
def test_portals_of_a_destroyed_base_always_close(option: str) -> None:
    """CW-162, CWR-28: attacking or defending, by equals or for want of a marker"""
    words = {"hand": "SC HA", "portal_on_capture": option}
    game = set_up(f"AT@{NEAR} SB@W0(0,0)", f"AB@{HERE} SB@W1(-5,3)", portals=f"{HERE}~W1(-5,3)", **words)
    assert portals(play(game, f"move SC AT {NEAR}->{HERE}")) == ""
    game = set_up(f"AB@{NEAR} SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", portals=f"{NEAR}~W0(0,0)", **words)
    assert portals(play(game, f"move SC AB {NEAR}->{HERE}")) == ""
    game = set_up(f"{EIGHT} AT@{NEAR}", f"SB@{HERE} SB@W1(-5,3)", portals=f"{HERE}~W1(-5,3)", **words)
    assert portals(play(game, f"move SC AT {NEAR}->{HERE}")) == ""
    lost = {"beaten_base": "destroyed", **words}
    game = set_up(f"SB@{NEAR} SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", portals=f"{NEAR}~W0(0,0)", **lost)
    assert portals(play(game, f"move SC SB {NEAR}->{HERE}")) == ""


def test_portals_of_an_attacking_base() -> None:
    """CW-208, CW-162, CWR-28, CWR-37: they come along if it wins, and if it is captured they close or stay with it"""
    words = {"hand": "SC HA", "portals": f"{NEAR}~W0(0,0)"}
    game = set_up(f"OP@{NEAR} SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", **words)
    assert portals(play(game, f"move SC OP {NEAR}->{HERE}")) == f"W0(0,0)~{HERE}"
    for option, left in (("close", ""), ("keep", f"W0(0,0)~{HERE}")):
        game = set_up(f"SB@{NEAR} SB@W0(0,0)", f"AT@{HERE} SB@W1(-5,3)", portal_on_capture=option, **words)
        assert portals(play(game, f"move SC SB {NEAR}->{HERE}")) == left
        assert at(game, HERE) == "B: SB AT"


# ---------------------------------------------------------------- elimination


def test_who_loses_the_last_piece_is_out_at_once() -> None:
    """CW-243, CWR-51: with all cards and resources"""
    words = {"hand": "SC HA", "pools": [1, 9, 2], "discards": ["", "PF2", ""]}
    game = set_up(f"AC@{NEAR}", f"AT@{HERE}", "SB@W2(0,0)", **words)
    play(game, f"move SC AC {NEAR}->{HERE}")
    assert (alive(game), sizes(game, 1), int(game.state.pool[1])) == ("AC", (0, 0, 0), 0)
    play(game, "end")
    assert acts(game) == "C"
    assert {"CW-243", "CWR-51"} <= {rule for part in game.tellings() for telling in part for rule in telling.rules}


def test_the_active_player_may_eliminate_itself() -> None:
    """CW-243, CWR-51: the turn ends at once, without turn steps 3 to 5"""
    game = set_up(f"AT@{NEAR}", f"CA@{HERE}", "SB@W2(0,0)", hand="SC HA3", discard="PF", pool=7)
    play(game, f"move SC AT {NEAR}->{HERE}")
    assert (alive(game), acts(game), sizes(game, 0), int(game.state.pool[0])) == ("BC", "B", (0, 0, 0), 0)
    play(game, "end; end")
    assert acts(game) == "B"


def test_both_may_fall_in_one_fight() -> None:
    """CW-243, CW-153"""
    game = play(set_up(f"AT@{NEAR}", f"AT@{HERE}", "SB@W2(0,0)", hand="SC HA"), f"move SC AT {NEAR}->{HERE}")
    assert (at(game, HERE), alive(game), acts(game)) == ("-", "C", "C")
    assert winners(play(game, "end")) == "C"


def test_a_player_without_bases_stays_in_the_game() -> None:
    """CWR-49, CW-243: units are pieces"""
    game = play(set_up(f"AT@{NEAR}", f"SB@{HERE} AT@W1(5,0)", hand="SC HA"), f"move SC AT {NEAR}->{HERE}")
    assert alive(game) == "AB"
    assert acts(play(game, "end")) == "B"


def test_a_surviving_defender_is_free_in_its_own_turn() -> None:
    """CW-163, CW-127"""
    game = play(set_up(f"AT@{NEAR} SB@W0(0,0)", f"TF@{HERE}", hand="SC HA"), f"move SC AT {NEAR}->{HERE}")
    play(game, "end")
    assert len(destinations(game, "HA", "TF", HERE)) == 135
