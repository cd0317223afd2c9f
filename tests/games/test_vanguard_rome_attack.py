"""Vanguard: Rome: who attacks whom, how strong, and what comes of it."""

from random import Random

import pytest

from quincunx.games.vanguard_rome import state as s
from tests.games.legions import (
    MOUNTED,
    POWER,
    UNITS,
    army,
    attack,
    command_pile,
    damage,
    defence,
    events,
    immune,
    kills,
    options,
    phase,
    pile,
    play,
    power,
    refused,
    set_up,
    shifts,
)
from tests.helpers import told

Cell = tuple[int, int]
"""Row and column, as the owner counts it."""

# ---------------------------------------------------------------- the vanguard


def test_an_attacker_that_fails_to_kill_is_not_harmed() -> None:
    """VR-062, VR-070, VR-074, VR-078: the example of the failed attack (TV-01)"""
    game = play(set_up("IN [SL] IN", "IN [PR] IN"), "attack")
    assert damage(game) == {"B:F0": 1}
    assert (kills(game), phase(game)) == ([], "main B")
    assert (army(game, 0), army(game, 1)) == ("IN [SL] IN", "IN [PR] IN")
    assert {"VR-070", "VR-074", "VR-078", "VR-079"} <= set(told(game))


def test_only_the_unit_in_the_vanguard_attacks_by_default() -> None:
    """VR-014, VR-070, VR-071, R-33: whatever the others are"""
    game = play(set_up("AR CE PR [IN] ST EL CO / AR SL BA [CE] PR EL CV", "IN IN IN [PR] IN IN IN"), "attack")
    assert [row[0] for row in events(game, s.EV_BLOW)] == [s.VANGUARD]


@pytest.mark.parametrize("column", range(-3, 4))
def test_attacks_go_straight_across_into_the_mirrored_column(column: int) -> None:
    """VR-072, VR-073, R-03: column c hits column -c, in the front row"""
    units = [f"[{code}]" if i == 3 else code for i, code in enumerate(["IN", "CE", "IN", "PR", "IN", "CE", "IN"])]
    mine = list(units)
    mine[3 + column] = "BA" if column else "[BA]"
    enemy = " ".join(units) + " / AR AR AR [AR] ST ST ST"
    game = play(set_up(" ".join(mine), enemy), "attack")
    assert f"B:F{-column:+d}".replace("+0", "0") in damage(game)
    assert set(damage(game)) == {"B:F0", f"B:F{-column:+d}".replace("+0", "0")}


def test_an_attack_on_an_empty_space_is_not_made() -> None:
    """VR-081, VR-083, R-09, R-53, R-55: it does not go on to the unit behind, brings no companion, shows nobody"""
    game = set_up("IN [ST] IN / [(SL)]", "IN [..] IN / [(AR)]")
    play(game, "attack")
    assert (damage(game), phase(game)) == ({}, "main B")
    assert army(game, 0) == "IN [ST] IN / [(SL)]"
    assert army(game, 1) == "IN [..] IN / [(AR)]"
    assert {"VR-081", "R-09", "R-55"} <= set(told(game))


def test_an_empty_space_stops_ballistas_too() -> None:
    """VR-081, R-09"""
    game = play(set_up("BA [IN] BA", "[PR] / [(SL)]"), "attack")
    assert set(damage(game)) == {"B:F0"}


def test_no_attack_harms_its_own_side() -> None:
    """VR-081, R-09, VR-105: rear units with a reach of one face a friend"""
    game = play(set_up("IN [IN] IN / BA [BA] AR", "SL [PR] SL"), "attack")
    assert set(damage(game)) == {"B:F0"}


def test_the_attack_is_compulsory_for_the_vanguard_ballistas_and_unguarded_cavalry() -> None:
    """VR-063, R-33, VR-104, VR-111: nobody is asked"""
    game = play(set_up("BA [IN] IN IN CV", "IN [PR] SL"), "attack")
    assert phase(game) == "main B"
    assert damage(game) == {"B:F0": 2, "B:F+1": 1, "B:F-1": 3}


def test_gaps_made_by_kills_stay_open_until_their_owners_turn() -> None:
    """VR-083, VR-033: the attack does not mend them"""
    game = play(set_up("IN [PR] IN", "IN [IN] IN / [(SL)]"), "attack")
    assert army(game, 1) == "IN [..] IN / [(SL)]"
    assert (phase(game), shifts(game)) == ("main B", {"fwd R0", "lat F-1", "lat F+1"})
    assert "VR-083" in told(game)


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("attacker", "defender", "dies"),
    [("IN", "IN", True), ("CV", "IN", True), ("SL", "IN", False), ("PR", "EL", False), ("EL", "EL", True)],
)
def test_damage_equal_to_the_defence_or_greater_kills(attacker: str, defender: str, dies: bool) -> None:
    """VR-074, R-07: at least as much, or nothing"""
    game = play(set_up(f"IN [{attacker}] IN", f"IN [{defender}] IN"), "attack")
    assert (kills(game) == ["B:F0"]) == dies


def test_front_unit_and_the_catapult_behind_it_hit_together() -> None:
    """VR-076, VR-107, VR-108, R-08: the example of combined damage (TV-26)"""
    game = set_up("IN [IN] IN / [(CA)]", "IN [CV] IN")
    play(game, "attack")
    assert phase(game) == "catapult A"
    play(game, "catapult R0 yes")
    assert damage(game) == {"B:F0": 3}
    assert kills(game) == ["B:F0"]
    assert army(game, 0) == "IN [IN] IN / [CA]"


def test_any_number_of_attackers_combine() -> None:
    """R-08, VR-076, VR-080, VR-104, VR-111: a Ballista and two Cavalry on one unit (TV-38)"""
    game = set_up("[IN] BA CV CV", "PR+ [PR]")
    assert defence(game, "B:F-1") == 5
    play(game, "attack")
    assert damage(game)["B:F-1"] == 7
    assert (kills(game), pile(game)) == (["B:F-1"], "CH PR")
    assert {"VR-076", "R-08", "VR-080", "R-18", "R-48"} <= set(told(game))


def test_damage_is_forgotten() -> None:
    """VR-074, VR-079, R-07: 3 now and 3 two turns later do not kill a Praetorian (TV-27)"""
    game = set_up("[IN] SL", "SL [PR] IN", deck="IN IN IN", commands="FLANK FLANK FLANK")
    play(game, "attack")
    assert (damage(game), kills(game)) == ({"B:F0": 3}, [])
    play(game, "place IN F+2; attack")
    assert kills(game) == ["A:F0"]
    play(game, "place IN F0; attack")
    assert (damage(game), kills(game)) == ({"B:F0": 3}, [])


def test_damage_on_neighbours_does_not_add_up() -> None:
    """VR-075, VR-084, VR-087: the Consul's neighbour needs 3 (TV-28)"""
    game = play(set_up("BA [IN] IN", "IN [IN] CO"), "attack")
    assert (damage(game), kills(game)) == ({"B:F0": 2, "B:F+1": 1}, [])


def test_a_dying_protector_still_protects() -> None:
    """VR-075, VR-084, VR-124, R-07: the example of the last service (TV-29)"""
    game = play(set_up("SL BA [IN] BA SL", "IN [IN] CO / [(AR)] (AR)"), "attack")
    assert damage(game) == {"B:F+1": 2, "B:F0": 2, "B:F-1": 2}
    assert kills(game) == ["B:F+1", "B:F-1"]


def test_a_dying_infantry_still_protects_its_neighbours_from_archers() -> None:
    """R-07, VR-084, VR-132"""
    game = play(set_up("SL BA [AR]", "SL [PR] IN"), "attack")
    assert kills(game) == ["B:F+1"]
    assert damage(game) == {"B:F+1": 2, "B:F0": 0}


def test_a_killed_unit_goes_to_the_pile_with_its_chariot() -> None:
    """VR-080, R-18, R-48: two cards, face up"""
    game = play(set_up("IN [EL] IN", "IN [IN+] IN"), "attack")
    assert (kills(game), pile(game)) == (["B:F0"], "CH IN")


def test_played_commands_and_killed_units_lie_in_common_piles() -> None:
    """R-18, VR-050"""
    game = play(set_up("IN [EL] IN", "SL [IN] SL", hand="JAVELIN"), "attack; order javelin F-1")
    assert (pile(game), command_pile(game)) == ("IN SL", "JAVELIN")


def test_a_unit_attacks_once_whatever_its_permissions() -> None:
    """VR-082, R-28: a Ballista in the vanguard; orders for those that attack anyway"""
    game = play(set_up("IN [BA] IN", "IN [PR] IN"), "attack")
    assert damage(game) == {"B:F0": 1}
    game = set_up("BA [IN] IN", "IN [PR] IN", hand="SURPRISE JAVELIN")
    play(game, "attack")
    assert refused(game, "order surprise F-1") == "VR-082"
    assert refused(game, "order javelin F0") == "VR-082"
    assert options(game, "order") == {"none", "surprise F+1", "javelin F+1"}


# ---------------------------------------------------------------- strengths


def test_the_centurion_has_four_in_the_vanguard_and_at_both_ends() -> None:
    """VR-085, VR-115, R-39: two elsewhere and in the rear (TV-06)"""
    game = set_up("CE CE [CE] IN CE / [CE]", "[IN]")
    assert [power(game, f"A:{cell}") for cell in ("F-2", "F-1", "F0", "F+2", "R0")] == [4, 2, 4, 4, 2]


@pytest.mark.parametrize("rear", ["CE .. [CE]", "[..]"])
def test_only_front_units_are_at_the_end_of_a_wing(rear: str) -> None:
    """R-39: in a line with holes the outermost is the end; alone in the vanguard it is +2 once"""
    game = set_up(f"CE .. CE [IN] CE / {rear}", "[CE]")
    assert [power(game, f"A:{cell}") for cell in ("F-3", "F-1", "F+1")] == [4, 2, 4]
    assert power(game, "B:F0") == 4
    if rear != "[..]":
        assert [power(game, f"A:{cell}") for cell in ("R-2", "R0")] == [2, 2]


def test_slingers_add_up_help_attack_only_and_a_hidden_one_is_shown() -> None:
    """VR-077, VR-086, VR-135, VR-136, VR-182, R-04: the example of the stones (TV-23)"""
    game = set_up("SL [IN] SL / (SL) [(SL)]", "IN [EL] IN")
    assert (attack(game, "A:F0"), defence(game, "A:F0")) == (5, 2)
    play(game, "attack")
    assert (damage(game), kills(game)) == ({"B:F0": 5}, ["B:F0"])
    assert army(game, 0).endswith("/ (SL) [SL]")
    assert {"VR-077", "VR-086", "VR-135", "VR-136", "R-04"} <= set(told(game))


def test_a_slinger_does_not_help_itself_and_diagonals_do_not_count() -> None:
    """VR-135, R-04: but two Slingers help each other"""
    game = set_up("SL SL [SL] IN / IN [IN] SL", "[IN]")
    assert attack(game, "A:F0") == 2
    assert attack(game, "A:R0") == 2 + 2
    assert attack(game, "A:F-2") == 2
    assert attack(game, "A:F+1") == 2 + 2
    alone = set_up("[SL] IN / [IN] SL", "[IN]")
    assert attack(alone, "A:F0") == 1


def test_consuls_help_the_defender_only_and_give_one_point() -> None:
    """VR-087, VR-124, VR-182, R-21: however many there are (TV-24)"""
    game = set_up("IN [CV] CO", "CO [IN] IN / [(CO)]")
    assert (attack(game, "A:F0"), defence(game, "A:F0")) == (3, 4)
    assert (defence(game, "B:F0"), defence(game, "B:F-1")) == (3, 2)
    play(game, "attack")
    assert kills(game) == ["B:F0"]
    assert army(game, 1).endswith("/ [CO]")


def test_by_option_consuls_add_up() -> None:
    """VR-087, VR-124, R-21: then 3 is not enough (TV-25)"""
    game = set_up("IN [CV] CO", "CO [IN] IN / [(CO)]", consul_stacks=True)
    assert defence(game, "B:F0") == 4
    assert kills(play(game, "attack")) == []


def test_a_consul_beside_a_consul_profits_from_it() -> None:
    """R-21, VR-124"""
    game = set_up("CO [CO] IN", "[IN]")
    assert [defence(game, f"A:{cell}") for cell in ("F-1", "F0", "F+1")] == [3, 3, 3]


def test_chariots_add_one_to_attack_and_defence() -> None:
    """VR-085, VR-120: together with everything else"""
    game = set_up("SL [CE+] CO", "[IN]")
    assert (power(game, "A:F0"), attack(game, "A:F0"), defence(game, "A:F0")) == (5, 6, 6)


# ---------------------------------------------------------------- every unit against every unit


@pytest.mark.parametrize("defender", UNITS)
@pytest.mark.parametrize("attacker", UNITS)
def test_every_unit_against_every_unit(attacker: str, defender: str) -> None:
    """VR-070, VR-074, VR-085, VR-100, VR-101, VR-102, VR-108, VR-115, VR-131: vanguard against vanguard, nobody near"""
    game = play(set_up(f"[{attacker}]", f"[{defender}] / [EL]"), "attack")
    struck = POWER[attacker] + 2 * (attacker == "CE")
    stands = POWER[defender] + 2 * (defender == "CE")
    dies = struck >= stands
    if attacker == "AR":
        dies, struck = defender != "IN", 0
    if attacker == "CA":
        assert damage(game) == {"B:R0": 1}
        return
    assert damage(game) == {"B:F0": struck}
    assert kills(game) == (["B:F0"] if dies else [])


@pytest.mark.parametrize("defender", UNITS)
@pytest.mark.parametrize("ridden", [False, True])
def test_archers_against_every_unit_beside_infantry(defender: str, ridden: bool) -> None:
    """VR-088, VR-101, VR-102, VR-106, VR-109, VR-114, VR-118, VR-121, VR-126, VR-131, VR-132, R-49: mounted units are
    not protected, with a Chariot none is but Infantry itself"""
    if ridden and defender in MOUNTED:
        return
    unit = defender + "+" * ridden
    game = set_up("IN [AR] IN", f"IN [{unit}] SL")
    safe = defender == "IN" or (defender not in MOUNTED and not ridden)
    assert immune(game, "B:F0") == safe
    assert kills(play(game, "attack")) == ([] if safe else ["B:F0"])
    assert ("VR-088" in told(game)) == (defender in MOUNTED or (ridden and not safe))


@pytest.mark.parametrize("kind", UNITS)
def test_which_units_attack_from_a_wing_without_being_asked(kind: str) -> None:
    """VR-071, VR-104, VR-107, VR-110, VR-111, VR-113: with an enemy opposite, and with nobody opposite"""
    guarded = play(set_up(f"{kind} [IN]", "[PR] IN"), "attack")
    assert ("B:F+1" in damage(guarded)) == (kind == "BA")
    outflanked = play(set_up(f"{kind} IN [IN]", "[PR] IN"), "attack")
    assert ("B:F+1" in damage(outflanked)) == (kind == "CV")
    for game in (guarded, outflanked):
        assert phase(game) == "main B"


@pytest.mark.parametrize("kind", UNITS)
def test_which_units_may_attack_from_the_rear(kind: str) -> None:
    """VR-105, VR-107, VR-108, R-09, R-36: only the Catapult, and its owner is asked"""
    game = play(set_up(f"IN [IN] / {kind} [..]", "[PR] SL"), "attack")
    assert phase(game) == ("catapult A" if kind == "CA" else "main B")


# ---------------------------------------------------------------- any army against any other


def oracle(mine: dict[Cell, str], enemy: dict[Cell, str], fires: bool) -> dict[Cell, tuple[int, bool]]:
    """The rules of two players once more, in a few lines: the damage on each attacked unit, and whether it dies."""
    hits: dict[Cell, list[Cell]] = {}
    for (row, column), unit in mine.items():
        straight = (0, -column)
        wing = [end for r, end in enemy if r == 0 and end * -column > 0]
        target = None
        if unit == "CA" and (column, row) != (0, 0):
            target = (1 - row, -column) if fires else None
        elif unit == "CA":
            target = (1, 0)
        elif row == 0 and (column == 0 or unit == "BA"):
            target = straight
        elif row == 0 and unit == "CV" and straight not in enemy and wing:
            target = (0, max(wing, key=abs))
        if target in enemy:
            hits.setdefault(target, []).append((row, column))
    result = {}
    for target, attackers in hits.items():
        struck = [cell for cell in attackers if mine[cell] != "AR"]
        total = sum(strength(mine, cell) + near(mine, cell, "SL") for cell in struck)
        shot = len(struck) < len(attackers) and not safe(enemy, target)
        stands = strength(enemy, target) + min(near(enemy, target, "CO"), 1)
        result[target] = (total, shot or (bool(struck) and total >= stands))
    return result


def near(army: dict[Cell, str], cell: Cell, kind: str) -> int:
    """How many neighbours are of a kind."""
    row, column = cell
    beside = [(row, column - 1), (row, column + 1), (1 - row, column)]
    return sum(army.get(other, "").removesuffix("+") == kind for other in beside)


def strength(army: dict[Cell, str], cell: Cell) -> int:
    """Own power."""
    unit, (row, column) = army[cell], cell
    wing = [end for r, end in army if r == 0 and end * column > 0]
    outermost = row == 0 and (column == 0 or abs(column) == max(map(abs, wing), default=0))
    return POWER[unit[:2]] + unit.endswith("+") + 2 * (unit[:2] == "CE" and outermost)


def safe(army: dict[Cell, str], cell: Cell) -> bool:
    """Whether Archers can do nothing."""
    unit = army[cell]
    mounted = unit.endswith("+") or unit in MOUNTED
    return unit.startswith("IN") or (not mounted and near(army, cell, "IN") > 0)


def muster(dice: Random, cards: list[str], torn: bool) -> dict[Cell, str]:
    """A random army in a legal line, or one with holes."""
    left, right = dice.randint(0, 4), dice.randint(0, 4)
    cells = [(0, column) for column in range(-left, right + 1)]
    cells += [(1, column) for _, column in cells if dice.random() < 0.6]
    if torn:
        cells = [cell for cell in cells if dice.random() < 0.8] or [(0, 0)]
    army = {cell: cards.pop() for cell in cells}
    for cell, unit in army.items():
        if unit not in MOUNTED and "CH" in cards and dice.random() < 0.1:
            cards.remove("CH")
            army[cell] = f"{unit}+"
    return army


def written_army(army: dict[Cell, str]) -> str:
    """As `set_up` reads it."""
    rows = []
    for row in (0, 1):
        tokens = [army.get((row, column), "..") for column in range(-4, 5)]
        tokens[4] = f"[{tokens[4]}]"
        rows.append(" ".join(tokens))
    return " / ".join(rows)


@pytest.mark.parametrize("seed", range(60))
def test_random_armies_fight_as_the_rules_say(seed: int) -> None:
    """VR-072..VR-077, VR-081, VR-084..VR-088, VR-101, VR-104..VR-113, VR-115, VR-124, VR-131..VR-136, R-03, R-07, R-09,
    R-19..R-21, R-39, R-49: against a second reading of them; the enemy's line may have holes"""
    dice = Random(seed)
    cards = [kind for kind, count in UNITS.items() for _ in range(count) if kind != "ST"]
    dice.shuffle(cards)
    mine, enemy = muster(dice, cards, torn=False), muster(dice, cards, torn=seed % 2 == 1)
    fires = seed % 3 > 0
    game = play(set_up(written_army(mine), written_army(enemy), use_commands=False), "attack")
    while phase(game).startswith("catapult"):
        game.play(game.moves[1 if fires else 0])
    expected = oracle(mine, enemy, fires)
    assert damage(game) == {f"B:{name(cell)}": total for cell, (total, _) in expected.items()}
    assert kills(game) == sorted(f"B:{name(cell)}" for cell, (_, dies) in expected.items() if dies)


def name(cell: Cell) -> str:
    """`F-2`"""
    row, column = cell
    return "FR"[row] + (f"{column:+d}" if column else "0")
