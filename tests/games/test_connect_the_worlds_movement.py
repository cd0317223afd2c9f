"""Connect the Worlds: steps, portals, take-off and landing, and what stands in the way."""

import pytest

from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_number, world_of
from quincunx.games.connect_the_worlds.setup import space_cells, world_cells
from tests.games.worlds import (
    ACTION_CARDS,
    BASES,
    DIRECTIONS,
    MOVE,
    acts,
    at,
    crowd,
    destinations,
    hand,
    legal,
    movable,
    orbits,
    pieces,
    play,
    portals,
    refused,
    set_up,
    written,
)
from tests.helpers import told

HOME, AWAY = "SB@W0(0,0)", "SB@W1(0,0)"


# ---------------------------------------------------------------- the search of the rules document, once more


def neighbours(place: str, around: list[str]) -> set[str]:
    """2.7: one step without portals; `around` are the orbits."""
    head, cells = place.partition("(")[0], space_cells() if place[0] == "S" else world_cells()
    q, r = (int(part) for part in place.partition("(")[2][:-1].split(","))
    found = {f"{head}({q + dq},{r + dr})" for dq, dr in DIRECTIONS if (q + dq, r + dr) in cells}
    if head != "S":
        found.add(around[int(head[1:])])
    elif place in around:
        found |= {f"W{around.index(place)}({q},{r})" for q, r in world_cells()}
    return found


def search(game: Position, seat: int, piece: str, start: str, far: int) -> set[str]:
    """5.3, word for word."""
    data, around = written(game), orbits(game)
    held = {place: owner for owner, mine in enumerate(data["pieces"]) for place in mine}
    based = {place for mine in data["pieces"] for place, codes in mine.items() if codes[:2] in BASES}
    joined = [*data.get("portals", []), *([b, a] for a, b in data.get("portals", []))]
    truce = data["round"] <= data["options"]["opening_truce"]
    seen, queue = {start: 0}, [start]
    for y in queue:
        if seen[y] == far or (y != start and held.get(y, seat) != seat):
            continue
        further = neighbours(y, around)
        if piece not in BASES and y in based and held[y] == seat:
            further |= {b for a, b in joined if a == y}
        for z in further:
            closed = (piece in BASES and z in based) or (truce and held.get(z, seat) != seat)
            if not closed and z not in seen:
                seen[z] = seen[y] + 1
                queue.append(z)
    return set(seen) - {start}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("truce", [0, 1])
def test_destinations_are_those_of_the_rules_document(seed: int, truce: int) -> None:
    """CW-121, CW-122, CW-123, CW-125, CW-130, CW-132, CW-140, CW-141, CW-247: every piece, every distance"""
    game = crowd(seed, opening_truce=truce, round=1)
    for place, codes in written(game)["pieces"][0].items():
        for piece in set(codes.split()):
            for card in ("SC", "PO", "HA"):
                wanted = search(game, 0, piece, place, MOVE[card])
                if not wanted:
                    assert f"move {card}" not in legal(game) or place not in movable(game, card)
                    continue
                assert destinations(game, card, piece, place) == wanted, (place, piece, card)


# ---------------------------------------------------------------- steps


def test_a_move_may_mix_all_kinds_of_steps() -> None:
    """CW-121, CW-122, CW-140, CW-141, CWR-22: from any hex up, down to any hex"""
    game = set_up("AT@W0(-6,-1)", AWAY, hand="PO HA SC")
    assert refused(game, "move PO AT W0(-6,-1)->W0(6,1)") is None
    assert refused(game, "move PO AT W0(-6,-1)->S(1,-4)") is None
    assert refused(game, "move HA AT W0(-6,-1)->S(2,-4)") is None
    assert refused(game, "move HA AT W0(-6,-1)->S(3,-4)") == "CW-121"
    assert refused(game, "move SC AT W0(-6,-1)->W0(6,1)") == "CW-121"
    play(game, "move HA AT W0(-6,-1)->S(0,-2); move PO AT S(0,-2)->S(0,0); move SC AT S(0,0)->W2(5,2)")
    assert pieces(game, 0) == "AT@W2(5,2)"


def test_hopping_over_space_reaches_the_whole_world() -> None:
    """CWR-21, CWR-61: unless enemies are in orbit"""
    game = set_up("AT@W0(0,0)", AWAY, hand="PO")
    whole = {f"W0({q},{r})" for q, r in world_cells()} - {"W0(0,0)"}
    assert whole <= destinations(game, "PO", "AT", "W0(0,0)")
    for guard in ("AT", "SB"):
        blocked = set_up("AT@W0(0,0)", f"{AWAY} {guard}@S(0,-4)", hand="PO")
        assert len(destinations(blocked, "PO", "AT", "W0(0,0)")) == 19
        assert refused(blocked, "move PO AT W0(0,0)->W0(5,0)") == "CW-125"
        outside = set_up("AT@S(0,-3)", f"{AWAY} {guard}@S(0,-4)", hand="PO")
        assert not any(text.startswith("W0") for text in destinations(outside, "PO", "AT", "S(0,-3)"))


def test_own_pieces_in_orbit_block_no_unit() -> None:
    """CW-126, CWR-56, CW-129: units pass and stop everywhere among their own, in any number"""
    game = set_up("AT@W0(0,0)x3 SB@W0(0,0) AC@W0(1,0)x8 CA@S(0,-4)x8 MP@S(0,-4)", AWAY, hand="HA2")
    assert len(destinations(game, "HA", "AT", "W0(0,0)")) == 135
    play(game, "move HA AT W0(0,0)->S(0,-4)")
    assert at(game, "S(0,-4)") == "A: MP AT CA CA CA CA CA CA CA CA"


def test_entering_a_hex_with_enemies_ends_the_move() -> None:
    """CW-124, CW-125, CWR-29, CWR-30: units and bases alike, and the fight is at once"""
    for other in ("AT", "SB"):
        game = set_up("TF@W0(0,0) AT@W0(-4,0)", f"{other}@W0(1,0) AC@S(0,-4) {AWAY}", hand="HA2")
        assert refused(game, "move HA TF W0(0,0)->W0(1,0)") is None
        assert refused(game, "move HA TF W0(0,0)->W0(3,0)") == "CW-125"
        assert refused(game, "move HA TF W0(0,0)->W0(2,0)") is None  # around it
        play(game, "move HA TF W0(0,0)->W0(1,0)")
        assert at(game, "W0(1,0)") == ("A: TF'" if other == "AT" else "A: SB' TF'")


def test_enemy_territory_hinders_nobody() -> None:
    """CWR-60, CWR-45"""
    game = set_up("AT@W0(0,0)", f"SB@W0(2,0) {AWAY}", hand="SC")
    assert refused(game, "move SC AT W0(0,0)->W0(1,0)") is None


def test_ground_and_orbit_are_different_hexes() -> None:
    """CW-142, CW-140, CW-141: who is on the ground meets who is in orbit only by taking off or landing"""
    game = set_up("AT@W0(0,0)", f"{AWAY} CA@S(0,-4)", hand="SC HA")
    play(game, "move SC AT W0(0,0)->W0(1,0)")
    assert (at(game, "W0(1,0)"), at(game, "S(0,-4)")) == ("A: AT", "B: CA")
    attack = set_up("AC@W0(0,0) AT@S(0,4)", f"{AWAY} AT@S(0,-4)", hand="SC2 HA")
    play(attack, "move SC AC W0(0,0)->S(0,-4); move SC AT S(0,4)->W1(0,0)")
    assert (at(attack, "S(0,-4)"), at(attack, "W1(0,0)")) == ("A: AC'", "A: SB' AT'")
    assert {"CW-141"} <= set(told(attack))


# ---------------------------------------------------------------- pieces


def test_only_own_pieces_are_moved() -> None:
    """CW-132, CW-102: a hex without an own piece is no beginning"""
    game = set_up(HOME, AWAY, hand="HA")
    assert movable(game, "HA") == {"W0(0,0)"}
    play(game, "move HA")
    assert refused(game, "W1(0,0)") == refused(game, "W0(1,0)") == "CW-132"
    assert refused(set_up("AT'@W0(0,0)", AWAY, hand="HA"), "move HA") == "CW-132"


def test_the_destination_differs_from_the_origin() -> None:
    """CW-132, CWR-20"""
    for card in ("SC", "PO", "HA"):
        game = set_up("AT@W0(0,0)", AWAY, hand=card)
        assert refused(game, f"move {card} AT W0(0,0)->W0(0,0)") == "CWR-20"


def test_the_kind_is_asked_for_only_if_there_are_several() -> None:
    """CW-102, CW-127, CW-132: locked ones and kinds that are not there are refused"""
    game = set_up("SB@W0(0,0) AT@W0(0,0)x2 AC'@W0(0,0)", AWAY, hand="HA")
    play(game, "move HA; W0(0,0)")
    assert legal(game) == {"SB", "AT"}
    assert (refused(game, "AC"), refused(game, "TF")) == ("CW-127", "CW-132")
    alone = play(set_up("SB@W0(0,0)", AWAY, hand="HA"), "move HA; W0(0,0)")
    assert "W0(1,0)" in legal(alone)
    shut = "SB@W0(-6,-1) AT@W0(-6,-1) AC@W0(-6,-1) AB@W0(-6,0) AB@W0(-5,-1) AB@W0(-5,-2) AB@S(0,-4)"
    game = play(set_up(shut, AWAY, hand="HA"), "move HA; W0(-6,-1)")
    assert legal(game) == {"AT", "AC"}
    assert refused(game, "SB") == "CW-130"


def test_a_hex_with_locked_pieces_only_is_no_beginning() -> None:
    """CW-127"""
    game = set_up("SB'@W0(0,0) AT'@W0(0,0) AT@W0(1,0)", AWAY, hand="HA")
    assert movable(game, "HA") == {"W0(1,0)"}
    assert refused(play(game, "move HA"), "W0(0,0)") == "CW-127"


def test_a_piece_that_did_not_fight_may_be_moved_again() -> None:
    """CW-128, CWR-18, CW-131: a new card, with its whole distance and no more"""
    game = set_up("AT@S(-3,0)", AWAY, hand="HA SC EN")
    play(game, "move HA AT S(-3,0)->S(-2,0)")
    assert refused(game, "move SC AT S(-2,0)->S(0,0)") == "CW-121"
    play(game, "move SC AT S(-2,0)->S(-1,0); move EN AT S(-1,0)->S(0,0)")
    assert pieces(game, 0) == "AT@S(0,0)"


def test_unused_movement_is_lost() -> None:
    """CW-131, CWR-19: after one step of three the card is gone, and nobody else moves"""
    game = play(set_up("AT@S(-3,0) AC@S(3,0)", AWAY, hand="HA PF"), "move HA AT S(-3,0)->S(-2,0)")
    assert (hand(game, 0), written(game)["phase"]) == ("PF1", "MAIN")
    assert refused(game, "S(3,0)") == "CW-090"


def test_one_move_per_unit() -> None:
    """CWR-18, CW-128: a moved piece is locked, its equals are not, and a deployed piece has not moved"""
    words = {"moves_per_unit": "once", "hand": "SC EN HA AT PF"}
    game = set_up(f"{HOME} AT@W0(0,0)x2", AWAY, **words)
    play(game, "move SC AT W0(0,0)->W0(1,0)")
    assert at(game, "W0(1,0)") == "A: AT'"
    play(game, "move EN AT W0(0,0)->W0(1,0)")
    assert at(game, "W0(1,0)") == "A: AT' AT'"
    assert refused(game, "move HA AT W0(1,0)->W0(2,0)") == "CW-127"
    play(game, "deploy AT W0(1,0)")
    assert at(game, "W0(1,0)") == "A: AT AT' AT'"
    play(game, "move HA AT W0(1,0)->W0(2,0)")
    assert pieces(game, 0) == "SB@W0(0,0) AT'@W0(1,0)x2 AT'@W0(2,0)"


# ---------------------------------------------------------------- bases


def test_a_base_moves_like_a_unit() -> None:
    """CW-129, CWR-23, CW-102: on planets, in space, up and down; its units stay"""
    game = set_up("OP@W0(0,0) CA@W0(0,0)x2", AWAY, hand="HA2 SC PO")
    assert len(destinations(game, "HA", "OP", "W0(0,0)")) == 135
    play(game, "move HA OP W0(0,0)->S(0,-2); move PO OP S(0,-2)->S(0,0); move SC OP S(0,0)->W2(-6,7)")
    assert pieces(game, 0) == "CA@W0(0,0)x2 OP@W2(-6,7)"


@pytest.mark.parametrize("owner", [0, 1])
def test_a_base_never_enters_the_hex_of_a_base(owner: int) -> None:
    """CW-130, CWR-24: own or enemy, not even in passing; so it captures none"""
    seats = ["MP@W0(0,0)", AWAY]
    seats[owner] += " SB@W0(1,0) SB@S(0,-4)"
    game = set_up(*seats, hand="SC PO HA")
    assert refused(game, "move SC MP W0(0,0)->W0(1,0)") == "CW-130"
    assert refused(game, "move SC MP W0(0,0)->S(0,-4)") == "CW-130"
    assert refused(game, "move PO MP W0(0,0)->W0(2,0)") == ("CW-130", "CW-125")[owner]
    assert refused(game, "move HA MP W0(0,0)->S(0,-3)") == ("CW-130", "CW-125")[owner]
    assert refused(game, "move HA MP W0(0,0)->W0(2,0)") is None
    assert not any(text.startswith("S") for text in destinations(game, "HA", "MP", "W0(0,0)"))


def test_a_base_that_is_shut_in_cannot_be_moved() -> None:
    """CW-130"""
    shut = "SB@W0(-6,-1) AB@W0(-6,0) AB@W0(-5,-1) AB@W0(-5,-2) AB@S(0,-4)"
    game = set_up(shut, AWAY, hand="HA")
    assert movable(game, "HA") == {"W0(-6,0)", "W0(-5,-1)", "W0(-5,-2)", "S(0,-4)"}
    assert refused(play(game, "move HA"), "W0(-6,-1)") == "CW-130"


# ---------------------------------------------------------------- portals


def test_a_portal_works_both_ways_any_number_of_times() -> None:
    """CW-123, CW-207"""
    game = set_up(f"{HOME} SB@W2(3,0) AT@W0(0,0)", AWAY, hand="SC2 EN HA", portals="W0(0,0)~W2(3,0)")
    play(game, "move SC AT W0(0,0)->W2(3,0); move SC AT W2(3,0)->W0(0,0); move EN AT W0(0,0)->W2(3,0)")
    assert (at(game, "W2(3,0)"), portals(game)) == ("A: SB AT", "W0(0,0)~W2(3,0)")


def test_a_jump_costs_one_and_is_a_step_among_others() -> None:
    """CW-121, CW-123: walk, jump, walk; and into space"""
    game = set_up(f"{HOME} SB@S(3,0) AT@W0(1,0)", AWAY, hand="HA PO", portals="S(3,0)~W0(0,0)")
    assert refused(game, "move HA AT W0(1,0)->S(4,0)") is None
    assert refused(game, "move PO AT W0(1,0)->S(3,0)") is None
    assert refused(game, "move PO AT W0(1,0)->S(4,0)") == "CW-121"


def test_without_a_connection_there_is_no_jump() -> None:
    """CW-123, CWR-26: nor by the portals of others"""
    game = set_up(f"{HOME} SB@W2(0,0) AT@W0(0,0)", f"{AWAY} SB@W2(3,0)", hand="SC", portals="W1(0,0)~W2(3,0)")
    assert refused(game, "move SC AT W0(0,0)->W2(0,0)") == "CW-121"
    assert not any(text.startswith("W2") for text in destinations(game, "SC", "AT", "W0(0,0)"))


def test_bases_never_jump() -> None:
    """CW-123, CWR-25"""
    game = set_up(f"{HOME} SB@W2(0,0)", AWAY, hand="SC HA", portals="W0(0,0)~W2(0,0)")
    assert not any(text.startswith("W2") for text in destinations(game, "HA", "SB", "W0(0,0)"))


def test_a_kept_portal_leads_into_an_attack() -> None:
    """CWR-26, CWR-28, CW-162: with portal_on_capture=keep the far base may be an enemy's; from there nobody goes on"""
    words = {"portals": "W0(0,0)~W2(0,0)", "portal_on_capture": "keep"}
    game = set_up(f"{HOME} AT@W0(0,0)", f"SB@W2(0,0) {AWAY}", hand="SC HA", **words)
    assert "W2(0,0)" in destinations(game, "SC", "AT", "W0(0,0)")
    assert "W2(1,0)" not in destinations(game, "HA", "AT", "W0(0,0)")
    play(game, "move SC AT W0(0,0)->W2(0,0)")
    assert (at(game, "W2(0,0)"), portals(game)) == ("A: SB' AT'", "W0(0,0)~W2(0,0)")


def test_the_portals_of_a_base_move_with_it() -> None:
    """CW-208, CWR-28: all of them, and the list stays in order"""
    game = set_up(f"{HOME} SB@W2(0,0) SB@W1(4,0)", AWAY, hand="HA SC", portals="W0(0,0)~W2(0,0) W0(0,0)~W1(4,0)")
    play(game, "move HA SB W0(0,0)->S(0,-2)")
    assert portals(game) == "S(0,-2)~W1(4,0) S(0,-2)~W2(0,0)"


# ---------------------------------------------------------------- the truce


def test_during_a_truce_nobody_is_attacked() -> None:
    """CW-247, CWR-55: neither by moving nor by deploying; the hex does not even let pass"""
    words = {"opening_truce": 2, "hand": "SC HA AT AC"}
    game = set_up(f"{HOME} AT@W0(0,0)", f"AT@W0(1,0) AT@S(0,-4) {AWAY}", round=2, **words)
    assert refused(game, "move SC AT W0(0,0)->W0(1,0)") == "CW-247"
    assert refused(game, "deploy AC W0(1,0)") == "CW-247"
    assert refused(game, "move HA AT W0(0,0)->S(0,-3)") == "CW-125"
    later = set_up(f"{HOME} AT@W0(0,0)", f"AT@W0(1,0) AT@S(0,-4) {AWAY}", round=3, **words)
    assert refused(later, "move SC AT W0(0,0)->W0(1,0)") is None
    assert refused(later, "deploy AC W0(1,0)") is None


def test_a_truce_may_shut_a_unit_in() -> None:
    """CW-247: it cannot be moved at all"""
    ring = "AT@W0(-6,0) AT@W0(-5,-1) AT@W0(-5,-2) AT@S(0,-4)"
    game = set_up("AT@W0(-6,-1) AC@W0(-6,-1) AT@W0(5,0)", f"{ring} {AWAY}", hand="HA", round=1, opening_truce=1)
    assert movable(game, "HA") == {"W0(5,0)"}
    assert refused(play(game, "move HA"), "W0(-6,-1)") == "CW-247"


@pytest.mark.parametrize("card", ACTION_CARDS)
def test_every_hex_of_a_map_has_its_number(card: str) -> None:
    """CW-080: a hex that this game does not have is refused, whatever is asked"""
    game = set_up("AT@S(0,0)", AWAY, hand=card)
    play(game, f"move {card}; S(0,0)")
    assert refused(game, s.HEX_MOVE + s.SPACE_HEXES + 3 * s.WORLD_HEXES) == "CW-080"
    assert refused(game, "W3(0,0)") == "CW-031"
    assert refused(game, "S(5,0)") == "CW-080"
    assert acts(game) == "A"
    assert world_of(hex_number("W2(0,0)") or 0) == 2
